"""Help policies: sets of rules that are never changed, only chosen."""

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext as _

from ..models import HelpPolicy

# Help never fills the last cell.
CELLS_AT_MOST = 80

Rung, Solution = HelpPolicy.Rung, HelpPolicy.Solution

NO_HELP: dict[str, Any] = {
    "hint_rung": Rung.NONE,
    "hint_budget": None,
    "checking": False,
    "auto_notes": False,
    "partial_cells": 0,
    "solution": Solution.NEVER,
    "solution_minutes": None,
    "is_exam": False,
}
# What a teacher chooses between first. An exam switches off every help, the automatic notes too.
PRACTICE: dict[str, Any] = NO_HELP | {
    "hint_rung": Rung.DO,
    "checking": True,
    "auto_notes": True,
    "partial_cells": 20,
    "solution": Solution.ANY_TIME,
}
HOMEWORK: dict[str, Any] = NO_HELP | {
    "hint_rung": Rung.WHY,
    "hint_budget": 5,
    "checking": True,
    "auto_notes": True,
    "solution": Solution.AFTER_DUE,
}
EXAM: dict[str, Any] = NO_HELP | {"is_exam": True}


class PolicyError(Exception):
    """Why these rules of help cannot stand together, in a sentence for the teacher."""


def policy_with(**rules: Any) -> HelpPolicy:
    """The policy with these rules, and the usual ones for the rest. Raises PolicyError if they contradict.

    The same rules give the same row, unless two requests make them at the same moment; either row will do.
    """
    policy = HelpPolicy(**rules)
    try:
        policy.full_clean()
    except ValidationError as error:
        raise PolicyError(" ".join(error.messages)) from error
    every_rule = {
        field.name: getattr(policy, field.name) for field in HelpPolicy._meta.fields if not field.primary_key
    }
    standing = HelpPolicy.objects.filter(**every_rule).order_by("pk").first()
    return standing or HelpPolicy.objects.create(**every_rule)


def settled(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules, with what follows from others put right: an exam has no help, no hints have no budget."""
    if rules.get("is_exam"):
        return {**rules, **EXAM}
    if rules.get("hint_rung") == Rung.NONE:
        rules = {**rules, "hint_budget": None}
    if rules.get("solution") != Solution.AFTER_MINUTES:
        rules = {**rules, "solution_minutes": None}
    return rules


def contradictions(
    rules: dict[str, Any],
    *,
    opens_at: datetime | None = None,
    due_at: datetime | None = None,
    minutes: int | None = None,
) -> dict[str, str]:
    """What in these rules cannot stand together, or with the dates of an assignment: rule -> the reason."""
    too_many = {"partial_cells": _("A partial solution fills 80 cells at most.")}
    return {
        **(too_many if rules["partial_cells"] > CELLS_AT_MOST else {}),
        **_hint_contradictions(rules),
        **_solution_contradictions(rules, opens_at, due_at, minutes),
    }


def out_of_range(rules: dict[str, Any]) -> dict[str, str]:
    """What the database would not take of these rules: rule, or "" for several together -> the reason."""
    try:
        HelpPolicy(**rules).full_clean()
    except ValidationError as error:
        told = error.message_dict
        return {"" if name == NON_FIELD_ERRORS else name: " ".join(told[name]) for name in told}
    return {}


def _hint_contradictions(rules: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    if not rules["hint_rung"]:
        return found
    if not rules["checking"]:
        found["checking"] = _(
            "A hint tells mistakes: without checking there can be no hints. Allow it, or take the hints away."
        )
    if rules["hint_budget"] == 0:
        found["hint_budget"] = _(
            "That is no hint at all: choose “no hints”, or leave this empty for no limit."
        )
    if rules["hint_rung"] == Rung.DO and not rules["partial_cells"] and rules["solution"] == Solution.NEVER:
        found["hint_rung"] = _(
            "A hint that does the step fills a cell, and no cell may be filled. Allow some cells of partial "
            "solution, or hints up to “why” only."
        )
    return found


def _solution_contradictions(
    rules: dict[str, Any], opens_at: datetime | None, due_at: datetime | None, minutes: int | None
) -> dict[str, str]:
    wait = rules["solution_minutes"]
    if rules["solution"] == Solution.AFTER_DUE and due_at is None:
        return {
            "solution": _("Without a due date there is nothing to come after: give one, or choose otherwise.")
        }
    if rules["solution"] != Solution.AFTER_MINUTES:
        return {}
    if not wait:
        return {"solution_minutes": _("After how many minutes? Or choose “at any time”.")}
    if minutes and wait >= minutes:
        return {
            "solution_minutes": _("The time of a student is over by then: it lasts %(minutes)d minutes.")
            % {"minutes": minutes}
        }
    if opens_at and due_at and opens_at + timedelta(minutes=wait) >= due_at:
        return {"solution_minutes": _("It is due before that.")}
    return {}
