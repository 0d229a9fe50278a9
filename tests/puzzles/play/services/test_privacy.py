"""The export of a player's data reveals nothing that the rules of a grid hide."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from accounts.models import Classroom, User
from accounts.privacy.export import export
from accounts.privacy.registry import personal_tables
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.course.models import Prediction, PredictionRound
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.services.policies import EXAM
from puzzles.play.models import Attempt, AttemptTechnique, Move, Placement
from puzzles.play.services.assigned_puzzles import open_grid

Rows = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def rows() -> Rows:
    """`rows(user, "Move")`: the exported rows of a table of the puzzle apps."""

    def read(user: User, table: str) -> list[dict[str, Any]]:
        stored = json.loads("".join(export(user)))["stored"]
        (found,) = [stored[label]["rows"] for label in stored if label.endswith(f".{table}")]
        return found

    return read


@pytest.fixture
def assign_puzzles(classroom: Classroom, student: User, puzzle: Puzzle) -> Callable[..., AssignedPuzzle]:
    """`assign_puzzles(is_exam=..., assignee fields...)`: the grid, given to the student as work."""

    def make(*, is_exam: bool = False, work: dict[str, Any] | None = None, **fields: Any) -> AssignedPuzzle:
        policy, _created = HelpPolicy.objects.get_or_create(**(EXAM if is_exam else {}))
        assignment = Assignment.objects.create(
            **{
                "classroom": classroom,
                "name": "Surprise",
                "policy": policy,
                "handed_out_at": timezone.now(),
                **(work or {}),
            }
        )
        assignee = Assignee.objects.create(assignment=assignment, student=student, **fields)
        return AssignedPuzzle.objects.create(assignee=assignee, puzzle=puzzle, position=1)

    return make


def hint(attempt: Attempt) -> None:
    Move.objects.create(
        attempt=attempt, number=1, kind="h", cell=40, digit=5, technique="x-wing", rung=1, hint={"to": "tell"}
    )
    AttemptTechnique.objects.create(attempt=attempt, technique="x-wing", hints=1, deepest_rung=1)


def finish(attempt: Attempt, state: str = "solved") -> None:
    Attempt.objects.filter(pk=attempt.pk).update(
        state=state, finished_at=timezone.now(), digits=attempt.puzzle.solution
    )


def review(attempt: Attempt) -> None:
    Placement.objects.create(
        attempt=attempt,
        number=1,
        cell=2,
        digit=4,
        is_right=True,
        is_unaided=True,
        technique="x-wing",
    )


# New fields

# The fields of each table with withheld fields. A new one may reveal what the rules of a puzzle hide: decide
# whether it must wait before adding it here.
JUDGED_FIELDS = {
    "Attempt": (
        "id player collection policy assigned_puzzle assignment_name is_practice state version"
        " undo_stack redo_stack elapsed_ms server_ms started_at last_move_at finished_at"
        " progress_at last_help_at seen_at set_aside_at move_count change_count hints_nudge"
        " hints_where hints_why hints_do cells_shown checks reviewed_at corrected_cells reviewer"
        " puzzle digits marks checkpoint mistakes"
    ),
    "Move": "id attempt number kind late elapsed_ms client seq made_at cell digit effect target technique"
    " rung hint mistake",
    "AttemptTechnique": "id attempt hints deepest_rung technique",
    "Placement": "id attempt number made_at cell digit technique easiest is_right is_unaided",
    "TechniqueUse": "id attempt player made_at technique taken is_unbroken",
    "PredictionRound": "id player algorithm grid assigned_puzzle wanted token asked started_at last_at right",
    "Prediction": "id round event made_at cell digit is_right",
    "Assignee": "id student due_at excused_at began_at handed_in_at given_back_s extra_time assignment",
    "AssignedPuzzle": "id assignee position puzzle",
}


def test_every_field_of_a_game_was_judged() -> None:
    found = {
        table.model.partition(".")[2]: {
            each.name for each in apps.get_model(table.model)._meta.concrete_fields
        }
        for table in personal_tables()
        if table.withhold
    }
    assert found == {name: set(fields.split()) for name, fields in JUDGED_FIELDS.items()}


# A grid that is being played


def test_the_export_of_an_open_grid_has_no_mistakes_and_only_revealed_hints(
    student: User, attempt_of: Callable[..., Attempt], rows: Rows
) -> None:
    attempt = attempt_of(student)
    hint(attempt)
    Move.objects.create(attempt=attempt, number=2, kind="d", cell=2, digit=9, mistake=True)
    [told] = rows(student, "Attempt")
    assert told["digits"] == attempt.puzzle.givens
    assert told["withheld"] == ["mistakes"]
    helped, placed = rows(student, "Move")
    assert {"cell", "digit", "technique", "hint", "mistake"}.isdisjoint(helped)
    assert (placed["cell"], placed["digit"]) == (2, 9)
    assert {"mistake", "hint"}.isdisjoint(placed)
    [by_technique] = rows(student, "AttemptTechnique")
    assert "technique" not in by_technique


def test_the_export_of_a_finished_grid_is_complete(
    student: User, attempt_of: Callable[..., Attempt], rows: Rows
) -> None:
    attempt = attempt_of(student)
    hint(attempt)
    finish(attempt)
    review(attempt)
    [told], [move], [placement] = (rows(student, name) for name in ("Attempt", "Move", "Placement"))
    assert not any("withheld" in row for row in (told, move, placement))
    assert (move["technique"], move["hint"], move["cell"]) == ("x-wing", {"to": "tell"}, 40)
    assert placement["is_right"] is True


def test_a_restarted_game_is_exported_when_the_new_game_ends(
    student: User, attempt_of: Callable[..., Attempt], rows: Rows
) -> None:
    old = attempt_of(student)
    hint(old)
    finish(old, state="restarted")
    new = attempt_of(student)
    [told] = [row for row in rows(student, "Attempt") if row["id"] == old.pk]
    assert told["withheld"] == ["mistakes"]
    finish(new)
    [told] = [row for row in rows(student, "Attempt") if row["id"] == old.pk]
    assert "withheld" not in told
    assert "withheld" not in rows(student, "Move")[0]


def test_the_solution_is_in_no_file(student: User, attempt_of: Callable[..., Attempt]) -> None:
    attempt = attempt_of(student)
    hint(attempt)
    assert attempt.puzzle.solution not in "".join(export(student, by_teacher=True))


# Work given to a class


def test_a_finished_grid_is_locked_while_an_assignment_has_a_similar_one(
    student: User,
    attempt_of: Callable[..., Attempt],
    assign_puzzles: Callable[..., AssignedPuzzle],
    rows: Rows,
) -> None:
    attempt = attempt_of(student)
    hint(attempt)
    finish(attempt)
    review(attempt)
    assign_puzzles(is_exam=True, began_at=timezone.now())
    solution = attempt.puzzle.solution
    assert solution not in "".join(export(student))
    [told], [move], [placement] = (rows(student, name) for name in ("Attempt", "Move", "Placement"))
    assert told["withheld"] == ["checkpoint", "digits", "marks", "mistakes"]
    assert {"cell", "digit", "effect", "hint", "technique"}.isdisjoint(move)
    assert {"cell", "digit", "is_right", "technique"}.isdisjoint(placement)


def test_a_grid_with_the_same_solution_is_locked_too(
    student: User,
    attempt_of: Callable[..., Attempt],
    assign_puzzles: Callable[..., AssignedPuzzle],
    puzzle: Puzzle,
) -> None:
    attempt = attempt_of(student)
    finish(attempt)
    like = Puzzle.objects.create(
        givens=".3" + puzzle.givens[2:],
        clue_count=29,
        solution_count=1,
        solution=puzzle.solution,
        solving_class="simple",
    )
    assigned_puzzle = assign_puzzles()
    AssignedPuzzle.objects.filter(pk=assigned_puzzle.pk).update(puzzle=like)
    assert puzzle.solution not in "".join(export(student))


def test_an_exam_stays_locked_until_its_results_are_released(
    student: User,
    attempt_of: Callable[..., Attempt],
    assign_puzzles: Callable[..., AssignedPuzzle],
    rows: Rows,
) -> None:
    assigned_puzzle = assign_puzzles(is_exam=True, began_at=timezone.now())
    attempt = attempt_of(student)
    finish(attempt, "handed_in")
    Attempt.objects.filter(pk=attempt.pk).update(assigned_puzzle=assigned_puzzle, mistakes=3)
    [told] = rows(student, "Attempt")
    assert {"digits", "mistakes"}.isdisjoint(told)
    Assignment.objects.update(released_at=timezone.now())
    [told] = rows(student, "Attempt")
    assert (told["digits"], told["mistakes"]) == (attempt.puzzle.solution, 3)


def test_an_assignment_that_has_not_opened_is_not_exported(
    student: User, assign_puzzles: Callable[..., AssignedPuzzle], puzzle: Puzzle, rows: Rows
) -> None:
    assign_puzzles(work={"opens_at": timezone.now() + timedelta(days=1)})
    assert "assignment" not in rows(student, "Assignee")[0]
    assert "puzzle" not in rows(student, "AssignedPuzzle")[0]
    text = "".join(export(student))
    assert "Surprise" not in text
    assert puzzle.givens not in text


def test_a_draft_is_not_named(
    student: User, assign_puzzles: Callable[..., AssignedPuzzle], puzzle: Puzzle, rows: Rows
) -> None:
    assign_puzzles(work={"handed_out_at": None})
    assert "assignment" not in rows(student, "Assignee")[0]
    assert puzzle.givens not in "".join(export(student))


@pytest.mark.parametrize("is_exam", [True, False])
def test_the_grids_of_an_assignment_are_exported_once_it_has_begun(
    student: User, assign_puzzles: Callable[..., AssignedPuzzle], puzzle: Puzzle, rows: Rows, is_exam: bool
) -> None:
    assigned_puzzle = assign_puzzles(is_exam=is_exam)
    assert "puzzle" not in rows(student, "AssignedPuzzle")[0]
    assert rows(student, "Assignee")[0]["assignment"]["name"] == "Surprise"
    Assignee.objects.filter(pk=assigned_puzzle.assignee_id).update(began_at=timezone.now())
    assert rows(student, "AssignedPuzzle")[0]["puzzle"]["name"] == puzzle.givens


@pytest.mark.parametrize("is_opened", [False, True])
def test_the_grid_of_an_exam_is_in_no_file_while_it_is_paused(
    is_opened: bool, student: User, classroom: Classroom, exam: Assignment, puzzle: Puzzle, rows: Rows
) -> None:
    begin(student=student, assignment_id=exam.pk)
    if is_opened:
        attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
        Move.objects.create(attempt=attempt, number=1, kind="d", cell=2, digit=9)
    assert puzzle.givens in "".join(export(student))
    Classroom.objects.filter(pk=classroom.pk).update(paused_at=timezone.now())
    for is_copy in (False, True):
        assert puzzle.givens not in "".join(export(student, by_teacher=is_copy))
    for row in rows(student, "Attempt"):
        assert {"puzzle", "digits", "marks"}.isdisjoint(row)
    for row in rows(student, "Move"):
        assert {"cell", "digit"}.isdisjoint(row)
    Classroom.objects.filter(pk=classroom.pk).update(paused_at=None)
    assert puzzle.givens in "".join(export(student))


def test_predictions_on_a_locked_grid_are_withheld(
    student: User, assign_puzzles: Callable[..., AssignedPuzzle], puzzle: Puzzle, rows: Rows
) -> None:
    for grid in (puzzle.givens, "1" + "." * 80):
        game = PredictionRound.objects.create(
            player=student, algorithm="simple", grid=grid, token=grid[:3], asked=1, right=1
        )
        Prediction.objects.create(round=game, event=0, cell=2, digit=4, is_right=True)
    assign_puzzles()
    held, free = rows(student, "PredictionRound")
    assert ("right" in held, "right" in free) == (False, True)
    held, free = rows(student, "Prediction")
    assert {"cell", "digit", "is_right"}.isdisjoint(held)
    assert free["digit"] == 4


def test_the_copy_of_a_teacher_is_locked_too(
    student: User, attempt_of: Callable[..., Attempt], assign_puzzles: Callable[..., AssignedPuzzle]
) -> None:
    finish(attempt_of(student))
    assign_puzzles(is_exam=True, began_at=timezone.now())
    solution = Puzzle.objects.get().solution
    assert solution not in "".join(export(student, by_teacher=True))
