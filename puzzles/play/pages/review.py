"""The review of a finished attempt: the player's placements judged, beside the path of the engine."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import TECHNIQUES, Step, describe, render
from puzzles.engine.translation import cell_label
from puzzles.engine.wording import TECHNIQUE_NAMES, candidates_text

from ..models import Attempt, Placement
from ..pictures.step_board import StepBoard, step_board
from ..services.hints import explain
from ..services.review import EASE, placements_of, position_before
from ..services.techniques import step_at_once
from .attempt_rows import attempt_row


@dataclass(frozen=True)
class PlacementRow:
    """A placement as a line of the player's path.

    `kind` is "proved", "unshown" or "slip". `passed_over` names an easier kind of step that was there.
    """

    number: int
    words: str
    kind: str
    technique: str
    name: str
    is_aided: bool
    passed_over: str


@dataclass(frozen=True)
class StepRow:
    """A step of the engine's path."""

    technique: str
    name: str
    words: str


@dataclass(frozen=True)
class CountRow:
    """How often a technique is on each of the paths."""

    technique: str
    name: str
    own: int
    engine: int


@dataclass(frozen=True)
class Missed:
    """The easiest step the player passed over for something much harder: where, and what it was."""

    row: PlacementRow
    name: str
    technique: str
    sentence: str
    board: StepBoard


def review_page(attempt: Attempt, reader: User) -> dict[str, Any]:
    """The page of a review. The attempt is finished and comes from `for_history`, with its solution."""
    found = placements_of(attempt)
    placements = found or []
    path = explain(attempt.puzzle.givens)
    steps = [step for _position, step in path.steps]
    rows = [placement_row(placement) for placement in placements]
    kinds = Counter(row.kind for row in rows)
    return {
        "row": attempt_row(attempt, reader),
        "rows": rows,
        "is_waiting": found is None,
        "proved": kinds["proved"],
        "unshown": kinds["unshown"],
        "slips": kinds["slip"],
        "missed": missed_step(attempt, placements),
        "steps": [step_row(step) for step in steps],
        "is_solved": path.is_whole,
        "is_unfinished": path.is_unfinished,
        "counts": count_rows(placements, steps),
    }


def placement_row(placement: Placement) -> PlacementRow:
    return PlacementRow(
        number=placement.number,
        words=placed_words(placement.cell, placement.digit),
        kind=kind_of(placement),
        technique=placement.technique,
        name=name_of(placement.technique),
        is_aided=placement.is_right and not placement.is_unaided,
        passed_over=name_of(placement.easiest) if gap(placement) > 0 else "",
    )


def kind_of(placement: Placement) -> str:
    if not placement.is_right:
        return "slip"
    return "proved" if placement.technique else "unshown"


def name_of(technique: str) -> str:
    """The name of a technique, also of one that is no longer known; nothing for none."""
    return _(TECHNIQUE_NAMES[technique]) if technique in TECHNIQUE_NAMES else technique


def placed_words(cell: int, digit: int) -> str:
    return _("%(cell)s: %(digit)d") % {"cell": cell_label(cell, translation), "digit": digit}


def gap(placement: Placement) -> int:
    """How much easier the easiest step was than what the placement took: tiers first, then the order.

    Zero within a tier, where it is a matter of taste which step is seen first.
    """
    if placement.easiest not in TECHNIQUES:
        return 0
    tier = TECHNIQUES[placement.easiest].tier
    own = TECHNIQUES[placement.technique].tier if placement.technique in TECHNIQUES else 10
    return 100 * (own - tier) + len(EASE) - EASE[placement.easiest] if own > tier else 0


def missed_step(attempt: Attempt, placements: list[Placement]) -> Missed | None:
    """The step that was passed over for the hardest way, or for none; the first of several."""
    chosen = max(placements, key=gap, default=None)
    if chosen is None or gap(chosen) == 0:
        return None
    position = position_before(attempt, chosen.number)
    step = step_at_once(position, None)
    if step is None:
        return None
    return Missed(
        row=placement_row(chosen),
        name=name_of(step.technique),
        technique=step.technique,
        sentence=f"{render(describe(step, 'why'), translation)} {render(describe(step, 'do'), translation)}",
        board=step_board(position, step, "do", with_notes=TECHNIQUES[step.technique].tier > 1),
    )


def step_row(step: Step) -> StepRow:
    if step.placements:
        words = ", ".join(placed_words(cell, digit) for cell, digit in step.placements)
    else:
        words = _("without %(candidates)s") % {"candidates": candidates_text(step.eliminations, translation)}
    return StepRow(step.technique, name_of(step.technique), words)


def count_rows(placements: list[Placement], steps: list[Step]) -> list[CountRow]:
    """Each technique of either path, the easiest first."""
    own = Counter(placement.technique for placement in placements if placement.is_right)
    engine = Counter(step.technique for step in steps)
    used = sorted((set(own) | set(engine)) - {""}, key=lambda name: EASE.get(name, len(EASE)))
    return [CountRow(name, name_of(name), own[name], engine[name]) for name in used]
