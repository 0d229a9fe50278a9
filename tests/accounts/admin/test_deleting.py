"""Deletions in the admin: who may, what goes, and that no click destroys students' work."""

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import models
from django.db.models.deletion import Collector
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Classroom, FormerStudent, Membership, User
from accounts.privacy.deletion import consequences
from accounts.privacy.registry import title_of
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import release_exam, stop_assignment
from puzzles.play.game import Op, OpKind
from puzzles.play.models import Attempt, AttemptTechnique, Move, Placement, TechniqueUse
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.play import SentOp, play_moves

ClientOf = Callable[[User], Client]
AssignmentOf = Callable[..., Assignment]

WORK = {Attempt, Move, AssignedPuzzle, Assignee, Assignment, AttemptTechnique, Placement, User}
ENGLISH = {"Accept-Language": "en"}


def delete_page(row: models.Model) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_delete", args=[row.pk])


def text_of(client: Client, row: models.Model) -> str:
    return unescape(client.get(delete_page(row), headers=ENGLISH).content.decode())


def played(student: User, assignment: Assignment) -> Attempt:
    """The student's grid of the work, with one move in it."""
    begin(student=student, assignment_id=assignment.pk)
    attempt = open_grid(student=student, assignment_id=assignment.pk, position=1)
    op = Op(OpKind.DIGIT, 2, 4)
    play_moves(player=student, attempt_id=attempt.pk, client="a" * 16, ops=[SentOp(1, op, 500)])
    return attempt


@pytest.fixture
def homework(student: User, assignment_of: AssignmentOf) -> Attempt:
    """A grid of homework that the student has begun."""
    return played(student, assignment_of(name="Monday's grids"))


@pytest.fixture
def archived(classroom: Classroom) -> Classroom:
    classroom.archived_at = timezone.now()
    classroom.save()
    return classroom


@pytest.fixture
def theirs(client_of: ClientOf, administrator: User) -> Client:
    return client_of(administrator)


# Who may


def test_a_teacher_deletes_no_class_in_the_archive_or_out_of_it(
    client_of: ClientOf, teacher: User, homework: Attempt, classroom: Classroom
) -> None:
    hers = client_of(teacher)
    for archived_at in (None, timezone.now()):
        Classroom.objects.update(archived_at=archived_at)
        assert hers.get(delete_page(classroom)).status_code == 403
        assert hers.post(delete_page(classroom), {"post": "yes", "typed": "6e B"}).status_code == 403
    fields = {"action": "delete_selected", "_selected_action": classroom.pk, "post": "yes", "typed": "1"}
    hers.post(reverse("admin:accounts_classroom_changelist"), fields)
    assert Classroom.objects.exists()
    assert Move.objects.exists()


def test_deleting_in_the_admin_as_a_teacher_deletes_no_games_or_accounts(
    teacher: User,
    administrator: User,
    rf: RequestFactory,
    homework: Attempt,
    collection_of: Callable[..., Any],
) -> None:
    collection = collection_of(teacher, [1])
    Attempt.objects.update(collection=collection)
    request = rf.get("/")
    request.user = teacher
    tried = set()
    for model, model_admin in admin.site._registry.items():
        for row in model_admin.get_queryset(request):
            if model_admin.has_delete_permission(request, row):
                collector = Collector(using="default")
                collector.collect(model._base_manager.filter(pk=row.pk))
                gone = {*collector.data, *(rows.model for rows in collector.fast_deletes)}
                assert not gone & WORK
                tried.add(model)
        if "delete_selected" in model_admin.get_actions(request):
            assert model in (Membership, type(collection))
    assert tried == {Membership, type(collection)}


def test_the_list_of_members_in_a_class_has_no_tick_that_deletes(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User
) -> None:
    member = student.memberships.get()
    fields = {
        "name": "6e B",
        "memberships-TOTAL_FORMS": "1",
        "memberships-INITIAL_FORMS": "1",
        "memberships-0-id": str(member.pk),
        "memberships-0-classroom": str(classroom.pk),
        "memberships-0-DELETE": "on",
    }
    client_of(teacher).post(reverse("admin:accounts_classroom_change", args=[classroom.pk]), fields)
    assert Membership.objects.filter(pk=member.pk).exists()


