"""What a teacher sees of a student's rating, and what the student is offered by it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from accounts.models import Classroom, User
from puzzles.engine.grading import GRADER_VERSION
from puzzles.library.models import Collection, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.models import Attempt
from puzzles.training.models import PlayerRating, PuzzleRating, RatedResult, TechniqueMemory, TrainingPosition
from puzzles.training.pages.drills import drill_page, next_url
from puzzles.training.pages.growth import growth_of
from puzzles.training.services.drills import just_right_drill
from puzzles.training.services.ratings import SURE, mean_at

pytestmark = pytest.mark.django_db

TITLE = "Found without help, by week"


@pytest.fixture
def grow(student: User) -> Callable[..., None]:
    """`grow(mean, mean, ...)`: a result a week up to now, after which the student's estimate is this."""

    def results(*means: float, deviation: float = 0.3) -> None:
        for back, mean in enumerate(reversed(means)):
            RatedResult.objects.create(
                player=student,
                is_success=True,
                mean=mean,
                deviation=deviation,
                created_at=timezone.now() - timedelta(weeks=back),
            )

    return results


@pytest.fixture
def hers(client_of: Callable[[User], Client], teacher: User, classroom: Classroom) -> Callable[[], str]:
    """`hers()`: what the teacher sees on the page of the student."""

    def text() -> str:
        address = reverse("home:student_history", args=["lea"])
        return client_of(teacher).get(address, headers={"accept-language": "en"}).text

    return text


Grow = Callable[..., None]


def rate(player: User, mean: float, deviation: float = 0.3) -> None:
    now = timezone.now()
    day = {"rated_at": now, "day": timezone.localdate(), "day_mean": mean}
    PlayerRating.objects.create(player=player, mean=mean, deviation=deviation, count=30, **day)


def test_a_teacher_sees_how_a_student_grows(grow: Grow, hers: Callable[[], str]) -> None:
    grow(mean_at("hidden_single"), mean_at("naked_pair"), mean_at("xyz_wing"))
    text = hers()
    assert TITLE in text
    assert "<polyline" in text[text.index(TITLE) :]
    assert "3 times in 4, last: XYZ-Wing" in text


def test_the_line_goes_up_where_the_student_grows(grow: Grow, student: User) -> None:
    grow(0.0, 1.0, 2.0)
    growth = growth_of(student)
    assert growth is not None
    heights = [point.y for point in growth.points]
    assert heights == sorted(heights, reverse=True)
    assert [week.results for week in growth.weeks] == [1, 1, 1]
    assert len({tick.name for tick in growth.ticks}) == len(growth.ticks)


def test_no_number_of_a_rating_is_shown(grow: Grow, hers: Callable[[], str]) -> None:
    grow(1.2345, 1.3456, 1.4567)
    text = hers()
    assert TITLE in text
    for number in ("1.23", "1.35", "1.46", "1.4567"):
        assert number not in text


def test_of_two_weeks_there_is_a_sentence(grow: Grow, hers: Callable[[], str]) -> None:
    grow(mean_at("naked_pair"), mean_at("x_wing"))
    text = hers()
    assert TITLE in text
    assert "growth-desc" not in text


def test_a_rating_that_is_not_sure_shows_nothing(grow: Grow, hers: Callable[[], str]) -> None:
    grow(1.0, 1.1, 1.2, deviation=SURE + 0.1)
    assert TITLE not in hers()


def test_a_student_sees_no_growth_and_a_stranger_nothing(
    grow: Grow, client_of: Callable[[User], Client], student: User, classmate: User
) -> None:
    grow(0.0, 1.0, 2.0)
    page = client_of(student).get(reverse("home:history"), headers={"accept-language": "en"})
    assert TITLE not in page.text
    assert client_of(classmate).get(reverse("home:student_history", args=["lea"])).status_code in (
        302,
        403,
        404,
    )


def test_a_grid_that_is_just_right_is_one_press_away(
    client_of: Callable[[User], Client],
    student: User,
    teacher: User,
    collection_of: Callable[..., Collection],
) -> None:
    collection_of(teacher, range(3))
    Puzzle.objects.update(tier=1, score=70, rating=2.3, grader=GRADER_VERSION, hardest="naked_single")
    client = client_of(student)
    assert "Just right for me" not in client.get("/", headers={"accept-language": "en"}).text
    rate(student, 0.5)
    page = client.get("/", headers={"accept-language": "en"}).text
    assert "Just right for me" in page
    assert "score 0 to 100" in page
    answer = client.post(reverse("play:draw"), {"score_from": 0, "score_to": 100})
    attempt = Attempt.objects.get(player=student)
    assert answer["Location"] == attempt.get_absolute_url()


def test_nothing_is_just_right_while_the_rating_is_not_sure(
    client_of: Callable[[User], Client],
    student: User,
    teacher: User,
    collection_of: Callable[..., Collection],
) -> None:
    collection_of(teacher, range(3))
    rate(student, 0.5, deviation=SURE + 0.1)
    assert "Just right for me" not in client_of(student).get("/", headers={"accept-language": "en"}).text


def test_the_list_of_techniques_leads_to_a_drill_that_is_just_right(
    client_of: Callable[[User], Client], student: User
) -> None:
    client = client_of(student)
    address = reverse("training:just_right")
    assert f'href="{address}"' in client.get(reverse("training:techniques")).text
    answer = client.get(address, headers={"accept-language": "en"}, follow=True)
    assert answer.redirect_chain == [(reverse("training:techniques"), 302)]
    assert "There is no new position for you. Begin another technique." in answer.text


def test_after_a_drill_that_was_just_right_comes_another(
    student: User, position_of: Callable[..., TrainingPosition]
) -> None:
    position_of("x_wing")
    now = timezone.now()
    TechniqueMemory.objects.create(player=student, technique="x_wing", card={}, begun_at=now, due_at=now)
    found = just_right_drill(player=student)
    address = reverse("training:just_right")
    assert drill_page(found, "x_wing")["next_url"] == f"{address}?{urlencode({'after': found.token})}"
    assert next_url("x_wing", 2, is_free=True) == address
    assert next_url("x_wing", 2, "a:b", is_free=False) == "/techniques/x_wing/drill/?level=2&after=a%3Ab"


def test_a_teacher_sees_the_learned_score_beside_the_engines(
    client_of: Callable[[User], Client],
    teacher: User,
    classroom: Classroom,
    attempt_of: Callable[..., Attempt],
    student: User,
) -> None:
    puzzle = attempt_of(student).puzzle
    grade_now(puzzle=puzzle)
    address = reverse("assignments:puzzle_view", args=[classroom.pk, puzzle.pk])
    client = client_of(teacher)
    assert "as played like" not in client.get(address, headers={"accept-language": "en"}).text
    PuzzleRating.objects.create(puzzle=puzzle, mean=1.0, deviation=0.4, count=12)
    assert "as played like score 272" in client.get(address, headers={"accept-language": "en"}).text
