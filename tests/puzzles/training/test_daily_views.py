"""The pages of the grids of the day and of the weekly goal, and the switches of a class."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.training.models import DailyPuzzle, RatedResult, WeeklyGoal
from puzzles.training.services.daily import choose_grids
from puzzles.training.services.goals import choose_goal

from .daily_grids import graded

ClientOf = Callable[[User], Client]
PAGE, GOAL = "/daily/", "/practice/goal/"
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def reader(client_of: ClientOf, student: User) -> Client:
    return in_english(client_of(student))


@pytest.fixture
def hers(client_of: ClientOf, teacher: User) -> Client:
    return in_english(client_of(teacher))


def in_english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text_of(client: Client, address: str = PAGE) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


@pytest.fixture
def collection(collection_of: Callable[..., Collection], teacher: User) -> Collection:
    return graded(collection_of(teacher, range(3)), [1, 2, 3])


@pytest.fixture
def yesterday(classroom: Classroom, collection: Collection, puzzle: Puzzle) -> DailyPuzzle:
    """The only grid of yesterday: the fixture `puzzle` of the course with other digits, of tier 2."""
    renamed = str.maketrans("123456789", "475918263")
    puzzle = Puzzle.objects.create(
        givens=puzzle.givens.translate(renamed),
        solution=puzzle.solution.translate(renamed),
        clue_count=puzzle.clue_count,
        solution_count=1,
        solving_class=puzzle.solving_class,
        tier=2,
        score=200,
        rating=2,
        grader=1,
    )
    Entry.objects.create(collection=collection, puzzle=puzzle, number=4, line=4, position=4)
    day = timezone.localdate() - timedelta(days=1)
    return DailyPuzzle.objects.create(
        classroom=classroom, day=day, tier=2, puzzle=puzzle, collection=collection
    )


def played(player: User, row: DailyPuzzle, **fields: Any) -> Attempt:
    moment = timezone.now() - timedelta(days=1)
    usual = {"digits": row.puzzle.givens, "move_count": 1, "started_at": moment, "last_move_at": moment}
    policy = Collection.objects.get(pk=row.collection_id).policy
    return Attempt.objects.create(player=player, puzzle=row.puzzle, policy=policy, **usual | fields)


SOLVED = {"state": "solved", "elapsed_ms": 342_000, "finished_at": timezone.now()}


# The grids of today


def test_the_first_page_has_one_card_with_each_grid(reader: Client, collection: Collection) -> None:
    text = text_of(reader, "/")
    assert "Grids of the day: 0 of 3 finished" in text
    assert text.count("to play") == 3
    assert f'href="{PAGE}"' in text


def test_the_card_says_how_far_each_grid_is(reader: Client, student: User, collection: Collection) -> None:
    reader.post(f"{PAGE}2/")
    easy = reader.post(f"{PAGE}1/")["Location"].split("/")[2]
    Attempt.objects.filter(pk=easy).update(**SOLVED)
    text = text_of(reader, "/")
    assert "Grids of the day: 1 of 3 finished" in text
    assert "5:42" in text
    assert text.count("to play") == 1


def test_a_class_without_grids_has_no_card(reader: Client, classroom: Classroom) -> None:
    assert "Grids of the day" not in text_of(reader, "/")
    assert "There is no grid of the day for your class today." in text_of(reader)


def test_a_grid_is_played_from_its_page(reader: Client, collection: Collection) -> None:
    where = reader.post(f"{PAGE}3/")["Location"]
    assert where.startswith("/play/")
    assert reader.post(f"{PAGE}3/")["Location"] == where
    assert Attempt.objects.get().puzzle.tier == 3
    assert "Go on" in text_of(reader)


def test_a_refused_grid_leads_back_to_the_page(reader: Client, collection: Collection) -> None:
    assert reader.post(f"{PAGE}4/")["Location"] == PAGE
    assert reader.get(f"{PAGE}1/").status_code == 405


def test_a_first_page_with_grids_of_the_day_asks_two_more_questions(
    reader: Client,
    student: User,
    collection: Collection,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    reader.get("/")
    # As in tests/puzzles/home/views/test_home.py, without a look at the collections to choose from.
    with django_assert_max_num_queries(2 + 4 + 4 + 3 + 2):
        reader.get("/")


def test_the_page_asks_few_questions_of_the_database(
    reader: Client,
    student: User,
    yesterday: DailyPuzzle,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    reader.get(PAGE)
    # Session and user; the class; the grids of two days, times and players; what could hide the step.
    with django_assert_max_num_queries(2 + 1 + 4 + 8):
        reader.get(PAGE)


# The day before


def test_the_hardest_step_of_yesterday_is_shown_step_by_step(
    reader: Client, classmate: User, yesterday: DailyPuzzle
) -> None:
    played(classmate, yesterday, **SOLVED)
    text = text_of(reader)
    assert "The hardest step of" in text
    assert 'aria-current="step">Where?</a>' in text
    assert f"/grids/{yesterday.puzzle.givens.replace('.', '0')}/path/?step=" in text
    part = reader.get(PAGE, {"rung": "do"}, headers=SCRIPT).content.decode()
    assert 'aria-current="step">Do it</a>' in part
    assert "<h1" not in part


def test_the_step_is_hidden_from_a_player_whose_grid_is_open(
    reader: Client, student: User, yesterday: DailyPuzzle
) -> None:
    game = played(student, yesterday)
    for rung in ("where", "do"):
        text = text_of(reader, f"{PAGE}?rung={rung}")
        assert "You are playing this grid" in text
        assert f'href="/play/{game.pk}/"' in text
        assert "All steps of this grid" not in text
        assert 'id="example"' not in text
    part = reader.get(PAGE, {"rung": "do"}, headers=SCRIPT).content.decode()
    assert 'id="example"' not in part
    Attempt.objects.filter(pk=game.pk).update(**SOLVED)
    assert 'id="example"' in text_of(reader)


def test_the_step_is_hidden_while_an_assignment_locks_the_grid(
    reader: Client, yesterday: DailyPuzzle, assignment_of: Callable[..., Assignment]
) -> None:
    assignment_of()
    text = text_of(reader)
    assert "finish it there first" in text
    assert 'id="example"' not in text


def test_the_step_is_hidden_during_an_exam(
    reader: Client,
    student: User,
    yesterday: DailyPuzzle,
    collection: Collection,
    assignment_of: Callable[..., Assignment],
) -> None:
    exam = assignment_of([collection.entries.get(number=1).puzzle], is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    open_grid(student=student, assignment_id=exam.pk, position=1)
    text = text_of(reader)
    assert "Solvers are switched off during an exam." in text
    assert 'id="example"' not in text


def test_the_grids_of_today_are_not_discussed(reader: Client, collection: Collection) -> None:
    reader.get(PAGE)
    assert DailyPuzzle.objects.count() == 3
    assert "The hardest step" not in text_of(reader)


def test_own_time_and_median_are_shown_and_the_class_from_five_players_on(
    reader: Client, student: User, classroom: Classroom, yesterday: DailyPuzzle
) -> None:
    played(student, yesterday, **SOLVED)
    others = [User.objects.create_user(f"mate-{number}") for number in range(4)]
    for number, other in enumerate(others):
        Membership.objects.create(classroom=classroom, student=other, real_name=f"Real {number}")
    for other in others[:3]:
        played(other, yesterday)
    text = text_of(reader)
    assert text.count("5:42") == 2
    assert text.count('<td class="number">—</td>') == 1
    played(others[3], yesterday)
    text = text_of(reader)
    assert "1 / 5" in text
    assert "mate-" not in text
    assert "Real " not in text


# The teacher


def test_a_teacher_sees_how_many_played_each_day(
    hers: Client, student: User, classmate: User, classroom: Classroom, yesterday: DailyPuzzle
) -> None:
    played(student, yesterday, **SOLVED)
    played(classmate, yesterday)
    text = text_of(hers, f"/classes/{classroom.pk}/daily/")
    assert '<td class="number">2</td>' in text
    assert "1 / 2" in text
    assert "today" in text
    assert not re.search(r"\blea\b|PETIT", text)
    day = f"/classes/{classroom.pk}/daily/{yesterday.day}/"
    assert f'href="{day}"' in text
    assert "The hardest step of" in text_of(hers, day)
    assert "<h1" not in hers.get(day, headers=SCRIPT).content.decode()


def test_today_and_days_without_grids_are_not_for_the_projector(
    hers: Client, classroom: Classroom, yesterday: DailyPuzzle
) -> None:
    today = timezone.localdate()
    choose_grids(classroom=classroom, day=today)
    for day in (today, today - timedelta(days=2), today + timedelta(days=1)):
        assert hers.get(f"/classes/{classroom.pk}/daily/{day}/").status_code == 404
    assert hers.get(f"/classes/{classroom.pk}/daily/2026-02-30/").status_code == 404


def test_a_class_switches_it_off_for_everybody(
    reader: Client, hers: Client, classroom: Classroom, yesterday: DailyPuzzle
) -> None:
    tab = f"/classes/{classroom.pk}/daily/"
    assert tab in text_of(hers, f"/classes/{classroom.pk}/")
    Classroom.objects.update(has_daily=False)
    assert "Grids of the day" not in text_of(reader, "/")
    assert f'href="{PAGE}"' not in text_of(reader, "/techniques/")
    assert reader.get(PAGE).status_code == 404
    assert reader.post(f"{PAGE}1/").status_code == 404
    assert tab not in text_of(hers, f"/classes/{classroom.pk}/")
    assert hers.get(tab).status_code == 404
    assert hers.get(f"{tab}{yesterday.day}/").status_code == 404


# The weekly goal


def test_a_goal_is_chosen_and_shown_in_one_line(reader: Client, student: User) -> None:
    assert GOAL not in text_of(reader, "/")
    assert "On how many days a week" in text_of(reader, GOAL)
    assert reader.post(GOAL, {"days": 3})["Location"] == GOAL
    assert "Goal: 0 of 3 days" in text_of(reader, "/")
    text = text_of(reader, GOAL)
    assert 'value="3" aria-current="true"' in text
    assert "one missed week in four does not break the row" in text
    reader.post(GOAL, {"days": 0})
    assert GOAL not in text_of(reader, "/")


@pytest.mark.parametrize("days", ["7", "-1", "x", ""])
def test_no_other_goal_is_taken(days: str, reader: Client, student: User) -> None:
    reader.post(GOAL, {"days": days})
    assert not WeeklyGoal.objects.exists()


def test_a_teacher_sees_nothing_of_the_goal_of_a_student(
    hers: Client, student: User, classroom: Classroom
) -> None:
    choose_goal(player=student, days=3)
    of_class = f"/classes/{classroom.pk}/"
    for address in ("/students/lea/", of_class, f"{of_class}table/", "/"):
        text = text_of(hers, address)
        assert "Goal" not in text
        assert "in a row" not in text


def test_a_class_switches_goals_off(reader: Client, student: User) -> None:
    choose_goal(player=student, days=3)
    Classroom.objects.update(has_goals=False)
    assert GOAL not in text_of(reader, "/")
    assert GOAL not in text_of(reader, "/techniques/")
    assert reader.get(GOAL).status_code == 404
    assert reader.post(GOAL, {"days": 2}).status_code == 404


# Ratings


def test_a_class_switches_ratings_off(reader: Client, student: User) -> None:
    drill = "/practice/drill/"
    assert f'href="{drill}"' in text_of(reader, "/techniques/")
    Classroom.objects.update(has_ratings=False)
    assert f'href="{drill}"' not in text_of(reader, "/techniques/")
    assert reader.get(drill).status_code == 404
    assert not RatedResult.objects.exists()
