"""What a player asks for."""

import pytest

from accounts.models import User
from puzzles.play.forms.draws import DrawForm
from puzzles.play.services.draws import ANY_GRID, Criteria

pytestmark = pytest.mark.django_db


def test_an_empty_form_has_no_criteria(student: User) -> None:
    form = DrawForm({}, player=student)
    assert form.is_valid()
    assert form.criteria() == ANY_GRID


def test_empty_fields_are_no_criterion_and_zero_is_one(student: User) -> None:
    form = DrawForm({"tier": "", "hardest": "", "score_from": "", "clues_to": "0"}, player=student)
    assert form.is_valid()
    assert form.criteria() == Criteria(clues_to=0)


def test_all_criteria_are_read(student: User) -> None:
    fields = {"tier": "3", "hardest": "x_wing", "score_from": "5", "score_to": "5", "clues_from": "20"}
    form = DrawForm({**fields, "clues_to": "81"}, player=student)
    assert form.is_valid()
    assert form.criteria() == Criteria(
        tier=3, hardest="x_wing", score_from=5, score_to=5, clues_from=20, clues_to=81
    )


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"tier": "4.5"}, "tier"),
        ({"hardest": "x_wing", "tier": "2"}, "hardest"),
        ({"hardest": "wrong_digit", "tier": "2"}, "hardest"),
        ({"hardest": "write_notes"}, "hardest"),
        ({"score_to": "1000000"}, "score_to"),
        ({"clues_from": "82"}, "clues_from"),
        ({"clues_from": "30", "clues_to": "29"}, "clues_to"),
    ],
)
def test_criteria_that_no_grid_can_meet_are_refused(
    fields: dict[str, str], at_fault: str, student: User
) -> None:
    assert set(DrawForm(fields, player=student).errors) == {at_fault}
