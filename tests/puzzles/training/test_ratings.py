"""Ratings: which results count, what they move, and what cannot be farmed."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine import Candidate
from puzzles.engine.techniques import example_of
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.library.services.policies import EXAM, policy_with
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services import hints
from puzzles.play.services.review import review_attempt
from puzzles.training.models import (
    DrillAnswer,
    PlayerRating,
    PositionRating,
    PuzzleRating,
    RatedResult,
    TechniqueMemory,
    TrainingPosition,
)
from puzzles.training.services.answers import Answer, is_sound
from puzzles.training.services.bank import disguised
from puzzles.training.services.drills import (
    Drill,
    NoPositionError,
    answer_drill,
    just_right_drill,
    next_drill,
    show_drill,
)
from puzzles.training.services.memory import remember
from puzzles.training.services.ratings import (
    LEAST_DEVIATION,
    LEAST_RESULTS,
    MOST_A_DAY,
    NEW_PLAYER,
    SCORE_AT_ZERO,
    SURE,
    Estimate,
    after_result,
    expected_success,
    just_right_scores,
    learned_score,
    moved,
    position_prior,
    positions_by_success,
    puzzle_prior,
    rate_drill,
    rating_of_player,
    reached_technique,
    rested,
    score_at,
)
from tests.players import FAST_MS, found, play, typed
from tests.ratings.simulation import School, gains

pytestmark = pytest.mark.django_db

Level, Verdict = DrillAnswer.Level, DrillAnswer.Verdict
PositionOf = Callable[..., TrainingPosition]
STEP = example_of("x_wing").step
RIGHT = Answer(frozenset(STEP.eliminations), next(iter(STEP.placements), None))
SURE_PLAYER = Estimate(1.0, 0.3, 40)


def wrong(drill: Drill) -> Answer:
    """Removes the digit that the solution has."""
    position = drill.row.position
    answers = (
        Answer(frozenset([Candidate(cell, digit)]))
        for cell in position.board.empty_cells
        for digit in position.candidates(cell)
    )
    return next(each for each in answers if not is_sound(position, each))


def drill(player: User, level: int = Level.BOARD, after: str = "") -> Drill:
    return next_drill(player=player, technique="x_wing", level=level, after=after)


def answer(player: User, drill: Drill, answer: Answer, number: int = 1) -> DrillAnswer:
    row, _judgement = answer_drill(player=player, token=drill.token, answer=answer, number=number)
    return row


# The formulas


def test_a_result_moves_both_estimates_and_makes_them_surer() -> None:
    player, item = after_result(NEW_PLAYER, position_prior("x_wing"), is_success=True, day_mean=0.0)
    assert player.mean > NEW_PLAYER.mean
    assert player.deviation < NEW_PLAYER.deviation
    assert item.mean < position_prior("x_wing").mean
    assert item.deviation < position_prior("x_wing").deviation
    assert player.count == item.count == 1


def test_glickmans_example_comes_out() -> None:
    """1500 (200) beats 1400 (30), and loses to 1550 (100) and to 1700 (300): in one period 1464 (151.4)."""
    points = 173.7178
    player = Estimate(0.0, 200 / points)
    for rating, deviation, score in ((1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)):
        player = moved(player, Estimate((rating - 1500) / points, deviation / points), score)
    # One result at a time is nearly the same.
    assert 1500 + points * player.mean == pytest.approx(1464, abs=6)
    assert points * player.deviation == pytest.approx(151.4, abs=2)


def test_a_player_is_never_too_sure_to_learn_and_time_makes_them_less_sure() -> None:
    player = NEW_PLAYER
    for number in range(500):
        player, _item = after_result(
            player, position_prior("x_wing"), is_success=number % 2 == 0, day_mean=0.0
        )
    assert player.deviation == LEAST_DEVIATION
    assert LEAST_DEVIATION < rested(player, 30).deviation < SURE
    assert rested(player, 10_000).deviation == NEW_PLAYER.deviation


def test_what_was_nearly_certain_lifts_nobody() -> None:
    easy = Estimate(-4.0, 0.2, 50)
    player = SURE_PLAYER
    for _game in range(1000):
        player, easy = after_result(player, easy, is_success=True, day_mean=SURE_PLAYER.mean)
    assert player.mean == SURE_PLAYER.mean


def test_a_slip_at_something_easy_is_won_back_on_the_same_day() -> None:
    easy = Estimate(-4.0, 0.2, 50)
    player, easy = after_result(SURE_PLAYER, easy, is_success=False, day_mean=SURE_PLAYER.mean)
    assert player.mean < SURE_PLAYER.mean
    for _game in range(200):
        player, easy = after_result(player, easy, is_success=True, day_mean=SURE_PLAYER.mean)
    assert player.mean == pytest.approx(SURE_PLAYER.mean, abs=0.01)


def test_the_gain_of_a_day_is_bounded() -> None:
    player = NEW_PLAYER
    for _answer in range(50):
        player, _item = after_result(player, Estimate(5.0, 0.2), is_success=True, day_mean=0.0)
    assert player.mean == MOST_A_DAY


def test_scores_and_difficulties_are_there_and_back() -> None:
    for score in (54, 386, 6353):
        assert score_at(puzzle_prior(score).mean) == score
    assert puzzle_prior(None).deviation > puzzle_prior(386).deviation


def test_harder_techniques_are_reached_later() -> None:
    assert reached_technique(-5.0) == ""
    reached = [reached_technique(mean) for mean in (1.2, 2.5, 4.5)]
    difficulties = [position_prior(name).mean for name in reached]
    assert difficulties == sorted(set(difficulties))


# Drills


def test_the_first_answer_to_a_drill_counts(student: User, position_of: PositionOf) -> None:
    row = position_of("x_wing")
    answer(student, drill(student), RIGHT)
    rating = PlayerRating.objects.get(player=student)
    assert rating.mean > 0
    assert rating.count == 1
    assert PositionRating.objects.get(position=row).mean < position_prior("x_wing").mean
    result = RatedResult.objects.get()
    assert (result.player, result.position, result.is_success) == (student, row, True)
    assert (result.mean, result.deviation) == (rating.mean, rating.deviation)


def test_a_step_that_is_found_at_the_second_try_was_not_found(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    found = drill(student)
    answer(student, found, wrong(found))
    answer(student, found, RIGHT, number=2)
    assert RatedResult.objects.get().is_success is False
    assert PlayerRating.objects.get().mean < 0


def test_a_step_that_is_shown_was_not_found(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    show_drill(player=student, token=drill(student).token)
    assert RatedResult.objects.get().is_success is False


def test_an_answer_that_is_sent_twice_counts_once(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    found = drill(student)
    for _time in range(2):
        answer(student, found, RIGHT)
    assert PlayerRating.objects.get().count == 1


def test_where_to_look_was_shown_nothing_counts_then_or_later(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    answer(student, drill(student, Level.HOUSE), RIGHT)
    answer(student, drill(student), RIGHT)
    assert not RatedResult.objects.exists()
    assert not PlayerRating.objects.exists()


def test_a_position_counts_once(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    for _time in range(3):
        answer(student, drill(student), RIGHT)
    assert PlayerRating.objects.get().count == 1


def test_a_position_that_is_passed_over_was_not_found(
    student: User, position_of: PositionOf, other_x_wing: TrainingPosition
) -> None:
    rows = {position_of("x_wing").pk, other_x_wing.pk}
    first = drill(student)
    second = drill(student, after=first.token)
    assert {first.row.pk, second.row.pk} == rows
    assert not RatedResult.objects.exists()
    show_drill(player=student, token=second.token)
    assert set(RatedResult.objects.values_list("position", "is_success")) == {(key, False) for key in rows}


def test_the_next_position_after_an_answer_passes_nothing_over(
    student: User, position_of: PositionOf, other_x_wing: TrainingPosition
) -> None:
    position_of("x_wing")
    first = drill(student)
    show_drill(player=student, token=first.token)
    show_drill(player=student, token=drill(student, after=first.token).token)
    assert RatedResult.objects.count() == 2


def test_counting_a_drill_takes_the_same_queries_every_time(
    student: User, position_of: PositionOf, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("x_wing", "skyscraper"):
        row = DrillAnswer(
            player=student,
            position=position_of(name),
            technique=name,
            level=2,
            verdict="found",
            key=name,
            is_new=True,
        )
        row.save()
        if name == "x_wing":
            rate_drill(row)
            continue
        with django_assert_num_queries(11):
            rate_drill(row)


def test_a_position_that_was_never_shown_is_not_passed_over(
    student: User, position_of: PositionOf, other_x_wing: TrainingPosition
) -> None:
    rows = {position_of("x_wing").pk, other_x_wing.pk}
    for key in rows:
        show_drill(player=student, token=drill(student, after=str(key)).token)
    assert RatedResult.objects.count() == 2
    assert set(DrillAnswer.objects.values_list("position", flat=True)) == rows


@pytest.mark.parametrize("is_practice", [False, True])
def test_a_position_of_a_game_of_the_player_counts_in_no_rating(
    is_practice: bool, student: User, position_of: PositionOf, puzzle: Puzzle
) -> None:
    row = position_of("x_wing")
    Puzzle.objects.filter(pk=puzzle.pk).update(givens=row.givens)
    puzzle.refresh_from_db()
    attempt = attempt_on(student, puzzle, is_practice=is_practice)
    Attempt.objects.update(state=Attempt.State.SHOWN, finished_at=attempt.last_move_at)
    answer(student, drill(student), RIGHT)
    assert DrillAnswer.objects.get().verdict == Verdict.FOUND
    assert not RatedResult.objects.exists()
    now = timezone.now()
    TechniqueMemory.objects.update_or_create(
        player=student, technique="x_wing", defaults={"card": {}, "begun_at": now, "due_at": now}
    )
    DrillAnswer.objects.all().delete()
    assert positions_by_success(student) == []


def test_a_step_that_is_shown_at_once_was_not_found(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    show_drill(player=student, token=drill(student).token)
    assert RatedResult.objects.get().is_success is False


def test_a_step_shown_where_the_place_to_look_was_shown_counts_for_nothing(
    student: User, position_of: PositionOf
) -> None:
    position_of("x_wing")
    show_drill(player=student, token=drill(student, Level.HOUSE).token)
    show_drill(player=student, token=drill(student).token)
    assert not RatedResult.objects.exists()


@pytest.fixture
def other_x_wing(db: None) -> TrainingPosition:
    """The example of the X-Wing in disguise."""
    position = disguised(example_of("x_wing").position, random.Random(3))
    row = TrainingPosition.of(position, "x_wing", TrainingPosition.Origin.EXAMPLE)
    row.save()
    return row


# Games


def attempt_on(player: User, puzzle: Puzzle, **fields: object) -> Attempt:
    policy, _created = HelpPolicy.objects.get_or_create()
    fields = {"policy": policy, "digits": puzzle.givens} | fields
    return Attempt.objects.create(player=player, puzzle=puzzle, **fields)


def reviewed(attempt: Attempt, ops: list[Op], **more: int) -> None:
    play(attempt, ops, **more)
    review_attempt(attempt_id=attempt.pk)


def test_a_grid_that_is_solved_without_help_counts_once(student: User, puzzle: Puzzle) -> None:
    grade_now(puzzle=puzzle)
    for _time in range(2):
        reviewed(attempt_on(student, puzzle), list(found(puzzle)))
    result = RatedResult.objects.get()
    assert (result.puzzle, result.is_success) == (puzzle, True)
    assert PlayerRating.objects.get().mean > 0
    assert PuzzleRating.objects.get().mean < puzzle_prior(puzzle.score).mean


def test_a_second_review_of_a_game_counts_nothing_more(student: User, puzzle: Puzzle) -> None:
    attempt = attempt_on(student, puzzle)
    reviewed(attempt, list(found(puzzle)))
    Attempt.objects.update(reviewer=0)
    review_attempt(attempt_id=attempt.pk)
    assert PlayerRating.objects.get().count == 1


def test_a_grid_that_took_a_hint_was_not_solved_unaided(student: User, puzzle: Puzzle) -> None:
    attempt = attempt_on(student, puzzle)
    hints.give_hint(player=student, attempt_id=attempt.pk, seen_version=attempt.version)
    reviewed(attempt, list(found(puzzle)))
    assert RatedResult.objects.get().is_success is False
    assert PlayerRating.objects.get().mean < 0


@pytest.mark.parametrize("kind", ["exam", "practice", "copied", "known"])
def test_a_game_that_says_nothing_does_not_count(student: User, puzzle: Puzzle, kind: str) -> None:
    fields: dict[str, object] = {}
    if kind == "exam":
        fields["policy"] = policy_with(**EXAM)
    if kind == "practice":
        fields["is_practice"] = True
    if kind == "known":
        attempt_on(student, puzzle, state=Attempt.State.RESTARTED, finished_at=timezone.now())
    if kind == "copied":
        reviewed(attempt_on(student, puzzle), typed(puzzle, "reading", random.Random(1)), ms=FAST_MS)
    else:
        attempt = play(attempt_on(student, puzzle, **fields), list(found(puzzle)))
        if kind == "exam":
            Attempt.objects.filter(pk=attempt.pk).update(state="solved", finished_at=timezone.now())
        review_attempt(attempt_id=attempt.pk)
    assert Attempt.objects.filter(reviewed_at__isnull=False).exists()
    assert not RatedResult.objects.exists()


def test_another_players_results_are_not_mine(student: User, classmate: User, puzzle: Puzzle) -> None:
    reviewed(attempt_on(student, puzzle), list(found(puzzle)))
    assert rating_of_player(classmate) == NEW_PLAYER


def test_a_learned_score_is_shown_after_some_results(puzzle: Puzzle) -> None:
    row = PuzzleRating.objects.create(puzzle=puzzle, mean=1.0, deviation=0.5, count=LEAST_RESULTS - 1)
    assert learned_score(puzzle) is None
    row.count += 1
    row.save()
    assert learned_score(puzzle) == score_at(1.0)


# Just right


def begin(player: User, technique: str) -> None:
    """A technique that the player has begun."""
    row = DrillAnswer(
        player=player, technique=technique, level=2, verdict=Verdict.SHOWN, created_at=timezone.now()
    )
    remember(row)


def test_the_drill_that_is_just_right_is_found_three_times_of_four(
    student: User, position_of: PositionOf
) -> None:
    for name in ("hidden_single", "pointing", "x_wing", "xy_wing", "sue_de_coq"):
        position_of(name)
        begin(student, name)
    for mean in (0.5, 1.5, 4.0):
        PlayerRating.objects.all().delete()
        PlayerRating.objects.create(
            player=student,
            mean=mean,
            deviation=0.3,
            count=30,
            rated_at=timezone.now(),
            day=timezone.localdate(),
            day_mean=mean,
        )
        chosen = just_right_drill(player=student)
        player = rating_of_player(student)
        distances = {
            name: abs(expected_success(player, position_prior(name)) - 0.75)
            for name in TrainingPosition.objects.values_list("technique", flat=True)
        }
        assert distances[chosen.technique] <= max(0.08, min(distances.values()))
        assert chosen.is_free


def test_a_technique_that_is_not_begun_is_never_just_right(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    with pytest.raises(NoPositionError):
        just_right_drill(player=student)
    begin(student, "x_wing")
    assert just_right_drill(player=student).technique == "x_wing"


def test_a_position_that_was_answered_is_not_just_right_again(student: User, position_of: PositionOf) -> None:
    position_of("x_wing")
    TechniqueMemory.objects.all().delete()
    show_drill(player=student, token=drill(student).token)
    with pytest.raises(NoPositionError):
        just_right_drill(player=student)


def test_grids_are_just_right_once_the_rating_is_sure() -> None:
    assert just_right_scores(NEW_PLAYER) is None
    assert just_right_scores(Estimate(1.0, SURE + 0.1, 9)) is None
    low, high = just_right_scores(Estimate(3.0, 0.3, 30)) or (0, 0)
    expected = [
        expected_success(Estimate(3.0, 0.3), Estimate(puzzle_prior(score).mean, 0.3)) for score in (low, high)
    ]
    assert 0.6 < expected[1] < 0.75 < expected[0] < 0.87
    assert just_right_scores(Estimate(-2.0, 0.3, 30)) == (0, SCORE_AT_ZERO)


def test_a_day_without_results_makes_a_rating_less_sure(student: User) -> None:
    now = timezone.now()
    row = PlayerRating.objects.create(
        player=student,
        mean=1.0,
        deviation=0.3,
        count=30,
        rated_at=now,
        day=timezone.localdate(),
        day_mean=1.0,
    )
    assert rating_of_player(student, now).deviation == pytest.approx(row.deviation)
    assert rating_of_player(student, now + timedelta(days=30)).deviation > row.deviation


# A simulated school


@pytest.fixture(scope="module")
def school() -> School:
    school = School.of(students=150, items=600, seed=5)
    school.play(60)
    return school


def test_a_simulated_school_is_rated_right() -> None:
    school = School.of(students=150, items=600, seed=5)
    found = []
    for answers in (10, 30, 60):
        school.play(answers)
        found.append(school.ability_correlation())
    assert found == sorted(found)
    assert found[-1] > 0.94
    assert school.difficulty_correlation() > school.difficulty_correlation(is_prior=True) + 0.04


def test_what_was_expected_in_the_simulated_school_came_about(school: School) -> None:
    for expected, observed, count in school.calibration():
        if count > 100:
            assert observed == pytest.approx(expected, abs=0.12)


def test_nothing_is_gained_in_the_simulated_school_without_finding_steps(school: School) -> None:
    """All are of ability 0."""
    found = {gain.name: gain for gain in gains(school, days=8)}
    assert found["farmer"].means[-1] < 0.3
    assert found["guesser"].means[-1] < -1
    assert found["chooser"].means[-1] < 1.5
    assert max(gain.most_a_day for gain in found.values()) <= MOST_A_DAY + 0.001
    cheater = found["two_accounts"]
    assert cheater.afterwards < cheater.means[-1] - 1
