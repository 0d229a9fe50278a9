"""Who may watch a grid: not who is playing it; and a refusal answers no guess.

LONG_TESTS=1 asks for each grid of the file beside one in play or given, and not for every third.
"""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.assignments.models import AssignedPuzzle, Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.course.services.traces import give_up_and_watch
from puzzles.engine import CELLS, DIGITS, Board, search, search_line
from puzzles.engine.similarity import shuffled
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.play.services.access import LockedError
from puzzles.play.services.closing import hand_in
from puzzles.play.services.hints import HelpError
from puzzles.play.services.watching import WatchError, require_explorable, require_watchable
from tests.lengths import IS_LONG

StartAttempt = Callable[..., Attempt]
GiveOut = Callable[..., Assignment]
Solution = HelpPolicy.Solution


def is_refused(user: User, line: str) -> bool:
    try:
        require_watchable(user, Board.from_line(line))
    except WatchError:
        return True
    return False


def changed(line: str, digits: dict[int, str | int]) -> str:
    """A grid with these cells changed."""
    return "".join(str(digits.get(cell, line[cell])) for cell in CELLS)


def part(line: str, cells: list[int]) -> str:
    """Only these cells of a grid."""
    return "".join(line[cell] if cell in cells else "." for cell in CELLS)


def givens_of(puzzle: Puzzle) -> list[int]:
    return [cell for cell in CELLS if puzzle.givens[cell] != "."]


def empty_cells_of(puzzle: Puzzle) -> list[int]:
    return [cell for cell in CELLS if puzzle.givens[cell] == "."]


def digits_at(puzzle: Puzzle, cells: list[int]) -> dict[int, str | int]:
    """The solution's digits in these cells."""
    return {cell: puzzle.solution[cell] for cell in cells}


# What is held back


def test_the_grid_in_play_is_refused(student: User, puzzle: Puzzle, attempt_of: StartAttempt) -> None:
    assert not is_refused(student, puzzle.givens)
    attempt = attempt_of(student)
    with pytest.raises(WatchError) as refusal:
        require_watchable(student, Board.from_line(puzzle.givens))
    assert refusal.value.attempt == attempt


