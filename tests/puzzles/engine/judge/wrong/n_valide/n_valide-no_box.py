# The box is forgotten.
def n_valide(y, x, n):
    for k in range(9):
        if grid[y][k] == n:
            return False
    for k in range(9):
        if grid[k][x] == n:
            return False
    return True
