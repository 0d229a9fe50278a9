"""Own grids: the verdict on each, who may play them, and that they belong to their player alone."""

import random
from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.engine import Board
from puzzles.library.models import Collection, Puzzle
from puzzles.library.services.difficulty import grade_slice
from puzzles.play.models import Attempt, Move, OwnGrid
from puzzles.play.services.closing import hand_in
from puzzles.play.services.draws import NothingLeftError, draw_puzzle
from puzzles.play.services.own_grids import (
    NotMadeError,
    OwnGridError,
    TooManyOwnGridsError,
    keep_grid,
    look_into,
    make_grid,
    play_grid,
    remove_grid,
)
from puzzles.play.services.watching import WatchError

LINE = "7.....4...2..7..8...3..8.799..5..3...6..2..9...1.97..6...3..9...3..4..6...9..1.35"
BOARD = Board.from_line(LINE)

pytestmark = pytest.mark.django_db


def test_a_sound_grid_has_one_solution_a_class_and_a_grade(student: User) -> None:
    verdict = look_into(reader=student, board=BOARD)
    assert verdict.count == 1
    assert verdict.is_playable
    assert verdict.grade is not None
    assert verdict.solving_class == "harder"


def test_a_grid_that_takes_long_to_grade_is_played_and_graded_later(
    student: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = BOARD.clear(13)
    monkeypatch.setattr("puzzles.library.services.difficulty.QUICK_TECHNIQUES", frozenset({"full_house"}))
    verdict = look_into(reader=student, board=board)
    assert (verdict.count, verdict.grade) == (1, None)
    attempt = play_grid(player=student, board=board)
    assert not attempt.puzzle.is_graded
    grade_slice(breath_seconds=0)
    attempt.puzzle.refresh_from_db()
    assert attempt.puzzle.is_graded


def test_a_grid_with_repeats_gets_its_conflicts_and_is_not_searched(student: User) -> None:
    verdict = look_into(reader=student, board=BOARD.place(1, 7))
    assert [conflict.digit for conflict in verdict.conflicts] == [7, 7]
    assert verdict.count is None
    assert not verdict.is_playable


def test_too_few_digits_are_not_searched(student: User) -> None:
    verdict = look_into(reader=student, board=Board.from_line("123" + "." * 78))
    assert (verdict.clue_count, verdict.count) == (3, None)


def test_no_solution_and_several_are_distinguished(student: User) -> None:
    assert look_into(reader=student, board=Board.from_line(LINE.replace("7", "6", 1))).count == 0
    assert look_into(reader=student, board=Board.from_line("." * 27 + LINE[27:])).count == 2


def test_a_grid_is_played_by_its_owner_alone_and_stays_out_of_every_draw(
    student: User, classmate: User
) -> None:
    attempt = play_grid(player=student, board=BOARD, name="From the train")
    assert (attempt.puzzle.givens, attempt.collection, attempt.assigned_puzzle) == (LINE, None, None)
    assert attempt.puzzle.solution_count == 1
    assert OwnGrid.objects.owned_by(student).get().name == "From the train"
    assert not OwnGrid.objects.owned_by(classmate).exists()
    assert not attempt.puzzle.entries.exists()
    with pytest.raises(NothingLeftError):
        draw_puzzle(player=classmate)


def test_playing_it_twice_goes_on_with_the_same_attempt(student: User) -> None:
    first = play_grid(player=student, board=BOARD)
    assert play_grid(player=student, board=BOARD) == first
    assert OwnGrid.objects.count() == 1


def test_two_players_with_the_same_own_grid_share_only_the_puzzle(student: User, classmate: User) -> None:
    play_grid(player=student, board=BOARD, name="Mine")
    other = play_grid(player=classmate, board=BOARD)
    assert Puzzle.objects.count() == 1
    assert other.player == classmate
    assert OwnGrid.objects.owned_by(classmate).get().name == ""


@pytest.mark.parametrize(
    "board",
    [
        Board.from_line("." * 81),
        Board.from_line("." * 27 + LINE[27:]),
        Board.from_line(LINE.replace("7", "6", 1)),
        BOARD.place(1, 7),
    ],
)
def test_only_a_grid_with_one_solution_is_played_or_kept(student: User, board: Board) -> None:
    for act in (
        lambda: play_grid(player=student, board=board),
        lambda: keep_grid(owner=student, board=board),
    ):
        with pytest.raises(OwnGridError, match="exactly one solution"):
            act()
    assert not Puzzle.objects.exists()
    assert not Attempt.objects.exists()


def test_a_full_grid_is_not_played(student: User, puzzle: Puzzle) -> None:
    with pytest.raises(OwnGridError, match="full"):
        play_grid(player=student, board=Board.from_line(puzzle.solution))


def test_digits_and_notes_written_elsewhere_become_moves(student: User) -> None:
    solution = look_into(reader=student, board=BOARD).solution
    digits = LINE[:1] + solution[1] + "." * 79
    # A colour of a given cell; notes that a digit covers; notes, a centre mark and a colour.
    marks = [3 << 18, 0b11, 9 << 18 | 0b100 << 9 | 0b101] + [0] * 78
    attempt = play_grid(player=student, board=BOARD, digits=digits, marks=marks)
    attempt.refresh_from_db()
    assert attempt.digits[:3] == LINE[0] + solution[1] + "."
    assert attempt.game_state().marks[:3] == (3 << 18, 0, marks[2])
    kinds = sorted(move.kind for move in Move.objects.filter(attempt=attempt))
    assert kinds == ["c", "d", "l", "l", "n", "n"]


def test_a_colour_that_is_none_is_not_brought(student: User) -> None:
    attempt = play_grid(player=student, board=BOARD, marks=[0, 10 << 18, 63 << 18] + [0] * 78)
    assert not any(attempt.game_state().marks)


def test_nothing_is_brought_into_an_attempt_that_has_moves(student: User) -> None:
    attempt = play_grid(player=student, board=BOARD, digits=".5" + "." * 79)
    play_grid(player=student, board=BOARD, digits="..6" + "." * 78)
    attempt.refresh_from_db()
    assert attempt.digits[1:3] == "5."


def test_as_many_are_kept_as_may_be_and_no_more(
    student: User, monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle
) -> None:
    monkeypatch.setattr(OwnGrid, "MAX_GRIDS", 1)
    keep_grid(owner=student, board=Board.from_line(puzzle.givens))
    with pytest.raises(TooManyOwnGridsError):
        play_grid(player=student, board=BOARD)
    assert not Puzzle.objects.filter(givens=LINE).exists()
    assert not Attempt.objects.exists()


def test_a_kept_grid_gets_its_new_name(student: User) -> None:
    keep_grid(owner=student, board=BOARD, name="Old")
    keep_grid(owner=student, board=BOARD, name="New")
    assert OwnGrid.objects.get().name == "New"


def test_a_forgotten_grid_leaves_no_puzzle_that_nothing_needs(student: User, classmate: User) -> None:
    mine = keep_grid(owner=student, board=BOARD)
    theirs = keep_grid(owner=classmate, board=BOARD)
    remove_grid(owner=student, grid_id=mine.pk)
    assert Puzzle.objects.filter(givens=LINE).exists()
    with pytest.raises(OwnGrid.DoesNotExist):
        remove_grid(owner=student, grid_id=theirs.pk)
    remove_grid(owner=classmate, grid_id=theirs.pk)
    assert not Puzzle.objects.filter(givens=LINE).exists()


def test_a_played_grid_stays_in_the_history_when_it_is_forgotten(student: User) -> None:
    attempt = play_grid(player=student, board=BOARD)
    remove_grid(owner=student, grid_id=OwnGrid.objects.get().pk)
    assert Attempt.objects.get() == attempt


def test_a_grid_of_a_collection_is_played_by_its_rules(
    student: User, teacher: User, collection_of: Callable[..., Collection]
) -> None:
    collection = collection_of(teacher, [], drawable_count=1, entry_count=1, rules={"solution": "never"})
    kept = keep_grid(owner=teacher, board=BOARD)
    collection.entries.create(puzzle=kept.puzzle, number=1, line=1, position=1)
    attempt = play_grid(player=student, board=BOARD)
    assert (attempt.collection, attempt.policy.solution) == (collection, "never")


# Doors


@pytest.mark.parametrize("is_exam", [False, True])
def test_a_locked_grid_typed_in_is_refused_in_every_way(
    student: User, puzzle: Puzzle, assignment_of: Callable[..., Assignment], is_exam: bool
) -> None:
    assignment = assignment_of(is_exam=is_exam)
    if is_exam:
        begin(student=student, assignment_id=assignment.pk)
        hand_in(student=student, assignment_id=assignment.pk)
    givens = Board.from_line(puzzle.givens)
    cell = givens.empty_cells[0]
    right = givens.place(cell, int(puzzle.solution[cell]))
    wrong = givens.place(cell, next(digit for digit in givens.candidates(cell) if digit != right[cell]))
    turned = Board(givens.digits[::-1])
    for board in (givens, right, wrong, turned, givens.clear(0)):
        for act in (look_into, keep_grid, play_grid):
            who = {look_into: "reader", keep_grid: "owner", play_grid: "player"}[act]
            with pytest.raises(WatchError) as refusal:
                act(**{who: student, "board": board})
            assert "Monday's grids" in str(refusal.value)
    assert not Attempt.objects.exists()
    assert not OwnGrid.objects.exists()


def test_a_guess_in_a_game_is_neither_confirmed_nor_refuted(
    student: User, puzzle: Puzzle, attempt_of: Callable[..., Attempt]
) -> None:
    attempt_of(student)
    givens = Board.from_line(puzzle.givens)
    cell = givens.empty_cells[0]
    sentences = set()
    for digit in range(1, 10):
        with pytest.raises(WatchError) as refusal:
            look_into(reader=student, board=givens.place(cell, digit))
        sentences.add(str(refusal.value))
    assert len(sentences) == 1


def test_the_open_game_itself_is_gone_on_with(
    student: User, puzzle: Puzzle, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student)
    assert play_grid(player=student, board=Board.from_line(puzzle.givens)) == attempt


def test_a_grid_kept_for_an_exam_of_others_is_not_played(
    student: User, stranger: User, puzzle: Puzzle, assignment_of: Callable[..., Assignment]
) -> None:
    assignment_of(is_exam=True)
    # Turned by half: the grid itself is one of the course, which everybody knows.
    with pytest.raises(WatchError, match="not available yet"):
        play_grid(player=stranger, board=Board.from_line(puzzle.givens[::-1]))
    assert not OwnGrid.objects.exists()


# New grids


def test_a_new_grid_is_made_of_the_requested_tier(student: User) -> None:
    attempt = make_grid(player=student, tier=1, rng=random.Random(3))
    assert attempt.puzzle.tier == 1
    assert attempt.puzzle.solution_count == 1
    assert OwnGrid.objects.owned_by(student).get().puzzle == attempt.puzzle
    assert not attempt.puzzle.entries.exists()


def test_where_none_is_found_in_time_it_is_said(student: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzles.play.services.own_grids.MAKING_SECONDS", 0)
    with pytest.raises(NotMadeError, match="found in time"):
        make_grid(player=student, tier=5, rng=random.Random(3))
    assert not Puzzle.objects.exists()
