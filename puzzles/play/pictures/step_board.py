"""A step on a grid as an SVG picture: shapes around cells by their role, links, candidates struck through."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from math import hypot

from puzzles.engine import CELLS, Candidate, Link, Position, Rung, Step, column_of, row_of
from puzzles.engine.techniques import lights

from ..game import marks_to_text
from .highlights import lettered_sets, letters
from .small_board import (
    CELL,
    NOTE_BASE,
    NOTES_AT,
    Glyphs,
    digit_glyphs,
    glyphs,
    label,
    note_glyphs,
    own_digits,
)

# A note is written on its base line: its middle is so much higher.
NOTE_MIDDLE = 2
# A link ends so far before the middle of a note, and bends by this share of its length.
LINK_GAP = 3.1
LINK_BEND = 0.12
# Roles without their own ring: drawn in another way, or named by the sentence.
UNDRAWN = ("cause", "ruled_out")
COLORS = ("color_a", "color_b", "color_c", "color_d")
# Almost locked sets take these in turn; each has its own letter beside.
SETS = ("set_a", "set_b", "set_c", "set_d")
# The letter of a set, on a disc at a corner of its cells.
LETTER_AT = (19.2, 2.5)
LETTER_RISE = 1.4
LETTER_DISC = 2.5

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A link between candidates: the path of its curve."""

    path: str
    is_strong: bool


@dataclass(frozen=True)
class StepBoard:
    """A grid with a step on it. `paths` has one path for all cells of a role."""

    givens: Glyphs
    entered: Glyphs
    notes: Glyphs
    lit_notes: Glyphs
    struck_notes: Glyphs
    placed: Glyphs
    paths: dict[str, str]
    lines: list[Line]
    letters: Glyphs
    label: str


def step_board(position: Position, step: Step, rung: Rung, *, with_notes: bool) -> StepBoard:
    """The picture of a position with as much of a step as a hint highlights at this rung."""
    line = position.board.to_line()
    givens = position.puzzle.to_line()
    own = own_digits(givens, line)
    lit = lit_candidates(position, step) if rung in ("why", "do") and with_notes else set()
    struck = set(step.eliminations) if rung == "do" and with_notes else set()
    return StepBoard(
        givens=digit_glyphs(givens),
        entered=digit_glyphs(own),
        notes=note_glyphs(plain_notes(position, lit | struck) if with_notes else ""),
        lit_notes=candidate_glyphs(lit - struck),
        struck_notes=candidate_glyphs(struck),
        placed=digit_glyphs(placed_line(step) if rung == "do" else "." * 81),
        paths=shapes(step, rung, with_notes=with_notes),
        lines=list(lines(step)) if lit else [],
        letters=letter_glyphs(step) if rung in ("why", "do") else glyphs(()),
        label=label(givens, own),
    )


def plain_notes(position: Position, special: Set[Candidate]) -> str:
    """The notes of all candidates but these, which are drawn differently."""
    masks = list(position.masks)
    for cell, digit in special:
        masks[cell] &= ~(1 << digit - 1)
    return marks_to_text(masks)


def placed_line(step: Step) -> str:
    """What the step places, as a line of a grid."""
    placed = dict(step.placements)
    return "".join(str(placed.get(cell, ".")) for cell in CELLS)


def lit_candidates(position: Position, step: Step) -> set[Candidate]:
    """The candidates that make the pattern."""
    digits = {digit for _role, members in step.digits for digit in members}
    cells = {*step.cells_as("pattern"), *other_cells(step)}
    in_pattern = {Candidate(cell, digit) for cell in cells for digit in digits}
    linked = {
        Candidate(cell, digit)
        for link in step.links
        for digit, cells in ((link.digit, link.cells), (link.next_digit, link.next_cells))
        for cell in cells
    }
    return {each for each in in_pattern | linked if position.has_candidate(*each)}


def other_cells(step: Step) -> set[int]:
    """Further cells of a technique, such as those of the subset beside a unique rectangle."""
    named = {cell for role, cells in step.cells if role not in UNDRAWN for cell in cells}
    return named - set(step.cells_as("pattern"))


def letter_glyphs(step: Step) -> Glyphs:
    """The letters of sets at the corners of their cells."""
    return glyphs(
        (letter, CELL * column_of(cell) + LETTER_AT[0], CELL * row_of(cell) + LETTER_AT[1])
        for cell, letter in letters(step)
    )


def candidate_glyphs(candidates: Iterable[Candidate]) -> Glyphs:
    return glyphs(
        (str(digit), x, y + NOTE_MIDDLE)
        for cell, digit in sorted(candidates)
        for x, y in [note_middle(cell, digit)]
    )


# Shapes


