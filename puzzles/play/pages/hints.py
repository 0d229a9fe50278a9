"""Help as the page tells it: the hint that is open, what was filled or found, and the rules in words."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.dates import moment_words
from puzzles.engine import RUNGS, Step, describe, render
from puzzles.engine.translation import cell_label
from puzzles.engine.wording import TECHNIQUE_NAMES
from puzzles.library.models import HelpPolicy
from puzzles.library.pages.durations import duration

from ..game import GameState
from ..models import Attempt
from ..pictures.highlights import NO_DRAWING, Drawing, drawing, looks
from ..services.hints import (
    LONG_WAIT,
    HelpLeft,
    RevealedHint,
    SimpleRun,
    help_left,
    minutes_until,
    open_hint,
)
from ..services.techniques import techniques_off
from .proof_trees import ProofTree, proof_tree

# What the next press tells, as its button says, by the rung that was told.
DEEPER = {
    "nudge": gettext_noop("Where?"),
    "where": gettext_noop("Why?"),
    "why": gettext_noop("Do it"),
    "do": gettext_noop("Next hint"),
}
# What the last press does to a mistake.
ERASING = {
    "wrong_digit": gettext_noop("Erase it"),
    "wrong_notes": gettext_noop("Erase them"),
}
# Signs of a sentence that takes four lines at most on the smallest phone, above its board.
BRIEF = 140


@dataclass(frozen=True, slots=True)
class HelpView:
    """What a help told, as `_hint.html` draws it.

    `lit` are cells by their look, `drawing` is what lies above them. `rungs` tells for each rung that may be
    reached whether it was; `deeper` is what the button of the next press says, and `form` whose button that
    is. `chooses` says that the techniques switched off may be why nothing was told; `technique` is the id of
    one that has a page. `wait_url` is where to ask again, while the step is still looked for.
    """

    title: str
    text: str
    lit: dict[str, tuple[int, ...]]
    rungs: tuple[bool, ...] = ()
    deeper: str = ""
    form: str = "hint"
    remark: str = ""
    drawing: Drawing = NO_DRAWING
    chooses: bool = False
    technique: str = ""
    tree: ProofTree | None = None
    wait_url: str = ""

    @property
    def lights(self) -> str:
        """The lit cells for the script."""
        return json.dumps(self.lit)

    def parts(self, cell: int) -> str:
        """The classes of a cell for the parts it plays."""
        return " ".join(f"hint-{part}" for part, cells in self.lit.items() if cell in cells)

    @property
    def news(self) -> str:
        """All of it in one breath, for the status line."""
        return " ".join(filter(None, [self.text, self.remark]))

    @property
    def is_brief(self) -> bool:
        """Whether the status line of a phone can show all of it, with the board in sight."""
        return not (self.tree or self.chooses) and len(self.news) <= BRIEF


def help_panel(attempt: Attempt, state: GameState, *, is_looking: bool = False) -> dict[str, Any]:
    """What the help beside the board shows: what may be asked for, and the hint that is still open.

    `is_looking` where the page was asked for to wait for a hint.
    """
    told = open_hint(attempt)
    hint = told_view(attempt, told) if told else None
    if is_looking and attempt.is_open and attempt.policy.has_hints:
        hint = _looking_view(attempt)
    return {
        "offered": _offered(attempt.policy),
        "hint": hint,
        "left": left_words(attempt),
    }


def told_view(attempt: Attempt, told: RevealedHint) -> HelpView:
    """A hint as far as it was told."""
    if told.is_searching:
        return _looking_view(attempt)
    if told.hint is None:
        return _nothing_view(attempt)
    rung, deepest = RUNGS[told.rung - 1], attempt.policy.hint_rung
    ends_early = told.is_deepest and rung != "do"
    deeper = ERASING.get(told.hint.technique, DEEPER[rung]) if rung == "why" else DEEPER[rung]
    return HelpView(
        title=_(TECHNIQUE_NAMES[told.hint.technique]),
        text=render(describe(told.hint, rung), translation),
        lit=looks(told.hint, rung),
        rungs=tuple(reached <= told.rung for reached in range(1, deepest + 1)),
        deeper="" if ends_early else _(deeper),
        remark=_("On this grid a hint goes no further.") if ends_early else "",
        drawing=drawing(told.hint, rung),
        technique=told.hint.technique if isinstance(told.hint, Step) else "",
        tree=proof_tree(told.hint, rung) if isinstance(told.hint, Step) else None,
    )


def _looking_view(attempt: Attempt) -> HelpView:
    """That the step is still being found; nothing is told or counted yet."""
    return HelpView(
        title=_("Hint"),
        text=_("I am still looking: the next step on this grid is one of the hardest there are."),
        lit={},
        rungs=(False,) * attempt.policy.hint_rung,
        deeper=_("Look again"),
        wait_url=reverse("play:hint", args=[attempt.pk]),
    )


def _nothing_view(attempt: Attempt) -> HelpView:
    sentence = _("No mistake so far, and none of the steps known here applies.")
    if not techniques_off(attempt.player_id):
        return HelpView(_("Hint"), sentence, {})
    remark = _("Some techniques are switched off for your hints.")
    return HelpView(_("Hint"), sentence, {}, remark=remark, chooses=True)


def check_view(wrong: tuple[int, ...]) -> HelpView:
    """What a check found."""
    return HelpView(_("Checked"), check_words(wrong), {"wrong": wrong})


def check_words(wrong: tuple[int, ...]) -> str:
    """`Two digits are wrong`, with their cells; never the digits that belong there."""
    if not wrong:
        return _("No wrong digit so far.")
    sentence = ngettext(
        "%(count)d digit is wrong: %(cells)s.", "%(count)d digits are wrong: %(cells)s.", len(wrong)
    )
    cells = ", ".join(cell_label(cell, translation) for cell in wrong)
    return sentence % {"count": len(wrong), "cells": cells}


def rewind_view(wrong: tuple[int, ...]) -> HelpView:
    """Where a rewind has led."""
    title = _("Before the first mistake")
    if not wrong:
        return HelpView(title, _("No wrong digit so far: the grid stays as it is."), {})
    return HelpView(title, _("Back to before the first mistake. Undo takes you forward again."), {})


def simple_view(run: SimpleRun) -> HelpView:
    """What the simple method filled, or what kept it from filling anything."""
    title = _("Simple method")
    if run.wrong:
        sentence = _("Mistakes first: the simple method would go astray. %(found)s")
        return HelpView(title, sentence % {"found": check_words(run.wrong)}, {"wrong": run.wrong})
    if run.would_end:
        sentence = _(
            "The simple method would fill the whole grid, which then counts as shown, not as solved."
        )
        return HelpView(title, sentence, {}, deeper=_("Fill it"), form="simple")
    if not run.filled:
        return HelpView(title, _("The simple method finds no cell to fill here."), {})
    sentence = ngettext(
        "The simple method has filled %(count)d cell.",
        "The simple method has filled %(count)d cells.",
        len(run.filled),
    )
    return HelpView(title, sentence % {"count": len(run.filled)}, {"target": run.filled})


def shown_view(cell: int, digit: int) -> HelpView:
    """A cell that was filled on request."""
    words = {"cell": cell_label(cell, translation), "digit": digit}
    return HelpView(_("One cell"), _("%(digit)d belongs in %(cell)s.") % words, {"target": (cell,)})


def _offered(policy: HelpPolicy) -> dict[str, bool]:
    """Which help has a button, by its name; a solution that must be waited for has one too."""
    return {
        "hint": policy.has_hints,
        "steps": policy.lists_steps,
        "check": policy.checking,
        "fill": policy.partial_cells > 0,
        "solution": policy.solution != HelpPolicy.Solution.NEVER,
    }


# The rules in words


def help_rules(policy: HelpPolicy) -> list[str]:
    """What help there is on a grid, a sentence for each kind."""
    if policy.is_exam:
        return [
            _("This is an exam: there are no hints, no checks and no solution."),
            _("The grid does not tell whether it is right. A full grid is handed in."),
            _("What was right and what was wrong is told when the results are released."),
        ]
    rules = [_check_rule(policy), _notes_rule(policy), _fill_rule(policy), _solution_rule(policy)]
    return [*_hint_rules(policy), *_list_rules(policy), *rules]


def left_words(attempt: Attempt, now: datetime | None = None) -> list[str]:
    """What is left of the help that is counted, and from when the solution may be asked for."""
    now = now or timezone.now()
    left = help_left(attempt, now)
    return [*_counted_words(left), *_waiting_words(left, now)]


def _counted_words(left: HelpLeft) -> list[str]:
    words = []
    if left.hints is not None and left.rung:
        hints = ngettext("%(count)d hint left", "%(count)d hints left", left.hints)
        words.append(hints % {"count": left.hints})
    if left.fills and not left.solution:
        cells = ngettext("%(count)d cell left to fill", "%(count)d cells left to fill", left.cells)
        words.append(cells % {"count": left.cells})
    return words


def _waiting_words(left: HelpLeft, now: datetime) -> list[str]:
    if left.solution or left.solution_at is None:
        return []
    if left.solution_at - now > LONG_WAIT:
        return [_("solution from %(moment)s") % {"moment": moment_words(left.solution_at)}]
    minutes = minutes_until(left.solution_at, now)
    sentence = ngettext("solution in %(count)d minute", "solution in %(count)d minutes", minutes)
    return [sentence % {"count": minutes}]


def _hint_rules(policy: HelpPolicy) -> list[str]:
    rungs = {
        HelpPolicy.Rung.NONE: _("There are no hints."),
        HelpPolicy.Rung.NUDGE: _("A hint tells what to look for."),
        HelpPolicy.Rung.WHERE: _("A hint tells what to look for, then where."),
        HelpPolicy.Rung.WHY: _("A hint tells what to look for, then where, then why."),
        HelpPolicy.Rung.DO: _("A hint tells what to look for, then where, then why, then does it."),
    }
    rule = rungs[HelpPolicy.Rung(policy.hint_rung if policy.has_hints else HelpPolicy.Rung.NONE)]
    if policy.hint_budget is None or not policy.has_hints:
        return [rule]
    count = policy.hint_budget
    budget = ngettext("%(count)d hint for the grid.", "%(count)d hints for the grid.", count)
    return [rule, budget % {"count": count}]


def _list_rules(policy: HelpPolicy) -> list[str]:
    if not policy.lists_steps:
        return []
    return [_("All steps that are open can be listed; a list counts as a hint.")]


def _check_rule(policy: HelpPolicy) -> str:
    if policy.checking:
        return _("The grid can be checked for mistakes, and so can what you conclude.")
    return _("The grid is not checked for mistakes.")


def _notes_rule(policy: HelpPolicy) -> str:
    if policy.auto_notes:
        return _("All notes can be filled in at once.")
    return _("The notes are left to you.")


def _fill_rule(policy: HelpPolicy) -> str:
    if not policy.partial_cells:
        return _("Cells are not filled on request.")
    if policy.solution == HelpPolicy.Solution.ANY_TIME:
        return _("Cells are filled on request.")
    count = policy.partial_cells
    sentence = ngettext("Help fills %(count)d cell at most.", "Help fills %(count)d cells at most.", count)
    return sentence % {"count": count}


def _solution_rule(policy: HelpPolicy) -> str:
    if policy.solution == HelpPolicy.Solution.NEVER:
        return _("The solution is not shown.")
    if policy.solution == HelpPolicy.Solution.ANY_TIME:
        return _("The solution can be shown at any time; the grid then counts as shown, not as solved.")
    if policy.solution == HelpPolicy.Solution.AFTER_DUE:
        return _(
            "The solution can be shown after the due date; the grid then counts as shown, not as solved."
        )
    minutes = policy.solution_minutes or 0
    if timedelta(minutes=minutes) > LONG_WAIT:
        return _(
            "The solution can be shown after %(duration)s; the grid then counts as shown, not as solved."
        ) % {"duration": duration(60_000 * minutes)}
    sentence = ngettext(
        "The solution can be shown after %(count)d minute; the grid then counts as shown, not as solved.",
        "The solution can be shown after %(count)d minutes; the grid then counts as shown, not as solved.",
        minutes,
    )
    return sentence % {"count": minutes}
