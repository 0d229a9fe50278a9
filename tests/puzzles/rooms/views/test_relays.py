"""Relays as phones, the teacher and the projector ask for them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.library.models import Collection, Puzzle
from puzzles.rooms.models import Race, Relay, RelayMember, RelayTeam, Room
from puzzles.rooms.services.race_ends import end_race

from .test_races import SCRIPT, panel, projected

ClientOf = Callable[[User], Client]
RelayOf = Callable[..., Relay]
ASKED = {"tier": "1", "minutes": "5", "team_size": "2", "digits_a_turn": "2", "turn_seconds": "45"}


def news(client: Client, relay: Relay, **fields: str) -> dict[str, Any]:
    response = client.post(f"/rooms/relays/{relay.pk}/news/", fields, headers=SCRIPT)
    return {} if response.status_code == 204 else json.loads(response.content)


def place(client: Client, relay: Relay, *, is_right: bool = True, **fields: int) -> Any:
    """The answer to the digit of the first empty cell."""
    member = RelayMember.objects.get(relay=relay, student=client.session["_auth_user_id"])
    digits, solution = member.team.digits, relay.puzzle.solution
    cell = digits.index(".")
    right = int(solution[cell])
    move = {"number": member.team.moves_made + 1, "cell": cell, "digit": right if is_right else right % 9 + 1}
    return client.post(f"/rooms/relays/{relay.pk}/place/", move | fields, headers=SCRIPT)


def turns(relay: Relay) -> list[User]:
    """The students of the first team in the order of their turns."""
    return [member.student for member in relay.teams.first().members.all()]


def test_a_teacher_starts_a_relay_from_the_room(
    client_of: ClientOf, teacher: User, room: Room, collection_of: Callable[..., Collection]
) -> None:
    collection_of(teacher, range(2))
    Puzzle.objects.update(tier=1, score=100, rating=1, grader=1)
    hers = client_of(teacher)
    where = f"/classes/{room.classroom_id}/room/"
    assert f"/rooms/{room.pk}/relay/" in hers.get(where).content.decode()
    assert hers.post(f"/rooms/{room.pk}/relay/", ASKED).url == where
    assert (Relay.objects.get().digits_a_turn, Relay.objects.get().turn_seconds) == (2, 45)
    again = hers.post(f"/rooms/{room.pk}/relay/", ASKED, headers={"Accept-Language": "en"})
    assert again.status_code == 400
    assert "A race is on already." in again.content.decode()


def test_the_rules_have_bounds(client_of: ClientOf, teacher: User, room: Room) -> None:
    hers = client_of(teacher)
    for wrong in ({"team_size": "1"}, {"team_size": "9"}, {"digits_a_turn": "6"}, {"turn_seconds": "9"}):
        assert hers.post(f"/rooms/{room.pk}/relay/", ASKED | wrong).status_code == 400
    assert not Relay.objects.exists()


def test_the_switch_of_the_class_hides_relays(client_of: ClientOf, teacher: User, room: Room) -> None:
    Classroom.objects.update(has_races=False)
    hers = client_of(teacher)
    assert "/relay/" not in hers.get(f"/classes/{room.classroom_id}/room/").content.decode()
    assert hers.post(f"/rooms/{room.pk}/relay/", ASKED).status_code == 400


def test_a_phone_is_led_to_the_grid_of_its_team(
    client_of: ClientOf, relay_of: RelayOf, student: User, classmate: User
) -> None:
    relay = relay_of(student, starts_in_s=60)
    phone = client_of(student)
    assert "A relay starts in" in panel(phone)
    assert relay.members.get().name in panel(phone)
    assert phone.get(f"/rooms/relays/{relay.pk}/").status_code == 404
    Race.objects.update(starts_at=timezone.now())
    late = client_of(classmate)
    assert "A relay is on." in panel(late)
    for each in (phone, late, late):
        response = each.post(f"/rooms/races/{relay.race_id}/grid/")
        assert response.url == f"/rooms/relays/{relay.pk}/"
    assert relay.members.count() == 2
    assert f'data-race-page="/rooms/relays/{relay.pk}/"' in panel(late)


def test_the_page_has_the_grid_and_never_the_solution(
    client_of: ClientOf, relay_of: RelayOf, student: User
) -> None:
    relay = relay_of(student)
    phone = client_of(student)
    page = phone.get(f"/rooms/relays/{relay.pk}/").content.decode()
    assert page.count('role="gridcell"') == 81
    for answer in (page, json.dumps(news(phone, relay)), place(phone, relay).content.decode()):
        assert relay.puzzle.givens[-20:] in answer
        assert relay.puzzle.solution not in answer


def test_members_hear_of_digits_and_turns(
    client_of: ClientOf, relay_of: RelayOf, student: User, classmate: User
) -> None:
    relay = relay_of(student, classmate)
    first, second = (client_of(each) for each in turns(relay))
    known = news(second, relay)
    assert (known["waits"], known["left"], known["number"]) == (1, 2, 1)
    assert known["turn"] == relay.members.get(place=1).name
    assert news(second, relay, known=known["known"]) == {}
    place(first, relay)
    heard = news(second, relay, known=known["known"])
    assert heard["digits"].count(".") == relay.puzzle.givens.count(".") - 1
    assert place(first, relay).json()["waits"] == 1
    assert news(second, relay, known=heard["known"])["waits"] == 0


def test_an_idle_poll_takes_two_queries_beside_the_login(
    client_of: ClientOf, relay_of: RelayOf, student: User, django_assert_num_queries: Any
) -> None:
    relay = relay_of(student)
    phone = client_of(student)
    known = news(phone, relay)["known"]
    # The session, the account, the team, and its members.
    with django_assert_num_queries(4):
        assert news(phone, relay, known=known) == {}


def test_a_wrong_digit_and_one_out_of_turn(
    client_of: ClientOf, relay_of: RelayOf, student: User, classmate: User
) -> None:
    relay = relay_of(student, classmate)
    first, second = (client_of(each) for each in turns(relay))
    wrong = place(first, relay, is_right=False).json()
    assert (wrong["is_right"], wrong["mistakes"], wrong["digits"]) == (False, 1, relay.puzzle.givens)
    refused = place(second, relay)
    assert refused.status_code == 409
    assert refused.content.decode() == "It is not your turn."
    for bad in ({"cell": 81}, {"digit": 0}, {"number": 0}, {"digit": 10}):
        assert place(first, relay, **bad).status_code == 400


def test_other_teams_and_other_classes_have_no_way_in(
    client_of: ClientOf,
    relay_of: RelayOf,
    classroom: Classroom,
    student: User,
    stranger: User,
    teacher: User,
    other_teacher: User,
) -> None:
    relay = relay_of(student)
    outsider = User.objects.create_user("outsider")
    Membership.objects.create(classroom=classroom, student=outsider)
    for who in (stranger, outsider):
        client = client_of(who)
        assert client.get(f"/rooms/relays/{relay.pk}/").status_code == 404
        assert client.post(f"/rooms/relays/{relay.pk}/news/", headers=SCRIPT).status_code == 404
        move = {"number": "1", "cell": "2", "digit": "4"}
        assert client.post(f"/rooms/relays/{relay.pk}/place/", move, headers=SCRIPT).status_code == 404
    assert client_of(stranger).post(f"/rooms/races/{relay.race_id}/grid/").status_code == 404
    assert client_of(teacher).get(f"/rooms/relays/{relay.pk}/").status_code == 403
    assert client_of(other_teacher).post(f"/rooms/{relay.race.room_id}/relay/", ASKED).status_code == 404


def test_a_member_sees_the_grid_of_their_own_team_alone(
    client_of: ClientOf, relay_of: RelayOf, student: User, classmate: User, classroom: Classroom
) -> None:
    others = [User.objects.create_user(f"runner-{number}") for number in range(2)]
    for each in others:
        Membership.objects.create(classroom=classroom, student=each)
    relay = relay_of(student, classmate, *others)
    first, second = relay.teams.all()
    place(client_of(first.members.get(place=1).student), relay)
    seen = news(client_of(second.members.get(place=1).student), relay)
    assert seen["digits"] == relay.puzzle.givens
    assert RelayTeam.objects.get(pk=first.pk).digits not in json.dumps(seen)


def test_who_has_left_the_class_is_out(client_of: ClientOf, relay_of: RelayOf, student: User) -> None:
    relay = relay_of(student)
    Membership.objects.all().delete()
    assert client_of(student).post(f"/rooms/relays/{relay.pk}/news/", headers=SCRIPT).status_code == 404


def test_one_who_was_skipped_comes_back(client_of: ClientOf, relay_of: RelayOf, student: User) -> None:
    relay = relay_of(student, starts_in_s=0)
    late = RelayMember.objects.get()
    RelayTeam.objects.update(turn=9)
    RelayMember.objects.update(missed=2)
    phone = client_of(student)
    RelayMember.objects.create(
        team=late.team,
        relay=relay,
        student=User.objects.create_user("other"),
        name="Lynx vif",
        place=9,
        seen_at=timezone.now(),
    )
    assert news(phone, relay)["waits"] is None
    assert news(phone, relay, back="1")["waits"] == 1


def test_the_projector_shows_teams_and_names_of_the_relay_alone(
    client_of: ClientOf, relay_of: RelayOf, teacher: User, student: User, classmate: User, room: Room
) -> None:
    relay = relay_of(student, classmate)
    board = client_of(teacher)
    page = projected(board, room)
    assert relay.members.get(place=1).name in page
    assert "Team 1" in page
    place(client_of(turns(relay)[0]), relay)
    assert f"1 / {relay.puzzle.givens.count('.')}" in projected(board, room).replace("\u2009", " ")
    for hidden in ("Léa", student.username.capitalize(), classmate.username.capitalize()):
        assert hidden not in page
    end_race(race=relay.race)
    over = projected(board, room)
    assert "Well tried:" in over
    assert "race-place" not in over


def test_the_first_team_has_a_place_and_its_members_hear_of_it(
    client_of: ClientOf, relay_of: RelayOf, teacher: User, student: User, room: Room
) -> None:
    relay = relay_of(student)
    phone = client_of(student)
    while RelayTeam.objects.get().finished_at is None:
        answer = place(phone, relay)
    assert (answer.json()["is_over"], answer.json()["team_place"]) == (True, 1)
    assert "Place of your team: 1." in panel(phone)
    assert 'race-place">1<' in projected(client_of(teacher), room)


def test_the_results_count_the_digits_of_each_member(
    client_of: ClientOf, relay_of: RelayOf, teacher: User, student: User, room: Room
) -> None:
    relay = relay_of(student)
    phone = client_of(student)
    for is_right in (True, False, True):
        place(phone, relay, is_right=is_right)
    end_race(race=relay.race)
    page = client_of(teacher).get(f"/rooms/{room.pk}/", headers=SCRIPT).content.decode()
    assert "PETIT Léa" in page
    assert "2 digits" in page
    assert "1 mistake" in page


@pytest.mark.parametrize("teams", [1, 6])
def test_the_projector_takes_as_many_queries_for_six_teams_as_for_one(
    client_of: ClientOf,
    relay_of: RelayOf,
    teacher: User,
    classroom: Classroom,
    room: Room,
    teams: int,
    django_assert_max_num_queries: Any,
) -> None:
    students = [User.objects.create_user(f"runner-{number}") for number in range(2 * teams)]
    for each in students:
        Membership.objects.create(classroom=classroom, student=each)
    relay_of(*students)
    board = client_of(teacher)
    with django_assert_max_num_queries(14):
        projected(board, room)
