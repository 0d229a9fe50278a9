"""Fish: some lines that have a digit only in as many lines across.

Each of these base lines takes one of the cover lines, all of them together take all, and so the digit is
eliminated in the cover lines outside the base. Two lines make an X-Wing, three a Swordfish, four a Jellyfish.
Described in HoDoKu's "Basic Fish" and in SudokuWiki's "X-Wing", "Sword-Fish" and "Jelly-Fish".
"""

from collections.abc import Iterable, Iterator

from ...bits import HOUSE_CELLS, candidate_number, cells_of, union
from ...cells import CELLS, DIGITS, HOUSES
from ..patterns.locked_sets import locked_sets
from ..position import Position, derived
from ..step import Step
from .evidence import Fish, FishCells, fish_step

X_WING = "x_wing"
SWORDFISH = "swordfish"
JELLYFISH = "jellyfish"

_SIZE = {X_WING: 2, SWORDFISH: 3, JELLYFISH: 4}

_NINES = range(0, 81, 9)


def find_basic_fish(position: Position, *, technique: str) -> Iterator[Step]:
    """Each basic fish of this size, by digit: in rows, then in columns."""
    for fish in _basic_fish(position).get(_SIZE[technique], ()):
        places = position.cells_with[fish.digit]
        in_base, in_cover = (union(HOUSE_CELLS[house] for house in side) for side in (fish.base, fish.cover))
        targets = places & in_cover & ~in_base
        # A base line with one place is a hidden single.
        if targets and all((places & HOUSE_CELLS[line]).bit_count() > 1 for line in fish.base):
            yield _step(technique, fish, cells_of(places & in_base), cells_of(targets))


def verify_basic_fish(step: Step, position: Position) -> bool:
    """Whether the digit needs one cell in each base line, and these have it in the cover lines only."""
    digits, base, cover = step.digits_as("pattern"), step.houses_as("base"), step.houses_as("cover")
    if len(digits) != 1 or not len(base) == len(cover) == _SIZE[step.technique]:
        return False
    fish = Fish(digits[0], base, cover)
    in_base, in_cover = ({cell for house in houses for cell in HOUSES[house]} for houses in (base, cover))
    places = {cell for cell in CELLS if fish.digit in position.candidates(cell)}
    return (
        ({house // 9 for house in base}, {house // 9 for house in cover}) in (({0}, {1}), ({1}, {0}))
        and not any(position.digits[cell] == fish.digit for cell in in_base)
        and places & in_base <= in_cover
        and step == _step(step.technique, fish, places & in_base, places & in_cover - in_base)
    )


@derived
def _basic_fish(position: Position) -> dict[int, list[Fish]]:
    """The basic fish of a grid by size, whether or not they eliminate something."""
    found: dict[int, list[Fish]] = {}
    for digit in DIGITS:
        cell_set = position.candidate_set >> candidate_number(0, digit)
        locked_in_rows = locked_sets(tuple([cell_set >> shift & 511 for shift in _NINES]))
        for rows in locked_in_rows:
            _add(found, digit, _lines(rows.sets, 0), _lines(rows.members, 9))
        for rows in locked_in_rows:  # the columns these rows leave have the digit in the other rows only
            _add(found, digit, _lines(rows.members_left, 9), _lines(rows.sets_left, 0))
    return found


def _add(found: dict[int, list[Fish]], digit: int, base: tuple[int, ...], cover: tuple[int, ...]) -> None:
    found.setdefault(len(base), []).append(Fish(digit, base, cover))


def _lines(nine: int, first: int) -> tuple[int, ...]:
    return tuple(first + index for index in cells_of(nine))


def _step(technique: str, fish: Fish, pattern: Iterable[int], targets: Iterable[int]) -> Step:
    return fish_step(technique, fish, FishCells(frozenset(pattern), frozenset(), frozenset(targets)))
