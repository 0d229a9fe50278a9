"""E (see `runs/__init__.py`): place what is forced, and try only where the choice is smallest.

The candidates are 81 masks. When a choice fails, one event takes back everything placed since.
"""

from collections.abc import Generator, Iterator

from ..bits import ALL_DIGITS, digits_of
from ..board import Board
from ..cells import CELLS, HOUSES, PEERS
from .events import Counters, Event, Operation, Piece, PieceBuffer, State

Pieces = Generator[Piece, None, bool]


class SmallestChoice:
    """One search, yielded in pieces."""

    def __init__(self, board: Board) -> None:
        self._digits = bytearray(board)
        self._candidates = [0 if digit else ALL_DIGITS for digit in board]
        self._levels = bytearray(81)
        self._buffer = PieceBuffer()
        self._tests = self._placements = self._returns = self._removals = self._solutions = 0

    def pieces(self) -> Iterator[Piece]:
        """The run from its start to its end."""
        for cell, digit in enumerate(bytes(self._digits)):
            self._remove(digit, PEERS[cell], Operation.REMOVE_GIVEN)
            if self._buffer.is_full:
                yield self._piece()
        is_solved = yield from self._search(0)
        self._solutions = int(is_solved)
        self._buffer.record(Operation.SOLUTION if is_solved else Operation.OVER)
        yield self._piece()

    def _search(self, level: int) -> Pieces:
        """Fill the rest of the grid. Returns whether that was possible."""
        if not (yield from self._propagate(level)):
            return False
        choices = [cell for cell in CELLS if not self._digits[cell]]
        if not choices:
            return True
        cell = min(choices, key=lambda choice: self._candidates[choice].bit_count())
        for digit in digits_of(self._candidates[cell]):
            before = bytes(self._digits), list(self._candidates), bytes(self._levels)
            self._tests += 1
            if self._place(Operation.CHOOSE, cell, digit, level + 1) and (yield from self._search(level + 1)):
                return True
            self._digits[:], self._candidates, self._levels[:] = before
            self._returns += 1
            self._buffer.record(Operation.RETURN, cell, digit)
            if self._buffer.is_full:
                yield self._piece()
        return False

    def _propagate(self, level: int) -> Pieces:
        """Place what is forced. Returns whether every empty cell keeps a candidate."""
        is_possible = all(self._digits[cell] or self._candidates[cell] for cell in CELLS)
        while is_possible and (forced := _naked(self._candidates) or _hidden(self._candidates)):
            is_possible = self._place(*forced, level)
            if self._buffer.is_full:
                yield self._piece()
        return is_possible

    def _place(self, operation: Operation, cell: int, digit: int, level: int) -> bool:
        self._buffer.record(operation, cell, digit)
        self._placements += 1
        self._digits[cell] = digit
        self._levels[cell] = level
        self._candidates[cell] = 0
        return self._remove(digit, PEERS[cell], Operation.REMOVE)

    def _remove(self, digit: int, peers: tuple[int, ...], operation: Operation) -> bool:
        """Remove a candidate from cells; gives whether each keeps one, and stops where one does not."""
        bit = 1 << digit >> 1
        for peer in peers:
            if self._candidates[peer] & bit:
                self._candidates[peer] ^= bit
                self._removals += 1
                self._buffer.record(operation, peer, digit)
                if not self._candidates[peer] and operation == Operation.REMOVE:
                    return False
        return True

    def _piece(self) -> Piece:
        codes, cells = self._buffer.take()
        counters = Counters(
            tests=self._tests,
            placements=self._placements,
            returns=self._returns,
            writes=self._removals,
            useful_writes=self._removals,
            solutions=self._solutions,
        )
        last = Event.from_bytes(codes[-1], cells[-1])
        masks, levels = tuple(self._candidates), bytes(self._levels)
        return Piece(codes, cells, State(bytes(self._digits), last, counters, masks, levels))


def _naked(candidates: list[int]) -> tuple[Operation, int, int] | None:
    """The first cell with one candidate."""
    for cell, mask in enumerate(candidates):
        if mask and not mask & (mask - 1):
            return Operation.PLACE_NAKED, cell, mask.bit_length()
    return None


def _hidden(candidates: list[int]) -> tuple[Operation, int, int] | None:
    """The first digit, house by house, that one cell alone can take."""
    for house in HOUSES:
        # Digits that at least one cell, and at least two cells, can take.
        once = twice = 0
        for cell in house:
            twice |= once & candidates[cell]
            once |= candidates[cell]
        single = once & ~twice
        if single:
            bit = single & -single
            cell = next(cell for cell in house if candidates[cell] & bit)
            return Operation.PLACE_HIDDEN, cell, bit.bit_length()
    return None
