"""The pages on which login codes are made and used, and classes joined."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Classroom, LoginCode, Membership, User
from accounts.services.join_codes import open_join_code
from accounts.services.login_codes import make_codes

ClientOf = Callable[[User], Client]
LOGIN, JOIN, SETTINGS = "/accounts/login/code/", "/classes/join/", "/accounts/settings/"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def hers(client_of: ClientOf, teacher: User) -> Client:
    """The site as the teacher has it, in English."""
    client = client_of(teacher)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def code(classroom: Classroom, student: User, teacher: User) -> str:
    [new] = make_codes(classroom=classroom, students=[student], teacher=teacher)
    return new.code


def codes_page(classroom: Classroom) -> str:
    return reverse("accounts:class_codes", args=[classroom.pk])


def enter(client: Client, code: str, **fields: str) -> Any:
    return client.post(LOGIN, {"code": code, **fields}, headers=ENGLISH)


# Made


def test_the_whole_class_gets_codes_that_are_shown_once(
    hers: Client, classroom: Classroom, student: User, classmate: User
) -> None:
    answer = hers.post(codes_page(classroom), {"who": "all"})
    page = answer.content.decode()
    slips = answer.context["slips"]
    assert [slip["username"] for slip in slips] == ["lea", "tom"]
    assert all(page.count(f"<strong>{slip['code']}</strong>") == 1 for slip in slips)
    assert "no-store" in answer["Cache-Control"]
    later = hers.get(codes_page(classroom)).content.decode()
    assert not any(slip["code"] in later for slip in slips)
    assert enter(Client(), slips[0]["code"]).status_code == 302


def test_only_the_students_chosen_get_codes(
    hers: Client, classroom: Classroom, student: User, classmate: User, stranger: User
) -> None:
    answer = hers.post(codes_page(classroom), {"student": ["tom", "zoe"]})
    assert [slip["username"] for slip in answer.context["slips"]] == ["tom"]
    assert LoginCode.objects.get().student == classmate


def test_choosing_no_student_shows_a_message(hers: Client, classroom: Classroom, student: User) -> None:
    assert "Choose at least one student" in hers.post(codes_page(classroom)).content.decode()
    assert not LoginCode.objects.exists()


def test_a_closed_account_gets_no_code(hers: Client, classroom: Classroom, student: User) -> None:
    User.objects.filter(pk=student.pk).update(is_active=False)
    hers.post(codes_page(classroom), {"who": "all"})
    assert not LoginCode.objects.exists()


def test_the_wall_shows_no_real_name(hers: Client, classroom: Classroom, student: User) -> None:
    page = hers.post(codes_page(classroom), {"who": "all"}).content.decode()
    wall = page.split('<ul class="code-wall ')[1].split("</ul>")[0]
    assert "lea" in wall
    assert "Petit" not in wall


def test_the_list_shows_the_status_of_each_code_and_revokes_it(
    hers: Client, classroom: Classroom, student: User, classmate: User, code: str
) -> None:
    page = hers.get(codes_page(classroom)).content.decode()
    assert "not used yet" in page
    hers.post(reverse("accounts:class_codes_revoke", args=[classroom.pk]), {"student": "lea"})
    assert "revoked" in hers.get(codes_page(classroom)).content.decode()
    assert enter(Client(), code).status_code == 200
    his = hers.post(codes_page(classroom), {"student": "tom"}).context["slips"][0]["code"]
    enter(Client(), his)
    assert "used at" in hers.get(codes_page(classroom)).content.decode()


def test_a_code_of_somebody_elses_student_is_not_hers_to_take_back(
    hers: Client, classroom: Classroom, stranger: User, other_teacher: User
) -> None:
    theirs = stranger.studied_in.get()
    make_codes(classroom=theirs, students=[stranger], teacher=other_teacher)
    hers.post(reverse("accounts:class_codes_revoke", args=[classroom.pk]), {"student": "zoe"})
    hers.post(reverse("accounts:class_codes_revoke", args=[classroom.pk]))
    assert LoginCode.objects.get().state == LoginCode.State.UNUSED


def test_the_list_takes_as_many_queries_with_thirty_students_as_with_one(
    hers: Client, classroom: Classroom, code: str, django_assert_num_queries: Any
) -> None:
    for number in range(30):
        Membership.objects.create(
            classroom=classroom, student=User.objects.create(username=f"s{number}"), real_name=f"S {number}"
        )
    with django_assert_num_queries(5):
        hers.get(codes_page(classroom))


def test_an_archived_class_has_no_codes(hers: Client, classroom: Classroom, student: User) -> None:
    hers.post(reverse("accounts:class_archive", args=[classroom.pk]))
    assert hers.get(codes_page(classroom)).status_code == 404
    assert hers.post(codes_page(classroom), {"who": "all"}).status_code == 404


# Used


def test_a_code_logs_in_once(client: Client, code: str) -> None:
    answer = enter(client, code.lower(), next="/help/")
    assert (answer.status_code, answer.url) == (302, "/help/")
    assert client.get(SETTINGS).status_code == 200
    second = Client()
    assert "not valid" in enter(second, code).content.decode()
    assert second.get(SETTINGS).status_code == 302


def test_looking_at_an_address_logs_nobody_in(client: Client, code: str) -> None:
    for path in (f"{LOGIN}?code={code}", f"{LOGIN}#{code}"):
        assert client.get(path).status_code == 200
    assert client.get(SETTINGS).status_code == 302
    assert LoginCode.objects.get().state == LoginCode.State.UNUSED


def test_a_code_needs_the_form_of_this_site(code: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(LOGIN, {"code": code}).status_code == 403
    assert LoginCode.objects.get().state == LoginCode.State.UNUSED


def test_a_code_is_not_used_while_somebody_else_is_logged_in(
    client_of: ClientOf, classmate: User, code: str
) -> None:
    page = enter(client_of(classmate), code)
    assert "<strong>tom</strong> is logged in" in page.content.decode()
    assert LoginCode.objects.get().state == LoginCode.State.UNUSED


@pytest.mark.parametrize("typed", ["", "12", "K7M-4R1", "x" * 5000, "a\0b"])
def test_a_malformed_code_shows_a_sentence(client: Client, db: None, typed: str) -> None:
    answer = enter(client, typed)
    assert answer.status_code == 200
    assert 'class="errorlist' in answer.content.decode()


@pytest.mark.usefixtures("_still_clock")
def test_too_many_guessed_codes_show_a_wait(client: Client, code: str) -> None:
    wrong = code[:-1] + ("C" if code[-1] != "C" else "D")
    statuses = [enter(client, wrong).status_code for _ in range(7)]
    assert statuses == 5 * [200] + 2 * [429]
    assert "30 seconds" in enter(client, code).content.decode()


def test_the_login_page_leads_to_the_page_for_codes_and_back(client: Client, db: None) -> None:
    page = client.get("/accounts/login/", {"next": "/history/?a=1"}).content.decode()
    assert f'href="{LOGIN}?next=/history/%3Fa%3D1"' in page
    page = client.get(LOGIN, {"next": "/history/?a=1"}).content.decode()
    assert 'value="/history/?a=1"' in page


# A class joined


@pytest.fixture
def join_code(classroom: Classroom, teacher: User) -> str:
    return open_join_code(classroom=classroom, teacher=teacher).join_code


def test_a_student_joins_and_reads_the_name_of_the_class(
    client_of: ClientOf, classroom: Classroom, join_code: str, stranger: User
) -> None:
    answer = client_of(stranger).post(JOIN, {"code": join_code}, headers=ENGLISH, follow=True)
    assert "You have joined the class 6e B." in answer.content.decode()
    assert classroom.memberships.get(student=stranger).real_name == ""


def test_the_teacher_finds_the_student_under_the_user_name(
    client_of: ClientOf, hers: Client, classroom: Classroom, join_code: str, stranger: User
) -> None:
    client_of(stranger).post(JOIN, {"code": join_code})
    page = hers.get(reverse("accounts:class_page", args=[classroom.pk])).content.decode()
    assert 'href="/students/zoe/">zoe</a>' in page
    assert 'members/zoe/">' in page
    assert "BLANC Zoé" not in page
    log = hers.get(reverse("accounts:class_settings", args=[classroom.pk])).content.decode()
    assert "Joined with the code" in log


def test_a_wrong_join_code_shows_a_message_and_the_sixth_must_wait(
    client_of: ClientOf, join_code: str, stranger: User
) -> None:
    client = client_of(stranger)
    wrong = "CCCCCC" if join_code != "CCCCCC" else "DDDDDD"
    statuses = [client.post(JOIN, {"code": wrong}).status_code for _ in range(6)]
    assert statuses == 5 * [200] + [429]
    assert client.post(JOIN, {"code": join_code}).status_code == 429
    assert stranger.memberships.count() == 1


def test_the_teacher_opens_renews_and_closes_the_join_code(hers: Client, classroom: Classroom) -> None:
    path = reverse("accounts:class_join_code", args=[classroom.pk])
    seen = []
    for is_open in ("1", "1", "0"):
        hers.post(path, {"open": is_open})
        page = hers.get(reverse("accounts:class_access", args=[classroom.pk]))
        seen.append(page.context["join_code"])
        assert seen[-1] in page.content.decode()
    assert seen[0] != seen[1]
    assert [len(code) for code in seen] == [7, 7, 0]
