"""The statements of the fourth worksheet's text that do the operations."""

from ..events import Operation

STATEMENTS = {
    Operation.PLACE: ("solve", "board[row][col] = num", 1),
    Operation.RETURN: ("solve", "board[row][col] = 0", 1),
    Operation.SOLUTION: ("solve", "return True", 1),
    Operation.OVER: ("solve", "return False", 1),
}
