"""The statements of the second worksheet's text that do the operations."""

from ..events import Operation

STATEMENTS = {
    Operation.PLACE: ("solve", "grid[y][x] = n", 1),
    Operation.RETURN: ("solve", "grid[y][x] = 0", 1),
    Operation.SOLUTION: ("solve", 'print(grid[i][j], end="")', 1),
    Operation.OVER: ("solve", "return", 1),
}
