"""Draws: which grid a player is given, how evenly, and at what cost.

LONG_TESTS=1 draws from twice as many grids, and oftener.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any, TypeVar

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.engine import Board, grade
from puzzles.library.models import (
    Collection,
    Entry,
    HelpPolicy,
    Puzzle,
    PuzzleImport,
    PuzzleTechnique,
    RejectedLine,
)
from puzzles.library.services.difficulty import EVERYWHERE
from puzzles.play.models import Attempt
from puzzles.play.services import draws
from puzzles.play.services.draws import (
    ANY_GRID,
    Criteria,
    NoSuchGridError,
    NothingLeftError,
    NotOfferedError,
    Span,
    draw_puzzle,
    first_accepted,
    one_of,
    random_entry,
    random_places,
    spans_open_to,
    take_puzzle,
)
from tests.lengths import IS_LONG

MakeCollection = Callable[..., Collection]
SEEDS = [1, 2, 3]
# A chi-square wants each grid four times or more.
GRIDS = 200 if IS_LONG else 100
DRAWS = 4 * GRIDS
T = TypeVar("T")


def draw_all(player: User, **where: Any) -> Iterator[Attempt]:
    """Draw until nothing is left."""
    rng = random.Random(5)
    while True:
        try:
            yield draw_puzzle(player=player, rng=rng, **where)
        except NothingLeftError:
            return


def finish(attempt: Attempt) -> None:
    attempt.state, attempt.finished_at = Attempt.State.SOLVED, timezone.now()
    attempt.save()


def puzzles_drawn(player: User, criteria: Criteria = ANY_GRID, draws: int = DRAWS) -> Counter[int]:
    """How often each puzzle comes when a player draws again and again without beginning to play."""
    rng, spans = random.Random(1), spans_open_to(player)
    entries = (random_entry(player=player, spans=spans, criteria=criteria, rng=rng) for _draw in range(draws))
    return Counter(entry.puzzle_id for entry in entries if entry)


def assert_uniform(drawn: Counter[T], wanted: set[T]) -> None:
    """Chi-square within what chance gives in 999 of 1000 runs, neither too uneven nor too even."""
    assert set(drawn) <= wanted
    expected = drawn.total() / len(wanted)
    chi_square = sum((drawn[each] - expected) ** 2 / expected for each in wanted)
    low, high = (chi_square_quantile(len(wanted) - 1, z) for z in (-3.3, 3.3))
    assert low < chi_square < high


def chi_square_quantile(freedom: int, z: float) -> float:
    """The chi-square as rare as a normal variable z deviations from its mean (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + z * sqrt(part)) ** 3)


def puzzle_ids(*collections: Collection) -> set[int]:
    return set(Entry.objects.filter(collection__in=collections).values_list("puzzle_id", flat=True))


# What is drawn


def test_a_draw_begins_the_grid_under_the_policy_of_its_collection(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(3), rules={"hint_rung": 1})
    attempt = draw_puzzle(player=student, collection=collection)
    assert attempt.player == student
    assert attempt.collection == collection
    assert attempt.policy == collection.policy
    assert attempt.digits == attempt.puzzle.givens
    assert attempt.is_open
    assert attempt.version == 0


def test_an_attempt_keeps_the_policy_it_began_under(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(3))
    before = draw_puzzle(player=student, collection=collection)
    collection.policy = HelpPolicy.objects.create(hint_rung=0, checking=False)
    collection.save()
    after = draw_puzzle(player=student, collection=collection)
    before.refresh_from_db()
    assert before.policy.hint_rung == HelpPolicy.Rung.DO
    assert after.policy == collection.policy


@pytest.mark.parametrize("count", [12, 80])
def test_no_grid_comes_twice_and_then_a_sentence(
    count: int, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(count), name="Easy ones")
    drawn = [attempt.puzzle_id for attempt in draw_all(student, collection=collection)]
    assert sorted(drawn) == sorted(puzzle_ids(collection))
    with pytest.raises(NothingLeftError, match="Easy ones"):
        draw_puzzle(player=student, collection=collection)


