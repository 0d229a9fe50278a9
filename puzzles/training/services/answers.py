"""Answers to drills: reading one, and judging it.

An answer is sound or not by the solution, and found if it is among the results of one step of the technique,
whichever: there may be several, and no order among them. Every step it is compared with is verified anew.
"""

import re
import time
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from puzzles.engine import CATALOGUE, TECHNIQUES, Candidate, Position, Step, all_steps, search, verify
from puzzles.engine.cells import cell_name

from ..models import DrillAnswer, TrainingPosition

Verdict = DrillAnswer.Verdict

# Marks of one answer; no step of a technique in a drill has so many results.
MOST_MARKS = 40
# How long another technique is looked for that shows an answer, in time of a processor.
LOOK_SECONDS = 0.5
# Other techniques of these tiers are always looked for: they take milliseconds.
QUICK_TIER = 3

# `r9c7=1` places a digit, `r1c2-34` removes candidates; French cells begin with an L.
_MARK = re.compile(r"\s*[rl]([1-9])c([1-9])\s*([=:-])\s*([1-9]{1,9})[\s,;]*", re.IGNORECASE)


class AnswerError(Refusal):
    """Why an answer is not judged: it says nothing about this position."""


@dataclass(frozen=True)
class Answer:
    """What a player says follows: candidates removed, or a digit placed. `technique` is what they name."""

    struck: frozenset[Candidate] = frozenset()
    placed: Candidate | None = None
    technique: str = ""

    @classmethod
    def from_text(cls, text: str, technique: str = "") -> "Answer":
        """The answer of a text: `r9c7=1` places, `r1c2-34` removes. Raises AnswerError."""
        struck: set[Candidate] = set()
        placed: set[Candidate] = set()
        at = 0
        while match := _MARK.match(text, at):
            cell = 9 * (int(match[1]) - 1) + int(match[2]) - 1
            marks = placed if match[3] == "=" else struck
            marks.update(Candidate(cell, int(digit)) for digit in match[4])
            at = match.end()
        if unread := text[at:].strip():
            sentence = _("“%(text)s” cannot be read. Write r1c2-34 to remove 3 and 4, r9c7=1 to place 1.")
            raise AnswerError(sentence % {"text": unread[:20]})
        if len(placed) > 1:
            raise AnswerError(_("Place one digit at most: mark what one step shows."))
        return cls(frozenset(struck), next(iter(placed), None), technique)

    @property
    def marks(self) -> frozenset[Candidate]:
        return self.struck | ({self.placed} if self.placed else frozenset())

    def __str__(self) -> str:
        """The text that `from_text` reads."""
        digits: dict[int, str] = {}
        for cell, digit in sorted(self.struck):
            digits[cell] = digits.get(cell, "") + str(digit)
        removed = [f"{cell_name(cell)}-{found}" for cell, found in digits.items()]
        return " ".join([*([str(self.placed)] if self.placed else []), *removed])


@dataclass(frozen=True)
class Judgement:
    """A verdict on an answer. `technique` is the one it is about, `step` the one found or that shows it."""

    verdict: DrillAnswer.Verdict
    technique: str
    step: Step | None = None

    @property
    def is_found(self) -> bool:
        return self.verdict in DrillAnswer.FOUND


def require_about(position: Position, answer: Answer) -> None:
    """Raise AnswerError unless the answer marks something: candidates that are open, or an empty cell."""
    if not answer.marks:
        raise AnswerError(_("Mark what the step shows: candidates to remove, or a digit to place."))
    if len(answer.marks) > MOST_MARKS:
        raise AnswerError(_("Too many marks: mark what one step shows."))
    # A digit that is no candidate is wrong: easy positions show no candidates.
    is_placeable = answer.placed is None or not position.digits[answer.placed.cell]
    if not is_placeable or not all(position.has_candidate(*each) for each in answer.struck):
        raise AnswerError(_("One of your marks is no candidate on this grid."))


def judge(position: Position, technique: str, answer: Answer, *, names_other: bool = True) -> Judgement:
    """The verdict on an answer to the question where a step of the technique is.

    Without `names_other` no other technique is looked for, which may take a second.
    """
    if not is_sound(position, answer):
        return Judgement(Verdict.WRONG, technique)
    steps = steps_of(position, technique)
    if shown := best_of(steps, answer):
        is_whole = answer.marks == results_of(shown)
        return Judgement(Verdict.FOUND if is_whole else Verdict.PART, technique, shown)
    if not steps:
        return Judgement(Verdict.ABSENT, technique)
    if names_other and (other := other_step(position, technique, answer)):
        return Judgement(Verdict.OTHER, technique, other)
    return Judgement(Verdict.UNPROVED, technique)


def is_sound(position: Position, answer: Answer) -> bool:
    """Whether all that the answer says is true, by the solution."""
    solution = search(position.board).solution
    if solution is None:
        return False
    is_placed_right = answer.placed is None or solution[answer.placed.cell] == answer.placed.digit
    return is_placed_right and all(solution[cell] != digit for cell, digit in answer.struck)


def results_of(step: Step) -> frozenset[Candidate]:
    """What a step concludes."""
    return frozenset(step.placements + step.eliminations)


def shows(step: Step, answer: Answer) -> bool:
    """Whether the answer is among the results of the step."""
    return answer.struck.issubset(step.eliminations) and (
        answer.placed is None or answer.placed in step.placements
    )


def best_of(steps: tuple[Step, ...], answer: Answer) -> Step | None:
    """The step with the fewest results that shows the answer."""
    showing = [step for step in steps if shows(step, answer)]
    return min(showing, key=lambda step: len(results_of(step)), default=None)


def first_step(row: TrainingPosition) -> Step:
    """The step of its technique that a position shows."""
    return steps_of(row.position, row.technique)[0]


@lru_cache(maxsize=128)
def steps_of(position: Position, technique: str) -> tuple[Step, ...]:
    """Every step of a technique here, each verified; of those with one result the first."""
    return tuple(step for step in all_steps(position, techniques={technique}) if verify(step, position))


def other_step(position: Position, technique: str, answer: Answer) -> Step | None:
    """The easiest step of another technique that shows the answer; None if none is found soon.

    Chains are looked for only where something as hard is asked for: they would take a second, and a class
    answers often.
    """
    deadline = time.thread_time() + LOOK_SECONDS
    hardest = max(TECHNIQUES[technique].tier, QUICK_TIER)
    for each in CATALOGUE:
        if each.id == technique or each.tier > hardest:
            continue
        for step in all_steps(position, techniques={each.id}):
            if shows(step, answer) and verify(step, position):
                return step
            if time.thread_time() > deadline:
                return None
    return None
