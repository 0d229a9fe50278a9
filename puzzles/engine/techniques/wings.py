"""Wings: two cells with two candidates each, tied so that one of them holds the digit z that both have.

XY-Wing: a third cell x y, the pivot, sees both wings, x z and y z. XYZ-Wing: the pivot has z too. W-Wing:
both wings are w z, and a strong link of w joins them. A z that sees all the cells one of which must hold it
is eliminated. Described in HoDoKu's "Wings" and in SudokuWiki's "Y-Wing", "XYZ-Wing" and "W-Wing".
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ..bits import PEER_CELLS, Candidate, DigitMask, candidates_of, cells_of, digits_of
from ..cells import HOUSES_OF, PEERS
from .evidence.links import chain_through, is_chain, is_true, nodes_of, seen_by_all
from .position import Position
from .step import Link, Step, by_role

XY_WING = "xy_wing"
XYZ_WING = "xyz_wing"
W_WING = "w_wing"


class _Wings(NamedTuple):
    """A pivot and two wings, the digit that ties each wing to the pivot, and the digit z of both wings."""

    pivot: int
    wings: tuple[int, int]
    ties: tuple[int, int]
    z: int

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links from the z of one wing through the pivot to the z of the other."""
        (first, second), (tie, other_tie) = self.wings, self.ties
        nodes = (self.z, first), (tie, first), (tie, self.pivot)
        other_nodes = (other_tie, self.pivot), (other_tie, second), (self.z, second)
        return chain_through(*((digit, (cell,)) for digit, cell in nodes + other_nodes))

    @property
    def ties_to_pivot(self) -> tuple[Link, ...]:
        """A weak link from the pivot to each wing."""
        return tuple(
            Link(tie, (self.pivot,), tie, (wing,), is_strong=False)
            for tie, wing in zip(self.ties, self.wings, strict=True)
        )


class _Bridge(NamedTuple):
    """Two wings with the digits w and z, and a strong link of w in a house: each wing sees one end of it."""

    wings: tuple[int, int]
    ends: tuple[int, int]
    house: int
    w: int
    z: int

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links from the z of one wing over the bridge to the z of the other."""
        (first, second), (end, other_end) = self.wings, self.ends
        nodes = (self.z, first), (self.w, first), (self.w, end)
        other_nodes = (self.w, other_end), (self.w, second), (self.z, second)
        return chain_through(*((digit, (cell,)) for digit, cell in nodes + other_nodes))


def find_xy_wings(position: Position) -> Iterator[Step]:
    """Each XY-Wing that excludes something, in the order of the wings' digits."""
    bivalue = position.bivalue
    for mask, other_mask in combinations(sorted(bivalue), 2):
        # xz and yz differ by xy, the pivot; masks with no digit in common differ by four, and no cell is
        # bivalue then.
        for pivot in cells_of(bivalue.get(mask ^ other_mask, 0)):
            for wings, targets in _wings_of(pivot, mask, other_mask, position):
                yield _xy_step(wings, candidates_of(wings.z, targets))


def find_xyz_wings(position: Position) -> Iterator[Step]:
    """Each XYZ-Wing that excludes something, pivots ascending."""
    bivalue = position.bivalue
    for pivot, pivot_mask in enumerate(position.masks):
        for mask, other_mask in _PAIRS_OF_THREE.get(pivot_mask, ()):
            if mask in bivalue and other_mask in bivalue:
                for wings, targets in _wings_of(pivot, mask, other_mask, position):
                    if targets & PEER_CELLS[pivot]:
                        yield _xyz_step(wings, candidates_of(wings.z, targets & PEER_CELLS[pivot]))


def find_w_wings(position: Position) -> Iterator[Step]:
    """Each W-Wing that excludes something, in the order of the wings' digits."""
    for mask, cell_set in sorted(position.bivalue.items()):
        first_digit, second_digit = digits_of(mask)
        for first, second in combinations(cells_of(cell_set), 2):
            # Two that see each other are a naked pair.
            common = PEER_CELLS[first] & PEER_CELLS[second] if second not in PEERS[first] else 0
            for w, z in ((first_digit, second_digit), (second_digit, first_digit)):
                targets = position.cells_with[z] & common
                if targets:
                    for ends, house in _strong_links_between(first, second, w, position):
                        bridge = _Bridge((first, second), ends, house, w, z)
                        yield _w_step(bridge, candidates_of(z, targets))


def verify_xy_wing(step: Step, position: Position) -> bool:
    """Whether the step's chain leads through two wings and a pivot, and excludes just what it says."""
    nodes = nodes_of(step.links)
    if len(nodes) != 6 or not is_chain(step.links, position):
        return False
    (z, (first, *_)), (tie, _), (_, (pivot, *_)), (other_tie, _), (_, (second, *_)), _ = nodes
    if len({pivot, first, second}) != 3 or second in PEERS[first]:
        return False
    wings = _Wings(pivot, (first, second), (tie, other_tie), z)
    return step == _xy_step(wings, seen_by_all(z, wings.wings, position))


