"""What is asked of the pages of the course."""

import pytest

from puzzles.course.forms.explorer import CallForm, OwnGridForm
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS
from puzzles.engine.worksheets import EXPLORABLE

EMPTY = "." * 81


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_may_be_chosen_for_ones_own_grid(algorithm: str) -> None:
    form = OwnGridForm({"algorithm": algorithm, "grid": EMPTY})
    assert form.is_valid()
    assert form.cleaned_data["grid"] == Board.from_line(EMPTY)


def test_a_solver_needs_a_grid_and_an_algorithm_that_is_known() -> None:
    form = OwnGridForm({"algorithm": "magic", "grid": ""})
    assert set(form.errors) == {"algorithm", "grid"}


def test_a_call_may_leave_out_everything() -> None:
    form = CallForm({})
    assert form.is_valid()
    assert [form.sound(name) for name in ("cell", "digit", "grid")] == [None, None, None]


def test_valid_fields_are_kept_beside_invalid_ones() -> None:
    form = CallForm({"function": "mini_projet.bloc", "cell": "99", "digit": "3", "grid": "12"})
    assert form.sound("function") == "mini_projet.bloc"
    assert form.sound("digit") == 3
    assert (form.sound("cell"), form.board) == (None, None)
    assert set(form.errors) == {"cell", "grid"}


def test_only_what_can_be_explored_can_be_called() -> None:
    assert CallForm({"function": f"propagation.{EXPLORABLE['propagation'][0]}"}).is_valid()
    for name in ("propagation.chercherr", "bloc", "mini_projet.__init__"):
        assert not CallForm({"function": name}).is_valid()
