"""What is mastered: the last three chances, taken unaided, over two puzzles."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt, TechniqueProgress, TechniqueUse

Chance = Callable[..., None]


@pytest.fixture
def chance(student: User) -> Chance:
    """`chance(puzzle number, technique, unaided=)`: the next chance of the student, of whomever is passed."""
    policy, _created = HelpPolicy.objects.get_or_create()
    start = timezone.now() - timedelta(days=1)

    def make(number: int, technique: str = "x_wing", *, unaided: bool = True, player: User = student) -> None:
        puzzle, _created = Puzzle.objects.get_or_create(
            givens=str(number) + "." * 80, defaults={"clue_count": 1, "solution_count": 2}
        )
        attempt = Attempt.objects.filter(player=player, puzzle=puzzle).first() or Attempt.objects.create(
            player=player, puzzle=puzzle, policy=policy, digits=puzzle.givens
        )
        use = TechniqueUse.objects.filter(attempt=attempt, technique=technique).first() or TechniqueUse(
            attempt=attempt,
            player=player,
            technique=technique,
            taken=0,
            is_unbroken=True,
            made_at=start + timedelta(minutes=TechniqueUse.objects.count()),
        )
        use.taken = use.taken + 1 if unaided else 0
        use.is_unbroken &= unaided
        use.save()

    return make


def progress(player: User) -> dict[str, int]:
    return {name: found.progress for name, found in TechniqueUse.objects.mastery_of(player).items()}


def test_three_chances_over_two_puzzles_are_mastery(chance: Chance, student: User) -> None:
    for number in (1, 1, 2):
        assert not any(found.is_mastered for found in TechniqueUse.objects.mastery_of(student).values())
        chance(number)
    assert TechniqueUse.objects.mastery_of(student)["x_wing"].is_mastered


def test_three_chances_on_one_puzzle_are_not_yet(chance: Chance, student: User) -> None:
    for _time in range(5):
        chance(1)
    assert progress(student) == {"x_wing": 2}
    chance(2)
    assert progress(student) == {"x_wing": 3}


def test_the_puzzle_before_counts_however_many_chances_the_last_one_had(
    chance: Chance, student: User
) -> None:
    chance(1, "hidden_single")
    for _time in range(64):
        chance(2, "hidden_single")
    assert progress(student) == {"hidden_single": 3}


def test_help_ends_mastery(chance: Chance, student: User) -> None:
    for number in (1, 2, 3):
        chance(number)
    chance(4, unaided=False)
    assert progress(student) == {"x_wing": 0}
    chance(5)
    assert progress(student) == {"x_wing": 1}


def test_chances_missed_in_a_game_hide_those_before_it(chance: Chance, student: User) -> None:
    for number in (1, 2, 3):
        chance(number)
    chance(3, unaided=False)
    chance(3)
    assert progress(student) == {"x_wing": 1}


def test_each_technique_and_each_player_has_chances_of_their_own(
    chance: Chance, student: User, classmate: User
) -> None:
    chance(1)
    chance(2, "skyscraper")
    chance(3, player=classmate)
    assert progress(student) == {"skyscraper": 1, "x_wing": 1}
    assert progress(classmate) == {"x_wing": 1}


def test_mastery_is_one_query(
    chance: Chance, student: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in (1, 2, 3):
        chance(number)
        chance(number, "skyscraper")
    with django_assert_num_queries(1):
        progress(student)


# Kept


def kept(*players: User) -> dict[str, dict[str, int]]:
    found = TechniqueProgress.objects.of_many([player.pk for player in players])
    names = {player.pk: player.username for player in players}
    return {names[key]: {name: each.progress for name, each in of.items()} for key, of in found.items()}


def test_stored_progress_agrees_with_the_games(chance: Chance, student: User, classmate: User) -> None:
    for number, unaided in ((1, True), (2, True), (2, True), (3, False), (4, True)):
        chance(number, unaided=unaided)
        chance(number, "skyscraper")
        TechniqueProgress.objects.keep(student.pk, ["x_wing", "skyscraper"])
        assert kept(student, classmate) == {student.username: progress(student)}
    assert progress(student) == {"skyscraper": 3, "x_wing": 1}


def test_only_the_techniques_named_are_kept_anew(chance: Chance, student: User) -> None:
    chance(1)
    chance(1, "skyscraper")
    TechniqueProgress.objects.keep(student.pk, ["skyscraper"])
    assert kept(student) == {student.username: {"skyscraper": 1}}


def test_a_technique_that_no_game_shows_any_more_is_forgotten(chance: Chance, student: User) -> None:
    chance(1)
    chance(1, "skyscraper")
    TechniqueProgress.objects.keep(student.pk, ["skyscraper", "x_wing"])
    TechniqueUse.objects.filter(technique="skyscraper").delete()
    TechniqueProgress.objects.keep(student.pk, ["skyscraper"])
    assert kept(student) == {student.username: {"x_wing": 1}}


def test_the_progress_of_a_class_is_one_query(
    chance: Chance, student: User, classmate: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for player in (student, classmate):
        chance(1, player=player)
        TechniqueProgress.objects.keep(player.pk, ["x_wing"])
    with django_assert_num_queries(1):
        assert len(kept(student, classmate)) == 2
