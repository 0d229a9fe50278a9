"""Mastery by drills: who finds the step again and again has it, and who guesses has not."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from statistics import mean

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from puzzles.engine import search
from puzzles.engine.techniques.examples import example_positions
from puzzles.play.models import TechniqueProgress
from puzzles.training.models import DrillAnswer, TrainingPosition
from puzzles.training.services.answers import Answer, results_of, steps_of
from puzzles.training.services.bank import disguised
from puzzles.training.services.drills import answer_drill, next_drill, show_drill
from puzzles.training.services.mastery import DAYS, DRILLS, GUESS, drilled_progress
from puzzles.training.services.storm import answer_storm, begin_run, positions_of

Level = DrillAnswer.Level
MONDAY = date(2026, 11, 23)
TUESDAY = MONDAY + timedelta(days=1)
CLASS, GUESSES = 30, 100


def series(*days: date) -> list[tuple[bool, date]]:
    return [(True, day) for day in days]


def test_it_takes_so_many_in_a_row_on_two_days() -> None:
    assert DAYS == 2
    assert drilled_progress(series(*[TUESDAY] * 2, *[MONDAY] * (DRILLS - 2))) == 3
    assert drilled_progress(series(*[TUESDAY] * (DRILLS - 1), *[MONDAY] * 5)) == 3
    assert drilled_progress(series(*[TUESDAY] * (DRILLS + 5))) == 2
    assert drilled_progress(series(*[TUESDAY] * 2, *[MONDAY] * (DRILLS - 3))) == 2


def test_a_first_answer_that_is_not_right_begins_anew() -> None:
    before = series(*[MONDAY] * DRILLS)
    assert drilled_progress([(False, TUESDAY), *before]) == 0
    assert drilled_progress([(True, TUESDAY), (False, TUESDAY), *before]) == 0
    assert drilled_progress([]) == 0


def test_the_sentence_says_how_many_and_on_how_many_days() -> None:
    with translation.override("en"):
        sentence = render_to_string("training/_mastery_rule.html")
    assert "in the last eight drills without a hint" in sentence
    assert "on two days or more" in sentence
    assert (DRILLS, DAYS) == (8, 2)


def test_a_class_of_guessers_masters_nothing() -> None:
    """Each answers a hundred drills of the technique that is guessed most easily, on ten days."""
    rng = random.Random(18)
    for _player in range(CLASS):
        drills: list[tuple[bool, date]] = []
        for number in range(GUESSES):
            drills.insert(0, (rng.random() < GUESS, MONDAY + timedelta(days=number // 10)))
            assert drilled_progress(drills[:DRILLS]) < 3


def test_the_expected_number_of_guessed_masteries_is_small() -> None:
    """Series of DRILLS hits, of all guesses of a class: the union bound."""
    assert CLASS * GUESSES * (1 - GUESS) * GUESS**DRILLS < 0.01


@pytest.mark.parametrize(
    "technique", ["als_chain", "xy_chain", "hidden_single", "simple_colors_wrap", "x_wing"]
)
def test_a_blind_mark_hits_no_more_often_than_reckoned(technique: str) -> None:
    shares = []
    for name, position in example_positions():
        if name == technique and position.is_unique:
            hits = {result for step in steps_of(position, name) for result in results_of(step)}
            open_cells = position.board.empty_cells
            shares.append(len(hits) / sum(len(position.candidates(cell)) for cell in open_cells))
    assert 0 < mean(shares) <= GUESS


# Drills that are answered


@pytest.fixture
def rows(position_of: Callable[..., TrainingPosition]) -> list[TrainingPosition]:
    """Positions enough."""
    first = position_of("x_wing")
    made = [
        TrainingPosition.of(
            disguised(first.position, random.Random(seed)), "x_wing", TrainingPosition.Origin.PERMUTED
        )
        for seed in range(DRILLS + 1)
    ]
    return [first, *TrainingPosition.objects.bulk_create(made)]


def find(player: User, *, level: int = Level.BOARD, days_ago: int = 0) -> DrillAnswer:
    """The next drill, found at the first try so many days ago."""
    drill = next_drill(player=player, technique="x_wing", level=level)
    step = steps_of(drill.row.position, "x_wing")[0]
    answer = Answer(frozenset(step.eliminations), technique="x_wing")
    row, _judgement = answer_drill(player=player, token=drill.token, answer=answer, number=1)
    DrillAnswer.objects.filter(pk=row.pk).update(created_at=timezone.now() - timedelta(days=days_ago))
    return row


def mastery(player: User) -> int | None:
    found = TechniqueProgress.objects.mastery_of(player).get("x_wing")
    return found.progress if found else None


@pytest.mark.django_db
@pytest.mark.parametrize("level", [Level.BOARD, Level.DECOYS])
def test_who_finds_the_step_again_and_again_masters_it(level: int, rows: list, student: User) -> None:
    for _number in range(DRILLS - 1):
        find(student, level=level, days_ago=2)
        assert mastery(student) in (0, 1, 2)
    find(student, level=level)
    assert mastery(student) == 3


@pytest.mark.django_db
def test_one_day_is_not_enough(rows: list, student: User) -> None:
    for _number in range(DRILLS + 1):
        find(student)
    assert mastery(student) == 2


@pytest.mark.django_db
def test_where_to_look_is_shown_nothing_counts(rows: list, student: User) -> None:
    for number in range(DRILLS):
        find(student, level=Level.HOUSE, days_ago=number)
    assert mastery(student) is None


@pytest.mark.django_db
def test_a_step_that_is_shown_begins_anew(rows: list, student: User) -> None:
    for _number in range(DRILLS - 1):
        find(student, days_ago=2)
    show_drill(player=student, token=next_drill(player=student, technique="x_wing", level=2).token)
    assert mastery(student) == 0


@pytest.mark.django_db
def test_positions_met_before_count_for_nothing(rows: list, student: User) -> None:
    TrainingPosition.objects.exclude(pk__in=[row.pk for row in rows[:2]]).delete()
    for number in range(DRILLS + 1):
        find(student, days_ago=DRILLS - number)
    assert mastery(student) == 0


@pytest.mark.django_db
def test_a_second_try_begins_anew(rows: list, student: User) -> None:
    find(student)
    drill = next_drill(player=student, technique="x_wing", level=Level.BOARD)
    position = drill.row.position
    solution = search(position.board).solution
    assert solution is not None
    cell = position.board.empty_cells[0]
    true = Answer.from_text(f"r{cell // 9 + 1}c{cell % 9 + 1}-{solution[cell]}")
    answer_drill(player=student, token=drill.token, answer=true, number=1)
    step = steps_of(position, "x_wing")[0]
    again = next_drill(player=student, technique="x_wing", level=Level.BOARD)
    answer_drill(player=student, token=again.token, answer=Answer(frozenset(step.eliminations)), number=1)
    assert mastery(student) == 0


@pytest.mark.django_db
def test_games_and_drills_count_apart(rows: list, student: User) -> None:
    for _number in range(3):
        find(student)
    TechniqueProgress.objects.keep(student.pk, ["x_wing"])
    assert mastery(student) == 1
    TechniqueProgress.objects.create(player=student, technique="xy_wing", progress=2)
    TechniqueProgress.objects.keep_drilled(student.pk, "xy_wing", 0)
    progress = TechniqueProgress.objects.mastery_of(student)
    assert {name: each.progress for name, each in progress.items()} == {"x_wing": 1, "xy_wing": 2}


@pytest.mark.django_db
def test_a_position_answered_in_a_storm_is_not_new(
    student: User, classmate: User, position_of: Callable[..., TrainingPosition]
) -> None:
    row = position_of("x_wing")
    run = begin_run(player=student)
    first = positions_of(run=run, player=student, start=0)[0]
    assert first.row == row
    shown = answer_storm(player=student, token=first.token, mark="")
    assert shown.step is not None
    assert not find(student).is_new
    assert mastery(student) is None
    assert find(classmate).is_new
