"""The end of a game beside its board: what it shows of the player's own grids."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from puzzles.library.models import Collection, HelpPolicy, Puzzle
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
    assert (scene.times.median_ms if scene.times else None) == median_ms


@pytest.mark.parametrize(
    ("elapsed_ms", "is_best"), [(200_000, True), (238_000, False), (300_000, False), (20_000, False)]
)
def test_a_record_beats_all_other_grids_of_the_level_in_a_time_that_somebody_needs(
    elapsed_ms: int, is_best: bool, graded: Puzzle, attempt_of: AttemptOf, student: User
) -> None:
    # The fourth was typed in by a program.
    for other_ms in (390_000, 238_000, 400_000, 9_000):
        ended(attempt_of(student), elapsed_ms=other_ms)
    scene = finish_scene(ended(attempt_of(student), elapsed_ms=elapsed_ms))
    assert scene
    assert scene.times
    assert (scene.times.best_ms, scene.is_best) == (238_000, is_best)


@pytest.mark.parametrize("fields", [{"state": State.HELPED}, {"is_practice": True}])
def test_what_was_helped_or_practised_is_no_record(
    fields: dict[str, object], graded: Puzzle, attempt_of: AttemptOf, student: User
) -> None:
    for _time in range(3):
        ended(attempt_of(student), elapsed_ms=300_000)
    scene = finish_scene(ended(attempt_of(student), **{"elapsed_ms": 200_000} | fields))
    assert scene
    assert not scene.is_best


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
    ("earlier", "here", "first"),
    [
        ([], [("x_wing", 1), ("skyscraper", 0), ("hidden_single", 4)], "x_wing"),
        ([("x_wing", 1)], [("x_wing", 2)], ""),
        ([("x_wing", 0)], [("x_wing", 2), ("naked_pair", 1)], "x_wing"),
        ([("x_wing", 0)], [("x_wing", 0)], ""),
        ([], [("hidden_single", 9)], ""),
    ],
    ids=["the first", "the second", "the hardest of two", "missed again", "a single"],
)
def test_the_first_use_of_a_technique_without_help_is_said(
    earlier: list[tuple[str, int]],
    here: list[tuple[str, int]],
    first: str,
    graded: Puzzle,
    attempt_of: AttemptOf,
    student: User,
) -> None:
    games = ended(attempt_of(student)), ended(attempt_of(student))
    for game, uses in zip(games, (earlier, here), strict=True):
        for technique, taken in uses:
            TechniqueUse.objects.create(
                attempt=game, player=student, technique=technique, taken=taken, is_unbroken=False
            )
    scene = finish_scene(games[1])
    assert scene
    assert scene.first == first


@pytest.mark.parametrize(
    ("counts", "easier", "harder"),
    [({"1": 4, "3": 2, "5": 1}, 1, 5), ({"3": 2, "2": 0, "4": 9}, None, 4), ({}, None, None)],
)
def test_easier_and_harder_grids_are_offered_where_the_collection_has_some(
    counts: dict[str, int],
    easier: int | None,
    harder: int | None,
    graded: Puzzle,
    attempt_of: AttemptOf,
    student: User,
    teacher: User,
) -> None:
    fields = {
        "owner": teacher,
        "audience": Collection.Audience.CLASSES,
        "policy": HelpPolicy.objects.create(),
    }
    collection = Collection.objects.create(name="Mixed", tier_counts=counts, **fields)
    Collection.objects.create(name="Another", tier_counts={"2": 1, "4": 1}, **fields)
    scene = finish_scene(ended(attempt_of(student), collection=collection))
    assert scene
    assert (scene.tiers.easier, scene.tiers.harder) == (easier, harder)
    # Without a collection the next grid is drawn from all.
    scene = finish_scene(ended(attempt_of(student)))
    assert scene
    assert (scene.tiers.easier, scene.tiers.harder) == (2, 4)


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
    assert '<button class="button button-primary" name="tier" value="3">' in page
    assert "the hardest technique of this grid" in page
