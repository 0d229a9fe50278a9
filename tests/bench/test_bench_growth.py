"""The smallest library, asked for everything."""

import pytest

from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from tests.bench import library
from tests.bench.bench_growth import FEW
from tests.bench.growing import growing
from tests.bench.rows import CannotMeasureError


@pytest.mark.django_db
def test_everything_that_is_measured_is_there_in_the_smallest_library() -> None:
    built = library.build(FEW)
    assert Puzzle.objects.values("solution").distinct().count() == FEW
    before = Attempt.objects.count()
    asks = [*library.asks(built), *library.rare_draws(built)]
    assert len({name for name, _ask in asks}) == len(asks) > 30
    for _name, ask in asks:
        assert ask()
    assert Attempt.objects.count() == before + 4 * library.DRAWS_AT_ONCE + 4


@pytest.mark.slow
def test_a_library_measures_the_cost_of_each_request() -> None:
    with growing(FEW, "") as asked:
        assert "a student's history" in asked.asks
        assert 0 < asked.milliseconds("a page of work given to a class") < 60_000
        with pytest.raises(CannotMeasureError, match="the library of 1,000 grids ended with 1"):
            asked.milliseconds("what nobody knows")
