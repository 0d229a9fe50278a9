"""C (see `runs/__init__.py`): the simple method with its table M; each write to M is an event.

M is 81 masks here. As in the course's text, a digit is forbidden in the 8 + 8 + 8 other cells of its row,
column and box, never in its own: 24 writes to 20 cells, since four cells of the box are also in the row or
the column.
"""

from collections.abc import Iterator

from ..bits import ALL_DIGITS
from ..board import Board
from ..cells import BOXES, COLUMNS, ROWS, box_of, column_of, row_of
from ..rules import is_valid
from .events import Counters, Event, Operation, Piece, PieceBuffer, State

_LINES = (
    (Operation.WRITE_ROW, Operation.WRITE_ROW_AGAIN, ROWS, row_of),
    (Operation.WRITE_COLUMN, Operation.WRITE_COLUMN_AGAIN, COLUMNS, column_of),
    (Operation.WRITE_BOX, Operation.WRITE_BOX_AGAIN, BOXES, box_of),
)


class SimpleMethod:
    """One run, yielded in pieces."""

    def __init__(self, board: Board) -> None:
        self._digits = bytearray(board)
        self._forbidden = [0] * 81
        self._buffer = PieceBuffer()
        self._tests = self._placements = self._writes = self._useful = 0

    def pieces(self) -> Iterator[Piece]:
        """The run from its start to its end."""
        for given in [cell for cell, digit in enumerate(self._digits) if digit]:
            self._forbid(given, self._digits[given])
            if self._buffer.is_full:
                yield self._piece()
        while (cell := self._simple_cell()) is not None:
            digit = (~self._forbidden[cell] & ALL_DIGITS).bit_length()
            self._digits[cell] = digit
            self._placements += 1
            self._buffer.record(Operation.PLACE, cell, digit)
            self._forbid(cell, digit)
            if self._buffer.is_full:
                yield self._piece()
        is_solved = is_valid(Board(tuple(self._digits)))
        self._buffer.record(Operation.SOLUTION if is_solved else Operation.OVER)
        yield self._piece(solutions=int(is_solved))

    def _simple_cell(self) -> int | None:
        """The first empty cell with eight digits forbidden; each empty cell looked at is a test."""
        for cell, digit in enumerate(self._digits):
            if not digit:
                self._tests += 1
                if self._forbidden[cell].bit_count() == 8:
                    return cell
        return None

    def _forbid(self, cell: int, digit: int) -> None:
        bit = 1 << digit - 1
        for useful, again, houses, house_of in _LINES:
            for other in houses[house_of(cell)]:
                if other == cell:
                    continue
                is_useful = not self._forbidden[other] & bit
                self._buffer.record(useful if is_useful else again, other, digit)
                self._forbidden[other] |= bit
                self._writes += 1
                self._useful += is_useful

    def _piece(self, solutions: int = 0) -> Piece:
        codes, cells = self._buffer.take()
        counters = Counters(
            tests=self._tests,
            placements=self._placements,
            writes=self._writes,
            useful_writes=self._useful,
            solutions=solutions,
        )
        last = Event.from_bytes(codes[-1], cells[-1])
        return Piece(codes, cells, State(bytes(self._digits), last, counters, tuple(self._forbidden)))
