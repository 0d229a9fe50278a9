"""The recorder of a run: the hooks in a program call it, and each change of the grid becomes an event."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from .grid_reader import digits_being_written, open_digit_of
from .grids import line_of
from .oracle import is_valid_full

if TYPE_CHECKING:
    from typing import Any

    from .event_stream import EventStream

FOLLOWED_EVENTS = 2_000_000
# The clock is looked at after each piece, and after this many calls of a function that may write.
_CALLS_A_LOOK = 8192
# Operations of events. Those below 18 are numbers of `Operation` in runs/events.py, which the judge cannot
# import: Brython has no `enum`, and the bundle only this package.
PLACE, RETURN, SOLUTION, OVER = 1, 2, 5, 6
REPLACE = 18  # a digit is written over another one
RAISED = 19  # the program broke off
WRONG = 20  # the grid is full, but not valid
CUT = 21  # the run goes on, but is not followed any further
BEHIND = 81
_FEW_GIVENS = 8


class CutError(BaseException):
    """The run is cut here, after too many events or too much time.

    Not an Exception: `except Exception` in a program lets it through.
    """


class Recorder:
    """Its methods are the hooks in a program: they compare each written cell with its digit before."""

    def __init__(
        self, grid: str, calls: list[int], stream: EventStream | None, ends_at: float | None = None
    ) -> None:
        self.shadow = [int(sign) if sign in "123456789" else 0 for sign in grid]
        self._givens = [(cell // 9, cell % 9, digit) for cell, digit in enumerate(self.shadow) if digit]
        self._calls = calls
        self._calls_before = 0
        self._stream = stream
        self._ends_at = ends_at
        self._grid: Any = None
        self._rows: list[Any] = []
        self._stack: list[tuple[int, tuple[Any, ...]]] = []
        self._common = 0
        self._filled = len(self._givens)
        self._last_line = 0
        self.placements = self.replaced = self.returns = self.solutions = 0
        self.length = self.deepest = 0
        self.is_cut = self.is_late = self._is_finished = False

    def watch(self, grid: Any) -> None:
        """Follow this object as the grid."""
        self._grid = grid
        self._rows = [grid[row] for row in range(9)] if size_of(grid) == 9 else []

    def hooks(self) -> dict[str, Any]:
        """The names that an instrumented program calls."""
        return {
            "__wrote__": self.wrote,
            "__wrote_deep__": self.wrote_deep,
            "__wrote_one__": self.wrote_one,
            "__look__": self.look,
            "__enter__": self.enter,
            "__leave__": self.leave,
            "__caught__": self.caught,
            "__calls__": self._calls,
        }

    # The hooks

    def wrote(self, line: int, base: Any, i: Any, j: Any) -> None:
        """`base[i][j]` or `base[i, j]` was written."""
        if base is not self._grid and not self._follow(line, base, i, j):
            return
        try:
            value = base[i][j]
            cell = 9 * (i if i >= 0 else i + 9) + (j if j >= 0 else j + 9)
        except (TypeError, IndexError, KeyError):
            self.look(line)
            return
        old = self.shadow[cell]
        if type(value) is not int or value < 0 or value > 9:
            value = open_digit_of(value)
            if value is None:
                return
        if value != old:
            self._change(line, cell, old, value)

    def wrote_deep(self, line: int, base: Any, i: Any, j: Any) -> None:
        """An element of a list was written into: one of several grids, not of a table by digits."""
        if base is self._grid or len(self._givens) >= _FEW_GIVENS:
            self.wrote(line, base, i, j)

    def wrote_one(self, line: int, base: Any, k: Any) -> None:
        """`base[k]` was written: a cell of a row, a cell of a flat grid or a dictionary, or a whole row."""
        rows = self._rows
        for row in range(len(rows)):
            if rows[row] is base:
                self.wrote(line, self._grid, row, k)
                return
        if base is self._grid or (self._is_grid_like(base) and self._agrees(base, -1, -1)):
            if base is not self._grid or rows:
                self.watch(base)
            self.look(line)

    def look(self, line: int) -> None:
        """Something was written in another way: compare the whole grid."""
        found = digits_being_written(self._grid) or ()
        changed = [
            (cell, digit)
            for cell, digit in enumerate(found)
            if digit is not None and digit != self.shadow[cell]
        ]
        for is_filled in (False, True):
            for cell, digit in changed:
                if bool(digit) == is_filled:
                    self._change(line, cell, self.shadow[cell], digit)

    def enter(self, function: int, arguments: tuple[Any, ...]) -> int:
        """A call begins; how many were open before."""
        count = self._calls[function] + 1
        self._calls[function] = count
        if count % _CALLS_A_LOOK == 0 and self._is_out_of_time():
            # A loop that writes no more ends here.
            raise CutError
        depth = len(self._stack)
        self._stack.append((function, arguments))
        return depth

    def leave(self, depth: int, value: Any) -> Any:
        """A call ends; its value."""
        del self._stack[depth:]
        if depth < self._common:
            self._common = depth
        return value

    def caught(self, depth: int) -> None:
        """An error was caught in the call at this depth: the calls above it have ended."""
        del self._stack[depth + 1 :]
        if depth + 1 < self._common:
            self._common = depth + 1

    # What became of it

    def finish(self, ended: dict[str, Any]) -> None:
        """Close the run with its end, if its last event does not show it."""
        self._is_finished = True
        if ended["ended"] == "returned":
            self.look(self._last_line)
        self._stack = []
        self._common = 0
        if ended["ended"] == "raised":
            self._record(10 * RAISED, BEHIND, ended["line"] or 0)
        elif ended["ended"] in ("cut", "late"):
            self._record(10 * CUT, BEHIND, 0)
        elif not self.solutions:
            self._record(10 * OVER, BEHIND, 0)

    def summary(self) -> dict[str, Any]:
        """What the run did in all."""
        return {
            "exact": not self.is_cut,
            "length": self.length,
            "grid": "".join(map(str, self.shadow)),
            "totals": {
                "placements": self.placements + self.replaced,
                "replaced": self.replaced,
                "returns": self.returns + self.replaced,
                "calls": sum(self._calls),
                "solutions": self.solutions,
                "depth": self.deepest,
            },
        }

    def _change(self, line: int, cell: int, old: int, digit: int) -> None:
        self.shadow[cell] = digit
        if not digit:
            self.returns += 1
            self._filled -= 1
            self._record(10 * RETURN + old, cell, line)
            return
        if old:
            self.replaced += 1
            self._record(10 * REPLACE + digit, cell, line)
        else:
            self.placements += 1
            self._filled += 1
            self._record(10 * PLACE + digit, cell, line)
        if self._filled == 81:
            is_solved = is_valid_full(line_of(self.shadow))
            self.solutions += is_solved
            self._record(10 * (SOLUTION if is_solved else WRONG), BEHIND, line)

    def _record(self, code: int, cell: int, line: int) -> None:
        self.length += 1
        self._last_line = line
        depth = len(self._stack)
        if depth > self.deepest:
            self.deepest = depth
        if self._stream is not None:
            calls = sum(self._calls)
            is_whole = self._stream.add(
                code, cell, line, self._common, self._stack, calls - self._calls_before
            )
            self._calls_before = calls
            self._common = depth
            if is_whole:
                self._end_piece(self._stream, code, cell)
        if self._is_finished:
            return
        if self.length >= FOLLOWED_EVENTS:
            self.is_cut = True
        if self.is_cut:
            raise CutError

    def _end_piece(self, stream: EventStream, code: int, cell: int) -> None:
        stream.end_piece(
            {
                "grid": "".join(map(str, self.shadow)),
                "last": [code, cell],
                "counters": {
                    "placements": self.placements + self.replaced,
                    "returns": self.returns + self.replaced,
                    "calls": self._calls_before,
                    "solutions": self.solutions,
                },
            },
            self._stack,
        )
        self._is_out_of_time()

    def _is_out_of_time(self) -> bool:
        """Whether the run has no time left; if so, mark it as cut."""
        if self._ends_at is not None and perf_counter() > self._ends_at and not self._is_finished:
            self.is_cut = self.is_late = True
        return self.is_late

    # Which object is the grid

    def _follow(self, line: int, base: Any, i: Any, j: Any) -> bool:
        """Follow another object instead if it is a copy of the grid. Return whether it is."""
        if not self._is_grid_like(base) or not self._agrees(base, i, j):
            return False
        self.watch(base)
        self.look(line)
        return True

    def _is_grid_like(self, base: Any) -> bool:
        size = size_of(base)
        if size != 9:
            return size == 81
        try:
            return (
                size_of(base[0]) == 9 and not hasattr(base[0][0], "append") and type(base[0][0]) is not bool
            )
        except (TypeError, KeyError, IndexError):
            return False

    def _agrees(self, base: Any, i: Any, j: Any) -> bool:
        """Whether it holds the givens, whatever was written at (i, j) just now.

        Many tables agree with a grid of few givens; then every digit of the table must be in the grid too.
        """
        try:
            if len(self._givens) >= _FEW_GIVENS and size_of(base) == 9:
                for row, column, digit in self._givens:
                    if (
                        base[row][column] != digit
                        and (row != i or column != j)
                        and open_digit_of(base[row][column]) != digit
                    ):
                        return False
                return True
        except (TypeError, KeyError, IndexError):
            return False
        found = digits_being_written(base)
        if found is None:
            return False
        different = [cell for cell in range(81) if found[cell] not in (0, self.shadow[cell])]
        missing = [row for row, column, digit in self._givens if found[9 * row + column] != digit]
        return len(different) <= 1 and len(missing) <= 1


def size_of(value: Any) -> int:
    if isinstance(value, str):
        return 0
    try:
        return len(value)
    except TypeError:
        return 0
