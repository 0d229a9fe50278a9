# Une classe ; ses méthodes reçoivent la grille, comme les fonctions de l'énoncé.
from copy import deepcopy

S = [[0, 1, 0, 0, 7, 8, 0, 0, 0],
     [0, 8, 0, 0, 4, 0, 9, 0, 0],
     [0, 0, 5, 6, 0, 0, 0, 1, 0],
     [1, 0, 0, 0, 6, 0, 0, 0, 5],
     [0, 4, 0, 9, 1, 5, 0, 7, 2],
     [0, 6, 7, 0, 8, 0, 4, 0, 0],
     [0, 0, 0, 3, 0, 0, 1, 0, 0],
     [0, 7, 0, 8, 9, 0, 0, 2, 3],
     [0, 0, 0, 0, 0, 4, 0, 0, 0]]


class Grille:
    def printSudoku(self, S):
        for L in S:
            print(L)

    def ligne(self, S, i):
        return [S[i][j] for j in range(9) if S[i][j] in range(1, 10)]

    def colonne(self, S, j):
        return [S[i][j] for i in range(9) if S[i][j] in range(1, 10)]

    def bloc(self, S, i, j):
        i0, j0 = i - i % 3, j - j % 3
        return [S[a][b] for a in range(i0, i0 + 3) for b in range(j0, j0 + 3) if S[a][b] in range(1, 10)]

    def possibles(self, S, i, j):
        pris = set(self.ligne(S, i) + self.colonne(S, j) + self.bloc(S, i, j))
        return [k for k in range(1, 10) if k not in pris]

    def suivante(self, i, j):
        return (i + 1, 0) if j == 8 else (i, j + 1)

    def resoudre(self, S, i, j):
        while i < 9 and S[i][j] != 0:
            i, j = self.suivante(i, j)
        if i == 9:
            return True
        for k in self.possibles(S, i, j):
            S[i][j] = k
            if self.resoudre(S, *self.suivante(i, j)):
                return True
            S[i][j] = 0
        return False


if __name__ == "__main__":
    g = Grille()
    g.printSudoku(S)
    print(g.ligne(S, 0))
    print(g.colonne(S, 0))
    print(g.bloc(S, 3, 4))
    print(g.possibles(S, 0, 0))
    print(g.suivante(0, 0), g.suivante(0, 8), g.suivante(8, 8))
    Sres = deepcopy(S)
    if g.resoudre(Sres, 0, 0):
        print("Pour la grille :")
        g.printSudoku(S)
        print("La solution est :")
        g.printSudoku(Sres)
    else:
        print("La grille n'admet pas de solution.")
