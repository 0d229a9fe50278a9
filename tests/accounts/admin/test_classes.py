"""Classes and members in the admin."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, Membership, User

ClientOf = Callable[[User], Client]
CLASSES, MEMBERS = "/admin/accounts/classroom/", "/admin/accounts/membership/"


def no_members(**fields: str) -> dict[str, str]:
    """The fields of a class, with the list of its members left as it is."""
    return {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0", **fields}


def page_of(row: Any, name: str = "change") -> str:
    return reverse(f"admin:accounts_{row._meta.model_name}_{name}", args=[row.pk])


@pytest.fixture
def hers(client_of: ClientOf, teacher: User) -> Client:
    return client_of(teacher)


@pytest.fixture
def other_class(stranger: User) -> Classroom:
    return Classroom.objects.get(name="5e A")


@pytest.fixture
def membership(student: User) -> Membership:
    return student.memberships.get()


# Classes


def test_a_teacher_finds_her_classes_and_members_only(
    hers: Client, classroom: Classroom, student: User, other_class: Classroom
) -> None:
    assert list(hers.get(CLASSES).context["cl"].result_list) == [classroom]
    assert [row.student for row in hers.get(MEMBERS).context["cl"].result_list] == [student]


def test_the_heads_of_the_list_of_members_are_in_the_language_of_the_page(
    hers: Client, membership: Membership
) -> None:
    page = hers.get(reverse("admin:accounts_membership_changelist"), headers={"Accept-Language": "fr"})
    heads = re.findall(
        r'<th scope="col" class="[^"]*column-(?:student|classroom)".*?</th>', page.content.decode(), re.S
    )
    assert ["élève" in head.lower() or "classe" in head.lower() for head in heads] == [True, True]


def test_a_class_that_a_teacher_makes_is_hers(hers: Client, teacher: User, other_teacher: User) -> None:
    hers.post(f"{CLASSES}add/", no_members(name="4e D", teachers=str(other_teacher.pk)))
    assert list(Classroom.objects.get(name="4e D").teachers.all()) == [teacher]


def test_a_class_of_three_hundred_is_saved(hers: Client, classroom: Classroom) -> None:
    students = User.objects.bulk_create(User(username=f"s{n}") for n in range(300))
    Membership.objects.bulk_create(Membership(classroom=classroom, student=each) for each in students)
    fields = {"name": "6e", "memberships-TOTAL_FORMS": "300", "memberships-INITIAL_FORMS": "300"}
    for place, member in enumerate(classroom.memberships.order_by("pk")):
        row = {"id": member.pk, "classroom": classroom.pk, "family_name": f"Name {place}", "note": ""}
        fields |= {f"memberships-{place}-{name}": str(value) for name, value in row.items()}
    assert hers.post(page_of(classroom), fields).status_code == 302
    assert classroom.memberships.filter(family_name="Name 299").exists()


def test_a_teacher_renames_a_class_and_sets_no_teachers(
    hers: Client, classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    hers.post(page_of(classroom), no_members(name="6e C", teachers=str(other_teacher.pk)))
    classroom.refresh_from_db()
    assert classroom.name == "6e C"
    assert list(classroom.teachers.all()) == [teacher]


def test_an_administrator_says_who_teaches_a_class_and_it_is_no_student(
    client_of: ClientOf, administrator: User, classroom: Classroom, other_teacher: User, student: User
) -> None:
    client = client_of(administrator)
    client.post(page_of(classroom), no_members(name="6e B", teachers=str(student.pk)))
    assert student not in classroom.teachers.all()
    client.post(page_of(classroom), no_members(name="6e B", teachers=str(other_teacher.pk)))
    assert list(classroom.teachers.all()) == [other_teacher]


@pytest.mark.parametrize("name", ["change", "delete", "history"])
def test_a_class_of_another_teacher_is_not_there(hers: Client, other_class: Classroom, name: str) -> None:
    there, nowhere = page_of(other_class, name), page_of(Classroom(pk=10**6), name)
    assert hers.get(there).status_code == hers.get(nowhere).status_code != 200
    hers.post(page_of(other_class, name), no_members(name="mine", post="yes"))
    other_class.refresh_from_db()
    assert other_class.name == "5e A"


def test_a_class_is_archived_and_taken_out_again(
    hers: Client, classroom: Classroom, other_class: Classroom
) -> None:
    both = [classroom.pk, other_class.pk]
    hers.post(CLASSES, {"action": "archive", "_selected_action": both})
    assert list(Classroom.objects.current()) == [other_class]
    hers.post(CLASSES, {"action": "restore", "_selected_action": both})
    assert Classroom.objects.current().count() == 2


def test_the_archive_of_the_admin_is_that_of_the_site(
    hers: Client, teacher: User, classroom: Classroom, student: User, exam: Any
) -> None:
    hers.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    answer = hers.post(CLASSES, {"action": "archive", "_selected_action": [classroom.pk]}, follow=True)
    assert f"{classroom}: Release the results of “{exam.name}” first" in html.unescape(
        answer.content.decode()
    )
    assert Classroom.objects.current().exists()
    exam.delete()
    Classroom.objects.update(join_code="ABCDEF", join_code_ends_at=timezone.now(), paused_at=timezone.now())
    hers.post(CLASSES, {"action": "archive", "_selected_action": [classroom.pk]})
    classroom.refresh_from_db()
    assert classroom.archived_at is not None
    assert (classroom.join_code, classroom.paused_at) == ("", None)
    hers.post(CLASSES, {"action": "restore", "_selected_action": [classroom.pk]})
    kinds = list(classroom.activities.order_by("pk").values_list("kind", "actor"))
    assert kinds == [(kind, teacher.pk) for kind in ("class-archived", "class-restored")]


def test_lists_and_pages_take_few_queries_for_many_rows(
    hers: Client, teacher: User, classroom: Classroom, student: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(20):
        one = Classroom.objects.create(name=f"class {number}")
        one.teachers.add(teacher)
        Membership.objects.create(classroom=one, student=student)
        member = User.objects.create_user(f"student{number}", "")
        Membership.objects.create(classroom=classroom, student=member)
    with django_assert_max_num_queries(10):
        hers.get(CLASSES)
    with django_assert_max_num_queries(10):
        hers.get(MEMBERS)
    with django_assert_max_num_queries(10):
        hers.get(page_of(classroom))


# Members


def membership_fields(membership: Membership, **fields: str) -> dict[str, str]:
    return {
        "classroom": str(membership.classroom_id),
        "family_name": "Petit",
        "given_name": "Léa",
        "note": "",
    } | fields


def test_a_teacher_notes_the_real_name_of_her_student(hers: Client, membership: Membership) -> None:
    hers.post(page_of(membership), membership_fields(membership, family_name="Grand", note="reads slowly"))
    membership.refresh_from_db()
    assert (membership.real_name, membership.note) == ("GRAND Léa", "reads slowly")


def test_a_teacher_takes_no_student_of_others_into_her_class(
    hers: Client, classroom: Classroom, student: User, stranger: User, teacher: User, administrator: User
) -> None:
    for victim in (stranger, teacher, administrator):
        fields = {"classroom": str(classroom.pk), "student": str(victim.pk), "family_name": "", "note": ""}
        assert hers.post(f"{MEMBERS}add/", fields).status_code == 200
    assert list(classroom.students.all()) == [student]


def test_a_teacher_puts_no_student_into_a_class_of_others(
    hers: Client, student: User, membership: Membership, other_class: Classroom
) -> None:
    fields = {"classroom": str(other_class.pk), "student": str(student.pk), "family_name": "", "note": ""}
    hers.post(f"{MEMBERS}add/", fields)
    hers.post(page_of(membership), membership_fields(membership, classroom=str(other_class.pk)))
    assert [row.classroom.name for row in student.memberships.all()] == ["6e B"]


def test_a_student_put_into_a_class_is_found_by_no_former_teacher_any_more(
    client_of: ClientOf, administrator: User, membership: Membership, student: User, other_class: Classroom
) -> None:
    all_of_it = client_of(administrator)
    all_of_it.post(reverse("admin:accounts_membership_delete", args=[membership.pk]), {"post": "yes"})
    assert student.former_teachers.exists()
    fields = {"classroom": str(other_class.pk), "student": str(student.pk), "family_name": "", "note": ""}
    all_of_it.post(f"{MEMBERS}add/", fields)
    assert student.memberships.get().classroom == other_class
    assert not student.former_teachers.exists()


def test_a_membership_is_never_turned_over_to_another_student(
    hers: Client, membership: Membership, student: User, classmate: User, stranger: User
) -> None:
    for other in (classmate, stranger):
        hers.post(page_of(membership), membership_fields(membership, student=str(other.pk)))
    membership.refresh_from_db()
    assert membership.student == student


def test_a_student_goes_from_one_class_of_a_teacher_to_another_of_hers(
    hers: Client, teacher: User, membership: Membership
) -> None:
    second = Classroom.objects.create(name="6e C")
    second.teachers.add(teacher)
    hers.post(page_of(membership), membership_fields(membership, classroom=str(second.pk)))
    membership.refresh_from_db()
    assert membership.classroom == second


def test_the_form_offers_her_own_students_and_classes(
    hers: Client, student: User, classroom: Classroom, other_class: Classroom
) -> None:
    fields = hers.get(f"{MEMBERS}add/").context["adminform"].form.fields
    assert list(fields["student"].queryset) == [student]
    assert list(fields["classroom"].queryset) == [classroom]


def test_a_member_of_another_teachers_class_is_not_there(hers: Client, stranger: User) -> None:
    other = stranger.memberships.get()
    assert hers.get(page_of(other)).status_code == 302
    hers.post(page_of(other, "delete"), {"post": "yes"})
    assert stranger.memberships.exists()


def test_the_page_of_a_class_changes_its_members_and_no_others(
    hers: Client, classroom: Classroom, membership: Membership, stranger: User
) -> None:
    other = stranger.memberships.get()
    for row in (membership, other):
        hers.post(
            page_of(classroom),
            {
                "name": "6e B",
                "memberships-TOTAL_FORMS": "1",
                "memberships-INITIAL_FORMS": "1",
                "memberships-0-id": str(row.pk),
                "memberships-0-classroom": str(classroom.pk),
                "memberships-0-family_name": "changed",
                "memberships-0-given_name": "",
                "memberships-0-note": "",
            },
        )
    membership.refresh_from_db()
    other.refresh_from_db()
    assert (membership.real_name, other.real_name) == ("CHANGED", "BLANC Zoé")
