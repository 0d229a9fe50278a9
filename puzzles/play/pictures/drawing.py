"""What a step draws above its cells: links, candidates, letters, as shapes in a picture of 180 by 180 units.

`_drawing.html` writes them into the picture of a step and above the board of a game alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from math import hypot, inf

from puzzles.engine import Candidate, Hint, Link, Rung, Step, column_of, row_of
from puzzles.engine.techniques.evidence.links import are_joined

from ..game import notes_of
from .highlights import highlights_of, letters
from .small_board import CELL, NOTE_BASE, NOTE_RISE, NOTES_AT

# The disc around a candidate; on its rim, between the notes, a small one with its place in the chain.
DISC = 2.9
ORDER_AT = (2.5, -2.5)
# The letter of a set, on a disc at a corner of its cells, where there is no note.
LETTER_AT = (19.2, 1.2)
BADGE = 2.5
# An arrowhead: its length, and half its width.
HEAD, HALF = 2.8, 1.5
# A link keeps so far from the middle of a large digit, from candidates that it does not join, from the edge.
DIGIT_ROOM = 0.3 * CELL
DISC_ROOM = DISC + 0.8
EDGE_ROOM = 1.8
# The bends that are tried, the least first: how far aside, and how far along the link this begins. One that
# begins at once runs between two rows of digits for long.
BENDS = (
    (0.0, 0.33),
    *((side * aside, 0.33) for aside in (5, 8, 11) for side in (1, -1)),
    *((side * aside, 0.04) for aside in (9, 12, 15) for side in (1, -1)),
    *((side * aside, 0.33) for aside in (15, 20, 26, 34) for side in (1, -1)),
)
SAMPLES = 24
# The widest bend comes no farther.
REACH = 34

Point = tuple[float, float]
Node = tuple[int, tuple[int, ...]]
Bezier = tuple[Point, Point, Point, Point]
# A disc that links keep out of: its middle and its radius.
Room = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """A link: the path of its line; in a chain the path of its arrowhead."""

    path: str
    is_strong: bool
    head: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
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
            return f"M{self.x - DISC + 0.3:g} {self.y - DISC + 0.3:g}h5.2v5.2h-5.2z"
        return disc(self.x, self.y, DISC)

    @property
    def strike(self) -> str:
        """The path of the stroke through a removed candidate."""
        return f"M{self.x - 3:g} {self.y + 2.4:g}l6-4.8"

    @property
    def badge(self) -> str:
        """The path of the disc below a letter."""
        return disc(self.x, self.y, BADGE)

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
        return f"{self.y + ORDER_AT[1] + 1.1:g}"

    @property
    def order_disc(self) -> str:
        """The path of the disc below that number."""
        return disc(self.x + ORDER_AT[0], self.y + ORDER_AT[1], 1.7)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of a drawing, in their order from below.

    `groups` joins the cells that make one end of a link, `nodes` are the ends of links, `ringed` the
    candidates of a pattern without links, `removed` the eliminations.
    """

    groups: str = ""
    curves: tuple[Curve, ...] = ()
    nodes: tuple[Sign, ...] = ()
    ringed: tuple[Sign, ...] = ()
    removed: tuple[Sign, ...] = ()
    letters: tuple[Sign, ...] = ()
    removed_cells: tuple[int, ...] = ()

    @property
    def is_chain(self) -> bool:
        """Whether its links have an order, and their ends are true or false."""
        return any(node.state for node in self.nodes)

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


NO_DRAWING = Drawing()


def drawing(hint: Hint, rung: Rung, *, digits: Sequence[int], marks: Sequence[int]) -> Drawing:
    """What a rung draws: the pattern from "why" on, the eliminations with "do".

    `digits` are those on the board, which links avoid, `marks` what is noted in each cell.
    """
    if not isinstance(hint, Step) or rung in ("nudge", "where"):
        return NO_DRAWING
    look_of = {
        cell: look
        for look, cells in highlights_of(hint, rung).items()
        if look in ("pattern", "second", "third", "fourth")
        for cell in cells
    }
    removed = hint.eliminations if rung == "do" else ()
    return Drawing(
        groups="".join(groups(hint.links, digits)),
        curves=tuple(curves(hint.links, digits)),
        nodes=tuple(nodes(hint.links, look_of)),
        ringed=tuple(
            candidate_sign(each, look_of)
            for each in ringed(hint)
            if notes_of(marks[each.cell]) & 1 << each.digit - 1
        ),
        removed=tuple(candidate_sign(each, {}) for each in sorted(removed)),
        letters=tuple(letter_sign(cell, letter, look_of) for cell, letter in letters(hint)),
        removed_cells=tuple(sorted({cell for cell, _digit in removed})),
    )


