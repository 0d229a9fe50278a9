"""Quatrième feuille : la première solution d'une grille, par récurrence."""

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


def print_board(board: list) -> None:
    """Affiche la grille en onze lignes, les régions séparées."""
    for row in range(9):
        if row in (3, 6):
            print("- " * 14)
        groups = []
        for col in (0, 3, 6):
            groups.append(f"{board[row][col]} {board[row][col + 1]} {board[row][col + 2]}")
        print("  | ".join(groups))


def find_empty(board: list) -> tuple | None:
    """La première case vide (ligne, colonne) dans l'ordre de lecture, ou None.
    >>> find_empty(board)
    (0, 2)
    """
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                return row, col
    return None


def is_valid(board: list, num: int, pos: tuple) -> bool:
    """Dit si num peut aller en pos sans répéter un chiffre d'une autre case.
    >>> is_valid(board, 1, (0, 2)), is_valid(board, 3, (0, 2))
    (True, False)
    """
    row, col = pos
    for k in range(9):
        if k != col and board[row][k] == num:
            return False
    for k in range(9):
        if k != row and board[k][col] == num:
            return False
    top, left = row - row % 3, col - col % 3
    for r in range(top, top + 3):
        for c in range(left, left + 3):
            if (r, c) != pos and board[r][c] == num:
                return False
    return True


def solve(board: list) -> bool:
    """Remplit la grille par sa première solution ; False, et rien n'a changé, s'il n'y en a pas.
    >>> solve([list(row) for row in board])
    True
    """
    pos = find_empty(board)
    if pos is None:
        return True
    row, col = pos
    for num in range(1, 10):
        if is_valid(board, num, pos):
            board[row][col] = num
            if solve(board):
                return True
            board[row][col] = 0
    return False


if __name__ == "__main__":
    print_board(board)
    solve(board)
    print("Solved:")
    print_board(board)
