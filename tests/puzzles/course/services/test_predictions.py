"""Predictions: marked by the server's own run, each event once, and bounded."""

from collections.abc import Callable

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.course.models import Prediction, PredictionRound
from puzzles.course.services.predictions import MAX_PREDICTIONS, Marked, PredictionError, record_prediction
from puzzles.engine import Board
from puzzles.engine.runs import is_back, next_question, trace_run

Predict = Callable[..., Marked]
TOKEN = "0123456789abcdef"


@pytest.fixture
def board(grids: list[str]) -> Board:
    return Board.from_line(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )


@pytest.fixture
def questions(board: Board) -> list[int]:
    """The events of the tutorial's run that can be predicted."""
    trace = trace_run("tutoriel", board)
    found, number = [], next_question(trace, 0)
    while number is not None:
        found.append(number)
        number = next_question(trace, number + 1)
    return found


@pytest.fixture
def predict(student: User, board: Board) -> Predict:
    """`predict(event, cell, digit)`: a prediction of the student's, marked."""

    def ask(event: int, cell: int | None = None, digit: int | None = None, **fields: object) -> Marked:
        usual = {"player": student, "algorithm": "tutoriel", "board": board, "token": TOKEN}
        return record_prediction(event=event, cell=cell, digit=digit, **{**usual, **fields})  # type: ignore[arg-type]

    return ask


def test_a_right_digit_and_a_wrong_one_are_marked_and_counted(predict: Predict, questions: list[int]) -> None:
    # The tutorial tries 1 in r1c3 first.
    marked = predict(questions[0], 2, 1)
    assert (marked.is_right, marked.asked, marked.right) == (True, 1, 1)
    assert (marked.event.cell, marked.event.digit) == (2, 1)
    marked = predict(questions[1], 3, 9)
    assert (marked.is_right, marked.asked, marked.right) == (False, 2, 1)
    assert (marked.event.cell, marked.event.digit) == (3, 2)


def test_going_back_is_right_where_the_solver_goes_back(
    predict: Predict, questions: list[int], board: Board
) -> None:
    trace = trace_run("tutoriel", board)
    back = next(number for number in questions if is_back(trace.event(number)))
    assert predict(back).is_right
    assert not predict(questions[0]).is_right


def test_a_prediction_sent_twice_is_counted_once_with_its_first_answer(
    predict: Predict, questions: list[int]
) -> None:
    first = predict(questions[0], 2, 9)
    assert predict(questions[0], 2, 9) == first
    assert predict(questions[0], 2, 1) == first
    assert not first.is_right
    assert Prediction.objects.get().digit == 9
    assert (first.asked, first.right) == (1, 0)


def test_events_may_be_predicted_in_any_order(predict: Predict, questions: list[int]) -> None:
    predict(questions[4])
    assert predict(questions[0], 2, 1).asked == 2


def test_the_round_keeps_the_run_and_its_score(
    predict: Predict, questions: list[int], student: User, board: Board
) -> None:
    predict(questions[0], 2, 1)
    before = PredictionRound.objects.get()
    predict(questions[1])
    after = PredictionRound.objects.get()
    assert (after.player, after.algorithm, after.grid) == (student, "tutoriel", board.to_line())
    assert (after.asked, after.right) == (2, 1)
    assert after.last_at > before.last_at
    assert after.started_at == before.started_at


def test_an_event_that_is_no_question_is_refused(
    predict: Predict, questions: list[int], board: Board
) -> None:
    length = trace_run("tutoriel", board).length
    no_question = next(number for number in range(length) if number not in questions)
    for event in (no_question, length, length + 1, 10**6):
        with pytest.raises(PredictionError):
            predict(event, 2, 1)
    assert not PredictionRound.objects.exists()


def test_events_not_stored_of_a_long_run_are_refused(predict: Predict, empty_grid: str) -> None:
    run = {"algorithm": "n_valide", "board": Board.from_line(empty_grid)}
    with pytest.raises(PredictionError):
        predict(1_000_000, **run)
    assert predict(0, 0, 1, **run).is_right


def test_a_round_stays_with_its_run_and_its_player(
    predict: Predict, questions: list[int], classmate: User, grids: list[str]
) -> None:
    predict(questions[0], 2, 1)
    with pytest.raises(PredictionError):
        predict(questions[1], 2, 1, algorithm="n_valide")
    with pytest.raises(PredictionError):
        predict(0, 2, 1, board=Board.from_line(grids[3]))
    assert predict(questions[0], 2, 1, player=classmate).asked == 1
    assert PredictionRound.objects.count() == 2


def test_a_round_ends_somewhere(predict: Predict, questions: list[int]) -> None:
    predict(questions[0], 2, 1)
    PredictionRound.objects.update(asked=MAX_PREDICTIONS)
    with pytest.raises(PredictionError):
        predict(questions[1], 2, 1)
    assert predict(questions[0], 2, 1).is_right
    assert Prediction.objects.count() == 1


@pytest.mark.parametrize(
    "algorithm", ["n_valide", "td_iteratif", "projet_insa", "mini_projet", "propagation"]
)
def test_every_algorithm_can_be_predicted(algorithm: str, predict: Predict, board: Board) -> None:
    trace = trace_run(algorithm, board)
    question = next_question(trace, 0)
    assert question is not None
    event = trace.event(question)
    assert predict(question, event.cell, event.digit, algorithm=algorithm).is_right


def test_a_prediction_costs_the_same_queries_late_in_a_round(
    predict: Predict, questions: list[int], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for event in questions[:20]:
        predict(event)
    # The round, whether the event is marked, the prediction, the score; between savepoint and release.
    with django_assert_num_queries(4 + 2):
        predict(questions[20])