# A class


def test_a_class_in_use_is_deleted_by_nobody(theirs: Client, classroom: Classroom, student: User) -> None:
    assert "Only an archived class can be deleted." in text_of(theirs, classroom)
    theirs.post(delete_page(classroom), {"post": "yes", "typed": "6e B"})
    assert Classroom.objects.exists()


def test_a_class_with_an_unreleased_exam_is_deleted_by_nobody(
    theirs: Client, exam: Assignment, archived: Classroom
) -> None:
    assert "Release the results of “Monday's grids” first" in text_of(theirs, archived)
    theirs.post(delete_page(archived), {"post": "yes", "typed": "6e B"})
    assert Assignment.objects.filter(pk=exam.pk).exists()


@pytest.mark.parametrize("typed", ["", "6e", "yes", "6e b"])
def test_a_class_stays_until_its_name_is_typed(theirs: Client, archived: Classroom, typed: str) -> None:
    answer = theirs.post(delete_page(archived), {"post": "yes", "typed": typed}, headers=ENGLISH)
    assert "Nothing was deleted: type “6e B” to confirm." in unescape(answer.content.decode())
    assert Classroom.objects.exists()


def test_the_page_names_classes_once_says_that_real_names_go_and_counts_the_accounts_that_stay(
    theirs: Client, archived: Classroom, student: User, classmate: User
) -> None:
    page = text_of(theirs, archived)
    assert page.count("Classes: ") == 1
    assert "Class memberships, with real names and teachers' notes: 2" in page
    assert "Student accounts: 2 (kept)" in page


def test_a_deleted_class_leaves_the_games_and_the_accounts(
    theirs: Client, homework: Attempt, archived: Classroom, student: User
) -> None:
    moves = Move.objects.count()
    assert theirs.post(delete_page(archived), {"post": "yes", "typed": "6e B"}).status_code == 302
    assert not Classroom.objects.exists()
    assert not Assignment.objects.exists()
    homework.refresh_from_db()
    assert (homework.assigned_puzzle, homework.assignment_name) == (None, "Monday's grids")
    assert homework.state == Attempt.State.HANDED_IN
    assert Move.objects.count() == moves > 0
    assert User.objects.filter(pk=student.pk).exists()


def test_an_open_game_of_the_class_does_not_clash_with_a_free_one_on_the_same_grid(
    theirs: Client, homework: Attempt, archived: Classroom, attempt_of: Callable[..., Attempt], student: User
) -> None:
    free = attempt_of(student)
    assert theirs.post(delete_page(archived), {"post": "yes", "typed": "6e B"}).status_code == 302
    assert list(Attempt.objects.unfinished()) == [free]


def test_the_history_names_the_assignment_of_a_deleted_class_and_its_replay_opens(
    theirs: Client, client_of: ClientOf, homework: Attempt, archived: Classroom, student: User
) -> None:
    theirs.post(delete_page(archived), {"post": "yes", "typed": "6e B"})
    own = client_of(student)
    assert "Monday's grids" in unescape(own.get("/history/", headers=ENGLISH).content.decode())
    for name in ("play:play", "play:replay", "play:review"):
        assert own.get(reverse(name, args=[homework.pk])).status_code == 200


def test_an_exam_of_a_deleted_class_is_reviewed_under_its_rules(
    theirs: Client, client_of: ClientOf, exam_attempt: Attempt, exam: Assignment, student: User
) -> None:
    stop_assignment(assignment=exam)
    release_exam(assignment=exam, end_all=True)
    Classroom.objects.update(archived_at=timezone.now())
    theirs.post(delete_page(exam.classroom), {"post": "yes", "typed": "6e B"})
    exam_attempt.refresh_from_db()
    assert exam_attempt.policy.is_exam
    own = client_of(student)
    assert own.get(reverse("play:replay", args=[exam_attempt.pk])).status_code == 200
    assert own.get(reverse("play:play", args=[exam_attempt.pk])).status_code == 200
    assert own.get("/history/").status_code == 200


