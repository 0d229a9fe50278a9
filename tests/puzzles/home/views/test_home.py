"""The first page, for students and for teachers, and the help page."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.course.models import ExerciseProgress
from puzzles.engine import CATALOGUE
from puzzles.home.pages.home import RUNNING_SHOWN
from puzzles.library.models import Collection, PuzzleImport
from puzzles.play.models import Attempt, TechniqueProgress
from puzzles.play.services.draws import draw_puzzle, take_puzzle

ClientOf = Callable[[User], Client]
MakeCollection = Callable[..., Collection]
StartAttempt = Callable[..., Attempt]
GiveWork = Callable[..., Assignment]
HOME = "/"


def page(client: Client, where: str = HOME) -> str:
    """What a page says, in English and on one line."""
    answer = client.get(where, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_student_goes_on_with_what_is_open(
    client_of: ClientOf, student: User, classmate: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    mine = take_puzzle(player=student, collection=collection, number=2)
    theirs = take_puzzle(player=classmate, collection=collection, number=3)
    done = take_puzzle(player=student, collection=collection, number=4)
    Attempt.objects.filter(pk=done.pk).update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    Attempt.objects.filter(pk=mine.pk).update(move_count=1)
    text = page(client_of(student))
    assert f'href="{mine.get_absolute_url()}"' in text
    assert f'href="{theirs.get_absolute_url()}"' not in text
    assert f'href="{done.get_absolute_url()}"' not in text
    assert "1 of 2 grids solved" in text


@pytest.mark.parametrize(("has_work", "shown"), [(False, 5), (True, 4)])
def test_only_the_last_open_grids_are_shown_and_the_others_are_linked(
    has_work: bool,
    shown: int,
    client_of: ClientOf,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
    assignment_of: GiveWork,
) -> None:
    collection_of(teacher, range(20))
    if has_work:
        assignment_of()
    client = client_of(student)
    for _draw in range(shown):
        draw_puzzle(player=student)
    assert "All grids in progress" not in page(client)
    draw_puzzle(player=student)
    text = page(client)
    assert "All grids in progress" in text
    assert text.count('class="small-board"') == shown


def test_a_student_is_offered_what_may_be_drawn(
    client_of: ClientOf, student: User, teacher: User, other_teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(40), name="Easy ones")
    collection_of(other_teacher, range(5), name="Not for us", audience=Collection.Audience.CLASSES)
    for _draw in range(3):
        draw_puzzle(player=student)
    text = page(client_of(student))
    assert "37 of 40 grids left" in text
    assert "A grid of Easy ones at random" in text
    assert "Not for us" not in text


def test_without_any_grid_the_student_sees_a_message(client_of: ClientOf, student: User) -> None:
    text = page(client_of(student))
    assert "There are no grids to play yet." in text
    assert "A grid at random" not in text


def test_the_solution_is_nowhere_on_the_page(
    client_of: ClientOf, student: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    assert attempt.puzzle.solution not in page(client_of(student))


def test_a_teacher_sees_her_classes_and_imports_and_may_play(
    client_of: ClientOf,
    student: User,
    classmate: User,
    stranger: User,
    teacher: User,
    other_teacher: User,
    collection_of: MakeCollection,
) -> None:
    collection = collection_of(teacher, range(3), name="Kept", audience=Collection.Audience.NOBODY)
    PuzzleImport.objects.create(collection=collection, owner=teacher, file_name="mine.txt", size=1)
    PuzzleImport.objects.create(collection=collection, owner=other_teacher, file_name="theirs.txt", size=1)
    text = page(client_of(teacher))
    assert "6e B" in text
    assert "2 students" in text
    assert "5e A" not in text
    assert "mine.txt" in text
    assert "theirs.txt" not in text
    assert "3 of 3 grids left · nobody: for assignments only" in text


def test_a_new_teacher_sees_how_to_begin(client_of: ClientOf, teacher: User) -> None:
    text = page(client_of(teacher))
    assert "You have no class yet." in text
    assert "No imports yet." in text


@pytest.mark.parametrize("role", ["student", "teacher"])
@pytest.mark.parametrize("count", [1, 6])
def test_the_first_page_costs_a_fixed_number_of_queries(
    role: str,
    count: int,
    request: pytest.FixtureRequest,
    client_of: ClientOf,
    classroom: Classroom,
    teacher: User,
    collection_of: MakeCollection,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(count):
        collection = collection_of(teacher, range(number, number + 4), name=f"collection {number}")
        PuzzleImport.objects.create(collection=collection, owner=teacher, file_name="a.txt", size=1)
    user = request.getfixturevalue(role)
    for _draw in range(count):
        draw_puzzle(player=user)
    client = client_of(user)
    # Session and user; open attempts, collections, what was played, positions; the week, work, held grids and
    # techniques, or classes, imports and work that runs, and the members of the classes. For a student two
    # for the practice of today, and the rating; what the class has switched on, the grids of the day, and, as
    # there are none, the collections to choose them from. For both the lessons.
    with django_assert_num_queries({"student": 2 + 4 + 4 + 4 + 3, "teacher": 2 + 4 + 3 + 2}[role]):
        client.get(HOME)


@pytest.mark.parametrize("count", [0, 5])
def test_a_teacher_with_more_classes_asks_no_more_queries(
    count: int,
    client_of: ClientOf,
    teacher: User,
    student: User,
    attempt_of: StartAttempt,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    attempt_of(student)
    for number in range(count):
        classroom = Classroom.objects.create(name=f"Club {number}")
        classroom.teachers.add(teacher)
        newcomer = User.objects.create_user(f"student-{number}")
        Membership.objects.create(classroom=classroom, student=newcomer)
        attempt_of(newcomer)
    client = client_of(teacher)
    # Session and user; open attempts, collections and positions; classes, imports and work that runs. To see
    # who needs attention: members, games, last moves and predictions, and who did exercises. And the lessons
    # of today.
    with django_assert_num_queries(2 + 4 + 3 + 6):
        client.get(HOME)


def test_the_button_is_on_the_class_without_a_current_assignment(
    client_of: ClientOf,
    teacher: User,
    student: User,
    stranger: User,
    attempt_of: StartAttempt,
    assignment_of: GiveWork,
) -> None:
    second, empty = Classroom.objects.create(name="Club"), Classroom.objects.create(name="Newcomers")
    for classroom in (second, empty):
        classroom.teachers.add(teacher)
    Membership.objects.create(classroom=second, student=stranger)
    attempt_of(student)
    client = client_of(teacher)

    def buttons() -> list[str]:
        return re.findall(r'button-primary" href="/classes/(\d+)/assignments/new/"', page(client))

    busy = student.studied_in.get()
    assert buttons() == [str(busy.pk)]
    assignment = assignment_of()
    assert buttons() == [str(second.pk)]
    assert page(client).count("no current assignment") == 1
    assignment.stopped_at = timezone.now()
    assignment.save()
    assert buttons() == [str(busy.pk)]


def test_a_teacher_sees_students_to_look_at(
    client_of: ClientOf, teacher: User, student: User, classmate: User, classroom: Classroom
) -> None:
    assert "Needs attention" not in page(client_of(teacher))
    classroom.memberships.filter(student=student).update(joined_at=timezone.now() - timedelta(days=8))
    text = page(client_of(teacher))
    shown = text[text.index("Needs attention") :]
    assert reverse("home:student_history", args=[student.username]) in shown
    assert "no activity for 7 days" in shown
    assert reverse("home:student_history", args=[classmate.username]) not in shown


def test_a_student_who_does_exercises_is_not_called_inactive(
    client_of: ClientOf, teacher: User, student: User, classroom: Classroom
) -> None:
    classroom.memberships.update(joined_at=timezone.now() - timedelta(days=8))
    client = client_of(teacher)
    assert "no activity for 7 days" in page(client)
    ExerciseProgress.objects.create(student=student, worksheet="tutoriel", exercise="solve")
    assert "Needs attention" not in page(client)


def test_a_new_student_sees_where_to_begin(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(3))
    client = client_of(student)
    text = page(client)
    assert "Begin with an easy grid" in text
    assert "Nothing played yet." in text
    assert "No assignment is waiting for you." in text
    draw_puzzle(player=student)
    assert "Begin with an easy grid" not in page(client)


def test_assignments_come_before_an_easy_grid(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection, assignment_of: GiveWork
) -> None:
    collection_of(teacher, range(3))
    assignment_of()
    text = page(client_of(student))
    assert "Monday&#x27;s grids" in text
    assert "Begin with an easy grid" not in text


def test_techniques_are_offered_as_far_as_the_student_is(
    client_of: ClientOf, student: User, classmate: User
) -> None:
    known = [technique.id for technique in CATALOGUE[:4]]
    for technique, progress in zip(known, (3, 1, 2, 0), strict=True):
        TechniqueProgress.objects.create(player=student, technique=technique, progress=progress)
    text = page(client_of(student))
    offered = re.findall(r'name="technique" value="(\w+)"', text)
    assert offered == [CATALOGUE[1].id, CATALOGUE[2].id, CATALOGUE[4].id]
    assert f"1 of {len(CATALOGUE)} mastered" in text
    assert 'name="technique" value=' not in page(client_of(classmate))


def test_a_teacher_sees_the_current_assignments_of_the_classes(
    client_of: ClientOf, student: User, teacher: User, other_teacher: User, assignment_of: GiveWork
) -> None:
    running, _stopped = assignment_of(name="Now"), assignment_of(name="Stopped", stopped_at=timezone.now())
    assignment_of(name="Draft", is_draft=True)
    text = page(client_of(teacher))
    assert f'href="{running.get_absolute_url()}"' in text
    assert "<b>0 / 1</b> grid finished" in text
    assert "Stopped" not in text
    assert "Draft" not in text
    assert reverse("assignments:class_live", args=[running.classroom_id]) in text
    assert "Assignments now" not in page(client_of(other_teacher))


def test_an_old_assignment_that_ends_first_is_shown_however_many_are_newer(
    client_of: ClientOf, student: User, teacher: User, assignment_of: GiveWork
) -> None:
    now = timezone.now()
    oldest = {"opens_at": now - timedelta(days=9), "due_at": now + timedelta(hours=1)}
    urgent = assignment_of(name="Due today", **oldest)
    newer = {"opens_at": now - timedelta(hours=1), "due_at": now + timedelta(days=7)}
    for number in range(RUNNING_SHOWN):
        assignment_of(name=f"Due later {number}", **newer)
    text = page(client_of(teacher))
    assert urgent.get_absolute_url() in text
    assert text.index("Due today") < text.index("Due later")
    assert text.count("Due later") == RUNNING_SHOWN - 1


def test_the_help_page_explains_keys_and_hints(client_of: ClientOf, student: User, teacher: User) -> None:
    for user in (student, teacher):
        text = page(client_of(user), reverse("home:help"))
        assert "<kbd>H</kbd>" in text
        assert "A hint has four steps" in text
