"""The pages on which a teacher keeps her classes."""

import html
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.forms import NameListForm
from accounts.models import Classroom, Membership, User
from accounts.qr_codes import qr_code
from accounts.services.classes import owner_of

ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}


def address(name: str, classroom: Classroom, student: User | None = None) -> str:
    return reverse(f"accounts:{name}", args=[classroom.pk, *([student.username] if student else [])])


@pytest.fixture
def hers(client_of: ClientOf, teacher: User) -> Client:
    """The site as the teacher has it, in English."""
    client = client_of(teacher)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def second_class(teacher: User) -> Classroom:
    classroom = Classroom.objects.create(name="6e C")
    classroom.teachers.add(teacher)
    return classroom


def add(client: Client, classroom: Classroom, names: str = "", **fields: Any) -> Any:
    return client.post(address("class_add", classroom), {"names": names, **fields}, follow=True)


def test_a_class_has_several_teachers_and_each_of_them_may(
    client_of: ClientOf, other_teacher: User, classroom: Classroom, student: User
) -> None:
    classroom.teachers.add(other_teacher)
    his = client_of(other_teacher)
    assert "PETIT Léa" in his.get(address("class_page", classroom)).content.decode()
    assert "mme.martin" in his.get(address("class_access", classroom)).content.decode()


# The class


def test_a_class_is_made_and_shown(hers: Client, teacher: User) -> None:
    answer = hers.post(reverse("accounts:class_list"), {"name": "4e A"})
    classroom = Classroom.objects.taught_by(teacher).get()
    assert answer.url == address("class_page", classroom)
    assert "4e A" in hers.get(reverse("accounts:class_list")).content.decode()


def test_a_second_class_of_the_same_name_is_refused(hers: Client, classroom: Classroom) -> None:
    page = hers.post(reverse("accounts:class_list"), {"name": classroom.name})
    assert "already" in page.content.decode()
    assert Classroom.objects.count() == 1


def test_the_class_shows_real_name_user_name_and_last_login(
    hers: Client, classroom: Classroom, student: User, classmate: User, client_of: ClientOf
) -> None:
    client_of(classmate)
    page = hers.get(address("class_page", classroom))
    assert [str(member.student) for member in page.context["members"]] == ["lea", "tom"]
    text = page.content.decode()
    assert "PETIT Léa" in text
    assert "never" in text
    classmate.refresh_from_db()
    assert classmate.last_login is not None


def test_a_class_page_needs_as_many_queries_with_thirty_students_as_with_one(
    hers: Client, classroom: Classroom, student: User, django_assert_num_queries: Any
) -> None:
    for number in range(30):
        Membership.objects.create(
            classroom=classroom, student=User.objects.create(username=f"s{number}"), real_name=f"S {number}"
        )
    hers.get(address("class_page", classroom))
    # Session and user; the class, its members, and the cards that can still be read. Of the roster: exercises
    # (three), members, games, last moves and predictions, assigned grids and runs, assigned drills and those
    # found, techniques, days of play.
    with django_assert_num_queries(18):
        hers.get(address("class_page", classroom))


@pytest.mark.parametrize(
    ("path", "tab"),
    [
        ("", "Overview"),
        ("live/", "Live"),
        ("assignments/", "Assignments"),
        ("room/", "Room"),
        ("table/", "Table"),
        ("techniques/", "Techniques"),
        ("daily/", "Grids of the day"),
        ("access/", "Access and cards"),
        ("settings/", "Settings"),
    ],
)
def test_the_pages_of_a_class_have_tabs_and_say_which_one_is_open(
    hers: Client, classroom: Classroom, student: User, path: str, tab: str
) -> None:
    text = hers.get(f"{address('class_page', classroom)}{path}").content.decode()
    tabs = text.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    assert tabs.count("<a ") == 9
    assert tabs.count("aria-current") == 1
    assert f'aria-current="page">{tab}</a>' in tabs


def test_an_archived_class_has_no_live_board(hers: Client, classroom: Classroom, student: User) -> None:
    hers.post(address("class_archive", classroom))
    text = hers.get(address("class_page", classroom)).content.decode()
    assert f'href="/classes/{classroom.pk}/live/"' not in text
    assert f'href="/classes/{classroom.pk}/assignments/new/"' not in text


