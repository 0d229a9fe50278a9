"""Every fault in its short form. `make faults` makes the long ones."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.__main__ import ON_POSTGRES, faults, ground_for, make, needs_variant
from tests.faults.ground import SHORT, Ground, found_school
from tests.faults.oracle import Verdict
from tests.faults.rows import CannotDoError, Row, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table from /proc"),
]


@pytest.fixture(scope="session")
def ground_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Ground]]:
    """`ground_of(fault)`: where this fault can be made; faults of one kind of site share it."""
    folder = tmp_path_factory.mktemp("faults")
    grounds: dict[bool, Ground] = {}

    def find(fault: str) -> Ground:
        kind = needs_variant(fault)
        if kind not in grounds:
            school = folder / "school"
            grounds[kind] = ground_for(
                fault, school if school.exists() else found_school(school), folder / f"variant-{kind}"
            )
        return grounds[kind]

    yield find
    for ground in grounds.values():
        ground.stop()


@pytest.mark.parametrize("fault", faults())
def test_whatever_happens_what_was_acknowledged_is_there_once(
    fault: str, ground_of: Callable[[str], Ground]
) -> None:
    try:
        rows = list(make(fault, ground_of(fault), SHORT))
    except CannotDoError as error:
        pytest.skip(str(error))
    assert rows
    assert all(row.is_kept for row in rows), f"\n{table(rows)}\n{ground_of(fault).site.said()}"


def test_the_list_for_postgresql_names_faults() -> None:
    assert set(ON_POSTGRES) <= set(faults())


def test_a_row_names_what_was_broken() -> None:
    kept = Row(fault="a fault", done="once", verdict=Verdict(acknowledged=3))
    lost = Row(fault="a fault", done="once", verdict=Verdict(acknowledged=3, lost=1), wrong=("oh",))
    assert [row.is_kept for row in (kept, lost)] == [True, False]
    assert [line.split()[-1] for line in table([kept, lost]).splitlines()[1:]] == ["kept", "oh"]
    assert not Row(fault="nothing was played", done="once", verdict=Verdict()).is_kept
