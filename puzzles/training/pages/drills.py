"""The page of a drill: a position to find a step in, the verdict on an answer, and then the step."""

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from puzzles.assignments.models import Assignee
from puzzles.engine import TECHNIQUES, Position, Rung, Step
from puzzles.library.pages.difficulty import technique_name
from puzzles.play.game import GameState
from puzzles.play.pages.play import CellView, board_rows
from puzzles.play.pages.sentences import step_sentence
from puzzles.play.pictures.highlights import highlights_of

from ..models import DrillAnswer, drill_sums
from ..services.answers import Answer, Judgement, best_of, first_step, steps_of
from ..services.bank import SHADOWED
from ..services.drills import SINGLES_TIER, Drill
from .techniques import step_page, technique_card

Level = DrillAnswer.Level
Verdict = DrillAnswer.Verdict

LEVELS = {
    Level.HOUSE: gettext_lazy("With a hint"),
    Level.BOARD: gettext_lazy("Without a hint"),
    Level.DECOYS: gettext_lazy("One of three"),
}


@dataclass(frozen=True)
class AssignedHead:
    """The assignment that a drill belongs to, and how many of its positions have ended."""

    name: str
    address: str
    done: int
    total: int

    @property
    def is_done(self) -> bool:
        return self.done == self.total


def assigned_head(assignee: Assignee, done: int) -> AssignedHead:
    """The head of a drill's page in an assignment. The assignee comes with its assignment."""
    assignment = assignee.assignment
    return AssignedHead(assignment.name, assignee.get_absolute_url(), done, len(assignment.positions))


@dataclass(frozen=True)
class Choice:
    """A technique to choose from."""

    id: str
    name: str


def drill_page(drill: Drill, name: str, *, number: int = 1) -> dict[str, Any]:
    """A drill to answer on the page of a technique; `number` is that of the next answer."""
    position = drill.row.position
    step = first_step(drill.row) if drill.level == Level.HOUSE else None
    return {
        **head(name, drill.level),
        "drill": drill,
        "number": number,
        "rows": drill_rows(position, step, with_notes=TECHNIQUES[drill.technique].tier > SINGLES_TIER),
        "task": task(drill, name, step),
        "is_shadowed": drill.technique in SHADOWED and not drill.choices,
        "choices": [Choice(each, technique_name(each)) for each in drill.choices],
        "places": TECHNIQUES[name].tier == SINGLES_TIER,
        "action": drill_address(name, drill.assignment_id),
        # The positions of an assignment are asked in its order.
        "next_url": ""
        if drill.assignment_id
        else next_url(name, drill.level, drill.token, is_free=drill.is_free),
    }


def drill_address(name: str, assignment_id: int = 0) -> str:
    """Where a drill is shown and answered: one of a technique, or the next one of an assignment."""
    if assignment_id:
        return reverse("assignments:assigned_drill", args=[assignment_id])
    return reverse("training:drill", args=[name])


def head(name: str, level: int) -> dict[str, Any]:
    """The title of a drill's page and its levels."""
    levels = {int(each): words for each, words in LEVELS.items()}
    return {"card": technique_card(name), "level": level, "levels": levels}


def task(drill: Drill, name: str, step: Step | None) -> str:
    """What is to be done."""
    if step:
        return step_sentence(step, "where")
    if drill.choices:
        return _("There is a step of one of these three here. Of which one, and what does it show?")
    if TECHNIQUES[name].tier == SINGLES_TIER:
        return _("Find a step of this technique, and place its digit.")
    return _("Find a step of this technique, and mark what it shows.")


def drill_rows(position: Position, step: Step | None, *, with_notes: bool) -> list[list[CellView]]:
    """The cells of a position; a step lights where to look."""
    marks = position.masks if with_notes else (0,) * 81
    rows = board_rows(GameState(position.puzzle.digits, position.digits, marks), judges=False)
    lit = area_of(step) if step else ()
    return [
        [replace(cell, parts="hint-area") if cell.number in lit else cell for cell in row] for row in rows
    ]


def area_of(step: Step) -> tuple[int, ...]:
    """Where to look for a step: its houses, or the cells of a pattern that has none."""
    for rung in ("where", "why"):
        if area := highlights_of(step, rung).get("area"):
            return area
    return step.cells_as("pattern") or step.targets


def verdict_sentence(judgement: Judgement, drill: Drill, count: int) -> str:
    """The sentence about an answer of `count` marks that has not found the step."""
    named = {"technique": technique_name(judgement.technique)}
    if judgement.verdict == Verdict.WRONG:
        return ngettext("This is not right.", "At least one of these marks is not right.", count)
    if judgement.verdict == Verdict.ABSENT:
        return _("There is no step of this technique here: %(technique)s.") % named
    if judgement.verdict == Verdict.OTHER and drill.choices:
        return _("True, but not by the technique that you chose. Look again.")
    if judgement.verdict == Verdict.OTHER and judgement.step:
        other = {"other": technique_name(judgement.step.technique)}
        return _("True, but by another technique: %(other)s. Look for this one: %(technique)s.") % (
            other | named
        )
    if drill.choices:
        return _("True, but nothing as easy shows it. Look again.")
    return _("True, but nothing as easy shows it. Look for this one: %(technique)s.") % named


def next_url(name: str, level: int, after: str = "", *, is_free: bool) -> str:
    """Where the next drill is: of the same technique and level, or whichever is just right.

    `after` is the token of the drill that is passed over for it.
    """
    query: dict[str, Any] = {} if is_free else {"level": int(level)}
    if after:
        query["after"] = after
    address = reverse("training:just_right") if is_free else drill_address(name)
    return f"{address}?{urlencode(query)}" if query else address


def result_page(row: DrillAnswer, name: str, rung: Rung = "do", *, is_free: bool = False) -> dict[str, Any]:
    """A drill that has ended: how, and its step as on the page of a technique.

    Raises ValueError if its position is gone; `ended_drill` finds no such row.
    """
    if row.position is None:
        raise ValueError(f"drill {row.pk} has no position any more")
    position = row.position.position
    step = step_of(row, position)
    address = reverse("training:drill_step", args=[name, row.pk])
    following = next_url(name, row.level, is_free=is_free)
    assigned = None
    if row.assignee:
        done = DrillAnswer.objects.filter(assignee=row.assignee).ended().count()
        assigned = assigned_head(row.assignee, done)
        following = assigned.address if assigned.is_done else drill_address(name, row.assignee.assignment_id)
    return {
        **head(name, row.level),
        **step_page(position, step, rung, address),
        "row": row,
        "verdict": result_sentence(row, step),
        "technique": TECHNIQUES[step.technique],
        "drills": drill_sums(DrillAnswer.objects.filter(player=row.player_id, technique=row.technique)),
        "assigned": assigned,
        "next_url": following,
    }


def step_of(row: DrillAnswer, position: Position) -> Step:
    """The step that the answer found; the easiest one of the technique where it was shown."""
    found = None
    if row.is_found:
        steps = steps_of(position, row.named or row.technique)
        found = best_of(steps, Answer.from_text(row.answer))
    return found or steps_of(position, row.technique)[0]


def result_sentence(row: DrillAnswer, step: Step) -> str:
    """How the drill ended."""
    named = {"technique": technique_name(step.technique)}
    if row.verdict == Verdict.FOUND:
        return _("Found: %(technique)s.") % named
    if row.verdict == Verdict.PART:
        return _("Found: %(technique)s. The step shows more than you marked.") % named
    return _("Here it is: %(technique)s.") % named
