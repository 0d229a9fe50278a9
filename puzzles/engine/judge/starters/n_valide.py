"""Toutes les solutions d'une grille, par récurrence : à compléter.

Remplace chaque ... par ton code. Les lignes qui commencent par >>> sont
des exemples ; la commande python -m doctest n_valide.py dit lesquels ne
donnent pas encore ce qui est écrit dessous.
"""

# Neuf listes de neuf entiers, 0 pour une case vide. grid[y][x] est la
# case en ligne y, colonne x.
# Les exemples sont écrits pour cette grille : tu peux en essayer
# d'autres ensuite.
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
    """Dit si n peut aller en ligne y, colonne x.

    n ne doit être ni dans la ligne, ni dans la colonne, ni dans la
    sous-grille.

    >>> n_valide(4, 2, 4)
    True
    >>> n_valide(4, 2, 5)
    False
    """
    global grid
    ...


def solve():
    """Affiche chaque solution de grid, neuf lignes de neuf chiffres ; à
    la fin, grid est comme au début.

    >>> solve()
    795324168
    821956743
    643187259
    538261497
    964573812
    217498635
    479815326
    156732984
    382649571
    """
    global grid
    ...


if __name__ == "__main__":
    solve()
