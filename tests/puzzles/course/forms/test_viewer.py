"""Grids to watch in any known form, and predictions as the page sends them."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.forms import first_error
from puzzles.course.forms.viewer import GiveUpForm, PredictionForm, ViewerForm
from puzzles.engine import Board
from puzzles.play.forms.boards import read_board

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        f"  {LINE}\n",
        LINE.replace(".", "0"),
        LINE.replace(".", "-"),
        "\r\n".join(ROWS),
        "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in ROWS),
        "\n".join(" ".join(row) for row in ROWS),
    ],
)
def test_a_grid_is_read_in_any_known_form(text: str) -> None:
    assert read_board(text) == Board.from_line(LINE)


@pytest.mark.parametrize("line", ["55" + "." * 79, "." * 81, LINE.replace(".", "1")])
def test_a_grid_may_be_impossible_empty_or_full(line: str) -> None:
    assert read_board(line).to_line() == line
    assert read_board("\n".join(line[at : at + 9] for at in range(0, 81, 9))).to_line() == line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LINE[:-1], "found 80 cells; expected 81 cells, or nine lines of 9"),
        (LINE.replace("5", "x", 1), "found “x”; expected a digit 1 to 9, or 0 . * _ - for an empty cell"),
        (f"{LINE}\n{LINE}", "found 2 grids; expected one grid"),
    ],
)
def test_an_invalid_grid_is_refused_with_the_expected_form(text: str, expected: str) -> None:
    with translation.override("en"), pytest.raises(ValidationError) as refusal:
        read_board(text)
    assert expected in refusal.value.messages[0]


@given(st.text(max_size=200))
def test_no_text_breaks_the_form(text: str) -> None:
    form = ViewerForm({"grid": text})
    assert form.is_valid() or first_error(form)


@pytest.mark.parametrize(
    ("beside", "shown"),
    [("", ["tutoriel"]), ("tutoriel", ["tutoriel"]), ("propagation", ["tutoriel", "propagation"])],
)
def test_a_second_algorithm_is_shown_only_if_it_differs_from_the_first(beside: str, shown: list[str]) -> None:
    form = ViewerForm({"grid": LINE, "with": beside})
    assert form.is_valid()
    assert form.algorithms("tutoriel") == shown


@pytest.mark.parametrize(("step", "state"), [("", 0), ("0", 0), ("65147", 65147)])
def test_a_link_leads_to_a_state(step: str, state: int) -> None:
    form = ViewerForm({"grid": LINE, "step": step})
    assert form.is_valid()
    assert form.first_state == state


@pytest.mark.parametrize(
    ("name", "value"), [("step", "-1"), ("step", "x"), ("step", "9" * 30), ("with", "bogosort"), ("grid", "")]
)
def test_nonsense_is_not_watched(name: str, value: str) -> None:
    form = ViewerForm({"grid": LINE, name: value})
    assert not form.is_valid()
    assert list(form.errors) == [name]


def test_a_grid_is_no_novel() -> None:
    form = ViewerForm({"grid": "." * 5000})
    assert not form.is_valid()


@pytest.mark.parametrize("attempt", ["", "x", "0", "9" * 30])
def test_only_a_number_can_be_given_up(attempt: str) -> None:
    assert not GiveUpForm({"grid": LINE, "attempt": attempt}).is_valid()


# Predictions

SENT = {"grid": LINE, "token": "0123456789abcdef", "event": "12", "cell": "2", "digit": "1"}


def test_a_digit_in_a_cell_or_a_going_back_is_predicted() -> None:
    form = PredictionForm(SENT)
    assert form.is_valid()
    assert [form.cleaned_data[name] for name in ("event", "cell", "digit")] == [12, 2, 1]
    form = PredictionForm(SENT | {"cell": "", "digit": ""})
    assert form.is_valid()
    assert [form.cleaned_data[name] for name in ("event", "cell", "digit")] == [12, None, None]


@pytest.mark.parametrize("missing", ["cell", "digit"])
def test_half_a_prediction_is_none(missing: str) -> None:
    form = PredictionForm(SENT | {missing: ""})
    with translation.override("en"):
        assert first_error(form) == "Choose a cell and a digit, or “It goes back”."


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("grid", ""),
        ("token", ""),
        ("token", "short"),
        ("token", "UPPERCASE-AND-MORE"),
        ("token", "a" * 33),
        ("event", ""),
        ("event", "-1"),
        ("event", "9" * 30),
        ("cell", "81"),
        ("cell", "-1"),
        ("digit", "0"),
        ("digit", "10"),
    ],
)
def test_fields_that_no_page_sends_are_refused(name: str, value: str) -> None:
    assert list(PredictionForm(SENT | {name: value}).errors) == [name]
