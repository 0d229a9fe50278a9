"""A grid that help filled is nowhere counted as solved: every count of the site, over three games."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.pages.puzzle_view import puzzle_page
from puzzles.assignments.pages.results import file_of_grids, file_of_students, results_page
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.following import class_progress
from puzzles.assignments.services.grades import GradeRule, worth
from puzzles.assignments.services.results import ResultStatus, results_of
from puzzles.engine import Board, solutions
from puzzles.home.pages.classes import class_overview
from puzzles.library.models import Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.pages.collections import best_states
from puzzles.play.pages.statistics import solved_grids, week_of
from puzzles.play.services import hints
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.play import SentOp, play_moves
from puzzles.play.services.practice import practise

LINES = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "004036005005100080137804602050400036490073208006080970809765001602300040000900807",
    "200080300060070084030500209000105408000000000402706000301007040720040060004010003",
]
# What help fills of each: nothing, more than a third, more than two thirds but not the last cell.
SHARES = (0, 40, 80)
STATES = [Attempt.State.SOLVED, Attempt.State.HELPED, Attempt.State.SHOWN]
ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}


def puzzles() -> Iterable[Puzzle]:
    for line in LINES:
        givens = line.replace("0", ".")
        [solution] = solutions(Board.from_line(givens), limit=1)
        fields = {
            "clue_count": 81 - givens.count("."),
            "solution_count": 1,
            "solution": solution.to_line(),
            "solving_class": Puzzle.SolvingClass.SINGLES,
        }
        grade = {"tier": 1, "score": 300, "rating": 2, "grader": 1, "hardest": "hidden_single"}
        puzzle, _created = Puzzle.objects.update_or_create(givens=givens, defaults=fields | grade)
        yield puzzle


def finish(attempt: Attempt, share: int) -> None:
    """Let help fill so many percent of the empty cells one by one, and type the rest."""
    empty = [cell for cell, digit in enumerate(attempt.digits) if digit == "."]
    by_help = empty[: len(empty) * share // 100]
    for cell in by_help:
        hints.show_cell(player=attempt.player, attempt_id=attempt.pk, cell=cell)
    typed = [Op("d", cell, int(attempt.puzzle.solution[cell])) for cell in empty[len(by_help) :]]
    for start in range(0, len(typed), 50):
        sent = [SentOp(number, op) for number, op in enumerate(typed, 1)][start : start + 50]
        play_moves(player=attempt.player, attempt_id=attempt.pk, client="a-page", ops=sent)
    attempt.refresh_from_db()


@pytest.fixture
def assignment(student: User, assignment_of: Callable[..., Assignment]) -> Assignment:
    return assignment_of(list(puzzles()), rules={"partial_cells": 80, "solution": "never"})


@pytest.fixture
def attempts(assignment: Assignment, student: User) -> list[Attempt]:
    """The same student's three games, of which one was solved."""
    begin(student=student, assignment_id=assignment.pk)
    played = [open_grid(student=student, assignment_id=assignment.pk, position=place) for place in (1, 2, 3)]
    for attempt, share in zip(played, SHARES, strict=True):
        finish(attempt, share)
    Attempt.objects.update(elapsed_ms=600_000)
    return list(Attempt.objects.order_by("pk"))


def test_a_game_ends_as_the_share_of_cells_that_help_filled_decides(attempts: list[Attempt]) -> None:
    assert [attempt.state for attempt in attempts] == STATES


@pytest.mark.parametrize(
    ("empty", "by_help", "state"),
    [(51, 0, 0), (51, 17, 0), (51, 18, 1), (51, 34, 1), (51, 35, 2), (51, 51, 2), (1, 0, 0), (3, 1, 0)],
)
def test_beyond_a_third_it_is_with_help_and_beyond_two_thirds_shown(
    empty: int, by_help: int, state: int
) -> None:
    puzzle = Puzzle(givens="." * empty + "1" * (81 - empty))
    assert Attempt(puzzle=puzzle, cells_shown=by_help).completed_state == STATES[state]


