"""A and D (see `runs/__init__.py`): cells in reading order, by recursion; one solution or all.

Instead of recursion there is a level, the number of filled cells: millions of events must be quick. The tests
prove that the course's functions do the same placements, returns and tests.
"""

from collections.abc import Iterator

from ..board import Board
from .events import BEHIND, FULL, Counters, Event, Operation, Piece, State
from .fitting_grid import FittingGrid

_PLACE, _RETURN = 10 * Operation.PLACE, 10 * Operation.RETURN
_SOLUTION, _OVER = 10 * Operation.SOLUTION, 10 * Operation.OVER

# How many tests lead from one digit of a cell (row) to the next one that fits (column; 0: none).
_ONE_BY_ONE = [[(digit or 9) - before for digit in range(10)] for before in range(10)]
_ALL_AT_FIRST = [[0 if before else 9 for _ in range(10)] for before in range(10)]


class ReadingOrder:
    """One search, yielded in pieces.

    `lists_digits` is D: all possible digits of a cell are found at once, and a digit that failed stays until
    the next one replaces it or the run leaves the cell.
    """

    def __init__(self, board: Board, *, every_solution: bool = False, lists_digits: bool = False) -> None:
        self._grid = FittingGrid(board)
        self._empty = board.empty_cells
        self._level = 0
        self._counters = Counters()
        self._every_solution = every_solution
        self._lists_digits = lists_digits
        self._costs = _ALL_AT_FIRST if lists_digits else _ONE_BY_ONE

    def pieces(self) -> Iterator[Piece]:
        """The run from its start to its end."""
        goes_on = True
        while goes_on:
            codes, cells = bytearray(), bytearray()
            goes_on = self._record(codes, cells)
            state = self._state(Event.from_bytes(codes[-1], cells[-1]))
            yield Piece(bytes(codes), bytes(cells), state)

    def _record(self, codes: bytearray, cells: bytearray) -> bool:
        """Record events until the piece is full. Returns whether the run goes on."""
        tests, placements, returns, *_, solutions = self._counters
        empty, level, costs, digits = self._empty, self._level, self._costs, self._grid.digits
        goes_on = True
        while goes_on and len(codes) < FULL:
            if level < len(empty):
                cell = empty[level]
                before = digits[cell]
                digit = self._grid.next_digit(cell)
                tests += costs[before][digit]
                if digit:
                    codes.append(_PLACE + digit)
                    cells.append(cell)
                    placements += 1
                    level += 1
                    continue
            else:
                codes.append(_SOLUTION)
                cells.append(BEHIND)
                solutions += 1
                goes_on = self._every_solution
            if goes_on and level:
                level -= 1
                codes.append(_RETURN + digits[empty[level]])
                cells.append(empty[level])
                returns += 1
            elif goes_on:
                codes.append(_OVER)
                cells.append(BEHIND)
                goes_on = False
        self._level = level
        self._counters = Counters(tests, placements, returns, solutions=solutions)
        return goes_on

    def _state(self, last: Event) -> State:
        digits = bytearray(self._grid.digits)
        if last.operation == Operation.RETURN and not self._lists_digits:
            digits[last.cell] = 0
        return State(bytes(digits), last, self._counters)
