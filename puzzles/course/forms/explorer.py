"""Forms of the course: a solver for a grid, and a call of a function."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS
from puzzles.engine.worksheets import EXPLORABLE
from puzzles.play.forms.boards import BoardField

MAX_LINE = 9999
MAX_TEXT_LENGTH = 2000


class OwnGridForm(forms.Form):
    """A grid, and the algorithm to watch on it."""

    algorithm = forms.ChoiceField(
        choices=lambda: [(name, algorithm.title) for name, algorithm in ALGORITHMS.items()],
        label=_("Algorithm"),
    )
    grid = BoardField()


class CallForm(forms.Form):
    """A call to explore: `module.function`, and what differs from the worksheet's example.

    The address has the chosen cell first and then the clicked one: the last one counts.
    """

    function = forms.ChoiceField(
        choices=[(f"{module}.{name}", name) for module, names in EXPLORABLE.items() for name in names],
        required=False,
        label=_("Function"),
        error_messages={"invalid_choice": _("There is no function “%(value)s” to call here.")},
    )
    cell = forms.IntegerField(min_value=0, max_value=80, required=False)
    digit = forms.IntegerField(min_value=1, max_value=9, required=False)
    start = forms.IntegerField(min_value=0, max_value=9, required=False)
    sens = forms.ChoiceField(choices=[("1", "True"), ("0", "False")], required=False)
    line = forms.IntegerField(min_value=1, max_value=MAX_LINE, required=False)
    text = forms.CharField(max_length=MAX_TEXT_LENGTH, strip=False, required=False)
    grid = BoardField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, sentence in {
            "cell": _("A cell is a number from 0 to 80."),
            "digit": _("A digit is a number from 1 to 9."),
            "start": _("A cell holds a number from 0 to 9."),
            "line": _("Line numbers start at 1."),
        }.items():
            for code in ("invalid", "min_value", "max_value"):
                self.fields[name].error_messages[code] = sentence
            for validator in self.fields[name].validators:
                validator.message = sentence  # type: ignore[attr-defined]

    def sound(self, name: str) -> Any:
        """The value of a field, None where it is empty or could not be read."""
        self.is_valid()
        return self.cleaned_data.get(name)

    @property
    def board(self) -> Board | None:
        """The grid that was typed in."""
        return self.sound("grid")

    @property
    def given_text(self) -> str | None:
        """The text that was typed in, with the line ends of Python; None where there is none.

        Text typed for another function, before a new one was chosen, is ignored.
        """
        is_for_another = self.data.get("text_of", self.sound("function")) != self.sound("function")
        if "text" not in self.data or self.has_error("text") or is_for_another:
            return None
        return str(self.sound("text")).replace("\r\n", "\n")