def test_the_grid_and_any_guess_are_refused_alike(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    answers = {
        is_refused(student, changed(puzzle.givens, {cell: digit}))
        for cell in empty_cells_of(puzzle)[::5]
        for digit in DIGITS
    }
    assert answers == {True}


def test_half_of_the_givens_are_refused_with_any_other_digits(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    half = part(puzzle.givens, givens_of(puzzle)[:15])
    # Equal digits in the last rows, which stand in the way of everything there.
    spoilt = changed(half, dict.fromkeys(range(63, 81), 3))
    assert is_refused(student, spoilt)
    # The half that was given last is not in it.
    assert not is_refused(student, changed(spoilt, {givens_of(puzzle)[0]: "."}))


def test_the_players_own_digits_count_like_givens(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    own = empty_cells_of(puzzle)[:15]
    played = changed(puzzle.givens, {cell: puzzle.solution[cell] for cell in own})
    board = changed(part(puzzle.solution, own), dict.fromkeys(range(63, 81), 3))
    attempt_of(student)
    assert not is_refused(student, board)
    Attempt.objects.update(digits=played)
    assert is_refused(student, board)


@pytest.mark.parametrize("count", [8, 12, 20, 51])
def test_a_board_that_agrees_with_the_solution_is_refused_without_any_given(
    count: int, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    assert is_refused(student, part(puzzle.solution, empty_cells_of(puzzle)[:count]))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(cells=st.lists(st.sampled_from(range(81)), min_size=8, unique=True))
def test_every_board_that_agrees_with_the_solution_is_refused(
    cells: list[int], student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    if not Attempt.objects.exists():
        attempt_of(student)
    assert is_refused(student, part(puzzle.solution, cells))


def test_a_wrong_digit_that_no_given_excludes_is_answered_like_the_right_one(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    known = part(puzzle.solution, empty_cells_of(puzzle)[:12])
    board = Board.from_line(puzzle.givens)
    guesses = {
        cell: board.candidates(cell)
        for cell in empty_cells_of(puzzle)[12:]
        if len(board.candidates(cell)) > 1
    }
    assert guesses
    answers = {
        is_refused(student, changed(known, {cell: digit}))
        for cell, digits in guesses.items()
        for digit in digits
    }
    assert answers == {True}


def test_a_few_digits_made_wrong_on_purpose_are_refused_too(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    board = part(puzzle.solution, empty_cells_of(puzzle)[:24])
    # r1c1 is a given 5.
    assert is_refused(student, changed(board, {0: 1}))


def test_givens_made_wrong_where_they_harm_no_run_are_refused_too(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    givens = givens_of(puzzle)
    # Found on paper, not entered: 27 digits. With 14 of the 30 givens they are enough for a solver.
    known = changed(part(puzzle.givens, givens[:14]), digits_at(puzzle, empty_cells_of(puzzle)[:27]))
    wrong = {cell: int(puzzle.givens[cell]) % 9 + 1 for cell in givens[-8:]}
    assert is_refused(student, changed(known, wrong))


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line[::-1],
        lambda line: "".join(line[row::9] for row in range(9)),
        lambda line: "".join(line[9 * row : 9 * row + 9] for row in (1, 0, 2, 4, 3, 5, 7, 6, 8)),
        lambda line: line.translate(str.maketrans("123456789", "234567891")),
    ],
    ids=["backwards", "lying", "rows exchanged", "renamed"],
)
def test_a_puzzle_transposed_shuffled_or_relabelled_is_refused(
    change: Callable[[str], str], student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    assert is_refused(student, change(puzzle.givens))
    # A guess is answered alike, right or wrong.
    cell = empty_cells_of(puzzle)[0]
    answers = {is_refused(student, change(changed(puzzle.givens, {cell: digit}))) for digit in DIGITS}
    assert answers == {True}


def test_the_solution_is_never_asked_for(student: User, puzzle: Puzzle, attempt_of: StartAttempt) -> None:
    attempt_of(student)
    with CaptureQueriesContext(connection) as queries:
        assert is_refused(student, puzzle.givens)
    assert len(queries) == 3
    for query in queries:
        assert '"library_puzzle"."solution"' not in query["sql"]


# Equivalent puzzles


@pytest.mark.parametrize("given_up", [0, 1, 3])
def test_a_puzzle_shuffled_in_rows_and_columns_is_refused(
    given_up: int, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    """Some givens less; `LONG_TESTS=1` shuffles 400 times."""
    attempt_of(student)
    rng = random.Random(given_up)
    for _time in range(400 if IS_LONG else 20):
        board = Board.from_line(puzzle.givens)
        for cell in rng.sample(givens_of(puzzle), given_up):
            board = board.clear(cell)
        assert is_refused(student, shuffled(board, rng).to_line())


@pytest.mark.parametrize("count", [1, 2])
def test_guesses_in_a_shuffled_puzzle_are_refused_right_or_wrong(
    count: int, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    rng = random.Random(count)
    for _time in range(200 if IS_LONG else 10):
        guesses = {cell: rng.choice(DIGITS) for cell in rng.sample(empty_cells_of(puzzle), count)}
        board = Board.from_line(changed(puzzle.givens, dict(guesses)))
        assert is_refused(student, shuffled(board, rng).to_line())


def test_a_changed_given_in_a_shuffled_puzzle_is_refused_too(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    """Also where the changed grid has a solution of its own, which differs in some cells."""
    attempt_of(student)
    rng, solvable = random.Random(5), 0
    for cell in givens_of(puzzle):
        for digit in DIGITS:
            line = changed(puzzle.givens, {cell: digit})
            solvable += search_line(line)[0] > 0
            assert is_refused(student, shuffled(Board.from_line(line), rng).to_line())
    assert solvable > len(givens_of(puzzle))


def test_a_grid_is_refused_if_one_of_its_solutions_is_the_puzzles(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    fewer, rng = Board.from_line(puzzle.givens), random.Random(7)
    for cell in rng.sample(givens_of(puzzle), 30):
        if 1 < search(fewer, limit=101).count <= 100:
            break
        fewer = fewer.clear(cell)
    assert 1 < search(fewer, limit=101).count <= 100
    assert is_refused(student, shuffled(fewer, rng).to_line())


# What is not


def test_other_grids_are_watched_while_one_is_played(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt, grids: list[str]
) -> None:
    attempt_of(student)
    others = [line for line in grids if line != puzzle.givens]
    tried = others if IS_LONG else others[::3]
    assert len(tried) > 100
    assert [line for line in tried if is_refused(student, line)] == []


def test_a_few_digits_reveal_nothing(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt, empty_grid: str
) -> None:
    attempt_of(student)
    assert not is_refused(student, empty_grid)
    assert not is_refused(student, part(puzzle.givens, givens_of(puzzle)[:7]))
    assert is_refused(student, part(puzzle.givens, givens_of(puzzle)[:8]))


@pytest.mark.parametrize("state", [Attempt.State.SOLVED, Attempt.State.SHOWN])
def test_a_finished_grid_is_watched(
    state: Attempt.State, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    Attempt.objects.update(state=state, finished_at=timezone.now())
    assert not is_refused(student, puzzle.givens)


def test_a_practice_copy_locks_nothing(student: User, puzzle: Puzzle, attempt_of: StartAttempt) -> None:
    attempt_of(student)
    assert is_refused(student, puzzle.givens)
    Attempt.objects.update(is_practice=True)
    assert not is_refused(student, puzzle.givens)


def test_the_attempt_of_another_player_locks_nothing(
    student: User, classmate: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(classmate)
    assert not is_refused(student, puzzle.givens)


def test_a_teacher_watches_what_she_plays(teacher: User, puzzle: Puzzle, attempt_of: StartAttempt) -> None:
    attempt_of(teacher)
    assert not is_refused(teacher, puzzle.givens)


@pytest.mark.parametrize("count", [0, 1, 12])
def test_the_decision_costs_six_queries_however_many_grids_are_open_or_given(
    count: int,
    student: User,
    assignment_of: GiveOut,
    grids: list[str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    policy = HelpPolicy.objects.create()
    given = []
    for line in grids[:count]:
        made = {"clue_count": 81 - line.count("."), "solution_count": 1, "solution": line, "canonical_key": 1}
        other, _made = Puzzle.objects.get_or_create(givens=line, defaults=made | {"solving_class": "simple"})
        Attempt.objects.create(player=student, puzzle=other, policy=policy, digits=line)
        given.append(other)
    for puzzle in given:
        assignment_of([puzzle])
    # The exam that is written, runs to predict, games, work, and whether any exam reserves grids.
    # The last one: positions in which an assignment asks for a step.
    with django_assert_num_queries(6):
        assert not is_refused(student, grids[20])


# What is given and not begun


def test_an_assigned_grid_is_refused_before_it_is_begun(
    student: User, stranger: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assert not is_refused(student, puzzle.givens)
    assignment_of()
    with pytest.raises(WatchError) as refusal:
        require_watchable(student, Board.from_line(puzzle.givens))
    assert (refusal.value.attempt, refusal.value.may_give_up) == (None, False)
    assert refusal.value.assigned_puzzle == AssignedPuzzle.objects.get(assignee__student=student)
    with pytest.raises(WatchError):
        require_explorable(student, Board.from_line(puzzle.givens))
    assert not is_refused(stranger, puzzle.givens)


def test_an_assignment_that_is_not_open_yet_is_not_named(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of(opens_at=timezone.now() + timedelta(days=1))
    with pytest.raises(WatchError) as refusal:
        require_watchable(student, Board.from_line(puzzle.givens))
    assert (str(refusal.value), refusal.value.assigned_puzzle) == ("This grid is not available yet.", None)


@pytest.mark.parametrize("is_exam", [False, True])
def test_changes_to_an_assigned_grid_are_refused_too(
    is_exam: bool, student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment = assignment_of(is_exam=is_exam)
    if is_exam:
        # Seen, and not opened.
        begin(student=student, assignment_id=assignment.pk)
        hand_in(student=student, assignment_id=assignment.pk)
    givens, empty = givens_of(puzzle), empty_cells_of(puzzle)
    # Digits removed; found on paper and added; both; the same, with some made wrong.
    assert is_refused(student, part(puzzle.givens, givens[:15]))
    assert is_refused(student, changed(puzzle.givens, digits_at(puzzle, empty[:30])))
    known = changed(part(puzzle.givens, givens[:10]), digits_at(puzzle, empty[:27]))
    assert is_refused(student, known)
    assert is_refused(student, changed(known, {givens[0]: int(puzzle.givens[givens[0]]) % 9 + 1}))
    answers = {is_refused(student, changed(known, {cell: digit})) for cell in empty[27:] for digit in DIGITS}
    assert answers == {True}


def test_boards_made_up_without_seeing_it_reveal_nothing_of_an_assigned_grid(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    """Few digits in free places fit the givens by chance: of a grid in play they are held back."""
    assignment_of(is_exam=True)
    rng = random.Random(3)
    boards = [
        "".join(rng.choice("123456789") if rng.random() < share else "." for _ in CELLS)
        for share in (0.1, 0.2, 0.4, 1)
        for _ in range(50)
    ]
    boards += [part(puzzle.solution, empty_cells_of(puzzle)[:10])]
    assert [board for board in boards if is_refused(student, board)] == []


def test_other_grids_are_watched_while_one_is_given(
    student: User, puzzle: Puzzle, assignment_of: GiveOut, grids: list[str]
) -> None:
    assignment_of(is_exam=True)
    others = [line for line in grids if line != puzzle.givens]
    tried = others if IS_LONG else others[::3]
    assert [line for line in tried if is_refused(student, line)] == []


def test_an_exam_that_was_handed_in_is_refused_until_it_is_released(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt, assignment_of: GiveOut
) -> None:
    assignment = assignment_of(is_exam=True)
    begin(student=student, assignment_id=assignment.pk)
    hand_in(student=student, assignment_id=assignment.pk)
    attempt = attempt_of(student)
    attempt.assigned_puzzle = AssignedPuzzle.objects.get(assignee__student=student)
    attempt.state, attempt.finished_at = Attempt.State.HANDED_IN, timezone.now()
    attempt.save()
    assert is_refused(student, puzzle.givens)
    Assignment.objects.filter(pk=assignment.pk).update(released_at=timezone.now())
    assert not is_refused(student, puzzle.givens)


def test_an_attempt_of_ones_own_that_could_be_given_up_is_no_way_past_an_assignment(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt, assignment_of: GiveOut
) -> None:
    own = attempt_of(student)
    assignment_of()
    with pytest.raises(WatchError) as refusal:
        require_explorable(student, Board.from_line(puzzle.givens))
    assert not refusal.value.may_give_up
    with pytest.raises(LockedError):
        give_up_and_watch(player=student, attempt_id=own.pk, board=Board.from_line(puzzle.givens))
    own.refresh_from_db()
    assert own.is_open


# The way out


@pytest.mark.parametrize(
    ("rules", "may_give_up"),
    [
        ({}, True),
        ({"solution": Solution.NEVER}, False),
        ({"solution": Solution.AFTER_MINUTES, "solution_minutes": 10}, False),
        ({"solution": Solution.AFTER_MINUTES, "solution_minutes": 0}, True),
    ],
)
def test_the_policy_decides_whether_giving_up_is_a_way_and_the_explorer_is_open(
    rules: dict[str, object], may_give_up: bool, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student, **rules)
    board = Board.from_line(puzzle.givens)
    with pytest.raises(WatchError) as refusal:
        require_watchable(student, board)
    assert refusal.value.may_give_up == may_give_up
    if may_give_up:
        require_explorable(student, board)
    else:
        with pytest.raises(WatchError) as refusal:
            require_explorable(student, board)
        assert refusal.value.attempt == attempt


def test_of_two_attempts_the_one_that_must_be_finished_is_named(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    cell = empty_cells_of(puzzle)[0]
    like_it = Puzzle.objects.create(
        givens=changed(puzzle.givens, {cell: puzzle.solution[cell]}),
        clue_count=31,
        solution_count=1,
        solution=puzzle.solution,
        solving_class="simple",
    )
    policy = HelpPolicy.objects.create(solution=Solution.NEVER)
    strict = Attempt.objects.create(player=student, puzzle=like_it, policy=policy, digits=like_it.givens)
    with pytest.raises(WatchError) as refusal:
        require_watchable(student, Board.from_line(puzzle.givens))
    assert refusal.value.attempt == strict
    assert not refusal.value.may_give_up


def test_giving_up_shows_the_solution_and_allows_watching(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    give_up_and_watch(player=student, attempt_id=attempt.pk, board=Board.from_line(puzzle.givens))
    attempt.refresh_from_db()
    assert (attempt.state, attempt.digits) == (Attempt.State.SHOWN, puzzle.solution)
    assert list(attempt.moves.values_list("kind", flat=True)) == [Move.Kind.SHOW_SOLUTION]
    assert not is_refused(student, puzzle.givens)


def test_an_attempt_without_permission_for_the_solution_cannot_be_given_up(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student, solution=Solution.NEVER)
    with pytest.raises(HelpError):
        give_up_and_watch(player=student, attempt_id=attempt.pk, board=Board.from_line(puzzle.givens))
    attempt.refresh_from_db()
    assert attempt.is_open
    assert is_refused(student, puzzle.givens)


def test_an_attempt_that_locks_nothing_is_not_given_up(
    student: User, classmate: User, puzzle: Puzzle, attempt_of: StartAttempt, grids: list[str]
) -> None:
    mine, theirs = attempt_of(student), attempt_of(classmate)
    with pytest.raises(Attempt.DoesNotExist):
        give_up_and_watch(player=student, attempt_id=mine.pk, board=Board.from_line(grids[30]))
    with pytest.raises(Attempt.DoesNotExist):
        give_up_and_watch(player=student, attempt_id=theirs.pk, board=Board.from_line(puzzle.givens))
    assert Attempt.objects.unfinished().count() == 2


def test_a_finished_attempt_is_not_given_up_twice(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    Attempt.objects.update(state=Attempt.State.SOLVED, finished_at=timezone.now() - timedelta(days=1))
    give_up_and_watch(player=student, attempt_id=attempt.pk, board=Board.from_line(puzzle.givens))
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SOLVED
    assert not attempt.moves.exists()
