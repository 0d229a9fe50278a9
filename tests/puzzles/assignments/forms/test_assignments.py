"""What a teacher may ask for, and what is refused where."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.forms.assignments import (
    AssignmentForm,
    HandedOutForm,
    SchoolTimeField,
    draft_values,
    in_a_week,
)
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection, HelpPolicy, Puzzle
from puzzles.library.services.policies import EXAM, HOMEWORK, PRACTICE

CollectionOf = Callable[..., Collection]
Fill = Callable[..., AssignmentForm]
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
OWN = {"preset": "own", "hint_rung": 3, "checking": "on", "partial_cells": 0, "solution": "never"}


@pytest.fixture
def fill(teacher: User, collection_of: CollectionOf) -> Fill:
    """`fill(values)`: the form as the teacher sends it."""
    collection_of(teacher, range(1, 6))

    def send(**values: Any) -> AssignmentForm:
        usual = {"name": "Monday", "way": "drawn", "count": 5, "share": "same", "preset": "practice"}
        return AssignmentForm(usual | values, teacher=teacher, now=NOW)

    return send


def faults(form: AssignmentForm) -> set[str]:
    form.is_valid()
    return set(form.errors)


# Dates


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-21T18:00", datetime(2026, 11, 21, 17, 0, tzinfo=UTC)),
        ("2026-07-01 08:30", datetime(2026, 7, 1, 6, 30, tzinfo=UTC)),
        # In autumn the clocks pass this hour twice: the first time counts.
        ("2026-10-25T02:30", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        # In spring they leave it out: it is an hour later by the clock on the wall.
        ("2026-03-29T02:30", datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        ("", None),
    ],
)
def test_a_date_is_by_the_clock_of_the_school(text: str, moment: datetime | None) -> None:
    assert SchoolTimeField(required=False).clean(text) == moment


@pytest.mark.parametrize("text", ["soon", "2026-13-01T10:00", "9999-12-31T23:59", "0001-01-01T00:00"])
def test_an_invalid_date_is_refused(text: str) -> None:
    form = HandedOutForm({"name": "x", "due_at": text}, assignment=Assignment(opens_at=NOW), now=NOW)
    assert set(form.errors) == {"due_at"}


def test_a_week_over_the_change_of_clocks_ends_at_the_end_of_the_day_on_the_wall() -> None:
    friday = datetime(2026, 10, 23, 8, 15, 40, tzinfo=UTC)
    assert in_a_week(friday) == datetime(2026, 10, 30, 22, 59, tzinfo=UTC)


def test_a_date_is_shown_as_it_was_written() -> None:
    field = SchoolTimeField(required=False)
    for text in ("2026-11-21T18:00", "2026-07-01T08:30"):
        assert field.prepare_value(field.clean(text)) == text


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"opens_at": "2026-11-25T10:00", "due_at": "2026-11-25T10:00"}, "due_at"),
        ({"due_at": "2026-11-20T10:00"}, "due_at"),
        ({"opens_at": "2026-11-10T10:00", "due_at": "2026-11-20T10:00"}, "due_at"),
        ({"due_at": "2026-11-21T10:30", "minutes": 45}, "minutes"),
        ({"minutes": 0}, "minutes"),
    ],
)
def test_dates_that_make_no_sense_are_refused(fill: Fill, values: dict[str, Any], where: str) -> None:
    assert faults(fill(**values)) == {where}


def test_without_an_opening_it_opens_now(fill: Fill) -> None:
    form = fill(due_at="2026-11-25T10:00")
    assert form.is_valid()
    assert form.fields_of_assignment()["opens_at"] == NOW


# The dates of an exam


UNTOUCHED = {"preset": "exam", "due_at": "2026-11-28T10:00", "initial-due_at": "2026-11-28T10:00"}


@pytest.mark.parametrize(
    ("values", "due", "minutes"),
    [
        ({"exam_time": "hour"}, "10:00", None),
        ({"exam_time": "30"}, "09:35", 30),
        ({"exam_time": "55"}, "10:00", 55),
        ({"exam_time": "hour", "minutes": "45"}, "10:00", 45),
        ({"exam_time": "30", "minutes": "70"}, "10:15", 70),
        ({"exam_time": "hour", "opens_at": "2026-11-23T14:55"}, "2026-11-23 15:00", None),
    ],
)
def test_an_exam_whose_dates_nobody_wrote_ends_with_the_time_chosen(
    fill: Fill, values: dict[str, str], due: str, minutes: int | None
) -> None:
    form = fill(**(UNTOUCHED | values))
    assert form.is_valid(), form.errors
    dates = form.fields_of_assignment()
    assert f"{dates['due_at']:%Y-%m-%d %H:%M}".endswith(due)
    assert dates["minutes"] == minutes
    assert dates["exam_time"] == values["exam_time"]


def test_another_time_for_a_draft_takes_the_place_of_its_minutes(
    fill: Fill, assignment_of: Callable[..., Assignment]
) -> None:
    draft = assignment_of(
        is_draft=True, minutes=30, exam_time="30", due_at=timezone.now() + timedelta(hours=3)
    )
    values = draft_values(draft)
    assert (values["exam_time"], values["minutes"]) == ("30", None)


def test_dates_that_were_written_come_before_those_of_an_exam(fill: Fill) -> None:
    form = fill(**(UNTOUCHED | {"exam_time": "30", "due_at": "2026-11-21T20:00"}))
    assert form.is_valid(), form.errors
    fields = form.fields_of_assignment()
    assert (fields["due_at"], fields["exam_time"]) == (datetime(2026, 11, 21, 19, 0, tzinfo=UTC), "")


def test_practice_keeps_its_week(fill: Fill) -> None:
    form = fill(**(UNTOUCHED | {"preset": "practice", "exam_time": "hour"}))
    assert form.is_valid(), form.errors
    assert form.fields_of_assignment()["due_at"] == datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


def test_the_dates_of_a_draft_stay_when_it_becomes_an_exam(
    fill: Fill, teacher: User, assignment_of: Callable[..., Assignment]
) -> None:
    draft = assignment_of(is_draft=True, due_at=timezone.now() + timedelta(hours=3))
    assert draft_values(draft)["exam_time"] == ""


@pytest.mark.parametrize(("due", "is_asked"), [("2026-11-22T10:00", False), ("2026-11-22T10:01", True)])
def test_an_exam_of_more_than_a_day_asks_whether_it_is_meant(fill: Fill, due: str, is_asked: bool) -> None:
    form = fill(preset="exam", due_at=due)
    assert faults(form) == ({"is_long_exam"} if is_asked else set())
    assert form.asks_long_exam == is_asked
    assert fill(preset="exam", due_at=due, is_long_exam="on").is_valid()


# Help


@pytest.mark.parametrize(("name", "rules"), [("practice", PRACTICE), ("homework", HOMEWORK), ("exam", EXAM)])
def test_help_is_chosen_at_once(fill: Fill, name: str, rules: dict[str, Any]) -> None:
    form = fill(preset=name, due_at="2026-11-28T10:00", is_long_exam="on")
    assert form.is_valid(), form.errors
    policy = form.policy()
    assert {rule: getattr(policy, rule) for rule in rules} == rules


def test_an_exam_has_no_help_whatever_is_ticked(fill: Fill) -> None:
    form = fill(**(OWN | {"preset": "exam", "hint_rung": 4, "partial_cells": "many"}))
    assert form.is_valid(), form.errors
    assert (form.policy().hint_rung, form.policy().checking, form.policy().auto_notes) == (0, False, False)


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"checking": ""}, "checking"),
        ({"hint_budget": 0}, "hint_budget"),
        ({"hint_rung": 4}, "hint_rung"),
        ({"solution": "after_due"}, "solution"),
        ({"solution": "after_minutes"}, "solution_minutes"),
        ({"solution": "after_minutes", "solution_minutes": 0}, "solution_minutes"),
        ({"solution": "after_minutes", "solution_minutes": 40, "minutes": 40}, "solution_minutes"),
        (
            {"solution": "after_minutes", "solution_minutes": 90, "due_at": "2026-11-21T11:00"},
            "solution_minutes",
        ),
        ({"partial_cells": 81}, "partial_cells"),
        ({"partial_cells": 10**6}, "partial_cells"),
        ({"hint_budget": 10**6}, "hint_budget"),
        ({"partial_cells": ""}, "partial_cells"),
    ],
)
def test_rules_that_contradict_each_other_are_refused_at_the_rule(
    fill: Fill, values: dict[str, Any], where: str
) -> None:
    assert faults(fill(**(OWN | values))) == {where}


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"hint_rung": 4, "partial_cells": 3},
        {"hint_rung": 4, "solution": "any_time"},
        {"hint_rung": 0, "checking": "", "hint_budget": 3},
        {"solution": "after_due", "due_at": "2026-11-28T10:00"},
        {"solution": "after_minutes", "solution_minutes": 10, "minutes": 40},
    ],
)
def test_rules_that_go_together_are_taken(fill: Fill, values: dict[str, Any]) -> None:
    form = fill(**(OWN | values))
    assert form.is_valid(), form.errors
    assert isinstance(form.policy(), HelpPolicy)


def test_homework_without_a_due_date_is_refused_at_the_date(fill: Fill) -> None:
    assert faults(fill(preset="homework")) == {"due_at"}


def test_a_run_with_predictions_is_no_exam(fill: Fill) -> None:
    for preset in ("exam", "own", ""):
        form = fill(preset=preset, algorithm="propagation", hint_rung="9")
        assert faults(form) == set()
        assert form.rules() == dict(PRACTICE)
    form = fill(algorithm="propagation", predictions=15)
    assert form.is_valid(), form.errors
    assert form.fields_of_assignment()["predictions"] == 15


# Grids


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"count": ""}, "count"),
        ({"count": 61}, "count"),
        ({"share": "equal", "band": ""}, "band"),
        ({"share": "equal", "band": 101}, "band"),
        ({"score_from": 9, "score_to": 3}, "score_to"),
        ({"tier": 1, "hardest": "x_wing"}, "hardest"),
        ({"way": "numbers", "numbers": "1-3"}, "collection"),
        ({"way": "pasted", "grids": "no grid"}, "grids"),
        ({"way": "else"}, "way"),
    ],
)
def test_a_source_without_grids_is_refused_at_its_field(
    fill: Fill, values: dict[str, Any], where: str
) -> None:
    assert faults(fill(**values)) == {where}


def test_fields_of_another_source_are_ignored(fill: Fill, puzzle: Puzzle) -> None:
    form = fill(way="pasted", grids=puzzle.givens, count="many", score_from=9, score_to=3, band="x")
    assert form.is_valid(), form.errors
    assert form.source().puzzles == (puzzle.pk,)


def test_numbers_of_a_collection_are_taken(fill: Fill) -> None:
    collection = Collection.objects.get()
    form = fill(way="numbers", collection=collection.pk, numbers="2, 4-5")
    assert form.is_valid(), form.errors
    assert len(form.source().puzzles) == 3
    assert faults(fill(way="numbers", collection=collection.pk, numbers="6")) == {"numbers"}


def test_another_teachers_private_collection_is_not_offered(
    fill: Fill, other_teacher: User, collection_of: CollectionOf
) -> None:
    private = collection_of(other_teacher, range(9), name="private", audience=Collection.Audience.NOBODY)
    assert faults(fill(collection=private.pk)) == {"collection"}


def test_a_draft_fills_its_form_again(
    teacher: User, student: User, assignment_of: Callable[..., Assignment], puzzle: Puzzle
) -> None:
    due = (timezone.now() + timedelta(days=2)).replace(hour=12, minute=0, second=0, microsecond=0)
    draft = assignment_of(is_draft=True, due_at=due, minutes=30, rules=HOMEWORK)
    form = AssignmentForm(teacher=teacher, initial=draft_values(draft))
    values = {name: form[name].value() for name in form.fields}
    again = AssignmentForm({name: value for name, value in values.items() if value}, teacher=teacher)
    assert again.is_valid(), again.errors
    assert again.source().puzzles == (puzzle.pk,)
    assert again.policy() == draft.policy
    assert again.fields_of_assignment()["due_at"] == due
