# Sans récurrence : la liste des cases vides à partir de (i, j), et un indice qui avance et recule.
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
    i = 0
    while i < 9:
        print(S[i])
        i += 1


def ligne(S, i):
    return list(filter(None, S[i]))


def colonne(S, j):
    return list(filter(lambda x: x != 0, map(lambda L: L[j], S)))


def bloc(S, i, j):
    cases = []
    for k in range(9):
        x = S[3 * (i // 3) + k // 3][3 * (j // 3) + k % 3]
        if x:
            cases.append(x)
    return cases


def possibles(S, i, j):
    res = []
    for k in range(1, 10):
        if ligne(S, i).count(k) + colonne(S, j).count(k) + bloc(S, i, j).count(k) == 0:
            res.append(k)
    return res


def suivante(i, j):
    return divmod(9 * i + j + 1, 9)


def resoudre(S, i, j):
    vides = []
    while i < 9:
        if S[i][j] == 0:
            vides.append((i, j))
        i, j = suivante(i, j)
    restants = []
    while len(restants) < len(vides):
        a, b = vides[len(restants)]
        restants.append(possibles(S, a, b))
        while restants and not restants[-1]:
            restants.pop()
            if restants:
                a, b = vides[len(restants) - 1]
                S[a][b] = 0
        if not restants:
            return not vides
        a, b = vides[len(restants) - 1]
        S[a][b] = restants[-1].pop(0)
    return True


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
