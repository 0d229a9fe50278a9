"""Assigned predictions: each question once, in order, and nothing of the run beyond it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import stop_assignment
from puzzles.course.models import Prediction, PredictionRound
from puzzles.course.services.assigned_predictions import assigned_run, open_run, record_assigned_prediction
from puzzles.course.services.predictions import PredictionError, record_prediction
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, assigned_questions, is_back, trace_run
from puzzles.library.models import Puzzle
from puzzles.play.services.assigned_puzzles import AssignmentError
from puzzles.play.services.closing import hand_in
from puzzles.play.services.watching import WatchError, require_watchable

AssignmentOf = Callable[..., Assignment]
DAY = timedelta(days=1)


@pytest.fixture
def assignment(student: User, assignment_of: AssignmentOf) -> Assignment:
    """Three predictions of the tutorial's run on the fixture `puzzle`, begun by the student."""
    given = assignment_of(algorithm="tutoriel", predictions=3)
    begin(student=student, assignment_id=given.pk)
    return given


@pytest.fixture
def hard_puzzle(db: None) -> Puzzle:
    """A grid in which no cell has a single digit left: the simple method places nothing."""
    givens = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    solution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
    return Puzzle.objects.create(
        givens=givens, solution=solution, solution_count=1, clue_count=21, solving_class="harder"
    )


@pytest.fixture
def run(student: User, assignment: Assignment) -> dict[str, Any]:
    """The run of the assignment, opened."""
    place = {"student": student, "assignment_id": assignment.pk, "position": 1}
    open_run(**place)
    return place


def answer(run: dict[str, Any], *, right: bool = True) -> bool:
    """Answer the next question, rightly or wrongly."""
    found = assigned_run(**run)
    event = found.trace.event(found.end)
    goes_back = {"cell": None, "digit": None}
    places = {"cell": event.cell, "digit": event.digit} if not is_back(event) else {"cell": 2, "digit": 9}
    given = goes_back if right == is_back(event) else places
    return record_assigned_prediction(**run, event=found.end, **given).is_right


def test_the_questions_are_asked_one_by_one_and_then_the_round_is_finished(run: dict[str, Any]) -> None:
    assert [answer(run), answer(run, right=False), answer(run)] == [True, False, True]
    round_ = PredictionRound.objects.get()
    assert (round_.asked, round_.right, round_.wanted, round_.is_finished) == (3, 2, 3, True)
    with pytest.raises(PredictionError, match="not the next question"):
        record_assigned_prediction(**run, event=40, cell=None, digit=None)


def test_the_first_answer_counts(run: dict[str, Any]) -> None:
    first = assigned_run(**run)
    event = first.trace.event(first.end)
    assert not answer(run, right=False)
    again = record_assigned_prediction(**run, event=first.end, cell=event.cell, digit=event.digit)
    assert (again.is_right, again.asked, again.right) == (False, 1, 0)
    assert Prediction.objects.count() == 1


def test_only_the_next_question_is_taken(run: dict[str, Any]) -> None:
    found = assigned_run(**run)
    for event in (found.questions[1], found.questions[0] + 1, 10**6):
        with pytest.raises(PredictionError, match="not the next question"):
            record_assigned_prediction(**run, event=event, cell=2, digit=1)
    assert not Prediction.objects.exists()


def test_the_known_part_of_the_run_ends_before_the_next_question(run: dict[str, Any]) -> None:
    for _question in range(3):
        found = assigned_run(**run)
        assert found.known.length == found.end == found.questions[found.round.asked]
        answer(run)
    finished = assigned_run(**run)
    assert finished.known.length == finished.questions[-1] + 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_cut_run_is_the_same_whatever_comes_after_it(algorithm: str, puzzle: Puzzle) -> None:
    trace = trace_run(algorithm, Board.from_line(puzzle.givens))
    for number in (0, 1, 7, 40):
        cut = trace.cut(number)
        assert list(cut.events()) == list(trace.events())[:number]
        assert cut.final == trace.state(number)
        assert all(keyframe.number <= number for keyframe in cut.keyframes)
        assert (cut.length, cut.is_exact, cut.totals) == (number, False, trace.state(number).counters)


def test_the_questions_are_spread_over_the_run_where_it_is_long_enough(puzzle: Puzzle) -> None:
    board = Board.from_line(puzzle.givens)
    long = trace_run("tutoriel", board)
    assert assigned_questions(long, 3) == [2, 5, 8]
    # The simple method places 51 digits here.
    simple = trace_run("projet_insa", board)
    assert len(assigned_questions(simple, 20)) == 20
    assert len(assigned_questions(simple, 200)) == 51


def test_a_run_without_questions_is_finished_when_it_is_opened(
    student: User, assignment_of: AssignmentOf, hard_puzzle: Puzzle
) -> None:
    given = assignment_of([hard_puzzle], algorithm="projet_insa", predictions=5)
    begin(student=student, assignment_id=given.pk)
    place = {"student": student, "assignment_id": given.pk, "position": 1}
    assert open_run(**place).is_finished
    assert assigned_run(**place).known.length == 0
    assert is_open(student, hard_puzzle.givens)


def test_a_run_is_opened_once_and_only_after_the_assignment_is_begun(
    student: User, assignment_of: AssignmentOf
) -> None:
    given = assignment_of(algorithm="tutoriel", predictions=3)
    place = {"student": student, "assignment_id": given.pk, "position": 1}
    with pytest.raises(AssignmentError, match="Begin the work first"):
        open_run(**place)
    with pytest.raises(AssignmentError, match="Open the run first"):
        assigned_run(**place)
    begin(student=student, assignment_id=given.pk)
    assert open_run(**place) == open_run(**place)


