"""The pages about what is stored: who comes to them, and what they do."""

import json
import re
from collections.abc import Callable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import ClassActivity, Classroom, Membership, User
from accounts.views import privacy

ClientOf = Callable[[User], Client]


def member_url(name: str, classroom: Classroom, username: str = "lea") -> str:
    return reverse(f"accounts:{name}", args=[classroom.pk, username])


def file_of(response: Any) -> Any:
    return json.loads(b"".join(response.streaming_content))


# What is told


def test_the_page_lists_kinds_of_data_with_counts_and_examples(
    client_of: ClientOf, student: User, django_assert_max_num_queries: Any
) -> None:
    client = client_of(student)
    # One or two for each kind: with drills, rooms, races, relays, answers, marks, notes, cards as many.
    with django_assert_max_num_queries(78):
        text = client.get(reverse("accounts:privacy_mine"), headers={"accept-language": "en"}).text
    assert "The account" in text
    assert "&quot;username&quot;: &quot;lea&quot;" in text
    assert "teachers of your class have your real name" in text
    assert "Léa" not in text


def test_the_page_asks_the_database_as_often_however_much_there_is(
    client_of: ClientOf, student: User, classroom: Classroom
) -> None:
    client = client_of(student)
    counts = []
    for _round in range(2):
        rows = (ClassActivity(classroom=classroom, kind="code-created", subject=student) for _ in range(50))
        ClassActivity.objects.bulk_create(rows)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("accounts:privacy_mine"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_file_is_a_download_with_a_name(client_of: ClientOf, student: User) -> None:
    before = timezone.localdate()
    answer = client_of(student).get(reverse("accounts:privacy_mine_json"))
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert answer["Content-Disposition"] in {
        f'attachment; filename="sudokusite-lea-{day:%Y-%m-%d}.json"' for day in (before, timezone.localdate())
    }
    assert answer.streaming
    assert "no-store" in answer["Cache-Control"]
    assert file_of(answer)["account"] == "lea"


def test_the_familys_copy_has_the_name_and_the_note(
    client_of: ClientOf, teacher: User, student: User, classroom: Classroom
) -> None:
    told = file_of(client_of(teacher).get(member_url("member_data", classroom)))
    [row] = told["stored"]["accounts.Membership"]["rows"]
    assert (row["family_name"], row["given_name"]) == ("PETIT", "Léa")


def test_a_copy_to_read_is_a_file_beside_it(
    client_of: ClientOf, teacher: User, student: User, administrator: User, classroom: Classroom
) -> None:
    mine = client_of(student).get(reverse("accounts:privacy_mine_copy"))
    assert mine["Content-Type"] == "text/html; charset=utf-8"
    assert re.fullmatch(
        r'attachment; filename="sudokusite-lea-[-0-9]{10}\.html"', mine["Content-Disposition"]
    )
    assert "PETIT" not in mine.getvalue().decode()
    for client, address in (
        (client_of(teacher), member_url("member_copy", classroom)),
        (client_of(administrator), reverse("accounts:account_copy", args=["lea"])),
    ):
        assert "PETIT Léa" in client.get(address).getvalue().decode()
    assert client_of(teacher).get(reverse("accounts:account_copy", args=["lea"])).status_code == 404


def test_a_copy_to_read_of_another_class_is_not_made(
    client_of: ClientOf, teacher: User, student: User, classroom: Classroom
) -> None:
    other = Classroom.objects.create(name="Chess")
    Membership.objects.create(classroom=other, student=student, note="of another teacher")
    answer = client_of(teacher).get(member_url("member_copy", classroom), follow=True)
    assert answer.redirect_chain == [(member_url("member", classroom), 302)]
    assert "of another teacher" not in answer.text


def test_data_of_another_class_is_not_exported(
    client_of: ClientOf, teacher: User, student: User, classroom: Classroom
) -> None:
    other = Classroom.objects.create(name="Chess")
    Membership.objects.create(classroom=other, student=student, note="of another teacher")
    answer = client_of(teacher).get(member_url("member_data", classroom), follow=True)
    assert answer.redirect_chain == [(member_url("member", classroom), 302)]
    assert "of another teacher" not in answer.text


def test_an_administrator_makes_the_copy_of_any_account(
    client_of: ClientOf, administrator: User, student: User
) -> None:
    client = client_of(administrator)
    assert file_of(client.get(reverse("accounts:account_data", args=["lea"])))["account"] == "lea"
    assert client.get(reverse("accounts:account_data", args=["nobody"])).status_code == 404


# Deleting oneself


def test_a_student_deletes_the_account_with_the_password(
    client_of: ClientOf, student: User, password: str
) -> None:
    client = client_of(student)
    answer = client.post(reverse("accounts:privacy_delete"), {"password": password})
    assert answer["Location"] == reverse("accounts:privacy_deleted")
    assert not User.objects.filter(pk=student.pk).exists()
    assert not Session.objects.exists()
    assert client.get(reverse("accounts:privacy_mine")).status_code == 302


def test_a_wrong_password_deletes_nothing_and_is_counted(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    for _ in range(5):
        answer = client.post(reverse("accounts:privacy_delete"), {"password": "guessed"})
        assert answer.status_code == 200
        assert answer.context["form"].errors
    assert client.post(reverse("accounts:privacy_delete"), {"password": "guessed"}).status_code == 429
    assert User.objects.filter(pk=student.pk).exists()


def test_the_page_says_what_the_teacher_loses(client_of: ClientOf, student: User, password: str) -> None:
    page = client_of(student).get(reverse("accounts:privacy_delete"), headers={"accept-language": "en"})
    assert "Your teacher loses your results" in page.text
    assert User.objects.filter(pk=student.pk).exists()


def test_a_teacher_who_is_needed_sees_why_the_account_stays(
    client_of: ClientOf, teacher: User, student: User, administrator: User, password: str
) -> None:
    client = client_of(teacher)
    assert "6e B" in client.get(reverse("accounts:privacy_delete")).text
    answer = client.post(reverse("accounts:privacy_delete"), {"password": password})
    assert answer.status_code == 409
    assert User.objects.filter(pk=teacher.pk).exists()


# Deleting a student


def test_a_teacher_deletes_a_student_by_typing_the_name(
    client_of: ClientOf, teacher: User, student: User, classmate: User, classroom: Classroom
) -> None:
    client, url = client_of(teacher), member_url("member_delete", classroom)
    assert client.get(url).status_code == 200
    assert client.post(url, {"username": "tom"}).context["form"].errors
    assert User.objects.filter(pk=student.pk).exists()
    assert client.post(url, {"username": " Lea "})["Location"] == reverse(
        "accounts:class_page", args=[classroom.pk]
    )
    assert set(User.objects.students()) == {classmate}


def test_a_student_of_another_class_too_is_only_taken_out(
    client_of: ClientOf, teacher: User, student: User, classroom: Classroom
) -> None:
    other = Classroom.objects.create(name="Chess")
    Membership.objects.create(classroom=other, student=student)
    client, url = client_of(teacher), member_url("member_delete", classroom)
    assert client.get(url).context["is_hers_alone"] is False
    client.post(url, {"username": "lea"})
    assert [each.classroom for each in student.memberships.all()] == [other]


# The administration


def test_the_administration_deletes_every_trace(
    client_of: ClientOf, administrator: User, student: User
) -> None:
    client_of(student)
    client = client_of(administrator)
    typed = {"post": "yes", "typed": "lea"}
    answer = client.post(reverse("admin:accounts_user_delete", args=[student.pk]), typed)
    assert answer.status_code == 302
    assert not User.objects.filter(username="lea").exists()
    assert Session.objects.count() == 1
    assert {entry.object_repr for entry in LogEntry.objects.all()} == {"—"}


def test_several_at_once_leave_no_trace_either(
    client_of: ClientOf, administrator: User, student: User, classmate: User
) -> None:
    chosen = [student.pk, classmate.pk]
    client_of(student)
    client_of(administrator).post(
        reverse("admin:accounts_user_changelist"),
        {"action": "delete_selected", "_selected_action": chosen, "post": "yes", "typed": "2"},
    )
    assert not User.objects.students().exists()
    assert Session.objects.count() == 1


def test_the_administration_says_why_a_teacher_stays(
    client_of: ClientOf, administrator: User, teacher: User, student: User
) -> None:
    url = reverse("admin:accounts_user_delete", args=[teacher.pk])
    client = client_of(administrator)
    assert "6e B" in client.get(url).text
    client.post(url, {"post": "yes"})
    assert User.objects.filter(pk=teacher.pk).exists()


# Papers


def test_the_notice_says_how_long(client: Client, db: None, settings: Any) -> None:
    url, english = reverse("accounts:privacy_notice"), {"accept-language": "en"}
    settings.RETENTION_DAYS = None
    assert "or your school deletes your account" in client.get(url, headers=english).text
    settings.RETENTION_DAYS = 90
    assert "archived for 90 days" in client.get(url, headers=english).text


def test_every_page_leads_to_the_notice(client: Client, db: None) -> None:
    assert f'href="{reverse("accounts:privacy_notice")}"' in client.get(reverse("accounts:login")).text


def test_the_sheet_names_the_retention_of_this_site(
    client_of: ClientOf, teacher: User, settings: Any
) -> None:
    settings.RETENTION_DAYS = 400
    page = client_of(teacher).get(
        reverse("accounts:privacy_register_sheet"), headers={"accept-language": "en"}
    )
    assert "archived for 400 days" in page.text


# The file is written before it is sent


def test_the_file_is_whole_before_its_first_byte_is_sent(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(reverse("accounts:privacy_mine_json"))
        asked = len(queries)
        told = file_of(answer)
        assert len(queries) == asked
    assert told["complete"]


def test_a_person_has_one_file_made_at_a_time(client_of: ClientOf, student: User, teacher: User) -> None:
    client = client_of(student)
    with privacy._EXPORTS.slot(student.pk):
        answer = client.get(reverse("accounts:privacy_mine_json"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert client.get(reverse("accounts:privacy_mine_json")).status_code == 200


def test_the_page_of_a_student_leads_to_a_report_that_a_family_can_read(
    teacher: User, student: User, classroom: Classroom, client_of: Callable[[User], Client]
) -> None:
    client, report = client_of(teacher), f"/classes/{classroom.pk}/reports/{student.username}/"
    page = client.get(f"/classes/{classroom.pk}/members/{student.username}/").content.decode()
    assert f'href="{report}"' in page
    assert client.get(report).status_code == 200
