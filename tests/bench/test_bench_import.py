"""A small file, taken in while the bench looks on."""

from pathlib import Path

import pytest

from tests.bench import bench_import
from tests.bench.bare_databases import sqlite_databases
from tests.bench.permuted import DATA, permuted_lines

LINES = 500


@pytest.fixture
def _little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players who hurry, before and after."""
    for name, value in {"PLAYERS": 2, "REST_S": 0.05, "WARM_S": 0.2, "QUIET_S": 1.5}.items():
        monkeypatch.setattr(bench_import, name, value)


@pytest.fixture
def _sets() -> None:
    if not DATA.exists():
        pytest.skip("the data folder with the puzzles is not beside the project")


@pytest.mark.usefixtures("_sets")
def test_the_grids_of_a_file_are_distinct_and_as_sound_as_their_sources() -> None:
    from puzzles.engine import search_line

    lines = permuted_lines(LINES, seed=1)
    assert len(set(lines)) == LINES
    assert {search_line(line)[0] for line in lines} == {1}
    assert set(lines).isdisjoint(permuted_lines(LINES, seed=2))


@pytest.mark.slow
@pytest.mark.usefixtures("_sets", "_little_time")
def test_a_file_is_taken_in_measured_and_written_once_more_bare(tmp_path: Path) -> None:
    rows = list(bench_import.rows_of(sqlite_databases, tmp_path / "sqlite", LINES))
    figures = [row.figure for row in rows]
    assert [figure.partition(", ")[0] for figure in figures] == [
        "import of 500 distinct lines",
        "memory of the worker that imports",
        "import during play",
        "a move during import",
    ]
    assert all(row.measured > 0 and row.reference > 0 for row in rows)
    assert rows[1].is_reached
