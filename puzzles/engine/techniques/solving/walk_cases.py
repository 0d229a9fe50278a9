"""The cases by which each technique is proved, as a walk: what to suppose, and what to follow from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from ...bits import Candidate
from ...cells import HOUSES, PEERS
from ..evidence.almost_locked_sets import EvidenceSet, evidence_sets, set_of_cells
from ..evidence.links import Node, are_joined, nodes_of
from ..position import Position
from ..step import PETAL_ROLES, SET_ROLES, Link, Step
from .paths import verify
from .walks import (
    Case,
    Inferences,
    Line,
    Walk,
    case_of,
    contradiction,
    excludes,
    refuted_case,
    shared_house,
)

Cases = Iterable[Case | None]


def walk_of(step: Step, position: Position) -> Walk | None:
    """The walk of a step in its position; None if one sentence proves the step, or if it is not there."""
    find_cases = _CASES.get(step.technique)
    if find_cases is None or not verify(step, position):
        return None
    cases = tuple(find_cases(step, position))
    whole = tuple(case for case in cases if case)
    return Walk(whole) if whole and len(whole) == len(cases) else None


# Chains and loops


def _open_chains(step: Step, position: Position) -> Cases:
    """Of each chain: its first end is right, or it is wrong and each link decides the next."""
    for links in chains_of(step.links):
        found = Inferences(position, links, _sets_of(links, position))
        start, finish = nodes_of(links)[0], nodes_of(links)[-1]
        eliminations = [each for each in step.eliminations if _is_between(each, start, finish)]
        for holds in (True, False):
            yield case_of(found, start, holds, eliminations)


def _is_between(candidate: Candidate, *ends: Node) -> bool:
    """Whether a chain with these ends eliminates the candidate."""
    return all(excludes(end, candidate) for end in ends)


def chains_of(links: Sequence[Link]) -> Iterator[tuple[Link, ...]]:
    """The links, parted where one does not begin at the end of the one before."""
    begin = 0
    for index in range(1, len(links) + 1):
        if index == len(links) or not are_joined(links[index - 1 : index + 1]):
            yield tuple(links[begin:index])
            begin = index


def _middle_of_chain(step: Step, position: Position) -> Cases:
    """A chain of five links: either end of the strong link in its middle is right."""
    found = Inferences(position, step.links)
    for node in nodes_of(step.links)[2:4]:
        yield case_of(found, node, True, step.eliminations)


def _closed_loop(step: Step, position: Position) -> Cases:
    """The first candidate of the loop is right, or it is wrong: the loop decides all others."""
    found = Inferences(position, step.links, _sets_of(step.links, position))
    for holds in (True, False):
        yield case_of(found, nodes_of(step.links)[0], holds, step.eliminations)


def _loop_at_candidate(step: Step, position: Position) -> Cases:
    """The candidate between two weak links is supposed right, the one between two strong links wrong."""
    found = Inferences(position, step.links, _sets_of(step.links, position))
    node = nodes_of(step.links)[0]
    yield _round(found, node, not step.links[0].is_strong)


def _round(found: Inferences, node: Node, holds: bool) -> Case | None:
    """The loop from a candidate to its opposite."""
    found.suppose(node, holds)
    return contradiction(found, node, node) if (node, not holds) in found.lines else None


def _sets_of(links: Iterable[Link], position: Position) -> list[EvidenceSet]:
    return [set_of_cells(cells, position) for cells in dict.fromkeys(link.through for link in links) if cells]


# Colours


def _remote_pair(step: Step, position: Position) -> Cases:
    """Either digit in the first cell: then they alternate along the chain."""
    one, other = step.digits_as("pattern")
    cells = list(dict.fromkeys(node[1] for node in nodes_of(step.links)))
    links = [Link(one, cell, other, cell, is_strong=True) for cell in cells]
    links += [
        Link(digit, cell, digit, after, is_strong=False)
        for cell, after in pairwise(cells)
        for digit in (one, other)
    ]
    found = Inferences(position, links)
    for digit in (one, other):
        yield case_of(found, (digit, cells[0]), True, step.eliminations)


def _both_colors(step: Step, position: Position) -> Cases:
    """A cell of the first colour holds the digit, or does not."""
    node = step.digits_as("pattern")[0], step.cells_as("color_a")[:1]
    found = Inferences(position, step.links)
    for holds in (True, False):
        yield case_of(found, node, holds, step.eliminations)


def _wrong_color(step: Step, position: Position) -> Cases:
    """The eliminated colour is supposed right."""
    node = step.digits_as("pattern")[0], (step.eliminations[0].cell,)
    yield refuted_case(Inferences(position, step.links), node, True)


# Wings and almost locked sets


def _xyz_wing(step: Step, position: Position) -> Cases:
    """Each candidate of the pivot."""
    (pivot,), (shared,) = step.cells_as("pivot"), step.digits_as("shared")
    in_wings = [
        Link(link.digit, link.next_cells, shared, link.next_cells, is_strong=True) for link in step.links
    ]
    found = Inferences(position, [*step.links, *in_wings])
    for digit in position.candidates(pivot):
        yield case_of(found, (digit, (pivot,)), True, step.eliminations)


def _death_blossom(step: Step, position: Position) -> Cases:
    """Each candidate of the stem takes itself from its petal, which then holds its other digits."""
    (stem,) = step.cells_as("stem")
    petals = evidence_sets(step, PETAL_ROLES)
    for digit in position.candidates(stem):
        found = Inferences(position, [link for link in step.links if link.digit == digit], petals)
        yield case_of(found, (digit, (stem,)), True, step.eliminations)


def _als_chain(step: Step, position: Position) -> Cases:
    """The first set holds the common digit, or it lacks it and holds its other digits."""
    sets = evidence_sets(step, SET_ROLES)
    found = Inferences(position, step.links, sets)
    for holds in (True, False):
        yield case_of(found, (step.links[0].digit, step.links[0].cells), holds, step.eliminations)


# Fish


def _fish(step: Step, position: Position) -> Cases:
    """What is eliminated is supposed right: then the base houses have too few cover houses left.

    One case for the eliminations in the same covers.
    """
    cells_of_covers: dict[tuple[int, ...], list[int]] = {}
    for cell, _digit in step.eliminations:
        covers = tuple(house for house in step.houses_as("cover") if cell in HOUSES[house])
        cells_of_covers.setdefault(covers, []).append(cell)
    for covers, cells in sorted(cells_of_covers.items()):
        yield _crowded(step, position, covers, tuple(cells))


def _crowded(step: Step, position: Position, covers: tuple[int, ...], cells: tuple[int, ...]) -> Case | None:
    """The case that one of these cells, in these covers, holds the digit of the fish."""
    (digit,) = step.digits_as("pattern")
    places = {house: set(position.cells_for(digit, house)) for house in step.houses_as("base")}
    base = [house for house in places if not places[house] & set(cells)]
    gone = {cell for house in base for cell in places[house] if _is_in(cell, covers)}
    left = {house: tuple(sorted(places[house] - gone)) for house in base}
    houses = tuple(house for house in step.houses_as("cover") if house not in covers)
    if len(houses) >= len(base) or not all(left.values()):
        return None
    supposed = Line("supposed", digit, cells)
    return (
        supposed,
        *_denied(supposed, gone),
        *(_left(digit, house, cells, places[house]) for house, cells in left.items()),
        _overfull(digit, houses, tuple(left.values())),
    )


def _denied(supposed: Line, gone: Iterable[int]) -> Iterator[Line]:
    """The line that denies the supposed digit to the cells it sees."""
    cells, node = tuple(sorted(gone)), (supposed.digit, supposed.cells)
    if cells:
        house = shared_house({*supposed.cells, *cells})
        yield Line("sight" if house is None else "house", supposed.digit, cells, False, node, house)


def _left(digit: int, house: int, cells: tuple[int, ...], places: set[int]) -> Line:
    gone = tuple(sorted(places - set(cells)))
    return Line("house", digit, cells, True, (digit, gone) if gone else None, house)


def _overfull(digit: int, houses: tuple[int, ...], left: Sequence[tuple[int, ...]]) -> Line:
    """The contradiction that these places lie in too few houses."""
    cells = tuple(sorted({cell for places in left for cell in places}))
    if len(houses) == 1 and all(len(places) == 1 for places in left):
        return Line("twice", digit, cells, house=houses[0])
    return Line("crowded", digit, cells, houses=houses)


def _is_in(cell: int, houses: Iterable[int]) -> bool:
    return any(cell in HOUSES[house] for house in houses)


def _finned_fish(step: Step, position: Position) -> Cases:
    """A fin holds the digit, or none does and it is a fish without fins."""
    (digit,), fins = step.digits_as("pattern"), step.cells_as("fin")
    node = digit, fins
    yield (
        Line("supposed", *node),
        Line("excluded", *node, cause=node, eliminations=step.eliminations),
    )
    yield (
        Line("supposed", *node, holds=False),
        Line(
            "fish",
            digit,
            step.cells_as("pattern"),
            houses=step.houses_as("cover"),
        ),
        Line("excluded", digit, step.cells_as("pattern"), eliminations=step.eliminations),
    )


# Sue de Coq


def _sue_de_coq(step: Step, position: Position) -> Cases:
    """What is eliminated is supposed right: then the cells have too few digits left.

    One case for the eliminations of a digit that deny it to the same cells.
    """
    targets: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for cell, digit in step.eliminations:
        denied = tuple(other for other in step.cells_as("pattern") if other in PEERS[cell])
        denied = tuple(other for other in denied if position.has_candidate(other, digit))
        targets.setdefault((digit, denied), []).append(cell)
    for (digit, denied), cells in sorted(targets.items()):
        supposed = Line("supposed", digit, tuple(cells))
        once = tuple(_once(step, position, digit, denied))
        yield (supposed, *_denied(supposed, denied), *once, Line("room", 0, step.cells_as("pattern")))


def _once(step: Step, position: Position, denied_digit: int, denied: Sequence[int]) -> Iterator[Line]:
    """The digits that the line and the box can have once each in these cells, in the line first.

    A digit of the crossing alone counts in the line.
    """
    places = {digit: _places(step, position, digit) for digit in step.digits_as("pattern")}
    places[denied_digit] -= set(denied)
    of_line, of_box = (set(step.cells_as(role)) for role in ("line", "box"))
    in_box = [digit for digit, cells in places.items() if cells & of_box]
    in_line = [digit for digit, cells in places.items() if cells & of_line or (cells and digit not in in_box)]
    for house, digits in zip(step.houses_as("house"), (in_line, in_box), strict=True):
        if digits:
            cells = sorted({cell for digit in digits for cell in places[digit] if cell in HOUSES[house]})
            yield Line("once", over=tuple(cells), house=house, digits=tuple(digits))


def _places(step: Step, position: Position, digit: int) -> set[int]:
    return {cell for cell in step.cells_as("pattern") if position.has_candidate(cell, digit)}


# Uniqueness


def _type_1(step: Step, position: Position) -> Cases:
    """The last corner holds one of the two digits."""
    yield (_corner_with(step), _deadly(step))


def _corner_with(step: Step) -> Line:
    first, *others = sorted({digit for _cell, digit in step.eliminations})
    return Line("supposed", first, step.cells_as("roof"), digits=(first, *others) if others else ())


def _deadly(step: Step) -> Line:
    return Line("deadly", 0, step.cells_as("pattern"), digits=step.digits_as("pattern"))


def _types_2_and_5(step: Step, position: Position) -> Cases:
    """The third digit is in none of the corners that have it, or in one of them."""
    (extra,) = step.digits_as("extra")
    node = extra, step.cells_as("roof")
    yield (Line("supposed", *node, holds=False), _deadly(step))
    yield (
        Line("supposed", *node),
        Line("excluded", *node, cause=node, eliminations=step.eliminations),
    )


def _forced_corners(step: Step, position: Position) -> Cases:
    """What is eliminated is supposed right: then the digits of the rectangle could be swapped."""
    corners, pattern = step.cells_as("pattern"), step.digits_as("pattern")
    links = [
        Link(one.digit, (one.cell,), other.digit, (other.cell,), is_strong=is_strong)
        for one, other, is_strong in _links_among(corners, pattern, position)
    ]
    for candidate in step.eliminations:
        found = Inferences(position, links)
        node = candidate.digit, (candidate.cell,)
        found.suppose(node, True)
        keys = [key for key in found.lines if key[1] and len(key[0][1]) == 1]
        # One digit for each corner.
        if len(keys) == len(corners):
            yield (*found.way_to(*keys), _deadly(step))
        else:
            yield None


def _links_among(
    corners: Sequence[int], digits: Sequence[int], position: Position
) -> Iterator[tuple[Candidate, Candidate, bool]]:
    for cell in corners:
        one, other = (Candidate(cell, digit) for digit in digits)
        yield one, other, set(position.candidates(cell)) == set(digits)
    for digit in digits:
        for house, cells in enumerate(HOUSES):
            places = [cell for cell in corners if cell in cells]
            if len(places) == 2 and all(position.has_candidate(cell, digit) for cell in places):
                is_strong = position.cells_for(digit, house) == tuple(sorted(places))
                yield Candidate(places[0], digit), Candidate(places[1], digit), is_strong


def _type_3(step: Step, position: Position) -> Cases:
    """None of the other digits of the roof is right, or one is: with the cells of the subset they lock."""
    roof, extra = step.cells_as("roof"), step.digits_as("extra")
    yield (
        Line("supposed", 0, roof, holds=False, digits=extra),
        _deadly(step),
    )
    yield (
        Line("supposed", 0, roof, digits=extra),
        Line(
            "locked",
            0,
            step.cells_as("subset"),
            over=roof,
            digits=step.digits_as("subset"),
            eliminations=step.eliminations,
        ),
    )


def _grave(step: Step, position: Position) -> Cases:
    """The digit that the cell has too many is not in it."""
    (cell,), (digit,) = step.cells_as("odd"), step.digits_as("odd")
    yield (Line("supposed", digit, (cell,), holds=False), Line("grave", 0, (cell,)))


_CHAINS = (
    *("skyscraper", "two_string_kite", "dual_two_string_kite", "turbot_fish", "empty_rectangle"),
    *("dual_empty_rectangle", "grouped_skyscraper", "grouped_two_string_kite"),
    *("x_chain", "xy_chain", "aic", "grouped_aic"),
)
_FINNED = (
    *("finned_x_wing", "sashimi_x_wing", "finned_swordfish", "sashimi_swordfish", "finned_jellyfish"),
    *("sashimi_jellyfish", "finned_franken_x_wing", "finned_franken_swordfish", "finned_franken_jellyfish"),
)
_FISH = ("x_wing", "swordfish", "jellyfish", "franken_swordfish", "franken_jellyfish")

_CASES: dict[str, Callable[[Step, Position], Cases]] = {
    **dict.fromkeys(_CHAINS, _open_chains),
    **dict.fromkeys(("xy_wing", "w_wing"), _middle_of_chain),
    **dict.fromkeys(("continuous_nice_loop", "grouped_continuous_nice_loop"), _closed_loop),
    **dict.fromkeys(("discontinuous_nice_loop", "grouped_discontinuous_nice_loop"), _loop_at_candidate),
    **dict.fromkeys(("simple_colors_trap", "multi_colors_1"), _both_colors),
    **dict.fromkeys(("simple_colors_wrap", "multi_colors_2"), _wrong_color),
    **dict.fromkeys(("als_xz", "als_xy_wing", "als_chain"), _als_chain),
    **dict.fromkeys(_FISH, _fish),
    **dict.fromkeys(_FINNED, _finned_fish),
    **dict.fromkeys(("unique_rectangle_1", "avoidable_rectangle_1"), _type_1),
    **dict.fromkeys(("unique_rectangle_2", "unique_rectangle_5", "avoidable_rectangle_2"), _types_2_and_5),
    **dict.fromkeys(("unique_rectangle_4", "unique_rectangle_6", "hidden_rectangle"), _forced_corners),
    "unique_rectangle_3": _type_3,
    "bug_plus_one": _grave,
    "remote_pair": _remote_pair,
    "xyz_wing": _xyz_wing,
    "death_blossom": _death_blossom,
    "sue_de_coq": _sue_de_coq,
}

# The techniques whose steps have a walk.
WALKED = frozenset(_CASES)
