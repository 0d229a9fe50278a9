"""The moves a board sends: ops from its script, or one move of the plain form."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..game import WHOLE_OPS, Op, OpKind
from ..services.play import MAX_OPS, SentOp

# The format of ops. A page left open over an update of the site may still send an older one.
OPS_FORMAT = "1"

MAX_NUMBER = 2**31 - 1

# Ops about a cell that name no digit, or, like a colour, need not.
WITHOUT_DIGIT = (OpKind.CLEAR, OpKind.COLOUR)

_SEQ = re.compile(r"[1-9][0-9]{0,8}")
_CELLS = re.compile(r"[0-9]{1,2}(-[0-9]{1,2}){0,80}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_CLIENT = re.compile(r"\A[0-9a-z]{8,32}\Z")


class MovesForm(forms.Form):
    """The ops of one page, the page's name, and the version of the game it has seen.

    Ops are `1` (the format) and up to 50 times `seq.cell.kind.digit.ms`, separated by spaces; what an op does
    not need is empty or left out at its end, and several cells are joined by hyphens:
    `1 7.40.d.5.830 8.40.x 9..u..1200 10.2-3-5.n.4.90`.
    """

    client = forms.RegexField(_CLIENT)
    version = forms.IntegerField(min_value=-1, max_value=MAX_NUMBER)
    ops = forms.CharField(max_length=14_000)

    def clean_ops(self) -> list[SentOp]:
        written, *ops = self.cleaned_data["ops"].split()
        if written != OPS_FORMAT:
            raise forms.ValidationError(_("This page is out of date. Reload it."))
        if len(ops) > MAX_OPS:
            raise forms.ValidationError(_("Too many moves at once."))
        return [parse_op(op) for op in ops]


class NewsForm(forms.Form):
    """What a page that asks for news knows: the last move, a pause, the end of the exam, and the lesson.

    The end is in seconds since 1970, and left out where there is none. A page that shows nothing of a lesson
    leaves it out.
    """

    version = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)
    visible = forms.BooleanField(required=False)
    paused = forms.BooleanField(required=False)
    ends = forms.IntegerField(min_value=0, max_value=10 * MAX_NUMBER, required=False)
    lesson = forms.CharField(max_length=40, required=False)


class PositionForm(forms.Form):
    """The number of the move after which a position stands; 0 is before the first."""

    move = forms.IntegerField(min_value=0, max_value=MAX_NUMBER)


class RightDigitForm(forms.Form):
    """The cell whose right digit the player asks for after the results."""

    cell = forms.IntegerField(min_value=0, max_value=80)


class PlainMoveForm(forms.Form):
    """One move from a page without script; the page's name and the op's number came with the form."""

    client = forms.RegexField(_CLIENT)
    seq = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)
    row = forms.IntegerField(min_value=1, max_value=9, required=False, label=_("Row"))
    column = forms.IntegerField(min_value=1, max_value=9, required=False, label=_("Column"))
    digit = forms.IntegerField(min_value=1, max_value=9, required=False, label=_("Digit"))
    action = forms.ChoiceField(choices=[(kind.value, kind.name) for kind in OpKind])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        kind = data.get("action")
        if not kind or kind in WHOLE_OPS:
            return data
        if not (data.get("row") and data.get("column")):
            raise forms.ValidationError(_("Choose a row and a column."))
        if kind not in WITHOUT_DIGIT and not data.get("digit"):
            raise forms.ValidationError(_("Choose a digit."))
        return data

    @property
    def sent_op(self) -> SentOp:
        """The move as an op."""
        data = self.cleaned_data
        if data["action"] in WHOLE_OPS:
            return SentOp(data["seq"], Op(data["action"]))
        cell = 9 * (data["row"] - 1) + data["column"] - 1
        return SentOp(data["seq"], Op(data["action"], cell, data["digit"] or 0))


def parse_op(text: str) -> SentOp:
    """The op of `seq.cell.kind.digit.ms`. The game refuses nonsense, which takes a number like any op.

    Raises ValidationError only for an op without a number.
    """
    seq, cell, kind, digit, ms, *rest = [*text.split("."), "", "", "", ""]
    if not _SEQ.fullmatch(seq):
        raise forms.ValidationError(_("Those moves could not be read."))
    are_numbers = all(part == "" or _NUMBER.fullmatch(part) for part in (digit, ms))
    is_sound = are_numbers and (cell == "" or _CELLS.fullmatch(cell)) and not any(rest)
    if not is_sound:
        return SentOp(int(seq), Op(""), None)
    first, *more = [int(each) for each in cell.split("-")] if cell else [None]
    op = Op(kind, first, int(digit or 0), tuple([each for each in more if each is not None]))
    return SentOp(int(seq), op, int(ms) if ms else None)
