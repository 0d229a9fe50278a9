# Un drapeau et un seul return ; while au lieu de for.
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
    [print(L) for L in S]


def ligne(S, i):
    res, j = [], 0
    while j < 9:
        if S[i][j] != 0:
            res.append(S[i][j])
        j += 1
    return res


def colonne(S, j):
    res, i = [], 8
    while i >= 0:
        if S[i][j] != 0:
            res.insert(0, S[i][j])
        i -= 1
    return res


def bloc(S, i, j):
    debut = {0: 0, 1: 0, 2: 0, 3: 3, 4: 3, 5: 3, 6: 6, 7: 6, 8: 6}
    res = []
    for a in range(3):
        for b in range(3):
            x = S[debut[i] + a][debut[j] + b]
            if x != 0:
                res.append(x)
    return res


def possibles(S, i, j):
    pris = [False] * 10
    for k in ligne(S, i):
        pris[k] = True
    for k in colonne(S, j):
        pris[k] = True
    for k in bloc(S, i, j):
        pris[k] = True
    return [k for k in range(1, 10) if pris[k] == False]


def suivante(i, j):
    res = (i, j + 1)
    if j == 8:
        res = (i + 1, 0)
    return res


def resoudre(S, i, j):
    resolue = i == 9
    if not resolue:
        a, b = suivante(i, j)
        if S[i][j] != 0:
            resolue = resoudre(S, a, b)
        else:
            choix = possibles(S, i, j)
            n = 0
            while n < len(choix) and not resolue:
                S[i][j] = choix[n]
                resolue = resoudre(S, a, b)
                n += 1
            if not resolue:
                S[i][j] = 0
    return resolue


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
