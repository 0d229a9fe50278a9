"""Accounts in the admin: what a teacher, an administrator and anybody else may do there."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, KnownDevice, LoginThrottle, Membership, User

ClientOf = Callable[[User], Client]
LIST = "/admin/accounts/user/"
ENGLISH = {"Accept-Language": "en"}
SURE = {"sure": "yes"}


def page_of(user: User, name: str = "change") -> str:
    return reverse(f"admin:accounts_user_{name}", args=[user.pk])


def act(client: Client, action: str, *users: User) -> Any:
    fields = {"action": action, "_selected_action": [user.pk for user in users]}
    return client.post(LIST, fields, headers=ENGLISH)


def saved(client: Client, user: User, **fields: str) -> Any:
    """The answer to the change form, sent with these fields changed."""
    form = {"username": user.username, "is_active": "on", "language": "", "extra_time": "1"}
    return client.post(page_of(user), form | fields, headers=ENGLISH)


@pytest.fixture
def hers(client_of: ClientOf, teacher: User) -> Client:
    """The admin as the teacher has it."""
    return client_of(teacher)


@pytest.fixture
def all_of_it(client_of: ClientOf, administrator: User) -> Client:
    """The admin as the administrator has it."""
    return client_of(administrator)


@pytest.fixture
def shared(student: User, stranger: User) -> User:
    """A student of the teacher who is in the other teacher's class too."""
    Membership.objects.create(
        classroom=stranger.studied_in.get(),
        student=student,
        real_name="Lea in the other class",
        note="secret",
    )
    return student


# Who sees whom


def test_a_teacher_finds_her_students_and_nobody_else(
    hers: Client, student: User, classmate: User, stranger: User, administrator: User
) -> None:
    page = hers.get(LIST)
    assert set(page.context["cl"].result_list) == {student, classmate}
    assert "PETIT Léa" in page.content.decode()


def test_an_administrator_finds_everybody(
    all_of_it: Client, student: User, stranger: User, administrator: User
) -> None:
    assert set(all_of_it.get(LIST).context["cl"].result_list) == set(User.objects.all())


def test_a_teacher_sees_nothing_that_another_teacher_wrote_about_a_shared_student(
    hers: Client, shared: User
) -> None:
    for address in (LIST, page_of(shared), "/admin/accounts/membership/"):
        page = hers.get(address).content.decode()
        assert "PETIT Léa" in page
        assert "other class" not in page
        assert "5e A" not in page
        assert "secret" not in page


@pytest.mark.parametrize(
    ("term", "found"), [("lea", 1), ("petit", 1), ("other class", 0), ("zoe", 0), ("blanc", 0)]
)
def test_a_teacher_searches_user_names_and_the_real_names_of_her_classes(
    hers: Client, shared: User, classmate: User, term: str, found: int
) -> None:
    assert hers.get(LIST, {"q": term}).context["cl"].result_count == found


def test_the_filter_of_classes_offers_and_takes_her_own_only(
    hers: Client, shared: User, classroom: Classroom, classmate: User
) -> None:
    other = Classroom.objects.get(name="5e A")
    assert hers.get(LIST, {"class": classroom.pk}).context["cl"].result_count == 2
    assert hers.get(LIST, {"class": other.pk}).context["cl"].result_count == 0
    assert hers.get(LIST, {"class": "x"}).context["cl"].result_count == 2
    assert hers.get(LIST, {"class": "9" * 5000}).context["cl"].result_count == 2


@pytest.mark.parametrize(
    "lookup",
    [
        {"password__startswith": "md5"},
        {"memberships__family_name__startswith": "L"},
        {"login_throttles__key__startswith": "a"},
        {"is_superuser__exact": "1", "password__contains": "x"},
    ],
)
def test_no_secret_can_be_spelled_out_by_filters_in_the_address(
    all_of_it: Client, student: User, lookup: dict[str, str]
) -> None:
    assert all_of_it.get(LIST, lookup).status_code == 400


