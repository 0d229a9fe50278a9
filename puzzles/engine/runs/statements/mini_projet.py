"""The statements of the fifth worksheet's text that do the operations."""

from ..events import Operation

STATEMENTS = {
    Operation.PLACE: ("resoudre", "S[i][j] = k", 1),
    Operation.RETURN: ("resoudre", "if resoudre(S, a, b):", 1),
    Operation.SOLUTION: ("resoudre", "return True", 1),
    Operation.OVER: ("resoudre", "return False", 1),
}
