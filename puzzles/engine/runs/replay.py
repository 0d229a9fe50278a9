"""Replay events: the next state after an event, and the tests made before it.

The rules, which the script of the viewer follows too (reducer.js); `runs/__init__.py` explains the letters:

- A placement writes its digit into its cell. RETURN empties its cell in A; in B and D the digit stays
  until the next one replaces it or the run leaves the cell for good (B: the RETREAT from it; D: a RETURN to
  an earlier cell, or OVER, which empty every cell behind).
- The tests of A and B lead from the digit a cell had to the one it gets: before PLACE d, the digits from
  the one after the last tried up to d; before what leaves the cell, all that are left up to 9. D looks for
  all nine digits when it comes to a cell, and for none when it comes back. C looks at every empty cell up
  to the one it fills, or at all of them. E tests one digit with each CHOOSE.
- RETURN in E takes back what was placed since its choice: every cell whose level is that of the choice or
  deeper. The candidates are then those that the digits left allow.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

from ..bits import ALL_DIGITS
from ..board import Board
from .events import (
    PLACEMENTS,
    REMOVALS,
    REPEATED_WRITES,
    USEFUL_WRITES,
    Counters,
    Event,
    Operation,
    State,
)


class DigitTest(NamedTuple):
    """One test: a digit tried in a cell; 0 where the cell as a whole is looked at (C)."""

    cell: int
    digit: int


class Player(ABC):
    """A state that events change. One subclass for each kind of algorithm."""

    # Whether the solver is recursive.
    is_recursive = True

    def __init__(self, state: State, givens: bytes) -> None:
        self.givens = givens
        self.digits = bytearray(state.digits)
        self.last = state.last
        self.masks = list(state.masks)
        self.levels = bytearray(state.levels)
        self._counts = state.counters._asdict()

    @classmethod
    def start(cls, board: Board) -> State:
        """The state before the first event."""
        return State(bytes(board))

    @classmethod
    def depth(cls, state: State, givens: bytes) -> int:
        """The depth of the call stack, or one more than there are open choices; 0 without recursion."""
        return 0

    def state(self) -> State:
        """The state now."""
        counters = Counters(**self._counts)
        return State(bytes(self.digits), self.last, counters, tuple(self.masks), bytes(self.levels))

    def apply(self, event: Event) -> None:
        """Apply an event, and count the tests before it."""
        operation = event.operation
        self._counts["tests"] += len(self.tests_before(event))
        self._counts["placements"] += operation in PLACEMENTS
        self._counts["returns"] += operation == Operation.RETURN
        self._counts["forward"] += operation == Operation.ADVANCE
        self._counts["backward"] += operation == Operation.RETREAT
        self._counts["writes"] += (
            operation in USEFUL_WRITES or operation in REPEATED_WRITES or operation in REMOVALS
        )
        self._counts["useful_writes"] += operation in USEFUL_WRITES or operation in REMOVALS
        self._counts["solutions"] += operation == Operation.SOLUTION
        self._change(event)
        self.last = event

    @abstractmethod
    def tests_before(self, event: Event) -> list[DigitTest]:
        """The tests made since the last event that led to this one, in order."""

    def _change(self, event: Event) -> None:
        if event.operation in PLACEMENTS:
            self.digits[event.cell] = event.digit


class RecursionPlayer(Player):
    """A: a return empties its cell."""

    @classmethod
    def depth(cls, state: State, givens: bytes) -> int:
        """One call for each placed digit, and one that looks for the next."""
        filled = sum(map(bool, state.digits)) - sum(map(bool, givens))
        return filled + (state.last.operation != Operation.PLACE)

    def tests_before(self, event: Event) -> list[DigitTest]:
        """From the digit after the last tried."""
        if self.last.operation == Operation.RETURN:
            cell, before = self.last.cell, self.last.digit
        elif self.last.operation == Operation.SOLUTION:
            return []
        else:
            cell, before = self.digits.find(0), 0
        return _tried(cell, before, event)

    def _change(self, event: Event) -> None:
        super()._change(event)
        if event.operation == Operation.RETURN:
            self.digits[event.cell] = 0


class ListPlayer(Player):
    """D: the possible digits are listed once; a digit stays until it is replaced."""

    @classmethod
    def depth(cls, state: State, givens: bytes) -> int:
        """A call for each cell up to the last one."""
        is_outside = state.last.operation in (Operation.START, Operation.OVER)
        return 1 if is_outside else state.last.cell + 1

    def tests_before(self, event: Event) -> list[DigitTest]:
        """All nine digits, when the run reaches a cell for the first time."""
        cell = self.digits.find(0)
        if cell < 0 or self.last.operation not in (Operation.START, Operation.PLACE):
            return []
        return [DigitTest(cell, digit) for digit in range(1, 10)]

    def _change(self, event: Event) -> None:
        super()._change(event)
        if event.operation == Operation.RETURN:
            self.digits[event.cell + 1 :] = self.givens[event.cell + 1 :]
        elif event.operation == Operation.OVER:
            self.digits[:] = self.givens


class MovesPlayer(Player):
    """B: the retreat from a cell empties it; the retreat into one is a return."""

    is_recursive = False

    def tests_before(self, event: Event) -> list[DigitTest]:
        """From the number after the one in the cell, where there is a cell that is not protected."""
        ends = (Operation.SOLUTION, Operation.OVER)
        if self.last.operation == Operation.PLACE or event.operation in ends or self.givens[self.last.cell]:
            return []
        return _tried(self.last.cell, self.digits[self.last.cell], event)

    def _change(self, event: Event) -> None:
        super()._change(event)
        if event.operation == Operation.RETREAT:
            self.digits[self.last.cell] = self.givens[self.last.cell]
            self._counts["returns"] += event.cell >= 0 and not self.givens[event.cell]


class TablePlayer(Player):
    """C: the masks are M."""

    is_recursive = False

    @classmethod
    def start(cls, board: Board) -> State:
        """With an empty table."""
        return State(bytes(board), masks=(0,) * 81)

    def tests_before(self, event: Event) -> list[DigitTest]:
        """Every empty cell up to the one that is filled."""
        if event.operation not in (Operation.PLACE, Operation.SOLUTION, Operation.OVER):
            return []
        return [DigitTest(cell, 0) for cell in range(min(event.cell + 1, 81)) if not self.digits[cell]]

    def _change(self, event: Event) -> None:
        super()._change(event)
        if event.operation in USEFUL_WRITES:
            self.masks[event.cell] |= 1 << event.digit - 1


class ChoicePlayer(Player):
    """E: the masks are the candidates; a return takes back all cells of its level and deeper."""

    @classmethod
    def start(cls, board: Board) -> State:
        """With all digits in each empty cell."""
        masks = tuple(0 if digit else ALL_DIGITS for digit in board)
        return State(bytes(board), masks=masks, levels=bytes(81))

    @classmethod
    def depth(cls, state: State, givens: bytes) -> int:
        """One more than choices are open."""
        return max(state.levels) + 1

    def tests_before(self, event: Event) -> list[DigitTest]:
        """The digit that is chosen."""
        return [DigitTest(event.cell, event.digit)] if event.operation == Operation.CHOOSE else []

    def _change(self, event: Event) -> None:
        super()._change(event)
        if event.operation in PLACEMENTS:
            self.masks[event.cell] = 0
            self.levels[event.cell] = max(self.levels) + (event.operation == Operation.CHOOSE)
        elif event.operation in REMOVALS:
            self.masks[event.cell] &= ~(1 << event.digit - 1)
        elif event.operation == Operation.RETURN:
            self._take_back(self.levels[event.cell])

    def _take_back(self, level: int) -> None:
        for cell in range(81):
            if self.levels[cell] >= level:
                self.digits[cell] = self.levels[cell] = 0
        self.masks = Board(tuple(self.digits)).candidate_masks()


def _tried(cell: int, before: int, event: Event) -> list[DigitTest]:
    """The digits tried in a cell: up to the one placed there, or up to 9 when the cell is left."""
    if cell < 0:
        return []
    upto = event.digit if event.operation == Operation.PLACE else 9
    return [DigitTest(cell, digit) for digit in range(before + 1, upto + 1)]
