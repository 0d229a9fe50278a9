"""Mini-projet : grille de sudoku, à compléter.

Remplace chaque ... par ton code. Les lignes qui commencent par >>> sont
des exemples ; la commande python -m doctest mini_projet.py dit lesquels
ne donnent pas encore ce qui est écrit dessous.
"""

from copy import deepcopy

# Exercice 1
# Neuf listes de neuf chiffres, 0 pour une case vide. S[i][j] est la
# case en ligne i, colonne j.
S = [
    [0, 1, 0, 0, 7, 8, 0, 0, 0],
    ...,
]


def printSudoku(S: list) -> None:
    """Affiche la grille, une liste par ligne.

    >>> printSudoku(S)
    [0, 1, 0, 0, 7, 8, 0, 0, 0]
    [0, 8, 0, 0, 4, 0, 9, 0, 0]
    [0, 0, 5, 6, 0, 0, 0, 1, 0]
    [1, 0, 0, 0, 6, 0, 0, 0, 5]
    [0, 4, 0, 9, 1, 5, 0, 7, 2]
    [0, 6, 7, 0, 8, 0, 4, 0, 0]
    [0, 0, 0, 3, 0, 0, 1, 0, 0]
    [0, 7, 0, 8, 9, 0, 0, 2, 3]
    [0, 0, 0, 0, 0, 4, 0, 0, 0]
    """
    ...


# Exercice 2
def ligne(S: list, i: int) -> list:
    """Les chiffres de 1 à 9 présents dans la ligne i.

    >>> ligne(S, 0)
    [1, 7, 8]
    """
    ...


# Exercice 3
def colonne(S: list, j: int) -> list:
    """Les chiffres de 1 à 9 présents dans la colonne j.

    >>> colonne(S, 0)
    [1]
    """
    ...


# Exercice 4
def bloc(S: list, i: int, j: int) -> list:
    """Les chiffres de 1 à 9 présents dans le bloc de la case (i, j).

    >>> bloc(S, 3, 4)
    [6, 9, 1, 5, 8]
    """
    ...


# Exercice 5
def possibles(S: list, i: int, j: int) -> list:
    """Les chiffres de 1 à 9 que les règles du jeu permettent dans la
    case (i, j).

    >>> possibles(S, 0, 0)
    [2, 3, 4, 6, 9]
    """
    ...


# Exercice 6
def suivante(i: int, j: int) -> tuple:
    """La case suivante, dans l'ordre de lecture.

    >>> suivante(0, 0), suivante(0, 8), suivante(8, 8)
    ((0, 1), (1, 0), (9, 0))
    """
    ...


# Exercice 8
def resoudre(S: list, i: int, j: int) -> bool:
    """Remplit S à partir de la case (i, j) et dit si c'est possible ;
    sinon, S reste comme elle était.

    >>> grille = deepcopy(S)
    >>> resoudre(grille, 0, 0)
    True
    >>> grille[0]
    [9, 1, 6, 5, 7, 8, 2, 3, 4]
    """
    ...


if __name__ == "__main__":
    # Affiche S et sa solution, ou que la grille n'admet pas de
    # solution ; S elle-même ne change pas.
    ...
