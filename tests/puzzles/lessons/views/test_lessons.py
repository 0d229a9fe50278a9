"""The pages of packs and lessons, for teachers and students."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.lessons.models import Lesson, LessonPack
from puzzles.lessons.services.builtin import BUILT_IN

from ..conftest import GivePack

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def dates(**changes: str) -> dict[str, str]:
    today = timezone.localdate()
    usual = {"takes_place_on": f"{today}", "due_on": f"{today + timedelta(days=7)}", "token": "a" * 32}
    return usual | changes


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_pack_shows_its_plan_with_notes_and_its_handout_has_none(
    key: str, client_of: ClientOf, teacher: User
) -> None:
    notes = str(BUILT_IN[key][2][0].notes)[:30]
    client = client_of(teacher)
    assert notes in text_of(client, reverse("lessons:pack", args=[key]))
    assert notes not in text_of(client, reverse("lessons:handout", args=[key]))


def test_a_pack_is_three_clicks_away_and_ticks_the_classes_that_have_not_had_it(
    client_of: ClientOf, teacher: User, student: User, classroom: Classroom
) -> None:
    client = client_of(teacher)
    empty = Classroom.objects.create(name="Empty")
    empty.teachers.add(teacher)
    assert f'href="{reverse("lessons:list")}"' in text_of(client, "/")
    address = reverse("lessons:pack", args=["td_iteratif"])
    assert f'href="{address}"' in text_of(client, reverse("lessons:list"))
    ticked = client.get(address).context["form"]["classes"].value()
    assert ticked == [classroom.pk]
    answer = client.post(address, dates(classes=str(classroom.pk)))
    assert answer.headers["Location"] == Lesson.objects.get().get_absolute_url()
    assert client.get(address).context["form"]["classes"].value() == []


def test_a_pack_is_given_as_one_assignment_if_that_is_ticked(
    client_of: ClientOf, teacher: User, classroom: Classroom
) -> None:
    client, address = client_of(teacher), reverse("lessons:pack", args=["td_iteratif"])
    assert client.get(address).context["form"]["as_one"].value() is None
    client.post(address, dates(classes=str(classroom.pk), as_one="on"))
    whole = Assignment.objects.get(has_parts=True)
    assert whole.parts.count() == Assignment.objects.count() - 1 == 3


def test_a_class_of_another_teacher_cannot_be_given_a_pack(
    client_of: ClientOf, teacher: User, other_teacher: User, stranger: User
) -> None:
    theirs = Classroom.objects.taught_by(other_teacher).get()
    answer = client_of(teacher).post(
        reverse("lessons:pack", args=["n_valide"]), dates(classes=str(theirs.pk))
    )
    assert answer.status_code == 200
    assert not Lesson.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"takes_place_on": "2000-01-01"},
        {"takes_place_on": "2199-01-01"},
        {"due_on": "2000-01-01"},
        {"due_on": "2199-01-01"},
        {"due_on": ""},
        {"token": "short"},
    ],
)
def test_impossible_dates_are_refused_in_the_form(
    changes: dict[str, str], client_of: ClientOf, teacher: User, classroom: Classroom
) -> None:
    fields = dates(classes=str(classroom.pk)) | changes
    answer = client_of(teacher).post(reverse("lessons:pack", args=["n_valide"]), fields)
    assert answer.context["form"].errors
    assert not Lesson.objects.exists()


def test_a_student_sees_links_and_no_notes_and_the_right_choice_once_it_is_done(
    given: GivePack, client_of: ClientOf, student: User
) -> None:
    lesson = given()
    client = client_of(student)
    address = lesson.get_absolute_url()
    text = text_of(client, address)
    assert "Project the worksheet" not in text
    assert "What does remplissage return?" in text
    assert "tag-done" not in text
    assert text.count("to do") == 3
    lesson.activities.filter(data__kind="question").update(done_at=timezone.now())
    assert "tag-done" in text_of(client, address)


def test_a_student_finds_the_last_lesson_on_the_first_page(
    given: GivePack, client_of: ClientOf, student: User
) -> None:
    lesson = given()
    assert f'href="{lesson.get_absolute_url()}"' in text_of(client_of(student), "/")


def test_a_teacher_finds_the_lessons_of_today_on_the_first_page(
    given: GivePack, client_of: ClientOf, teacher: User, other_teacher: User
) -> None:
    today, coming = given(), given("n_valide", days=1)
    text = text_of(client_of(teacher), "/")
    assert f'href="{today.get_absolute_url()}"' in text
    assert f'href="{coming.get_absolute_url()}"' not in text
    assert today.get_absolute_url() not in text_of(client_of(other_teacher), "/")


def test_a_student_who_joined_later_sees_the_lesson_without_links_to_assignments(
    given: GivePack, client_of: ClientOf, classroom: Classroom
) -> None:
    lesson = given()
    newcomer = User.objects.create_user("nina")
    Membership.objects.create(classroom=classroom, student=newcomer)
    text = text_of(client_of(newcomer), lesson.get_absolute_url())
    assert "/given/" not in text
    assert "/algorithms/td_iteratif/" in text


def test_the_teacher_leads_from_the_lesson(given: GivePack, client_of: ClientOf, teacher: User) -> None:
    lesson = given()
    client = client_of(teacher)
    assert client.get(lesson.get_absolute_url()).context["next_step"].number == 1
    done = reverse("lessons:activity_done", args=[lesson.pk, 1])
    client.post(done, {"done": "1"})
    assert client.get(lesson.get_absolute_url()).context["next_step"].number == 2


def test_an_own_pack_is_edited_activity_by_activity(
    own_pack: LessonPack, client_of: ClientOf, teacher: User
) -> None:
    client = client_of(teacher)
    new = reverse("lessons:activity_edit", args=[own_pack.pk, 7])
    assert client.get(new).status_code == 404
    fields = {
        "title": "A vote",
        "minutes": "3",
        "question": "Which?",
        "choices": "one\r\n\r\n two ",
        "right": "2",
        "version": "1",
    }
    answer = client.post(f"{new}?kind=question", fields)
    assert answer.headers["Location"].endswith("#activity-7")
    own_pack.refresh_from_db()
    assert own_pack.activities[6]["choices"] == ["one", "two"]
    answer = client.post(f"{new}?kind=question", fields | {"title": "Again"})
    own_pack.refresh_from_db()
    assert len(own_pack.activities) == 7
    assert own_pack.activities[6]["title"] == "A vote"


@pytest.mark.parametrize(
    "kind", ["read", "watch", "predict", "call", "table", "exercises", "game", "grids", "drill"]
)
def test_every_kind_of_activity_has_a_form(
    kind: str, own_pack: LessonPack, client_of: ClientOf, teacher: User
) -> None:
    address = reverse("lessons:activity_edit", args=[own_pack.pk, 7])
    assert "csrf" in text_of(client_of(teacher), f"{address}?kind={kind}")


def test_exercises_are_those_of_the_chosen_worksheet(
    own_pack: LessonPack, client_of: ClientOf, teacher: User
) -> None:
    address = reverse("lessons:activity_edit", args=[own_pack.pk, 5])
    fields = {"title": "Write", "minutes": "9", "worksheet": "tutoriel", "version": "1"}
    client = client_of(teacher)
    answer = client.post(address, fields | {"exercises": ["n_valide.solve"]})
    assert answer.context["form"].errors
    client.post(address, fields | {"exercises": ["n_valide.solve", "tutoriel.is_valid"]})
    own_pack.refresh_from_db()
    assert own_pack.activities[4]["exercises"] == ["is_valid"]


def test_words_of_a_teacher_are_escaped(own_pack: LessonPack, client_of: ClientOf, teacher: User) -> None:
    own_pack.activities[0]["title"] = "<script>alert(1)</script>"
    own_pack.save()
    for name in ("pack", "handout", "pack_edit"):
        assert "<script>alert" not in text_of(
            client_of(teacher), reverse(f"lessons:{name}", args=[own_pack.pk])
        )


def test_a_pack_is_saved_as_a_file(client_of: ClientOf, teacher: User) -> None:
    answer = client_of(teacher).get(reverse("lessons:pack_export", args=["td_iteratif"]))
    assert answer.headers["Content-Type"].startswith("application/json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.json()["version"] == 1


def test_a_worksheet_offers_to_give_it_to_teachers_only(
    client_of: ClientOf, teacher: User, student: User
) -> None:
    link = f'href="{reverse("lessons:pack", args=["tutoriel"])}"'
    address = reverse("course:worksheet", args=["tutoriel"])
    assert link in text_of(client_of(teacher), address)
    assert link not in text_of(client_of(student), address)
