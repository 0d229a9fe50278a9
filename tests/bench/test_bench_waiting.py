"""Those who wait are measured beside a site that runs."""

from pathlib import Path

import pytest

from tests.bench.bench_waiting import measured, row_of

HARD = "..19....4.7...82...6..7.....1.2....77......5...2.3.8...291..3......8...96........"


@pytest.mark.slow
def test_the_waits_for_a_hint_and_a_file_are_measured(tmp_path: Path) -> None:
    found = measured(tmp_path, [HARD], hints=1, lines=50)
    (hint,) = found["hints"]
    assert 0 < hint["begun_s"] < hint["found_s"]
    assert all(each["begun_s"] > 0 for each in found["imports"])
    row = row_of("a nested hint", found["hints"], "something")
    assert row.measured == hint["begun_s"]
    assert "found after" in row.against