def test_an_archived_class_takes_no_students_and_comes_back(hers: Client, classroom: Classroom) -> None:
    hers.post(address("class_archive", classroom))
    assert add(hers, classroom, "Léa").status_code == 404
    assert "Archive" in hers.get(address("class_page", classroom)).content.decode()
    hers.post(address("class_restore", classroom))
    assert add(hers, classroom, "Léa").status_code == 200


# Students from a list


def test_cards_that_no_phone_could_use_are_warned_of_before_they_are_made(
    hers: Client, classroom: Classroom
) -> None:
    sentence = "works on this computer only"
    path = address("class_add", classroom)
    assert sentence in hers.get(path, HTTP_HOST="localhost").content.decode()
    assert sentence not in hers.get(path).content.decode()


def test_pasted_names_become_accounts_with_cards_shown_once(hers: Client, classroom: Classroom) -> None:
    page = add(hers, classroom, "PETIT Léa\nROUX Tom")
    cards = page.context["cards"]
    assert [card.real_name for card in cards] == ["PETIT Léa", "ROUX Tom"]
    text = page.content.decode()
    for card in cards:
        assert card.password in text
        assert card.user.username in text
        assert Client().login(username=card.user.username, password=card.password)
        assert "petit" not in card.user.username
        assert "roux" not in card.user.username
    assert cards[0].password not in hers.get(address("class_page", classroom)).content.decode()
    assert set(classroom.memberships.real_names().values()) == {"PETIT Léa", "ROUX Tom"}


def test_cards_are_kept_out_of_every_cache(hers: Client, classroom: Classroom) -> None:
    assert "no-store" in add(hers, classroom, "PETIT Léa")["Cache-Control"]


def test_the_cards_show_the_address_that_the_teacher_uses(hers: Client, classroom: Classroom) -> None:
    answer = add(hers, classroom, "Léa\nTom")
    page = answer.content.decode()
    assert page.count('<div class="login-card-address">http://testserver/</div>') == 2
    codes = [card.code for card in answer.context["cards"]]
    assert [page.count(qr_code(f"http://testserver/accounts/login/card/#{code}")) for code in codes] == [1, 1]
    assert not any(code in page for code in codes)
    assert page.count(f'<a class="login-card-privacy" href="{reverse("accounts:privacy_notice")}">') == 2


def test_cards_without_codes_lead_to_the_login_page(hers: Client, classroom: Classroom) -> None:
    hers.post(reverse("accounts:class_card_codes", args=[classroom.pk]), {"on": "0"})
    page = add(hers, classroom, "Léa\nTom").content.decode()
    assert page.count(qr_code("http://testserver/accounts/login/")) == 2
    assert "Let new cards log in" in hers.get(reverse("accounts:class_access", args=[classroom.pk])).text


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_spreadsheet_is_read_with_its_heading(hers: Client, classroom: Classroom, encoding: str) -> None:
    file = SimpleUploadedFile("6eB.csv", "Nom;Prénom\r\nPetit;Léa\r\n".encode(encoding))
    page = add(hers, classroom, file=file)
    assert [card.real_name for card in page.context["cards"]] == ["PETIT Léa"]


def test_every_line_is_reported_and_a_faulty_one_comes_back_to_be_put_right(
    hers: Client, classroom: Classroom, student: User
) -> None:
    page = add(hers, classroom, "PETIT Léa\nROUX Tom\n***\nROUX Tom")
    context = page.context
    assert [card.number for card in context["cards"]] == [2]
    assert [line["line"] for line in context["doubles"]] == [1, 4]
    assert [line["line"] for line in context["faulty"]] == [3]
    assert context["form"].initial["names"] == "***"
    assert "A student with this name is already in the class." in page.content.decode()


def test_a_list_sent_twice_makes_nobody_twice(hers: Client, classroom: Classroom) -> None:
    add(hers, classroom, "Léa\nTom")
    page = add(hers, classroom, "Léa\nTom")
    assert page.context["cards"] == []
    assert len(page.context["doubles"]) == 2
    assert classroom.memberships.count() == 2


