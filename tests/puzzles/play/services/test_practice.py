"""Practice copies: where they begin, who may have one, and that they count nowhere."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.creation import hand_out
from puzzles.engine import Board
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.library.services.policies import NO_HELP, PRACTICE, policy_with
from puzzles.play.game import Op, replay
from puzzles.play.models import Attempt, Move, Placement, TechniqueProgress, TechniqueUse
from puzzles.play.services.access import LockedError
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.closing import hand_in
from puzzles.play.services.draws import NothingLeftError, take_puzzle
from puzzles.play.services.hints import HelpError, give_hint
from puzzles.play.services.play import SentOp, play_moves
from puzzles.play.services.practice import PracticeError, begin_half_filled, is_half_filled, practise
from puzzles.play.services.review import review_attempt, review_slice

StartAttempt = Callable[..., Attempt]
GiveOut = Callable[..., Assignment]
MakeCollection = Callable[..., Collection]
State = Attempt.State

pytestmark = pytest.mark.django_db(transaction=True)


def play(attempt: Attempt, *ops: Op, client: str = "0123456789abcdef") -> None:
    sent = [SentOp(seq, op, 1000) for seq, op in enumerate(ops, 1)]
    play_moves(player=attempt.player, attempt_id=attempt.pk, client=client, ops=sent)
    attempt.refresh_from_db()


def finish(attempt: Attempt, state: str = State.SHOWN) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=state, finished_at=timezone.now())


def missing(puzzle: Puzzle) -> list[Op]:
    """The right digit for each empty cell."""
    return [Op("d", cell, int(puzzle.solution[cell])) for cell in range(81) if puzzle.givens[cell] == "."]


def solve(attempt: Attempt) -> None:
    ops = missing(attempt.puzzle)
    play(attempt, *ops[:40], client="a" * 8)
    play(attempt, *ops[40:], client="b" * 8)
    assert attempt.state == State.SOLVED


@pytest.fixture
def looked_back(attempt_of: StartAttempt, student: User) -> Attempt:
    """A finished attempt of four moves: 4 in r1c3, notes 2 and 6 in r1c4, and the 4 cleared."""
    attempt = attempt_of(student)
    play(attempt, Op("d", 2, 4), Op("n", 3, 2), Op("n", 3, 6), Op("x", 2))
    finish(attempt)
    return attempt


def is_its_replay(attempt: Attempt) -> bool:
    effects = attempt.moves.effects()
    again = replay(Board.from_line(attempt.puzzle.givens).digits, [effects[each] for each in sorted(effects)])
    state = attempt.game_state()
    return (again.digits, again.notes, again.version) == (state.digits, state.notes, state.version)


def test_a_copy_starts_at_the_position_of_the_attempt(looked_back: Attempt, student: User) -> None:
    copy = practise(player=student, attempt_id=looked_back.pk, number=3)
    copy.refresh_from_db()
    assert copy.is_practice
    assert copy.is_open
    assert copy.digits[2] == "4"
    assert copy.game_state().notes[3] == 0b100010
    assert list(copy.moves.values_list("number", "kind", "target")) == [(1, Move.Kind.TAKE_OVER, 3)]
    assert (copy.mistakes, copy.move_count, copy.elapsed_ms) == (0, 0, 0)
    assert is_its_replay(copy)


def test_taking_back_ends_where_the_copy_begins(looked_back: Attempt, student: User) -> None:
    copy = practise(player=student, attempt_id=looked_back.pk, number=3)
    play(copy, Op("d", 10, 7), Op("u"), Op("u"), Op("u"))
    assert copy.digits[2] == "4"
    assert copy.digits[10] == "."
    assert is_its_replay(copy)


def test_a_copy_from_the_beginning_has_no_move(looked_back: Attempt, student: User) -> None:
    copy = practise(player=student, attempt_id=looked_back.pk, number=0)
    assert copy.digits == copy.puzzle.givens
    assert not copy.moves.exists()


def test_a_number_beyond_the_last_move_is_the_last(looked_back: Attempt, student: User) -> None:
    copy = practise(player=student, attempt_id=looked_back.pk, number=2**31 - 1)
    assert copy.moves.get().target == 4


def test_another_position_goes_into_the_open_copy_and_can_be_taken_back(
    looked_back: Attempt, student: User
) -> None:
    copy = practise(player=student, attempt_id=looked_back.pk, number=1)
    play(copy, Op("d", 10, 7))
    again = practise(player=student, attempt_id=looked_back.pk, number=3)
    assert again.pk == copy.pk
    copy.refresh_from_db()
    assert (copy.digits[2], copy.digits[10], copy.game_state().notes[3]) == ("4", ".", 0b100010)
    play(copy, Op("u"), client="fedcba9876543210")
    assert (copy.digits[10], copy.game_state().notes[3]) == ("7", 0)
    assert is_its_replay(copy)


def test_an_open_copy_goes_back_to_one_of_its_own_positions(looked_back: Attempt, student: User) -> None:
    copy = practise(player=student, attempt_id=looked_back.pk, number=1)
    play(copy, Op("d", 10, 7), Op("d", 11, 2))
    back = practise(player=student, attempt_id=copy.pk, number=2)
    back.refresh_from_db()
    assert back.pk == copy.pk
    assert (back.digits[10], back.digits[11]) == ("7", ".")
    assert is_its_replay(back)


def test_two_requests_at_once_get_one_copy(looked_back: Attempt, student: User) -> None:
    def ask(_nth: int) -> int:
        try:
            return practise(player=student, attempt_id=looked_back.pk, number=3).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(ask, range(4)))
    assert len(keys) == 1
    assert Move.objects.filter(attempt__in=keys).count() == 1


# Refused


def test_a_grid_that_is_still_played_has_no_copy(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    play(attempt, Op("d", 2, 4))
    with pytest.raises(PracticeError, match="still playing"):
        practise(player=student, attempt_id=attempt.pk, number=1)
    assert Attempt.objects.count() == 1


def test_an_earlier_attempt_has_no_copy_beside_an_open_one(
    looked_back: Attempt, attempt_of: StartAttempt, student: User
) -> None:
    attempt_of(student)
    with pytest.raises(PracticeError, match="still playing"):
        practise(player=student, attempt_id=looked_back.pk, number=1)


def test_a_solved_position_is_refused(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    solve(attempt)
    with pytest.raises(PracticeError, match="solved"):
        practise(player=student, attempt_id=attempt.pk, number=51)
    assert practise(player=student, attempt_id=attempt.pk, number=50).is_open


def test_torn_moves_are_refused_in_words(looked_back: Attempt, student: User) -> None:
    Move.objects.filter(attempt=looked_back, number=1).delete()
    with pytest.raises(PracticeError, match="cannot be restored"):
        practise(player=student, attempt_id=looked_back.pk, number=4)


def test_nobody_practises_on_the_attempt_of_another(
    looked_back: Attempt, classmate: User, teacher: User
) -> None:
    for other in (classmate, teacher):
        with pytest.raises(Attempt.DoesNotExist):
            practise(player=other, attempt_id=looked_back.pk, number=1)


def test_a_locked_grid_has_no_copy(looked_back: Attempt, student: User, assignment_of: GiveOut) -> None:
    assignment_of()
    with pytest.raises(LockedError):
        practise(player=student, attempt_id=looked_back.pk, number=1)
    assert Attempt.objects.count() == 1


def test_an_exam_has_a_copy_from_its_release_on_with_the_usual_help(
    student: User, assignment_of: GiveOut
) -> None:
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
    play(attempt, Op("d", 2, 4))
    hand_in(student=student, assignment_id=exam.pk)
    with pytest.raises(LockedError):
        practise(player=student, attempt_id=attempt.pk, number=1)
    Assignment.objects.update(released_at=timezone.now())
    copy = practise(player=student, attempt_id=attempt.pk, number=1)
    assert copy.assigned_puzzle is None
    assert not copy.policy.is_exam
    assert copy.policy.has_hints


def test_a_grid_reserved_for_an_exam_has_a_copy_until_the_exam_is_begun(
    looked_back: Attempt, student: User, assignment_of: GiveOut
) -> None:
    """The student has met the grid: to refuse it would tell that it is chosen."""
    exam = assignment_of(is_exam=True, is_draft=True)
    copy = practise(player=student, attempt_id=looked_back.pk, number=1)
    hand_out(assignment=exam)
    assert practise(player=student, attempt_id=looked_back.pk, number=1) == copy
    begin(student=student, assignment_id=exam.pk)
    with pytest.raises(LockedError):
        practise(player=student, attempt_id=looked_back.pk, number=1)
    with pytest.raises(LockedError):
        play(copy, Op("d", 2, 4))


# Rules


def test_the_rules_are_those_of_the_collection_today(
    student: User, teacher: User, collection_of: MakeCollection, looked_back: Attempt
) -> None:
    strict = collection_of(teacher, range(3), rules=NO_HELP)
    Attempt.objects.filter(pk=looked_back.pk).update(collection=strict)
    assert practise(player=student, attempt_id=looked_back.pk, number=1).policy == strict.policy


def test_cells_that_help_filled_count_in_the_copy_of_a_grid_that_is_not_known(
    looked_back: Attempt, student: User
) -> None:
    Attempt.objects.filter(pk=looked_back.pk).update(cells_shown=5, state=State.HANDED_IN)
    assert practise(player=student, attempt_id=looked_back.pk, number=1).cells_shown == 5


def test_an_open_copy_does_not_keep_from_playing_in_earnest(
    looked_back: Attempt, student: User, teacher: User, collection_of: MakeCollection, puzzle: Puzzle
) -> None:
    collection = collection_of(teacher, [])
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    copy = practise(player=student, attempt_id=looked_back.pk, number=1)
    earnest = take_puzzle(player=student, collection=collection, number=1)
    assert earnest.pk != copy.pk
    assert not earnest.is_practice


def test_the_database_allows_one_open_copy_outside_assignments(
    looked_back: Attempt, student: User, assignment_of: GiveOut
) -> None:
    copy = practise(player=student, attempt_id=looked_back.pk, number=1)
    same = {"player": student, "puzzle": copy.puzzle, "policy": copy.policy, "digits": copy.digits}
    with pytest.raises(IntegrityError), transaction.atomic():
        Attempt.objects.create(is_practice=True, **same)
    finish(copy)
    assigned_puzzle = assignment_of().assignees.get(student=student).assigned_puzzles.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Attempt.objects.create(is_practice=True, assigned_puzzle=assigned_puzzle, **same)


def test_a_solved_copy_counts_nowhere(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    solve(attempt)
    review_attempt(attempt_id=attempt.pk)
    judged = Placement.objects.count()
    assert judged == 51
    sums = list(Attempt.objects.sums_by_player())
    copy = practise(player=student, attempt_id=attempt.pk, number=0)
    solve(copy)
    mastery, kept = TechniqueUse.objects.mastery_of(student), list(TechniqueProgress.objects.values())
    assert not review_slice(seconds=30)
    assert copy.placements.filter(is_right=True).count() == judged
    assert TechniqueUse.objects.mastery_of(student) == mastery
    assert list(TechniqueProgress.objects.values()) == kept
    assert list(Attempt.objects.sums_by_player()) == sums


# Half-filled grids


@pytest.fixture
def easy(teacher: User, collection_of: MakeCollection, puzzle: Puzzle) -> Collection:
    """A collection with an easy grid that everybody may draw."""
    assert grade_now(puzzle=puzzle).tier == 1
    collection = collection_of(teacher, [], entry_count=1, drawable_count=1)
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    return collection


def test_half_of_the_empty_cells_hold_the_solution(student: User, easy: Collection, puzzle: Puzzle) -> None:
    attempt = begin_half_filled(player=student, rng=random.Random(1))
    attempt.refresh_from_db()
    givens, digits = puzzle.givens, attempt.digits
    filled = [cell for cell in range(81) if givens[cell] == "." != digits[cell]]
    assert len(filled) == givens.count(".") // 2
    assert all(digits[cell] == puzzle.solution[cell] for cell in filled)
    assert (attempt.is_practice, attempt.policy, attempt.collection) == (True, easy.policy, easy)
    assert (attempt.mistakes, attempt.move_count, attempt.elapsed_ms) == (0, 0, 0)
    assert is_half_filled(attempt)
    assert is_its_replay(attempt)
    play(attempt, Op("u"))
    assert attempt.digits == digits


def test_an_open_half_filled_grid_goes_on(student: User, easy: Collection) -> None:
    assert begin_half_filled(player=student) == begin_half_filled(player=student)
    assert Move.objects.filter(kind=Move.Kind.TAKE_OVER).count() == 1


def test_a_half_filled_grid_is_new_and_comes_once(student: User, classmate: User, easy: Collection) -> None:
    attempt = begin_half_filled(player=student)
    finish(attempt, State.SOLVED)
    with pytest.raises(NothingLeftError):
        begin_half_filled(player=student)
    assert begin_half_filled(player=classmate).puzzle_id == attempt.puzzle_id


def test_only_easy_grids_that_the_player_may_draw_are_half_filled(
    student: User, easy: Collection, puzzle: Puzzle
) -> None:
    Collection.objects.update(audience=Collection.Audience.NOBODY)
    with pytest.raises(NothingLeftError):
        begin_half_filled(player=student)
    Collection.objects.update(audience=Collection.Audience.EVERYONE)
    Puzzle.objects.filter(pk=puzzle.pk).update(tier=2, hardest="naked_pair")
    with pytest.raises(NothingLeftError):
        begin_half_filled(player=student)
    assert not Attempt.objects.exists()


def test_a_grid_that_an_assignment_locks_is_not_half_filled(
    student: User, easy: Collection, assignment_of: GiveOut
) -> None:
    assignment_of()
    with pytest.raises(NothingLeftError):
        begin_half_filled(player=student)


def test_a_half_filled_grid_that_an_assignment_locks_meanwhile_is_left(
    student: User, easy: Collection, assignment_of: GiveOut
) -> None:
    begin_half_filled(player=student)
    assignment_of()
    with pytest.raises(NothingLeftError):
        begin_half_filled(player=student)


def test_no_grid_is_half_filled_during_an_exam(
    student: User, easy: Collection, assignment_of: GiveOut
) -> None:
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    with pytest.raises(PracticeError, match="exam"):
        begin_half_filled(player=student)


def test_a_half_filled_grid_counts_nowhere(student: User, easy: Collection) -> None:
    attempt = begin_half_filled(player=student)
    attempt.refresh_from_db()
    finish(attempt, State.SOLVED)
    assert not list(Attempt.objects.sums_by_player())
    review_attempt(attempt_id=attempt.pk)
    assert not TechniqueUse.objects.exists()


def test_a_practice_copy_is_not_half_filled(looked_back: Attempt, student: User) -> None:
    assert not is_half_filled(practise(player=student, attempt_id=looked_back.pk, number=3))
    assert not is_half_filled(looked_back)


def practice_copy(attempt: Attempt) -> Attempt:
    """A practice copy of the attempt's puzzle, from its beginning."""
    return Attempt.objects.get_or_begin(
        player=attempt.player, puzzle=attempt.puzzle, is_practice=True, policy=policy_with(**PRACTICE)
    )


def test_a_practice_copy_gives_no_help_while_its_grid_is_played_in_earnest(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student)
    copy = practice_copy(attempt)
    with pytest.raises(HelpError, match="another game"):
        give_hint(player=student, attempt_id=copy.pk, seen_version=0)
    finish(attempt)
    _game, revealed = give_hint(player=student, attempt_id=copy.pk, seen_version=0)
    assert revealed.hint is not None


@pytest.mark.parametrize("is_practised", [False, True])
def test_a_grid_that_was_practised_before_says_nothing_of_its_player(
    attempt_of: StartAttempt, student: User, is_practised: bool
) -> None:
    first = attempt_of(student)
    if is_practised:
        practice_copy(first)
    Attempt.objects.filter(pk=first.pk).delete()
    attempt = attempt_of(student)
    solve(attempt)
    Attempt.objects.filter(pk=attempt.pk).update(elapsed_ms=600_000)
    review_attempt(attempt_id=attempt.pk)
    assert TechniqueUse.objects.filter(attempt=attempt).exists() is not is_practised
