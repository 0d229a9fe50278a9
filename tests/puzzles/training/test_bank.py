"""The bank of positions: from which puzzles they come, and that each needs its technique."""

import random
from collections.abc import Callable, Iterable

import pytest
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.engine import TECHNIQUES, Board, next_step, search, verify
from puzzles.engine.similarity import canonical_key
from puzzles.engine.techniques import example_of
from puzzles.home.services.sweep import sweep
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.library.services.policies import policy_with
from puzzles.library.services.throttle import AMONG_PLAYERS
from puzzles.training.models import BankProgress, DrillAnswer, TrainingPosition
from puzzles.training.services import bank
from puzzles.training.services.bank import (
    DRILLED,
    SHADOWED,
    WANTED,
    disguised,
    fill_bank,
    fill_slice,
    fits,
    has_more,
    lacking,
    may_need,
    positions_on_path,
)

# Two of the sample collection; both need an X-Wing, and singles and pairs before it.
LINES = (
    "290003004000000800641090020300500060000304000060001007030040972006000000400200053",
    "506109080380050000004800000607201030000000000040305607000007300000010075050903402",
)
Origin = TrainingPosition.Origin

pytestmark = pytest.mark.django_db


def puzzle_of(line: str) -> Puzzle:
    givens = line.replace("0", ".")
    solution = search(Board.from_line(givens)).solution
    assert solution is not None
    puzzle = Puzzle.objects.create(
        givens=givens,
        clue_count=81 - givens.count("."),
        solution_count=1,
        solution=solution.to_line(),
        solving_class=Puzzle.SolvingClass.HARDER,
    )
    return grade_now(puzzle=puzzle)


@pytest.fixture
def library_of(teacher: User) -> Callable[..., list[Puzzle]]:
    """`library_of(lines, audience)`: graded puzzles in a collection for this audience."""

    def make(lines: Iterable[str] = LINES, audience: str = Collection.Audience.EVERYONE) -> list[Puzzle]:
        puzzles = [puzzle_of(line) for line in lines]
        collection = Collection.objects.create(
            name=f"for {audience}",
            owner=teacher,
            audience=audience,
            policy=policy_with(),
            entry_count=len(puzzles),
            drawable_count=len(puzzles),
        )
        for number, puzzle in enumerate(puzzles, 1):
            Entry.objects.create(
                collection=collection, puzzle=puzzle, number=number, line=number, position=number
            )
        return puzzles

    return make


