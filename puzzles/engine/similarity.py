"""Similarity: whether two solution grids are the same one, transposed, permuted and relabelled.

The symmetries of sudoku transpose a grid and permute its bands, its stacks, the rows in a band and the
columns in a stack: 2 x 6^8 = 3,359,232 of them. A relabelling permutes the digits: 9! ways. Grids that these
turn into each other are equivalent; there are 5,472,730,538 classes of equivalent grids (Russell and Jarvis,
"Mathematics of Sudoku II", 2006). The canonical form of a class is its minlex form: the smallest of the
81-digit strings of its grids.

It is found without going through the symmetries. The first row of the form is 123456789 by relabelling, so
the order of the columns decides all labels; the rows and bands below the top band are sorted by their first
digit. The top two rows come from one of 36 pairs: two rows of a band, or two columns of a stack, in either
order. Which orders of columns can make the second row of the form smallest follows from how it begins:

    456...  if the three digits below some three of the first row that share a box share a box in it, too,
    457...  otherwise, for two of any such three digits do.

Either leaves no more than 18 orders for a pair; few of them make the smallest second row, and only those are
carried out.

This is the reference. Where `_search.c` could be compiled, that is used (see search.py).
"""

import random
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import permutations
from typing import NamedTuple

from . import compiled
from .board import EMPTY_MARKS, Board, BoardError, parse_line
from .rules import is_valid

_ORDERS = tuple(permutations(range(3)))
_LABELS = b"123456789"
_KEY_BYTES = 8
# PostgreSQL's and SQLite's largest integers have 63 bits and a sign.
_KEY_BITS = 63

Rows = tuple[bytes, ...]
Order = tuple[int, ...]


class Symmetry(NamedTuple):
    """A way to move the cells of a grid: transposed or not, then rows and columns in these orders."""

    is_transposed: bool
    rows: Order
    columns: Order

    def cells(self) -> list[int]:
        """For each cell of the moved grid the cell that its digit comes from."""
        if self.is_transposed:
            return [9 * column + row for row in self.rows for column in self.columns]
        return [9 * row + column for row in self.rows for column in self.columns]


def canonical_form(solution: Board) -> Board:
    """The minlex form of a solution grid: equal for two grids exactly when they are equivalent.

    Takes about 10 microseconds compiled, 400 in Python. Raises BoardError for what is not a solution grid.
    """
    return Board.from_line(canonical_line(solution.to_line()))


def canonical_line(line: str) -> str:
    """The same as `canonical_form` for 81 digits, without making boards. Raises BoardError."""
    return _canonical(line)[0]


def automorphism_count(solution: Board) -> int:
    """How many symmetries turn a solution grid into itself, relabelled: 1 for most grids, 648 at most."""
    return _canonical(solution.to_line())[1]


def canonical_key(line: str) -> int:
    """A hash of 63 bits of the canonical form of 81 digits, for a database to index. Raises BoardError.

    Equivalent grids have equal keys. Two other grids have equal keys with a probability of 10^-19.
    """
    form = canonical_line(line).encode("ascii")
    return int.from_bytes(blake2b(form, digest_size=_KEY_BYTES).digest()) >> 8 * _KEY_BYTES - _KEY_BITS


def canonical_puzzle(givens: str, solution: str) -> str:
    """The canonical form of a puzzle with this solution: equal for puzzles exactly when they are equivalent.

    That is the canonical form of the solution with `.` where the puzzle is empty; where automorphisms of the
    solution leave a choice, the smallest string. Takes about a millisecond. Raises BoardError.
    """
    form = canonical_line(solution)
    is_empty = [character in EMPTY_MARKS for character in givens]
    return min(
        "".join("." if is_empty[cell] else digit for cell, digit in zip(symmetry.cells(), form, strict=True))
        for found, symmetry in _smallest_forms(solution)
        if found == form
    )


def shuffled(board: Board, rng: random.Random) -> Board:
    """A board turned into an equivalent one by a random symmetry and a random relabelling."""
    symmetry = random_symmetry(rng)
    names = [0, *rng.sample(range(1, 10), 9)]
    return Board(tuple(names[board[cell]] for cell in symmetry.cells()))


