# Des ensembles ; ligne, colonne et bloc donnent des listes triées.
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


def printSudoku(S):
    for i in range(len(S)):
        print(S[i])


def ligne(S, i):
    return sorted(set(S[i]) - {0})


def colonne(S, j):
    return sorted({S[i][j] for i in range(9)} - {0})


def bloc(S, i, j):
    h, g = i // 3 * 3, j // 3 * 3
    return sorted({S[h + a][g + b] for a in range(3) for b in range(3)} - {0})


def possibles(S, i, j):
    return sorted(set(range(1, 10)).difference(ligne(S, i), colonne(S, j), bloc(S, i, j)))


def suivante(i, j):
    return (i + j // 8, (j + 1) % 9)


def resoudre(S, i, j):
    if (i, j) == (9, 0):
        return True
    choix = {S[i][j]} if S[i][j] != 0 else set(possibles(S, i, j))
    avant = S[i][j]
    for k in choix:
        S[i][j] = k
        if resoudre(S, *suivante(i, j)):
            return True
    S[i][j] = avant
    return False


if __name__ == "__main__":
    printSudoku(S)
    print(ligne(S, 0))
    print(colonne(S, 0))
    print(bloc(S, 3, 4))
    print(possibles(S, 0, 0))
    print(suivante(0, 0), suivante(0, 8), suivante(8, 8))
    Sres = deepcopy(S)
    if resoudre(Sres, 0, 0):
        print("Pour la grille :")
        printSudoku(S)
        print("La solution est :")
        printSudoku(Sres)
    else:
        print("La grille n'admet pas de solution.")
