"""Members of a team at the same moment, over connections of their own."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from accounts.models import Classroom, Membership, User
from puzzles.rooms.models import Relay, RelayMember, RelayMove, RelayTeam
from puzzles.rooms.services.relay_moves import place_digit
from puzzles.rooms.services.relays import join_relay
from puzzles.rooms.services.rooms import RoomError
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 4


def together(acts: list[Callable[[], Any]]) -> list[Any]:
    """What these acts give, all at once; a refusal is one, too."""
    left = list(acts)

    def alone() -> Any:
        try:
            return left.pop()()
        except RoomError as refusal:
            return refusal
        finally:
            connection.close()

    return at_once(len(acts), alone)


def digit_of(relay: Relay, cell: int) -> int:
    return int(relay.puzzle.solution[cell])


def test_one_move_sent_several_times_is_one(relay_of: Callable[..., Relay], student: User) -> None:
    relay = relay_of(student, digits_a_turn=5)
    member, cell = relay.members.get(), relay.puzzle.givens.index(".")
    move = {"member": member, "number": 1, "cell": cell, "digit": digit_of(relay, cell)}
    made = together([lambda: place_digit(**move)] * CROWD)
    assert {each.pk for each in made} == {RelayMove.objects.get().pk}
    assert RelayTeam.objects.get().turn_digits == 1


def test_one_of_several_digits_takes_the_number(relay_of: Callable[..., Relay], student: User) -> None:
    relay = relay_of(student, digits_a_turn=5)
    member = relay.members.get()
    empty = [cell for cell in range(81) if relay.puzzle.givens[cell] == "."][:CROWD]
    moves = [{"member": member, "number": 1, "cell": cell, "digit": digit_of(relay, cell)} for cell in empty]
    made = together([lambda move=move: place_digit(**move) for move in moves])
    assert sum(isinstance(each, RelayMove) for each in made) == 1
    team = RelayTeam.objects.get()
    assert team.moves_made == RelayMove.objects.count() == 1
    assert relay.puzzle.givens.count(".") - team.digits.count(".") == 1


def test_two_members_at_once_place_one_digit(
    relay_of: Callable[..., Relay], student: User, classmate: User
) -> None:
    relay = relay_of(student, classmate, digits_a_turn=1)
    cell = relay.puzzle.givens.index(".")
    move = {"number": 1, "cell": cell, "digit": digit_of(relay, cell)}
    members = list(relay.members.order_by("place"))
    together([lambda each=each: place_digit(member=each, **move) for each in members])
    assert RelayMove.objects.get().student_id == members[0].student_id
    assert RelayTeam.objects.get().turn == 2


def test_who_comes_late_at_once_gets_a_place_each(
    relay_of: Callable[..., Relay], student: User, classroom: Classroom
) -> None:
    relay = relay_of(student)
    late = [User.objects.create_user(f"late-{number}") for number in range(CROWD)]
    for each in late:
        Membership.objects.create(classroom=classroom, student=each)
    together([lambda each=each: join_relay(race=relay.race, student=each) for each in [*late, late[0]]])
    assert sorted(RelayMember.objects.values_list("place", flat=True)) == list(range(1, CROWD + 2))
