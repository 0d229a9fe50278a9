"""Races as phones, the teacher and the projector ask for them."""

import json
from collections.abc import Callable
from typing import Any

from django.test import Client

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.rooms.models import Race, Room
from puzzles.rooms.services.race_ends import end_race
from puzzles.rooms.services.races import open_race_grid

ClientOf = Callable[[User], Client]
RaceOf = Callable[..., Race]
Solve = Callable[..., Attempt]
SCRIPT = {"HX-Request": "true", "Accept-Language": "en"}
ASKED = {"tier": "1", "minutes": "5", "teams": "0"}


def news(client: Client, known: str = "") -> dict[str, Any]:
    response = client.post("/room/news/", {"known": known}, headers=SCRIPT)
    return {} if response.status_code == 204 else json.loads(response.content)


def panel(client: Client) -> str:
    response = client.get("/room/panel/", headers=SCRIPT)
    return " ".join(response.content.decode().split())


def projected(client: Client, room: Room) -> str:
    response = client.get(f"/rooms/{room.pk}/live/?where=projector", headers=SCRIPT)
    return " ".join(response.content.decode().split())


def test_a_teacher_starts_a_race_from_the_room(
    client_of: ClientOf, teacher: User, room: Room, collection_of: Callable[..., Collection]
) -> None:
    collection_of(teacher, range(2))
    Puzzle.objects.update(tier=1, score=100, rating=1, grader=1)
    hers = client_of(teacher)
    where = f"/classes/{room.classroom_id}/room/"
    assert "/race/" in hers.get(where).content.decode()
    assert hers.post(f"/rooms/{room.pk}/race/", ASKED).url == where
    again = hers.post(f"/rooms/{room.pk}/race/", ASKED, headers={"Accept-Language": "en"})
    assert again.status_code == 400
    assert "A race is on already." in again.content.decode()
    assert Race.objects.count() == 1


def test_a_number_needs_a_collection_and_the_minutes_have_bounds(
    client_of: ClientOf, teacher: User, room: Room
) -> None:
    hers = client_of(teacher)
    for wrong in ({"number": "1"}, {"minutes": "0"}, {"minutes": "999"}, {"teams": "5"}, {"tier": "9"}):
        assert hers.post(f"/rooms/{room.pk}/race/", ASKED | wrong).status_code == 400
    assert not Race.objects.exists()


def test_the_switch_of_the_class_hides_races(client_of: ClientOf, teacher: User, room: Room) -> None:
    hers = client_of(teacher)
    where = f"/classes/{room.classroom_id}/"
    switches = {"has_storm": "on", "has_daily": "on", "has_goals": "on", "has_ratings": "on"}
    hers.post(f"{where}practice/", switches)
    assert not Classroom.objects.get(pk=room.classroom_id).has_races
    assert "/race/" not in hers.get(f"{where}room/").content.decode()
    assert hers.post(f"/rooms/{room.pk}/race/", ASKED).status_code == 400


def test_another_class_has_no_way_in(
    client_of: ClientOf, race_of: RaceOf, student: User, stranger: User, other_teacher: User
) -> None:
    race = race_of(student)
    assert client_of(stranger).post(f"/rooms/races/{race.pk}/grid/").status_code == 404
    assert "race" not in panel(client_of(stranger))
    for act in ("end", "put-away"):
        assert client_of(other_teacher).post(f"/rooms/races/{race.pk}/{act}/").status_code == 404
    assert client_of(other_teacher).post(f"/rooms/{race.room_id}/race/", ASKED).status_code == 404


def test_the_addresses_of_assignments_do_not_know_it(
    client_of: ClientOf, race_of: RaceOf, student: User, teacher: User
) -> None:
    race = race_of(student, starts_in_s=60)
    key, his, hers = race.assignment_id, client_of(student), client_of(teacher)
    for act in ("", "hand-in/"):
        assert his.get(f"/given/{key}/{act}").status_code == 404
    for act in ("begin/", "hand-in/", "1/"):
        assert his.post(f"/given/{key}/{act}").status_code == 404
    assert hers.get(f"/assignments/{key}/").status_code == 404
    assert not Attempt.objects.exists()


