"""The stand-ins of the browser do what the modules do whose names they take."""

import copy as real_copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.judge.standins import copy, random, time, typing

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner) | st.tuples(inner, inner)
    ),
    max_leaves=20,
)


class Grid(list[Any]):
    """A list with an attribute."""

    size = 0


class Own:
    """An object that copies itself."""

    def __deepcopy__(self, memo: Any) -> str:
        return "own"


@given(VALUES)
def test_copies_are_equal(value: Any) -> None:
    assert copy.copy(value) == real_copy.copy(value) == value
    assert copy.deepcopy(value) == real_copy.deepcopy(value) == value


def test_a_deep_copy_shares_nothing_and_keeps_what_is_shared_inside() -> None:
    row = [0, 1]
    made = copy.deepcopy([row, row, [row]])
    assert made[0] is made[1] is made[2][0]
    made[0][0] = 9
    assert row == [0, 1]


def test_a_list_in_itself_is_copied() -> None:
    value: list[Any] = []
    value.append(value)
    made = copy.deepcopy(value)
    assert made is not value
    assert made[0] is made


def test_objects_are_copied_with_their_attributes() -> None:
    grid = Grid([[1], [2]])
    grid.size = [9]  # type: ignore[assignment]
    made = copy.deepcopy(grid)
    assert type(made) is Grid
    assert made == grid
    assert made[0] is not grid[0]
    assert made.size == [9]
    assert made.size is not grid.size
    shallow = copy.copy(grid)
    assert shallow[0] is grid[0]
    assert copy.deepcopy(Own()) == "own"
    assert copy.deepcopy(len) is len
    assert copy.deepcopy(real_copy) is real_copy


def test_draws_stay_in_their_bounds_and_meet_all_of_them() -> None:
    random.seed(1)
    assert {random.randint(1, 6) for _ in range(500)} == {1, 2, 3, 4, 5, 6}
    assert {random.randrange(0, 10, 5) for _ in range(100)} == {0, 5}
    assert {random.choice("abc") for _ in range(100)} == {"a", "b", "c"}
    assert all(0 <= random.random() < 1 for _ in range(1000))
    assert all(2 <= random.uniform(2, 3) <= 3 for _ in range(100))
    assert set(random.choices("ab", weights=[1, 0], k=50)) == {"a"}


def test_shuffling_keeps_the_items() -> None:
    random.seed("text")
    digits = list(range(1, 10))
    random.shuffle(digits)
    assert digits != sorted(digits)
    assert sorted(digits) == list(range(1, 10))
    assert sorted(random.sample(range(1, 10), 9)) == list(range(1, 10))


def test_a_seed_repeats_the_draws() -> None:
    random.seed(5)
    first = [random.random() for _ in range(10)]
    random.Random(5)
    assert [random.random() for _ in range(10)] == first


@pytest.mark.parametrize(
    "draw", [lambda: random.choice([]), lambda: random.randint(3, 1), lambda: random.sample([1], 2)]
)
def test_nothing_is_drawn_from_nothing(draw: Any) -> None:
    with pytest.raises((IndexError, ValueError)):
        draw()


def test_sleep_ends_when_the_clock_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr(time, "clock", lambda: next(ticks))
    time.sleep(5)
    assert next(ticks) == 6


def test_annotations_take_parameters() -> None:
    assert typing.List[typing.Optional[int]] is typing.List
    assert repr(typing.Dict) == "typing.Dict"
