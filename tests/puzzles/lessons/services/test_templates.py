"""Assignments kept as packs: what they ask for is given again from the pack."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import create_assignment
from puzzles.assignments.services.parts import create_wholes
from puzzles.assignments.services.questions import Question
from puzzles.assignments.services.sources import Source
from puzzles.lessons.models import LessonPack
from puzzles.lessons.services.activities import Kind
from puzzles.lessons.services.giving import Giving, give_to_class
from puzzles.lessons.services.packs import PackError, find_pack, pack_of
from puzzles.lessons.services.templates import count_left_out, keep_as_pack
from puzzles.library.models import Puzzle
from puzzles.library.services.policies import policy_with

AssignmentOf = Callable[..., Assignment]


def test_grids_are_kept_by_their_number_and_level(teacher: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of(name="Monday", instructions="Without notes.")
    [activity] = pack_of(keep_as_pack(assignment=assignment, teacher=teacher)).activities
    assert (activity.kind, activity.title, activity.notes) == (Kind.GRIDS, "Monday", "Without notes.")
    assert activity.count == assignment.grid_count
    assert activity.is_homework


def test_exercises_are_given_again_from_the_pack(
    teacher: User, classroom: Classroom, student: User, giving: Callable[..., Giving]
) -> None:
    written = {"worksheet": "mini_projet", "exercises": ["bloc", "ligne"]}
    assignment = create_assignment(
        author=teacher, classroom=classroom, name="Write", policy=policy_with(), source=Source(), **written
    )
    row = keep_as_pack(assignment=assignment, teacher=teacher)
    pack = find_pack(teacher, str(row.pk))
    lesson = give_to_class(teacher=teacher, pack=pack, classroom=classroom, giving=giving())
    again = lesson.activities.get().assignment
    assert (again.name, again.worksheet, sorted(again.exercises)) == (
        "Write",
        "mini_projet",
        ["bloc", "ligne"],
    )


def test_a_run_is_kept_with_its_grid(teacher: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of(algorithm="tutoriel", predictions=7)
    [activity] = pack_of(keep_as_pack(assignment=assignment, teacher=teacher)).activities
    assert (activity.kind, activity.algorithm, activity.count) == (Kind.PREDICT, "tutoriel", 7)
    assert len(activity.grid) == 81


def questions_for(
    teacher: User, classroom: Classroom, *questions: Question, whole: Assignment | None = None
) -> Assignment:
    return create_assignment(
        whole=whole,
        author=teacher,
        classroom=classroom,
        name="Ask",
        policy=policy_with(),
        source=Source(),
        questions=[question.to_json() for question in questions],
    )


ROWS = Question(
    kind="choice",
    text="How many\nrows?",
    choices=["8", "9"],
    right=["1"],
    explanation="One for each digit.",
)
PEERS = Question(kind="number", text="How many peers?", right=["20"])


def test_questions_with_one_right_choice_are_kept_and_the_others_counted(
    client_of: Callable[[User], Any], teacher: User, classroom: Classroom, student: User
) -> None:
    even = Question(kind="choice", text="Which are even?", choices=["2", "3", "4"], right=["0", "2"])
    assignment = questions_for(teacher, classroom, ROWS, PEERS, even)
    desk = client_of(teacher)
    desk.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = desk.post(f"/lessons/packs/from/{assignment.pk}/", follow=True).text
    assert "2 questions were left out" in page
    [activity] = pack_of(LessonPack.objects.get()).activities
    assert (activity.kind, activity.title, activity.notes) == (
        Kind.QUESTION,
        "How many rows?",
        "One for each digit.",
    )
    assert (activity.choices, activity.right, activity.is_homework) == (("8", "9"), 2, True)


def test_questions_of_parts_are_kept_in_their_order(
    teacher: User, classroom: Classroom, student: User
) -> None:
    [whole] = create_wholes(author=teacher, classrooms=[classroom], name="Week 1")
    boxes = Question(kind="choice", text="How many boxes?", choices=["8", "9"], right=["1"])
    questions_for(teacher, classroom, ROWS, PEERS, whole=whole)
    questions_for(teacher, classroom, boxes, whole=whole)
    assert count_left_out(whole) == 1
    kept = pack_of(keep_as_pack(assignment=whole, teacher=teacher)).activities
    assert [activity.title for activity in kept] == ["How many rows?", "How many boxes?"]


def test_an_exam_is_not_kept(teacher: User, exam: Assignment) -> None:
    with pytest.raises(PackError, match="duplicate"):
        keep_as_pack(assignment=exam, teacher=teacher)
    assert not LessonPack.objects.exists()


def test_the_menu_of_an_assignment_keeps_it_for_its_teachers_only(
    client_of: Callable[[User], Any],
    teacher: User,
    other_teacher: User,
    assignment_of: AssignmentOf,
    exam: Any,
) -> None:
    assignment = assignment_of()
    address = f"/lessons/packs/from/{assignment.pk}/"
    assert address in client_of(teacher).get(assignment.get_absolute_url()).text
    assert "/lessons/packs/from/" not in client_of(teacher).get(exam.get_absolute_url()).text
    assert client_of(other_teacher).post(address).status_code == 404
    answer = client_of(teacher).post(address)
    row = LessonPack.objects.get()
    assert (row.owner, row.is_shared) == (teacher, False)
    assert answer["Location"] == f"/lessons/packs/{row.pk}/edit/"


def test_an_assignment_with_parts_is_kept_with_an_activity_for_each(
    teacher: User, classroom: Classroom, student: User, puzzle: Puzzle
) -> None:
    [whole] = create_wholes(author=teacher, classrooms=[classroom], name="Homework 3")
    asked: dict[str, dict[str, Any]] = {
        "Two exercises": {"worksheet": "mini_projet", "exercises": ["ligne", "colonne"], "source": Source()},
        "A grid": {"source": Source(puzzles=(puzzle.pk,))},
    }
    for name, fields in asked.items():
        given = {"author": teacher, "classroom": classroom, "policy": policy_with(), "whole": whole}
        create_assignment(name=name, **given, **fields)
    row = keep_as_pack(assignment=whole, teacher=teacher)
    kept = [(each.kind, each.title) for each in pack_of(row).activities]
    assert kept == [(Kind.EXERCISES, "Two exercises"), (Kind.GRIDS, "A grid")]
    assert row.title == "Homework 3"


def questions_to(classroom: Classroom, teacher: User, *questions: Question) -> Assignment:
    asked = [each.to_json() for each in questions]
    given = {"author": teacher, "classroom": classroom, "policy": policy_with(), "source": Source()}
    return create_assignment(name="Why", questions=asked, **given)


def test_questions_with_one_right_choice_are_kept(teacher: User, classroom: Classroom) -> None:
    one = Question(kind="choice", text="Peers?", choices=["8", "20"], right=["1"], explanation="8+6+6.")
    two = Question(kind="choice", text="Houses?", choices=["27", "9"], right=["0"])
    row = keep_as_pack(assignment=questions_to(classroom, teacher, one, two), teacher=teacher)
    kept = pack_of(row).activities
    assert [(each.kind, each.title, each.question, each.right) for each in kept] == [
        (Kind.QUESTION, "Peers?", "Peers?", 2),
        (Kind.QUESTION, "Houses?", "Houses?", 1),
    ]
    assert (kept[0].notes, all(each.is_assigned for each in kept)) == ("8+6+6.", True)


@pytest.mark.parametrize(
    "question",
    [
        Question(kind="choice", text="Which?", choices=["a", "b", "c"], right=["0", "1"]),
        Question(kind="number", text="How many?", right=["81"]),
        Question(kind="text", text="Why?"),
    ],
)
def test_other_questions_are_refused_with_a_sentence(
    teacher: User, classroom: Classroom, question: Question
) -> None:
    with pytest.raises(PackError, match="one right choice"):
        keep_as_pack(assignment=questions_to(classroom, teacher, question), teacher=teacher)
    assert not LessonPack.objects.exists()


def test_too_many_questions_are_refused_rather_than_dropped(teacher: User, classroom: Classroom) -> None:
    [whole] = create_wholes(author=teacher, classrooms=[classroom], name="Homework 4")
    question = Question(kind="choice", text="Peers?", choices=["8", "20"], right=["1"]).to_json()
    for _part in range(3):
        create_assignment(
            author=teacher,
            classroom=classroom,
            name="Part",
            policy=policy_with(),
            source=Source(),
            whole=whole,
            questions=[question] * 30,
        )
    with pytest.raises(PackError, match="30 activities at most"):
        keep_as_pack(assignment=whole, teacher=teacher)
