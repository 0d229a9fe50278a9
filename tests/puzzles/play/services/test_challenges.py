"""Challenges: the grid of a solved game for another player, and nothing of its sender but what they wish."""

from collections.abc import Callable

import pytest
from django.core import signing
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.access import LockedError
from puzzles.play.services.challenges import SALT, accept_challenge, challenge_token, read_challenge

pytestmark = pytest.mark.django_db
State = Attempt.State


@pytest.fixture
def collection(teacher: User, puzzle: Puzzle) -> Collection:
    """The teacher's collection for her classes, with the fixture `puzzle`; it allows two rungs of hints."""
    collection = Collection.objects.create(
        owner=teacher,
        name="Warm-up",
        audience=Collection.Audience.CLASSES,
        policy=HelpPolicy.objects.create(hint_rung=2),
        entry_count=1,
        drawable_count=1,
    )
    Entry.objects.create(collection=collection, puzzle=puzzle, number=7, line=7, position=1)
    return collection


@pytest.fixture
def solved(student: User, collection: Collection, attempt_of: Callable[..., Attempt]) -> Attempt:
    """The student's solved game on a grid of the collection."""
    attempt = attempt_of(student)
    change(attempt, state=State.SOLVED, finished_at=timezone.now(), elapsed_ms=252_000, collection=collection)
    return attempt


def change(attempt: Attempt, **fields: object) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(**fields)


def token_of(attempt: Attempt, *, shows_name: bool = False, shows_time: bool = False) -> str:
    return challenge_token(
        player=attempt.player, attempt_id=attempt.pk, shows_name=shows_name, shows_time=shows_time
    )


def test_a_classmate_gets_the_grid_under_the_policy_of_its_collection(
    solved: Attempt, classmate: User, collection: Collection
) -> None:
    attempt = accept_challenge(player=classmate, token=token_of(solved))
    assert (attempt.player, attempt.puzzle, attempt.collection) == (classmate, solved.puzzle, collection)
    assert (attempt.policy, attempt.digits) == (collection.policy, solved.puzzle.givens)
    assert attempt.is_open
    # The same link again leads to the same game.
    assert accept_challenge(player=classmate, token=token_of(solved)) == attempt


def test_a_grid_that_was_played_is_not_begun_again(
    solved: Attempt, classmate: User, attempt_of: Callable[..., Attempt]
) -> None:
    played = attempt_of(classmate)
    change(played, state=State.SHOWN, finished_at=timezone.now())
    assert accept_challenge(player=classmate, token=token_of(solved)) == played


@pytest.mark.parametrize(("names", "time"), [(False, False), (True, False), (False, True), (True, True)])
def test_the_sender_decides_what_is_shown(names: bool, time: bool, solved: Attempt, classmate: User) -> None:
    token = token_of(solved, shows_name=names, shows_time=time)
    challenge = read_challenge(reader=classmate, token=token)
    assert challenge.sender == ("Lea" if names else "")
    assert challenge.elapsed_ms == (252_000 if time else None)


def test_a_pseudonym_is_for_the_class_only(
    solved: Attempt, stranger: User, teacher: User, collection: Collection
) -> None:
    collection.audience = Collection.Audience.EVERYONE
    collection.save()
    token = token_of(solved, shows_name=True)
    assert read_challenge(reader=stranger, token=token).sender == ""
    assert read_challenge(reader=teacher, token=token).sender == "Lea"


def test_a_grid_that_the_reader_may_not_draw_is_not_found(solved: Attempt, stranger: User) -> None:
    for ask in (
        lambda token: read_challenge(reader=stranger, token=token),
        lambda token: accept_challenge(player=stranger, token=token),
    ):
        with pytest.raises(Attempt.DoesNotExist):
            ask(token_of(solved))
    assert not Attempt.objects.filter(player=stranger).exists()


def test_a_link_ends_with_the_collection_and_with_the_game(
    solved: Attempt, classmate: User, collection: Collection
) -> None:
    token = token_of(solved)
    collection.audience = Collection.Audience.NOBODY
    collection.save()
    with pytest.raises(Attempt.DoesNotExist):
        accept_challenge(player=classmate, token=token)
    solved.delete()
    with pytest.raises(Attempt.DoesNotExist):
        accept_challenge(player=classmate, token=token)


@pytest.mark.parametrize(
    "made",
    [
        lambda pk: "1:zzz:zzz",
        lambda pk: signing.dumps([pk, True, True], salt="another"),
        lambda pk: signing.dumps([pk, False, False], salt=SALT)[:-1],
        lambda pk: signing.dumps([pk], salt=SALT),
        lambda pk: signing.dumps("word", salt=SALT),
    ],
    ids=["a guess", "of another purpose", "cut", "too short", "of another kind"],
)
def test_only_our_own_links_are_read(made: Callable[[int], str], solved: Attempt, classmate: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        accept_challenge(player=classmate, token=made(solved.pk))


@pytest.mark.parametrize(
    "fields",
    [
        {"state": State.OPEN, "finished_at": None},
        {"state": State.SHOWN},
        {"state": State.HANDED_IN},
        {"is_practice": True},
        {"collection": None},
        {"assignment_name": "Tuesday"},
    ],
    ids=["open", "shown", "handed in", "practice", "of no collection", "of an assignment that is gone"],
)
def test_only_a_solved_game_of_free_play_makes_a_challenge(
    fields: dict[str, object], solved: Attempt, classmate: User
) -> None:
    token = token_of(solved)
    change(solved, **fields)
    with pytest.raises(Attempt.DoesNotExist):
        token_of(solved)
    # Nor is a link good that was made before.
    with pytest.raises(Attempt.DoesNotExist):
        accept_challenge(player=classmate, token=token)


def test_a_game_of_another_makes_no_challenge(solved: Attempt, classmate: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        challenge_token(player=classmate, attempt_id=solved.pk, shows_name=True, shows_time=True)


def test_a_grid_that_is_given_out_is_locked_for_both(
    solved: Attempt, classmate: User, assignment_of: Callable[..., Assignment]
) -> None:
    token = token_of(solved)
    assignment_of([solved.puzzle])
    with pytest.raises(LockedError):
        token_of(solved)
    for ask in (
        lambda: read_challenge(reader=classmate, token=token),
        lambda: accept_challenge(player=classmate, token=token),
    ):
        with pytest.raises(LockedError):
            ask()
    assert not Attempt.objects.filter(player=classmate, assigned_puzzle=None).exists()
