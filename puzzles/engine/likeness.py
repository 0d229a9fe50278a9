"""How much of a puzzle another grid repeats once it is turned, mirrored, shuffled or renamed.

Turning a grid, mirroring it, putting rows (or columns) into another order within the rules, renaming digits:
after any of these it is the same puzzle, and whoever knows its solution knows the other. Rows and columns
shuffled both at once are not seen through: that would cost a hundred times as much.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, permutations, product

from .board import Board
from .cells import COLUMNS

_ORDERS = tuple(permutations(range(3)))
# Rows filled in the same columns can stand for one another: so many ways are looked at.
_MOST_ORDERS = 36

Rows = tuple[tuple[int, ...], ...]
Weights = list[list[int]]


def likeness(puzzle: Board, board: Board) -> int:
    """How many digits of the puzzle the board repeats, at least, looked at so as to repeat most."""
    upright, lying = _rows(puzzle), _columns(puzzle)
    return max(
        repeated for view in _views(board) for rows in (upright, lying) for repeated in _repeated(rows, view)
    )


def _rows(board: Board) -> Rows:
    return tuple(board.digits[start : start + 9] for start in range(0, 81, 9))


def _columns(board: Board) -> Rows:
    return tuple(tuple(board[cell] for cell in column) for column in COLUMNS)


def _views(board: Board) -> Iterator[Rows]:
    """A board upright and lying, each as it is and in the mirror; the order of rows does not matter here."""
    for rows in (_rows(board), _columns(board)):
        yield rows
        yield tuple(row[::-1] for row in rows)


def _repeated(rows: Rows, others: Rows) -> Iterator[int]:
    """How many digits are repeated in the best orders of rows: as they are, and renamed."""
    equal = [[sum(map(_is_equal, row, other)) for other in others] for row in rows]
    yield sum(equal[row][other] for row, other in enumerate(next(_best_orders(equal))))
    shapes, other_shapes = _shapes(rows), _shapes(others)
    shared = [[(shape & other).bit_count() for other in other_shapes] for shape in shapes]
    for order in islice(_best_orders(shared), _MOST_ORDERS):
        yield _renamed(rows, [others[other] for other in order])


def _is_equal(digit: int, other: int) -> bool:
    return digit == other != 0


def _shapes(rows: Rows) -> list[int]:
    """For each row a mask of the columns that are filled."""
    return [sum((digit > 0) << column for column, digit in enumerate(row)) for row in rows]


def _best_orders(weights: Weights) -> Iterator[list[int]]:
    """The orders of the other rows beside the rows, bands together, whose weights add up to most."""
    bands = [[_best_in_band(weights, band, other) for other in range(3)] for band in range(3)]
    sums = {order: sum(bands[band][other][0] for band, other in enumerate(order)) for order in _ORDERS}
    most = max(sums.values())
    for order in _ORDERS:
        if sums[order] == most:
            choices = (bands[band][other][1] for band, other in enumerate(order))
            yield from (list(chain.from_iterable(chosen)) for chosen in product(*choices))


def _best_in_band(weights: Weights, band: int, other: int) -> tuple[int, list[list[int]]]:
    """The greatest sum of weights of two bands, and each order of the other's rows that reaches it."""
    sums: dict[int, list[list[int]]] = {}
    for order in _ORDERS:
        others = [3 * other + place for place in order]
        reached = sum(weights[3 * band + place][each] for place, each in enumerate(others))
        sums.setdefault(reached, []).append(others)
    return max(sums.items())


def _renamed(rows: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> int:
    """How many digits stand where the other rows have the same one under another name."""
    pairs = Counter(
        (digit, other)
        for row, other_row in zip(rows, others, strict=True)
        for digit, other in zip(row, other_row, strict=True)
        if digit and other
    )
    names: dict[int, int] = {}
    count = 0
    for (digit, other), times in pairs.most_common():
        if digit not in names and other not in names.values():
            names[digit] = other
            count += times
    return count
