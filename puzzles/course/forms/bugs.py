"""What the page of a bug sends: a case to run both versions on, and what came of it."""

import re

from django import forms

from puzzles.engine import Board

LINE = re.compile(r"\A[.1-9]{81}\Z")


class CaseForm(forms.Form):
    """The grid of a case, as the script of the page writes it; empty where the function takes none."""

    grid = forms.RegexField(LINE, required=False)

    @property
    def board(self) -> Board | None:
        line = self.cleaned_data["grid"]
        return Board.from_line(line) if line else None


class TryForm(forms.Form):
    """A run of both versions: the digits of the grid on which they differed, nothing where they did not."""

    digits = forms.IntegerField(min_value=0, max_value=81, required=False)
