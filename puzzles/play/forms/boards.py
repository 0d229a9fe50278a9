"""A grid as people type or paste it, in any known form."""

from typing import Any

from django import forms
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from puzzles.engine import Board, BoardError, PuzzleFormatError, describe_fault, read_puzzle

MAX_GRID_LENGTH = 2000


class BoardField(forms.CharField):
    """A grid as text, cleaned to a Board."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Grid"))
        super().__init__(max_length=MAX_GRID_LENGTH, **kwargs)

    def clean(self, value: Any) -> Board | None:
        """The grid, or None for an empty field that is not required."""
        text = super().clean(value)
        return read_board(text) if text else None


def read_board(text: str) -> Board:
    """The grid of a text; equal givens in a house are allowed in 81 characters. Raises ValidationError."""
    try:
        return Board.from_line("".join(text.split()))
    except BoardError:
        pass
    try:
        return Board.from_line(read_puzzle(text).puzzle)
    except PuzzleFormatError as error:
        found = describe_fault(error.fault, translation)
        raise forms.ValidationError(
            _("This cannot be read as a grid (%(found)s)."), params={"found": found}
        ) from None
