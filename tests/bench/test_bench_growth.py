"""Two small libraries, asked for everything once."""

import pytest

from tests.bench import bench_growth


@pytest.mark.slow
def test_everything_that_is_measured_is_asked_of_each_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_growth, "MANY", [2_000])
    monkeypatch.setattr(bench_growth, "TURNS", 2)
    monkeypatch.setattr(bench_growth, "each_database", lambda: [("SQLite", "")])
    measured = list(bench_growth.rows(1))
    assert len({row.figure for row in measured}) == len(measured) > 30
    for word in ("draw", "history", "fairness", "in the admin"):
        assert any(word in row.figure for row in measured)
    assert all("2,000 grids" in row.figure and row.measured > 0 for row in measured)