def ringed(step: Step) -> list[Candidate]:
    """The candidates of a pattern without links; the ends of links are drawn with them."""
    if step.links or step.placements:
        return []
    pairs = [
        Candidate(cell, digit) for cell in step.cells_as("pattern") for digit in step.digits_as("pattern")
    ]
    return [pair for pair in pairs if pair not in step.eliminations]


def candidate_sign(candidate: Candidate, look_of: dict[int, str]) -> Sign:
    """A candidate with the look of its cell."""
    x, y = note_middle(*candidate)
    return Sign(str(candidate.digit), x, y, look_of.get(candidate.cell, "pattern"))


def letter_sign(cell: int, letter: str, look_of: dict[int, str]) -> Sign:
    """The letter of a set at the corner of one of its cells."""
    x, y = CELL * column_of(cell) + LETTER_AT[0], CELL * row_of(cell) + LETTER_AT[1]
    return Sign(letter, x, y, look_of.get(cell, "pattern"))


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


def ends_of(links: Iterable[Link]) -> list[Node]:
    """The ends of the links in their order, each once."""
    both = ((link.digit, link.cells, link.next_digit, link.next_cells) for link in links)
    return list(dict.fromkeys(node for a, b, c, d in both for node in ((a, b), (c, d))))


def nodes(links: Sequence[Link], look_of: dict[int, str]) -> Iterator[Sign]:
    """The candidates at the ends of links. The order of a group is beside its first cell.

    In a chain the first is supposed to be false if a strong link follows: then the next is true, and so on.
    """
    in_order, found = is_chain(links), set()
    for place, (digit, cells) in enumerate(ends_of(links)):
        state = ""
        if in_order:
            state = "true" if (place % 2 == 1) == links[0].is_strong else "false"
        for cell in cells:
            if (cell, digit) in found:
                continue
            found.add((cell, digit))
            x, y = note_middle(cell, digit)
            order = place + 1 if in_order and cell == cells[0] else 0
            yield Sign(str(digit), x, y, look_of.get(cell, "pattern"), state, order)


# Links


def groups(links: Iterable[Link], digits: Sequence[int]) -> Iterator[str]:
    """Lines that join the cells of a group, where several make one end of a link."""
    rooms = digit_rooms(digits)
    for digit, cells in sorted(ends_of(links)):
        for start, end in pairwise(note_middle(cell, digit) for cell in cells):
            yield path_of(*least_bent(start, end, rooms))


def digit_rooms(digits: Sequence[int]) -> list[Room]:
    """The middles of the large digits on the board."""
    return [
        (CELL * (column_of(cell) + 0.5), CELL * (row_of(cell) + 0.5), DIGIT_ROOM)
        for cell, digit in enumerate(digits)
        if digit
    ]


def curves(links: Sequence[Link], digits: Sequence[int]) -> Iterator[Curve]:
    """The links, each drawn once, past large digits and past candidates of the drawing."""
    rooms = digit_rooms(digits)
    discs = [(*note_middle(cell, digit), DISC_ROOM) for digit, cells in ends_of(links) for cell in cells]
    in_order, seen = is_chain(links), set()
    for link in links:
        ends = frozenset({(link.digit, link.cells), (link.next_digit, link.next_cells)})
        if ends not in seen:
            seen.add(ends)
            start, end = nearest(link)
            others = [disc for disc in discs if disc[:2] not in (start, end)]
            yield curve_between(start, end, rooms + others, is_strong=link.is_strong, has_head=in_order)


