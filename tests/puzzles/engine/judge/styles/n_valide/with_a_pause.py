# As many write it: loops, a pause after each solution, the grid printed as a list of lists.
grid = [
    [7, 9, 5, 3, 2, 4, 1, 6, 8],
    [8, 2, 1, 9, 5, 6, 7, 4, 3],
    [6, 4, 3, 1, 8, 7, 2, 5, 9],
    [5, 3, 8, 2, 6, 1, 4, 9, 7],
    [9, 6, 0, 5, 7, 3, 8, 1, 2],
    [2, 1, 7, 4, 9, 8, 0, 3, 5],
    [0, 0, 9, 8, 1, 5, 3, 2, 6],
    [0, 5, 6, 7, 0, 2, 9, 8, 4],
    [0, 8, 2, 6, 4, 9, 5, 7, 1],
]


def n_valide(y, x, n):
    global grid
    for i in range(0, 9):
        if grid[y][i] == n:
            return False
    for i in range(0, 9):
        if grid[i][x] == n:
            return False
    a = (x // 3) * 3
    b = (y // 3) * 3
    for i in range(0, 3):
        for j in range(0, 3):
            if grid[b + i][a + j] == n:
                return False
    return True


def solve():
    global grid
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 10):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                        grid[y][x] = 0
                return
    print(grid)
    input("Encore ? ")


solve()
