"""Storms: three minutes by the server's clock, one answer to each position."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Classroom, User
from accounts.services.classes import switch_practice
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.engine import TECHNIQUES, search
from puzzles.engine.cells import cell_name
from puzzles.library.models import Puzzle
from puzzles.play.models import TechniqueProgress, TechniqueUse
from puzzles.training.models import DrillAnswer, StormRun, TechniqueMemory, TrainingPosition
from puzzles.training.pages.storm import end_page, position_data, records, run_data
from puzzles.training.services.answers import steps_of
from puzzles.training.services.bank import DRILLED, disguised
from puzzles.training.services.drills import DrillError, NoPositionError, OverError
from puzzles.training.services.storm import (
    AHEAD,
    GRACE,
    TIER_STARTS,
    StormAnswer,
    StormPosition,
    answer_storm,
    begin_run,
    end_run,
    open_run,
    positions_of,
    technique_at,
)
from puzzles.training.services.switches import switches_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 4, 12, tzinfo=timezone.get_default_timezone())
NAMES = ("full_house", "hidden_single", "naked_single", "pointing", "naked_pair", "x_wing", "xy_wing")


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


@pytest.fixture
def bank(position_of: Callable[..., TrainingPosition]) -> dict[str, TrainingPosition]:
    """A position of some techniques of each tier."""
    return {name: position_of(name) for name in NAMES}


@pytest.fixture
def run(student: User, bank: dict[str, TrainingPosition]) -> StormRun:
    """A run of the student that began at noon."""
    return begin_run(player=student, now=NOON)


def position_at(run: StormRun, number: int | None = None) -> StormPosition:
    run.refresh_from_db()
    return positions_of(run=run, player=run.player, start=run.answered if number is None else number)[0]


def right_mark(position: StormPosition) -> str:
    step = steps_of(position.row.position, position.row.technique)[0]
    cell, digit = (step.placements or step.eliminations)[0]
    return f"{cell_name(cell)}{'=' if step.placements else '-'}{digit}"


def false_mark(position: StormPosition) -> str:
    """A true candidate removed, or a false one placed."""
    place = position.row.position
    solution = search(place.board).solution
    assert solution is not None
    cell = next(cell for cell in place.board.empty_cells if len(list(place.candidates(cell))) > 1)
    wrong = next(digit for digit in place.candidates(cell) if digit != solution[cell])
    return f"{cell_name(cell)}={wrong}" if position.places else f"{cell_name(cell)}-{solution[cell]}"


def answered(run: StormRun, is_right: bool = True, seconds: float = 1) -> StormAnswer:
    """An answer to the next position so many seconds after the beginning."""
    position = position_at(run)
    mark = right_mark(position) if is_right else false_mark(position)
    return answer_storm(player=run.player, token=position.token, mark=mark, now=after(seconds))


def test_a_right_answer_counts_and_a_wrong_one_costs_ten_seconds(run: StormRun) -> None:
    first = answered(run)
    assert (first.is_right, first.step) == (True, None)
    assert run_data(first.run, [], after(1))["left_ms"] == 179_000
    second = answered(run, is_right=False)
    assert second.is_right is False
    assert second.step is not None
    assert second.step.technique == position_technique(run, 1)
    assert run_data(second.run, [], after(1))["left_ms"] == 169_000
    assert (second.run.right, second.run.wrong) == (1, 1)
    assert second.run.mistakes == {second.step.technique: 1}


def position_technique(run: StormRun, number: int) -> str:
    return technique_at(run.pk, number, list(NAMES))


def test_to_pass_is_not_right(run: StormRun) -> None:
    token = position_at(run).token
    passed = answer_storm(player=run.player, token=token, mark="", now=after(1))
    assert (passed.is_right, passed.run.wrong) == (False, 1)


@pytest.mark.parametrize("mark", ["r1c1", "r1c1=0", "r10c1=1", "r1c1-12", "x", "r1c1=1 "])
def test_what_is_no_mark_is_not_right(mark: str, run: StormRun) -> None:
    token = position_at(run).token
    assert answer_storm(player=run.player, token=token, mark=mark, now=after(1)).is_right is False


@pytest.mark.parametrize("technique", NAMES)
def test_every_step_of_the_technique_is_right_and_all_else_is_not(
    technique: str, student: User, position_of: Callable[..., TrainingPosition]
) -> None:
    row = position_of(technique)
    run = begin_run(player=student, now=NOON)
    singles = [name for name in DRILLED if TECHNIQUES[name].tier == 1]
    names = singles if technique in singles else [technique]
    place = row.position
    steps = [step for name in names for step in steps_of(place, name)]
    true = {mark for step in steps for mark in (step.placements or step.eliminations)}
    sign = "=" if technique in singles else "-"
    open_marks = [(cell, digit) for cell in place.board.empty_cells for digit in place.candidates(cell)]
    for cell, digit in open_marks[:40] + sorted(true):
        mark = f"{cell_name(cell)}{sign}{digit}"
        StormRun.objects.filter(pk=run.pk).update(verdicts="", right=0, wrong=0, mistakes={})
        answer = answer_storm(player=student, token=position_at(run, 0).token, mark=mark, now=after(1))
        assert answer.is_right == ((cell, digit) in true), mark


def test_an_answer_sent_twice_counts_once(run: StormRun) -> None:
    position = position_at(run)
    sent = {"player": run.player, "token": position.token, "now": after(1)}
    assert answer_storm(mark=false_mark(position), **sent).is_right is False
    again = answer_storm(mark=right_mark(position), **sent)
    assert again.is_right is False
    assert (again.run.right, again.run.wrong, again.run.verdicts) == (0, 1, "-")


def test_an_answer_is_one_write(run: StormRun) -> None:
    position = position_at(run)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer_storm(player=run.player, token=position.token, mark=right_mark(position), now=after(1))
    writes = [each["sql"] for each in queries if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert len(writes) == 1


def test_no_position_is_skipped(run: StormRun) -> None:
    later = positions_of(run=run, player=run.player, start=0)[1]
    with pytest.raises(OverError):
        answer_storm(player=run.player, token=later.token, mark=right_mark(later), now=after(1))


def test_a_position_of_another_player_or_a_forged_one_is_refused(run: StormRun, classmate: User) -> None:
    token = position_at(run).token
    for player, sent in ((classmate, token), (run.player, token[:-2]), (run.player, "1")):
        with pytest.raises(OverError):
            answer_storm(player=player, token=sent, mark="", now=after(1))


def test_the_time_is_the_servers(run: StormRun) -> None:
    answered(run, is_right=False)
    assert open_run(player=run.player, now=after(169)) == run
    late = answered(run, seconds=170 + GRACE.total_seconds() + 1)
    assert late.is_right is None
    assert late.run.right == 0


def test_an_answer_on_its_way_at_the_end_counts(run: StormRun) -> None:
    assert answered(run, seconds=181).is_right is True


def test_a_run_whose_page_is_gone_ends_when_its_time_is_up(run: StormRun) -> None:
    answered(run)
    assert open_run(player=run.player, now=after(600)) is None
    run.refresh_from_db()
    assert (run.ended_at, run.right) == (after(180), 1)
    assert begin_run(player=run.player, now=after(600)) != run


def test_a_page_that_is_loaded_again_goes_on_with_the_same_positions(run: StormRun) -> None:
    answered(run)
    before = [each.row for each in positions_of(run=run, player=run.player, start=1)]
    again = begin_run(player=run.player, now=after(30))
    assert again == run
    assert [each.row for each in positions_of(run=again, player=run.player, start=0)][: len(before)] == before


def test_a_few_positions_are_sent_ahead_and_each_once(run: StormRun) -> None:
    numbers = [each.number for each in positions_of(run=run, player=run.player, start=0)]
    assert numbers == list(range(AHEAD + 1))
    first = answered(run)
    more = positions_of(run=first.run, player=run.player, start=AHEAD + 1)
    assert [each.number for each in more] == [AHEAD + 1]


def test_to_end_it_twice_is_to_end_it_once(run: StormRun) -> None:
    answered(run)
    assert end_run(player=run.player, now=after(60)) == run
    assert end_run(player=run.player, now=after(90)) == run
    run.refresh_from_db()
    assert run.ended_at == after(60)
    assert answered(run, seconds=61).is_right is None


def test_a_storm_without_an_answer_is_not_kept(run: StormRun) -> None:
    ended = end_run(player=run.player, now=after(60))
    assert ended is not None
    assert (ended.pk, ended.right, ended.ended_at) == (None, 0, after(60))
    page = end_page(run.player, ended)
    assert (page["is_record"], page["best"]) == (False, None)
    assert not StormRun.objects.exists()
    assert open_run(player=run.player, now=after(61)) is None


def test_a_storm_whose_time_was_up_without_an_answer_is_not_kept(run: StormRun) -> None:
    assert open_run(player=run.player, now=after(400)) is None
    assert not StormRun.objects.exists()


def test_it_begins_easy_and_grows_harder() -> None:
    known = [name for name in DRILLED if TECHNIQUES[name].tier in TIER_STARTS]
    for run_id in range(5):
        tiers = [TECHNIQUES[technique_at(run_id, number, known)].tier for number in range(40)]
        assert tiers == sorted(tiers)
        assert [tiers.index(tier) for tier in TIER_STARTS] == list(TIER_STARTS.values())
    assert technique_at(1, 2, ["x_wing"]) == "x_wing"


def test_no_position_comes_twice_while_there_are_others(
    student: User, bank: dict[str, TrainingPosition]
) -> None:
    for name, row in list(bank.items()):
        for seed in range(9):
            place = disguised(row.position, random.Random(seed))
            TrainingPosition.of(place, name, TrainingPosition.Origin.PERMUTED).save()
    run = begin_run(player=student, now=NOON)
    rows = [position_at(run, 0).row.pk]
    for _time in range(15):
        answered(run)
        rows.append(position_at(run).row.pk)
    assert len(set(rows)) == len(rows)


def test_before_the_answer_neither_solution_nor_step_is_sent(run: StormRun) -> None:
    for position in positions_of(run=run, player=run.player, start=0):
        data = position_data(position)
        assert set(data) == {*("number", "token", "digits", "givens", "marks", "places", "area", "task")}
        assert "." in data["digits"]
        assert right_mark(position)[:4] not in data["task"]


def test_without_a_position_there_is_no_run(student: User) -> None:
    with pytest.raises(NoPositionError):
        begin_run(player=student)
    assert not StormRun.objects.exists()


def test_storms_rest_during_an_exam(
    run: StormRun, student: User, assignment_of: Callable[..., Assignment]
) -> None:
    token = position_at(run).token
    begin(student=student, assignment_id=assignment_of(is_exam=True).pk)
    with pytest.raises(DrillError):
        begin_run(player=student, now=after(1))
    with pytest.raises(DrillError):
        answer_storm(player=student, token=token, mark="", now=after(1))


def test_a_position_of_a_grid_that_is_homework_does_not_come(
    student: User,
    bank: dict[str, TrainingPosition],
    assignment_of: Callable[..., Assignment],
) -> None:
    hidden = bank["hidden_single"]
    board = hidden.position.board
    solution = search(board).solution
    assert solution is not None
    assigned = Puzzle.objects.create(
        givens=hidden.givens,
        clue_count=81 - hidden.givens.count("."),
        solution_count=1,
        solution=solution.to_line(),
        solving_class=Puzzle.SolvingClass.HARDER,
    )
    assignment_of([assigned])
    run = begin_run(player=student, now=NOON)
    for _time in range(8):
        rows = [each.row for each in positions_of(run=run, player=student, start=0)]
        assert rows
        assert hidden not in rows
        run = answered(run).run


def test_a_teacher_switches_storms_off_for_a_class(
    student: User, classroom: Classroom, teacher: User
) -> None:
    assert switches_of(student).storm
    switch_practice(classroom=classroom, switches={"has_storm": False})
    assert not switches_of(student).storm
    assert switches_of(teacher).storm
    Classroom.objects.update(archived_at=NOON)
    assert switches_of(student).storm


def test_it_counts_neither_as_a_drill_nor_as_a_review_nor_for_mastery(run: StormRun) -> None:
    answered(run)
    answered(run, is_right=False)
    end_run(player=run.player, now=after(60))
    for model in (DrillAnswer, TechniqueMemory, TechniqueProgress, TechniqueUse):
        assert not model.objects.exists()


def test_the_end_names_what_cost_most_and_a_personal_record(student: User) -> None:
    def ended(right: int, **fields: object) -> StormRun:
        when = timezone.now()
        return StormRun.objects.create(player=student, right=right, started_at=when, ended_at=when, **fields)

    assert end_page(student, ended(5))["is_record"] is False
    mistakes = {"x_wing": 1, "pointing": 3, "naked_pair": 2, "xy_wing": 1}
    page = end_page(student, ended(7, wrong=7, mistakes=mistakes))
    assert page["is_record"] is True
    assert [(cost.id, cost.count) for cost in page["costs"]] == [
        ("pointing", 3),
        ("naked_pair", 2),
        ("x_wing", 1),
    ]
    assert end_page(student, ended(7))["is_record"] is False


def test_the_best_of_the_week_and_ever_are_the_players_own(student: User, classmate: User) -> None:
    now = timezone.now()
    for player, right, days in ((student, 9, 20), (student, 4, 0), (student, 6, 0), (classmate, 30, 0)):
        when = now - timedelta(days=days)
        StormRun.objects.create(player=player, right=right, started_at=when, ended_at=when)
    assert records(student) == {"best": 9, "best_of_week": 6}
