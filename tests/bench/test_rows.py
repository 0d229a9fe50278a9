import pytest

from tests.bench.rows import HEADINGS, Row, table


def row(**changes):
    return Row(
        **{"figure": "a figure", "measured": 30.0, "reference": 2.0, "unit": "ms", "against": "another"}
        | changes
    )


def test_a_ratio_is_the_figure_in_units_of_its_reference():
    assert row(measured=30.0, reference=2.0).ratio == 15


@pytest.mark.parametrize(
    ("bounds", "is_reached"),
    [
        ({}, True),
        ({"at_least": 15}, True),
        ({"at_least": 16}, False),
        ({"at_most": 15}, True),
        ({"at_most": 14}, False),
        ({"at_least": 1, "at_most": 14}, False),
    ],
)
def test_a_row_is_reached_when_its_ratio_keeps_every_bound(bounds, is_reached):
    assert row(**bounds).is_reached == is_reached
    assert row(**bounds).columns()[-1] == ("reached" if is_reached else "MISSED")


def test_a_table_holds_its_headings_and_a_line_a_row_with_aligned_columns():
    lines = table(
        [row(at_least=16), row(figure="a figure with a longer name", measured=12345.0)]
    ).splitlines()
    assert lines[0].split() == " ".join(HEADINGS).split()
    assert lines[1].split("  ")[0] == "a figure"
    assert [line.index("2 ms (another)") for line in lines[1:]] == [lines[0].index("reference")] * 2
    assert "12,345 ms" in lines[2]
    assert ">= 16" in lines[1]
