"""Colouring: in a component of strong links of a digit, one colour is true and the other false.

Simple Colours: a candidate that sees both colours is eliminated (trap); a colour that meets itself in a house
is false (wrap). Multi Colours: two such components that see each other. Wherever a colour of the one and a
colour of the other exclude each other, one of the other two is true, and a candidate that sees both of these
is eliminated (1), even one of a component itself; a colour that sees both of another component is false (2).
Described in HoDoKu's "Coloring", and in SudokuWiki's "Simple Colouring" and "Multi-Colouring".
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from ..bits import PEER_CELLS, Candidate, candidates_of, cells_of, first_of
from ..cells import CELLS, HOUSES_OF
from .evidence.links import is_true, sees
from .patterns.conjugate_pairs import Color
from .position import Position
from .step import Form, Link, Step, by_role

SIMPLE_COLORS_TRAP = "simple_colors_trap"
SIMPLE_COLORS_WRAP = "simple_colors_wrap"
MULTI_COLORS_1 = "multi_colors_1"
MULTI_COLORS_2 = "multi_colors_2"

# Fewer cells exclude no more than locked candidates do.
_FEWEST_CELLS_OF_TRAP = 4

# The colours of the first component and of the second, by their place among the four.
_PAIRINGS = ((0, 2), (0, 3), (1, 2), (1, 3))

Pair = tuple[int, int]


class _Colors(NamedTuple):
    """Components of a digit, two colours each; the pairs of cells that link them, and those that clash.

    The first clash concerns the first colour of each component.
    """

    digit: int
    colors: tuple[tuple[int, ...], ...]
    pairs: tuple[Pair, ...]
    clashes: tuple[Pair, ...] = ()

    @property
    def cells(self) -> set[int]:
        """The cells of all colours."""
        return {cell for color in self.colors for cell in color}

    @property
    def links(self) -> tuple[Link, ...]:
        """The strong links of the components, then the clashes as weak links."""
        strong = ((pair, True) for pair in self.pairs)
        weak = ((pair, False) for pair in self.clashes)
        return tuple(
            Link(self.digit, (cell,), self.digit, (other,), is_strong)
            for (cell, other), is_strong in (*strong, *weak)
        )

    @property
    def clash_houses(self) -> set[int]:
        """A house for each clash, where it happens."""
        return {
            next(house for house in HOUSES_OF[cell] if house in HOUSES_OF[other])
            for cell, other in self.clashes
        }

    @property
    def clashing(self) -> tuple[Pair, ...]:
        """For each clash the two colours between which it happens, by their places; -1 for no colour."""
        color_of = {cell: color for color, cells in enumerate(self.colors) for cell in cells}
        return tuple((color_of.get(cell, -1), color_of.get(other, -1)) for cell, other in self.clashes)

    def seen_by(self, color: int, other_color: int, position: Position) -> set[Candidate]:
        """The candidates that see both of these colours."""
        return {
            Candidate(cell, self.digit)
            for cell in CELLS
            if position.has_candidate(cell, self.digit)
            and sees(cell, self.colors[color])
            and sees(cell, self.colors[other_color])
        }


def find_simple_colors_traps(position: Position) -> Iterator[Step]:
    """Each component with a candidate outside that sees both its colours, digit by digit."""
    for digit, components in enumerate(position.color_components):
        for component in components:
            color, other_color = component.colors
            targets = position.cells_with[digit] & color.seen & other_color.seen & ~component.cells
            if targets and component.cells.bit_count() >= _FEWEST_CELLS_OF_TRAP:
                colors = _Colors(digit, _cells_of_colors(component.colors), component.links)
                yield _step(SIMPLE_COLORS_TRAP, colors, candidates_of(digit, targets))


def find_simple_colors_wraps(position: Position) -> Iterator[Step]:
    """Each colour two cells of which see each other, digit by digit."""
    for digit, components in enumerate(position.color_components):
        for component in components:
            for color, other_color in permutations(component.colors):
                # Both ends in one house with one colour: an odd cycle of strong links, or two branches that
                # meet.
                if color.cells & color.seen:
                    clash = _clash_of(color, color)
                    cells = _cells_of_colors((color, other_color))
                    colors = _Colors(digit, cells, component.links, (clash,))
                    yield _step(SIMPLE_COLORS_WRAP, colors, candidates_of(digit, color.cells))


def find_multi_colors_1(position: Position) -> Iterator[Step]:
    """Each two components of which colours exclude each other and the others exclude something."""
    for digit, components in enumerate(position.color_components):
        for component, other_component in combinations(components, 2):
            four = (*component.colors, *other_component.colors)
            pairings = [pair for pair in _PAIRINGS if four[pair[0]].seen & four[pair[1]].cells]
            # 0 and 1 are the colours of one component, 2 and 3 of the other: 1 - c and 5 - c are the opposite
            # colours. If two clash, not both are true, so one of their opposites is.
            targets = 0
            for color, other_color in pairings:
                targets |= four[1 - color].seen & four[5 - other_color].seen
            if targets & position.cells_with[digit]:
                clashes = tuple(_clash_of(four[color], four[other]) for color, other in pairings)
                first, third = pairings[0]
                ordered = (four[first], four[1 - first], four[third], four[5 - third])
                pairs = component.links + other_component.links
                colors = _Colors(digit, _cells_of_colors(ordered), pairs, clashes)
                yield _step(
                    MULTI_COLORS_1, colors, candidates_of(digit, targets & position.cells_with[digit])
                )


def find_multi_colors_2(position: Position) -> Iterator[Step]:
    """Each colour that sees both colours of another component, digit by digit."""
    for digit, components in enumerate(position.color_components):
        for component, other_component in permutations(components, 2):
            for color, other_color in permutations(component.colors):
                first, second = other_component.colors
                if color.seen & first.cells and color.seen & second.cells:
                    clashes = (_clash_of(color, first), _clash_of(color, second))
                    pairs = component.links + other_component.links
                    cells = _cells_of_colors((color, other_color, first, second))
                    colors = _Colors(digit, cells, pairs, clashes)
                    yield _step(MULTI_COLORS_2, colors, candidates_of(digit, color.cells))


def verify_simple_colors_trap(step: Step, position: Position) -> bool:
    """Whether the step's links make one component, and it excludes just what sees both colours."""
    colors = _read(step.links, position)
    if colors is None or (len(colors.colors), len(colors.clashes)) != (2, 0):
        return False
    outside = [one for one in colors.seen_by(0, 1, position) if one.cell not in colors.cells]
    return len(colors.cells) >= _FEWEST_CELLS_OF_TRAP and step == _step(SIMPLE_COLORS_TRAP, colors, outside)


