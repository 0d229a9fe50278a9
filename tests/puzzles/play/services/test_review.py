"""The review of a game: what each digit rested on, and which of them were helped."""

from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.engine import Board, Position, next_step, solve_path
from puzzles.engine.techniques import example_of, justify
from puzzles.library.models import Collection, HelpPolicy, Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt, Move, Placement, TechniqueProgress, TechniqueUse
from puzzles.play.services import hints
from puzzles.play.services.draws import draw_puzzle
from puzzles.play.services.play import SentOp, play_moves
from puzzles.play.services.review import (
    judged,
    placements_of,
    position_before,
    review_attempt,
    review_slice,
)

StartAttempt = Callable[..., Attempt]


def play(attempt: Attempt, *ops: Op) -> None:
    """The player makes these moves, on a page of their own."""
    sent = [SentOp(number, op) for number, op in enumerate(ops, 1)]
    client = f"page{attempt.moves.count()}"
    for at in range(0, len(sent), 50):
        play_moves(player=attempt.player, attempt_id=attempt.pk, client=client, ops=sent[at : at + 50])
    attempt.refresh_from_db()


def easy_path(attempt: Attempt) -> list[Op]:
    """Digits in the order of the easiest path from where the grid stands."""
    path = solve_path(Board.from_line(attempt.digits))
    return [Op("d", cell, digit) for step in path.steps for cell, digit in step.placements]


def solve(attempt: Attempt, *first: Op) -> list[Placement]:
    """What a game is judged as that begins with these moves and goes on the easiest way."""
    play(attempt, *first)
    play(attempt, *easy_path(attempt))
    assert attempt.state == Attempt.State.SOLVED
    return judged(attempt)


def right(attempt: Attempt, cell: int) -> int:
    return int(attempt.puzzle.solution[cell])


def wrong(attempt: Attempt, cell: int) -> int:
    return right(attempt, cell) % 9 + 1


def unprovable(attempt: Attempt) -> int:
    """An empty cell whose digit no technique proves yet."""
    position = Position.from_board(Board.from_line(attempt.digits), is_unique=True)
    return next(
        cell
        for cell in position.board.empty_cells
        if justify(position, cell=cell, digit=right(attempt, cell), is_placement=True) is None
    )


def test_each_digit_on_the_easiest_path_is_proved(attempt: Attempt) -> None:
    path = easy_path(attempt)
    placements = solve(attempt)
    assert [(each.cell, each.digit) for each in placements] == [(op.cell, op.digit) for op in path]
    assert all(each.is_right and each.is_unaided for each in placements)
    assert all(each.technique == each.easiest for each in placements)
    assert {each.technique for each in placements} <= {"full_house", "hidden_single", "naked_single"}


def test_a_right_digit_without_a_proof_is_not_shown(attempt: Attempt) -> None:
    cell = unprovable(attempt)
    first, *_others = solve(attempt, Op("d", cell, right(attempt, cell)))
    assert (first.cell, first.technique, first.is_right) == (cell, "", True)
    assert first.easiest


def test_a_lone_note_is_no_proof(attempt: Attempt) -> None:
    cell = unprovable(attempt)
    digit = right(attempt, cell)
    first, *_others = solve(attempt, Op("n", cell, digit), Op("d", cell, digit))
    assert first.technique == ""


def test_a_wrong_digit_is_a_mistake_and_misleads_no_judgement(attempt: Attempt) -> None:
    cell = unprovable(attempt)
    mistake, *others = solve_after_mistake(attempt, cell)
    assert (mistake.cell, mistake.is_right, mistake.technique) == (cell, False, "")
    assert all(each.is_right for each in others)


def solve_after_mistake(attempt: Attempt, cell: int) -> list[Placement]:
    """A game with a mistake that stays until the end."""
    path = [op for op in easy_path(attempt) if op.cell != cell]
    play(attempt, Op("d", cell, wrong(attempt, cell)), *path, Op("d", cell, right(attempt, cell)))
    assert attempt.state == Attempt.State.SOLVED
    return judged(attempt)


def test_a_digit_counts_once_however_often_it_is_placed(attempt: Attempt) -> None:
    first = easy_path(attempt)[0]
    placements = solve(attempt, first, Op("u"), Op("r"), Op("x", first.cell), first)
    assert [each.cell for each in placements].count(first.cell) == 1


def test_a_digit_placed_without_cleaning_notes_is_judged_like_any_other(attempt: Attempt) -> None:
    path = easy_path(attempt)
    play(attempt, *[op._replace(kind="i") for op in path])
    placements = judged(attempt)
    assert [(each.cell, each.digit) for each in placements] == [(op.cell, op.digit) for op in path]
    assert all(each.is_right and each.is_unaided and each.technique for each in placements)