def test_the_list_takes_few_queries_for_many_accounts(
    hers: Client, classroom: Classroom, student: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(30):
        user = User.objects.create_user(f"student{number}", "")
        Membership.objects.create(classroom=classroom, student=user, real_name=f"Name {number}")
    with django_assert_max_num_queries(12):
        hers.get(LIST)


# Every address, everybody


ADDRESSES = {
    # address: nobody, student, teacher of the student, other teacher, administrator
    "list": (302, 302, 200, 200, 200),
    "add": (302, 302, 302, 302, 200),
    "students": (302, 302, 200, 200, 200),
    "change": (302, 302, 200, 302, 200),
    "delete": (302, 302, 403, 403, 200),
    "history": (302, 302, 200, 302, 200),
    "reset": (302, 302, 200, 404, 200),
    "unlock": (302, 302, 405, 405, 405),
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_every_address_answers_everybody_as_the_table_says(
    name: str,
    client_of: ClientOf,
    student: User,
    classmate: User,
    teacher: User,
    other_teacher: User,
    administrator: User,
) -> None:
    fixed = {"list": "changelist", "add": "add", "students": "students"}
    address = reverse(f"admin:accounts_user_{fixed[name]}") if name in fixed else page_of(student, name)
    clients = [Client(), *(client_of(user) for user in (classmate, teacher, other_teacher, administrator))]
    assert tuple(client.get(address).status_code for client in clients) == ADDRESSES[name]


@pytest.mark.parametrize("name", ["change", "delete", "reset", "unlock"])
@pytest.mark.parametrize("whom", ["stranger", "other_teacher", "administrator", "teacher"])
def test_a_teacher_cannot_change_a_user_who_is_not_her_student(
    name: str, whom: str, hers: Client, request: pytest.FixtureRequest, password: str
) -> None:
    user: User = request.getfixturevalue(whom)
    fields = {"username": "taken.over", "post": "yes", "extra_time": "1", "language": ""}
    response = hers.post(page_of(user, name), fields)
    assert response.status_code in {302, 403, 404}
    unchanged = User.objects.get(pk=user.pk)
    assert unchanged.username == user.username
    assert unchanged.check_password(password)


@pytest.mark.parametrize("action", ["reset_passwords", "deactivate", "delete_selected", "unlock"])
def test_an_act_on_chosen_accounts_leaves_those_alone_that_are_not_hers(
    action: str,
    hers: Client,
    student: User,
    stranger: User,
    administrator: User,
    teacher: User,
    password: str,
) -> None:
    act(hers, action, stranger, administrator, teacher)
    for user in (stranger, administrator, teacher):
        user.refresh_from_db()
        assert user.is_active
        assert user.check_password(password)


# Nobody rises by a posted field


@pytest.mark.parametrize(
    "fields",
    [
        {"role": "teacher"},
        {"is_superuser": "on"},
        {"is_staff": "on"},
        {"role": "teacher", "is_superuser": "on", "groups": "1", "user_permissions": "1"},
        {"password": "md5$x$y"},
        {"last_login_0": "2020-01-01"},
    ],
)
def test_a_teacher_gives_no_rights_by_posting_fields(
    hers: Client, student: User, password: str, fields: dict[str, str]
) -> None:
    saved(hers, student, language="en", **fields)
    student.refresh_from_db()
    assert student.language == "en"
    assert (student.role, student.is_superuser, student.last_login) == ("student", False, None)
    assert not student.user_permissions.exists()
    assert student.check_password(password)


def test_a_teacher_makes_no_teacher_by_posting_to_the_page_that_adds_accounts(
    hers: Client, teacher: User
) -> None:
    response = hers.post(
        f"{LIST}add/", {"username": "boss", "role": "teacher", "is_superuser": "on", "language": ""}
    )
    assert response.url == "/admin/accounts/user/students/"
    assert list(User.objects.all()) == [teacher]


def test_a_teacher_renames_a_student_and_gives_extra_time(hers: Client, student: User) -> None:
    assert saved(hers, student, username="Léa.P", extra_time="1.33").status_code == 302
    student.refresh_from_db()
    assert (student.username, str(student.extra_time)) == ("lea.p", "1.33")


@pytest.mark.parametrize("name", ["tom", "Tom ", "two words", ""])
def test_a_name_that_is_taken_or_impossible_is_refused(
    hers: Client, student: User, classmate: User, name: str
) -> None:
    assert saved(hers, student, username=name).status_code == 200
    student.refresh_from_db()
    assert student.username == "lea"


def test_an_administrator_does_not_lock_herself_out(all_of_it: Client, administrator: User) -> None:
    saved(all_of_it, administrator, is_active="", role="student")
    act(all_of_it, "deactivate", administrator)
    all_of_it.post(page_of(administrator, "delete"), {"post": "yes"})
    act(all_of_it, "delete_selected", administrator)
    all_of_it.post(LIST, {"action": "delete_selected", "_selected_action": [administrator.pk], "post": "yes"})
    administrator.refresh_from_db()
    assert (administrator.is_active, administrator.is_superuser, administrator.role) == (
        True,
        True,
        "teacher",
    )


def test_an_administrator_cannot_be_made_of_a_student_role(all_of_it: Client, student: User) -> None:
    assert saved(all_of_it, student, role="student", is_superuser="on").status_code == 200
    student.refresh_from_db()
    assert not student.is_superuser


# Passwords


def test_a_fresh_password_is_shown_once_and_works(
    hers: Client, student: User, client: Client, password: str
) -> None:
    response = hers.post(page_of(student, "reset"), SURE, headers=ENGLISH, follow=True)
    [row] = response.context["rows"]
    assert row.password in response.content.decode()
    assert (row.user.username, row.real_name) == ("lea", "PETIT Léa")
    assert "no-store" in response.headers["Cache-Control"]
    assert client.post("/accounts/login/", {"username": "lea", "password": row.password}).status_code == 302
    assert row.password not in hers.get(page_of(student)).content.decode()
    assert row.password not in str([dict(entry) for entry in LogEntry.objects.values()])
    assert row.password not in str(dict(hers.session.items()))


def test_a_fresh_password_ends_the_sessions_of_the_account(
    hers: Client, client_of: ClientOf, student: User
) -> None:
    playing = client_of(student)
    hers.post(page_of(student, "reset"), SURE)
    assert playing.get("/accounts/settings/").status_code == 302


def test_new_passwords_are_given_only_once_the_page_that_asks_is_answered(
    hers: Client, student: User, classmate: User, password: str
) -> None:
    pages = [
        hers.get(page_of(student, "reset"), headers=ENGLISH),
        hers.post(page_of(student, "reset"), headers=ENGLISH),
        act(hers, "reset_passwords", student, classmate),
    ]
    assert all('name="sure"' in page.content.decode() for page in pages)
    assert "Create a new password for 1 account?" in pages[0].content.decode()
    student.refresh_from_db()
    assert student.check_password(password)


def test_passwords_of_a_whole_class_are_reset_at_once(hers: Client, student: User, classmate: User) -> None:
    fields = {"action": "reset_passwords", "_selected_action": [student.pk, classmate.pk], **SURE}
    rows = hers.post(LIST, fields, follow=True).context["rows"]
    for row, user in zip(rows, (student, classmate), strict=True):
        user.refresh_from_db()
        assert user.check_password(row.password)


def test_one_resets_no_password_of_ones_own(all_of_it: Client, administrator: User, password: str) -> None:
    act(all_of_it, "reset_passwords", administrator)
    assert all_of_it.post(page_of(administrator, "reset"), SURE).status_code == 404
    administrator.refresh_from_db()
    assert administrator.check_password(password)


@pytest.mark.parametrize("by", ["button", "list"])
def test_a_teacher_unlocks_a_student_who_guessed_too_often(hers: Client, student: User, by: str) -> None:
    closed = timezone.now() + timedelta(minutes=30)
    LoginThrottle.objects.create(key="lea", user=student, failures=9, locked_until=closed)
    shown = timezone.localtime(closed).strftime("%H:%M")
    User.objects.update(language="fr")
    assert shown in hers.get(LIST).content.decode()
    if by == "button":
        hers.post(page_of(student, "unlock"))
    else:
        act(hers, "unlock", student)
    assert not LoginThrottle.objects.exclude(failures=0, locked_until=None).exists()
    assert shown not in hers.get(page_of(student)).content.decode()


def test_a_teacher_closes_and_opens_an_account(hers: Client, student: User, classmate: User) -> None:
    act(hers, "deactivate", student)
    assert list(User.objects.filter(is_active=False)) == [student]
    act(hers, "activate", student)
    assert not User.objects.filter(is_active=False).exists()


def test_the_accounts_history_lists_changes_without_the_password(
    hers: Client, student: User, teacher: User
) -> None:
    hers.post(page_of(student, "reset"), SURE)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_repr, entry.change_message) == (teacher, "lea", "New password.")


# New accounts by an administrator


def test_an_administrator_makes_a_teacher_whose_password_is_shown_once(all_of_it: Client) -> None:
    fields = {"username": "M.Blanc", "role": "teacher", "language": ""}
    [row] = all_of_it.post(f"{LIST}add/", fields, follow=True).context["rows"]
    made = User.objects.get(username="m.blanc")
    assert made.is_teacher
    assert not made.is_superuser
    assert made.check_password(row.password)


# Deleting


def test_a_teacher_deletes_no_account_in_the_admin(hers: Client, student: User) -> None:
    assert hers.post(page_of(student, "delete"), {"post": "yes", "typed": "lea"}).status_code == 403
    assert User.objects.filter(username="lea").exists()


def test_what_is_deleted_with_an_account_is_listed_in_french(all_of_it: Client, student: User) -> None:
    LoginThrottle.objects.create(key="a", user=student)
    KnownDevice.objects.create(token_hash="b", user=student)
    page = all_of_it.get(page_of(student, "delete"), headers={"Accept-Language": "fr"}).content.decode()
    assert "Navigateurs connus: 1" in page
    assert "Connexions échouées: 1" in page


def test_a_student_of_two_teachers_is_deleted_by_neither_but_taken_out_of_the_class(
    hers: Client, shared: User
) -> None:
    assert hers.post(page_of(shared, "delete"), {"post": "yes"}).status_code == 403
    membership = Membership.objects.get(student=shared, classroom__name="6e B")
    hers.post(reverse("admin:accounts_membership_delete", args=[membership.pk]), {"post": "yes"})
    assert [row.classroom.name for row in shared.memberships.all()] == ["5e A"]
    assert hers.get(LIST).context["cl"].result_count == 0


def test_a_teacher_is_offered_no_way_to_delete_many(hers: Client, student: User) -> None:
    assert "delete_selected" not in hers.get(LIST).content.decode()


def test_an_administrator_deletes_many_once_their_number_is_typed(
    all_of_it: Client, student: User, classmate: User
) -> None:
    fields = {"action": "delete_selected", "_selected_action": [student.pk, classmate.pk], "post": "yes"}
    answer = all_of_it.post(LIST, fields, headers=ENGLISH).content.decode()
    assert "type “2” to confirm" in answer
    assert User.objects.students().count() == 2
    all_of_it.post(LIST, fields | {"typed": "2"})
    assert not User.objects.students().exists()


# Text that people bring


def test_a_real_name_is_text_and_never_markup(hers: Client, student: User) -> None:
    Membership.objects.update(given_name="<script>alert(1)</script>")
    pages = [
        hers.get(LIST),
        hers.get(page_of(student)),
        hers.post(page_of(student, "reset"), SURE, follow=True),
    ]
    for page in pages:
        assert "<script>alert" not in page.content.decode()
        assert "&lt;script&gt;alert" in page.content.decode()
