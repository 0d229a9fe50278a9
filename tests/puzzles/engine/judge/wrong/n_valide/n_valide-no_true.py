# Nothing is given back where the digit may go.
def n_valide(y, x, n):
    for k in range(9):
        if grid[y][k] == n or grid[k][x] == n or grid[y // 3 * 3 + k // 3][x // 3 * 3 + k % 3] == n:
            return False
