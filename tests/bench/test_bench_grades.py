import pytest

from tests.bench.bench_grades import RATED, rank_correlation, ranks, rows
from tests.lengths import IS_LONG

PUZZLES = 120 if IS_LONG else 60


def test_equal_values_share_the_mean_of_their_ranks():
    assert ranks([30, 10, 20, 10]) == [3, 0.5, 2, 0.5]


@pytest.mark.parametrize(
    ("others", "expected"),
    [([1, 20, 300, 4000], 1), ([4, 3, 2, 1], -1), ([2, 1, 4, 3], 0.6)],
)
def test_the_rank_correlation_knows_only_the_order(others, expected):
    assert rank_correlation([10, 20, 30, 40], others) == pytest.approx(expected)


@pytest.mark.skipif(not RATED.exists(), reason="the shared puzzles are not beside the project")
def test_our_score_agrees_with_each_grader_as_much_as_wanted():
    with_one, with_other, *_ = rows(PUZZLES)
    assert with_one.is_reached
    assert with_other.is_reached