def test_an_ended_assignment_takes_no_more_answers(run: dict[str, Any], assignment: Assignment) -> None:
    answer(run)
    stop_assignment(assignment=assignment)
    with pytest.raises(AssignmentError, match="This assignment is over"):
        answer(run)
    assert Prediction.objects.count() == 1


def test_a_free_round_and_an_assigned_one_do_not_count_for_each_other(
    run: dict[str, Any], student: User, puzzle: Puzzle
) -> None:
    answer(run)
    free = {"player": student, "algorithm": "tutoriel", "board": Board.from_line(puzzle.givens)}
    record_prediction(**free, token="0123456789abcdef", event=0, cell=2, digit=1)
    assert PredictionRound.objects.free().get().asked == 1
    assert PredictionRound.objects.exclude(assigned_puzzle=None).get().asked == 1


# Rehearsing


def is_open(user: User, line: str) -> bool:
    try:
        require_watchable(user, Board.from_line(line))
    except WatchError:
        return False
    return True


def test_a_run_that_is_still_to_be_predicted_cannot_be_watched_elsewhere(
    run: dict[str, Any], assignment: Assignment, student: User, puzzle: Puzzle
) -> None:
    with pytest.raises(WatchError, match=r"“Monday's grids” asks you to predict a run on this grid"):
        require_watchable(student, Board.from_line(puzzle.givens))
    for _question in range(3):
        assert not is_open(student, puzzle.givens)
        answer(run)
    assert is_open(student, puzzle.givens)


def test_a_digit_more_or_less_opens_nothing(
    run: dict[str, Any], student: User, puzzle: Puzzle, hard_puzzle: Puzzle
) -> None:
    givens, solution = puzzle.givens, puzzle.solution or ""
    empty = givens.index(".")
    assert not is_open(student, f"{givens[:empty]}{solution[empty]}{givens[empty + 1 :]}")
    assert not is_open(student, f".{givens[1:]}")
    assert is_open(student, hard_puzzle.givens)
    assert is_open(student, "." * 81)


def test_only_its_students_are_kept_from_a_run_and_only_while_it_is_open(
    assignment_of: AssignmentOf, student: User, classmate: User, teacher: User, puzzle: Puzzle
) -> None:
    given = assignment_of(algorithm="tutoriel", opens_at=timezone.now() - DAY)
    given.assignees.filter(student=classmate).update(excused_at=timezone.now())
    assert [is_open(user, puzzle.givens) for user in (student, classmate, teacher)] == [False, True, True]
    stop_assignment(assignment=given)
    assert is_open(student, puzzle.givens)


def test_a_run_that_opens_later_is_not_named_yet(
    assignment_of: AssignmentOf, student: User, puzzle: Puzzle
) -> None:
    assignment_of(algorithm="tutoriel", opens_at=timezone.now() + DAY)
    assert is_open(student, puzzle.givens)


def test_a_run_is_free_after_its_due_date_unless_it_was_opened(
    assignment_of: AssignmentOf, student: User, puzzle: Puzzle
) -> None:
    now = timezone.now()
    given = assignment_of(algorithm="tutoriel", opens_at=now - 2 * DAY, due_at=now - DAY)
    assert is_open(student, puzzle.givens)
    begin(student=student, assignment_id=given.pk)
    open_run(student=student, assignment_id=given.pk, position=1)
    assert not is_open(student, puzzle.givens)


@pytest.fixture
def run_steps(run: dict[str, Any]) -> list[Callable[[], object]]:
    """What a student can do with a run: open it, read it, answer."""
    return [
        lambda: open_run(**run),
        lambda: assigned_run(**run),
        lambda: record_assigned_prediction(**run, event=2, cell=2, digit=4),
    ]


def test_runs_rest_while_their_student_writes_an_exam_on_whatever_grid(
    student: User,
    run: dict[str, Any],
    run_steps: list[Callable[[], object]],
    hard_puzzle: Puzzle,
    assignment_of: AssignmentOf,
) -> None:
    exam = assignment_of([hard_puzzle], is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    for step in run_steps:
        with pytest.raises(AssignmentError, match="Solvers are switched off during an exam"):
            step()
    hand_in(student=student, assignment_id=exam.pk)
    assert answer(run)


def test_runs_rest_while_an_exam_that_is_not_released_locks_their_grid(
    student: User, run: dict[str, Any], run_steps: list[Callable[[], object]], assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, name="Term test")
    begin(student=student, assignment_id=exam.pk)
    hand_in(student=student, assignment_id=exam.pk)
    for step in run_steps:
        with pytest.raises(AssignmentError, match="belongs to “Term test”"):
            step()
    assert not Prediction.objects.exists()
    Assignment.objects.filter(pk=exam.pk).update(released_at=timezone.now())
    assert answer(run)


def test_runs_rest_while_homework_locks_their_grid(
    student: User, run: dict[str, Any], run_steps: list[Callable[[], object]], assignment_of: AssignmentOf
) -> None:
    homework = assignment_of(name="Tuesday's grid")
    for step in run_steps:
        with pytest.raises(AssignmentError, match="finish it there first"):
            step()
    begin(student=student, assignment_id=homework.pk)
    hand_in(student=student, assignment_id=homework.pk)
    assert answer(run)
