"""B (see `runs/__init__.py`): forward while a number fits, backward when none does, without recursion."""

from collections.abc import Iterator

from ..board import Board
from .events import BEFORE, BEHIND, FULL, Counters, Event, Operation, Piece, State
from .fitting_grid import FittingGrid

_PLACE, _ADVANCE, _RETREAT = 10 * Operation.PLACE, 10 * Operation.ADVANCE, 10 * Operation.RETREAT
_SOLUTION, _OVER = 10 * Operation.SOLUTION, 10 * Operation.OVER


class ForwardBackward:
    """One search, yielded in pieces. A retreat into a cell that is not protected counts as a return."""

    def __init__(self, board: Board) -> None:
        self._grid = FittingGrid(board)
        self._is_protected = [digit > 0 for digit in board]
        self._cell = 0
        self._is_forward = True
        self._counters = Counters()

    def pieces(self) -> Iterator[Piece]:
        """The run from its start to its end."""
        is_over = False
        while not is_over:
            codes, cells = bytearray(), bytearray()
            self._record(codes, cells)
            is_over = self._cell in (-1, BEHIND)
            if is_over:
                codes.append(_OVER if self._cell < 0 else _SOLUTION)
                cells.append(BEHIND)
                self._counters = self._counters._replace(solutions=int(self._cell == BEHIND))
            last = Event.from_bytes(codes[-1], cells[-1])
            yield Piece(bytes(codes), bytes(cells), State(bytes(self._grid.digits), last, self._counters))

    def _record(self, codes: bytearray, cells: bytearray) -> None:
        """Record passes of the loop until the piece is full or the run leaves the grid."""
        tests, placements, returns, forward, backward, *_ = self._counters
        cell, is_forward, is_protected = self._cell, self._is_forward, self._is_protected
        while len(codes) < FULL and 0 <= cell < BEHIND:
            if not is_protected[cell]:
                before = self._grid.digits[cell]
                digit = self._grid.next_digit(cell)
                is_forward = digit > 0
                tests += (digit or 9) - before
                if is_forward:
                    codes.append(_PLACE + digit)
                    cells.append(cell)
                    placements += 1
            if is_forward:
                cell += 1
                codes.append(_ADVANCE)
                cells.append(cell)
                forward += 1
            else:
                cell -= 1
                codes.append(_RETREAT)
                cells.append(cell if cell >= 0 else BEFORE)
                backward += 1
                if cell >= 0 and not is_protected[cell]:
                    returns += 1
        self._cell, self._is_forward = cell, is_forward
        self._counters = Counters(tests, placements, returns, forward, backward)
