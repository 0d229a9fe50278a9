"""Different grids of equal work."""

import random

from hypothesis import given
from hypothesis import strategies as st

from puzzles.assignments.services.fairness import GradedPuzzle, fairness, packed_windows, share_equally

POOLS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 500)), max_size=60).map(
    lambda rows: [GradedPuzzle(key, *row) for key, row in enumerate(rows)]
)


@given(POOLS, st.integers(1, 6), st.integers(1, 4), st.integers(0, 60), st.integers())
def test_distributed_grids_are_in_the_band_and_never_repeated(
    pool: list[GradedPuzzle], shares: int, count: int, band: int, seed: int
) -> None:
    shared = share_equally(pool, shares=shares, count=count, band=band, rng=random.Random(seed))
    if shared is None:
        ordered = sorted(pool, key=lambda each: (each.tier, each.score))
        assert len(packed_windows(ordered, shares, band)) < count
        return
    windows, drawn = shared
    assert [len(share) for share in drawn] == [count] * shares
    keys = [each.puzzle for share in drawn for each in share]
    assert len(set(keys)) == len(keys)
    for share in drawn:
        assert all(window.holds(each.tier, each.score) for window, each in zip(windows, share, strict=True))
    found = fairness(dict(enumerate(drawn)), band)
    assert found is not None
    assert found.is_kept
    assert len({tuple(sorted(share.tiers.items())) for share in found.shares}) == 1


@given(POOLS, st.integers(1, 4), st.integers(0, 60), st.integers())
def test_as_many_as_can_be_packed_are_always_found(
    pool: list[GradedPuzzle], shares: int, band: int, seed: int
) -> None:
    ordered = sorted(pool, key=lambda each: (each.tier, each.score, each.puzzle))
    count = len(packed_windows(ordered, shares, band))
    if count:
        assert share_equally(pool, shares=shares, count=count, band=band, rng=random.Random(seed))


def test_grids_of_two_tiers_are_never_equally_hard() -> None:
    pool = [GradedPuzzle(1, 1, 100), GradedPuzzle(2, 2, 100)]
    assert share_equally(pool, shares=2, count=1, band=100, rng=random.Random(1)) is None


def test_where_no_two_grids_are_equal_their_sums_still_are() -> None:
    pool = [GradedPuzzle(score, 1, score) for score in (100, 200, 300, 400)]
    shared = share_equally(pool, shares=2, count=2, band=0, rng=random.Random(1))
    assert shared is not None
    assert [sum(each.score for each in share) for share in shared[1]] == [500, 500]


def test_a_score_just_above_the_band_is_refused() -> None:
    inside = [GradedPuzzle(1, 1, 100), GradedPuzzle(2, 1, 110)]
    outside = [GradedPuzzle(1, 1, 100), GradedPuzzle(2, 1, 111)]
    assert share_equally(inside, shares=2, count=1, band=10, rng=random.Random(1))
    assert share_equally(outside, shares=2, count=1, band=10, rng=random.Random(1)) is None


def test_the_report_has_minimum_maximum_and_range() -> None:
    found = fairness(
        {7: [GradedPuzzle(1, 1, 100), GradedPuzzle(2, 2, 300)], 8: [GradedPuzzle(3, 1, 500)]}, 10
    )
    assert found is not None
    assert (found.low, found.high, found.spread, found.is_kept) == (400, 500, 25.0, False)
    assert found.shares[0].tiers == {1: 1, 2: 1}


def test_without_students_there_is_nothing_to_report() -> None:
    assert fairness({}, 10) is None
