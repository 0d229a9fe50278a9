# Iterative: a list of the empty cells, one step forward, one back; each solution announced by its number.
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
    voisins = []
    for k in range(9):
        voisins.append(grid[y][k])
        voisins.append(grid[k][x])
        voisins.append(grid[3 * (y // 3) + k // 3][3 * (x // 3) + k % 3])
    return not n in voisins


def solve():
    vides = [[y, x] for y in range(9) for x in range(9) if grid[y][x] == 0]
    nombre = 0
    k = 0
    while k >= 0:
        if k == len(vides):
            nombre += 1
            print("Solution", nombre)
            for rang in grid:
                print("".join([str(n) for n in rang]))
            k -= 1
        else:
            y, x = vides[k]
            n = grid[y][x] + 1
            grid[y][x] = 0
            while n < 10 and not n_valide(y, x, n):
                n += 1
            if n < 10:
                grid[y][x] = n
                k += 1
            else:
                k -= 1
    print("Il y a", nombre, "solution(s).")


if __name__ == "__main__":
    solve()