def test_to_go_back_to_a_remembered_grid_is_no_help(attempt: Attempt) -> None:
    """Neither where it takes a digit away, nor where it brings back a wrong one."""
    gone, other = easy_path(attempt)[:2]
    mistake = Op("d", other.cell, wrong(attempt, other.cell or 0))
    play(attempt, Op("g"), Op("d", gone.cell, wrong(attempt, gone.cell or 0)), Op("b"))
    play(attempt, mistake, Op("g"), Op("x", other.cell), Op("b"), Op("x", other.cell))
    rights = [each for each in solve(attempt) if each.is_right]
    assert {each.cell for each in rights} >= {gone.cell, other.cell}
    assert all(each.is_unaided for each in rights)


def test_of_a_rewind_only_the_mistakes_are_reported(attempt: Attempt) -> None:
    first, second, third = easy_path(attempt)[:3]
    play(attempt, first, Op("d", second.cell, wrong(attempt, second.cell or 0)), third)
    hints.rewind(player=attempt.player, attempt_id=attempt.pk)
    rights = {each.cell: each for each in solve(attempt) if each.is_right}
    assert [cell for cell, each in rights.items() if not each.is_unaided] == [second.cell]


SINGLES = {"full_house", "hidden_single", "naked_single"}


def test_a_harder_step_is_named_and_what_it_took_away_is_known_from_then_on(student: User) -> None:
    attempt = attempt_on_example(student, "skyscraper")
    placements = solve(attempt)
    harder = [each for each in placements if each.technique not in SINGLES]
    assert "skyscraper" in {each.technique for each in harder}
    assert len(harder) < len(placements) / 4
    assert all(each.technique and each.is_unaided for each in placements)


def test_a_digit_found_by_a_step_that_a_hint_named_is_aided(student: User) -> None:
    attempt = attempt_on_example(student, "skyscraper")
    path = solve_path(Board.from_line(attempt.digits)).steps
    before = path[: next(n for n, step in enumerate(path) if step.eliminations)]
    play(attempt, *[Op("d", *placed) for step in before for placed in step.placements], Op("f"))
    place_by_hint(attempt, 1)
    placements = solve(attempt)
    harder = [each for each in placements if each.technique not in SINGLES]
    assert harder
    assert not harder[0].is_unaided


def attempt_on_example(player: User, technique: str) -> Attempt:
    """A new attempt on the puzzle of a technique's example."""
    givens = example_of(technique).position.puzzle
    puzzle = Puzzle.objects.create(
        givens=givens.to_line(),
        clue_count=givens.clue_count,
        solving_class=Puzzle.SolvingClass.HARDER,
        solution_count=1,
        solution=solve_path(givens).end.board.to_line(),
    )
    policy, _created = HelpPolicy.objects.get_or_create()
    return Attempt.objects.create(player=player, puzzle=puzzle, policy=policy, digits=puzzle.givens)


# Help


def place_by_hint(attempt: Attempt, presses: int) -> Move:
    for _press in range(presses):
        attempt.refresh_from_db()
        hints.give_hint(player=attempt.player, attempt_id=attempt.pk, seen_version=attempt.version)
    return attempt.moves.order_by("-number")[0]


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_a_digit_that_a_hint_named_is_aided(attempt: Attempt, presses: int) -> None:
    told = place_by_hint(attempt, presses)
    first, second, *_others = solve(attempt, Op("d", told.cell, right(attempt, told.cell or 0)))
    assert (first.cell, first.is_unaided) == (told.cell, False)
    assert second.is_unaided


def test_a_digit_that_help_placed_is_nobodys_own(attempt: Attempt) -> None:
    told = place_by_hint(attempt, 4)
    placements = solve(attempt)
    assert told.cell not in {each.cell for each in placements}


def test_a_digit_put_back_that_help_had_placed_is_aided(attempt: Attempt) -> None:
    cell = unprovable(attempt)
    hints.show_cell(player=attempt.player, attempt_id=attempt.pk, cell=cell)
    placements = solve(attempt, Op("x", cell), Op("d", cell, right(attempt, cell)))
    assert [each.is_unaided for each in placements if each.cell == cell] == [False]


def test_a_cell_that_a_check_found_wrong_is_aided(attempt: Attempt) -> None:
    first, second, *_path = easy_path(attempt)
    assert first.cell is not None
    play(attempt, Op("d", first.cell, wrong(attempt, first.cell)))
    hints.check_grid(player=attempt.player, attempt_id=attempt.pk)
    placements = solve(attempt, first)
    found = {each.cell: each for each in placements if each.is_right}
    assert not found[first.cell].is_unaided
    assert found[second.cell or 0].is_unaided


