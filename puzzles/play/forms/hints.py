"""What a press of a help button brings: the version its page has seen, and a cell where one is meant."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..services.hints import Claim
from .play import MAX_NUMBER

# A cell as people write it: r3c5, L3C5, or its row and its column.
_CELL_NAME = re.compile(r"(?:[rl]([1-9])[ck]([1-9])|([1-9])([1-9]))", re.IGNORECASE)
_BETWEEN_CELLS = re.compile(r"[\s,;]+")


class HelpForm(forms.Form):
    """A request for help. How deep it goes is decided by what was revealed before, never by the page."""

    version = forms.IntegerField(min_value=-1, max_value=MAX_NUMBER)
    # The milliseconds since the page's last op; missing without a script.
    ms = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)


class HintForm(HelpForm):
    """A request for a hint; `again`: the page asks by itself while the step is being searched."""

    again = forms.BooleanField(required=False)


class SimpleForm(HelpForm):
    """A request for the simple method; `finish`: it may go to the end of the grid."""

    finish = forms.BooleanField(required=False)


class CellForm(HelpForm):
    """A request for one cell, by its number, or by row and column where no script runs."""

    cell = forms.IntegerField(min_value=0, max_value=80, required=False)
    row = forms.IntegerField(min_value=1, max_value=9, required=False)
    column = forms.IntegerField(min_value=1, max_value=9, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("cell") is None and data.get("row") and data.get("column"):
            data["cell"] = 9 * (data["row"] - 1) + data["column"] - 1
        if data.get("cell") is None:
            raise forms.ValidationError(_("Choose a cell first."))
        return data


class DeductionForm(CellForm):
    """A deduction: a digit goes into a cell, or does not; and the cells it is based on."""

    digit = forms.IntegerField(min_value=1, max_value=9)
    places = forms.TypedChoiceField(choices=[("1", "yes"), ("0", "no")], coerce=lambda value: value == "1")
    cells = forms.CharField(max_length=600, required=False)

    def clean_cells(self) -> frozenset[int]:
        names = filter(None, _BETWEEN_CELLS.split(self.cleaned_data["cells"]))
        return frozenset([cell_of_name(name) for name in names])

    @property
    def claim(self) -> Claim:
        data = self.cleaned_data
        return Claim(data["cell"], data["digit"], data["places"], data["cells"])


class StepForm(forms.Form):
    """A place on a path; a page that waits for more steps has `known` of them."""

    step = forms.IntegerField(min_value=1, max_value=MAX_NUMBER, required=False)
    known = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)


def cell_of_name(name: str) -> int:
    """The cell of a name. Raises ValidationError where it names none."""
    found = _CELL_NAME.fullmatch(name)
    if not found:
        raise forms.ValidationError(_("“%(name)s” is not a cell."), params={"name": name})
    row, column = (int(number) for number in found.groups() if number)
    return 9 * (row - 1) + column - 1
