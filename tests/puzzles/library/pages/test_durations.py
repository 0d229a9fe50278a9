import pytest
from django.utils import translation

from puzzles.library.pages.durations import clock, duration, since

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (0, "0 s"),
        (999, "0 s"),
        (52 * SECOND, "52 s"),
        (MINUTE - 1, "59 s"),
        (MINUTE, "1 min 00 s"),
        (6 * MINUTE + 52 * SECOND, "6 min 52 s"),
        (HOUR - 1, "59 min 59 s"),
        (HOUR + 5 * MINUTE + 59 * SECOND, "1 h 05 min"),
        (100 * HOUR, "100 h 00 min"),
    ],
)
def test_a_duration_has_at_most_two_units(ms: int, words: str) -> None:
    with translation.override("en"):
        assert duration(ms) == words


@pytest.mark.parametrize(
    ("ms", "time"),
    [
        (0, "0:00"),
        (52_999, "0:52"),
        (5 * MINUTE + 42 * SECOND, "5:42"),
        (HOUR - 1, "59:59"),
        (HOUR + 17 * MINUTE + 5 * SECOND, "1:17:05"),
        (100 * HOUR, "100:00:00"),
    ],
)
def test_a_clock_shows_hours_only_from_one_hour_on(ms: int, time: str) -> None:
    assert clock(ms) == time


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (-5, "0 min", "0\xa0min"),
        (7 * 60 + 59, "7 min", "7\xa0min"),
        (3600, "1 h", "1\xa0h"),
        (24 * 3600 - 1, "23 h", "23\xa0h"),
        (6 * 24 * 3600, "6 d", "6\xa0j"),
    ],
)
def test_how_long_something_lasts_is_in_its_largest_unit(seconds: int, english: str, french: str) -> None:
    with translation.override("en"):
        assert since(seconds) == english
    with translation.override("fr"):
        assert since(seconds) == french