def test_too_many_names_are_refused_with_nothing_lost(hers: Client, classroom: Classroom) -> None:
    text = "\n".join(f"Name {number}" for number in range(NameListForm.MAX_NAMES + 1))
    for fields in ({"names": text}, {"file": SimpleUploadedFile("names.txt", text.encode())}):
        page = hers.post(address("class_add", classroom), fields).content.decode()
        assert "more than 200 names" in page
        assert "Name 200" in page
    assert not classroom.memberships.exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"names": " \n"}, "no name"),
        ({"names": "Léa", "file": SimpleUploadedFile("a.txt", b"Tom")}, "not both"),
        ({"file": SimpleUploadedFile("a.xlsx", b"PK\x00\x00")}, "not a text file"),
        ({"file": SimpleUploadedFile("a.txt", b"x" * 200_001)}, "too large"),
    ],
)
def test_an_invalid_list_of_names_is_refused_with_a_sentence(
    hers: Client, classroom: Classroom, fields: dict[str, Any], sentence: str
) -> None:
    page = hers.post(address("class_add", classroom), fields)
    assert sentence in page.content.decode()
    assert not classroom.memberships.exists()


# Passwords


def test_one_student_gets_a_new_card(
    hers: Client, classroom: Classroom, student: User, classmate: User, password: str
) -> None:
    (card,) = hers.post(address("member_card", classroom, student), follow=True).context["cards"]
    assert (card.real_name, card.user.username) == ("PETIT Léa", "lea")
    assert Client().login(username="lea", password=card.password)
    assert not Client().login(username="lea", password=password)
    assert Client().login(username="tom", password=password)


def test_the_whole_class_gets_new_cards_and_no_other_class(
    hers: Client, classroom: Classroom, student: User, classmate: User, stranger: User, password: str
) -> None:
    cards = hers.post(address("class_cards", classroom), follow=True).context["cards"]
    assert [card.user.username for card in cards] == ["lea", "tom"]
    assert all(Client().login(username=card.user.username, password=card.password) for card in cards)
    assert Client().login(username="zoe", password=password)


def test_a_member_who_has_become_a_teacher_keeps_the_password(
    hers: Client, classroom: Classroom, other_teacher: User, password: str
) -> None:
    Membership.objects.create(classroom=classroom, student=other_teacher)
    assert hers.post(address("member_card", classroom, other_teacher)).status_code == 404
    assert hers.post(address("class_cards", classroom), follow=True).context["cards"] == []
    assert Client().login(username=other_teacher.username, password=password)


# Members


def test_name_and_note_are_written_for_this_class(hers: Client, classroom: Classroom, student: User) -> None:
    hers.post(
        address("member", classroom, student),
        {"family_name": "P.", "given_name": "Léa", "note": "sits in front"},
    )
    membership = classroom.memberships.get()
    assert (membership.real_name, membership.note) == ("P. Léa", "sits in front")


@pytest.mark.parametrize("name", ["\u202eevil", "\u200bLéa", "Lé\x07a"])
def test_a_name_holds_no_sign_that_nobody_sees(
    client_of: Callable[[User], Client], teacher: User, classroom: Classroom, student: User, name: str
) -> None:
    before = Membership.objects.get().real_name
    answer = client_of(teacher).post(
        address("member", classroom, student), {"family_name": name, "given_name": "", "note": ""}
    )
    assert answer.status_code == 200
    assert Membership.objects.get().real_name == before


def test_a_teacher_moves_a_student_to_another_class_of_hers(
    hers: Client, classroom: Classroom, second_class: Classroom, student: User
) -> None:
    hers.post(address("member_move", classroom, student), {"destination": second_class.pk})
    assert student.memberships.get().classroom == second_class


def test_nobody_is_moved_into_a_class_of_somebody_else(
    hers: Client, classroom: Classroom, student: User, stranger: User
) -> None:
    foreign = stranger.studied_in.get()
    page = hers.post(address("member_move", classroom, student), {"destination": foreign.pk})
    assert page.status_code == 200
    assert "5e A" not in page.content.decode()
    assert student.memberships.get().classroom == classroom


def test_an_impossible_class_change_is_refused_with_a_message(
    hers: Client, classroom: Classroom, second_class: Classroom, student: User
) -> None:
    Membership.objects.create(classroom=second_class, student=student)
    page = hers.post(address("member_move", classroom, student), {"destination": second_class.pk})
    assert "in that class already" in page.content.decode()
    assert student.memberships.count() == 2


