# else: return True inside the loop, so that one cell decides.
def n_valide(y, x, n):
    for k in range(9):
        if grid[y][k] == n or grid[k][x] == n:
            return False
    x0, y0 = x // 3 * 3, y // 3 * 3
    for i in range(3):
        for j in range(3):
            if grid[y0 + i][x0 + j] == n:
                return False
            else:
                return True
