"""Forms of the viewer: a grid, the algorithms to watch on it, and a prediction."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.engine import Board
from puzzles.engine.judge.recorded_program import CHOICES
from puzzles.engine.runs import ALGORITHMS, EVENT_LIMIT
from puzzles.play.forms.boards import BoardField
from puzzles.play.forms.play import MAX_NUMBER

_TOKEN = re.compile(r"\A[0-9a-z]{8,32}\Z")


class GridForm(forms.Form):
    """A grid."""

    grid = BoardField()

    @property
    def board(self) -> Board:
        """The grid that was read."""
        return self.cleaned_data["grid"]


class ViewerForm(GridForm):
    """A grid to watch algorithms on.

    `with` is a second one beside the first, `step` the state to show, `predict` whether to ask at once.
    """

    step = forms.IntegerField(min_value=0, max_value=2 * EVENT_LIMIT, required=False)
    predict = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(name, name) for name in ALGORITHMS]
        self.fields["with"] = forms.ChoiceField(choices=names, required=False)

    @property
    def first_state(self) -> int:
        """The number of the state to show first."""
        return self.cleaned_data["step"] or 0

    def algorithms(self, first: str) -> list[str]:
        """The algorithms to show side by side, each once."""
        return list(dict.fromkeys(filter(None, [first, self.cleaned_data["with"]])))


class OwnRunForm(ViewerForm):
    """A grid for one's own program, `with` an algorithm beside it; no grid means the worksheet's.

    `solver` is the function to run, where the worksheet asks for several.
    """

    NOTHING = "none"

    def __init__(self, worksheet: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["grid"].required = False
        solvers = [(name, name) for name in CHOICES.get(worksheet, ())]
        self.fields["solver"] = forms.ChoiceField(choices=solvers, required=False)
        names = [(name, name) for name in (self.NOTHING, *ALGORITHMS)]
        self.fields["with"] = forms.ChoiceField(choices=names, required=False)

    def beside(self, usual: str) -> list[str]:
        """The algorithm to show beside the program, the usual one unless another or none is asked for."""
        name = self.cleaned_data["with"] or usual
        return [] if name == self.NOTHING else [name]


class GiveUpForm(ViewerForm):
    """The attempt to be given up, and what is to be watched then."""

    attempt = forms.IntegerField(min_value=1, max_value=MAX_NUMBER)


class AssignedPredictionForm(forms.Form):
    """What a student expects of event number `event`: a digit in a cell, or with both empty a going back."""

    event = forms.IntegerField(min_value=0, max_value=2 * EVENT_LIMIT)
    cell = forms.IntegerField(min_value=0, max_value=80, required=False)
    digit = forms.IntegerField(min_value=1, max_value=9, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and (data["cell"] is None) != (data["digit"] is None):
            raise forms.ValidationError(_("Choose a cell and a digit, or “It goes back”."))
        return data


class PredictionForm(AssignedPredictionForm, GridForm):
    """The same of a run on any grid, in the round that `token` names."""

    token = forms.RegexField(_TOKEN)
