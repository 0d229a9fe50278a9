# Sets and comprehensions; the smallest choice first, digits from 9 down to 1; the output of each solution is one line.
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


def region(y, x):
    return {grid[b][a] for b in range(9) for a in range(9) if (b // 3, a // 3) == (y // 3, x // 3)}


def n_valide(y, x, n):
    return n not in set(grid[y]) | {rang[x] for rang in grid} | region(y, x)


def solve():
    libres = {
        (y, x): [n for n in range(9, 0, -1) if n_valide(y, x, n)] for y in range(9) for x in range(9) if not grid[y][x]
    }
    if libres:
        y, x = min(libres, key=lambda case: len(libres[case]))
        for grid[y][x] in libres[y, x]:
            solve()
        grid[y][x] = 0
    else:
        print(*(n for rang in grid for n in rang))


if __name__ == "__main__":
    solve()