def test_the_union_of_overlapping_collections_gives_each_grid_once(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collections = [
        collection_of(teacher, range(60), name="a"),
        collection_of(teacher, range(30, 90), name="b"),
        collection_of(teacher, range(20, 40), name="c"),
    ]
    drawn = [attempt.puzzle_id for attempt in draw_all(student)]
    assert sorted(drawn) == sorted(puzzle_ids(*collections))
    assert len(drawn) == 90
    with pytest.raises(NothingLeftError):
        draw_puzzle(player=student)


def test_a_grid_in_two_collections_comes_under_the_policy_of_the_first(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    first = collection_of(teacher, [7, 8], name="a", rules={"hint_rung": 2})
    collection_of(teacher, range(10), name="b", rules={"hint_rung": 4})
    policies = {attempt.puzzle_id: attempt.policy.hint_rung for attempt in draw_all(student)}
    assert len(policies) == 10
    assert {policies[puzzle] for puzzle in puzzle_ids(first)} == {2}


def test_a_grid_somebody_else_played_still_comes(
    student: User, classmate: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, [0])
    theirs = draw_puzzle(player=classmate, collection=collection)
    ours = draw_puzzle(player=student, collection=collection)
    assert ours.puzzle == theirs.puzzle
    assert ours != theirs


def test_a_finished_grid_does_not_come_again(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, [0])
    finish(draw_puzzle(player=student, collection=collection))
    with pytest.raises(NothingLeftError):
        draw_puzzle(player=student, collection=collection)


def test_only_collections_open_to_the_player_are_drawn_from(
    student: User, stranger: User, teacher: User, other_teacher: User, collection_of: MakeCollection
) -> None:
    everyone = collection_of(teacher, [0], name="everyone")
    mine = collection_of(teacher, [1], name="my class", audience=Collection.Audience.CLASSES)
    collection_of(teacher, [2], name="kept back", audience=Collection.Audience.NOBODY)
    theirs = collection_of(other_teacher, [3], name="another class", audience=Collection.Audience.CLASSES)
    assert {attempt.puzzle_id for attempt in draw_all(student)} == puzzle_ids(everyone, mine)
    assert {attempt.puzzle_id for attempt in draw_all(stranger)} == puzzle_ids(everyone, theirs)


def test_a_teacher_may_play_what_is_kept_back(teacher: User, collection_of: MakeCollection) -> None:
    kept = collection_of(teacher, [2], audience=Collection.Audience.NOBODY)
    assert draw_puzzle(player=teacher).collection == kept


def test_a_grid_that_is_not_offered_is_never_drawn(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(3), drawable_count=2)
    Entry.objects.filter(collection=collection, number=3).update(position=None)
    assert {attempt.puzzle_id for attempt in draw_all(student, collection=collection)} == puzzle_ids(
        collection
    ) - {Entry.objects.get(collection=collection, number=3).puzzle_id}


def test_with_no_collection_there_is_a_sentence(student: User) -> None:
    with pytest.raises(NothingLeftError, match="no grid to play yet"):
        draw_puzzle(player=student)


# How evenly. A draw takes the first random place where the puzzle is accepted: the places come evenly, and
# each puzzle is accepted in one of them.


@pytest.mark.parametrize("seed", SEEDS)
def test_random_places_are_uniform_over_the_positions_of_all_collections(seed: int) -> None:
    spans = [Span(7, 60), Span(8, 160), Span(11, 1), Span(12, 50)]
    places = {(span.collection_id, place) for span in spans for place in range(1, span.length + 1)}
    assert_uniform(Counter(random_places(spans, 100 * len(places), random.Random(seed))), places)


@pytest.mark.parametrize("criteria", [ANY_GRID, Criteria(tier=3)], ids=["any grid", "a wish"])
def test_each_grid_that_may_be_drawn_is_accepted_in_one_place_and_no_other_is(
    criteria: Criteria,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
    assignment_of: Callable[..., Assignment],
) -> None:
    collections = [
        collection_of(teacher, range(20), name="a"),
        collection_of(teacher, range(15, 60), name="b"),
        collection_of(teacher, range(18), name="c"),
        collection_of(teacher, range(50, 70), name="d"),
    ]
    every = sorted(puzzle_ids(*collections))
    grade_as(every)
    grade_as(every[::2], tier=3)
    policy = collections[0].policy
    for puzzle in Puzzle.objects.filter(pk__in=every[::3]):
        Attempt.objects.create(player=student, puzzle=puzzle, policy=policy, digits=puzzle.givens)
    assignment_of(Puzzle.objects.filter(pk__in=every[5:9]))
    free = set(every[::2] if criteria.tier else every) - set(every[::3]) - set(every[5:9])
    spans = spans_open_to(student)
    accepted = [
        first_accepted(student, spans, criteria, [(span.collection_id, place)])
        for span in spans
        for place in range(1, span.length + 1)
    ]
    assert Counter(found[0] for found in accepted if found) == dict.fromkeys(free, 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_of_those_that_remain_is_any_of_them(seed: int, teacher: User) -> None:
    rng, remaining = random.Random(seed), [(puzzle, 1) for puzzle in range(1, 41)]
    drawn = Counter(found[0] for _draw in range(DRAWS) if (found := one_of(teacher, remaining, rng)))
    assert drawn.total() == DRAWS
    assert_uniform(drawn, set(range(1, 41)))


def test_draws_from_a_collection_are_uniform(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(GRIDS))
    assert_uniform(puzzles_drawn(student), puzzle_ids(collection))


def test_draws_from_overlapping_collections_are_uniform_over_the_grids(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collections = [
        collection_of(teacher, range(GRIDS * 3 // 10), name="a"),
        collection_of(teacher, range(GRIDS // 5, GRIDS), name="b"),
        collection_of(teacher, range(GRIDS // 4), name="c"),
    ]
    drawn = puzzles_drawn(student)
    assert_uniform(drawn, puzzle_ids(*collections))
    # The grids that stand in two collections come no oftener than the others.
    twice = puzzle_ids(collections[2]) | (puzzle_ids(collections[0]) & puzzle_ids(collections[1]))
    share = sum(drawn[puzzle] for puzzle in twice) / DRAWS
    assert len(twice) == GRIDS * 3 // 10
    assert abs(share - 0.3) < 3.3 * sqrt(0.3 * 0.7 / DRAWS)


def test_draws_are_uniform_over_what_is_left(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(GRIDS))
    policy = collection.policy
    played = Puzzle.objects.filter(entries__number__lte=GRIDS * 3 // 5)
    Attempt.objects.bulk_create(
        Attempt(player=student, puzzle=puzzle, policy=policy, digits=puzzle.givens) for puzzle in played
    )
    left = puzzle_ids(collection) - {puzzle.pk for puzzle in played}
    assert len(left) == GRIDS * 2 // 5
    assert_uniform(puzzles_drawn(student, draws=DRAWS if IS_LONG else 5 * len(left)), left)


def test_draws_from_few_grids_are_uniform(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collections = [
        collection_of(teacher, range(25), name="a"),
        collection_of(teacher, range(15, 40), name="b"),
    ]
    assert_uniform(puzzles_drawn(student, draws=DRAWS if IS_LONG else 200), puzzle_ids(*collections))


# Wishes


def grade_as(puzzles: Iterable[int], **grade: Any) -> None:
    """Give puzzles a grade that nobody has worked out."""
    graded = {"tier": 1, "score": 300, "hardest": "hidden_single", "rating": 1.5, "grader": 1} | grade
    keys = list(puzzles)
    Puzzle.objects.filter(pk__in=keys).update(**graded)
    techniques = set(graded.get("technique_counts", {})) - EVERYWHERE
    PuzzleTechnique.objects.bulk_create(
        PuzzleTechnique(puzzle_id=key, technique=technique) for key in keys for technique in techniques
    )


CRITERIA = [
    Criteria(tier=2),
    Criteria(hardest="naked_pair"),
    Criteria(technique="claiming"),
    Criteria(technique="naked_single"),
    Criteria(tier=2, technique="claiming"),
    Criteria(score_from=500, score_to=600),
    Criteria(score_from=500),
    Criteria(clues_to=20),
    Criteria(clues_from=19, clues_to=20),
    Criteria(tier=2, hardest="naked_pair", score_from=1, score_to=9_000, clues_from=0, clues_to=81),
]
AS_WISHED = {
    "tier": 2,
    "hardest": "naked_pair",
    "score": 550,
    "clue_count": 19,
    "technique_counts": {"hidden_single": 40, "naked_single": 3, "claiming": 1, "naked_pair": 1},
}


@pytest.mark.parametrize("count", [30, 200])
@pytest.mark.parametrize("criteria", CRITERIA)
def test_every_grid_that_meets_the_criteria_comes_once_and_no_other(
    criteria: Criteria, count: int, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collections = [
        collection_of(teacher, range(count), name="a", graded_count=count),
        collection_of(teacher, range(count - 5, count + 5), name="b", graded_count=10),
    ]
    every = sorted(puzzle_ids(*collections))
    grade_as(every, clue_count=30)
    grade_as(every[-12:], **AS_WISHED)
    drawn = [attempt.puzzle_id for attempt in draw_all(student, criteria=criteria)]
    assert sorted(drawn) == every[-12:]
    with pytest.raises(NothingLeftError, match="No matching grid is left"):
        draw_puzzle(player=student, criteria=criteria)
    assert draw_puzzle(player=student).puzzle_id in every[:-12]


@pytest.mark.parametrize("wished", [100 if IS_LONG else 40, 4])
def test_draws_with_criteria_are_uniform_over_matching_grids(
    wished: int, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collections = [
        collection_of(teacher, range(300), name="a"),
        collection_of(teacher, range(150, 600), name="b"),
    ]
    every = sorted(puzzle_ids(*collections))
    grade_as(every)
    of_that_kind = set(random.Random(wished).sample(every, wished))
    grade_as(of_that_kind, tier=3)
    draws = 5 * wished + (300 if IS_LONG else 60)
    assert_uniform(puzzles_drawn(student, criteria=Criteria(tier=3), draws=draws), of_that_kind)


def test_open_criteria_are_met_by_a_grid_without_a_grade(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(100))
    assert draw_puzzle(player=student, criteria=Criteria()).puzzle
    assert draw_puzzle(player=student, criteria=Criteria(clues_from=6)).puzzle


def test_criteria_wait_for_the_grades(student: User, teacher: User, collection_of: MakeCollection) -> None:
    collection_of(teacher, range(100))
    with pytest.raises(NothingLeftError, match="Some grids have no difficulty yet"):
        draw_puzzle(player=student, criteria=Criteria(tier=2))
    with pytest.raises(NothingLeftError, match="No matching grid is left"):
        draw_puzzle(player=student, criteria=Criteria(clues_to=3))


@pytest.mark.parametrize(
    "criteria",
    [
        Criteria(tier=1),
        Criteria(tier=3),
        Criteria(hardest="pointing"),
        Criteria(technique="pointing"),
        Criteria(tier=5),
    ],
)
def test_criteria_are_met_before_the_worker_has_graded_anything(
    criteria: Criteria,
    student: User,
    bring_in: Callable[..., PuzzleImport],
    grids: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A busy machine must not decide whether one is found.
    monkeypatch.setattr("puzzles.play.services.draws.GRADING_SECONDS", 60)
    bring_in(grids)
    attempt = draw_puzzle(player=student, criteria=criteria, rng=random.Random(4))
    graded = grade(Board.from_line(attempt.puzzle.givens))
    assert criteria.tier in (None, graded.tier)
    assert criteria.hardest in (None, graded.hardest)
    assert 0 < Puzzle.objects.exclude(tier=None).count() <= 128


def test_nobody_waits_long_for_grades(
    student: User,
    bring_in: Callable[..., PuzzleImport],
    grids: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bring_in(grids)
    monkeypatch.setattr(draws, "GRADING_SECONDS", 0)
    with pytest.raises(NothingLeftError, match="Some grids have no difficulty yet"):
        draw_puzzle(player=student, criteria=Criteria(score_from=900_000))
    assert Puzzle.objects.exclude(tier=None).count() == 1


def test_criteria_without_any_grid_give_a_sentence(student: User, teacher: User) -> None:
    with pytest.raises(NothingLeftError, match="no grid to play yet"):
        draw_puzzle(player=student, criteria=Criteria(tier=2))


def test_criteria_apply_to_the_collection_asked_for(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    elsewhere = collection_of(teacher, range(200), name="a", graded_count=200)
    here = collection_of(teacher, range(300, 400), name="b", graded_count=100)
    grade_as(puzzle_ids(elsewhere), tier=3)
    grade_as(puzzle_ids(here))
    wanted = sorted(puzzle_ids(here))[:2]
    grade_as(wanted, tier=3)
    drawn = [attempt.puzzle_id for attempt in draw_all(student, collection=here, criteria=Criteria(tier=3))]
    assert sorted(drawn) == wanted


def test_a_grid_is_graded_when_it_is_handed_out(
    student: User, teacher: User, collection_of: MakeCollection, grids: list[str]
) -> None:
    collection = collection_of(teacher, range(3))
    Puzzle.objects.filter(entries__collection=collection, entries__number=2).update(givens=grids[0])
    attempt = take_puzzle(player=student, collection=collection, number=2)
    graded = grade(Board.from_line(grids[0]))
    assert (attempt.puzzle.tier, attempt.puzzle.score) == (graded.tier, graded.score)
    assert Puzzle.objects.get(givens=grids[0]).hardest == graded.hardest
    assert Puzzle.objects.filter(tier=None).count() == 2


# At what cost


def draw_and_count(player: User, seed: int, criteria: Criteria = ANY_GRID) -> list[str]:
    """The statements of a draw."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        draw_puzzle(player=player, criteria=criteria, rng=random.Random(seed))
    return [query["sql"] for query in queries.captured_queries]


@pytest.mark.parametrize("count", [1_000, 20_000 if IS_LONG else 5_000])
def test_a_draw_costs_the_same_number_of_queries_however_many_grids(
    count: int, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(count), name="a")
    collection_of(teacher, range(count // 2), name="b")
    # Collections; places; played; locked; first collections; the entry; savepoint, grade, release;
    # open attempt?; savepoint, insert, release.
    assert [len(draw_and_count(student, seed)) for seed in SEEDS] == [13, 13, 13]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads the query plans of SQLite")
def test_a_draw_reads_grids_and_attempts_by_index_only(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(1_000), name="a")
    collection_of(teacher, range(500), name="b")
    statements = [sql for sql in draw_and_count(student, 1) if sql.startswith("SELECT")]
    plans = [step for sql in statements for step in query_plan(sql)]
    assert any("SEARCH library_entry" in step for step in plans)
    assert walked(statements) == []
    narrow = [step for step in plans if "SEARCH library_entry" in step and "collection_id=?)" in step]
    assert narrow == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads the query plans of SQLite")
@pytest.mark.parametrize("criteria", CRITERIA)
def test_rare_grids_are_found_by_index_only(
    criteria: Criteria, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(1_000))
    every = sorted(puzzle_ids(collection))
    grade_as(every, clue_count=30)
    grade_as(every[:1], **AS_WISHED)
    statements = [sql for sql in draw_and_count(student, 1, criteria) if sql.startswith("SELECT")]
    plans = [step for sql in statements for step in query_plan(sql)]
    assert any("INDEX puzzle_by" in step or "SEARCH library_puzzletechnique" in step for step in plans)
    assert walked(statements) == []


def walked(statements: list[str]) -> list[str]:
    """The steps of these statements that walk through a table that grows with the library."""
    steps = [step for sql in statements if "assignments_assignment" not in sql for step in query_plan(sql)]
    by_the_way = [step for sql in statements if "assignments_assignment" in sql for step in query_plan(sql)]
    steps += [step for step in by_the_way if "library_puzzle" in step or "library_entry" in step]
    return [step for step in steps if "SCAN" in step and "library_collection" not in step]


def query_plan(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[-1] for row in cursor.fetchall()]


def test_forty_copies_of_one_file_are_drawn_from_without_a_list(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    for copy in range(40):
        collection_of(teacher, range(100), name=f"copy {copy}")
    for seed in SEEDS:
        statements = draw_and_count(student, seed)
        assert len(statements) < 26
        assert not any("NOT EXISTS" in sql for sql in statements)


# Grids that assignments hold


@pytest.mark.parametrize("count", [12, 120 if IS_LONG else 72])
def test_locked_grids_are_never_drawn_and_others_uniformly_reserved_or_not(
    count: int,
    student: User,
    stranger: User,
    teacher: User,
    collection_of: MakeCollection,
    assignment_of: Callable[..., Assignment],
) -> None:
    collection = collection_of(teacher, range(count))
    puzzles = [entry.puzzle for entry in collection.entries.select_related("puzzle")]
    # To leave out what a coming exam reserves would tell which grids these are.
    held, kept, free = puzzles[:4], puzzles[4:8], {each.pk for each in puzzles[4:]}
    assignment_of(held)
    assignment_of(kept, is_exam=True, is_draft=True)
    draws = 400 if IS_LONG else 4 * len(free) + 40
    assert_uniform(puzzles_drawn(student, draws=draws), free)
    assert set(puzzles_drawn(stranger, draws=draws // 2)) & {each.pk for each in held}
    assert {attempt.puzzle_id for attempt in draw_all(student)} == free
    with pytest.raises(NothingLeftError, match="No other grid"):
        draw_puzzle(player=student)
    assert set(puzzles_drawn(teacher, draws=draws // 2)) & {each.pk for each in held}


# Grid n


def test_grid_n_is_the_grid_of_that_number_in_the_file(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    entry = collection.entries.get(number=4)
    attempt = take_puzzle(player=student, collection=collection, number=4)
    assert attempt.puzzle == entry.puzzle
    assert attempt.collection == collection
    assert attempt.policy == collection.policy


def test_taking_a_grid_again_finds_the_open_attempt(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    first = take_puzzle(player=student, collection=collection, number=4)
    assert take_puzzle(player=student, collection=collection, number=4) == first


def test_a_finished_grid_may_be_practised_again(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    first = take_puzzle(player=student, collection=collection, number=4)
    finish(first)
    again = take_puzzle(player=student, collection=collection, number=4)
    assert again != first
    assert again.is_open
    assert again.digits == again.puzzle.givens


@pytest.mark.parametrize(
    ("solutions", "sentence"), [(0, "has no solution"), (2, "has more than one solution")]
)
def test_a_grid_without_exactly_one_solution_is_refused(
    solutions: int, sentence: str, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    puzzles = Puzzle.objects.filter(entries__collection=collection, entries__number=2)
    puzzles.update(solution_count=solutions, solution="", canonical_key=None, solving_class="")
    with pytest.raises(NotOfferedError, match=f"Grid 2 {sentence}"):
        take_puzzle(player=student, collection=collection, number=2)
    assert not Attempt.objects.exists()


def test_a_rejected_grid_is_reported_as_rejected(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    collection.entries.filter(number=3).delete()
    came_from = PuzzleImport.objects.create(collection=collection, owner=teacher, file_name="f.txt", size=1)
    RejectedLine.objects.create(puzzle_import=came_from, line=3, number=3, reason="length")
    with pytest.raises(NoSuchGridError, match="Grid 3 could not be read"):
        take_puzzle(player=student, collection=collection, number=3)


def test_a_number_beyond_the_last_names_the_last(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), name="Easy ones")
    with pytest.raises(NoSuchGridError, match="the last grid in Easy ones is 5"):
        take_puzzle(player=student, collection=collection, number=6)


def test_a_gap_in_the_numbers_is_reported(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), name="Easy ones")
    collection.entries.filter(number=3).delete()
    with pytest.raises(NoSuchGridError, match="There is no grid 3 in Easy ones"):
        take_puzzle(player=student, collection=collection, number=3)


@pytest.mark.django_db(transaction=True)
def test_a_double_click_begins_one_attempt(
    classroom: Classroom, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))

    def click(_try: int) -> int:
        try:
            return take_puzzle(player=student, collection=collection, number=1).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        attempts = set(pool.map(click, range(16)))
    assert len(attempts) == 1
    assert Attempt.objects.count() == 1