def test_a_released_student_keeps_the_account_and_is_seen_no_longer(
    hers: Client, classroom: Classroom, student: User, password: str
) -> None:
    hers.post(address("member_remove", classroom, student))
    assert not classroom.memberships.exists()
    assert Client().login(username="lea", password=password)
    assert hers.get(address("member", classroom, student)).status_code == 404


# A class with its students in one go


def test_name_and_students_in_one_form_give_the_class_and_its_cards(hers: Client, teacher: User) -> None:
    names = "\n".join(f"Student {number}" for number in range(30))
    page = hers.post(reverse("accounts:class_list"), {"name": "6e B", "names": names}, follow=True)
    classroom = Classroom.objects.taught_by(teacher).get()
    assert len(page.context["cards"]) == classroom.memberships.count() == 30
    assert page.context["classroom"] == classroom


def test_a_list_that_is_refused_makes_no_class_and_loses_nothing(hers: Client, teacher: User) -> None:
    file = SimpleUploadedFile("a.xlsx", b"PK\x00\x00")
    page = hers.post(reverse("accounts:class_list"), {"name": "6e B", "file": file}).content.decode()
    assert "not a text file" in page
    assert 'value="6e B"' in page
    assert not Classroom.objects.exists()


# Teachers


def test_a_read_only_colleague_sees_the_class_is_refused_with_a_sentence_and_may_leave(
    client_of: ClientOf, hers: Client, classroom: Classroom, other_teacher: User, student: User
) -> None:
    fields = {"username": other_teacher.username, "reads_only": "on"}
    hers.post(address("teacher_add", classroom), fields)
    reader = client_of(other_teacher)
    page = reader.get(address("class_page", classroom), headers=ENGLISH).content.decode()
    assert "read only" in page
    assert "Add students" not in page
    assert reverse("accounts:member_card", args=[classroom.pk, student.username]) not in page
    answer = reader.post(address("class_rename", classroom), {"name": "Mine"}, follow=True, headers=ENGLISH)
    assert "You can look at this class but not change it." in answer.content.decode()
    rights = reverse("accounts:teacher_rights", args=[classroom.pk, other_teacher.username])
    reader.post(rights, {"rights": "change"})
    assert not classroom.teachers.filter(pk=other_teacher.pk).exists()
    reader.post(reverse("accounts:teacher_remove", args=[classroom.pk, other_teacher.username]))
    assert reader.get(address("class_page", classroom)).status_code == 404


