"""A step on a grid as an SVG picture: its cells by their look, and what it draws above them."""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from puzzles.engine import CELLS, Candidate, Position, Rung, Step, column_of, row_of

from ..game import marks_to_text
from .drawing import NO_DRAWING, Drawing, drawing, note_middle
from .highlights import highlights_of
from .small_board import CELL, NOTE_RISE, Glyphs, digit_glyphs, glyphs, label, note_glyphs, own_digits

# Roles whose cells have no candidates to mark: drawn in another way, or named by the sentence.
UNDRAWN = ("cause", "ruled_out")
# Fills in their order from below, as on the board of a game: what changes covers all others.
FILLS = ("area", "cover", "cause", "pattern", "second", "third", "fourth", "target")
# Looks that are a fill alone.
FRAMELESS = ("area", "cover")
# The frame of a look is so far within its cell; bars at two sides, for second and third parts, a little less.
FRAME, BARS = 0.9, 1.1


@dataclass(frozen=True)
class StepBoard:
    """A grid with a step on it. `fills` and `frames` have one path for all cells of a look."""

    givens: Glyphs
    entered: Glyphs
    notes: Glyphs
    lit_notes: Glyphs
    placed: Glyphs
    fills: dict[str, str]
    hatch: str
    frames: dict[str, str]
    drawing: Drawing
    label: str


def step_board(position: Position, step: Step, rung: Rung, *, with_notes: bool) -> StepBoard:
    """The picture of a position with as much of a step as a hint highlights at this rung."""
    line = position.board.to_line()
    givens = position.puzzle.to_line()
    own = own_digits(givens, line)
    above = drawing(step, rung, digits=position.digits, marks=position.masks) if with_notes else NO_DRAWING
    lit = lit_candidates(position, step) if rung in ("why", "do") and with_notes else set()
    on_discs = {(sign.x, sign.y) for sign in (*above.nodes, *above.removed)}
    filled = {cell for cell, _digit in step.placements} if rung == "do" else set()
    covered = {
        each for each in all_candidates(position) if each.cell in filled or note_middle(*each) in on_discs
    }
    lit_cells = highlights_of(step, rung)
    return StepBoard(
        givens=digit_glyphs(givens),
        entered=digit_glyphs(own),
        notes=note_glyphs(plain_notes(position, lit | covered) if with_notes else ""),
        lit_notes=candidate_glyphs(lit - covered),
        placed=digit_glyphs(placed_line(step) if rung == "do" else "." * 81),
        fills={look: squares(lit_cells[look]) for look in sorted(lit_cells, key=FILLS.index)},
        hatch=strokes(set(lit_cells.get("cover", ())).difference(lit_cells.get("target", ()))),
        frames=frames(lit_cells),
        drawing=above,
        label=label(givens, own),
    )


def all_candidates(position: Position) -> set[Candidate]:
    """All candidates of a position."""
    return {
        Candidate(cell, digit)
        for cell, mask in enumerate(position.masks)
        for digit in range(1, 10)
        if mask & 1 << digit - 1
    }


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
    """The candidates that make the pattern, and those it removes: a hint is about these alone."""
    digits = {digit for _role, members in step.digits for digit in members}
    cells = {*step.cells_as("pattern"), *other_cells(step)}
    in_pattern = {Candidate(cell, digit) for cell in cells for digit in digits}
    return {each for each in in_pattern.union(step.eliminations) if position.has_candidate(*each)}


def other_cells(step: Step) -> set[int]:
    """Further cells of a technique, such as those of the subset beside a unique rectangle."""
    named = {cell for role, cells in step.cells if role not in UNDRAWN for cell in cells}
    return named - set(step.cells_as("pattern"))


def candidate_glyphs(candidates: Iterable[Candidate]) -> Glyphs:
    """Candidates as notes, in the order of their cells."""
    return glyphs(
        (str(digit), x, round(y + NOTE_RISE, 2))
        for cell, digit in sorted(candidates)
        for x, y in [note_middle(cell, digit)]
    )


# Cells


def frames(lit: dict[str, tuple[int, ...]]) -> dict[str, str]:
    """Look -> the path that frames its cells. One that changes has the frame of what changes alone."""
    targets = lit.get("target", ())
    shapes = {"second": upright_bars, "third": level_bars, "target": double_frames}
    drawn = {
        look: shapes.get(look, single_frames)(
            [cell for cell in cells if look == "target" or cell not in targets]
        )
        for look, cells in lit.items()
        if look not in FRAMELESS
    }
    return {look: path for look, path in drawn.items() if path}


def squares(cells: Iterable[int]) -> str:
    """The cells as a whole."""
    return "".join(f"M{CELL * column_of(cell)} {CELL * row_of(cell)}h20v20h-20z" for cell in cells)


def strokes(cells: Iterable[int]) -> str:
    """Hatching: what lies beside the area in a pattern."""
    return "".join(
        f"M{CELL * column_of(cell)} {CELL * row_of(cell) + 10}l10-10m-10 20l20-20m-10 20l10-10"
        for cell in sorted(cells)
    )


def single_frames(cells: Iterable[int]) -> str:
    """A frame within each cell."""
    return rings(cells, FRAME)


def double_frames(cells: list[int]) -> str:
    """Two frames within each cell, one in the other."""
    return rings(cells, 0.35) + rings(cells, 1.25)


def rings(cells: Iterable[int], inset: float) -> str:
    """A square in each cell, so far within it."""
    side = CELL - 2 * inset
    return "".join(
        f"M{CELL * column_of(cell) + inset:g} {CELL * row_of(cell) + inset:g}h{side:g}v{side:g}h-{side:g}z"
        for cell in cells
    )


def upright_bars(cells: Iterable[int]) -> str:
    """Bars at the left and right of each cell."""
    side = CELL - 2 * BARS
    return "".join(
        f"M{CELL * column_of(cell) + BARS:g} {CELL * row_of(cell) + BARS:g}v{side:g}m{side:g} 0v-{side:g}"
        for cell in cells
    )


def level_bars(cells: Iterable[int]) -> str:
    """Bars at the top and bottom of each cell."""
    side = CELL - 2 * BARS
    return "".join(
        f"M{CELL * column_of(cell) + BARS:g} {CELL * row_of(cell) + BARS:g}h{side:g}m0 {side:g}h-{side:g}"
        for cell in cells
    )
