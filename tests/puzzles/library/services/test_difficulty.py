"""Grades: who gets one, when, and how collections count them."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from puzzles.engine import Board, Grade, grade
from puzzles.engine.grading import GRADER_VERSION
from puzzles.library.models import Collection, Puzzle, PuzzleImport, PuzzleTechnique
from puzzles.library.services import difficulty
from puzzles.library.services.difficulty import (
    count_collections,
    grade_now,
    grade_slice,
    is_grading_left,
    store_grades,
)

pytestmark = pytest.mark.django_db
BringIn = Callable[..., PuzzleImport]


def slice_of(seconds: float = 60) -> int:
    return grade_slice(seconds=seconds, breath_seconds=0)


def test_a_puzzle_gets_the_grade_of_the_engine(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:8])
    assert slice_of() == 8
    for puzzle in Puzzle.objects.all():
        graded = grade(Board.from_line(puzzle.givens))
        assert (puzzle.tier, puzzle.score, puzzle.hardest) == (graded.tier, graded.score, graded.hardest)
        assert float(puzzle.rating or 0) == pytest.approx(graded.se)
        assert puzzle.technique_counts == graded.counts
        assert puzzle.grader == GRADER_VERSION


def techniques_of(puzzle: Puzzle) -> set[str]:
    return set(puzzle.techniques.values_list("technique", flat=True))


def test_the_techniques_of_each_path_can_be_looked_up_and_are_counted(
    bring_in: BringIn, grids: list[str]
) -> None:
    bring_in(grids[:40])
    slice_of()
    counts: Counter[str] = Counter()
    for puzzle in Puzzle.objects.all():
        on_path = set(puzzle.technique_counts or {})
        assert techniques_of(puzzle) == on_path - {"full_house", "hidden_single"}
        counts.update(on_path)
    assert len(counts) > 4
    assert Collection.objects.get().technique_counts == counts


def test_a_grade_given_while_somebody_waits_is_looked_up_too(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:40])
    puzzle = Puzzle.objects.filter(solving_class="harder")[0]
    grade_now(puzzle=puzzle)
    assert techniques_of(puzzle) == set(puzzle.technique_counts or {}) - {"full_house", "hidden_single"}


def test_puzzles_graded_before_techniques_were_kept_get_theirs(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:40])
    slice_of()
    kept = set(PuzzleTechnique.objects.values_list("puzzle", "technique"))
    PuzzleTechnique.objects.all().delete()
    Puzzle.objects.update(grader=GRADER_VERSION - 1)
    Collection.objects.update(technique_counts={})
    slice_of()
    assert set(PuzzleTechnique.objects.values_list("puzzle", "technique")) == kept
    assert Collection.objects.get().technique_counts


def test_only_puzzles_with_one_solution_are_graded(
    bring_in: BringIn, grids: list[str], empty_grid: str, dead_grid: str
) -> None:
    bring_in([empty_grid, grids[0], dead_grid])
    slice_of()
    assert [puzzle.givens for puzzle in Puzzle.objects.exclude(tier=None)] == [grids[0]]
    assert not is_grading_left()


def test_quick_classes_come_first(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:120])
    wanted = list(Puzzle.objects.order_by("pk").values_list("solving_class", flat=True))
    assert set(wanted) == {"simple", "singles", "harder"}
    ranks: list[tuple[int, str]] = []
    while slice_of(seconds=0):
        graded = Puzzle.objects.exclude(tier=None).exclude(pk__in=[pk for pk, _kind in ranks])
        ranks += graded.values_list("pk", "solving_class")
    order = ["simple", "singles", "harder"]
    assert [kind for _pk, kind in ranks] == sorted(wanted, key=order.index)


def test_a_slice_ends_in_time_and_the_next_one_goes_on(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:10])
    assert slice_of(seconds=0) == 1
    assert slice_of(seconds=0) == 1
    assert slice_of() == 8
    assert slice_of() == 0


def test_an_unchanged_grade_is_not_written_again(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:2])
    batch = difficulty.next_puzzles()
    mine, others = difficulty.grade_for(batch, 60), difficulty.grade_for(batch[:1], 60)
    assert store_grades(others) == 1
    Puzzle.objects.filter(pk=others[0].puzzle_id).update(score=7)
    assert store_grades(mine) == len(mine) - 1
    assert Puzzle.objects.get(pk=others[0].puzzle_id).score == 7


def test_a_puzzle_on_which_the_techniques_err_is_of_the_hardest_tier_and_stops_nobody(
    bring_in: BringIn, grids: list[str], dead_grid: str
) -> None:
    bring_in(grids[:2])
    wrong = Puzzle.objects.order_by("pk")[0]
    Puzzle.objects.filter(pk=wrong.pk).update(givens=dead_grid, solving_class="simple")
    slice_of()
    wrong.refresh_from_db()
    assert (wrong.tier, wrong.hardest) == (5, "")
    assert not Puzzle.objects.filter(tier=None).exists()


def test_a_technique_that_fails_stops_nobody(
    bring_in: BringIn, grids: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bring_in(grids[:3])
    failing = Puzzle.objects.order_by("pk")[0]

    def grade_or_fail(board: Board, **limits: Any) -> Grade:
        return {}[board] if board.to_line() == failing.givens else grade(board, **limits)

    monkeypatch.setattr(difficulty, "grade", grade_or_fail)
    slice_of()
    failing.refresh_from_db()
    assert (failing.tier, failing.hardest) == (5, "")
    assert not Puzzle.objects.filter(tier=None).exists()
    assert f"fail on puzzle {failing.pk}" in caplog.text


def test_a_better_grader_grades_again_what_has_a_grade(
    bring_in: BringIn, grids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_in(grids[:5])
    slice_of()
    counts = Collection.objects.get().tier_counts
    Puzzle.objects.filter(pk__in=Puzzle.objects.order_by("pk")[:2]).update(tier=4, score=1)
    monkeypatch.setattr(difficulty, "GRADER_VERSION", GRADER_VERSION + 1)
    bring_in(grids[5:6], name="new")
    assert slice_of(seconds=0) == 1
    assert Puzzle.objects.get(grader=GRADER_VERSION + 1).givens == grids[5]
    assert slice_of() == 5
    assert not Puzzle.objects.exclude(grader=GRADER_VERSION + 1).exists()
    assert Collection.objects.get(name="sudoku").tier_counts == counts
    assert not is_grading_left()


# At once


def test_a_puzzle_is_graded_at_once_and_only_once(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:1])
    puzzle = grade_now(puzzle=Puzzle.objects.get())
    assert puzzle.tier == Puzzle.objects.get().tier == grade(Board.from_line(grids[0])).tier
    with CaptureQueriesContext(connection) as queries:
        grade_now(puzzle=puzzle)
        grade_now(puzzle=Puzzle(givens="." * 81, clue_count=0, solution_count=2))
    assert len(queries) == 0


def test_the_very_hardest_wait_for_the_background(
    bring_in: BringIn, grids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difficulty, "QUICK_TECHNIQUES", frozenset({"full_house"}))
    bring_in(grids[:1])
    assert not grade_now(puzzle=Puzzle.objects.get()).is_graded
    assert slice_of() == 1
    assert grade_now(puzzle=Puzzle.objects.get()).is_graded


# How many of each tier


def test_a_collection_counts_the_tiers_of_what_may_be_drawn(
    bring_in: BringIn, grids: list[str], empty_grid: str
) -> None:
    bring_in([*grids[:30], grids[0], empty_grid], name="one")
    bring_in(grids[10:20], name="two")
    slice_of()
    for name, lines in (("one", grids[:30]), ("two", grids[10:20])):
        collection = Collection.objects.get(name=name)
        tiers = [grade(Board.from_line(line)).tier for line in lines]
        assert collection.tier_counts == {str(tier): tiers.count(tier) for tier in sorted(set(tiers))}
        assert collection.graded_count == len(lines)


def test_grids_that_were_graded_before_are_counted_too(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:10], name="one")
    slice_of()
    bring_in(grids[:10], name="two")
    assert is_grading_left()
    assert slice_of() == 0
    assert Collection.objects.get(name="two").graded_count == 10
    assert not is_grading_left()


def test_while_grading_goes_on_a_collection_is_counted_now_and_then(
    bring_in: BringIn, grids: list[str]
) -> None:
    bring_in(grids[:10])
    slice_of(seconds=0)
    assert Collection.objects.get().graded_count == 1
    slice_of(seconds=0)
    assert Collection.objects.get().graded_count == 1
    Collection.objects.update(tiers_counted_at=timezone.now() - timedelta(seconds=6))
    count_collections(all_of_them=False)
    assert Collection.objects.get().graded_count == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads the query plans of SQLite")
def test_the_next_puzzles_are_found_by_index(bring_in: BringIn, grids: list[str]) -> None:
    bring_in(grids[:10])
    with CaptureQueriesContext(connection) as queries:
        difficulty.next_puzzles()
    with connection.cursor() as cursor:
        for query in queries.captured_queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            assert all("INDEX puzzle_to_grade" in row[-1] for row in cursor.fetchall())
