"""Relays: teams are made, late ones join, and the turn goes from member to member."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from accounts.services.classes import pause_class, resume_class
from puzzles.engine import Board
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.access import LockedError, require_unlocked
from puzzles.play.services.watching import WatchError, require_watchable
from puzzles.rooms.models import Race, Relay, RelayMember, RelayMove, RelayTeam, Room
from puzzles.rooms.pages.relays import relay_view
from puzzles.rooms.services.race_ends import end_race, put_race_away, settle
from puzzles.rooms.services.races import open_race_grid
from puzzles.rooms.services.relay_moves import ABSENT_AFTER, members_now, place_digit, record_member
from puzzles.rooms.services.relays import join_relay, team_count
from puzzles.rooms.services.rooms import RoomError, close_room, lead

RelayOf = Callable[..., Relay]
LATER = timedelta(seconds=46)


def enrolled(classroom: Classroom, count: int) -> list[User]:
    students = [User.objects.create_user(f"runner-{number}") for number in range(count)]
    for each in students:
        Membership.objects.create(classroom=classroom, student=each)
    return students


def holder(team: RelayTeam) -> RelayMember:
    """The member whose turn it is, after a turn that is over."""
    members_now(
        RelayMember.objects.select_related("team__relay__race__room__classroom").get(
            pk=team.members.first().pk
        )
    )
    team.refresh_from_db()
    return team.members.get(place=team.turn)


def fill(member: RelayMember, *, is_right: bool = True) -> RelayMove:
    """Place the digit of the first empty cell, or a wrong one."""
    team = RelayTeam.objects.get(pk=member.team_id)
    cell = team.digits.index(".")
    right = int(team.relay.puzzle.solution[cell])
    digit = right if is_right else right % 9 + 1
    return place_digit(member=member, number=team.moves_made + 1, cell=cell, digit=digit)


def solve(team: RelayTeam) -> None:
    while RelayTeam.objects.get(pk=team.pk).finished_at is None:
        fill(holder(team))


def pass_time(team: RelayTeam, by: timedelta = LATER) -> None:
    """The time of the turn passes; the pages of all members ask meanwhile."""
    RelayTeam.objects.filter(pk=team.pk).update(turn_started_at=team.turn_started_at - by)


@pytest.fixture
def pair(relay_of: RelayOf, student: User, classmate: User) -> RelayTeam:
    """A team of two."""
    return relay_of(student, classmate).teams.get()


def test_teams_are_as_large_as_asked_or_a_little_larger() -> None:
    sizes = {(0, 4): 0, (1, 4): 1, (3, 4): 1, (8, 4): 2, (9, 4): 2, (30, 4): 7, (15, 8): 2, (30, 2): 15}
    assert {asked: team_count(*asked) for asked in sizes} == sizes


def test_who_is_here_is_distributed_evenly(relay_of: RelayOf, classroom: Classroom) -> None:
    relay = relay_of(*enrolled(classroom, 7), team_size=3)
    sizes = Counter(relay.members.values_list("team__number", flat=True))
    assert sizes == {1: 4, 2: 3}
    assert len(set(relay.members.values_list("name", flat=True))) == 7
    for team in relay.teams.all():
        assert [member.place for member in team.members.all()] == list(range(1, team.members.count() + 1))


def test_a_late_one_enters_the_smallest_team_at_its_end(relay_of: RelayOf, classroom: Classroom) -> None:
    students = enrolled(classroom, 6)
    relay = relay_of(*students[:5], team_size=2)
    for _time in range(2):
        join_relay(race=relay.race, student=students[5])
    late = relay.members.get(student=students[5])
    assert (late.team.number, late.place) == (2, 3)


def test_full_teams_make_a_new_one_with_a_clock_of_its_own(relay_of: RelayOf, classroom: Classroom) -> None:
    students = enrolled(classroom, 9)
    relay = relay_of(*students[:8], team_size=8, starts_in_s=-60)
    join_relay(race=relay.race, student=students[8])
    first, second = relay.teams.all()
    assert (first.members.count(), second.members.count()) == (8, 1)
    assert second.clock_from > first.clock_from


def test_a_relay_begins_with_nobody_there(relay_of: RelayOf, student: User) -> None:
    relay = relay_of()
    assert not relay.teams.exists()
    join_relay(race=relay.race, student=student)
    assert fill(relay.members.get()).is_right


def test_nobody_joins_before_the_start_or_after_the_end(
    relay_of: RelayOf, student: User, classmate: User
) -> None:
    relay = relay_of(student, starts_in_s=60)
    with pytest.raises(RoomError):
        join_relay(race=relay.race, student=classmate)
    end_race(race=relay.race)
    with pytest.raises(RoomError):
        join_relay(race=relay.race, student=classmate)
    assert join_relay(race=relay.race, student=student) == relay


def test_a_relay_gives_no_game_of_ones_own(relay_of: RelayOf, student: User) -> None:
    relay = relay_of(student)
    with pytest.raises(RoomError):
        open_race_grid(race=relay.race, student=student)
    assert not Attempt.objects.exists()


def test_a_race_and_a_relay_are_not_on_at_once(
    relay_of: RelayOf, race_of: Callable[..., Race], student: User, room: Room
) -> None:
    relay_of(student)
    for start in (race_of, relay_of):
        with pytest.raises(RoomError):
            start(student)
    with pytest.raises(RoomError):
        lead(room=room, address="/techniques/")
    assert Race.objects.count() == Relay.objects.count() == 1


def test_the_grid_is_locked_while_the_relay_is_on(
    relay_of: RelayOf, student: User, classmate: User, puzzle: Puzzle
) -> None:
    Puzzle.objects.update(canonical_key=7)
    relay = relay_of(student)
    board = Board.from_line(puzzle.givens)
    for each in (student, classmate):
        with pytest.raises(LockedError):
            require_unlocked(player=each, puzzle=puzzle)
        with pytest.raises(WatchError):
            require_watchable(each, board)
    end_race(race=relay.race)
    require_unlocked(player=student, puzzle=puzzle)
    require_watchable(classmate, board)


def test_the_turn_goes_on_after_so_many_right_digits(pair: RelayTeam) -> None:
    order = []
    for _digit in range(5):
        member = holder(pair)
        order.append(member.place)
        fill(member)
    assert order == [1, 1, 2, 2, 1]


def test_the_turn_goes_on_when_its_time_is_over(pair: RelayTeam) -> None:
    first = holder(pair)
    pass_time(pair)
    second = holder(pair)
    assert second != first
    with pytest.raises(RoomError, match="not your turn"):
        fill(first)
    assert fill(second).is_right


def test_a_late_digit_is_refused_though_nobody_has_asked(pair: RelayTeam) -> None:
    first = holder(pair)
    pass_time(pair)
    with pytest.raises(RoomError, match="not your turn"):
        fill(first)
    assert not RelayMove.objects.exists()


def test_a_member_who_vanished_is_skipped_and_comes_back(pair: RelayTeam) -> None:
    first = holder(pair)
    pair.members.filter(pk=first.pk).update(seen_at=timezone.now() - ABSENT_AFTER)
    assert holder(pair) != first
    record_member(member=RelayMember.objects.get(pk=first.pk))
    fill(holder(pair))
    fill(holder(pair))
    assert holder(pair) == first


def test_the_turn_stays_while_nobody_is_there(pair: RelayTeam) -> None:
    first = holder(pair)
    pair.members.update(seen_at=timezone.now() - ABSENT_AFTER)
    pass_time(pair)
    assert holder(pair) == first


def test_two_turns_without_a_digit_are_skipped_until_one_is_back(
    relay_of: RelayOf, student: User, classmate: User, classroom: Classroom
) -> None:
    team = relay_of(student, classmate, *enrolled(classroom, 1), team_size=3).teams.get()
    first = holder(team)
    team.members.filter(pk=first.pk).update(missed=1)
    pass_time(team)
    for _digit in range(4):
        assert holder(team) != first
        fill(holder(team))
    assert holder(team) != first
    record_member(member=RelayMember.objects.get(pk=first.pk), is_back=True)
    for _digit in range(4):
        fill(holder(team))
    assert holder(team) == first


def test_a_digit_makes_up_for_a_missed_turn(pair: RelayTeam) -> None:
    first = holder(pair)
    pair.members.filter(pk=first.pk).update(missed=1)
    fill(first)
    first.refresh_from_db()
    assert first.missed == 0


def test_a_team_of_one_goes_on_for_ever(relay_of: RelayOf, student: User) -> None:
    team = relay_of(student).teams.get()
    for _time in range(3):
        pass_time(team)
        assert holder(team).student == student
    solve(team)


def test_a_wrong_digit_is_not_placed_and_costs_ten_seconds(pair: RelayTeam) -> None:
    assert not fill(holder(pair), is_right=False).is_right
    pair.refresh_from_db()
    assert pair.digits == pair.relay.puzzle.givens
    assert pair.penalty_s == 10
    assert pair.turn == 1


def test_three_wrong_digits_end_a_turn(pair: RelayTeam) -> None:
    first = holder(pair)
    for _time in range(3):
        fill(first, is_right=False)
    assert holder(pair) != first


def test_a_move_sent_again_changes_nothing(pair: RelayTeam) -> None:
    member = holder(pair)
    for is_right in (False, True):
        move = fill(member, is_right=is_right)
        again = place_digit(member=member, number=move.number, cell=move.cell, digit=move.digit)
        assert again == move
    pair.refresh_from_db()
    assert (pair.moves_made, pair.mistakes, pair.turn_digits) == (2, 1, 1)


def test_only_the_expected_move_is_taken(pair: RelayTeam) -> None:
    member, other = holder(pair), pair.members.get(place=2)
    move = fill(member)
    empty = RelayTeam.objects.get(pk=pair.pk).digits.index(".")
    for number, cell in ((1, empty), (3, empty), (2, move.cell), (2, 0)):
        with pytest.raises(RoomError):
            place_digit(member=member, number=number, cell=cell, digit=9)
    with pytest.raises(RoomError):
        place_digit(member=other, number=1, cell=move.cell, digit=move.digit)
    assert RelayMove.objects.count() == 1


def test_a_full_grid_ends_the_team_and_the_last_one_the_relay(
    relay_of: RelayOf, classroom: Classroom, room: Room
) -> None:
    relay = relay_of(*enrolled(classroom, 4))
    first, second = relay.teams.all()
    solve(first)
    settle(room)
    assert not Race.objects.get().is_over
    with pytest.raises(RoomError, match="finished"):
        place_digit(member=first.members.first(), number=99, cell=0, digit=1)
    solve(second)
    settle(room)
    assert Race.objects.get().is_over


def test_no_digit_is_taken_after_the_end(pair: RelayTeam) -> None:
    member = holder(pair)
    end_race(race=pair.relay.race)
    with pytest.raises(RoomError, match="over"):
        fill(member)
    put_race_away(race=pair.relay.race)
    assert not RelayMove.objects.exists()


def test_a_relay_ends_with_its_room(pair: RelayTeam, room: Room) -> None:
    close_room(room=room)
    race = Race.objects.get()
    assert race.is_over
    assert race.is_away


def test_a_pause_takes_no_digit_and_gives_the_turn_its_time_again(
    pair: RelayTeam, classroom: Classroom
) -> None:
    member = holder(pair)
    pause_class(classroom=classroom)
    with pytest.raises(RoomError, match="paused"):
        fill(member)
    pass_time(pair)
    assert holder(pair) == member
    resume_class(classroom=classroom)
    assert holder(pair) == member
    assert fill(member).is_right


def test_who_writes_an_exam_places_nothing(
    relay_of: RelayOf, student: User, classmate: User, request: pytest.FixtureRequest
) -> None:
    relay = relay_of(classmate)
    join_relay(race=relay.race, student=student)
    team = relay.teams.get()
    fill(holder(team))
    fill(holder(team))
    request.getfixturevalue("exam_attempt")
    assert holder(team).student == student
    with pytest.raises(RoomError, match="exam"):
        fill(holder(team))


def test_places_are_shared_and_the_last_has_none(relay_of: RelayOf, classroom: Classroom) -> None:
    relay = relay_of(*enrolled(classroom, 12))
    times = {1: 90, 2: 60.4, 3: 60.9, 4: 70, 5: 200}
    for number, seconds in times.items():
        team = relay.teams.get(number=number)
        team.finished_at = team.clock_from + timedelta(seconds=seconds)
        team.mistakes = 3 if number == 4 else 0
        team.save()
    view = relay_view(relay.race)
    assert view.places == {2: 1, 3: 1, 1: 3}
    assert [team.number for team in view.others_finished] == [4, 5]
    assert [team.number for team in view.others_tried] == [6]


def test_a_member_who_left_the_site_holds_no_turn(pair: RelayTeam) -> None:
    holder(pair).student.delete()
    assert holder(pair).place == 2