@pytest.fixture
def reads_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is disguised or generated."""
    monkeypatch.setattr(bank, "_disguise_next", lambda: None)
    monkeypatch.setattr(bank, "_generate_next", lambda: None)


def test_each_position_on_a_path_is_the_first_at_which_its_technique_is_the_easiest() -> None:
    found = list(positions_on_path(LINES[0].replace("0", "."), DRILLED))
    names = [technique for technique, _position, _count in found]
    assert "x_wing" in names
    assert len(set(names)) == len(names)
    counts = [count for _technique, _position, count in found]
    assert counts == sorted(counts)
    for technique, position, _count in found:
        step = next_step(position)
        assert step is not None
        if technique in SHADOWED:
            own = next(TECHNIQUES[technique].find(position))
            assert verify(own, position)
            assert TECHNIQUES[step.technique].tier >= SHADOWED[technique]
            continue
        assert step.technique == technique
        assert verify(step, position)
        harder = list(TECHNIQUES)[list(TECHNIQUES).index(technique) :]
        assert next_step(position, techniques=set(TECHNIQUES) - set(harder)) is None


def test_what_is_stored_is_read_back_as_the_same_position() -> None:
    for technique, position, count in positions_on_path(LINES[1].replace("0", "."), DRILLED):
        row = TrainingPosition.of(position, technique, Origin.LIBRARY, step_count=count)
        row.save()
        row.refresh_from_db()
        assert row.position == position


@pytest.mark.usefixtures("reads_only")
def test_the_library_is_read_once_in_its_order(library_of) -> None:
    puzzles = library_of()
    assert has_more()
    added = fill_slice(seconds=30)
    rows = list(TrainingPosition.objects.select_related("puzzle"))
    assert added == len(rows) > 10
    assert {row.puzzle for row in rows} == set(puzzles)
    assert all(row.origin == Origin.LIBRARY for row in rows)
    assert all(fits(row.position, row.technique) for row in rows)
    for row in rows:
        assert row.puzzle is not None
        assert may_need(row.technique, row.puzzle.technique_counts or {})
        # Solved cells are right, and no true candidate is gone.
        solution = row.puzzle.solution
        assert all(digit in (".", right) for digit, right in zip(row.digits, solution, strict=True))
        empty = row.position.board.empty_cells
        assert all(row.position.has_candidate(cell, int(solution[cell])) for cell in empty)
    assert BankProgress.objects.get().read_to == puzzles[-1].pk
    assert fill_slice(seconds=1) == 0


@pytest.mark.usefixtures("reads_only")
@pytest.mark.parametrize("audience", [Collection.Audience.CLASSES, Collection.Audience.NOBODY])
def test_a_puzzle_that_not_everybody_may_draw_stays_out(audience: str, library_of) -> None:
    library_of(audience=audience)
    assert not has_more()
    assert fill_slice(seconds=1) == 0


@pytest.mark.usefixtures("reads_only")
def test_a_puzzle_that_an_exam_reserves_stays_out(
    library_of, puzzle: Puzzle, assignment_of: Callable[..., Assignment]
) -> None:
    grade_now(puzzle=puzzle)
    first, second = library_of()
    assignment_of([first], is_exam=True, is_draft=True)
    fill_slice(seconds=30)
    assert {row.puzzle for row in TrainingPosition.objects.select_related("puzzle")} == {second}


@pytest.mark.usefixtures("reads_only")
def test_puzzles_behind_one_that_waits_for_its_grade_wait_too(library_of) -> None:
    first, second = library_of()
    Puzzle.objects.filter(pk=first.pk).update(
        tier=None, score=None, rating=None, grader=None, technique_counts=None
    )
    first.techniques.all().delete()
    fill_slice(seconds=1)
    assert not TrainingPosition.objects.exists()
    grade_now(puzzle=Puzzle.objects.get(pk=first.pk))
    fill_slice(seconds=30)
    assert set(TrainingPosition.objects.values_list("puzzle", flat=True)) == {first.pk, second.pk}


@pytest.mark.usefixtures("reads_only")
def test_what_the_bank_has_enough_of_is_not_read(library_of, monkeypatch: pytest.MonkeyPatch) -> None:
    for tier in WANTED:
        monkeypatch.setitem(WANTED, tier, 1)
    first, _second = library_of()
    fill_slice(seconds=30)
    counts = TrainingPosition.objects.counts()
    assert set(counts.values()) == {1}
    assert TrainingPosition.objects.filter(technique="x_wing").get().puzzle == first


@pytest.mark.parametrize("technique", ["hidden_single", "x_wing", "unique_rectangle_1", "xy_chain"])
def test_a_position_in_disguise_needs_the_same_technique(technique: str) -> None:
    position, rng = example_of(technique).position, random.Random(technique)
    found = {disguised(position, rng) for _time in range(5)}
    assert len(found) == 5
    for each in found:
        assert fits(each, technique)
        assert sorted(map(int.bit_count, each.masks)) == sorted(map(int.bit_count, position.masks))
        assert each.givens.bit_count() == position.givens.bit_count()
        before, after = search(position.board).solution, search(each.board).solution
        assert before is not None
        assert after is not None
        assert canonical_key(before.to_line()) == canonical_key(after.to_line())


def test_every_technique_that_is_drilled_gets_positions(library_of, monkeypatch: pytest.MonkeyPatch) -> None:
    for tier in WANTED:
        monkeypatch.setitem(WANTED, tier, 2)
    monkeypatch.setattr(bank, "MOST_TRIES", 0)
    library_of()
    fill_slice(seconds=120)
    assert lacking(TrainingPosition.objects.counts()) == {}
    for row in TrainingPosition.objects.all():
        assert fits(row.position, row.technique), row
    assert not has_more()


def test_puzzles_are_generated_for_what_the_library_lacks(
    library_of, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tier in WANTED:
        monkeypatch.setitem(WANTED, tier, 3)
    monkeypatch.setattr(bank, "_disguise_next", lambda: None)
    monkeypatch.setattr(bank, "MOST_TRIES", 4)
    library_of()
    fill_slice(seconds=60)
    assert BankProgress.objects.get().tries == 4
    made = TrainingPosition.objects.filter(origin=Origin.GENERATED)
    assert made.exists()
    assert all(fits(row.position, row.technique) for row in made)
    assert not made.filter(puzzle__isnull=False).exists()
    assert not has_more()


def test_the_sweep_wakes_the_bank_once_there_are_grids(library_of) -> None:
    sweep()
    waiting = DBTaskResult.objects.filter(task_path=fill_bank.module_path)
    assert not waiting.exists()
    library_of()
    sweep()
    sweep()
    assert waiting.count() == 1


def test_a_slice_asks_for_the_next_one(library_of, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank, "SLICE_SECONDS", 0)
    monkeypatch.setitem(bank.fill_slice.__kwdefaults__, "seconds", 0)
    library_of()
    fill_bank.call()
    assert DBTaskResult.objects.ready().filter(task_path=fill_bank.module_path).count() == 1


def test_a_position_outlives_its_puzzle(library_of, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank, "_disguise_next", lambda: None)
    monkeypatch.setattr(bank, "_generate_next", lambda: None)
    first, _second = library_of()
    fill_slice(seconds=30)
    count = TrainingPosition.objects.count()
    Entry.objects.all().delete()
    first.delete()
    assert TrainingPosition.objects.count() == count


@pytest.mark.usefixtures("reads_only")
def test_a_new_grader_empties_the_bank_and_players_keep_what_they_did(library_of, student: User) -> None:
    library_of()
    fill_slice(seconds=30)
    old = TrainingPosition.objects.get(technique="x_wing", puzzle=TrainingPosition.objects.first().puzzle)
    drill = {"technique": "x_wing", "level": 2, "verdict": "found", "tries": 1, "key": "a"}
    DrillAnswer.objects.create(player=student, position=old, **drill)
    BankProgress.objects.update(grader=bank.GRADER - 1)
    assert has_more()
    fill_slice(seconds=30)
    assert not TrainingPosition.objects.filter(pk=old.pk).exists()
    assert TrainingPosition.objects.filter(technique="x_wing").exists()
    kept = DrillAnswer.objects.get()
    assert (kept.position, kept.technique) == (None, "x_wing")


def test_while_somebody_plays_a_slice_is_one_puzzle(library_of, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _second = library_of()
    monkeypatch.setattr(bank, "current_pace", lambda: AMONG_PLAYERS)
    fill_bank.call()
    assert set(TrainingPosition.objects.values_list("puzzle", flat=True)) == {first.pk}
    assert not DBTaskResult.objects.filter(task_path=fill_bank.module_path).exists()
    assert has_more()
