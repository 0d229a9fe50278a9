"""The case on which a student wants to run both versions of a function."""

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
