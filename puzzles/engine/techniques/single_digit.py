"""Two strong links of one digit that meet in a house: one of the two far cells holds the digit.

The houses decide the name. Skyscraper: two rows that meet in a column, or the other way round. 2-String Kite:
a row and a column that meet in a box. Turbot Fish: a box and a row that meet in a column, or a box and a
column in a row. Described in HoDoKu's "Single Digit Patterns", and as short X-Chains in SudokuWiki.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from ..bits import HOUSE_CELLS, PEER_CELLS, Candidate, CellSet, candidates_of, cells_of
from ..cells import HOUSES, HOUSES_OF
from .evidence.links import chain_through, is_chain, nodes_of, seen_by_all
from .patterns.conjugate_pairs import BOX, COLUMN, ROW, ConjugatePairs
from .position import Position
from .step import Link, Step, by_role

SKYSCRAPER = "skyscraper"
TWO_STRING_KITE = "two_string_kite"
DUAL_TWO_STRING_KITE = "dual_two_string_kite"
TURBOT_FISH = "turbot_fish"


class _Shape(NamedTuple):
    """The kinds of house of the first link, of the second, and of the house where they meet."""

    first: int
    second: int
    meeting: int


_SHAPES = {
    SKYSCRAPER: (_Shape(ROW, ROW, COLUMN), _Shape(COLUMN, COLUMN, ROW)),
    TWO_STRING_KITE: (_Shape(ROW, COLUMN, BOX),),
    TURBOT_FISH: (_Shape(ROW, BOX, COLUMN), _Shape(COLUMN, BOX, ROW)),
}


class _TwoLinks(NamedTuple):
    """Two strong links of a digit: each from a far end to a joint, with both joints in one house."""

    digit: int
    end: int
    joint: int
    other_joint: int
    other_end: int
    shape: _Shape

    @property
    def bases(self) -> tuple[int, int]:
        """The houses of the links."""
        return HOUSES_OF[self.joint][self.shape.first], HOUSES_OF[self.other_joint][self.shape.second]

    @property
    def meeting(self) -> int:
        """The house where they meet."""
        return HOUSES_OF[self.joint][self.shape.meeting]

    @property
    def ends(self) -> tuple[int, int]:
        """The far cells, one of which holds the digit."""
        return self.end, self.other_end

    @property
    def joints(self) -> tuple[int, int]:
        """The cells where the links meet."""
        return self.joint, self.other_joint

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links from end to end."""
        cells = (self.end, self.joint, self.other_joint, self.other_end)
        return chain_through(*((self.digit, (cell,)) for cell in cells))

    @property
    def fits(self) -> bool:
        """Whether the shape has its joints alone in the house where it meets, and no simpler name.

        A link of a box that lies in a line counts as one of the line. Two rows or columns come in their
        order, and are an X-Wing where their ends meet as their joints do.
        """
        end_houses, other_end_houses = HOUSES_OF[self.end], HOUSES_OF[self.other_end]
        kind = self.shape.meeting
        # With an end in the meeting house too, the link lies in that house: locked candidates exclude more.
        if self.end == self.other_end or self.meeting in (end_houses[kind], other_end_houses[kind]):
            return False
        if self.shape.second == BOX and _is_in_a_line(self.other_joint, self.other_end):
            return False
        if self.shape.first != self.shape.second:
            return True
        first, second = self.bases
        return first < second and end_houses[kind] != other_end_houses[kind]


def _find(technique: str, position: Position) -> Iterator[Step]:
    """Each two links in one of the technique's shapes that exclude something, digit by digit."""
    for links, targets in _pairs(technique, position):
        yield _step(technique, links, candidates_of(links.digit, targets))


find_skyscrapers = partial(_find, SKYSCRAPER)
find_two_string_kites = partial(_find, TWO_STRING_KITE)
find_turbot_fish = partial(_find, TURBOT_FISH)


def find_dual_two_string_kites(position: Position) -> Iterator[Step]:
    """Each two kites tied in the same two cells, in one digit or in two, that do not exclude the same."""
    kites = list(_pairs(TWO_STRING_KITE, position))
    # Every two kites in the same two cells: each is a step by itself, and together they exclude more.
    for (first, targets), (second, other_targets) in combinations(kites, 2):
        if set(first.joints) == set(second.joints):
            excluded = set(candidates_of(first.digit, targets))
            also_excluded = set(candidates_of(second.digit, other_targets))
            if excluded != also_excluded:
                yield _dual_step(first, second, excluded | also_excluded)


