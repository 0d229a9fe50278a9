# range(1, 9): 9 is never tried.
def solve():
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 9):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                        grid[y][x] = 0
                return
    for y in range(9):
        print("".join(str(n) for n in grid[y]))
