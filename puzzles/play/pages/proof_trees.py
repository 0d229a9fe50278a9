"""The proof of a step as a tree of lines, each with its sentence and what it shows on the board."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from puzzles.engine import HOUSES, Candidate, Position, Rung, Step, column_of, row_of
from puzzles.engine.techniques import Line, walk_of
from puzzles.engine.translation import cell_label, house_label
from puzzles.engine.wording import describe_line, render

from ..pictures.highlights import highlights_of
from .sentences import cell_frame, house_frame, step_sentence


@dataclass(frozen=True, slots=True)
class ProofLine:
    """A line of a proof. `kind` says what it draws.

    "assume" and "deny" suppose that candidates are right or wrong; "place" and "fall" conclude it; "gap" is
    a contradiction, "end" what is proved. `at` are the candidates it is about, `origin` those it follows
    from, as "cell.digit", separated by blanks; `frame` what a gap is about: left, top, width and height in
    cells. `inner` is the proof of a candidate that falls.
    """

    kind: str
    words: str
    at: str = ""
    frame: str = ""
    lights: str = "{}"
    inner: tuple["ProofLine", ...] = ()
    origin: str = ""


@dataclass(frozen=True, slots=True)
class ProofTree:
    """The cases of a proof, each with its assumption first; `count` is the number of all lines."""

    branches: tuple[tuple[ProofLine, ...], ...]
    count: int


def proof_tree(step: Step, rung: Rung, position: Position | None = None) -> ProofTree | None:
    """The tree of a step from rung "why" on; "do" adds what it proves.

    None for a step that one sentence proves, or that is not in this position any more. Only the steps of
    techniques that are WALKED need the position.
    """
    if rung in ("nudge", "where"):
        return None
    if step.branches:
        branches = tuple(_lines(step, number) for number in range(len(step.branches)))
    elif position and (walk := walk_of(step, position)):
        branches = tuple(tuple(map(_walk_line, case)) for case in walk.cases)
    else:
        return None
    if rung == "do":
        branches = (*branches, (ProofLine("end", step_sentence(step, "do")),))
    return ProofTree(branches, sum(map(_count, branches)))


# Walks: proofs by cases along the links of a pattern


def _walk_line(line: Line) -> ProofLine:
    candidates = [Candidate(cell, digit) for cell in line.cells for digit in line.digits or (line.digit,)]
    origin = [Candidate(cell, line.cause[0]) for cell in line.cause[1]] if line.cause else []
    frame = ""
    if line.is_contradiction:
        kind, frame = "gap", _frame_of(HOUSES[line.house] if line.house is not None else line.cells)
    elif line.eliminations:
        kind, candidates = "fall", list(line.eliminations)
    elif line.reason == "supposed":
        kind = "assume" if line.holds else "deny"
    else:
        kind = "place" if line.holds else "fall"
    lit = {"area": HOUSES[line.house] if line.house is not None else (), "third": line.over}
    return ProofLine(
        kind,
        render(describe_line(line), translation),
        at="" if frame else _at(*candidates),
        frame=frame,
        lights=json.dumps({look: cells for look, cells in lit.items() if cells}),
        origin=_at(*origin),
    )


def _frame_of(cells: Iterable[int]) -> str:
    """The frame around all of these cells."""
    rows, columns = {row_of(cell) for cell in cells}, {column_of(cell) for cell in cells}
    left, top = min(columns), min(rows)
    return f"{left} {top} {max(columns) - left + 1} {max(rows) - top + 1}"


# Trees: forcing chains and trials


def _lines(step: Step, number: int = 0, depth: int = 0) -> tuple[ProofLine, ...]:
    """A branch of a step: its assumption, what follows, and the gap it ends in."""
    branch = step.branches[number]
    supposed = _("Suppose that %(digit)d is in %(cell)s.")
    if depth:
        supposed = _("Suppose in turn that %(digit)d is in %(cell)s.")
    words = supposed % {"digit": branch.assumed.digit, "cell": cell_label(branch.assumed.cell, translation)}
    first = ProofLine("assume", words, _at(branch.assumed))
    return (first, *(_line(one, depth) for one in branch.steps), *_gap(step))


def _line(step: Step, depth: int) -> ProofLine:
    words = step_sentence(step, "do")
    if step.branches:
        inner = _lines(step, depth=depth + 1)
        return ProofLine("fall", words, _at(step.eliminations[0]), lights=_lights(step), inner=inner)
    return ProofLine("place", words, _at(step.placements[0]), lights=_lights(step))


def _gap(step: Step) -> Iterator[ProofLine]:
    """The contradiction that a trial ends in; a forcing chain ends in none."""
    for cell in step.cells_as("gap"):
        words = _("No candidate is left for %(cell)s: a contradiction.")
        yield ProofLine("gap", words % {"cell": cell_label(cell, translation)}, frame=cell_frame(cell))
    for house in step.houses_as("gap"):
        words = _("No place is left for %(digit)d in %(house)s: a contradiction.")
        facts = {"digit": step.digits_as("gap")[0], "house": house_label(house, translation)}
        yield ProofLine("gap", words % facts, frame=house_frame(house))


def _lights(step: Step) -> str:
    return json.dumps({} if step.branches else highlights_of(step, "why"))


def _at(*candidates: Candidate) -> str:
    return " ".join(f"{cell}.{digit}" for cell, digit in candidates)


def _count(lines: tuple[ProofLine, ...]) -> int:
    return sum(1 + _count(line.inner) for line in lines)
