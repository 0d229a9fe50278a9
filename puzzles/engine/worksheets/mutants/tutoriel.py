"""Wrong versions of the functions of the fourth worksheet."""

from ...translation import gettext_noop
from .mutant import Mutant


def _mutant(key: str, name: str, text: str, mistake: str = "") -> Mutant:
    return Mutant("tutoriel", key, name, text, mistake)


TUTORIEL = (
    _mutant(
        "print_board",
        "bar-before-the-first-row",
        """
def print_board(board):
    for row in range(9):
        if row % 3 == 0:
            print("- " * 14)
        for col in range(9):
            if col % 3 == 0 and col != 0:
                print(" | ", end="")
            if col == 8:
                print(board[row][col])
            else:
                print(str(board[row][col]) + " ", end="")
""",
        gettext_noop("There is a line above the first row too."),
    ),
    _mutant(
        "print_board",
        "no-column-bars",
        """
def print_board(board):
    for row in range(9):
        if row % 3 == 0 and row != 0:
            print("- " * 14)
        print(" ".join(str(digit) for digit in board[row]))
""",
        gettext_noop("The bars between the columns are missing."),
    ),
    _mutant(
        "print_board",
        "no-line-ends",
        """
def print_board(board):
    for row in range(9):
        if row % 3 == 0 and row != 0:
            print("- " * 14)
        for col in range(9):
            if col % 3 == 0 and col != 0:
                print(" | ", end="")
            print(str(board[row][col]) + " ", end="")
""",
        gettext_noop("Everything is on one line: nothing ends a row."),
    ),
    _mutant(
        "find_empty",
        "column-and-row-swapped",
        """
def find_empty(board):
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                return col, row
    return None
""",
        gettext_noop("It gives column, row."),
    ),
    _mutant(
        "find_empty",
        "last-empty-cell",
        """
def find_empty(board):
    found = None
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                found = (row, col)
    return found
""",
        gettext_noop("It gives the last empty cell, not the first."),
    ),
    _mutant(
        "find_empty",
        "none-one-level-too-deep",
        """
def find_empty(board):
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                return row, col
        return None
""",
        gettext_noop("return None is indented too far: only the first row is checked."),
    ),
    _mutant(
        "find_empty",
        "column-by-column",
        """
def find_empty(board):
    for col in range(9):
        for row in range(9):
            if board[row][col] == 0:
                return row, col
    return None
""",
        gettext_noop("It looks column by column, not row by row."),
    ),
    _mutant(
        "is_valid",
        "counts-the-cell-itself",
        """
def is_valid(board, num, pos):
    row, col = pos
    if num in board[row] or num in [board[k][col] for k in range(9)]:
        return False
    top, left = row // 3 * 3, col // 3 * 3
    return num not in [board[top + k // 3][left + k % 3] for k in range(9)]
""",
        gettext_noop("The cell itself counts as a conflict."),
    ),
    _mutant(
        "is_valid",
        "box-forgotten",
        """
def is_valid(board, num, pos):
    row, col = pos
    for k in range(9):
        if board[row][k] == num and k != col:
            return False
        if board[k][col] == num and k != row:
            return False
    return True
""",
        gettext_noop("The box is not looked at."),
    ),
    _mutant(
        "is_valid",
        "row-and-column-swapped-in-the-box",
        """
def is_valid(board, num, pos):
    row, col = pos
    for k in range(9):
        if board[row][k] == num and k != col:
            return False
        if board[k][col] == num and k != row:
            return False
    top, left = col // 3 * 3, row // 3 * 3
    for r in range(top, top + 3):
        for c in range(left, left + 3):
            if board[r][c] == num and (r, c) != pos:
                return False
    return True
""",
        gettext_noop("Row and column are swapped in the box."),
    ),
    _mutant(
        "is_valid",
        "true-after-the-first-cell",
        """
def is_valid(board, num, pos):
    row, col = pos
    for k in range(9):
        if board[row][k] == num and k != col:
            return False
        if board[k][col] == num and k != row:
            return False
    top, left = row // 3 * 3, col // 3 * 3
    for r in range(top, top + 3):
        for c in range(left, left + 3):
            if board[r][c] == num and (r, c) != pos:
                return False
            return True
""",
        gettext_noop("The last return is indented too far: only the first cell is checked."),
    ),
    _mutant(
        "solve",
        "false-one-level-too-deep",
        """
def solve(board):
    find = find_empty(board)
    if not find:
        return True
    row, col = find
    for num in range(1, 10):
        if is_valid(board, num, (row, col)):
            board[row][col] = num
            if solve(board):
                return True
            board[row][col] = 0
        return False
""",
        gettext_noop("return False is indented too far: only the digit 1 is tried."),
    ),
    _mutant(
        "solve",
        "cell-not-emptied",
        """
def solve(board):
    find = find_empty(board)
    if not find:
        return True
    row, col = find
    for num in range(1, 10):
        if is_valid(board, num, (row, col)):
            board[row][col] = num
            if solve(board):
                return True
    return False
""",
        gettext_noop("On the way back the cell keeps its last digit."),
    ),
    _mutant(
        "solve",
        "nine-never-tried",
        """
def solve(board):
    find = find_empty(board)
    if not find:
        return True
    row, col = find
    for num in range(1, 9):
        if is_valid(board, num, (row, col)):
            board[row][col] = num
            if solve(board):
                return True
            board[row][col] = 0
    return False
""",
        gettext_noop("The digit 9 is never tried."),
    ),
    _mutant(
        "solve",
        "result-thrown-away",
        """
def solve(board):
    find = find_empty(board)
    if not find:
        return True
    row, col = find
    for num in range(1, 10):
        if is_valid(board, num, (row, col)):
            board[row][col] = num
            solve(board)
            return True
    return False
""",
        gettext_noop("The result of the call is thrown away: it always returns True."),
    ),
)
