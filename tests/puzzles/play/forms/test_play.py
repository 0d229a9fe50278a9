"""Ops as a page writes them."""

import pytest
from django.forms import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from puzzles.play.forms.play import MovesForm, PlainMoveForm, parse_op
from puzzles.play.game import Op, OpKind
from puzzles.play.services.play import SentOp


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("7.40.d.5.830", SentOp(7, Op("d", 40, 5), 830)),
        ("7.40.d.5", SentOp(7, Op("d", 40, 5), None)),
        ("8.40.x", SentOp(8, Op("x", 40), None)),
        ("8.40.x..90", SentOp(8, Op("x", 40), 90)),
        ("9..u..1200", SentOp(9, Op("u"), 1200)),
        ("9", SentOp(9, Op(""), None)),
        ("9.-1.d.4", SentOp(9, Op(""), None)),
        ("9.4.d.4.5.6", SentOp(9, Op(""), None)),
        ("9.٤.d.4", SentOp(9, Op(""), None)),
        ("9.9999999999.d.4", SentOp(9, Op(""), None)),
    ],
)
def test_an_op_is_read_part_by_part_and_what_is_unsound_is_nonsense(text: str, sent: SentOp) -> None:
    assert parse_op(text) == sent


@pytest.mark.parametrize("text", ["", "0.40.d.5", "-1.40.d.5", "x.40.d.5", "1e3.40.d.5", "9999999999.1.d.1"])
def test_an_op_without_a_number_cannot_be_read(text: str) -> None:
    with pytest.raises(ValidationError):
        parse_op(text)


@given(st.text(max_size=60))
def test_no_text_breaks_the_form(ops: str) -> None:
    form = MovesForm({"client": "a" * 16, "version": "0", "ops": ops})
    assert form.is_valid() or form.errors["ops"]


def test_the_plain_form_makes_the_op_that_a_script_would_send() -> None:
    data = {"client": "a" * 16, "seq": 1, "row": 5, "column": 5, "digit": 7, "action": "n"}
    form = PlainMoveForm(data)
    assert form.is_valid()
    assert form.sent_op == SentOp(1, Op("n", 40, 7))
    undo = PlainMoveForm({"client": "a" * 16, "seq": 2, "action": "u", "row": 5, "column": 5})
    assert undo.is_valid()
    assert undo.sent_op == SentOp(2, Op("u"))


@pytest.mark.parametrize("kind", list(OpKind))
@pytest.mark.parametrize(
    "more", [{}, {"row": 5}, {"row": 5, "column": 5}, {"row": 5, "column": 5, "digit": 7}]
)
def test_the_plain_form_gives_a_move_or_an_error_whatever_is_missing(
    kind: OpKind, more: dict[str, int]
) -> None:
    form = PlainMoveForm({"client": "a" * 16, "seq": 1, "action": kind.value} | more)
    assert form.sent_op.op.kind == kind if form.is_valid() else form.errors
