"""The proof of a forcing chain or a trial as a tree of lines, each with its sentence and highlights."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from puzzles.engine import Candidate, Rung, Step
from puzzles.engine.translation import cell_label, house_label

from ..pictures.highlights import highlights_of
from .sentences import cell_frame, house_frame, step_sentence


@dataclass(frozen=True, slots=True)
class ProofLine:
    """A line of a proof. `kind` is "assume", "place", "fall", "gap", or "end" for what is proved.

    `at` is the candidate it is about, as "cell.digit"; `frame` what a gap leaves empty: left, top, width and
    height in cells. `inner` is the proof of a candidate that falls.
    """

    kind: str
    words: str
    at: str = ""
    frame: str = ""
    lights: str = "{}"
    inner: tuple["ProofLine", ...] = ()


@dataclass(frozen=True, slots=True)
class ProofTree:
    """The branches of a proof, each with its assumption first; `count` is the number of all lines."""

    branches: tuple[tuple[ProofLine, ...], ...]
    count: int


def proof_tree(step: Step, rung: Rung) -> ProofTree | None:
    """The tree of a step from rung "why" on; "do" adds what it proves. None for a step without branches."""
    if not step.branches or rung in ("nudge", "where"):
        return None
    branches = tuple(_lines(step, number) for number in range(len(step.branches)))
    if rung == "do":
        branches = (*branches, (ProofLine("end", step_sentence(step, "do")),))
    return ProofTree(branches, sum(map(_count, branches)))


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


def _at(candidate: Candidate) -> str:
    return f"{candidate.cell}.{candidate.digit}"


def _count(lines: tuple[ProofLine, ...]) -> int:
    return sum(1 + _count(line.inner) for line in lines)