def shapes(step: Step, rung: Rung, *, with_notes: bool) -> dict[str, str]:
    """Role of cells at this rung -> the path that draws it."""
    lit = lights(step, rung)
    targets = lit.get("target", ())
    sets = lettered_sets(step) if rung in ("why", "do") else {}
    in_sets = {cell for cells in sets.values() for cell in cells}
    drawn = {
        "area": squares(lit.get("area", ())),
        "cover": strokes(lit.get("cover", ())),
        "cause": circles(lit.get("cause", ())),
        "pattern": rings([cell for cell in lit.get("pattern", ()) if cell not in {*targets, *in_sets}], 1.4),
        "other": rings(sorted(other_cells(step) - in_sets) if rung in ("why", "do") else (), 1.4),
        **set_shapes(sets),
        "target": rings(targets, 0.9) + rings(targets, 2.2),
    }
    if with_notes:
        digits = step.digits_as("pattern")
        for color in COLORS:
            around = square_around if color in ("color_b", "color_d") else circle_around
            drawn[color] = "".join(
                around(note_middle(cell, digit)) for cell in lit.get(color, ()) for digit in digits[:1]
            )
        drawn["struck"] = "".join(strike(each) for each in step.eliminations) if rung == "do" else ""
        drawn["group"] = "".join(groups(step)) if rung in ("why", "do") else ""
    return {part: path for part, path in drawn.items() if path}


def set_shapes(sets: dict[str, tuple[int, ...]]) -> dict[str, str]:
    """The rings of the cells of each set, in turn, and the discs their letters stand on."""
    drawn: dict[str, str] = {}
    for place, cells in enumerate(sets.values()):
        part = SETS[place % len(SETS)]
        drawn[part] = drawn.get(part, "") + rings(cells, 1.4)
    in_sets = sorted({cell for cells in sets.values() for cell in cells})
    return drawn | {"disc": "".join(map(disc, in_sets))}


def disc(cell: int) -> str:
    radius = LETTER_DISC
    x, y = CELL * column_of(cell) + LETTER_AT[0] - radius, CELL * row_of(cell) + LETTER_AT[1] - LETTER_RISE
    return f"M{x:g} {y:g}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0"


def squares(cells: Iterable[int]) -> str:
    return "".join(f"M{CELL * column_of(cell)} {CELL * row_of(cell)}h20v20h-20z" for cell in cells)


def strokes(cells: Iterable[int]) -> str:
    """Hatching: what lies beside the area in a pattern."""
    return "".join(
        f"M{CELL * column_of(cell)} {CELL * row_of(cell) + 10}l10-10m-10 20l20-20m-10 20l10-10"
        for cell in cells
    )


def circles(cells: Iterable[int]) -> str:
    around = "a7.8 7.8 0 1 0 15.6 0a7.8 7.8 0 1 0-15.6 0"
    return "".join(f"M{CELL * column_of(cell) + 2.2:g} {CELL * row_of(cell) + 10}{around}" for cell in cells)


def rings(cells: Iterable[int], inset: float) -> str:
    side = CELL - 2 * inset
    return "".join(
        f"M{CELL * column_of(cell) + inset:g} {CELL * row_of(cell) + inset:g}h{side:g}v{side:g}h-{side:g}z"
        for cell in cells
    )


def circle_around(point: Point) -> str:
    return f"M{point[0] - 3:g} {point[1]:g}a3 3 0 1 0 6 0a3 3 0 1 0-6 0"


def square_around(point: Point) -> str:
    return f"M{point[0] - 2.8:g} {point[1] - 2.8:g}h5.6v5.6h-5.6z"


def strike(candidate: Candidate) -> str:
    x, y = note_middle(*candidate)
    return f"M{x - 2.7:g} {y + 2.7:g}l5.4-5.4"


def note_middle(cell: int, digit: int) -> Point:
    """The middle of a candidate's note."""
    x = CELL * column_of(cell) + NOTES_AT[(digit - 1) % 3]
    y = CELL * row_of(cell) + NOTE_BASE[(digit - 1) // 3] - NOTE_MIDDLE
    return x, y


# Links


def groups(step: Step) -> Iterator[str]:
    """Lines that join the cells of a group, where several make one end of a link."""
    ends = {
        (digit, cells)
        for link in step.links
        for digit, cells in ((link.digit, link.cells), (link.next_digit, link.next_cells))
    }
    for digit, cells in sorted(ends):
        points = [note_middle(cell, digit) for cell in cells]
        if len(points) > 1:
            yield "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def lines(step: Step) -> Iterator[Line]:
    """The step's links, each drawn once."""
    seen = set()
    for link in step.links:
        ends = frozenset({(link.digit, link.cells), (link.next_digit, link.next_cells)})
        if ends not in seen:
            seen.add(ends)
            yield Line(curve(*nearest(link)), link.is_strong)


def nearest(link: Link) -> tuple[Point, Point]:
    """The nearest two candidates at the ends of a link; two groups may share one."""
    starts = [note_middle(cell, link.digit) for cell in link.cells]
    ends = [note_middle(cell, link.next_digit) for cell in link.next_cells]
    pairs = [(start, end) for start in starts for end in ends if start != end]
    return min(pairs, key=lambda pair: hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]))


def curve(start: Point, end: Point) -> str:
    """A slightly bent line that stops before the notes at its ends, so that both stay readable."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    gap = min(LINK_GAP, length / 3)
    x, y = across / length * gap, down / length * gap
    bend = 0 if length < CELL else LINK_BEND
    middle = (start[0] + across / 2 + bend * down, start[1] + down / 2 - bend * across)
    return (
        f"M{start[0] + x:.1f} {start[1] + y:.1f}"
        f"Q{middle[0]:.1f} {middle[1]:.1f} {end[0] - x:.1f} {end[1] - y:.1f}"
    )
