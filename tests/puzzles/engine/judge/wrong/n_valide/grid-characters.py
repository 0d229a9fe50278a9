# Characters instead of numbers.
grid = [list("530070000")] + [list("000000000") for y in range(8)]