def test_a_phone_hears_of_the_race_of_its_game_and_of_the_end(
    client_of: ClientOf,
    race_of: RaceOf,
    student: User,
    classmate: User,
    room: Room,
    solve: Solve,
    attempt_of: Callable[..., Attempt],
) -> None:
    # A game before, so that games and rooms have different keys.
    attempt_of(classmate)
    phone = client_of(student)
    known = [news(phone)["known"]]
    race = race_of(student, starts_in_s=60)
    known.append(news(phone, known[-1])["known"])
    name = race.entries.get().name
    assert "data-race-in" in panel(phone)
    assert name in panel(phone)
    Race.objects.update(starts_at=race.room.opened_at)
    game = open_race_grid(race=race, student=student)
    known.append(news(phone, known[-1])["known"])
    assert f'data-race-page="/play/{game.pk}/"' in panel(phone)
    solve(race, student, mistakes=1, time_s=60)
    known.append(news(phone, known[-1])["known"])
    assert "Your time: <b>1:10</b>, with 10 s for 1 mistake." in panel(phone)
    end_race(race=race)
    assert news(phone, known[-1])
    assert "Your place: 1." in panel(phone)


def test_an_idle_poll_in_a_race_takes_one_query_beside_the_login(
    client_of: ClientOf, race_of: RaceOf, student: User, django_assert_num_queries: Any
) -> None:
    race = race_of(student)
    open_race_grid(race=race, student=student)
    phone = client_of(student)
    known = news(phone)["known"]
    with django_assert_num_queries(3):
        assert news(phone, known) == {}


def test_only_the_first_know_their_place(
    client_of: ClientOf, race_of: RaceOf, student: User, classmate: User, solve: Solve
) -> None:
    race = race_of(student, classmate)
    solve(race, student, time_s=60)
    solve(race, classmate, time_s=90)
    end_race(race=race)
    assert "Your place" not in panel(client_of(classmate))
    assert "Finished. Your time: <b>1:30</b>" in panel(client_of(classmate))


def test_who_did_not_finish_has_tried_well(client_of: ClientOf, race_of: RaceOf, student: User) -> None:
    race = race_of(student)
    open_race_grid(race=race, student=student)
    end_race(race=race)
    assert "Well tried." in panel(client_of(student))


def test_the_projector_shows_race_names_alone(
    client_of: ClientOf,
    race_of: RaceOf,
    teacher: User,
    student: User,
    classmate: User,
    room: Room,
    solve: Solve,
) -> None:
    race = race_of(student, classmate)
    board = client_of(teacher)
    for is_over in (False, True):
        page = projected(board, room)
        assert all(entry.name in page for entry in race.entries.all())
        for hidden in ("Léa", student.username, classmate.username, student.username.capitalize()):
            assert hidden not in page
        if not is_over:
            solve(race, student, time_s=60)
            open_race_grid(race=race, student=classmate)
            end_race(race=race)
    assert "Well tried:" in page
    assert 'race-place">1<' in page
    assert 'race-place">2<' not in page


def test_teams_are_shown_instead_of_students(
    client_of: ClientOf, race_of: RaceOf, teacher: User, student: User, classmate: User, room: Room
) -> None:
    race = race_of(student, classmate, teams=2)
    page = projected(client_of(teacher), room)
    assert "Team 1" in page
    assert "Team 2" in page
    assert race.entries.first().name not in page


def test_a_phone_that_was_off_comes_back_to_its_game(
    client_of: ClientOf, race_of: RaceOf, student: User
) -> None:
    race = race_of(student)
    first = client_of(student).post(f"/rooms/races/{race.pk}/grid/")
    second = client_of(student).post(f"/rooms/races/{race.pk}/grid/")
    assert first.url == second.url
    assert Attempt.objects.count() == 1
    assert not Assignment.objects.exists()


def test_the_game_is_in_the_history_by_the_name_of_a_race(
    client_of: ClientOf, race_of: RaceOf, student: User, teacher: User, solve: Solve
) -> None:
    race = race_of(student)
    game = solve(race, student, time_s=60)
    for page in ("/history/", f"/play/{game.pk}/"):
        response = client_of(student).get(page, headers={"Accept-Language": "en"})
        assert response.status_code == 200
        assert f"/assignments/{race.assignment_id}/" not in response.content.decode()
    assert (
        "Grid of a race"
        in client_of(student).get("/history/", headers={"Accept-Language": "en"}).content.decode()
    )
    assert client_of(teacher).get(f"/history/{game.pk}/").status_code == 200
