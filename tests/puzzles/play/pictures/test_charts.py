"""Where the marks of a chart stand."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.play.pictures.charts import (
    BOTTOM,
    LEFT,
    RIGHT,
    SIDES,
    TOP,
    WEEKS,
    Help,
    PlayedDay,
    SolvedGrid,
    Week,
    bar_chart,
    heat_map,
    level_of,
    running_medians,
    time_chart,
)

MINUTE = 60_000


def solved_in(ms: int, *, hints: int = 0, cells: int = 0) -> SolvedGrid:
    return SolvedGrid(1, ms, datetime(2026, 11, 16, tzinfo=UTC), hints, 0, cells)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=80))
def test_each_time_has_one_point_within_the_box(times: list[int]) -> None:
    chart = time_chart([solved_in(ms) for ms in times])
    assert len(chart.points) == len(times)
    assert all(LEFT < point.x < RIGHT and TOP < point.y < BOTTOM for point in chart.points)
    assert [point.x for point in chart.points] == sorted(point.x for point in chart.points)
    assert len(chart.line.split()) == (len(times) if len(times) > 1 else 0)


@given(st.lists(st.integers(30_000, 100 * MINUTE), min_size=2, max_size=20))
def test_a_longer_time_is_not_lower(times: list[int]) -> None:
    chart = time_chart([solved_in(ms) for ms in times])
    heights = [point.y for point in chart.points]
    for ms, y in zip(times, heights, strict=True):
        assert all(other >= y for less, other in zip(times, heights, strict=True) if less <= ms)


def test_the_shape_shows_the_help() -> None:
    given = [(0, 0), (1, 0), (1, 1), (10, 1)]
    chart = time_chart([solved_in(MINUTE, hints=hints, cells=cells) for hints, cells in given])
    assert [point.grid.help for point in chart.points] == list(Help)
    assert len({point.grid.help.path for point in chart.points}) == 4


def test_a_median_is_of_a_grid_and_the_six_before_it() -> None:
    assert running_medians([9, 1, 2, 3, 4, 5, 6, 7]) == [9, 5, 2, 2.5, 3, 3.5, 4, 4]


@pytest.mark.parametrize(
    ("ms", "level"), [(None, 0), (0, 1), (10 * MINUTE - 1, 1), (10 * MINUTE, 2), (20 * MINUTE, 3), (10**9, 4)]
)
def test_the_level_of_a_day_grows_with_the_time_played(ms: int | None, level: int) -> None:
    assert level_of(ms) == level


@pytest.mark.parametrize("today", [date(2026, 11, 16) + timedelta(days=number) for number in range(7)])
def test_the_days_are_in_weeks_up_to_today(today: date) -> None:
    played = PlayedDay(today, grids=3, ms=50 * MINUTE, solved=1, finished=1, mistakes=0)
    chart = heat_map({today: played}, today)
    assert len(chart.squares) == (WEEKS - 1) * 7 + today.weekday() + 1
    assert all(s.x >= 0 and s.x + s.side <= chart.width for s in chart.squares)
    assert all(s.y >= 0 and s.y + s.side <= chart.height for s in chart.squares)
    *before, last = chart.squares
    assert (last.level, last.side, last.played, last.is_today) == (4, SIDES[4], played, True)
    assert {square.level for square in before} == {0}
    assert len(chart.weekdays) == 5


@given(st.lists(st.none() | st.integers(0, 600), max_size=26))
def test_bars_start_at_the_baseline_and_gaps_stay_empty(values: list[int | None]) -> None:
    mondays = [date(2026, 11, 16) + timedelta(weeks=number) for number in range(len(values))]
    pairs = zip(mondays, values, strict=True)
    chart = bar_chart([Week(day, 10, mistakes) for day, mistakes in pairs if mistakes is not None], mondays)
    assert len(chart.bars) == sum(value is not None for value in values)
    for bar in chart.bars:
        assert bar.x >= LEFT
        assert bar.x + bar.width <= RIGHT
        assert bar.y >= TOP - 0.1
        assert bar.y + bar.height == pytest.approx(BOTTOM)
        assert bar.height > 0
