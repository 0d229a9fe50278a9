"""Drills: which position is chosen, how answers are judged, and what is kept of them."""

import random
from collections.abc import Callable

import pytest
from django.core import signing

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.engine import TECHNIQUES, Candidate, search
from puzzles.engine.techniques import example_of
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.play.services.watching import WatchError
from puzzles.training.models import DrillAnswer, TrainingPosition, drill_sums
from puzzles.training.services import drills
from puzzles.training.services.answers import Answer, AnswerError, judge, results_of, steps_of
from puzzles.training.services.bank import DRILLED, disguised
from puzzles.training.services.drills import (
    Drill,
    DrillError,
    NoPositionError,
    OverError,
    answer_drill,
    lookalikes,
    next_drill,
    show_drill,
)
from puzzles.training.services.practice import play_position

from .judging import answers, faults_of

Level, Verdict = DrillAnswer.Level, DrillAnswer.Verdict

SAMPLE = (
    "full_house",
    "hidden_single",
    "naked_single",
    "pointing",
    "naked_pair",
    "hidden_triple",
    "x_wing",
    "skyscraper",
    "xy_wing",
    "simple_colors_wrap",
    "unique_rectangle_1",
    "bug_plus_one",
    "finned_x_wing",
)

X_WING = example_of("x_wing")


def whole(technique: str = "x_wing") -> Answer:
    """The answer that says all that the example's first step shows."""
    step = example_of(technique).step
    return Answer(frozenset(step.eliminations), next(iter(step.placements), None))


def true_digit(cell: int) -> int:
    solution = search(X_WING.position.board).solution
    assert solution is not None
    return solution[cell]


# Judging


def test_random_answers_are_judged_as_search_and_proofs_say() -> None:
    rng = random.Random(3)
    faults, found = [], set()
    for _number, (position, technique, answer) in zip(range(260), answers(rng, SAMPLE), strict=False):
        judgement = judge(position, technique, answer)
        found.add(judgement.verdict)
        faults += faults_of(position, technique, answer, judgement)
    assert faults == []
    assert found >= set(Verdict) - {Verdict.SHOWN, Verdict.SEEN, Verdict.ABSENT}


def test_the_whole_step_is_found() -> None:
    judgement = judge(X_WING.position, "x_wing", whole())
    assert judgement.verdict == Verdict.FOUND
    assert judgement.step is not None
    assert results_of(judgement.step) == whole().marks


def test_one_candidate_of_the_step_is_found_in_part() -> None:
    for candidate in X_WING.step.eliminations:
        judgement = judge(X_WING.position, "x_wing", Answer(frozenset([candidate])))
        assert judgement.verdict in (Verdict.PART, Verdict.FOUND)


def test_any_step_of_the_technique_counts() -> None:
    rng = random.Random(8)
    several = next(
        (position, steps)
        for name in ("pointing", "naked_pair", "xy_wing", "skyscraper", "hidden_single")
        if len(steps := steps_of(position := disguised(example_of(name).position, rng), name)) > 1
    )
    position, steps = several
    for step in steps:
        answer = Answer(frozenset(step.eliminations), next(iter(step.placements), None))
        assert judge(position, step.technique, answer).is_found


def test_a_candidate_that_is_true_is_not_removed() -> None:
    cell = X_WING.step.eliminations[0].cell
    answer = Answer(whole().struck | {Candidate(cell, true_digit(cell))})
    judgement = judge(X_WING.position, "x_wing", answer)
    assert judgement.verdict == Verdict.WRONG
    assert judgement.step is None


def test_a_step_of_another_technique_is_named() -> None:
    position = X_WING.position
    own = {result for step in steps_of(position, "x_wing") for result in results_of(step)}
    for name in DRILLED[DRILLED.index("x_wing") + 1 :]:
        for step in steps_of(position, name):
            if not own & results_of(step):
                answer = Answer(frozenset(step.eliminations), next(iter(step.placements), None))
                judgement = judge(position, "x_wing", answer)
                assert judgement.verdict == Verdict.OTHER
                assert judgement.step is not None
                assert judgement.step.technique != "x_wing"
                return
    raise AssertionError("the example has only X-Wings")


def test_what_is_true_and_shown_by_no_step_is_unproved() -> None:
    position = X_WING.position
    cells = [cell for cell in position.board.empty_cells if len(position.candidates(cell)) > 2]
    verdicts = {
        judge(position, "x_wing", Answer(placed=Candidate(cell, true_digit(cell)))).verdict for cell in cells
    }
    assert verdicts == {Verdict.UNPROVED}


