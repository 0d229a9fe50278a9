"""The table of a class, on the page and in a file."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.pages.class_table import TablePage, file_rows, table_page
from puzzles.course.models import ExerciseProgress
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

StartAttempt = Callable[..., Attempt]


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def page_of(
    classroom: Classroom,
    student: User,
    classmate: User,
    attempt_of: StartAttempt,
    puzzle: Puzzle,
    now: datetime,
) -> Callable[..., TablePage]:
    """`page_of(sort=)`: the student solved a grid of tier 2, and the classmate did nothing in a month."""
    classroom.memberships.update(joined_at=now - timedelta(days=30))
    grade = {"tier": 2, "score": 5, "rating": 2, "grader": 1, "hardest": "naked_pair"}
    Puzzle.objects.filter(pk=puzzle.pk).update(**grade)
    attempt = attempt_of(student)
    ended = {"state": "solved", "last_move_at": now, "finished_at": now, "elapsed_ms": 412_000}
    Attempt.objects.filter(pk=attempt.pk).update(
        **ended, digits=puzzle.solution, hints_nudge=2, hints_where=1, mistakes=3
    )

    def make(sort: str = "", days: int = 7) -> TablePage:
        return table_page(classroom, days=days, sort=sort, now=now)

    return make


def cells(page: TablePage, place: int) -> dict[str, str]:
    """What a row says, by the columns' keys."""
    keys = [column.key for column in page.shown if column.key not in ("name", "look")]
    return dict(zip(keys, (cell.text for cell in page.rows[place].cells), strict=True))


def names(page: TablePage) -> list[str]:
    return [row.progress.member.student.username for row in page.rows]


def test_a_row_counts_what_was_done_in_the_days(page_of: Callable[..., TablePage]) -> None:
    told = cells(page_of(), 0)
    assert ":" in told.pop("active")
    assert {key: text for key, text in told.items() if text != "·"} == {
        "tried": "1",
        "solved": "1",
        "minutes": "7",
        "tier2": "6:52",
        "hint1": "1",
        "hint2": "1",
        "mistakes": "3",
    }


def test_bars_are_shares_of_the_largest_number(page_of: Callable[..., TablePage]) -> None:
    page = page_of()
    bars = [[cell.bar for cell in row.cells if cell.bar is not None] for row in page.rows]
    assert bars == [[100, 100], [0, 0]]


def test_a_column_that_is_empty_for_all_is_in_the_file_only(page_of: Callable[..., TablePage]) -> None:
    page = page_of()
    empty = {column.key for column in page.columns} - {column.key for column in page.shown}
    assert empty == {
        "done",
        "hint3",
        "hint4",
        "helped",
        "solutions",
        "cells",
        "drilled",
        "predicted",
        "mastered",
    }
    assert page.folds == {"time", "help", "mistakes"}
    headings = {heading.title for group in page.groups for heading in group.headings}
    assert {"Student", "Remarks", "Mistakes"} <= headings
    assert "Techniques mastered" not in headings
    assert "Techniques mastered" in file_rows(page)[0]


def test_exercises_and_median_times_are_folded_until_they_sort(
    page_of: Callable[..., TablePage], student: User, now: datetime
) -> None:
    ExerciseProgress.objects.create(student=student, worksheet="tutoriel", exercise="solve", seen_at=now)
    page = page_of("-exercises_seen")
    assert (page.sorted_fold, page_of().sorted_fold) == ("exercises", "")
    assert page_of("-tier2").sorted_fold == "time"
    assert "exercises" in page.folds
    assert {group.fold for group in page.groups if group.title == "Exercises"} == {"exercises"}


def test_columns_of_a_group_are_folded_together(page_of: Callable[..., TablePage]) -> None:
    folds = {column.key: column.fold for column in page_of().columns if column.fold}
    assert {key for key, fold in folds.items() if fold == "time"} == {"tier2"}
    assert {key for key, fold in folds.items() if fold == "help"} == {
        "hint1", "hint2", "hint3", "hint4", "helped", "solutions", "cells"
    }  # fmt: skip
    assert {key for key, fold in folds.items() if fold == "mistakes"} == {"mistakes"}


def test_a_student_who_never_played_has_an_empty_row_and_a_remark(page_of: Callable[..., TablePage]) -> None:
    page = page_of()
    told = cells(page, 1)
    assert told.pop("active") == "never"
    assert [str(flag.label) for flag in page.rows[1].flags] == ["no activity for 7 days"]
    assert set(told.values()) == {"·"}
    assert page.flags == page.rows[1].flags


def test_only_tiers_that_somebody_solved_have_a_column(page_of: Callable[..., TablePage]) -> None:
    keys = [column.key for column in page_of().columns]
    assert [key for key in keys if key.startswith("tier")] == ["tier2"]
    (median,) = [group for group in page_of().groups if group.title == "Median time"]
    assert [heading.title for heading in median.headings] == ["Medium"]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", ["lea", "tom"]),
        ("name", ["lea", "tom"]),
        ("-name", ["tom", "lea"]),
        ("mistakes", ["tom", "lea"]),
        ("-mistakes", ["lea", "tom"]),
        ("nonsense", ["lea", "tom"]),
        ("active", ["lea", "tom"]),
        ("-active", ["lea", "tom"]),
        ("tier2", ["lea", "tom"]),
        ("-tier2", ["lea", "tom"]),
    ],
)
def test_a_sorted_table_has_empty_cells_of_its_column_last(
    page_of: Callable[..., TablePage], sort: str, order: list[str]
) -> None:
    assert names(page_of(sort)) == order


def test_a_heading_says_how_it_is_sorted_and_leads_to_the_other_way(
    page_of: Callable[..., TablePage],
) -> None:
    def heading(sort: str, title: str) -> tuple[str, str]:
        headings = [each for group in page_of(sort).groups for each in group.headings]
        return next((each.direction, each.sort) for each in headings if each.title == title)

    assert heading("", "Student") == ("ascending", "-name")
    assert heading("", "Mistakes") == ("", "-mistakes")
    assert heading("-mistakes", "Mistakes") == ("descending", "mistakes")
    assert heading("mistakes", "Mistakes") == ("ascending", "-mistakes")


def test_a_file_holds_the_same_columns_as_values(page_of: Callable[..., TablePage], now: datetime) -> None:
    headings, first, _second = file_rows(page_of())
    row = dict(zip(headings, first, strict=True))
    assert (row["User name"], row["Real name"], row["Last active"]) == ("lea", "PETIT Léa", now)
    assert (row["Median time: Medium (min)"], row["Mistakes"], row["Hints: nudges"]) == (6.87, 3, 1)
    assert len(headings) == len(page_of().columns) + 1


def test_the_last_sign_is_a_day_once_the_day_is_over(
    page_of: Callable[..., TablePage], classroom: Classroom, now: datetime
) -> None:
    assert ":" in cells(page_of(), 0)["active"]
    page = table_page(classroom, days=7, sort="", now=now + timedelta(days=2))
    assert re.fullmatch(r"[A-Z][a-z]{2} \d{1,2}", cells(page, 0)["active"])
