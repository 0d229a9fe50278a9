"""Fish as evidence of a step, and the proof of those with fins or boxes.

Without fins, each base house has its digit in a different cover house, and so all cover houses are used up:
candidates in more cover houses than base houses are eliminated. Fins are candidates of the base outside the
cover, and candidates in two base houses (endo-fins). A fin may hold the digit, so that only candidates which
see all fins are eliminated.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ...bits import Candidate
from ...cells import CELLS, DIGITS, HOUSES, PEERS
from ..position import Position
from ..step import Form, Step, by_role

# The kinds of house that a base may have, and its cover: rows and boxes, columns and boxes.
_KINDS = (({0, 2}, {1, 2}), ({1, 2}, {0, 2}))
_BOX = 2
_FIRST_BOX = 18

_SIZE_NAMES = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}
SIAMESE: Form = "siamese"


class Fish(NamedTuple):
    """A digit, its base houses and as many cover houses."""

    digit: int
    base: tuple[int, ...]
    cover: tuple[int, ...]


class FishCells(NamedTuple):
    """The cells of a fish: its base, as `pattern` and `fins`, and those where it excludes the digit."""

    pattern: frozenset[int]
    fins: frozenset[int]
    excluded: frozenset[int]


def fish_name(fish: Fish, fins: frozenset[int], position: Position) -> str:
    """The id of the technique that a fish with these fins is a case of."""
    size = _SIZE_NAMES[len(fish.base)]
    if any(house >= _FIRST_BOX for house in fish.base + fish.cover):
        return f"finned_franken_{size}" if fins else f"franken_{size}"
    if not fins:
        return size
    is_sashimi = any(len(set(position.cells_for(fish.digit, house)) - fins) < 2 for house in fish.base)
    return f"sashimi_{size}" if is_sashimi else f"finned_{size}"


def fish_step(technique: str, fish: Fish, cells: FishCells) -> Step:
    """The step of one fish."""
    return Step(
        technique,
        eliminations=_candidates(fish.digit, cells.excluded),
        digits=by_role(pattern=[fish.digit]),
        houses=by_role(base=fish.base, cover=fish.cover),
        cells=by_role(pattern=cells.pattern, fin=cells.fins),
    )


def siamese_step(technique: str, fish: Sequence[Fish], both_cells: Sequence[FishCells]) -> Step:
    """The step of two fish with one base: the eliminations of both."""
    (first, second), (cells, other) = fish, both_cells
    return Step(
        technique,
        eliminations=_candidates(first.digit, cells.excluded | other.excluded),
        digits=by_role(pattern=[first.digit]),
        houses=by_role(base=first.base, cover=first.cover, other_cover=second.cover),
        cells=by_role(pattern=cells.pattern | other.pattern, fin=cells.fins, other_fin=other.fins),
        form=SIAMESE,
    )


def verify_fish(step: Step, position: Position) -> bool:
    """Whether the step is exactly that of the fish its houses form, or of two siamese fish."""
    digits, base = step.digits_as("pattern"), step.houses_as("base")
    covers = [cover for cover in (step.houses_as("cover"), step.houses_as("other_cover")) if cover]
    if len(digits) != 1 or digits[0] not in DIGITS or not covers or covers != sorted(covers):
        return False
    found_fish = [Fish(digits[0], base, cover) for cover in covers]
    if not all(_is_fish(fish, position) for fish in found_fish):
        return False
    both_cells = [fish_cells(fish, position) for fish in found_fish]
    if not all(cells.excluded for cells in both_cells):
        return False
    names = [
        fish_name(fish, cells.fins, position) for fish, cells in zip(found_fish, both_cells, strict=True)
    ]
    if step.technique != min(names):  # a siamese fish is "finned" where one of the two is
        return False
    if len(found_fish) == 1:
        return step == fish_step(step.technique, found_fish[0], both_cells[0])
    return (
        # A fish with all the eliminations of the other would be a step by itself.
        all(cells.fins for cells in both_cells)
        and not both_cells[0].excluded <= both_cells[1].excluded
        and not both_cells[1].excluded <= both_cells[0].excluded
        and step == siamese_step(step.technique, found_fish, both_cells)
    )


def fish_cells(fish: Fish, position: Position) -> FishCells:
    """The cells of the fish: the pattern, the fins and those it excludes."""
    places = [cell for cell in CELLS if position.has_candidate(cell, fish.digit)]
    # Obi-Wahn's count, the same for every kind of fish: the base houses and the cover houses of each cell.
    # More base than cover houses make a fin, two base houses an endo-fin, more cover than base houses an
    # elimination.
    in_base = {cell: sum(cell in HOUSES[house] for house in fish.base) for cell in places}
    in_cover = {cell: sum(cell in HOUSES[house] for house in fish.cover) for cell in places}
    fins = {cell for cell in places if in_base[cell] > 1 or in_base[cell] > in_cover[cell]}
    return FishCells(
        pattern=frozenset(cell for cell in places if in_base[cell] and cell not in fins),
        fins=frozenset(fins),
        excluded=frozenset(
            cell for cell in places if in_cover[cell] > in_base[cell] and fins <= set(PEERS[cell])
        ),
    )


def _is_fish(fish: Fish, position: Position) -> bool:
    """Whether base and cover may form a fish: n houses each, none in both, no base house with the digit."""
    base_kinds, cover_kinds = ({house // 9 for house in houses} for houses in (fish.base, fish.cover))
    return (
        len(fish.base) == len(fish.cover) in _SIZE_NAMES
        and len({*fish.base, *fish.cover}) == 2 * len(fish.base)
        and any(base_kinds <= base and cover_kinds <= cover for base, cover in _KINDS)
        and not any(position.digits[cell] == fish.digit for house in fish.base for cell in HOUSES[house])
    )


def _candidates(digit: int, cells: frozenset[int]) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, digit) for cell in sorted(cells))
