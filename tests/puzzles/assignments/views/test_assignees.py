"""The pages of work given to a class, as its student meets them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Membership, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.course.models import PredictionRound
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid

AssignmentOf = Callable[..., Assignment]
ClientOf = Callable[[User], Client]
HOUR = timedelta(hours=1)


@pytest.fixture
def lea(client_of: ClientOf, student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def second_puzzle(db: None, course_grids: dict[str, Any]) -> Puzzle:
    """A grid with another solution than that of the fixture `puzzle`."""
    grid = course_grids["insa figure 2"]
    return Puzzle.objects.create(
        givens=grid.line,
        clue_count=81 - grid.line.count("."),
        solution_count=1,
        solution=grid.solution,
        solving_class=Puzzle.SolvingClass.SIMPLE,
    )


def page(client: Client, assignment: Assignment, name: str = "assignments:assignee") -> str:
    response = client.get(reverse(name, args=[assignment.pk]))
    assert response.status_code == 200
    return response.content.decode()


def address(name: str, assignment: Assignment, *more: int) -> str:
    return reverse(name, args=[assignment.pk, *more])


# Before


def test_the_rules_are_shown_before_the_beginning(lea: Client, assignment_of: AssignmentOf) -> None:
    text = page(lea, assignment_of(rules={"hint_rung": 0, "checking": False, "partial_cells": 0}))
    assert "There are no hints." in text
    assert "Begin</button>" in text
    assert "1 grid<" in text
    assert "small-board" not in text


def test_the_rules_of_an_exam_are_shown_in_words(lea: Client, assignment_of: AssignmentOf) -> None:
    text = page(lea, assignment_of(is_exam=True, minutes=30))
    assert "Begin the exam" in text
    assert "30 minutes from the moment you begin" in text
    assert "You hand in all grids together, once." in text


def test_the_shown_duration_includes_extra_time(
    lea: Client, student: User, assignment_of: AssignmentOf
) -> None:
    User.objects.filter(pk=student.pk).update(extra_time="1.5")
    assert "45 minutes from the moment you begin" in page(lea, assignment_of(is_exam=True, minutes=30))


def test_the_due_date_is_shown_in_the_time_of_the_school(
    lea: Client, student: User, assignment_of: AssignmentOf
) -> None:
    due = timezone.make_aware(timezone.datetime(2126, 11, 27, 18, 0))
    text = page(lea, assignment_of(due_at=due))
    assert "Until Wednesday 27 November, 18:00" in text


def test_before_it_opens_it_says_when_and_cannot_be_begun(
    lea: Client, student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(opens_at=timezone.now() + HOUR)
    text = page(lea, assignment)
    assert "Opens on" in text
    assert "Begin</button>" not in text
    answer = lea.post(address("assignments:begin_assignment", assignment), follow=True)
    assert "This assignment is not open yet." in answer.content.decode()
    assert assignment.assignees.get(student=student).began_at is None


# Who comes in


@pytest.mark.parametrize(
    "name", ["assignments:assignee", "assignments:begin_assignment", "assignments:hand_in_assignment"]
)
@pytest.mark.parametrize("who", ["stranger", "teacher", "other_teacher"])
def test_only_its_students_find_an_assignment(
    request: pytest.FixtureRequest,
    client_of: ClientOf,
    student: User,
    assignment_of: AssignmentOf,
    name: str,
    who: str,
) -> None:
    client = client_of(request.getfixturevalue(who))
    where = address(name, assignment_of())
    answer = client.post(where) if name == "assignments:begin_assignment" else client.get(where)
    assert answer.status_code == 404
    assert client.post(where).status_code in (404, 405)


def test_a_student_who_joined_later_reads_the_rules_and_begins(
    client_of: ClientOf, student: User, stranger: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    Membership.objects.create(classroom=assignment.classroom, student=stranger)
    client = client_of(stranger)
    assert client.get(address("assignments:assignee", assignment)).status_code == 200
    client.post(address("assignments:begin_assignment", assignment))
    assert client.post(address("assignments:open_assigned_puzzle", assignment, 1)).status_code == 302
    assert Attempt.objects.get().player == stranger


# At work


def test_a_grid_opens_on_its_board_and_leads_on_to_the_next(
    lea: Client, student: User, puzzle: Puzzle, second_puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of([puzzle, second_puzzle])
    lea.post(address("assignments:begin_assignment", assignment))
    board = lea.post(address("assignments:open_assigned_puzzle", assignment, 1))["Location"]
    assert "Grid 1 of 2 · Monday&#x27;s grids" in lea.get(board).content.decode()
    attempt = Attempt.objects.get()
    Attempt.objects.update(state="solved", digits=puzzle.solution, finished_at=timezone.now())
    text = lea.get(attempt.get_absolute_url()).content.decode()
    assert f'action="{address("assignments:open_assigned_puzzle", assignment, 2)}"' in text
    assert "1 of 2 done" in page(lea, assignment)


def test_the_page_leads_to_the_grid_begun_then_to_the_next(
    lea: Client, student: User, puzzle: Puzzle, second_puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of([puzzle, second_puzzle])
    assert "Start grid" not in page(lea, assignment)
    lea.post(address("assignments:begin_assignment", assignment))
    assert "Start grid 1</button>" in page(lea, assignment)
    board = lea.post(address("assignments:open_assigned_puzzle", assignment, 1))["Location"]
    assert f'href="{board}">Continue grid 1</a>' in page(lea, assignment)
    Attempt.objects.update(state="solved", digits=puzzle.solution, finished_at=timezone.now())
    text = page(lea, assignment)
    assert "Start grid 2</button>" in text
    assert text.count("card-next") == 1
    assert text.count("button-primary") == 1
    lea.post(address("assignments:hand_in_assignment", assignment))
    assert "grid 2</" not in page(lea, assignment)


def test_nothing_opens_before_it_is_begun(lea: Client, student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    answer = lea.post(address("assignments:open_assigned_puzzle", assignment, 1), follow=True)
    assert "Begin the work first." in answer.content.decode()
    assert not Attempt.objects.exists()


def test_a_run_to_predict_opens_its_own_page_and_is_done_with_all_its_predictions(
    lea: Client, student: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(algorithm="tutoriel", predictions=5)
    lea.post(address("assignments:begin_assignment", assignment))
    run = address("assignments:assigned_run", assignment, 1)
    assert f'action="{run}"' in page(lea, assignment)
    assert lea.post(run)["Location"] == run
    free = {"player": student, "algorithm": "tutoriel", "grid": puzzle.givens, "token": "free"}
    PredictionRound.objects.create(**free, asked=9, right=9)
    PredictionRound.objects.filter(wanted=5).update(asked=4, right=3)
    text = page(lea, assignment)
    assert f'href="{run}"' in text
    assert "4 of 5 predictions, 3 right" in text
    assert "0 of 1 done" in text
    PredictionRound.objects.filter(wanted=5).update(asked=5)
    assert "1 of 1 done" in page(lea, assignment)
    assert lea.post(address("assignments:open_assigned_puzzle", assignment, 1)).status_code == 404


# The end


def test_handing_in_is_confirmed_and_lists_unfinished_grids(
    lea: Client, student: User, puzzle: Puzzle, second_puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of([puzzle, second_puzzle], is_exam=True)
    lea.post(address("assignments:begin_assignment", assignment))
    lea.post(address("assignments:open_assigned_puzzle", assignment, 1))
    text = page(lea, assignment, "assignments:hand_in_assignment")
    assert "2 grids are not finished" in text
    assert "51 empty cells" in text
    answer = lea.post(address("assignments:hand_in_assignment", assignment), follow=True)
    told = answer.content.decode()
    assert "You handed it in on" in told
    assert "You will see the results when your teacher releases them." in told
    assert Attempt.objects.get().state == "handed_in"
    assert lea.get(address("assignments:hand_in_assignment", assignment)).status_code == 302


def test_after_its_date_homework_goes_on_and_says_so(
    lea: Client, student: User, assignment_of: AssignmentOf
) -> None:
    past = timezone.now() - HOUR
    assignment = assignment_of(opens_at=past - HOUR, due_at=past)
    text = page(lea, assignment)
    assert "what you do now counts as late" in text
    assert "Begin</button>" in text


@pytest.mark.parametrize("is_exam", [False, True])
def test_the_pages_cost_a_fixed_number_of_queries(
    lea: Client,
    student: User,
    puzzle: Puzzle,
    second_puzzle: Puzzle,
    assignment_of: AssignmentOf,
    is_exam: bool,
) -> None:
    def cost(where: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert lea.get(where).status_code == 200
        return len(queries)

    costs: list[Any] = []
    for puzzles in ([puzzle], [puzzle, second_puzzle]):
        assignment = assignment_of(puzzles, is_exam=is_exam)
        begin(student=student, assignment_id=assignment.pk)
        for position in range(1, 1 + len(puzzles)):
            open_grid(student=student, assignment_id=assignment.pk, position=position)
        costs.append(
            [
                cost(address(name, assignment))
                for name in ("assignments:assignee", "assignments:hand_in_assignment")
            ]
        )
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 7
