# A generator of copies, deepcopy, a class that does the work behind the two names of the worksheet.
from copy import deepcopy

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


class Solveur:
    def __init__(self, grille):
        self.grille = deepcopy(grille)

    def valide(self, y, x, n):
        if n in self.grille[y]:
            return False
        if any(self.grille[i][x] == n for i in range(9)):
            return False
        y, x = y - y % 3, x - x % 3
        return all(self.grille[i][j] != n for i in (y, y + 1, y + 2) for j in (x, x + 1, x + 2))

    def solutions(self):
        for k in range(81):
            y, x = divmod(k, 9)
            if self.grille[y][x] == 0:
                for n in range(1, 10):
                    if self.valide(y, x, n):
                        suivant = Solveur(self.grille)
                        suivant.grille[y][x] = n
                        yield from suivant.solutions()
                return
        yield self.grille


def n_valide(y, x, n):
    return Solveur(grid).valide(y, x, n)


def solve():
    for solution in Solveur(grid).solutions():
        for rang in solution:
            print(rang[:3], rang[3:6], rang[6:], sep="|")
        print("-" * 30)


if __name__ == "__main__":
    solve()