def test_a_technique_that_is_not_there_is_absent() -> None:
    assert judge(X_WING.position, "naked_pair", whole()).verdict == Verdict.ABSENT


@pytest.mark.parametrize("text", ["r1c2-34", "r9c7=1", "r9c7=1 r1c2-34 r5c6-7"])
def test_an_answer_is_written_and_read_back(text: str) -> None:
    assert str(Answer.from_text(text)) == text


@pytest.mark.parametrize(
    ("text", "same"), [("L1C2-34", "r1c2-34"), ("R1c2:43; r1c2-3,", "r1c2-34"), (" r9c7 = 1", "r9c7=1")]
)
def test_an_answer_may_be_written_otherwise(text: str, same: str) -> None:
    assert str(Answer.from_text(text)) == same


@pytest.mark.parametrize("text", ["r1c2", "r0c1-3", "1", "r1c2-34 and r3c4-5", "r1c1=1 r1c2=2", "r1c1=12"])
def test_what_says_nothing_plain_is_refused(text: str) -> None:
    with pytest.raises(AnswerError):
        Answer.from_text(text)


# Levels


@pytest.mark.parametrize("technique", DRILLED)
def test_each_technique_is_drilled_among_two_others(technique: str) -> None:
    names = lookalikes(technique)
    assert technique in names
    assert len(set(names)) == 3
    assert list(names) == [name for name in DRILLED if name in names]
    assert len({TECHNIQUES[name].tier == 1 for name in names}) == 1


def test_lookalikes_are_of_one_family_where_there_are_three() -> None:
    assert lookalikes("x_wing") == ("x_wing", "swordfish", "jellyfish")
    assert {TECHNIQUES[name].family for name in lookalikes("xy_wing")} == {"wings"}


# Choosing and keeping


@pytest.fixture
def row(position_of: Callable[..., TrainingPosition]) -> TrainingPosition:
    return position_of("x_wing")


def another(row: TrainingPosition, seed: int = 1) -> TrainingPosition:
    """The same position in disguise."""
    position = disguised(row.position, random.Random(seed))
    made = TrainingPosition.of(position, row.technique, TrainingPosition.Origin.PERMUTED)
    made.save()
    return made


def drill_for(player: User, level: int = Level.BOARD) -> Drill:
    return next_drill(player=player, technique="x_wing", level=level)


def test_a_position_comes_again_until_its_drill_is_over(row: TrainingPosition, student: User) -> None:
    disguise = another(row)
    first = drill_for(student)
    assert first.row == row
    wrong = Answer(placed=next(iter(any_wrong(row))))
    answer_drill(player=student, token=first.token, answer=wrong, number=1)
    assert drill_for(student).row == row
    answer_drill(player=student, token=first.token, answer=whole(), number=2)
    assert drill_for(student).row == disguise


def any_wrong(row: TrainingPosition) -> list[Candidate]:
    position = row.position
    solution = search(position.board).solution
    assert solution is not None
    return [
        Candidate(cell, digit)
        for cell in position.board.empty_cells
        for digit in position.candidates(cell)
        if solution[cell] != digit
    ]


def test_when_all_are_known_the_one_known_for_longest_comes(row: TrainingPosition, student: User) -> None:
    disguise = another(row)
    for expected in (row, disguise, row, disguise):
        drill = drill_for(student)
        assert drill.row == expected
        show_drill(player=student, token=drill.token)


def test_another_position_is_the_next_in_turn(row: TrainingPosition, student: User) -> None:
    disguise = another(row)
    asked = {"player": student, "technique": "x_wing", "level": Level.BOARD}
    first = next_drill(**asked)
    second = next_drill(**asked, after=first.token)
    assert [first.row, second.row] == [row, disguise]
    assert next_drill(**asked, after=second.token).row == row


def test_only_a_position_that_was_shown_to_the_player_can_be_passed_over(
    row: TrainingPosition, student: User, classmate: User
) -> None:
    another(row)
    asked = {"technique": "x_wing", "level": Level.BOARD}
    token = next_drill(player=classmate, **asked).token
    for after in (token, str(row.pk), token[:-1]):
        assert next_drill(player=student, **asked, after=after).row == row


# A first try comes once


