"""A board: the 81 digits of a grid, whole or in part, as one frozen value."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .cells import CELLS, DIGITS, PEERS

EMPTY_MARKS = ".0*_-"

_NO_DIGIT = 255
_DIGIT_OF_CHARACTER = bytes(
    0 if chr(code) in EMPTY_MARKS else code - ord("0") if chr(code) in "123456789" else _NO_DIGIT
    for code in range(256)
)
_CHARACTER_OF_DIGIT = b".123456789".ljust(256)
_CELL_VALUES = frozenset(range(10))
_ALL_CANDIDATES = 0b111_111_111
_BAR = "------+-------+------"


class BoardError(ValueError):
    """What was given is not a board, a cell or a digit."""


def parse_line(line: str) -> bytes:
    """The digits of 81 characters, one byte each; each of `. 0 * _ -` is an empty cell. Raises BoardError."""
    if len(line) != 81:
        raise BoardError(f"a grid is 81 characters, got {len(line)}")
    digits = line.encode("latin-1", "replace").translate(_DIGIT_OF_CHARACTER)
    if _NO_DIGIT in digits:
        where = digits.index(_NO_DIGIT)
        expected = f"1 to 9, or one of {EMPTY_MARKS}"
        raise BoardError(f"character {where + 1} is {line[where]!r}: expected {expected}")
    return digits


def format_line(digits: Iterable[int]) -> str:
    """The 81 characters of these digits, with `.` for an empty cell."""
    return bytes(digits).translate(_CHARACTER_OF_DIGIT).decode("ascii")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Board:
    """81 digits in reading order, 0 for an empty cell. Equal digits in a house are allowed.

    Made of 81 numbers, or of a line as `from_line` reads it. It prints as a drawn grid.
    """

    digits: tuple[int, ...]

    def __init__(self, digits: Iterable[int] | str) -> None:
        values = tuple(parse_line(digits) if isinstance(digits, str) else digits)
        if len(values) != 81:
            raise BoardError(f"a board has 81 cells, got {len(values)}")
        if not _CELL_VALUES.issuperset(values):
            wrong = next(value for value in values if value not in _CELL_VALUES)
            raise BoardError(f"{wrong!r} is not a digit: expected 1 to 9, or 0 for an empty cell")
        object.__setattr__(self, "digits", values)

    def __repr__(self) -> str:
        return f"Board({self.to_line()!r})"

    def __str__(self) -> str:
        line = self.to_line()
        thirds = [" ".join(line[at : at + 3]) for at in range(0, 81, 3)]
        rows = [" | ".join(thirds[at : at + 3]) for at in range(0, 27, 3)]
        return "\n".join([*rows[:3], _BAR, *rows[3:6], _BAR, *rows[6:]])

    @classmethod
    def from_line(cls, line: str) -> "Board":
        """The board of 81 characters; each of `. 0 * _ -` is an empty cell. Raises BoardError."""
        return cls(tuple(parse_line(line)))

    def to_line(self) -> str:
        """The board as 81 characters, with `.` for an empty cell."""
        return format_line(self.digits)

    def __getitem__(self, cell: int) -> int:
        return self.digits[_checked(cell)]

    def __iter__(self) -> Iterator[int]:
        return iter(self.digits)

    def place(self, cell: int, digit: int) -> "Board":
        """The board with this digit in this cell, in place of any other. Raises BoardError."""
        if digit not in DIGITS:
            raise BoardError(f"{digit!r} is not a digit: expected 1 to 9")
        return self._with(cell, digit)

    def clear(self, cell: int) -> "Board":
        """The board with this cell empty. Raises BoardError."""
        return self._with(cell, 0)

    def candidates(self, cell: int) -> tuple[int, ...]:
        """The digits no peer of the cell holds, ascending; none for a filled cell."""
        if self[cell]:
            return ()
        taken = {self.digits[peer] for peer in PEERS[cell]}
        return tuple(digit for digit in DIGITS if digit not in taken)

    def candidate_masks(self) -> list[int]:
        """The candidates of all 81 cells as bits (digit d is bit d - 1); 0 for a filled cell."""
        masks = [_ALL_CANDIDATES] * 81
        for cell, digit in enumerate(self.digits):
            if digit:
                masks[cell] = 0
                for peer in PEERS[cell]:
                    masks[peer] &= ~(1 << digit - 1)
        return masks

    @property
    def empty_cells(self) -> tuple[int, ...]:
        """The cells without a digit, ascending."""
        return tuple(cell for cell in CELLS if not self.digits[cell])

    @property
    def clue_count(self) -> int:
        """How many cells hold a digit."""
        return 81 - self.digits.count(0)

    @property
    def is_complete(self) -> bool:
        """Whether every cell holds a digit, right or wrong."""
        return 0 not in self.digits

    def _with(self, cell: int, digit: int) -> "Board":
        _checked(cell)
        return Board((*self.digits[:cell], digit, *self.digits[cell + 1 :]))


EMPTY_BOARD = Board((0,) * 81)


def _checked(cell: int) -> int:
    # A negative cell would otherwise count from the end, silently.
    if cell not in CELLS:
        raise BoardError(f"{cell!r} is not a cell: expected a number from 0 to 80")
    return cell
