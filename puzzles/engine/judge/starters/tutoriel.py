"""Résoudre un sudoku en Python, à compléter : enregistre ce fichier
sous le nom sudoku.py.

Remplace chaque ... par ton code. Les lignes qui commencent par >>> sont
des exemples ; la commande python -m doctest sudoku.py dit lesquels ne
donnent pas encore ce qui est écrit dessous.
"""

# Neuf listes de neuf entiers, 0 pour une case vide. board[row][col] est
# la case en ligne row, colonne col.
board = [
    [5, 3, 0, 0, 7, 0, 0, 0, 0],
    [6, 0, 0, 1, 9, 5, 0, 0, 0],
    [0, 9, 8, 0, 0, 0, 0, 6, 0],
    [8, 0, 0, 0, 6, 0, 0, 0, 3],
    [4, 0, 0, 8, 0, 3, 0, 0, 1],
    [7, 0, 0, 0, 2, 0, 0, 0, 6],
    [0, 6, 0, 0, 0, 0, 2, 8, 0],
    [0, 0, 0, 4, 1, 9, 0, 0, 5],
    [0, 0, 0, 0, 8, 0, 0, 7, 9],
]


def print_board(board):
    """Affiche la grille en onze lignes : une barre toutes les trois
    lignes, " | " toutes les trois colonnes.

    >>> print_board(board)  # doctest: +NORMALIZE_WHITESPACE
    5 3 0  | 0 7 0  | 0 0 0
    6 0 0  | 1 9 5  | 0 0 0
    0 9 8  | 0 0 0  | 0 6 0
    - - - - - - - - - - - - - -
    8 0 0  | 0 6 0  | 0 0 3
    4 0 0  | 8 0 3  | 0 0 1
    7 0 0  | 0 2 0  | 0 0 6
    - - - - - - - - - - - - - -
    0 6 0  | 0 0 0  | 2 8 0
    0 0 0  | 4 1 9  | 0 0 5
    0 0 0  | 0 8 0  | 0 7 9
    """
    ...


def find_empty(board):
    """La première case vide dans l'ordre de lecture, un tuple
    (row, col) ; None s'il n'y en a pas.

    >>> find_empty(board)
    (0, 2)
    >>> print(find_empty([[1] * 9] * 9))
    None
    """
    ...


def is_valid(board, num, pos):
    """Dit si num peut aller en pos = (row, col) : aucune autre case de
    ses ligne, colonne et région ne l'a.

    >>> is_valid(board, 1, (0, 2))
    True
    >>> is_valid(board, 3, (0, 2)), is_valid(board, 8, (0, 2))
    (False, False)
    >>> is_valid(board, 6, (0, 2))
    False
    >>> is_valid(board, 5, (0, 0))
    True
    """
    ...


def solve(board):
    """Remplit board et retourne True ; sans solution, laisse board
    comme elle était et retourne False.

    >>> solved = [row[:] for row in board]
    >>> solve(solved)
    True
    >>> solved[0]
    [5, 3, 4, 6, 7, 8, 9, 1, 2]
    """
    ...


if __name__ == "__main__":
    # Affiche board, résous-la, affiche "Solved:", puis affiche-la de
    # nouveau.
    ...