def test_a_page_loaded_again_gives_no_first_try_again(row: TrainingPosition, student: User) -> None:
    wrong = Answer(placed=any_wrong(row)[0])
    first, second = drill_for(student), drill_for(student)
    answer_drill(player=student, token=first.token, answer=wrong, number=1)
    kept, _judgement = answer_drill(player=student, token=second.token, answer=wrong, number=1)
    assert (kept.tries, kept.answers) == (2, 1)
    kept, _judgement = answer_drill(player=student, token=drill_for(student).token, answer=whole(), number=1)
    assert (kept.verdict, kept.tries, kept.answers) == (Verdict.FOUND, 3, 1)
    assert drill_sums(DrillAnswer.objects.of(student)).at_once == 0


def test_after_its_end_a_position_begins_anew(row: TrainingPosition, student: User) -> None:
    wrong = Answer(placed=any_wrong(row)[0])
    first = drill_for(student)
    answer_drill(player=student, token=first.token, answer=wrong, number=1)
    show_drill(player=student, token=first.token)
    kept, _judgement = answer_drill(player=student, token=drill_for(student).token, answer=whole(), number=1)
    assert kept.tries == 1
    assert not kept.is_new


def test_a_position_is_new_once(row: TrainingPosition, student: User) -> None:
    first, second = drill_for(student), drill_for(student)
    wrong = Answer(placed=any_wrong(row)[0])
    rows = [
        answer_drill(player=student, token=each.token, answer=wrong, number=1)[0] for each in (first, second)
    ]
    assert [each.is_new for each in rows] == [True, False]


def test_where_the_place_to_look_was_shown_the_position_is_not_new(
    row: TrainingPosition, student: User
) -> None:
    drill_for(student, Level.HOUSE)
    drill_for(student, Level.HOUSE)
    assert DrillAnswer.objects.get().verdict == Verdict.SEEN
    kept, _judgement = answer_drill(player=student, token=drill_for(student).token, answer=whole(), number=1)
    assert (kept.tries, kept.is_new) == (1, False)


@pytest.mark.parametrize("is_practice", [False, True])
def test_the_position_of_a_game_of_the_player_is_not_new(
    is_practice: bool, row: TrainingPosition, student: User, attempt_of
) -> None:
    attempt = attempt_of(student)
    Attempt.objects.filter(pk=attempt.pk).update(is_practice=is_practice)
    Puzzle.objects.filter(pk=attempt.puzzle_id).update(givens=row.givens)
    Attempt.objects.update(state=Attempt.State.SHOWN, finished_at=attempt.last_move_at)
    kept, _judgement = answer_drill(player=student, token=drill_for(student).token, answer=whole(), number=1)
    assert not kept.is_new


def test_which_of_three_takes_the_three_that_were_shown(row: TrainingPosition, student: User) -> None:
    """A technique has other lookalikes than those that it is alike."""
    asked, there = next(
        (asked, there)
        for asked in DRILLED
        for there in lookalikes(asked)
        if lookalikes(there) != lookalikes(asked)
    )
    TrainingPosition.objects.update(technique=there)
    drill = drills.assigned_drill(
        student, TrainingPosition.objects.get(), level=Level.DECOYS, technique=asked, assignment_id=0
    )
    assert drills.drill_of(player=student, token=drill.token).choices == lookalikes(asked)


def test_what_one_student_has_seen_is_new_to_another(
    row: TrainingPosition, student: User, classmate: User
) -> None:
    another(row)
    show_drill(player=student, token=drill_for(student).token)
    assert drill_for(classmate).row == row


