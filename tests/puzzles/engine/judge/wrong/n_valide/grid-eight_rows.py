# A row is missing.
grid = [[0] * 9 for y in range(8)]
