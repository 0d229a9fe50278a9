"""Help beside the board: the open hint, what was filled or found, and the rules in words."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.dates import moment_words
from puzzles.engine import RUNGS, Board, Hint, Mistake, Rung, Step
from puzzles.engine.techniques import WALKED
from puzzles.engine.translation import cell_label
from puzzles.engine.wording import eureka_lines
from puzzles.library.models import HelpPolicy
from puzzles.library.pages.difficulty import technique_name
from puzzles.library.pages.durations import duration

from ..game import marks_from_text
from ..models import Attempt
from ..pictures.drawing import NO_DRAWING, Drawing, drawing
from ..pictures.highlights import highlights_of
from ..services.hints import (
    LONG_WAIT,
    RevealedHint,
    SimpleRun,
    help_left,
    minutes_until,
    open_hint,
    position_of,
)
from ..services.techniques import techniques_off
from .proof_trees import ProofTree, proof_tree
from .sentences import step_sentence

# What the button of the next press says, by the rung that was reached.
DEEPER = {
    "nudge": gettext_noop("Where?"),
    "where": gettext_noop("Why?"),
    "why": gettext_noop("Do it"),
    "do": gettext_noop("Next hint"),
}
# The same where the hint is about a mistake.
CLEAR_LABEL = gettext_noop("Erase it")
# Most characters of a text that takes four lines at most on the smallest phone.
BRIEF = 140


@dataclass(frozen=True, slots=True)
class HelpView:
    """The answer to a request for help, as `_hint.html` draws it.

    `lit` are the highlighted cells by look, `drawing` lies above them. `rungs` says for each rung that may be
    reached whether it was; `deeper` is the label of the next press, and `form` whose button that is.
    `chooses`: techniques that were switched off may be why there is no hint; `technique` is the id of one
    that has a page. `wait_url` is where to ask again, while the step is still looked for. `groups` are
    several steps by technique, each as (name, steps); they are drawn by `_steps.html`.
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
    eureka: tuple[str, ...] = ()
    wait_url: str = ""
    groups: tuple[tuple[str, tuple["HelpView", ...]], ...] = ()
    are_groups_open: bool = False

    @property
    def lights(self) -> str:
        """The lit cells for the script."""
        return json.dumps(self.lit)

    def parts(self, cell: int) -> str:
        """The classes of a cell for the parts it plays."""
        return " ".join(f"hint-{part}" for part, cells in self.lit.items() if cell in cells)

    @property
    def news(self) -> str:
        """Text and remark in one line, for the status line."""
        return " ".join(filter(None, [self.text, self.remark]))

    @property
    def is_brief(self) -> bool:
        """Whether the status line of a phone can show all of it, with the board in sight."""
        return not (self.tree or self.chooses or self.groups) and len(self.news) <= BRIEF


def help_panel(attempt: Attempt, *, is_looking: bool = False) -> dict[str, Any]:
    """The help beside the board: the open hint, and the help that the policy still grants.

    `is_looking`: the page waits for a hint.
    """
    revealed = open_hint(attempt)
    hint = hint_view(attempt, revealed) if revealed else None
    if is_looking and attempt.is_open and attempt.policy.has_hints:
        hint = _looking_view(attempt)
    return {"hint": hint, "left": left_words(attempt)}


def hint_view(attempt: Attempt, revealed: RevealedHint) -> HelpView:
    """A hint as far as it was revealed."""
    if revealed.is_searching:
        return _looking_view(attempt)
    if revealed.hint is None:
        return _nothing_view(attempt)
    rung, deepest = RUNGS[revealed.rung - 1], attempt.policy.hint_rung
    ends_early = revealed.is_deepest and rung != "do"
    deeper = CLEAR_LABEL if rung == "why" and isinstance(revealed.hint, Mistake) else DEEPER[rung]
    return HelpView(
        title=technique_name(revealed.hint.technique),
        text=step_sentence(revealed.hint, rung),
        lit=highlights_of(revealed.hint, rung),
        rungs=tuple(reached <= revealed.rung for reached in range(1, deepest + 1)),
        deeper="" if ends_early else _(deeper),
        remark=_("On this grid a hint goes no further.") if ends_early else "",
        drawing=drawing_above(attempt, revealed.hint, rung),
        technique=revealed.hint.technique if isinstance(revealed.hint, Step) else "",
        tree=_tree_of(attempt, revealed.hint, rung),
        eureka=notation(revealed.hint, rung),
    )


def notation(hint: Hint, rung: Rung) -> tuple[str, ...]:
    """A chain in Eureka notation from rung "why" on; a page shows it to who wants it."""
    if not isinstance(hint, Step) or rung in ("nudge", "where"):
        return ()
    return eureka_lines(hint)


def _tree_of(attempt: Attempt, hint: Hint, rung: Rung) -> ProofTree | None:
    if not isinstance(hint, Step) or rung in ("nudge", "where"):
        return None
    return proof_tree(hint, rung, position_of(attempt) if hint.technique in WALKED else None)


