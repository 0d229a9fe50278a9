"""The whole solution explained: its steps as a list, and one of them on the board."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.engine import CATALOGUE, Candidate, Step, rate
from puzzles.engine.wording import TECHNIQUE_NAMES
from puzzles.library.pages.numbers import out_of

from ..game import marks_to_text
from ..pictures.small_board import SmallBoard, small_board
from ..pictures.step_board import StepBoard, step_board
from ..services.hints import Explanation
from .proof_trees import ProofTree, proof_tree
from .sentences import StepSentence, step_sentence


@dataclass(frozen=True, slots=True)
class PathLine:
    """A step of the path in words, with its rating."""

    number: int
    title: str
    words: StepSentence
    rating: float
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class PathPlace:
    """A place on the path: a step on the board with its reason, or the end, which has no `step`."""

    number: int
    last: int
    step: PathLine | None = None
    why: StepSentence | None = None
    board: StepBoard | None = None
    end_board: SmallBoard | None = None
    tree: ProofTree | None = None

    @property
    def count(self) -> str:
        """`12 / 47`: the step on the board, of all; at the end the last one."""
        return out_of(min(self.number, self.last - 1), self.last - 1)

    @property
    def back(self) -> int:
        return max(self.number - 1, 1)

    @property
    def on(self) -> int:
        return min(self.number + 1, self.last)


def path_page(explanation: Explanation, number: int, givens: str, *, may_order: bool) -> dict[str, Any]:
    """The page of a path at one of its places; the place after the last step is the end.

    `is_ordered` and `may_order`: whether the rest is being looked for, and may be.
    """
    return {
        "place": path_place(explanation, number, givens),
        "lines": path_lines(explanation),
        "sum": path_sum(explanation),
        "is_whole": explanation.is_whole,
        "is_unfinished": explanation.is_unfinished,
        "is_ordered": explanation.is_ordered,
        "may_order": may_order,
        "known": len(explanation.steps),
    }


def path_lines(explanation: Explanation) -> list[PathLine]:
    return [_path_line(number, step) for number, (_position, step) in enumerate(explanation.steps, 1)]


def path_sum(explanation: Explanation) -> str:
    """How many steps there are, and the hardest of them."""
    used = {step.technique for _position, step in explanation.steps}
    if not used or explanation.is_unfinished:
        return ""
    hardest = [technique.id for technique in CATALOGUE if technique.id in used][-1]
    sentence = ngettext(
        "%(count)d step; the hardest: %(technique)s.",
        "%(count)d steps; the hardest: %(technique)s.",
        len(explanation.steps),
    )
    return sentence % {"count": len(explanation.steps), "technique": _(TECHNIQUE_NAMES[hardest])}


def path_place(explanation: Explanation, number: int, givens: str) -> PathPlace:
    """The place of this number, the nearest one if there is none."""
    last = len(explanation.steps) + 1
    number = min(max(number, 1), last)
    if number == last:
        notes = "" if explanation.is_whole else marks_to_text(explanation.end.masks)
        return PathPlace(last, last, end_board=small_board(givens, explanation.end.board.to_line(), notes))
    position, step = explanation.steps[number - 1]
    # Candidates matter from the first step on that removes some.
    with_notes = any(step.eliminations for _position, step in explanation.steps[:number])
    return PathPlace(
        number=number,
        last=last,
        step=_path_line(number, step),
        why=step_sentence(step, "why"),
        board=step_board(position, step, "do", with_notes=with_notes),
        tree=proof_tree(step, "do", position),
    )


def _path_line(number: int, step: Step) -> PathLine:
    return PathLine(
        number=number,
        title=_(TECHNIQUE_NAMES[step.technique]),
        words=step_sentence(step, "do"),
        rating=rate(step),
        placements=step.placements,
        eliminations=step.eliminations,
    )
