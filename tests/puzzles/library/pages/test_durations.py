import pytest
from django.utils import translation

from puzzles.library.pages.durations import duration

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
