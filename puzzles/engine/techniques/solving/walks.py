"""A walk: the proof of a step by cases, line by line, each line with the one reason it rests on.

A case starts from an assumption, follows the step's links, and ends in the step's eliminations or in a
contradiction. The cases are exhaustive, so what all of them eliminate is eliminated. The inferences are
derived from the step and the candidates alone, independently of the search that found the step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...bits import Candidate
from ...cells import HOUSES, HOUSES_OF
from ..evidence.almost_locked_sets import EvidenceSet
from ..evidence.links import Node, all_see
from ..position import Position
from ..step import Link

# Why a line holds: it is supposed; a house, a cell or an almost locked set decides it; cells are locked; the
# covers of a fish are full; digits are once in a house; a rectangle or the whole grid would have two
# solutions; a candidate would be both right and wrong; a digit would be twice in a house; its places would be
# in too few houses; cells would have too few digits; or what is eliminated is excluded above.
Reason = Literal[
    "supposed",
    "house",
    "sight",
    "cell",
    "set",
    "locked",
    "fish",
    "once",
    "deadly",
    "grave",
    "both",
    "twice",
    "crowded",
    "room",
    "excluded",
]

_CONTRADICTIONS: frozenset[Reason] = frozenset(("deadly", "grave", "both", "twice", "crowded", "room"))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a walk: these cells hold the digit (one of them does), or none does, and why.

    `cause` is the line's premise; `house`, `houses`, `over` (cells) and `digits` are what its sentence names.
    A line that concludes has the `eliminations` that follow.
    """

    reason: Reason
    digit: int = 0
    cells: tuple[int, ...] = ()
    holds: bool = True
    cause: Node | None = None
    house: int | None = None
    over: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    eliminations: tuple[Candidate, ...] = ()

    @property
    def is_contradiction(self) -> bool:
        """Whether the case ends here because it cannot be."""
        return self.reason in _CONTRADICTIONS


Case = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """The cases of a proof; each begins with what it supposes."""

    cases: tuple[Case, ...]


@dataclass
class Inferences:
    """What follows along links and through almost locked sets, from one supposition."""

    position: Position
    links: Sequence[Link]
    sets: Sequence[EvidenceSet] = ()
    lines: dict[tuple[Node, bool], Line] = field(default_factory=dict)

    def suppose(self, node: Node, holds: bool) -> None:
        """Follow the links from here, the nearest first."""
        self.lines = {(node, holds): Line("supposed", *node, holds)}
        waiting = [(node, holds)]
        for key in waiting:
            for other, line in self._following(*key):
                if other not in self.lines:
                    self.lines[other] = line
                    waiting.append(other)

    def clash(self) -> tuple[Node, Node] | None:
        """A node that is both true and false, or two true ones in a house, the first that was met."""
        true = [node for node, holds in self.lines if holds]
        for node, holds in self.lines:
            if not holds and (node, True) in self.lines:
                return node, node
        for index, (digit, cells) in enumerate(true):
            for other_digit, other_cells in true[:index]:
                if (
                    len(cells) == len(other_cells) == 1
                    and digit == other_digit
                    and all_see(cells, other_cells)
                ):
                    return (other_digit, other_cells), (digit, cells)
        return None

    def way_to(self, *keys: tuple[Node, bool]) -> list[Line]:
        """The lines that lead to these, each once, premises first."""
        found: dict[Line, None] = {}
        for key in keys:
            way = []
            line: Line | None = self.lines[key]
            while line is not None:
                way.append(line)
                # What is right makes others wrong, and what is wrong makes one right.
                line = self.lines[line.cause, not line.holds] if line.cause else None
            found |= dict.fromkeys(reversed(way))
        return list(found)

    def _following(self, node: Node, holds: bool) -> Iterator[tuple[tuple[Node, bool], Line]]:
        for link in self.links:
            ends = (link.digit, link.cells), (link.next_digit, link.next_cells)
            for one, other in (ends, ends[::-1]):
                if one == node and (line := self._across(link, one, other, holds)):
                    yield (other, not holds), line
        if not holds:
            for line in self._within_sets(node):
                yield ((line.digit, line.cells), True), line

    def _across(self, link: Link, node: Node, other: Node, holds: bool) -> Line | None:
        """What the link says of its other end; None if nothing."""
        (digit, cells), (other_digit, other_cells) = node, other
        if holds:
            if link.through:
                return None
            if digit != other_digit:
                return Line("cell", *other, False, node)
            house = shared_house({*cells, *other_cells})
            return Line("sight" if house is None else "house", *other, False, node, house)
        if not link.is_strong:
            return None
        if link.through:
            return Line("set", *other, True, node, over=link.through)
        if digit != other_digit:
            return Line("cell", *other, True, node)
        house = self._house_of_places(digit, {*cells, *other_cells})
        # Two groups of a box may share a cell, which the first has excluded.
        left = tuple(cell for cell in other_cells if cell not in cells)
        return Line("house", other_digit, left, True, node, house)

    def _within_sets(self, node: Node) -> Iterator[Line]:
        digit, cells = node
        for als in self.sets:
            if als.cells_with(digit, self.position) == cells:
                for other in als.digits:
                    if other != digit:
                        places = als.cells_with(other, self.position)
                        yield Line("set", other, places, True, node, over=als.cells)

    def _house_of_places(self, digit: int, cells: set[int]) -> int | None:
        """The house in which these are all places of the digit."""
        for house in HOUSES_OF[min(cells)]:
            if cells == set(self.position.cells_for(digit, house)):
                return house
        return None


def case_of(found: Inferences, node: Node, holds: bool, eliminations: Iterable[Candidate]) -> Case | None:
    """The case that supposes this: the lines to all eliminations, or to a contradiction; None if it fails."""
    found.suppose(node, holds)
    lines: dict[Line, None] = {}
    left = list(eliminations)
    for other, is_right in found.lines:
        excluded = tuple(each for each in left if is_right and excludes(other, each))
        if excluded:
            left = [each for each in left if each not in excluded]
            lines |= dict.fromkeys(found.way_to((other, True)))
            line = found.lines[other, True]
            lines[Line("excluded", line.digit, line.cells, cause=other, eliminations=excluded)] = None
    return tuple(lines) if not left else refuted_case(found, node, holds)


def refuted_case(found: Inferences, node: Node, holds: bool) -> Case | None:
    """The case that supposes this and ends in a contradiction; None if it ends in none."""
    found.suppose(node, holds)
    clash = found.clash()
    return contradiction(found, *clash) if clash else None


def contradiction(found: Inferences, node: Node, other: Node) -> Case:
    """The lines to a candidate that is both right and wrong, or to a digit twice in a house."""
    if node == other:
        lines = found.way_to((node, True), (node, False))
        return (*lines, Line("both", *node))
    lines = found.way_to((node, True), (other, True))
    cells = tuple(sorted({*node[1], *other[1]}))
    return (*lines, Line("twice", node[0], cells, house=shared_house(cells)))


def excludes(node: Node, candidate: Candidate) -> bool:
    """Whether a candidate is wrong where one of these cells holds this digit."""
    digit, cells = node
    if candidate.digit == digit:
        return candidate.cell not in cells and all_see((candidate.cell,), cells)
    return cells == (candidate.cell,)


def shared_house(cells: Iterable[int]) -> int | None:
    """The house all these cells lie in, a row or column before a box; None if there is none."""
    wanted = set(cells)
    return next((house for house in HOUSES_OF[min(wanted)] if wanted <= set(HOUSES[house])), None)