def verify_simple_colors_wrap(step: Step, position: Position) -> bool:
    """Whether the step's links make one component, and it excludes the colour that clashes with itself."""
    colors = _read(step.links, position)
    return (
        colors is not None
        and len(colors.colors) == 2
        and colors.clashing == ((0, 0),)
        and step == _step(SIMPLE_COLORS_WRAP, colors, _all_of(colors.digit, colors.colors[0]))
    )


def verify_multi_colors_1(step: Step, position: Position) -> bool:
    """Whether colours of the step's two components clash, and it excludes just what sees the others."""
    colors = _read(step.links, position)
    if colors is None or len(colors.colors) != 4 or not colors.clashes:
        return False
    clashing = colors.clashing
    if len(set(clashing)) != len(clashing) or not set(clashing) <= set(_PAIRINGS):
        return False
    excluded = set[Candidate]().union(
        *(colors.seen_by(1 - color, 5 - other_color, position) for color, other_color in clashing)
    )
    return step == _step(MULTI_COLORS_1, colors, excluded)


def verify_multi_colors_2(step: Step, position: Position) -> bool:
    """Whether a colour of the step's first component clashes with both of the second, and is excluded."""
    colors = _read(step.links, position)
    return (
        colors is not None
        and len(colors.colors) == 4
        and colors.clashing == ((0, 2), (0, 3))
        and step == _step(MULTI_COLORS_2, colors, _all_of(colors.digit, colors.colors[0]))
    )


def _clash_of(color: Color, other_color: Color) -> Pair:
    """The first two cells of these colours that see each other."""
    cell = first_of(color.cells & other_color.seen)
    return cell, first_of(other_color.cells & PEER_CELLS[cell])


def _cells_of_colors(colors: Iterable[Color]) -> tuple[tuple[int, ...], ...]:
    return tuple(cells_of(color.cells) for color in colors)


def _all_of(digit: int, cells: Collection[int]) -> list[Candidate]:
    return [Candidate(cell, digit) for cell in cells]


def _read(links: tuple[Link, ...], position: Position) -> _Colors | None:
    """The evidence of these links, if they are true; the first clash decides which colour is first."""
    digits = {digit for link in links for digit in (link.digit, link.next_digit)}
    if len(digits) != 1 or not all(len(link.cells) == len(link.next_cells) == 1 for link in links):
        return None
    if not all(is_true(link, position) for link in links):
        return None
    pairs = tuple((link.cells[0], link.next_cells[0]) for link in links if link.is_strong)
    clashes = tuple((link.cells[0], link.next_cells[0]) for link in links if not link.is_strong)
    colors: list[tuple[int, ...]] = []
    for index, (first, second) in enumerate(_two_colors(pairs)):
        # The order of colours is part of the evidence: the same links give the same step.
        is_second = bool(clashes) and clashes[0][min(index, 1)] in second
        colors += (second, first) if is_second else (first, second)
    return _Colors(min(digits), tuple(colors), pairs, clashes)


def _two_colors(pairs: Iterable[Pair]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The components of these pairs, two colours each. Each pair reaches a new cell, or opens a component."""
    components: list[tuple[list[int], list[int]]] = []
    for cell, other in pairs:
        # A pair that links two cells coloured already says nothing new: no finder writes it.
        if any(other in color for component in components for color in component):
            return []
        for first, second in components:
            if cell in first:
                second.append(other)
                break
            if cell in second:
                first.append(other)
                break
        else:
            components.append(([cell], [other]))
    return [(tuple(sorted(first)), tuple(sorted(second))) for first, second in components]


def _step(technique: str, colors: _Colors, eliminations: Iterable[Candidate]) -> Step:
    roles = dict(zip(("color_a", "color_b", "color_c", "color_d"), colors.colors, strict=False))
    clash = {cell for pair in colors.clashes for cell in pair}
    return Step(
        technique,
        eliminations=tuple(sorted(eliminations)),
        digits=by_role(pattern=[colors.digit]),
        houses=by_role(clash=colors.clash_houses),
        cells=by_role(pattern=colors.cells, clash=clash, **roles),
        links=colors.links,
        form=_form(colors.clashing) if technique == MULTI_COLORS_1 else "",
    )


def _form(clashing: tuple[Pair, ...]) -> Form:
    """Whether both colours of both components are paired off (twice), or one clashes with two (several)."""
    if len(clashing) == 1:
        return ""
    return "twice" if clashing == ((0, 2), (1, 3)) else "several"
