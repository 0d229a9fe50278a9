"""What a step draws above its cells: links, candidates, letters, as shapes in a picture of 180 by 180 units.

`_drawing.html` writes them into the picture of a step and above the board of a game alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from math import hypot

from puzzles.engine import DIGITS, Candidate, Hint, Link, Rung, Step, column_of, row_of
from puzzles.engine.techniques.evidence.links import are_joined

from ..game import notes_of
from .curves import (
    DISC,
    Obstacle,
    Point,
    direction,
    flattest_curve,
    path_with_gaps,
    svg_point,
)
from .highlights import highlights_of, letters
from .small_board import CELL, NOTE_BASE, NOTE_RISE, NOTES_AT

# On the rim of a disc, between the notes, a small one with its place in the chain.
ORDER_AT = (2.75, -2.75)
ORDER = 1.75
# The letter of a set, on a disc at a corner of its cells, where there is no note.
LETTER_AT = (19.2, 1.2)
BADGE = 2.5
# An arrowhead: its length, and half its width.
HEAD, HALF = 2.8, 1.5
# A link keeps so far from the middle of a large digit, from candidates that it does not join, and from the
# middle of a note, where that costs no digit.
DIGIT_DISTANCE = 0.3 * CELL
DISC_DISTANCE = DISC + 0.8
NOTE_DISTANCE = 2.9

Node = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Curve:
    """A link: the path of its line; in a chain the path of its arrowhead."""

    path: str
    is_strong: bool
    head: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A candidate or letter on a disc around x, y, with the look of its cell.

    `state` is "true" or "false" in a chain, by what follows from its beginning; `order` is its place there.
    What the template writes are texts: it would write numbers in the reader's language.
    """

    text: str
    x: float
    y: float
    look: str = "pattern"
    state: str = ""
    order: int = 0

    @property
    def cx(self) -> str:
        """The middle of its text."""
        return f"{self.x:g}"

    @property
    def base(self) -> str:
        """The base line of its text, where that is a candidate."""
        return f"{self.y + NOTE_RISE:g}"

    @property
    def shape(self) -> str:
        """The path of the disc; a square for the second and fourth of several colours."""
        if not self.state and self.look in ("second", "fourth"):
            side = 2 * DISC - 0.6
            return f"M{self.x - side / 2:g} {self.y - side / 2:g}h{side:g}v{side:g}h-{side:g}z"
        return _disc_path(self.x, self.y, DISC)

    @property
    def strike(self) -> str:
        """The path of the stroke through a removed candidate."""
        return f"M{self.x - 2.7:g} {self.y + 2.1:g}l5.4-4.2"

    @property
    def badge(self) -> str:
        """The path of the disc below a letter."""
        return _disc_path(self.x, self.y, BADGE)

    @property
    def badge_base(self) -> str:
        """The base line of a letter."""
        return f"{self.y + 1.4:g}"

    @property
    def order_x(self) -> str:
        """The middle of its place in the chain, as a number on its rim."""
        return f"{self.x + ORDER_AT[0]:g}"

    @property
    def order_base(self) -> str:
        """The base line of that number."""
        return f"{self.y + ORDER_AT[1] + 1.5:g}"

    @property
    def order_disc(self) -> str:
        """The path of the disc below that number."""
        return _disc_path(self.x + ORDER_AT[0], self.y + ORDER_AT[1], ORDER)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of a drawing, in their order from below.

    `group_path` joins the cells that make one end of a link, `nodes` are the ends of links, `candidates`
    those of a pattern without links; `falling` are the eliminations before they are made, `removed` after.
    """

    group_path: str = ""
    curves: tuple[Curve, ...] = ()
    nodes: tuple[Marker, ...] = ()
    candidates: tuple[Marker, ...] = ()
    falling: tuple[Marker, ...] = ()
    removed: tuple[Marker, ...] = ()
    letters: tuple[Marker, ...] = ()
    removed_cells: tuple[int, ...] = ()

    @property
    def is_chain(self) -> bool:
        """Whether its links have an order, and their ends are true or false."""
        return any(node.state for node in self.nodes)

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


NO_DRAWING = Drawing()


def drawing(hint: Hint, rung: Rung, *, digits: Sequence[int], marks: Sequence[int]) -> Drawing:
    """What a rung draws: from "why" on the pattern and the eliminations, which "do" strikes.

    `digits` are those on the board, which links avoid, as they do the notes; `marks` is what is noted.
    """
    if not isinstance(hint, Step) or rung in ("nudge", "where"):
        return NO_DRAWING
    look_of = {
        cell: look
        for look, cells in highlights_of(hint, rung).items()
        if look in ("pattern", "second", "third", "fourth")
        for cell in cells
    }
    eliminations = tuple(_candidate_marker(each, {}) for each in sorted(hint.eliminations))
    is_done = rung == "do"
    notes = _note_obstacles(digits, marks)
    return Drawing(
        group_path="".join(_group_paths(hint.links, digits, notes)),
        curves=tuple(_curves(hint.links, digits, notes)),
        nodes=tuple(_nodes(hint.links, look_of)),
        candidates=tuple(
            _candidate_marker(each, look_of)
            for each in _pattern_candidates(hint)
            if notes_of(marks[each.cell]) & 1 << each.digit - 1
        ),
        falling=() if is_done else eliminations,
        removed=eliminations if is_done else (),
        letters=tuple(_letter_marker(cell, letter, look_of) for cell, letter in letters(hint)),
        removed_cells=tuple(sorted({cell for cell, _digit in hint.eliminations})) if is_done else (),
    )


def _pattern_candidates(step: Step) -> list[Candidate]:
    """The candidates of a pattern without links; the ends of links are drawn with them."""
    if step.links or step.placements:
        return []
    pairs = [
        Candidate(cell, digit) for cell in step.cells_as("pattern") for digit in step.digits_as("pattern")
    ]
    return [pair for pair in pairs if pair not in step.eliminations]


def _candidate_marker(candidate: Candidate, look_of: dict[int, str]) -> Marker:
    """A candidate with the look of its cell."""
    x, y = note_middle(*candidate)
    return Marker(str(candidate.digit), x, y, look_of.get(candidate.cell, "pattern"))


def _letter_marker(cell: int, letter: str, look_of: dict[int, str]) -> Marker:
    """The letter of a set at the corner of one of its cells."""
    x, y = CELL * column_of(cell) + LETTER_AT[0], CELL * row_of(cell) + LETTER_AT[1]
    return Marker(letter, x, y, look_of.get(cell, "pattern"))


def note_middle(cell: int, digit: int) -> Point:
    """The middle of a candidate's note."""
    x = CELL * column_of(cell) + NOTES_AT[(digit - 1) % 3]
    y = CELL * row_of(cell) + NOTE_BASE[(digit - 1) // 3] - NOTE_RISE
    return round(x, 2), round(y, 2)


# Nodes


def is_chain(links: Sequence[Link]) -> bool:
    """Whether the links lead from one to the next, strong and weak in turn: then they have an order."""
    alternates = all(link.is_strong != after.is_strong for link, after in pairwise(links))
    return len(links) > 1 and alternates and are_joined(links)


def _ends_of(links: Iterable[Link]) -> list[Node]:
    """The ends of the links in their order, each once."""
    both = ((link.digit, link.cells, link.next_digit, link.next_cells) for link in links)
    return list(dict.fromkeys(node for a, b, c, d in both for node in ((a, b), (c, d))))


def _nodes(links: Sequence[Link], look_of: dict[int, str]) -> Iterator[Marker]:
    """The candidates at the ends of links. The order of a group is beside its first cell.

    In a chain the first is supposed to be false if a strong link follows: then the next is true, and so on.
    """
    in_order, found = is_chain(links), set()
    for place, (digit, cells) in enumerate(_ends_of(links)):
        state = ""
        if in_order:
            state = "true" if (place % 2 == 1) == links[0].is_strong else "false"
        for cell in cells:
            if (cell, digit) in found:
                continue
            found.add((cell, digit))
            x, y = note_middle(cell, digit)
            order = place + 1 if in_order and cell == cells[0] else 0
            yield Marker(str(digit), x, y, look_of.get(cell, "pattern"), state, order)


# Links


def _group_paths(links: Iterable[Link], digits: Sequence[int], notes: Sequence[Obstacle]) -> Iterator[str]:
    """Lines that join the cells of a group, where several make one end of a link."""
    obstacles = _digit_obstacles(digits)
    for digit, cells in sorted(_ends_of(links)):
        for start, end in pairwise(note_middle(cell, digit) for cell in cells):
            others = [note for note in notes if note[:2] not in (start, end)]
            yield path_with_gaps(flattest_curve(start, end, obstacles, others), others)


def _digit_obstacles(digits: Sequence[int]) -> list[Obstacle]:
    """The middles of the large digits on the board."""
    return [
        (CELL * (column_of(cell) + 0.5), CELL * (row_of(cell) + 0.5), DIGIT_DISTANCE)
        for cell, digit in enumerate(digits)
        if digit
    ]


def _note_obstacles(digits: Sequence[int], marks: Sequence[int]) -> list[Obstacle]:
    """The middles of the notes on the board."""
    return [
        (*note_middle(cell, digit), NOTE_DISTANCE)
        for cell, mask in enumerate(marks)
        if not digits[cell]
        for digit in DIGITS
        if notes_of(mask) & 1 << digit - 1
    ]


def _curves(links: Sequence[Link], digits: Sequence[int], notes: Sequence[Obstacle]) -> Iterator[Curve]:
    """The links, each drawn once, past large digits, candidates of the drawing, and notes."""
    obstacles = _digit_obstacles(digits)
    discs = [(*note_middle(cell, digit), DISC_DISTANCE) for digit, cells in _ends_of(links) for cell in cells]
    on_discs = {disc[:2] for disc in discs}
    notes = [note for note in notes if note[:2] not in on_discs]
    in_order, seen = is_chain(links), set()
    for link in links:
        ends = frozenset({(link.digit, link.cells), (link.next_digit, link.next_cells)})
        if ends not in seen:
            seen.add(ends)
            start, end = _nearest_ends(link)
            others = [disc for disc in discs if disc[:2] not in (start, end)]
            yield curve_between(
                start, end, obstacles + others, notes, is_strong=link.is_strong, has_head=in_order
            )


def _nearest_ends(link: Link) -> tuple[Point, Point]:
    """The nearest two candidates at the ends of a link; two groups may share one."""
    starts = [note_middle(cell, link.digit) for cell in link.cells]
    ends = [note_middle(cell, link.next_digit) for cell in link.next_cells]
    pairs = [(start, end) for start in starts for end in ends if start != end]
    return min(pairs, key=lambda pair: hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]))


def curve_between(
    start: Point,
    end: Point,
    obstacles: Iterable[Obstacle] = (),
    notes: Sequence[Obstacle] = (),
    *,
    is_strong: bool,
    has_head: bool = False,
) -> Curve:
    """The flattest line that avoids all obstacles, or overlaps them least; broken at notes.

    It begins and ends at the rim of a disc, so that the candidates stay readable.
    """
    first, first_control, last_control, last = flattest_curve(start, end, obstacles, notes)
    head = ""
    if has_head:
        across, down = direction(last_control, last)
        base = (last[0] - HEAD * across, last[1] - HEAD * down)
        left = (base[0] - HALF * down, base[1] + HALF * across)
        right = (base[0] + HALF * down, base[1] - HALF * across)
        head = f"M{svg_point(last)}L{svg_point(left)}L{svg_point(right)}z"
        last = base
    return Curve(path_with_gaps((first, first_control, last_control, last), notes), is_strong, head)


def _disc_path(x: float, y: float, radius: float) -> str:
    """The SVG path of a circle."""
    around = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{around} {2 * radius:g} 0{around}-{2 * radius:g} 0"
