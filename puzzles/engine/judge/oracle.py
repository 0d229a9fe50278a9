"""The test oracle: candidates and solutions of a line of 81 characters, for the expected answers.

It works on cell numbers (0-80), never on nine lists with row and column, so that a student who reads it in
the browser cannot hand it in as a function of a worksheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .grids import digits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROW = tuple(tuple(range(9 * row, 9 * row + 9)) for row in range(9))
COLUMN = tuple(tuple(range(column, 81, 9)) for column in range(9))
BOX = tuple(
    tuple(corner + 9 * down + right for down in range(3) for right in range(3))
    for corner in (0, 3, 6, 27, 30, 33, 54, 57, 60)
)
HOUSES = ROW + COLUMN + BOX
BOX_OF = tuple(next(box for box in BOX if cell in box) for cell in range(81))
PEERS = tuple(
    tuple(sorted({peer for house in HOUSES if cell in house for peer in house} - {cell}))
    for cell in range(81)
)


def present(line: Sequence[str], cells: Iterable[int]) -> list[int]:
    """The digits in some cells, in the order of the cells."""
    return [int(line[cell]) for cell in cells if line[cell] != "."]


def candidates(line: Sequence[str], cell: int) -> list[int]:
    """The digits no peer of a cell has, ascending; the cell's own digit does not count."""
    taken = present(line, PEERS[cell])
    return [digit for digit in range(1, 10) if digit not in taken]


def has_conflict(line: str) -> bool:
    """Whether two peers have the same digit."""
    return any(line[cell] != "." and line[cell] == line[peer] for cell in range(81) for peer in PEERS[cell])


def is_valid_full(line: str) -> bool:
    """Whether every house has all nine digits."""
    return "." not in line and all(len({line[cell] for cell in house}) == 9 for house in HOUSES)


def completes(line: str, start: str, first: int = 0) -> bool:
    """Whether `line` is `start` with all empty cells from `first` on filled, without a conflict at them."""
    for cell in range(81):
        if cell >= first and start[cell] == ".":
            if line[cell] in ".?" or any(line[cell] == line[peer] for peer in PEERS[cell]):
                return False
        elif line[cell] != start[cell]:
            return False
    return True


_solutions: dict[tuple[str, int, int], list[str]] = {}


def solutions(line: str, *, limit: int = 2, first: int = 0) -> list[str]:
    """Up to `limit` lines that fill the empty cells from `first` on. Conflicts of the givens stay.

    Answers are remembered: an exercise asks for those of a case more than once.
    """
    asked = line, limit, first
    if asked not in _solutions:
        if len(_solutions) > 100:
            _solutions.clear()
        _solutions[asked] = _solved(line, limit, first)
    return _solutions[asked][:]


def _solved(line: str, limit: int, first: int) -> list[str]:
    digits = digits_of(line)
    masks = [0] * 81
    for cell in range(81):
        for peer in PEERS[cell]:
            if digits[peer]:
                masks[cell] |= 1 << digits[peer]
    found: list[str] = []
    _search(digits, masks, [cell for cell in range(first, 81) if not digits[cell]], limit, found)
    return found


def _search(digits: list[int], masks: list[int], open_cells: list[int], limit: int, found: list[str]) -> None:
    if not open_cells:
        found.append("".join(str(digit) if digit else "." for digit in digits))
        return
    best, fewest = -1, 10
    for cell in open_cells:
        count = 9 - _BITS[masks[cell] >> 1]
        if count < fewest:
            best, fewest = cell, count
    rest = [cell for cell in open_cells if cell != best]
    for digit in range(1, 10):
        if not masks[best] >> digit & 1:
            bit = 1 << digit
            touched = [peer for peer in PEERS[best] if not masks[peer] & bit]
            digits[best] = digit
            for peer in touched:
                masks[peer] |= bit
            _search(digits, masks, rest, limit, found)
            digits[best] = 0
            for peer in touched:
                masks[peer] ^= bit
            if len(found) >= limit:
                return


_BITS = tuple(bin(mask).count("1") for mask in range(512))
