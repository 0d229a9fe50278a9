"""Help policies are chosen, never changed."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation

from puzzles.library.models import HelpPolicy
from puzzles.library.services.policies import policy_with

pytestmark = pytest.mark.django_db


def test_the_same_rules_are_the_same_row() -> None:
    usual = policy_with()
    assert policy_with() == usual
    assert policy_with(hint_budget=None, checking=True) == usual
    strict = policy_with(hint_rung=HelpPolicy.Rung.NONE, checking=False)
    assert strict != usual
    assert policy_with(hint_rung=HelpPolicy.Rung.NONE, checking=False) == strict
    assert HelpPolicy.objects.count() == 2


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"checking": False}, "so they need checking"),
        ({"solution": "after_minutes"}, "Enter the minutes"),
        ({"solution_minutes": 5}, "Enter minutes if"),
        ({"partial_cells": 81}, "at most 80 cells"),
    ],
)
def test_contradictions_are_reported_in_a_sentence(rules, sentence) -> None:
    with translation.override("en"), pytest.raises(ValidationError, match=sentence):
        HelpPolicy(**rules).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        policy_with(**rules)
    assert not HelpPolicy.objects.exists()