def drawing_above(attempt: Attempt, hint: Hint, rung: Rung) -> Drawing:
    """What a hint draws above the board of a game as it is now."""
    return drawing(
        hint, rung, digits=Board.from_line(attempt.digits).digits, marks=marks_from_text(attempt.marks)
    )


def _looking_view(attempt: Attempt) -> HelpView:
    """The step is still being searched; nothing is revealed or counted yet."""
    return HelpView(
        title=_("Hint"),
        text=_("Still looking: the next step on this grid is one of the hardest."),
        lit={},
        rungs=(False,) * attempt.policy.hint_rung,
        deeper=_("Look again"),
        wait_url=reverse("play:hint", args=[attempt.pk]),
    )


def _nothing_view(attempt: Attempt) -> HelpView:
    sentence = _("No mistake so far, and no technique known here applies.")
    if not techniques_off(attempt.player_id):
        return HelpView(_("Hint"), sentence, {})
    remark = _("Some techniques are switched off for your hints.")
    return HelpView(_("Hint"), sentence, {}, remark=remark, chooses=True)


def check_view(wrong: tuple[int, ...]) -> HelpView:
    """The result of a check."""
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
    """The result of a rewind."""
    title = _("Before the first mistake")
    if not wrong:
        return HelpView(title, _("No wrong digit so far: the grid stays as it is."), {})
    return HelpView(title, _("Back to before the first mistake. Undo takes you forward again."), {})


def simple_view(run: SimpleRun) -> HelpView:
    """The digits that the simple method filled in, or the reason why it filled in none."""
    title = _("Simple method")
    if run.wrong:
        sentence = _("Correct your mistakes first: they would mislead the simple method. %(found)s")
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


# The rules in words


def help_rules(policy: HelpPolicy) -> list[str]:
    """Available help on a grid, a sentence for each kind."""
    if policy.is_exam:
        return [
            _("This is an exam: there are no hints, no checks and no solution."),
            _("You are not told whether the grid is right. Hand it in when it is full."),
            _("You will see what was right and wrong when the results are released."),
        ]
    rules = _hint_rules(policy)
    if policy.lists_steps:
        rules.append(_("You can list all possible steps; a list counts as a hint."))
    if policy.checking:
        rules.append(_("You can check the grid for mistakes, and your deductions too."))
    else:
        rules.append(_("You cannot check the grid for mistakes."))
    if policy.auto_notes:
        rules.append(_("You can fill in all notes at once."))
    else:
        rules.append(_("You write the notes yourself."))
    return [*rules, _fill_rule(policy), _solution_rule(policy)]


def left_words(attempt: Attempt, now: datetime | None = None) -> list[str]:
    """Words for the counted help that remains, and for the time from which the solution is open."""
    now = now or timezone.now()
    left = help_left(attempt, now)
    words = []
    if left.hints is not None and left.rung:
        hints = ngettext("%(count)d hint left", "%(count)d hints left", left.hints)
        words.append(hints % {"count": left.hints})
    if left.solution:
        return words
    if left.fills:
        cells = ngettext("%(count)d cell left to fill", "%(count)d cells left to fill", left.cells)
        words.append(cells % {"count": left.cells})
    if left.solution_at and left.solution_at - now > LONG_WAIT:
        words.append(_("solution from %(moment)s") % {"moment": moment_words(left.solution_at)})
    elif left.solution_at:
        minutes = minutes_until(left.solution_at, now)
        sentence = ngettext("solution in %(count)d minute", "solution in %(count)d minutes", minutes)
        words.append(sentence % {"count": minutes})
    return words


def _hint_rules(policy: HelpPolicy) -> list[str]:
    rungs = {
        HelpPolicy.Rung.NONE: _("There are no hints."),
        HelpPolicy.Rung.NUDGE: _("A hint says what to look for."),
        HelpPolicy.Rung.WHERE: _("A hint says what to look for, then where."),
        HelpPolicy.Rung.WHY: _("A hint says what to look for, then where, then why."),
        HelpPolicy.Rung.DO: _("A hint says what to look for, then where, then why, then makes the step."),
    }
    rule = rungs[HelpPolicy.Rung(policy.hint_rung if policy.has_hints else HelpPolicy.Rung.NONE)]
    if policy.hint_budget is None or not policy.has_hints:
        return [rule]
    count = policy.hint_budget
    budget = ngettext("%(count)d hint for the grid.", "%(count)d hints for the grid.", count)
    return [rule, budget % {"count": count}]


def _fill_rule(policy: HelpPolicy) -> str:
    if not policy.partial_cells:
        return _("You cannot have cells filled in.")
    if policy.solution == HelpPolicy.Solution.ANY_TIME:
        return _("You can have cells filled in.")
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
