# grid[y][x] = 0 on the way back is forgotten.
def solve():
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 10):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                return
    for y in range(9):
        print("".join(str(n) for n in grid[y]))
