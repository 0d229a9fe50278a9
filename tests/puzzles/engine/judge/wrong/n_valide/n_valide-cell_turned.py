# Row and column exchanged everywhere: the row of the other cell is tested.
def n_valide(y, x, n):
    for k in range(9):
        if grid[x][k] == n or grid[k][y] == n:
            return False
    x0, y0 = x // 3 * 3, y // 3 * 3
    for i in range(3):
        for j in range(3):
            if grid[x0 + i][y0 + j] == n:
                return False
    return True
