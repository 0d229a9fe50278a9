"""The whole solution explained: its steps as a list, and one of them on the board."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.engine import CATALOGUE, Position, Rung, Step, describe, rate, render
from puzzles.engine.wording import TECHNIQUE_NAMES

from ..game import marks_to_text
from ..models import Attempt
from ..pictures.small_board import SmallBoard, small_board
from ..pictures.step_board import StepBoard, step_board
from ..services.hints import Explanation
from .proof_trees import ProofTree, proof_tree


@dataclass(frozen=True, slots=True)
class PathLine:
    """A step of the path, as its list tells it."""

    number: int
    title: str
    words: str
    rating: float


@dataclass(frozen=True, slots=True)
class PathPlace:
    """A place on the path: a step on the board with its reason, or the end; `back` and `on` are beside it."""

    number: int
    last: int
    title: str
    why: str
    words: str
    rating: float | None
    board: StepBoard | None
    end_board: SmallBoard | None
    tree: ProofTree | None = None

    @property
    def back(self) -> int:
        return max(self.number - 1, 1)

    @property
    def on(self) -> int:
        return min(self.number + 1, self.last)


def path_page(attempt: Attempt, explanation: Explanation, number: int, *, may_order: bool) -> dict[str, Any]:
    """What the page of a path shows at one of its places; the place after the last step is the end."""
    return {
        "path_url": reverse("play:path", args=[attempt.pk]),
        "back_url": reverse("play:replay", args=[attempt.pk]),
        "back_words": _("Look back"),
        "place": path_place(explanation, number, attempt.puzzle.givens),
        "lines": path_lines(explanation),
    } | path_facts(explanation, may_order=may_order)


def path_facts(explanation: Explanation, *, may_order: bool) -> dict[str, Any]:
    """What the page of any path says of all of it, and whether it has to ask for more, and may."""
    return {
        "sum": path_sum(explanation),
        "is_whole": explanation.is_whole,
        "is_unfinished": explanation.is_unfinished,
        "is_ordered": explanation.is_ordered,
        "may_order": may_order,
        "known": len(explanation.steps),
        "end_words": _end_title(explanation),
    }


def path_lines(explanation: Explanation) -> list[PathLine]:
    """Each step in its own words, with its rating."""
    return [
        PathLine(number, _(TECHNIQUE_NAMES[step.technique]), _told(step, "do"), rate(step))
        for number, (_position, step) in enumerate(explanation.steps, 1)
    ]


def path_sum(explanation: Explanation) -> str:
    """How many steps there are, and the hardest of them."""
    steps = [step for _position, step in explanation.steps]
    if not steps or explanation.is_unfinished:
        return ""
    used = {step.technique for step in steps}
    hardest = [technique.id for technique in CATALOGUE if technique.id in used][-1]
    sentence = ngettext(
        "%(count)d step; the hardest: %(technique)s.",
        "%(count)d steps; the hardest: %(technique)s.",
        len(steps),
    )
    return sentence % {"count": len(steps), "technique": _(TECHNIQUE_NAMES[hardest])}


def path_place(explanation: Explanation, number: int, givens: str) -> PathPlace:
    """The place of this number, the nearest one if there is none."""
    last = len(explanation.steps) + 1
    number = min(max(number, 1), last)
    if number == last:
        return _end(explanation, last, givens)
    position, step = explanation.steps[number - 1]
    return PathPlace(
        number=number,
        last=last,
        title=_(TECHNIQUE_NAMES[step.technique]),
        why=_told(step, "why"),
        words=_told(step, "do"),
        rating=rate(step),
        board=step_board(position, step, "do", with_notes=_needs_notes(explanation, number)),
        end_board=None,
        tree=proof_tree(step, "do"),
    )


def _end(explanation: Explanation, last: int, givens: str) -> PathPlace:
    end = explanation.end
    notes = "" if explanation.is_whole else marks_to_text(end.masks)
    return PathPlace(
        number=last,
        last=last,
        title=_end_title(explanation),
        why="",
        words=_end_sentence(explanation),
        rating=None,
        board=None,
        end_board=small_board(givens, _line(end), notes),
    )


def _end_title(explanation: Explanation) -> str:
    if explanation.is_unfinished:
        return _("As far as it is found")
    return _("Solved") if explanation.is_whole else _("As far as it goes")


def _end_sentence(explanation: Explanation) -> str:
    if explanation.is_unfinished:
        return _("The next steps are among the hardest there are: they are still being looked for.")
    if explanation.is_whole:
        return _("Every cell is filled.")
    return _("From here on the techniques known here, or switched on, go no further.")


def _needs_notes(explanation: Explanation, number: int) -> bool:
    """Whether candidates matter by now: from the first step that removes some."""
    return any(step.eliminations for _position, step in explanation.steps[:number])


def _line(position: Position) -> str:
    return position.board.to_line()


def _told(step: Step, rung: Rung) -> str:
    return render(describe(step, rung), translation)
