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
    heat_map,
    level_of,
    running_averages,
    running_medians,
    time_chart,
    week_chart,
    weeks_since,
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
    assert len(chart.line.split()) == len(times)


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
    assert len(chart.weekdays) == 3


@pytest.mark.parametrize(("back", "weeks"), [(0, 8), (7, 8), (8, 9), (25, 26), (40, 26)])
def test_the_charts_begin_with_the_first_week_played(back: int, weeks: int) -> None:
    today = date(2026, 11, 19)
    first = today - timedelta(weeks=back, days=3)
    assert weeks_since(first, today) == weeks
    chart = heat_map({}, today, weeks=weeks)
    assert len(chart.squares) == (weeks - 1) * 7 + 4
    assert all(s.x >= 0 and s.x + s.side <= chart.width <= 340 for s in chart.squares)


def test_the_legend_names_only_the_help_that_was_used() -> None:
    chart = time_chart([solved_in(MINUTE, cells=1), solved_in(MINUTE)])
    assert chart.helps == [Help.NONE, Help.CELLS]


def test_no_more_than_three_lines_lie_behind_the_marks() -> None:
    for minutes in (1, 3, 8, 40, 90):
        chart = time_chart([solved_in(MINUTE // 2), solved_in(minutes * MINUTE)])
        assert len(chart.ticks) == 3


def test_the_line_of_times_ends_at_the_median_of_the_last_seven_grids() -> None:
    chart = time_chart([solved_in(minutes * MINUTE) for minutes in (90, 1, 2, 3, 4, 5, 6, 7)])
    assert chart.last_ms == 4 * MINUTE
    assert chart.line.split()[-1].endswith(f",{chart.end:g}")


def test_charts_are_drawn_from_three_points_on() -> None:
    monday = date(2026, 11, 16)
    mondays = [monday + timedelta(weeks=number) for number in range(4)]
    for count in (1, 2, 3, 4):
        assert time_chart([solved_in(MINUTE)] * count).is_drawn == (count >= 3)
        assert week_chart([Week(day, 1, 0) for day in mondays[:count]], mondays).is_drawn == (count >= 3)


def test_the_average_is_of_the_grids_of_a_week_and_the_three_before_it() -> None:
    weeks = [Week(date(2026, 11, 16), *counts) for counts in ((1, 90), (1, 0), (2, 4), (1, 2), (4, 2))]
    assert running_averages(weeks) == [90, 45, 23.5, 19.2, 1]


@given(st.lists(st.none() | st.integers(0, 600), max_size=26))
def test_each_week_with_a_finished_grid_has_one_mark_within_the_box(values: list[int | None]) -> None:
    mondays = [date(2026, 11, 16) + timedelta(weeks=number) for number in range(len(values))]
    pairs = zip(mondays, values, strict=True)
    chart = week_chart([Week(day, 10, mistakes) for day, mistakes in pairs if mistakes is not None], mondays)
    assert len(chart.points) == sum(value is not None for value in values)
    assert len(chart.line.split()) == len(chart.points)
    for point in chart.points:
        assert LEFT < point.x < RIGHT
        assert TOP <= point.y <= BOTTOM
        assert (point.y == BOTTOM) == (point.week.mistakes == 0)