def random_symmetry(rng: random.Random) -> Symmetry:
    """A way to move the cells of a grid, each equally likely."""
    return Symmetry(rng.random() < 0.5, _shuffled_lines(rng), _shuffled_lines(rng))


def _shuffled_lines(rng: random.Random) -> Order:
    """The nine rows or columns in another order, those of a band or stack together."""
    return tuple(3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3))


def _canonical(line: str) -> tuple[str, int]:
    """The canonical form of 81 digits, and how many symmetries lead to it."""
    if compiled.IS_USED:
        found = compiled.canonical_form(line)
        if found is None:
            raise _no_solution_grid(line)
        return found
    board = Board.from_line(line)
    if not (board.is_complete and is_valid(board)):
        raise _no_solution_grid(line)
    forms = [form for form, _symmetry in _smallest_forms(line)]
    smallest = min(forms)
    return smallest, forms.count(smallest)


def _no_solution_grid(line: str) -> BoardError:
    parse_line(line)
    return BoardError("expected a solution grid: each digit once in each row, column and box")


def _smallest_forms(line: str) -> Iterator[tuple[str, Symmetry]]:
    """The forms with the smallest second row, one for each symmetry that leads there."""
    upright = tuple(line[start : start + 9].encode("ascii") for start in range(0, 81, 9))
    transposed = tuple(line[start::9].encode("ascii") for start in range(9))
    tops = [
        (rows, [3 * band + place for place in order], _smallest_second_rows(_origin(rows, band, order)))
        for rows in (upright, transposed)
        for band in range(3)
        for order in _ORDERS
    ]
    # Only the tops with the smallest second row can begin the smallest form: the others are never carried
    # out.
    smallest = min(second_row for _rows, _top, (second_row, _orders) in tops)
    for rows, top, (second_row, orders) in tops:
        if second_row == smallest:
            for order in orders:
                form, row_order = _form(rows, top, order)
                yield form, Symmetry(rows is transposed, row_order, order)


def _origin(rows: Rows, band: int, order: Order) -> bytes:
    """For each column, in which column of the first row of a band its digit of the second row is."""
    first, second = rows[3 * band + order[0]], rows[3 * band + order[1]]
    return bytes(map(first.index, second))


# There are 12,096 second rows to a first row.
@cache
def _smallest_second_rows(origin: bytes) -> tuple[bytes, list[Order]]:
    """The smallest second row that an order of columns makes, and all orders that make it."""
    made: dict[bytes, list[Order]] = {}
    for order in _column_orders(origin):
        made.setdefault(bytes(order.index(origin[column]) for column in order), []).append(order)
    return min(made.items())


def _column_orders(origin: bytes) -> Iterator[Order]:
    """The orders of columns in which the second row begins with 456 or, where none does, with 457."""
    for stack in range(3):
        for chosen in _ORDERS:
            first = [3 * stack + place for place in chosen]
            second = [origin[column] for column in first]
            if len({column // 3 for column in second}) == 1:
                yield (*first, *second, *(origin[column] for column in second))
            elif second[0] // 3 == second[1] // 3:
                # The columns of stack s sum to 9 s + 3: what is missing from the sum is the third column.
                left = second.pop()
                second.append(9 * (second[0] // 3) + 3 - sum(second))
                others = [column for column in range(left // 3 * 3, left // 3 * 3 + 3) if column != left]
                yield (*first, *second, left, *others)
                yield (*first, *second, left, *reversed(others))


def _form(rows: Rows, top: list[int], order: Order) -> tuple[str, Order]:
    """The grid in this order of columns, relabelled, with the rows below its top band sorted; their order."""
    labels = bytes.maketrans(bytes(rows[top[0]][column] for column in order), _LABELS)
    relabelled = [bytes(map(row.translate(labels).__getitem__, order)) for row in rows]
    others = [start for start in range(0, 9, 3) if start != top[0] // 3 * 3]
    bands = [sorted(range(start, start + 3), key=relabelled.__getitem__) for start in others]
    bands.sort(key=lambda band: relabelled[band[0]])
    row_order = (*top, *bands[0], *bands[1])
    return b"".join([relabelled[row] for row in row_order]).decode("ascii"), row_order
