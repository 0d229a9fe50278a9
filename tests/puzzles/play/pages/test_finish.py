"""The end of a game beside its board: what it shows of the player's own grids."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, TechniqueUse
from puzzles.play.pages.finish import finish_scene

pytestmark = pytest.mark.django_db
State = Attempt.State
AttemptOf = Callable[..., Attempt]


@pytest.fixture
def graded(puzzle: Puzzle) -> Puzzle:
    grade = {"tier": 3, "score": 330, "rating": 4, "grader": 1, "hardest": "skyscraper"}
    for name, value in grade.items():
        setattr(puzzle, name, value)
    puzzle.save()
    return puzzle


def ended(attempt: Attempt, state: str = State.SOLVED, **fields: object) -> Attempt:
    values = {"state": state, "finished_at": timezone.now()} | fields
    Attempt.objects.filter(pk=attempt.pk).update(**values)
    return Attempt.objects.select_related("puzzle", "policy").get(pk=attempt.pk)


def test_an_open_attempt_has_no_scene(attempt_of: AttemptOf, student: User) -> None:
    assert finish_scene(attempt_of(student)) is None


@pytest.mark.parametrize(("others", "median_ms"), [([], None), ([1, 2], None), ([9, 5, 7], 7)])
def test_the_median_is_of_three_other_grids_of_the_level(
    others: list[int], median_ms: int | None, graded: Puzzle, attempt_of: AttemptOf, student: User
) -> None:
    for elapsed_ms in others:
        ended(attempt_of(student), elapsed_ms=elapsed_ms)
    ended(attempt_of(student), elapsed_ms=1, is_practice=True)
    ended(attempt_of(student), elapsed_ms=1, state=State.SHOWN)
    scene = finish_scene(ended(attempt_of(student), elapsed_ms=100))
    assert scene
    assert scene.median_ms == median_ms


def test_the_scene_counts_the_games_in_which_the_hardest_technique_was_found(
    graded: Puzzle, attempt_of: AttemptOf, student: User, classmate: User
) -> None:
    for player, technique, taken in (
        (student, "skyscraper", 1),
        (student, "skyscraper", 2),
        (student, "skyscraper", 0),
        (student, "x_wing", 1),
        (classmate, "skyscraper", 1),
    ):
        game = ended(attempt_of(player))
        TechniqueUse.objects.create(
            attempt=game, player=player, technique=technique, taken=taken, is_unbroken=False
        )
    scene = finish_scene(ended(attempt_of(student)))
    assert scene
    assert (scene.found, scene.chances) == (2, 3)


@pytest.mark.parametrize(
    ("state", "title", "is_done"),
    [
        (State.SOLVED, "Solved!", True),
        (State.HELPED, "Completed with help", True),
        (State.SHOWN, "Solution shown", False),
        (State.HANDED_IN, "Handed in", False),
        (State.RESTARTED, "Started over", False),
    ],
)
def test_only_what_was_completed_by_playing_is_done(
    state: str, title: str, is_done: bool, attempt_of: AttemptOf, student: User
) -> None:
    with translation.override("en"):
        scene = finish_scene(ended(attempt_of(student), state))
    assert scene
    assert (scene.title, scene.is_done) == (title, is_done)


def test_the_next_grid_is_of_the_same_level(
    graded: Puzzle, attempt_of: AttemptOf, student: User, client_of: Callable[[User], Client]
) -> None:
    attempt = ended(attempt_of(student), elapsed_ms=754_000)
    page = client_of(student).get(f"/play/{attempt.pk}/", headers={"Accept-Language": "en"}).content.decode()
    assert "12:34" in page
    assert '<input type="hidden" name="tier" value="3">' in page
    assert "the hardest technique of this grid" in page
