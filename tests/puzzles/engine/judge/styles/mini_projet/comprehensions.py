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


def printSudoku(S: list):
    print(*S, sep="\n")


def ligne(S: list, i: int) -> list:
    return [x for x in S[i] if x]


def colonne(S: list, j: int) -> list:
    return [x for x in list(zip(*S))[j] if x]


def bloc(S: list, i: int, j: int) -> list:
    return [S[a][b] for a in range(9) for b in range(9) if a // 3 == i // 3 and b // 3 == j // 3 and S[a][b] != 0]


def possibles(S: list, i: int, j: int) -> list:
    return [k for k in range(1, 10) if not (k in ligne(S, i) or k in colonne(S, j) or k in bloc(S, i, j))]


def suivante(i: int, j: int) -> tuple:
    return (i, j + 1) if j != 8 else (i + 1, 0)


def resoudre(S: list, i: int, j: int) -> bool:
    if i > 8:
        return True
    if S[i][j]:
        return resoudre(S, *suivante(i, j))
    for S[i][j] in possibles(S, i, j):
        if resoudre(S, *suivante(i, j)):
            return True
    S[i][j] = 0
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
