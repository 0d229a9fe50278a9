"""What the charts of a history tell, and what they keep to themselves."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.pages.durations import duration
from puzzles.play.models import Attempt
from puzzles.play.pages.statistics import (
    MAX_POINTS,
    Overview,
    midnight,
    overview_of,
    streak_of,
    this_monday,
    week_of,
)
from puzzles.play.services.assigned_puzzles import open_grid

GiveWork = Callable[..., Assignment]
Play = Callable[..., Attempt]


@pytest.fixture
def play(puzzle: Puzzle) -> Play:
    """`play(user, state, when, fields)`: an attempt as play would have left it."""
    Puzzle.objects.filter(pk=puzzle.pk).update(tier=1, score=10, rating="1.2", grader=1)
    policy, _created = HelpPolicy.objects.get_or_create()

    def make(
        user: User, state: str = Attempt.State.SOLVED, when: datetime | None = None, **fields: object
    ) -> Attempt:
        at = when or timezone.now()
        ended = None if state == Attempt.State.OPEN else at
        stands = {"last_move_at": at, "finished_at": ended, "move_count": 9} | fields
        return Attempt.objects.create(
            player=user, puzzle=puzzle, policy=policy, digits=puzzle.givens, state=state, **stands
        )

    return make


def overview_for(player: User) -> Overview:
    overview = overview_of(player, player)
    assert overview is not None
    return overview


def test_before_anything_was_played_there_are_no_charts(student: User, classmate: User, play: Play) -> None:
    play(classmate)
    play(student, Attempt.State.OPEN, move_count=0)
    assert overview_of(student, student) is None


def test_each_solved_grid_is_one_point_by_its_amount_of_help(student: User, play: Play) -> None:
    play(student, elapsed_ms=60_000)
    play(student, elapsed_ms=60_000, hints_nudge=1)
    play(student, elapsed_ms=60_000, hints_nudge=1, cells_shown=2)
    play(student, elapsed_ms=60_000, hints_nudge=4, cells_shown=7)
    play(student, Attempt.State.SHOWN)
    play(student, Attempt.State.OPEN)
    (chart,) = overview_for(student).times.values()
    assert [point.grid.help for point in chart.points] == ["none", "hints", "cells", "many"]
    assert len(chart.newest_first) == 4


def test_only_the_last_grids_of_a_tier_are_drawn(student: User, play: Play) -> None:
    start = timezone.now() - timedelta(days=1)
    for number in range(MAX_POINTS + 3):
        play(student, when=start + timedelta(minutes=number), elapsed_ms=60_000 * (1 + number))
    (chart,) = overview_for(student).times.values()
    assert len(chart.points) == MAX_POINTS
    assert duration(chart.newest_first[-1].elapsed_ms) == "4 min 00 s"


def test_the_mistakes_of_open_grids_are_not_shown(student: User, play: Play) -> None:
    play(student, Attempt.State.OPEN, mistakes=5)
    assert overview_for(student).mistakes is None
    play(student, mistakes=3)
    play(student, mistakes=0)
    mistakes = overview_for(student).mistakes
    assert mistakes is not None
    assert [week[1:] for week in overview_for(student).weeks] == [(2, 3)]
    assert overview_for(student).finished.average == 1.5
    assert len(mistakes.points) == 1


@pytest.mark.django_db(transaction=True)
def test_nothing_of_an_exam_is_shown_before_its_release(
    student: User, puzzle: Puzzle, assignment_of: GiveWork
) -> None:
    Puzzle.objects.filter(pk=puzzle.pk).update(tier=1, score=10, rating="1.2", grader=1)
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
    now = timezone.now()
    # Solved is what it never is before its release; even so nothing would be told.
    Attempt.objects.filter(pk=attempt.pk).update(
        state=Attempt.State.SOLVED, finished_at=now, last_move_at=now, mistakes=4, move_count=51
    )
    overview = overview_for(student)
    assert (overview.times, overview.mistakes) == ({}, None)
    assert week_of(student).solved == 0
    Assignment.objects.filter(pk=exam.pk).update(released_at=now)
    overview = overview_for(student)
    assert len(overview.times[1].points) == 1
    assert overview.mistakes is not None
    assert week_of(student).solved == 1


def test_the_minutes_of_a_day_are_summed(student: User, play: Play) -> None:
    play(student, elapsed_ms=12 * 60_000)
    play(student, elapsed_ms=13 * 60_000)
    overview = overview_for(student)
    assert overview.calendar.squares[-1].level == 3
    assert [(day.minutes, day.grids, day.solved) for day in overview.days] == [(25, 2, 2)]


@pytest.mark.parametrize("count", [3, 30])
def test_the_charts_cost_two_queries(
    count: int, student: User, play: Play, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        play(student, when=timezone.now() - timedelta(days=number))
    with django_assert_num_queries(2):
        overview_of(student, student)
    with django_assert_num_queries(1):
        week_of(student)


def test_the_week_counts_what_was_played_and_solved_since_monday(student: User, play: Play) -> None:
    play(student, when=midnight(this_monday()))
    play(student, Attempt.State.SHOWN)
    play(student, when=midnight(this_monday()) - timedelta(seconds=1))
    play(student, Attempt.State.OPEN, move_count=1, is_practice=True)
    week = week_of(student)
    assert (week.played, week.solved) == (2, 1)
    assert [day.is_today for day in week.days].index(True) == timezone.localdate().weekday()
    assert sum(day.square.played.grids for day in week.days if day.square.played) == 2


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "Played on 1 day of the last 26 weeks: 28 minutes, grids: 8.",
                ": 28 min, 8 grids</title>",
                "8 grids: median 3 min 00 s; of the last 7, 3 min 00 s.",
                " · 7:00 · hints or checks</title>",
                "8 finished grids: 4 mistakes in all, 0.5 per grid.",
                ">3:00</text>",
            ],
        ),
        (
            "fr",
            [
                "1 jour de jeu sur les 26 dernières semaines\xa0; minutes\xa0: 28, grilles\xa0: 8.",
                "\xa0: 28 min, 8 grilles</title>",
                "8 grilles\xa0: médiane 3 min 00 s\xa0; des 7 dernières, 3 min 00 s.",
                "8 grilles finies\xa0; erreurs en tout\xa0: 4, soit 0,5 par grille.",
                ">3:00</text>",
            ],
        ),
    ],
)
def test_the_charts_say_what_they_show(language: str, words: list[str], student: User, play: Play) -> None:
    play(student, elapsed_ms=1_000)
    for minutes in (1, 2, 3, 3, 4, 7, 8):
        play(student, elapsed_ms=minutes * 60_000, mistakes=minutes // 7 * 2, hints_nudge=minutes // 7)
    with translation.override(language):
        html = render_to_string("home/_overview.html", {"overview": overview_for(student)})
    assert [each for each in words if each not in html] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", [": 1.5 per grid</title>", ">0.8</text>"]), ("fr", [": 1,5 par grille</title>", ">0,8</text>"])],
)
def test_mistakes_are_a_sentence_before_the_third_week(
    language: str, words: list[str], student: User, play: Play
) -> None:
    def page() -> str:
        with translation.override(language):
            return render_to_string("home/_overview.html", {"overview": overview_for(student)})

    for mistakes in (1, 2):
        play(student, mistakes=mistakes)
    play(student, when=midnight(this_monday()) - timedelta(weeks=1), mistakes=0)
    assert [each for each in words if each in page()] == []
    play(student, when=midnight(this_monday()) - timedelta(weeks=2), mistakes=0)
    assert [each for each in words if each not in page()] == []


def test_days_in_a_row_end_today_or_yesterday() -> None:
    today = date(2026, 11, 20)
    days = [today - timedelta(days=back) for back in (0, 1, 2, 4)]
    assert streak_of(days, today) == 3
    assert streak_of(days, today + timedelta(days=1)) == 3
    assert streak_of(days, today + timedelta(days=2)) == 0
    assert streak_of([], today) == 0


def test_the_tier_with_most_grids_comes_first(student: User, play: Play) -> None:
    for count in (1, 2):
        play(student)
        overview = overview_for(student)
        (chart,) = overview.times.values()
        charts = {1: chart, 2: replace(chart, grids=chart.grids * 2), 3: chart}
        assert len(chart.grids) == count
        assert replace(overview, times=charts).usual_tier == 2
