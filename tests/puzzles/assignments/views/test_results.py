"""Results, files, marks, a grid of the class and its techniques: for the teachers of the class alone."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Move, TechniqueProgress
from tests.puzzles.reading import text_of

ClientOf = Callable[[User], Client]
AssignmentOf = Callable[..., Assignment]
NBSP = "\u00a0"


@pytest.fixture
def crowd(classroom: Classroom, puzzle: Puzzle) -> Callable[[int], list[User]]:
    """`crowd(count)`: have so many students more in the class."""

    def come(count: int) -> list[User]:
        before = User.objects.count()
        found = []
        for number in range(before, before + count):
            newcomer = User.objects.create_user(f"student-{number}")
            Membership.objects.create(classroom=classroom, student=newcomer, real_name=f"Name {number}")
            TechniqueProgress.objects.create(player=newcomer, technique="naked_single", progress=2)
            found.append(newcomer)
        return found

    return come


def all_play(assignment: Assignment) -> None:
    """Everybody has solved each grid with a hint, a filled cell and a mistake."""
    for part in assignment.assignees.select_related("student"):
        for assigned_puzzle in part.assigned_puzzles.select_related("puzzle"):
            attempt = Attempt.objects.create(
                player=part.student,
                puzzle=assigned_puzzle.puzzle,
                policy=assignment.policy,
                assigned_puzzle=assigned_puzzle,
                digits=assigned_puzzle.puzzle.solution,
                state=Attempt.State.SOLVED,
                finished_at=timezone.now(),
                elapsed_ms=412_345,
                hints_nudge=1,
                cells_shown=1,
                mistakes=1,
            )
            kinds = [
                {"kind": Move.Kind.HINT, "cell": 2, "rung": 1},
                {"kind": Move.Kind.HINT, "cell": 2, "rung": 2},
                {"kind": Move.Kind.DIGIT, "cell": 2, "digit": 1, "mistake": True},
                {"kind": Move.Kind.SHOW_CELL, "cell": 3, "digit": 6},
            ]
            Move.objects.bulk_create(
                Move(attempt=attempt, number=number, **fields) for number, fields in enumerate(kinds, start=1)
            )


def addresses(assignment: Assignment, puzzle: Puzzle) -> dict[str, str]:
    classroom = assignment.classroom_id
    return {
        "page": f"/assignments/{assignment.pk}/",
        "csv": f"/assignments/{assignment.pk}/results/",
        "marks": f"/assignments/{assignment.pk}/marks/",
        "puzzle": f"/classes/{classroom}/puzzles/{puzzle.pk}/",
        "techniques": f"/classes/{classroom}/techniques/",
    }


# Who may


def test_a_grid_that_the_class_never_had_is_not_found(
    client_of: ClientOf, teacher: User, classroom: Classroom, puzzle: Puzzle, attempt_of: Any, stranger: User
) -> None:
    attempt_of(stranger)
    assert client_of(teacher).get(f"/classes/{classroom.pk}/puzzles/{puzzle.pk}/").status_code == 404


def test_the_view_of_a_grid_shows_nothing_of_other_classes(
    client_of: ClientOf,
    assignment_of: AssignmentOf,
    teacher: User,
    student: User,
    stranger: User,
    attempt_of: Any,
) -> None:
    assignment = assignment_of()
    foreign = attempt_of(stranger)
    Attempt.objects.filter(pk=foreign.pk).update(mistakes=27_183)
    text = text_of(client_of(teacher), addresses(assignment, foreign.puzzle)["puzzle"])
    assert "zoe" not in text
    assert f"/history/{foreign.pk}/" not in text
    assert "27183" not in text


# The results


def test_the_page_of_an_assignment_shows_results_and_links_to_the_replay(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    text = text_of(client_of(teacher), addresses(assignment, puzzle)["page"])
    attempt = Attempt.objects.get(player=student)
    assert f'href="/history/{attempt.pk}/"' in text
    assert "6:52" in text
    # A hint and a filled cell take five percent each off twenty.
    assert "Mark of PETIT Léa: </span> 18" in " ".join(text.split())


def test_the_results_of_a_student_are_shown_grid_by_grid(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    text = text_of(client_of(teacher), f"{addresses(assignment, puzzle)['page']}?student={student.username}")
    assert "PETIT Léa, grid by grid" in text
    assert "r1c3: 1" in text
    assert "1 nudge" in text


def test_a_draft_has_no_results(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    text = text_of(client_of(teacher), addresses(assignment_of(is_draft=True), puzzle)["page"])
    assert "results-title" not in text


def test_before_the_release_of_an_exam_the_teacher_sees_what_students_do_not(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of(is_exam=True)
    part = assignment.assignees.get()
    attempt = Attempt.objects.create(
        player=student, puzzle=puzzle, policy=assignment.policy, assigned_puzzle=part.assigned_puzzles.get(),
        digits=puzzle.solution, state=Attempt.State.HANDED_IN, finished_at=timezone.now(),
    )  # fmt: skip
    assert "handed in, right" in text_of(client_of(teacher), addresses(assignment, puzzle)["page"])
    text = text_of(client_of(student), f"/given/{assignment.pk}/")
    assert "handed in, right" not in text
    assert client_of(student).get(f"/history/{attempt.pk}/").status_code != 200


def test_students_never_see_the_suggested_grade(
    client_of: ClientOf, assignment_of: AssignmentOf, student: User
) -> None:
    assignment = assignment_of(grade_rule={"scale": 97})
    all_play(assignment)
    for where in ("/", f"/given/{assignment.pk}/", "/history/"):
        text = text_of(client_of(student), where)
        assert "uggested mark" not in text
        # Nine tenths of 97, to the nearest half.
        assert "87.5" not in text


def test_a_former_member_keeps_the_result_without_a_link_to_the_replay(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    Membership.objects.filter(student=student).delete()
    text = text_of(client_of(teacher), addresses(assignment, puzzle)["page"])
    assert student.username in text
    assert "6:52" in text
    assert "/history/" not in text.partition("<main")[2]


@pytest.mark.parametrize("name", ["page", "csv", "puzzle", "techniques"])
def test_questions_to_the_database_do_not_grow_with_the_class(
    client_of: ClientOf,
    assignment_of: AssignmentOf,
    teacher: User,
    puzzle: Puzzle,
    crowd: Callable[[int], list[User]],
    name: str,
) -> None:
    client, counts = client_of(teacher), []
    for count in (3, 9):
        crowd(count)
        assignment = assignment_of()
        all_play(assignment)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(addresses(assignment, puzzle)[name]).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[0] <= 20


# Marks


def marks_form(**changes: object) -> dict[str, object]:
    usual = {"scale": 20, "hint": 5, "cell": 5, "mistake": 0, "solution": 100, "late": 0, "part": 0}
    return {f"mark-{name}": value for name, value in (usual | changes).items()}


def test_marks_follow_the_formula_that_was_saved(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    client = client_of(teacher)
    url = addresses(assignment, puzzle)["marks"]
    assert client.post(url, marks_form(scale=10, hint=25, cell=0)).status_code == 302
    text = text_of(client, addresses(assignment, puzzle)["page"])
    assert "Mark of PETIT Léa: </span> 7.5" in " ".join(text.split())
    assert "Each hint takes off 25 %." in text
    assert "out of 10" in text


@pytest.mark.parametrize("wrong", [{"scale": 0}, {"hint": 101}, {"cell": -1}, {"part": 7}, {"late": "much"}])
def test_a_formula_that_makes_no_sense_is_refused_on_the_page(
    client_of: ClientOf,
    assignment_of: AssignmentOf,
    teacher: User,
    student: User,
    puzzle: Puzzle,
    wrong: dict[str, object],
) -> None:
    assignment = assignment_of()
    answer = client_of(teacher).post(addresses(assignment, puzzle)["marks"], marks_form(**wrong))
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assignment.refresh_from_db()
    assert assignment.grade_rule == {}


# Files


def lines(client: Client, where: str, language: str = "fr") -> list[str]:
    answer = client.get(where, headers={"Accept-Language": language})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    return answer.content.decode().split("\r\n")


def test_a_file_for_a_spreadsheet_opens_right_in_french_excel(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    url = addresses(assignment, puzzle)["csv"]
    assert client_of(teacher).get(url).content.startswith(b"\xef\xbb\xbf")
    head, line, end = lines(client_of(teacher), url)
    assert end == ""
    assert len(head.split(";")) == len(line.split(";"))
    assert line.startswith("PETIT Léa;lea;1;")
    assert ";412,3;0:06:52;" in line


def test_a_plain_file_has_commas_decimal_points_and_no_byte_order_mark(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    url = f"{addresses(assignment, puzzle)['csv']}?form=plain"
    assert not client_of(teacher).get(url).content.startswith(b"\xef\xbb\xbf")
    _head, line, _end = lines(client_of(teacher), url, "en")
    assert line.startswith("PETIT Léa,lea,1,")
    assert ",412.3,0:06:52," in line


def test_a_summary_file_has_a_line_for_each_student_with_the_grade(
    client_of: ClientOf,
    assignment_of: AssignmentOf,
    teacher: User,
    student: User,
    classmate: User,
    puzzle: Puzzle,
) -> None:
    assignment = assignment_of(grade_rule={"scale": 15})
    all_play(assignment)
    _head, first, second, _end = lines(
        client_of(teacher), f"{addresses(assignment, puzzle)['csv']}?lines=students"
    )
    assert first.startswith("PETIT Léa;lea;1;1;1;412,3;0:06:52;1;0;0;0;1;1;")
    assert first.endswith(";13,5;13,5;")
    assert second.startswith("ROUX Tom;tom;")


@pytest.mark.parametrize("name", ["=1+1", "+33", "-5", "@SUM(A1)", f"{NBSP}=1+1", "\t=1"])
def test_no_name_is_taken_for_a_formula(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle, name: str
) -> None:
    assignment = assignment_of()
    Membership.objects.filter(student=student).update(family_name="", given_name=name)
    _head, line, *_rest = lines(client_of(teacher), addresses(assignment, puzzle)["csv"])
    assert line.lstrip('"').startswith("'")


def test_unknown_file_parameters_give_the_default_file(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    url = addresses(assignment_of(), puzzle)["csv"]
    client = client_of(teacher)
    assert client.get(f"{url}?form=pdf&lines=secrets").content == client.get(url).content


# A grid


def test_the_view_of_a_grid_counts_where_it_was_hard(
    client_of: ClientOf,
    assignment_of: AssignmentOf,
    teacher: User,
    student: User,
    classmate: User,
    puzzle: Puzzle,
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    text = text_of(client_of(teacher), addresses(assignment, puzzle)["puzzle"])
    # Two mistakes and two hints, each begun once, at r1c3; two fills at r1c4.
    assert '<text class="heat-mistakes" x="1.8" y="8.3">✗2</text>' in text
    assert text.count('<text class="heat-helps" x="18.2" y="17.8">?2</text>') == 2
    assert "r1c3, r1c4" in text
    assert "1 (2 ×)" in text
    assert "2 of 2 students" in text
    for attempt in Attempt.objects.all():
        assert f'href="/history/{attempt.pk}/"' in text


def test_the_view_of_a_grid_never_holds_its_solution(
    client_of: ClientOf, assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Puzzle
) -> None:
    assignment = assignment_of()
    all_play(assignment)
    text = text_of(client_of(teacher), addresses(assignment, puzzle)["puzzle"])
    assert puzzle.solution not in text.replace(" ", "")


# Techniques


def grid_columns(text: str) -> Iterable[str]:
    return [part.partition("/")[0] for part in text.partition("<thead")[2].split('href="/techniques/')[1:]]


def test_the_grid_of_techniques_shows_those_the_class_has_met(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, classmate: User, stranger: User
) -> None:
    for player, technique, progress in (
        (student, "naked_single", 3),
        (classmate, "naked_single", 1),
        (student, "x_wing", 2),
        (stranger, "swordfish", 3),
    ):
        TechniqueProgress.objects.create(player=player, technique=technique, progress=progress)
    text = text_of(client_of(teacher), f"/classes/{classroom.pk}/techniques/")
    assert list(grid_columns(text)) == ["naked_single", "x_wing"]
    body = text.partition("<tbody")[2]
    assert body.count(">mastered</span>") == 1
    assert body.count(">practising (") == 2
    assert body.count(">new</span>") == 1


def test_the_grid_of_techniques_is_given_as_a_file(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, classmate: User
) -> None:
    TechniqueProgress.objects.create(player=student, technique="naked_single", progress=3)
    url = f"/classes/{classroom.pk}/techniques/?form=plain"
    head, first, second, _end = lines(client_of(teacher), url, "en")
    assert head == "Real name,User name,Naked single,Techniques mastered"
    assert first == "PETIT Léa,lea,mastered,1"
    assert second == "ROUX Tom,tom,new,0"


def test_a_class_without_techniques_says_so(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User
) -> None:
    assert "No technique recorded yet" in text_of(client_of(teacher), f"/classes/{classroom.pk}/techniques/")
