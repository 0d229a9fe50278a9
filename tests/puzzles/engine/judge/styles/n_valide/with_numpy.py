# numpy: the grid is an array, tests by any().
import numpy as np

grid = np.array([
    [7, 9, 5, 3, 2, 4, 1, 6, 8],
    [8, 2, 1, 9, 5, 6, 7, 4, 3],
    [6, 4, 3, 1, 8, 7, 2, 5, 9],
    [5, 3, 8, 2, 6, 1, 4, 9, 7],
    [9, 6, 0, 5, 7, 3, 8, 1, 2],
    [2, 1, 7, 4, 9, 8, 0, 3, 5],
    [0, 0, 9, 8, 1, 5, 3, 2, 6],
    [0, 5, 6, 7, 0, 2, 9, 8, 4],
    [0, 8, 2, 6, 4, 9, 5, 7, 1],
])


def n_valide(y, x, n):
    global grid
    if (grid[y, :] == n).any() or (grid[:, x] == n).any():
        return False
    a, b = 3 * (y // 3), 3 * (x // 3)
    return not (grid[a : a + 3, b : b + 3] == n).any()


def solve():
    global grid
    for y in range(9):
        for x in range(9):
            if grid[y, x] == 0:
                for n in range(1, 10):
                    if n_valide(y, x, n):
                        grid[y, x] = n
                        solve()
                        grid[y, x] = 0
                return
    print(grid)


if __name__ == "__main__":
    solve()