def _verify(technique: str, step: Step, position: Position) -> bool:
    """Whether the step's links are true, meet in the technique's way, and exclude just what it says."""
    links = _read(technique, step.links, position)
    if links is None:
        return False
    return step == _step(technique, links, seen_by_all(links.digit, links.ends, position))


verify_skyscraper = partial(_verify, SKYSCRAPER)
verify_two_string_kite = partial(_verify, TWO_STRING_KITE)
verify_turbot_fish = partial(_verify, TURBOT_FISH)


def verify_dual_two_string_kite(step: Step, position: Position) -> bool:
    """Whether the step's links are two kites tied in the same cells that exclude just what it says."""
    first = _read(TWO_STRING_KITE, step.links[:3], position)
    second = _read(TWO_STRING_KITE, step.links[3:], position)
    if first is None or second is None or set(first.joints) != set(second.joints):
        return False
    excluded = set(seen_by_all(first.digit, first.ends, position))
    also_excluded = set(seen_by_all(second.digit, second.ends, position))
    expected = _dual_step(first, second, excluded | also_excluded)
    return step == expected and bool(excluded and also_excluded) and excluded != also_excluded


def _pairs(technique: str, position: Position) -> Iterator[tuple[_TwoLinks, int]]:
    """Each two links in one of the technique's shapes, with the set of what they exclude."""
    for digit, pairs in enumerate(position.strong_links):
        for shape in _SHAPES[technique]:
            if pairs[shape.first].ends and pairs[shape.second].ends:
                yield from _pairs_in_shape(digit, pairs, shape, position.cells_with[digit])


def _pairs_in_shape(
    digit: int, pairs: Sequence[ConjugatePairs], shape: _Shape, cell_set: CellSet
) -> Iterator[tuple[_TwoLinks, int]]:
    second = pairs[shape.second]
    for joint, end in pairs[shape.first].other_end.items():
        met = second.ends & HOUSE_CELLS[HOUSES_OF[joint][shape.meeting]] & ~(1 << joint)
        if not met:
            continue
        for other_joint in cells_of(met):
            other_end = second.other_end[other_joint]
            targets = cell_set & PEER_CELLS[end] & PEER_CELLS[other_end]
            # Targets before names: most pairs exclude nothing.
            if targets:
                links = _TwoLinks(digit, end, joint, other_joint, other_end, shape)
                if links.fits:
                    yield links, targets


def _read(technique: str, chain: tuple[Link, ...], position: Position) -> _TwoLinks | None:
    """The evidence of these links, if they are true and meet in one of the technique's ways."""
    nodes = nodes_of(chain)
    digits = {digit for digit, _ in nodes}
    cells = [cell for _, members in nodes for cell in members]
    if len(nodes) != 4 or len(cells) != 4 or len(digits) != 1 or not is_chain(chain, position):
        return None
    end, joint, other_joint, other_end = cells
    # The links do not name their houses: two cells in one box and one line fit more than one shape.
    for shape in _SHAPES[technique]:
        links = _TwoLinks(min(digits), end, joint, other_joint, other_end, shape)
        if links.fits and _is_where_it_says(links, position):
            return links
    return None


def _is_where_it_says(links: _TwoLinks, position: Position) -> bool:
    first, second = (position.cells_for(links.digit, base) for base in links.bases)
    return (
        set(first) == {links.end, links.joint}
        and set(second) == {links.other_end, links.other_joint}
        and links.other_joint in HOUSES[links.meeting]
    )


def _step(technique: str, links: _TwoLinks, eliminations: Iterable[Candidate]) -> Step:
    return Step(
        technique,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=[links.digit]),
        houses=by_role(base=links.bases, cover=[links.meeting]),
        cells=by_role(pattern=links.ends + links.joints, end=links.ends, joint=links.joints),
        links=links.chain,
    )


def _dual_step(first: _TwoLinks, second: _TwoLinks, eliminations: Iterable[Candidate]) -> Step:
    return Step(
        DUAL_TWO_STRING_KITE,
        eliminations=tuple(sorted(eliminations)),
        digits=by_role(pattern={first.digit, second.digit}, end=[first.digit], other_end=[second.digit]),
        houses=by_role(base={*first.bases, *second.bases}, cover=[first.meeting]),
        cells=by_role(
            pattern={*first.ends, *second.ends, *first.joints},
            end=first.ends,
            other_end=second.ends,
            joint=first.joints,
        ),
        links=first.chain + second.chain,
    )


def _is_in_a_line(cell: int, other: int) -> bool:
    return cell // 9 == other // 9 or cell % 9 == other % 9
