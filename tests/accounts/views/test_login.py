"""The pages about accounts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client

from accounts.models import Classroom, KnownDevice, User
from accounts.services.cards import cards_on, reset_passwords
from accounts.services.logins import FREE_FAILURES
from accounts.services.passwords import new_card_key
from accounts.services.setup import issue_setup_token

ClientOf = Callable[[User], Client]
LOGIN, SETTINGS, PASSWORD_CHANGE = "/accounts/login/", "/accounts/settings/", "/accounts/password/"
ENGLISH = {"Accept-Language": "en"}


def enter(client: Client, name: str, password: str, **fields: str) -> Any:
    return client.post(LOGIN, {"username": name, "password": password, **fields}, headers=ENGLISH)


def is_in(client: Client) -> bool:
    return client.get(SETTINGS).status_code == 200


# Log in


def test_name_and_password_lead_in(client: Client, student: User, password: str) -> None:
    response = enter(client, " Léa ", password)
    assert (response.status_code, response.url) == (302, "/")
    assert is_in(client)


def test_a_wrong_password_leads_nowhere_and_says_so_without_showing_it(client: Client, student: User) -> None:
    response = enter(client, "lea", "seventy-seven")
    page = response.content.decode()
    assert response.status_code == 200
    assert "do not match" in page
    assert 'value="lea"' in page
    assert "seventy-seven" not in page
    assert not is_in(client)


def test_the_page_of_an_unknown_name_is_the_page_of_a_wrong_password(client: Client, student: User) -> None:
    pages = []
    for name in ("lea", "sam"):
        page = enter(client, name, "wrong").content.decode().replace(f'value="{name}"', "")
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        pages.append(
            [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line or token not in line]
        )
    assert pages[0] == pages[1]


@pytest.mark.usefixtures("_still_clock")
def test_too_many_guesses_show_a_wait(client: Client, student: User, password: str) -> None:
    for _ in range(FREE_FAILURES):
        enter(client, "lea", "wrong")
    response = enter(client, "lea", password)
    assert response.status_code == 429
    assert "30 seconds" in response.content.decode()
    assert not is_in(client)


def test_a_session_is_a_new_one_after_the_login(client: Client, student: User, password: str) -> None:
    enter(client, "lea", password)
    client.post("/accounts/logout/")
    session = client.session
    session["planted"] = "by somebody"
    session.save()
    client.cookies[site_settings.SESSION_COOKIE_NAME] = planted = session.session_key
    enter(client, "lea", password)
    assert client.cookies[site_settings.SESSION_COOKIE_NAME].value != planted
    stolen = Client()
    stolen.cookies[site_settings.SESSION_COOKIE_NAME] = planted
    assert not is_in(stolen)


def test_the_next_person_at_a_machine_gets_nothing_of_the_ones_before(
    client: Client, student: User, classmate: User, password: str
) -> None:
    enter(client, "lea", password)
    session = client.session
    session["left"] = "by lea"
    session.save()
    client.post("/accounts/logout/")
    enter(client, "tom", password)
    assert "left" not in client.session


def test_a_browser_is_known_again_at_its_next_login(
    client: Client, student: User, classmate: User, password: str
) -> None:
    for name in ("lea", "tom", "lea"):
        enter(client, name, password)
        client.post("/accounts/logout/")
    assert KnownDevice.objects.count() == 2


def test_guesses_of_strangers_do_not_throttle_a_known_browser(
    client: Client, student: User, password: str
) -> None:
    enter(client, "lea", password)
    client.post("/accounts/logout/")
    for _ in range(20):
        enter(Client(), "lea", "wrong")
    assert enter(Client(), "lea", password).status_code == 429
    assert enter(client, "lea", password).status_code == 302


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/accounts/settings/", "/accounts/settings/"),
        ("http://testserver/help/", "http://testserver/help/"),
        ("https://elsewhere.test/", "/"),
        ("//elsewhere.test/", "/"),
        ("/\\elsewhere.test/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_the_login_leads_to_pages_of_ours_only(
    client: Client, student: User, password: str, wanted: str, reached: str
) -> None:
    assert enter(client, "lea", password, next=wanted).url == reached
    assert client.get(LOGIN, {"next": wanted}).url == reached


def test_the_page_that_was_wanted_outlives_a_wrong_password(client: Client, student: User) -> None:
    page = enter(client, "lea", "wrong", next="/help/").content.decode()
    assert '<input type="hidden" name="next" value="/help/">' in page


def test_the_login_fields_are_labelled_for_phones_and_password_managers(client: Client, db: None) -> None:
    page = client.get(LOGIN).content.decode()
    name = page.split('name="username"')[1].split(">")[0]
    word = page.split('name="password"')[1].split(">")[0]
    assert 'autocomplete="username"' in name
    assert 'autocapitalize="none"' in name
    assert 'autocomplete="current-password"' in word


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"username": "lea"},
        {"username": "x" * 5000, "password": "y" * 5000},
        {"username": "a\0b", "password": "c"},
    ],
)
def test_a_login_without_sense_is_a_sentence(client: Client, student: User, fields: dict[str, str]) -> None:
    response = client.post(LOGIN, fields)
    assert response.status_code == 200
    assert 'class="errorlist' in response.content.decode()


def test_a_login_takes_a_fixed_number_of_queries(
    client: Client, student: User, password: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        client.get(LOGIN)
    # One of them looks for login cards past their minutes.
    with django_assert_num_queries(40):
        enter(client, "lea", password)


# Log out


def test_logging_out_ends_a_copied_session_too(client: Client, student: User, password: str) -> None:
    enter(client, "lea", password)
    copy = Client()
    copy.cookies[site_settings.SESSION_COOKIE_NAME] = client.cookies[site_settings.SESSION_COOKIE_NAME].value
    assert is_in(copy)
    response = client.post("/accounts/logout/")
    assert (response.status_code, response.url) == (302, LOGIN)
    assert not is_in(client)
    assert not is_in(copy)


# Password


def change(client: Client, old: str, new: str, again: str | None = None) -> Any:
    fields = {"old_password": old, "new_password1": new, "new_password2": new if again is None else again}
    return client.post(PASSWORD_CHANGE, fields, headers=ENGLISH)


def test_a_new_password_holds_here_and_ends_the_sessions_elsewhere(
    client_of: ClientOf, student: User, password: str
) -> None:
    here, elsewhere = client_of(student), client_of(student)
    assert change(here, password, "four corners of a grid").url == SETTINGS
    assert is_in(here)
    assert not is_in(elsewhere)
    assert enter(Client(), "lea", "four corners of a grid").status_code == 302


@pytest.mark.parametrize(
    ("new", "again", "reason"),
    [
        ("four corners", "for corners", "match"),
        ("short", None, "8 characters"),
        ("password", None, "common"),
        ("92837465", None, "numeric"),
        ("x" * 201, None, "200"),
    ],
)
def test_a_bad_new_password_is_refused_with_its_reason(
    client_of: ClientOf, student: User, password: str, new: str, again: str | None, reason: str
) -> None:
    response = change(client_of(student), password, new, again)
    assert reason in response.content.decode()
    student.refresh_from_db()
    assert student.check_password(password)


def test_a_new_password_like_the_user_name_is_refused(
    client_of: ClientOf, teacher: User, password: str
) -> None:
    response = change(client_of(teacher), password, "mme.martin1")
    assert "too similar" in response.content.decode()


def test_the_old_password_is_needed_and_cannot_be_guessed(
    client_of: ClientOf, student: User, password: str
) -> None:
    client = client_of(student)
    for _ in range(FREE_FAILURES):
        assert change(client, "wrong", "four corners").status_code == 200
    assert change(client, password, "four corners").status_code == 429
    student.refresh_from_db()
    assert student.check_password(password)


# Language


def test_a_language_chosen_is_kept_by_the_account_and_confirmed_in_it(
    client_of: ClientOf, student: User
) -> None:
    client = client_of(student)
    response = client.post(SETTINGS, {"language": "en"}, headers={"Accept-Language": "fr"}, follow=True)
    student.refresh_from_db()
    assert student.language == "en"
    assert "Your language was saved." in response.content.decode()


@pytest.mark.parametrize(
    "posted",
    [{"language": "xx"}, {"language": "fr", "role": "teacher", "is_superuser": "on", "username": "boss"}],
)
def test_no_other_language_and_nothing_else_can_be_set(
    client_of: ClientOf, student: User, posted: dict[str, str]
) -> None:
    client_of(student).post(SETTINGS, posted)
    student.refresh_from_db()
    assert (student.username, student.role, student.is_superuser) == ("lea", "student", False)
    assert student.language in {"", "fr"}


def test_the_browsers_language_is_spoken_again_when_the_account_leaves_the_choice_to_it(
    client_of: ClientOf, student: User
) -> None:
    client = client_of(student)
    client.post("/accounts/language/", {"language": "en"})
    client.post(SETTINGS, {"language": ""})
    response = client.get(SETTINGS, headers={"Accept-Language": "fr"})
    assert response.headers["Content-Language"] == "fr"


def test_the_switch_is_kept_by_a_strangers_browser(client: Client, db: None) -> None:
    response = client.post("/accounts/language/", {"language": "en", "next": "/accounts/login/?next=/help/"})
    assert response.url == "/accounts/login/?next=/help/"
    assert client.get(LOGIN, headers={"Accept-Language": "fr"}).headers["Content-Language"] == "en"


def test_the_switch_is_stored_in_the_account_of_the_logged_in_user(
    client_of: ClientOf, student: User
) -> None:
    client_of(student).post("/accounts/language/", {"language": "en"})
    student.refresh_from_db()
    assert student.language == "en"


@pytest.mark.parametrize("posted", [{}, {"language": "xx"}, {"language": "../en"}, {"language": "en-GB"}])
def test_a_switch_to_a_language_the_site_does_not_speak_changes_nothing(
    client_of: ClientOf, student: User, posted: dict[str, str]
) -> None:
    response = client_of(student).post("/accounts/language/", {**posted, "next": "https://elsewhere.test/"})
    assert response.url == "/"
    assert not response.cookies
    student.refresh_from_db()
    assert student.language == ""


# The first teacher


@pytest.fixture
def token(db: None) -> str:
    return issue_setup_token()


def set_up(client: Client, good: str, **changed: str) -> Any:
    fields = {
        "token": good,
        "username": "Mme.Martin",
        "password1": "four corners",
        "password2": "four corners",
    }
    return client.post("/accounts/setup/", fields | changed, headers=ENGLISH)


def test_the_login_page_of_a_new_site_offers_to_make_the_first_teacher(client: Client, db: None) -> None:
    assert "/accounts/setup/" in client.get(LOGIN).content.decode()


def test_the_offer_is_gone_once_there_is_a_teacher(client: Client, teacher: User) -> None:
    assert "/accounts/setup/" not in client.get(LOGIN).content.decode()


def test_the_token_makes_the_first_teacher_and_logs_her_in(client: Client, token: str) -> None:
    assert set_up(client, token).status_code == 302
    assert User.objects.get().is_superuser
    assert is_in(client)
    assert client.get("/admin/").status_code == 200


def test_the_address_with_the_token_in_it_fills_the_field(client: Client, token: str) -> None:
    assert f'value="{token}"' in client.get("/accounts/setup/", {"token": token}).content.decode()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"token": "guessed"}, "not the token"),
        ({"username": "two words"}, "begins with a letter"),
        ({"username": ""}, "required"),
        ({"password1": "short", "password2": "short"}, "8 characters"),
        ({"password2": "five corners"}, "match"),
    ],
)
def test_a_wrong_token_or_a_bad_account_makes_nobody_and_says_why(
    client: Client, token: str, changed: dict[str, str], reason: str
) -> None:
    assert reason in set_up(client, token, **changed).content.decode()
    assert not User.objects.exists()
    assert set_up(client, token).status_code == 302


def test_with_a_teacher_there_is_no_set_up(client: Client, token: str, teacher: User) -> None:
    assert client.get("/accounts/setup/").url == LOGIN
    assert set_up(client, token).url == LOGIN
    assert User.objects.count() == 1


# Cards


CARD = "/accounts/login/card/"


@pytest.fixture
def card_code(student: User, teacher: User, classroom: Classroom) -> str:
    key = new_card_key()
    sheet = reset_passwords(users=[student], by=teacher, classroom=classroom, key=key)
    return cards_on(sheet, key=key)[0].code


def test_a_card_leads_in_like_a_password(client: Client, card_code: str) -> None:
    assert card_code
    response = client.post(CARD, {"code": card_code})
    assert (response.status_code, response.url) == (302, "/")
    assert is_in(client)
    assert client.session.get_expire_at_browser_close()


def test_a_card_sent_in_the_address_leads_nowhere(client: Client, card_code: str) -> None:
    assert client.get(CARD, {"code": card_code}).status_code == 200
    assert not is_in(client)


def test_a_wrong_card_says_so_and_offers_to_type(client: Client, card_code: str) -> None:
    page = client.post(CARD, {"code": card_code[::-1]}, headers=ENGLISH)
    assert page.status_code == 200
    assert "not valid any more" in page.text
    assert 'name="username"' in page.text
    assert card_code[::-1] not in page.text
    assert not is_in(client)


def test_a_card_does_not_replace_who_is_logged_in(
    client_of: ClientOf, classmate: User, card_code: str
) -> None:
    client = client_of(classmate)
    assert client.post(CARD, {"code": card_code}, headers=ENGLISH).status_code == 200
    assert int(client.session["_auth_user_id"]) == classmate.pk


def test_a_teacher_revokes_the_card_of_a_student_of_hers_only(
    client: Client,
    client_of: ClientOf,
    classroom: Classroom,
    teacher: User,
    other_teacher: User,
    card_code: str,
) -> None:
    address = f"/classes/{classroom.pk}/members/lea/card-code/"
    page = client_of(teacher).get(f"/classes/{classroom.pk}/members/lea/", headers=ENGLISH)
    assert "Revoke the QR code" in page.text
    assert client_of(other_teacher).post(address).status_code == 404
    assert client_of(teacher).post(address).status_code == 302
    assert "Revoke the QR code" not in client_of(teacher).get(page.request["PATH_INFO"], headers=ENGLISH).text
    assert client.post(CARD, {"code": card_code}).status_code == 200
    assert not is_in(client)