def test_tries_time_and_the_last_answer_are_kept(
    row: TrainingPosition, student: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    drill = drill_for(student)
    wrong = Answer(placed=any_wrong(row)[0])
    answer_drill(player=student, token=drill.token, answer=wrong, number=1)
    kept = DrillAnswer.objects.get()
    assert (kept.verdict, kept.tries, kept.position, kept.level) == (Verdict.WRONG, 1, row, Level.BOARD)
    before = kept.elapsed_ms
    kept, judgement = answer_drill(player=student, token=drill.token, answer=whole(), number=2)
    assert judgement.is_found
    assert (kept.verdict, kept.tries, kept.answer) == (Verdict.FOUND, 2, str(whole()))
    assert before <= kept.elapsed_ms < DrillAnswer.LONGEST_MS
    assert DrillAnswer.objects.count() == 1


def test_an_answer_sent_twice_counts_once(row: TrainingPosition, student: User) -> None:
    drill = drill_for(student)
    wrong = Answer(placed=any_wrong(row)[0])
    for _time in range(2):
        kept, judgement = answer_drill(player=student, token=drill.token, answer=wrong, number=1)
        assert (kept.tries, judgement.verdict) == (1, Verdict.WRONG)
    for _time in range(2):
        kept, judgement = answer_drill(player=student, token=drill.token, answer=whole(), number=2)
        assert (kept.tries, judgement.verdict) == (2, Verdict.FOUND)


def test_what_comes_after_the_end_changes_nothing(row: TrainingPosition, student: User) -> None:
    drill = drill_for(student)
    answer_drill(player=student, token=drill.token, answer=whole(), number=1)
    answer_drill(player=student, token=drill.token, answer=Answer(placed=any_wrong(row)[0]), number=2)
    show_drill(player=student, token=drill.token)
    kept = DrillAnswer.objects.get()
    assert (kept.verdict, kept.tries) == (Verdict.FOUND, 1)


def test_a_step_that_is_shown_counts_as_not_found(row: TrainingPosition, student: User) -> None:
    drill = drill_for(student)
    show_drill(player=student, token=drill.token)
    answer_drill(player=student, token=drill.token, answer=whole(), number=1)
    assert DrillAnswer.objects.get().verdict == Verdict.SHOWN
    sums = drill_sums(DrillAnswer.objects.of(student))
    assert (sums.ended, sums.found, sums.median_ms) == (1, 0, None)


def test_sums_count_drills_that_have_ended(row: TrainingPosition, student: User) -> None:
    fields = {"player": student, "technique": "x_wing", "level": Level.BOARD}
    for key, (verdict, tries, ms) in enumerate(
        [("found", 1, 4000), ("part", 3, 9000), ("shown", 2, 1000), ("wrong", 1, 1), ("found", 1, 5000)]
    ):
        DrillAnswer.objects.create(key=key, verdict=verdict, tries=tries, elapsed_ms=ms, **fields)
    assert drill_sums(DrillAnswer.objects.of(student)) == (4, 3, 2, 5000)


def test_the_third_level_takes_the_name_too(row: TrainingPosition, student: User) -> None:
    drill = drill_for(student, Level.DECOYS)
    assert drill.choices == ("x_wing", "swordfish", "jellyfish")
    send = {"player": student, "token": drill.token}
    with pytest.raises(AnswerError):
        answer_drill(**send, answer=whole(), number=1)
    swordfish = Answer(whole().struck, technique="swordfish")
    _kept, judgement = answer_drill(**send, answer=swordfish, number=1)
    assert judgement.verdict == Verdict.OTHER
    kept, judgement = answer_drill(**send, answer=Answer(whole().struck, technique="x_wing"), number=2)
    assert judgement.is_found
    assert (kept.tries, kept.named) == (2, "x_wing")


def test_a_digit_that_a_house_has_already_is_wrong(position_of, student: User) -> None:
    single = position_of("hidden_single")
    cell = single.digits.index(".")
    digit = next(int(each) for each in single.digits[:9] if each != ".")
    drill = next_drill(player=student, technique="hidden_single", level=Level.BOARD)
    answer = Answer(placed=Candidate(cell, digit))
    kept, judgement = answer_drill(player=student, token=drill.token, answer=answer, number=1)
    assert (kept.tries, judgement.verdict) == (1, Verdict.WRONG)


def test_marks_on_what_is_no_candidate_are_refused_and_not_kept(row: TrainingPosition, student: User) -> None:
    drill = drill_for(student)
    filled = next(cell for cell in range(81) if row.digits[cell] != ".")
    for answer in (Answer(), Answer(frozenset([Candidate(filled, 1)])), Answer(placed=Candidate(filled, 1))):
        with pytest.raises(AnswerError):
            answer_drill(player=student, token=drill.token, answer=answer, number=1)
    assert not DrillAnswer.objects.exists()


def test_a_token_of_somebody_s_own_or_of_yesterday_is_refused(
    row: TrainingPosition, student: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = signing.dumps([row.pk, 2, "0" * 16, 0], salt="another")
    for token in ("", "x:y:z", made):
        with pytest.raises(OverError):
            answer_drill(player=student, token=token, answer=whole(), number=1)
    token = drill_for(student).token
    monkeypatch.setattr(drills, "DRILL_LASTS_S", -1)
    with pytest.raises(OverError):
        answer_drill(player=student, token=token, answer=whole(), number=1)


# Who may


def test_without_a_position_there_is_no_drill(student: User) -> None:
    with pytest.raises(NoPositionError):
        drill_for(student)


def test_drills_rest_during_an_exam(
    row: TrainingPosition, student: User, assignment_of: Callable[..., Assignment]
) -> None:
    token = drill_for(student).token
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    with pytest.raises(DrillError):
        drill_for(student)
    with pytest.raises(DrillError):
        answer_drill(player=student, token=token, answer=whole(), number=1)
    with pytest.raises(DrillError):
        play_position(player=student, technique="x_wing")
    assert not DrillAnswer.objects.exists()


def puzzle_with(row: TrainingPosition) -> Puzzle:
    """The puzzle of a position, as a row."""
    board = row.position.board
    solution = search(board).solution
    assert solution is not None
    return Puzzle.objects.create(
        givens=row.givens,
        clue_count=81 - row.givens.count("."),
        solution_count=1,
        solution=solution.to_line(),
        solving_class=Puzzle.SolvingClass.HARDER,
    )


def test_a_position_of_a_grid_that_is_homework_is_not_chosen(
    row: TrainingPosition, student: User, classmate: User, assignment_of: Callable[..., Assignment]
) -> None:
    """Nor one of the same grid in disguise."""
    token = drill_for(student).token
    another(row)
    assignment_of([puzzle_with(row)])
    with pytest.raises(NoPositionError):
        drill_for(student)
    with pytest.raises(WatchError):
        answer_drill(player=student, token=token, answer=whole(), number=1)


def test_a_position_of_a_grid_that_is_secret_is_not_chosen(
    row: TrainingPosition, student: User, classmate: User, assignment_of: Callable[..., Assignment]
) -> None:
    """A grid of an exam that nobody has begun and no student can draw; its example would be known."""
    another(row)
    row.delete()
    assert drill_for(student)
    assignment_of([puzzle_with(row)], is_exam=True, is_draft=True)
    with pytest.raises(NoPositionError):
        drill_for(student)


def test_a_position_of_a_grid_that_is_being_played_is_not_chosen(
    row: TrainingPosition, student: User, classmate: User, attempt_at: Callable[..., Attempt]
) -> None:
    attempt_at(row.position, student, solution="never")
    with pytest.raises(NoPositionError):
        drill_for(student)
    assert drill_for(classmate).row == row


# Playing on


def test_a_game_begins_at_the_position(row: TrainingPosition, student: User) -> None:
    attempt = play_position(player=student, technique="x_wing")
    attempt.refresh_from_db()
    assert attempt.is_practice
    assert attempt.digits == row.digits
    assert attempt.puzzle.givens == row.givens
    assert attempt.puzzle.is_graded
    assert not attempt.puzzle.entries.exists()
    move = Move.objects.get(attempt=attempt)
    assert move.kind == Move.Kind.TAKE_OVER
    assert attempt.undo_stack == ""


def test_the_next_game_begins_at_another_position(row: TrainingPosition, student: User) -> None:
    disguise = another(row)
    first, second = (play_position(player=student, technique="x_wing") for _time in range(2))
    assert {first.puzzle.givens, second.puzzle.givens} == {row.givens, disguise.givens}
    third = play_position(player=student, technique="x_wing")
    assert third in (first, second)


def test_an_answer_out_of_its_turn_gets_the_stored_verdict(student: User, row: TrainingPosition) -> None:
    token = next_drill(player=student, technique="x_wing", level=Level.BOARD).token
    wrong = Answer(placed=any_wrong(row)[0])
    _kept, first = answer_drill(player=student, token=token, answer=wrong, number=1)
    kept, again = answer_drill(player=student, token=token, answer=whole(), number=1)
    assert (first.verdict, again.verdict, kept.tries) == (Verdict.WRONG, Verdict.WRONG, 1)


def test_a_drill_is_of_the_player_it_was_shown_to(
    student: User, classmate: User, row: TrainingPosition
) -> None:
    token = next_drill(player=student, technique="x_wing", level=Level.BOARD).token
    with pytest.raises(OverError):
        answer_drill(player=classmate, token=token, answer=whole(), number=1)


def test_answers_that_come_too_fast_are_not_judged(
    student: User, row: TrainingPosition, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = next_drill(player=student, technique="x_wing", level=Level.BOARD).token
    monkeypatch.setattr(drills.PACE, "wait", lambda _player: 7)
    with pytest.raises(AnswerError):
        answer_drill(player=student, token=token, answer=whole(), number=1)
    assert not DrillAnswer.objects.exists()
