"""Cinquième feuille : résoudre une grille à partir d'une case, avec la liste des chiffres possibles."""

from copy import deepcopy

S = [
    [0, 1, 0, 0, 7, 8, 0, 0, 0],
    [0, 8, 0, 0, 4, 0, 9, 0, 0],
    [0, 0, 5, 6, 0, 0, 0, 1, 0],
    [1, 0, 0, 0, 6, 0, 0, 0, 5],
    [0, 4, 0, 9, 1, 5, 0, 7, 2],
    [0, 6, 7, 0, 8, 0, 4, 0, 0],
    [0, 0, 0, 3, 0, 0, 1, 0, 0],
    [0, 7, 0, 8, 9, 0, 0, 2, 3],
    [0, 0, 0, 0, 0, 4, 0, 0, 0],
]


def printSudoku(S: list) -> None:
    """Affiche la grille, une liste par ligne."""
    for i in range(9):
        print(S[i])


def ligne(S: list, i: int) -> list:
    """Les chiffres présents dans la ligne i, de gauche à droite.
    >>> ligne(S, 0)
    [1, 7, 8]
    """
    return [S[i][j] for j in range(9) if S[i][j] != 0]


def colonne(S: list, j: int) -> list:
    """Les chiffres présents dans la colonne j, de haut en bas.
    >>> colonne(S, 0)
    [1]
    """
    return [S[i][j] for i in range(9) if S[i][j] != 0]


def bloc(S: list, i: int, j: int) -> list:
    """Les chiffres présents dans le bloc de la case (i, j), dans l'ordre de lecture.
    >>> bloc(S, 3, 4)
    [6, 9, 1, 5, 8]
    """
    haut, gauche = i - i % 3, j - j % 3
    cases = [(haut + n // 3, gauche + n % 3) for n in range(9)]
    return [S[a][b] for a, b in cases if S[a][b] != 0]


def possibles(S: list, i: int, j: int) -> list:
    """Les chiffres que la ligne, la colonne et le bloc de la case (i, j) permettent, en croissant.
    >>> possibles(S, 0, 0)
    [2, 3, 4, 6, 9]
    """
    pris = ligne(S, i) + colonne(S, j) + bloc(S, i, j)
    return [chiffre for chiffre in range(1, 10) if chiffre not in pris]


def suivante(i: int, j: int) -> tuple:
    """La case suivante dans l'ordre de lecture ; (9, 0) après la dernière.
    >>> suivante(0, 0), suivante(0, 8), suivante(8, 8)
    ((0, 1), (1, 0), (9, 0))
    """
    n = 9 * i + j + 1
    return n // 9, n % 9


def resoudre(S: list, i: int, j: int) -> bool:
    """Remplit S à partir de la case (i, j) et dit si c'est possible ; sinon ces cases restent vides.
    >>> resoudre(deepcopy(S), 0, 0)
    True
    """
    if i == 9:
        return True
    a, b = suivante(i, j)
    if S[i][j] != 0:
        return resoudre(S, a, b)
    for k in possibles(S, i, j):
        S[i][j] = k
        if resoudre(S, a, b):
            return True
    S[i][j] = 0
    return False


def solution(S: list) -> None:
    """Affiche S et sa solution, ou dit qu'elle n'en a pas ; S reste intacte."""
    Sres = deepcopy(S)
    if resoudre(Sres, 0, 0):
        print("Pour la grille :")
        printSudoku(S)
        print("La solution est :")
        printSudoku(Sres)
    else:
        print("La grille n'admet pas de solution.")


if __name__ == "__main__":
    printSudoku(S)
    print(ligne(S, 0))
    print(colonne(S, 0))
    print(bloc(S, 3, 4))
    print(possibles(S, 0, 0))
    print(suivante(0, 0), suivante(0, 8), suivante(8, 8))
    solution(S)
