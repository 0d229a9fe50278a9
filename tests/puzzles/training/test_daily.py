"""The grids of the day: which ones, for whom, and who has played them."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.access import LockedError
from puzzles.play.services.draws import FEW
from puzzles.training.models import DailyPuzzle
from puzzles.training.services.daily import (
    DAYS_APART,
    DailyError,
    choose_grids,
    grids_of_day,
    hardest_step,
    latest_grids,
    play_daily,
    players_of,
)
from puzzles.training.services.switches import switches_of

from .daily_grids import graded

MakeCollection = Callable[..., Collection]
DAY = date(2026, 11, 26)


@pytest.fixture
def collection(collection_of: MakeCollection, teacher: User) -> Collection:
    """Four grids of each of three tiers."""
    return graded(collection_of(teacher, range(12)), [1, 2, 3] * 4)


def chosen(classroom: Classroom, day: date = DAY) -> dict[int, int]:
    """Tier -> puzzle."""
    choose_grids(classroom=classroom, day=day)
    return dict(DailyPuzzle.objects.of_day(classroom, day).values_list("tier", "puzzle_id"))


def test_there_is_one_for_each_tier(classroom: Classroom, collection: Collection) -> None:
    grids = chosen(classroom)
    assert list(grids) == [1, 2, 3]
    assert [Puzzle.objects.get(pk=key).tier for key in grids.values()] == [1, 2, 3]


def test_they_stay_the_same_for_all_of_the_class(
    student: User, classmate: User, classroom: Classroom, collection: Collection
) -> None:
    first = [each.puzzle_id for each in grids_of_day(classroom=classroom, player=student)]
    assert len(first) == 3
    assert [each.puzzle_id for each in grids_of_day(classroom=classroom, player=classmate)] == first


def test_chosen_twice_at_once_they_are_stored_once(classroom: Classroom, collection: Collection) -> None:
    assert chosen(classroom) == chosen(classroom)
    assert DailyPuzzle.objects.count() == 3


def test_a_choice_that_lost_the_race_changes_nothing(
    classroom: Classroom, collection: Collection, collection_of: MakeCollection, teacher: User
) -> None:
    first = chosen(classroom)
    graded(collection_of(teacher, range(20, 50), name="More"), [1, 2, 3] * 10)
    assert chosen(classroom) == first


def test_a_tier_without_grids_is_left_out(
    classroom: Classroom, collection_of: MakeCollection, teacher: User
) -> None:
    graded(collection_of(teacher, range(4)), [1, 1, 3, 4])
    assert list(chosen(classroom)) == [1, 3]


def test_a_class_has_nothing_from_a_collection_that_not_all_its_students_may_draw_from(
    classroom: Classroom,
    collection_of: MakeCollection,
    teacher: User,
    other_teacher: User,
) -> None:
    audience = Collection.Audience
    graded(collection_of(teacher, range(3), name="Kept", audience=audience.NOBODY), [1, 2, 3])
    graded(collection_of(other_teacher, range(3, 6), name="Theirs", audience=audience.CLASSES), [1, 2, 3])
    assert chosen(classroom) == {}
    graded(collection_of(teacher, range(6, 9), name="Ours", audience=audience.CLASSES), [1, 2, 3])
    assert len(chosen(classroom)) == 3


def test_a_large_collection_is_not_listed_to_choose_from(
    classroom: Classroom, collection_of: MakeCollection, teacher: User
) -> None:
    count = 3 * FEW
    graded(collection_of(teacher, range(count)), [1, 2, 3] * FEW)
    days = [DAY + timedelta(days=number) for number in range(20)]
    easy = [chosen(classroom, day)[1] for day in days]
    assert len(set(easy)) == len(days)


def test_a_rare_tier_is_found_in_a_large_collection(
    classroom: Classroom, collection_of: MakeCollection, teacher: User
) -> None:
    large = graded(collection_of(teacher, range(2_000)), [1] * 1_999 + [3])
    assert chosen(classroom)[3] == large.entries.get(position=2_000).puzzle_id


def test_no_grid_comes_back_within_sixty_days(classroom: Classroom, collection: Collection) -> None:
    days = [chosen(classroom, DAY + timedelta(days=number)) for number in range(4)]
    assert len({each[1] for each in days}) == 4
    assert chosen(classroom, DAY + timedelta(days=4)) == {}
    assert chosen(classroom, DAY + timedelta(days=DAYS_APART - 1)) == {}
    assert chosen(classroom, DAY + timedelta(days=DAYS_APART)) == days[0]


@pytest.mark.parametrize("fields", [{}, {"is_exam": True}, {"is_draft": True}])
def test_no_grid_of_an_assignment_of_the_class_is_chosen(
    fields: dict[str, bool],
    classroom: Classroom,
    student: User,
    collection: Collection,
    assignment_of: Callable[..., Assignment],
) -> None:
    easy = [entry.puzzle for entry in collection.entries.all() if entry.puzzle.tier == 1]
    assignment_of(easy[:3], **fields)
    assert chosen(classroom)[1] == easy[3].pk


def test_no_grid_that_an_exam_of_another_class_reserves_is_chosen(
    classroom: Classroom,
    stranger: User,
    other_teacher: User,
    collection: Collection,
    assignment_of: Callable[..., Assignment],
) -> None:
    easy = [entry.puzzle for entry in collection.entries.all() if entry.puzzle.tier == 1]
    theirs = other_teacher.classrooms.get()
    assignment_of(easy[:3], is_exam=True, classroom=theirs, author=other_teacher)
    assert chosen(classroom)[1] == easy[3].pk


# Playing


def test_a_grid_is_played_as_an_ordinary_game_of_its_collection(
    student: User, classroom: Classroom, collection: Collection
) -> None:
    game = play_daily(player=student, classroom=classroom, tier=2)
    assert game.policy_id == collection.policy_id
    assert game.collection == collection
    assert game.assigned_puzzle is None
    assert play_daily(player=student, classroom=classroom, tier=2) == game


def test_a_game_that_has_ended_is_not_begun_again(
    student: User, classroom: Classroom, collection: Collection
) -> None:
    game = play_daily(player=student, classroom=classroom, tier=1)
    Attempt.objects.filter(pk=game.pk).update(state="solved", finished_at=timezone.now())
    assert play_daily(player=student, classroom=classroom, tier=1) == game
    assert Attempt.objects.count() == 1


def test_there_is_no_other_tier(student: User, classroom: Classroom, collection: Collection) -> None:
    with pytest.raises(DailyError):
        play_daily(player=student, classroom=classroom, tier=4)


def test_a_grid_whose_collection_is_no_longer_open_is_refused(
    student: User, classroom: Classroom, collection: Collection, other_teacher: User
) -> None:
    grids_of_day(classroom=classroom, player=student)
    collection.audience, collection.owner = Collection.Audience.NOBODY, other_teacher
    collection.save()
    with pytest.raises(DailyError):
        play_daily(player=student, classroom=classroom, tier=1)
    collection.delete()
    with pytest.raises(DailyError):
        play_daily(player=student, classroom=classroom, tier=1)


def test_a_grid_that_is_assigned_later_is_played_there(
    student: User,
    classroom: Classroom,
    collection: Collection,
    assignment_of: Callable[..., Assignment],
) -> None:
    row = grids_of_day(classroom=classroom, player=student)[0]
    assignment_of([row.puzzle])
    with pytest.raises(LockedError):
        play_daily(player=student, classroom=classroom, tier=row.tier)


def test_a_student_of_two_classes_has_the_grids_of_the_one_joined_last(
    student: User, classroom: Classroom, teacher: User
) -> None:
    second = Classroom.objects.create(name="6e C")
    Membership.objects.create(classroom=second, student=student)
    assert switches_of(student).daily_class == second
    Classroom.objects.filter(pk=classroom.pk).update(has_daily=False)
    assert switches_of(student).daily_class is None
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=timezone.now())
    assert switches_of(student).daily_class == second


def test_a_student_without_a_class_and_a_teacher_have_none(teacher: User, db: None) -> None:
    alone = User.objects.create_user("ada")
    assert switches_of(alone).daily_class is None
    assert switches_of(teacher).daily_class is None


# Looking back


def played(player: User, row: DailyPuzzle, *, days_later: int = 0, **fields: object) -> Attempt:
    moment = timezone.make_aware(datetime.combine(row.day + timedelta(days=days_later), time(12)))
    usual = {"digits": row.puzzle.givens, "move_count": 1, "started_at": moment, "last_move_at": moment}
    policy = row.collection.policy if row.collection else None
    return Attempt.objects.create(player=player, puzzle=row.puzzle, policy=policy, **usual | fields)


def test_the_players_of_a_day_are_those_who_played_on_it(
    student: User, classmate: User, stranger: User, classroom: Classroom, collection: Collection
) -> None:
    choose_grids(classroom=classroom, day=DAY)
    easy, medium, hard = DailyPuzzle.objects.of_day(classroom, DAY)
    played(student, easy, state="solved", finished_at=timezone.now(), elapsed_ms=60_000)
    played(classmate, easy)
    played(stranger, easy)
    played(student, medium, days_later=1)
    played(student, hard, move_count=0)
    played(classmate, hard, is_practice=True)
    found = players_of(classroom=classroom, rows=[easy, medium, hard])
    assert found == {easy.pk: {student.pk: True, classmate.pk: False}, medium.pk: {}, hard.pk: {}}
    own = DailyPuzzle.objects.of_day(classroom, DAY).with_play_of(student)
    assert [(row.state, row.elapsed_ms) for row in own] == [("solved", 60_000), (None, None), ("open", 0)]


def test_the_last_day_with_grids_is_looked_back_at_for_a_week(
    student: User, classroom: Classroom, collection: Collection
) -> None:
    today = timezone.localdate()
    choose_grids(classroom=classroom, day=today)
    choose_grids(classroom=classroom, day=today - timedelta(days=8))
    assert latest_grids(classroom=classroom, player=student) == []
    choose_grids(classroom=classroom, day=today - timedelta(days=3))
    rows = latest_grids(classroom=classroom, player=student)
    assert [(row.day, row.tier) for row in rows] == [(today - timedelta(days=3), tier) for tier in (3, 2, 1)]


def test_the_hardest_step_is_on_the_path_of_the_grid(puzzle: Puzzle) -> None:
    found = hardest_step(puzzle)
    assert found is not None
    assert found.number >= 1
    assert found.position.board.to_line() != puzzle.solution
