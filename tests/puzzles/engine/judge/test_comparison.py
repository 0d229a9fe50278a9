"""Values by type and content, grids by what may change, texts without trailing blanks."""

from enum import IntEnum
from typing import Any, NamedTuple

import pytest

from puzzles.engine.judge import grids
from puzzles.engine.judge.cases import ANYTHING, SOLVED, AnyOf
from puzzles.engine.judge.comparison import grid_fault, same_text, value_fault


class Five(IntEnum):
    FIVE = 5


class Pair(NamedTuple):
    a: int
    b: int


class NumpyLike:
    def __init__(self, value: Any) -> None:
        self.value = value

    def tolist(self) -> Any:
        return self.value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([1, 2], [1, 2]),
        (True, True),
        (None, None),
        (Five.FIVE, 5),
        (Pair(1, 2), (1, 2)),
        (NumpyLike(True), True),
        (NumpyLike(4), 4),
        ([NumpyLike(4), 5], [4, 5]),
        (NumpyLike([4, 5]), [4, 5]),
        ((NumpyLike(1), 2), (1, 2)),
        ([(0, 1)], [(0, 1)]),
        ("x", ANYTHING),
        ([2], AnyOf([1], [2])),
    ],
)
def test_equal_values_are_right(value: Any, expected: Any) -> None:
    assert value_fault(value, expected, unordered=False) is None


@pytest.mark.parametrize(
    ("value", "expected", "fault"),
    [
        (1, True, "type"),
        (True, 1, "type"),
        (0, False, "type"),
        (1.0, 1, "type"),
        ((1, 2), [1, 2], "type"),
        ([1, 2], (1, 2), "type"),
        ({1, 2}, [1, 2], "type"),
        ("[1]", [1], "type"),
        ([2, 1], [1, 2], "order"),
        ([1], [1, 2], "value"),
        ([1, 1], [1], "value"),
        ([True], [1], "value"),
        (None, [], "value"),
        (None, False, "value"),
        ([3], AnyOf([1], [2]), "value"),
    ],
)
def test_other_values_are_wrong_and_say_how(value: Any, expected: Any, fault: str) -> None:
    assert value_fault(value, expected, unordered=False) == fault


def test_order_counts_only_where_it_is_asked_for() -> None:
    assert value_fault([2, 1], [1, 2], unordered=True) is None
    assert value_fault([2, 1, 1], [1, 2], unordered=True) == "value"
    assert value_fault([(1, 0), (0, 1)], [(0, 1), (1, 0)], unordered=True) is None


def test_a_value_that_cannot_be_compared_is_wrong() -> None:
    class Hostile:
        def __eq__(self, other: object) -> bool:
            raise ValueError

        __hash__ = None  # type: ignore[assignment]

    assert value_fault(Hostile(), [1], unordered=True) == "value"


def test_a_grid_stays_is_solved_or_becomes_another() -> None:
    start = grids.without(grids.FULL, 3, 4)
    assert grid_fault(start, start, None) is None
    assert grid_fault(start, grids.FULL, None) == "changed"
    assert grid_fault(start, grids.FULL, SOLVED) is None
    assert grid_fault(start, start, SOLVED) == "wrong"
    assert grid_fault(start, grids.with_digit(grids.FULL, 0, 9), SOLVED) == "changed"
    assert grid_fault(start, None, SOLVED) == "changed"
    assert grid_fault(start, grids.FULL, grids.FULL) is None
    assert grid_fault(start, start, grids.FULL) == "wrong"
    assert grid_fault(start, None, ANYTHING) is None


def test_blanks_at_the_ends_of_lines_do_not_count() -> None:
    assert same_text("a b  \nc\n\n", "a b\nc")
    assert not same_text(" a", "a")
    assert not same_text("a\n\nb", "a\nb")
