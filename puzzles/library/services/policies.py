"""Help policies: immutable sets of rules, and three to start from."""

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from ..models import HelpPolicy

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
# The three presets. An exam switches off all help, automatic notes included.
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


def policy_with(**rules: Any) -> HelpPolicy:
    """The policy with these rules and defaults for the others. A form has validated them.

    The same rules share a row, unless two requests create it at the same moment; either row will do.
    """
    policy = HelpPolicy(**rules)
    every_rule = {
        field.name: getattr(policy, field.name) for field in HelpPolicy._meta.fields if not field.primary_key
    }
    existing = HelpPolicy.objects.filter(**every_rule).order_by("pk").first()
    return existing or HelpPolicy.objects.create(**every_rule)


def settled(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules without contradictions: an exam has no help, no hints have no budget."""
    if rules.get("is_exam"):
        return {**rules, **EXAM}
    if rules.get("hint_rung") == Rung.NONE:
        rules = {**rules, "hint_budget": None}
    if rules.get("solution") != Solution.AFTER_MINUTES:
        rules = {**rules, "solution_minutes": None}
    return rules


def date_contradictions(
    rules: dict[str, Any], *, opens_at: datetime, due_at: datetime | None, minutes: int | None
) -> dict[str, str]:
    """The rules that do not fit the dates of an assignment: rule -> reason."""
    wait = rules["solution_minutes"]
    if rules["solution"] == Solution.AFTER_DUE and due_at is None:
        return {"solution": _("“After the due date” needs a due date: enter one, or choose another option.")}
    if rules["solution"] != Solution.AFTER_MINUTES or not wait:
        return {}
    if minutes and wait >= minutes:
        return {
            "solution_minutes": _("Too late: each student has only %(minutes)d minutes.")
            % {"minutes": minutes}
        }
    if due_at and opens_at + timedelta(minutes=wait) >= due_at:
        return {"solution_minutes": _("Too late: the due date is earlier.")}
    return {}