def nearest(link: Link) -> tuple[Point, Point]:
    """The nearest two candidates at the ends of a link; two groups may share one."""
    starts = [note_middle(cell, link.digit) for cell in link.cells]
    ends = [note_middle(cell, link.next_digit) for cell in link.next_cells]
    pairs = [(start, end) for start in starts for end in ends if start != end]
    return min(pairs, key=lambda pair: hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]))


def curve_between(
    start: Point,
    end: Point,
    rooms: Iterable[Room] = (),
    *,
    is_strong: bool,
    has_head: bool = False,
) -> Curve:
    """The least bent line that keeps out of all rooms, or out of them as far as possible.

    It begins and ends at the rim of a disc, so that the candidates stay readable.
    """
    first, first_control, last_control, last = least_bent(start, end, rooms)
    head = ""
    if has_head:
        across, down = direction(last_control, last)
        base = (last[0] - HEAD * across, last[1] - HEAD * down)
        left = (base[0] - HALF * down, base[1] + HALF * across)
        right = (base[0] + HALF * down, base[1] - HALF * across)
        head = f"M{written(last)}L{written(left)}L{written(right)}z"
        last = base
    return Curve(path_of(first, first_control, last_control, last), is_strong, head)


def path_of(first: Point, first_control: Point, last_control: Point, last: Point) -> str:
    """The SVG path of a cubic Bézier curve."""
    return f"M{written(first)}C{written(first_control)} {written(last_control)} {written(last)}"


def least_bent(start: Point, end: Point, rooms: Iterable[Room]) -> Bezier:
    """The first of the bends that lead past all rooms; else the first of the best."""
    left, right = min(start[0], end[0]) - REACH, max(start[0], end[0]) + REACH
    top, bottom = min(start[1], end[1]) - REACH, max(start[1], end[1]) + REACH
    near = [room for room in rooms if left < room[0] < right and top < room[1] < bottom]
    best, least = bezier(start, end, *BENDS[0]), inf
    for bend in BENDS:
        tried = bezier(start, end, *bend)
        extent = trespass(tried, near)
        if extent < least:
            best, least = tried, extent
        if not extent:
            break
    return best


def bezier(start: Point, end: Point, aside: float, along: float) -> Bezier:
    """The four points of a curve from disc to disc: its controls lie so far aside, and along its chord."""
    across, down = direction(start, end)
    length = hypot(end[0] - start[0], end[1] - start[1])
    step = along * length
    near = (start[0] + step * across - aside * down, start[1] + step * down + aside * across)
    far = (end[0] - step * across - aside * down, end[1] - step * down + aside * across)
    # Two candidates of a cell lie so near that their discs all but touch.
    rim = min(DISC, length / 3)
    return towards(start, near, rim), near, far, towards(end, far, rim)


def trespass(points: Bezier, rooms: Iterable[Room]) -> float:
    """How far a curve gets into the rooms, or too near the edge of the board, in all."""
    on_curve = [at(points, number / SAMPLES) for number in range(SAMPLES + 1)]
    # The halo of a line would thin the edge of the board.
    low, high = EDGE_ROOM, 9 * CELL - EDGE_ROOM
    total = sum(max(0.0, low - x, x - high) + max(0.0, low - y, y - high) for x, y in on_curve)
    for x, y, radius in rooms:
        total += sum(max(0.0, radius - hypot(px - x, py - y)) for px, py in on_curve)
    return round(total, 2)


def at(points: Bezier, share: float) -> Point:
    """The point of a cubic Bézier curve at a share of its way."""
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
    return x, sum(weight * point[1] for weight, point in zip(weights, points, strict=True))


def disc(x: float, y: float, radius: float) -> str:
    """The SVG path of a circle."""
    around = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{around} {2 * radius:g} 0{around}-{2 * radius:g} 0"


def direction(start: Point, end: Point) -> Point:
    """The unit vector from a point to another."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1
    return across / length, down / length


def towards(start: Point, end: Point, by: float) -> Point:
    """The point so far from one point in the direction of another."""
    across, down = direction(start, end)
    return start[0] + by * across, start[1] + by * down


def written(point: Point) -> str:
    """A point as SVG writes it."""
    return f"{point[0]:.1f} {point[1]:.1f}"