def test_one_grid_of_three_is_solved_in_every_count(
    attempts: list[Attempt], assignment: Assignment, student: User, teacher: User, classroom: Classroom
) -> None:
    now = timezone.now()
    [sums] = Attempt.objects.sums_by_player()
    assert (sums["tried"], sums["solved"], sums["helped"], sums["solutions"]) == (3, 1, 1, 1)
    [row] = class_progress(classroom, since=now - timedelta(days=1), now=now)
    assert (row.done, row.solved, row.helped, row.solutions) == (3, 1, 1, 1)
    assert (week_of(student).played, week_of(student).solved) == (3, 1)
    assert [len(grids) for grids in solved_grids(Attempt.objects.played_by(student).counting()).values()] == [
        1
    ]
    assert class_overview(teacher).get().solved == 1
    [assignee] = assignment.assignees.with_counts()
    assert (assignee.grids, assignee.solved, assignee.done) == (3, 1, 3)  # type: ignore[attr-defined]
    states = best_states(student, [attempt.puzzle_id for attempt in attempts])
    assert [states[attempt.puzzle_id] for attempt in attempts] == STATES
    for attempt, solved in zip(attempts, (1, 0, 0), strict=True):
        assert puzzle_page(classroom, attempt.puzzle_id).solved == solved


def test_results_and_files_name_each_status(attempts: list[Attempt], assignment: Assignment) -> None:
    [result] = results_of(assignment)
    assert [grid.status for grid in result.grids] == [
        ResultStatus.SOLVED,
        ResultStatus.HELPED,
        ResultStatus.SHOWN,
    ]
    assert (result.solved, result.done) == (1, 3)
    page = results_page(assignment)
    [(row, _mark)] = page.rows
    assert (row.solved, len(row.grids)) == (1, 3)
    assert [(each.solved, each.grids) for each in page.headings] == [(1, 1), (0, 1), (0, 1)]
    titles, *lines = file_of_grids(assignment)
    assert [line[titles.index("State")] for line in lines] == ["solved", "solved with help", "solution shown"]
    titles, line = file_of_students(assignment)
    assert line[titles.index("Solved")] == 1


def test_a_grade_deducts_filled_cells_as_the_rule_says(
    attempts: list[Attempt], assignment: Assignment
) -> None:
    [result] = results_of(assignment)
    _solved, helped, shown = result.grids
    assert worth(helped, GradeRule(cell=0)) == 1
    assert worth(helped, GradeRule(cell=1)) == 1 - Fraction(helped.cells, 100)
    assert worth(shown, GradeRule(cell=0, part=0)) == 0


@pytest.mark.parametrize(
    ("place", "said"), [(0, "Solved!"), (1, "Completed with help"), (2, "the grid counts as shown")]
)
def test_only_a_solved_grid_is_praised(
    place: int, said: str, attempts: list[Attempt], student: User, client_of: ClientOf
) -> None:
    text = client_of(student).get(attempts[place].get_absolute_url(), headers=ENGLISH).content.decode()
    assert said in text
    assert ("Solved!" in text) == (place == 0)


def test_pages_call_each_game_what_it_counts_as(
    attempts: list[Attempt], student: User, teacher: User, client_of: ClientOf
) -> None:
    history = client_of(student).get(reverse("home:history")).content.decode()
    for state in STATES:
        assert f'class="state state-{state}"' in history
    assert (
        "1 of 3 grids solved"
        in client_of(student).get(reverse("home:home"), headers=ENGLISH).content.decode()
    )
    address = reverse("assignments:class_table", args=[student.memberships.get().classroom_id])
    (row, *_others) = client_of(teacher).get(address).context["page"].rows
    assert (row.progress.tried, row.progress.solved, row.progress.helped) == (3, 1, 1)


def test_a_practice_copy_of_a_grid_that_help_filled_knows_its_solution(
    attempts: list[Attempt], student: User
) -> None:
    helped = attempts[1]
    copy = practise(player=student, attempt_id=helped.pk, number=0)
    assert copy.cells_shown == 0