def verify_xyz_wing(step: Step, position: Position) -> bool:
    """Whether the step's links tie two wings to a pivot, and it excludes just what it says."""
    if len(step.links) != 2 or len(step.digits_as("shared")) != 1:
        return False
    if not all(is_true(link, position) for link in step.links):
        return False
    (z,), (link, other_link) = step.digits_as("shared"), step.links
    pivot, first, second = link.cells[0], link.next_cells[0], other_link.next_cells[0]
    wings = _Wings(pivot, (first, second), (link.digit, other_link.digit), z)
    return (
        step == _xyz_step(wings, seen_by_all(z, (pivot, first, second), position))
        and second not in PEERS[first]
        and set(position.candidates(first)) == {link.digit, z}
        and set(position.candidates(second)) == {other_link.digit, z}
        and set(position.candidates(pivot)) == {link.digit, other_link.digit, z}
        and len(position.candidates(pivot)) == 3
    )


def verify_w_wing(step: Step, position: Position) -> bool:
    """Whether the step's chain leads from wing to wing over a bridge, and excludes just what it says."""
    nodes = nodes_of(step.links)
    if len(nodes) != 6 or len(step.houses_as("base")) != 1 or not is_chain(step.links, position):
        return False
    (z, (first, *_)), (w, _), (_, (end, *_)), (_, (other_end, *_)), (_, (second, *_)), _ = nodes
    (house,) = step.houses_as("base")
    if len({first, second, end, other_end}) != 4 or second in PEERS[first]:
        return False
    bridge = _Bridge((first, second), (end, other_end), house, w, z)
    return step == _w_step(bridge, seen_by_all(z, bridge.wings, position)) and set(
        position.cells_for(w, house)
    ) == {end, other_end}


# By three digits (a mask): each two pairs of them.
_PAIRS_OF_THREE = {
    mask: tuple(combinations(sorted(mask & ~(1 << digit - 1) for digit in digits_of(mask)), 2))
    for mask in range(512)
    if mask.bit_count() == 3
}


def _wings_of(
    pivot: int, mask: DigitMask, other_mask: DigitMask, position: Position
) -> Iterator[tuple[_Wings, int]]:
    """The wings with these two pairs of digits beside a pivot, with the cells of the z that see both."""
    shared = mask & other_mask
    # The bit length of a mask with one bit is its digit.
    z, tie, other_tie = shared.bit_length(), (mask ^ shared).bit_length(), (other_mask ^ shared).bit_length()
    near, cell_set = PEER_CELLS[pivot], position.cells_with[z]
    for first in cells_of(near & position.bivalue[mask]):
        # Wings that see each other make, with the pivot, a naked triple.
        for second in cells_of(near & position.bivalue[other_mask] & ~PEER_CELLS[first]):
            targets = cell_set & PEER_CELLS[first] & PEER_CELLS[second]
            if targets:
                yield _Wings(pivot, (first, second), (tie, other_tie), z), targets


def _strong_links_between(
    first: int, second: int, digit: int, position: Position
) -> Iterator[tuple[tuple[int, int], int]]:
    """Each strong link of the digit with an end that sees the first cell and one that sees the second."""
    for kind, pairs in enumerate(position.strong_links[digit]):
        for end in cells_of(pairs.ends & PEER_CELLS[first]):
            other_end = pairs.other_end[end]
            if PEER_CELLS[second] >> other_end & 1:
                yield (end, other_end), HOUSES_OF[end][kind]


def _xy_step(wings: _Wings, eliminations: Iterable[Candidate]) -> Step:
    return Step(
        XY_WING,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=(*wings.ties, wings.z), pivot=wings.ties, shared=[wings.z]),
        cells=by_role(pattern=(wings.pivot, *wings.wings), pivot=[wings.pivot], wing=wings.wings),
        links=wings.chain,
    )


def _xyz_step(wings: _Wings, eliminations: Iterable[Candidate]) -> Step:
    return Step(
        XYZ_WING,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=(*wings.ties, wings.z), shared=[wings.z]),
        cells=by_role(pattern=(wings.pivot, *wings.wings), pivot=[wings.pivot], wing=wings.wings),
        links=wings.ties_to_pivot,
    )


def _w_step(bridge: _Bridge, eliminations: Iterable[Candidate]) -> Step:
    return Step(
        W_WING,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=(bridge.w, bridge.z), bridge=[bridge.w], shared=[bridge.z]),
        houses=by_role(base=[bridge.house]),
        cells=by_role(pattern=(*bridge.wings, *bridge.ends), bridge=bridge.ends, wing=bridge.wings),
        links=bridge.chain,
    )
