"""Grids to judge with, as lines of 81 characters (`.` is empty); random ones are the same everywhere.

Those for solvers are cheap for a naive search in reading order, by rows or columns, 1 to 9 or 9 to 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

EMPTY = "." * 81

# The grids of the worksheets, in their order; each has one solution but the second's, which has two.
PROJET_INSA = "79.3.41.8.....6.......8..59.3....497.........217....3.47..1.......7.....3.26.9.71"
FIGURE_1 = ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6."
FIGURE_2 = "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
N_VALIDE = "..4.36..5..51...8..378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
TD_ITERATIF = "...12....7.....5.22...47..984.5..2.1.........5.7..6.841..38...59.3.....7....52..."
TUTORIEL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MINI_PROJET = ".1..78....8..4.9....56...1.1...6...5.4.915.72.67.8.4.....3..1...7.89..23.....4..."

# The solution of figure 1.
FULL = "426571398857293146139468275971385624543726819682149753794632581265814937318957462"

# Seventeen digits with exactly one solution: nothing for a naive search.
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
# Equal digits in row 1, column 1 and the first box.
CONTRADICTORY = "11..78....8..4.9..1.56...1.1...6...5.4.915.72.67.8.4.....3..1...7.89..23.....4..."
# Nearly full, and no digit fits in the first cell ...
NO_CANDIDATE = ".2657139885729314613946827547138562.5.372.8.9.8.1.9.5.7.4.3.5.1.6.8.4.3.3.8.5.4.2"
# ... the same with equal digits in the last row ...
HOPELESS = ".2657139885729314613946827547138562.5.372.8.9.8.1.9.5.7.4.3.5.1.6.8.4.3.3.8.5.422"
# ... and here a digit fits in every empty cell, yet no solution: a search goes forward and has to come back.
NO_SOLUTION = ".5.13.7..61...8.539.375.48.3..8.1.2..6.5.......42..13.486............3..........2"
# Seventeen digits and many solutions, cheap to find one of.
SEVENTEEN_SEVERAL = "..1.....5..53....7.2.4..8...5....7..8.7...6......8.....74..........2............."
# The only digit missing is the last; four cells in which two digits can change places: two solutions.
ONE_MISSING = FULL[:80] + "."
TWO_SOLUTIONS = "4.6.713988.7.93146139468275971385624543726819682149753794632581265814937318957462"


_digits: dict[str, list[int]] = {}


def digits_of(line: str) -> list[int]:
    """The 81 digits of a line, 0 for an empty cell, in a new list; lines met lately are remembered."""
    if line not in _digits:
        if len(_digits) > 200:
            _digits.clear()
        _digits[line] = [0 if character in ".0" else int(character) for character in line]
    return _digits[line][:]


_texts: dict[str, str] = {}


def text_of(line: str) -> str:
    """The rows of a line as Python writes them; lines met lately are remembered."""
    if line not in _texts:
        if len(_texts) > 200:
            _texts.clear()
        _texts[line] = repr(rows_of(line))
    return _texts[line]


def line_of(digits: Iterable[int]) -> str:
    """The line of 81 digits."""
    return "".join("." if digit == 0 else str(digit) for digit in digits)


def rows_of(line: str) -> list[list[int]]:
    """A list of nine lists, as the worksheets have it; each call gives new ones."""
    digits = digits_of(line)
    return [digits[start : start + 9] for start in range(0, 81, 9)]


class Numbers:
    """A linear congruential generator of 31 bits: the same numbers in CPython and in a browser."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed % 2147483648

    def below(self, bound: int) -> int:
        """The next number from 0 to bound - 1."""
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return self.state // 65536 % bound

    def shuffled(self, items: Iterable[int]) -> list[int]:
        """The items in another order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def random_full(seed: int) -> str:
    """A full valid grid: FULL with digits renamed, rows and columns exchanged within their bands."""
    numbers = Numbers(seed)
    names = numbers.shuffled(range(1, 10))
    rows = [3 * band + row for band in numbers.shuffled(range(3)) for row in numbers.shuffled(range(3))]
    columns = [
        3 * stack + column for stack in numbers.shuffled(range(3)) for column in numbers.shuffled(range(3))
    ]
    full = digits_of(FULL)
    return line_of(names[full[9 * row + column] - 1] for row in rows for column in columns)


def random_grid(seed: int, *, clues: int) -> str:
    """A grid with `clues` digits of a full valid one: it has a solution, often several."""
    line = random_full(seed)
    kept = Numbers(seed + 7919).shuffled(range(81))[:clues]
    return "".join(line[cell] if cell in kept else "." for cell in range(81))


def without(line: str, *cells: int) -> str:
    """The line with these cells emptied."""
    return "".join("." if cell in cells else line[cell] for cell in range(81))


def with_digit(line: str, cell: int, digit: int) -> str:
    """The line with another digit in a cell."""
    return line[:cell] + ("." if digit == 0 else str(digit)) + line[cell + 1 :]


def digits_to_try(line: str, cell: int) -> list[int]:
    """Two digits to try in a cell, its own among them; all nine occur over the cells."""
    own = line[cell]
    return [int(own) if own in "123456789" else 1 + cell % 9, 1 + (5 * cell + cell // 9 + 3) % 9]