def test_the_owner_gives_a_colleague_rights_and_then_the_class(
    client_of: ClientOf, hers: Client, classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    classroom.readers.add(other_teacher)
    rights = reverse("accounts:teacher_rights", args=[classroom.pk, other_teacher.username])
    hers.post(rights, {"rights": "change"})
    own = reverse("accounts:teacher_rights", args=[classroom.pk, teacher.username])
    client_of(other_teacher).post(own, {"rights": "read"})
    client_of(other_teacher).post(rights, {"rights": "owner"})
    assert owner_of(classroom) == teacher
    hers.post(rights, {"rights": "owner"})
    classroom.refresh_from_db()
    assert owner_of(classroom) == other_teacher
    assert set(classroom.teachers.all()) == {teacher, other_teacher}


def test_a_colleague_is_added_and_leaves_again(
    hers: Client, classroom: Classroom, student: User, other_teacher: User, client_of: ClientOf
) -> None:
    hers.post(address("teacher_add", classroom), {"username": "m.durand"})
    his = client_of(other_teacher)
    page = his.get(address("class_page", classroom)).content.decode()
    assert "PETIT Léa" in page
    answer = his.post(reverse("accounts:teacher_remove", args=[classroom.pk, "m.durand"]))
    assert answer.url == reverse("accounts:class_list")
    assert his.get(address("class_page", classroom)).status_code == 404


def test_adding_somebody_who_is_no_teacher_fails_beside_the_field(
    hers: Client, classroom: Classroom, student: User
) -> None:
    page = hers.post(address("teacher_add", classroom), {"username": "lea"}).content.decode()
    assert "no teacher with this user name" in page
    assert classroom.teachers.count() == 1


def test_the_last_teacher_cannot_leave_and_sees_why(hers: Client, classroom: Classroom) -> None:
    answer = hers.post(reverse("accounts:teacher_remove", args=[classroom.pk, "mme.martin"]), follow=True)
    assert "at least one teacher" in answer.content.decode()
    assert classroom.teachers.count() == 1


def test_only_teachers_of_the_class_can_be_removed_from_it(
    hers: Client, classroom: Classroom, other_teacher: User
) -> None:
    assert hers.post(reverse("accounts:teacher_remove", args=[classroom.pk, "m.durand"])).status_code == 404


# The pause


def test_the_boards_are_covered_and_uncovered_from_any_page(hers: Client, classroom: Classroom) -> None:
    answer = hers.post(address("class_pause", classroom), {"on": "1", "next": "/help/"})
    classroom.refresh_from_db()
    assert (answer.url, classroom.paused_at is not None) == ("/help/", True)
    assert "boards of the class are covered" in hers.get(address("class_page", classroom)).content.decode()
    answer = hers.post(address("class_pause", classroom), {"on": "0", "next": "https://elsewhere.test/"})
    classroom.refresh_from_db()
    assert (answer.url, classroom.paused_at) == (address("class_page", classroom), None)


# The account of a member


@pytest.mark.parametrize(
    ("fields", "factor", "is_active"),
    [
        ({"extra_time": "1.33", "is_active": "on"}, "1.33", True),
        ({"extra_time": "other", "other_factor": "1,75", "is_active": "on"}, "1.75", True),
        ({"extra_time": "other", "other_factor": "1.75", "is_active": "on"}, "1.75", True),
        ({"extra_time": "2"}, "2.00", False),
    ],
)
def test_extra_time_and_the_way_in_are_set(
    client_of: ClientOf,
    teacher: User,
    classroom: Classroom,
    student: User,
    fields: dict[str, str],
    factor: str,
    is_active: bool,
) -> None:
    client = client_of(teacher)
    client.post(address("member_account", classroom, student), fields, headers={"Accept-Language": "fr"})
    student.refresh_from_db()
    assert (f"{student.extra_time:.2f}", student.is_active) == (f"{float(factor):.2f}", is_active)
    page = client.get(address("member", classroom, student)).context["account_form"]
    assert page["is_active"].value() == is_active


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"extra_time": "3"},
        {"extra_time": "other"},
        {"extra_time": "other", "other_factor": "0.5"},
        {"extra_time": "other", "other_factor": "6"},
        {"extra_time": "other", "other_factor": "NaN"},
        {"extra_time": "other", "other_factor": "much"},
    ],
)
def test_a_factor_without_sense_is_refused(
    hers: Client, classroom: Classroom, student: User, fields: dict[str, str]
) -> None:
    page = hers.post(address("member_account", classroom, student), {**fields, "is_active": "on"})
    assert page.status_code == 200
    assert 'class="errorlist' in page.content.decode()
    student.refresh_from_db()
    assert student.extra_time == 1


# What was done, and the name


def test_teachers_of_the_class_see_its_activity(hers: Client, classroom: Classroom, student: User) -> None:
    hers.post(address("member_card", classroom, student))
    for name in ("class_settings", "class_activity"):
        page = hers.get(address(name, classroom)).content.decode()
        assert "New password</strong> · PETIT Léa" in page
        assert "mme.martin" in page


def test_a_name_that_is_taken_stays_in_the_field(
    hers: Client, classroom: Classroom, second_class: Classroom
) -> None:
    page = hers.post(address("class_rename", classroom), {"name": "6e C"}).content.decode()
    assert "already" in page
    assert "<h1>6e B</h1>" in page
    hers.post(address("class_rename", classroom), {"name": "6e B bis"})
    classroom.refresh_from_db()
    assert classroom.name == "6e B bis"


def test_a_class_with_an_unreleased_exam_stays_out_of_the_archive(
    hers: Client, classroom: Classroom, student: User, exam: Any
) -> None:
    answer = hers.post(address("class_archive", classroom), follow=True)
    assert f"Release the results of “{exam.name}” first" in html.unescape(answer.content.decode())
    classroom.refresh_from_db()
    assert classroom.archived_at is None
