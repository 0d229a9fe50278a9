"""The review of a finished attempt: the player's placements judged, beside the path of the engine."""

from collections import Counter
from typing import Any, NamedTuple

from accounts.models import User
from puzzles.engine import TECHNIQUES, Step

from ..models import Attempt, Placement
from ..pictures.step_board import StepBoard, step_board
from ..services.hints import explain
from ..services.review import EASE, placements_of, position_before
from ..services.techniques import step_at_once
from .attempt_rows import titled_row
from .sentences import StepSentence, step_sentence


class PlacementRow(NamedTuple):
    """A placement as a line of the player's path.

    `kind` is "proved", "unshown" or "mistake"; `passed_over` an easier technique that was there, or "".
    """

    placement: Placement
    kind: str
    passed_over: str

    @property
    def is_aided(self) -> bool:
        return self.placement.is_right and not self.placement.is_unaided


class CountRow(NamedTuple):
    """How often a technique is on each of the paths."""

    technique: str
    own: int
    engine: int


class Missed(NamedTuple):
    """The easiest step the player passed over for something much harder: where, and what it was."""

    placement: Placement
    technique: str
    sentence: StepSentence
    board: StepBoard


def review_page(attempt: Attempt, reader: User) -> dict[str, Any]:
    """The page of a review. The attempt is finished and comes from `for_history`, with its solution."""
    found = placements_of(attempt)
    placements = found or []
    path = explain(attempt.puzzle.givens)
    steps = [step for _position, step in path.steps]
    rows = [placement_row(placement) for placement in placements]
    return {
        "row": titled_row(attempt, reader),
        "rows": rows,
        "is_waiting": found is None,
        "counts_by_kind": Counter(row.kind for row in rows),
        "missed": missed_step(attempt, placements),
        "steps": steps,
        "is_solved": path.is_whole,
        "is_unfinished": path.is_unfinished,
        "counts": count_rows(placements, steps),
    }


def placement_row(placement: Placement) -> PlacementRow:
    kind = "mistake" if not placement.is_right else "proved" if placement.technique else "unshown"
    return PlacementRow(placement, kind, placement.easiest if gap(placement) > 0 else "")


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
        placement=chosen,
        technique=step.technique,
        sentence=step_sentence(step, "why", "do"),
        board=step_board(position, step, "do", with_notes=TECHNIQUES[step.technique].tier > 1),
    )


def count_rows(placements: list[Placement], steps: list[Step]) -> list[CountRow]:
    """Each technique of either path, the easiest first."""
    own = Counter(placement.technique for placement in placements if placement.is_right)
    engine = Counter(step.technique for step in steps)
    used = sorted((set(own) | set(engine)) - {""}, key=lambda name: EASE.get(name, len(EASE)))
    return [CountRow(name, own[name], engine[name]) for name in used]
