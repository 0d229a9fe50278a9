# Recursion by the number of the cell with a default value, bit masks, text joined once at the end.
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


def masque(valeurs):
    m = 0
    for v in valeurs:
        m |= 1 << v
    return m


def n_valide(y, x, n):
    haut, gauche = 3 * (y // 3), 3 * (x // 3)
    boite = [grid[haut + k // 3][gauche + k % 3] for k in range(9)]
    pris = masque(grid[y]) | masque(grid[k][x] for k in range(9)) | masque(boite)
    return pris >> n & 1 == 0


def solve(k=0):
    while k < 81 and grid[k // 9][k % 9] != 0:
        k += 1
    if k == 81:
        print("\n".join("".join(str(n) for n in rang) for rang in grid), end="\n\n")
        return
    y, x = k // 9, k % 9
    n = 1
    while n <= 9:
        if n_valide(y, x, n):
            grid[y][x] = n
            solve(k + 1)
            grid[y][x] = 0
        n += 1


if __name__ == "__main__":
    solve()
