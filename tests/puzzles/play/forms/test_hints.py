"""What a press of a help button may bring."""

import pytest

from puzzles.play.forms.hints import CellForm, HelpForm, SimpleForm


@pytest.mark.parametrize("version", ["", "x", "-2", "1.5", str(2**31)])
def test_a_version_is_a_number_the_page_may_have_seen(version: str) -> None:
    assert not HelpForm({"version": version}).is_valid()


@pytest.mark.parametrize(
    ("data", "cell"),
    [
        ({"cell": "0"}, 0),
        ({"cell": "80"}, 80),
        ({"row": "1", "column": "3"}, 2),
        ({"row": "9", "column": "9"}, 80),
        ({"cell": "40", "row": "1", "column": "1"}, 40),
    ],
)
def test_a_cell_is_meant_by_its_number_or_by_row_and_column(data: dict[str, str], cell: int) -> None:
    form = CellForm({"version": "0"} | data)
    assert form.is_valid()
    assert form.cleaned_data["cell"] == cell


@pytest.mark.parametrize(
    "data", [{}, {"cell": "81"}, {"cell": "-1"}, {"row": "3"}, {"column": "3"}, {"row": "0", "column": "3"}]
)
def test_a_request_for_no_cell_of_the_grid_is_refused(data: dict[str, str]) -> None:
    assert not CellForm({"version": "0"} | data).is_valid()


@pytest.mark.parametrize(("data", "finish"), [({}, False), ({"finish": "1"}, True)])
def test_completing_the_grid_is_a_separate_choice(data: dict[str, str], finish: bool) -> None:
    form = SimpleForm({"version": "0"} | data)
    assert form.is_valid()
    assert form.cleaned_data["finish"] is finish
