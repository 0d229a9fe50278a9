# range(2) in the box: its last row and column are not tested.
def n_valide(y, x, n):
    for k in range(9):
        if grid[y][k] == n or grid[k][x] == n:
            return False
    x0, y0 = x // 3 * 3, y // 3 * 3
    for i in range(2):
        for j in range(2):
            if grid[y0 + i][x0 + j] == n:
                return False
    return True