def test_games_of_a_deleted_class_stay_hidden_from_the_students_other_teacher(
    theirs: Client, homework: Attempt, archived: Classroom, student: User, other_teacher: User
) -> None:
    other = Classroom.objects.create(name="Club")
    other.teachers.add(other_teacher)
    Membership.objects.create(classroom=other, student=student)
    theirs.post(delete_page(archived), {"post": "yes", "typed": "6e B"})
    assert not Attempt.objects.readable_by(other_teacher).exists()


# The counts


def counted(client: Client, row: models.Model) -> dict[str, int]:
    return dict(client.get(delete_page(row), headers=ENGLISH).context["model_count"])


def rows_of_site() -> dict[str, int]:
    """How many rows every table has, by what the confirmation calls it."""
    tables = [model for model in apps.get_models() if model._meta.label != "admin.LogEntry"]
    with translation.override("en"):
        return {str(title_of(model)): model._base_manager.count() for model in tables}


@pytest.mark.parametrize("kind", ["class", "student", "teacher"])
def test_a_confirmation_counts_exactly_the_rows_that_the_deletion_takes(
    theirs: Client,
    kind: str,
    homework: Attempt,
    archived: Classroom,
    student: User,
    classmate: User,
    other_teacher: User,
    teacher: User,
    collection_of: Callable[..., Any],
) -> None:
    archived.teachers.add(other_teacher)
    collection_of(teacher, [1, 2])
    row: Any = {"class": archived, "student": student, "teacher": teacher}[kind]
    told = counted(theirs, row)
    before = rows_of_site()
    assert theirs.post(delete_page(row), {"post": "yes", "typed": str(row)}).status_code == 302
    after = rows_of_site()
    # To remember who was in the class makes rows, and none of these goes.
    lost = {name: n - after[name] for name, n in before.items() if after[name] < n}
    assert lost == told


def test_the_deletion_page_lists_kept_data_too(
    theirs: Client, homework: Attempt, archived: Classroom
) -> None:
    assert "Grids played: 1 (kept)" in text_of(theirs, archived)


def test_a_row_reached_by_two_ways_is_counted_once(homework: Attempt, student: User) -> None:
    TechniqueUse.objects.create(
        attempt=homework, player=student, technique="x_wing", taken=1, is_unbroken=True
    )
    goes = {str(title): n for title, n in consequences(User.objects.filter(pk=student.pk)).deleted}
    assert goes["Techniques used in a game"] == 1


# Accounts


def test_an_account_stays_until_its_name_is_typed(theirs: Client, student: User, homework: Attempt) -> None:
    assert "Moves" in text_of(theirs, student)
    theirs.post(delete_page(student), {"post": "yes"})
    assert User.objects.filter(pk=student.pk).exists()
    theirs.post(delete_page(student), {"post": "yes", "typed": "lea"})
    assert not User.objects.filter(pk=student.pk).exists()


# Who is left without a class


def test_a_student_without_a_class_is_found_by_the_teachers_who_had_them(
    theirs: Client,
    client_of: ClientOf,
    archived: Classroom,
    student: User,
    teacher: User,
    other_teacher: User,
) -> None:
    theirs.post(delete_page(archived), {"post": "yes", "typed": "6e B"})
    assert list(User.objects.managed_by(teacher)) == [student]
    assert not User.objects.managed_by(other_teacher)
    listed = client_of(teacher).get(reverse("admin:accounts_user_changelist"))
    assert "lea" in listed.content.decode()
    assert FormerStudent.objects.get().class_name == "6e B"


def test_a_member_taken_out_in_the_admin_is_remembered_as_on_the_site(
    client_of: ClientOf, teacher: User, student: User
) -> None:
    member = student.memberships.get()
    page = client_of(teacher)
    assert "the real name and the note are deleted" in text_of(page, member)
    page.post(delete_page(member), {"post": "yes"})
    assert list(User.objects.formerly_taught_by(teacher)) == [student]
    assert Classroom.objects.get().activities.filter(kind="member-removed").exists()


def test_a_student_in_a_class_again_is_nobodys_former_student(
    client_of: ClientOf, teacher: User, student: User, other_teacher: User
) -> None:
    client_of(teacher).post(delete_page(student.memberships.get()), {"post": "yes"})
    other = Classroom.objects.create(name="Club")
    other.teachers.add(other_teacher)
    Membership.objects.create(classroom=other, student=student)
    assert not User.objects.managed_by(teacher)
