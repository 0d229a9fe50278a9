"""Help policies: sets of rules that are never changed, only chosen."""

from typing import Any

from django.core.exceptions import ValidationError

from ..models import HelpPolicy

# An exam switches off every help, the automatic notes too.
EXAM: dict[str, Any] = {
    "hint_rung": HelpPolicy.Rung.NONE,
    "hint_budget": None,
    "checking": False,
    "auto_notes": False,
    "partial_cells": 0,
    "solution": HelpPolicy.Solution.NEVER,
    "solution_minutes": None,
    "is_exam": True,
}


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
