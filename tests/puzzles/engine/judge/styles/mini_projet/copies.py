# Une copie à chaque essai, recopiée dans S quand elle mène à une solution.
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
    for i in range(0, 9):
        texte = "["
        for j in range(0, 9):
            texte += str(S[i][j])
            texte += ", " if j < 8 else "]"
        print(texte)


def ligne(S, i):
    L = S[i].copy()
    while 0 in L:
        L.remove(0)
    return L


def colonne(S, j):
    return ligne([[S[i][j] for i in range(9)]], 0)


def bloc(S, i, j):
    L = []
    for a in range(i // 3 * 3, i // 3 * 3 + 3):
        L += S[a][j // 3 * 3:j // 3 * 3 + 3]
    return ligne([L], 0)


def possibles(S, i, j):
    T = deepcopy(S)
    res = []
    for k in range(1, 10):
        T[i][j] = 0
        if S[i][j] == k or k in ligne(T, i) + colonne(T, j) + bloc(T, i, j):
            continue
        res.append(k)
    return res


def suivante(i, j):
    j += 1
    if j == 9:
        j = 0
        i += 1
    return tuple([i, j])


def complete(S, i, j):
    if i == 9:
        return S
    a, b = suivante(i, j)
    if S[i][j] != 0:
        return complete(S, a, b)
    for k in possibles(S, i, j):
        T = [L[:] for L in S]
        T[i][j] = k
        R = complete(T, a, b)
        if R:
            return R
    return None


def resoudre(S, i, j):
    R = complete(S, i, j)
    if R is None:
        return False
    for a in range(9):
        S[a][:] = R[a]
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