def test_a_cell_whose_opposite_a_deduction_was_answered_with_is_aided(attempt: Attempt) -> None:
    """That r5c5 is no 5 is refuted by a naked single: so the answer has told the digit."""
    claim = hints.Claim(40, 5, is_placement=False)
    _game, verdict = hints.judge_deduction(player=attempt.player, attempt_id=attempt.pk, claim=claim)
    assert verdict.opposite is not None
    placements = solve(attempt)
    assert [each.cell for each in placements if not each.is_unaided] == [40]


def test_a_player_who_saw_the_solution_before_is_aided(attempt_of: StartAttempt, student: User) -> None:
    before = attempt_of(student)
    hints.show_solution(player=student, attempt_id=before.pk)
    again = attempt_of(student)
    assert not any(each.is_unaided for each in solve(again))


# Writing it down


def test_a_review_is_written_once(attempt: Attempt) -> None:
    expected = [(each.number, each.cell, each.technique) for each in solve(attempt)]
    for _time in range(2):
        review_attempt(attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert attempt.reviewed_at is not None
    assert list(attempt.placements.values_list("number", "cell", "technique")) == expected
    assert [(each.number, each.cell, each.technique) for each in placements_of(attempt)] == expected


def test_a_review_keeps_how_the_player_fares_with_its_techniques(attempt: Attempt) -> None:
    techniques = {each.technique for each in solve(attempt) if each.technique == each.easiest}
    Attempt.objects.update(elapsed_ms=600_000)
    review_attempt(attempt_id=attempt.pk)
    kept = TechniqueProgress.objects.of_many([attempt.player_id])[attempt.player_id]
    assert kept == TechniqueUse.objects.mastery_of(attempt.player)
    assert set(kept) == techniques


def test_an_open_attempt_is_not_reviewed(attempt: Attempt) -> None:
    play(attempt, *easy_path(attempt)[:5])
    review_attempt(attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert attempt.reviewed_at is None
    assert not attempt.placements.exists()


def test_an_attempt_that_is_gone_is_no_trouble(db: None) -> None:
    review_attempt(attempt_id=404)


def test_a_slice_reviews_all_that_is_finished(
    attempt_of: StartAttempt, student: User, classmate: User, attempt: Attempt
) -> None:
    solve(attempt)
    other = attempt_of(classmate)
    hints.show_solution(player=classmate, attempt_id=other.pk)
    assert review_slice(seconds=600) is False
    assert not Attempt.objects.to_review().exists()
    assert attempt.placements.count() == attempt.puzzle.givens.count(".")
    assert other.placements.count() == 0


def test_a_slice_without_time_leaves_the_rest(attempt: Attempt) -> None:
    solve(attempt)
    assert review_slice(seconds=0) is True


def test_a_solution_that_is_none_is_not_judged(
    student: User, teacher: User, collection_of: Callable[..., Collection], caplog: pytest.LogCaptureFixture
) -> None:
    collection_of(teacher, [1])
    attempt = draw_puzzle(player=student)
    play(attempt, Op("d", 80, 1), Op("d", 79, 1), Op("d", 78, 1))
    Attempt.objects.filter(pk=attempt.pk).update(state="shown", finished_at=attempt.last_move_at)
    review_attempt(attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert attempt.reviewed_at is not None
    assert attempt.placements.count() == 0
    assert "the solution" in caplog.text


@pytest.mark.parametrize(
    "told", [{"technique": "wrong_digit"}, {"cells": 3}, {"technique": "x_wing", "placements": 5}]
)
def test_moves_that_cannot_be_read_keep_no_other_attempt_waiting(
    attempt: Attempt,
    attempt_of: StartAttempt,
    classmate: User,
    told: dict[str, object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    hints.give_hint(player=attempt.player, attempt_id=attempt.pk, seen_version=0)
    solve(attempt)
    attempt.moves.filter(kind=Move.Kind.HINT).update(hint=told)
    behind = attempt_of(classmate)
    solve(behind)
    assert review_slice(seconds=600) is False
    assert (attempt.placements.count(), behind.placements.count()) == (0, behind.puzzle.givens.count("."))
    assert "cannot be judged" in caplog.text


def test_a_placement_was_judged_in_the_position_before_it(attempt: Attempt) -> None:
    placements = solve(attempt)
    for placement in placements[::9]:
        step = next_step(position_before(attempt, placement.number))
        assert step is not None
        assert step.technique == placement.easiest
