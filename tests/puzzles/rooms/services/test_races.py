"""Races: started once, opened by the class alone, locked elsewhere, ended, and judged by the server."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.sources import Source, SourceError
from puzzles.engine import Board
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.access import LockedError, require_unlocked
from puzzles.play.services.watching import WatchError, require_watchable
from puzzles.rooms.models import Question, Race, RaceEntry, Room
from puzzles.rooms.pages.races import race_view
from puzzles.rooms.services.questions import NewQuestion, ask
from puzzles.rooms.services.race_ends import end_race, put_race_away, settle
from puzzles.rooms.services.races import draw_source, numbered_source, open_race_grid, start_race
from puzzles.rooms.services.rooms import RoomError, close_room, lead

RaceOf = Callable[..., Race]
Solve = Callable[..., Attempt]


def enrolled(classroom: Classroom, count: int) -> list[User]:
    students = [User.objects.create_user(f"runner-{number}") for number in range(count)]
    for each in students:
        Membership.objects.create(classroom=classroom, student=each)
    return students


def test_a_race_starts_once(race_of: RaceOf, student: User) -> None:
    race = race_of(student)
    with pytest.raises(RoomError):
        race_of(student)
    assert race.room.races.get() == race
    with pytest.raises(IntegrityError), transaction.atomic():
        Race.objects.create(
            room=race.room,
            assignment=race.assignment,
            starts_at=timezone.now(),
            ends_at=timezone.now(),
        )


def test_the_grid_does_not_open_before_the_countdown_ends(race_of: RaceOf, student: User) -> None:
    race = race_of(student, starts_in_s=60)
    with pytest.raises(RoomError):
        open_race_grid(race=race, student=student)
    assert not Attempt.objects.exists()


def test_the_game_is_the_races_own_and_comes_back(
    race_of: RaceOf, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    free = attempt_of(student)
    race = race_of(student)
    game = open_race_grid(race=race, student=student)
    assert game != free
    assert not game.policy.checking
    assert not game.policy.has_hints
    assert open_race_grid(race=race, student=student) == game
    with pytest.raises(LockedError):
        require_unlocked(player=student, puzzle=game.puzzle)


def test_the_grid_is_locked_while_the_race_is_on(
    race_of: RaceOf, student: User, classmate: User, puzzle: Puzzle, solve: Solve
) -> None:
    Puzzle.objects.update(canonical_key=7)
    race = race_of(student, classmate)
    board = Board.from_line(puzzle.givens)
    for each in (student, classmate):
        with pytest.raises(LockedError):
            require_unlocked(player=each, puzzle=puzzle)
        with pytest.raises(WatchError):
            require_watchable(each, board)
    solve(race, student)
    require_watchable(student, board)
    with pytest.raises(WatchError):
        require_watchable(classmate, board)
    end_race(race=race)
    require_watchable(classmate, board)


def test_each_mistake_costs_ten_seconds(race_of: RaceOf, student: User, solve: Solve) -> None:
    race = race_of(student)
    solve(race, student, mistakes=2, time_s=100.9)
    runner = race_view(race).runners[0]
    assert (runner.mistakes, runner.penalty_s, runner.time_s) == (2, 20, 120)


def test_the_same_whole_second_is_the_same_place(race_of: RaceOf, classroom: Classroom, solve: Solve) -> None:
    runners = enrolled(classroom, 6)
    race = race_of(*runners)
    for each, time_s in zip(runners, (61.2, 61.8, 60.1, 90, 95), strict=False):
        solve(race, each, time_s=time_s)
    view = race_view(race)
    assert [view.places.get(each.pk) for each in runners] == [2, 2, 1, None, None, None]
    assert view.others_tried == [race.entries.get(student=runners[5]).name]


def test_the_last_of_a_few_has_no_place(
    race_of: RaceOf, student: User, classmate: User, solve: Solve
) -> None:
    race = race_of(student, classmate)
    solve(race, student, time_s=50)
    solve(race, classmate, time_s=60)
    assert race_view(race).places == {student.pk: 1}


def test_a_late_one_has_a_clock_of_their_own(
    race_of: RaceOf, student: User, classmate: User, solve: Solve
) -> None:
    race = race_of(student, starts_in_s=-60)
    game = open_race_grid(race=race, student=classmate)
    assert race.entries.get(student=classmate).clock_from == game.started_at
    assert race.entries.get(student=student).clock_from == race.starts_at


def test_who_was_there_gains_nothing_by_opening_late(race_of: RaceOf, student: User) -> None:
    race = race_of(student, starts_in_s=-60)
    open_race_grid(race=race, student=student)
    assert race.entries.get().clock_from == race.starts_at


def test_teams_are_even_and_late_ones_go_to_the_smallest(race_of: RaceOf, classroom: Classroom) -> None:
    runners = enrolled(classroom, 8)
    race = race_of(*runners[:7], teams=3)
    sizes = Counter(race.entries.values_list("team", flat=True))
    assert sorted(sizes.values()) == [2, 2, 3]
    open_race_grid(race=race, student=runners[7])
    late = race.entries.get(student=runners[7])
    assert sizes[late.team] == 2


def test_names_are_new_and_nobodys(race_of: RaceOf, classroom: Classroom) -> None:
    runners = enrolled(classroom, 5)
    first = race_of(*runners)
    names = set(first.entries.values_list("name", flat=True))
    assert len(names) == 5
    assert not names & {each.username for each in runners}
    end_race(race=first)
    put_race_away(race=first)


def test_a_race_ends_by_click_and_takes_no_more_moves(
    race_of: RaceOf, student: User, classmate: User
) -> None:
    race = race_of(student)
    game = open_race_grid(race=race, student=student)
    ended = end_race(race=race)
    assert ended.is_over
    assert end_race(race=race).ends_at == ended.ends_at
    game.refresh_from_db()
    assert game.state == Attempt.State.HANDED_IN
    assert open_race_grid(race=race, student=student) == game
    with pytest.raises(RoomError):
        open_race_grid(race=race, student=classmate)


def test_a_race_ends_by_time(race_of: RaceOf, student: User, room: Room) -> None:
    race = race_of(student)
    game = open_race_grid(race=race, student=student)
    past = timezone.now() - timedelta(seconds=1)
    Race.objects.update(ends_at=past)
    Assignment._base_manager.update(stopped_at=past)
    settle(room)
    game.refresh_from_db()
    assert game.state == Attempt.State.HANDED_IN
    assert game.finished_at == past


def test_a_race_ends_when_all_have_finished(
    race_of: RaceOf, student: User, classmate: User, room: Room, solve: Solve
) -> None:
    race = race_of(student, classmate)
    solve(race, student)
    settle(room)
    race.refresh_from_db()
    assert not race.is_over
    solve(race, classmate)
    settle(room)
    race.refresh_from_db()
    assert race.is_over


def test_a_race_ends_with_its_room(race_of: RaceOf, student: User, room: Room) -> None:
    race = race_of(student)
    open_race_grid(race=race, student=student)
    close_room(room=room)
    race.refresh_from_db()
    assert race.is_over
    assert race.is_away
    assert not Attempt.objects.unfinished().exists()


def test_nothing_leads_players_away(race_of: RaceOf, student: User, room: Room) -> None:
    lead(room=room, address="/techniques/")
    race = race_of(student)
    room.refresh_from_db()
    assert room.address == ""
    with pytest.raises(RoomError):
        lead(room=room, address="/techniques/")
    question = NewQuestion(Question.Kind.NUMBER, "How many?")
    with pytest.raises(RoomError):
        ask(room=room, asked=question)
    end_race(race=race)
    ask(room=room, asked=question)
    race.refresh_from_db()
    assert race.is_away


def test_a_class_can_do_without(race_of: RaceOf, student: User, classroom: Classroom) -> None:
    Classroom.objects.update(has_races=False)
    with pytest.raises(RoomError):
        race_of(student)
    assert not Race.objects.exists()
    assert not Assignment._base_manager.exists()


def test_who_writes_an_exam_is_in_no_race(
    race_of: RaceOf,
    student: User,
    teacher: User,
    exam_attempt: Attempt,
    room: Room,
    collection_of: Callable[..., Collection],
) -> None:
    with pytest.raises(RoomError, match="exam"):
        race_of(student)
    collection = collection_of(teacher, range(1), rules={"hint_rung": 1})
    source = numbered_source(collection=collection, number=1)
    race = start_race(room=room, author=teacher, source=source, minutes=5)
    assert not RaceEntry.objects.exists()
    Race.objects.update(starts_at=timezone.now())
    with pytest.raises(RoomError, match="exam"):
        open_race_grid(race=race, student=student)


def test_a_race_is_in_no_list_of_assignments(race_of: RaceOf, student: User, teacher: User) -> None:
    race = race_of(student)
    open_race_grid(race=race, student=student)
    assert not Assignment.objects.exists()
    assert not Assignment.objects.taught_by(teacher).exists()
    assert not Assignee.objects.of(student).exists()
    assert race.assignment.is_race


def test_the_grid_is_drawn_from_the_collections_of_the_class(
    room: Room, teacher: User, student: User, collection_of: Callable[..., Collection]
) -> None:
    collection = collection_of(teacher, range(3))
    Puzzle.objects.update(tier=1, score=100, rating=1, grader=1)
    for _time in range(3):
        source = draw_source(collections=[collection], tier=1)
        race = start_race(room=room, author=teacher, source=source, minutes=5)
        end_race(race=race)
    drawn = {each.assignment.source["puzzles"][0] for each in Race.objects.all()}
    assert len(drawn) == 3
    with pytest.raises(SourceError):
        start_race(room=room, author=teacher, source=source, minutes=5)
    with pytest.raises(SourceError):
        numbered_source(collection=collection, number=9)
    assert numbered_source(collection=collection, number=2) == Source(
        puzzles=(collection.entries.get(number=2).puzzle_id,)
    )
