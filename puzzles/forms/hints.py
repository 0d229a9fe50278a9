"""What a press of a help button brings: the version its page has seen, and a cell where one is meant."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .play import LARGEST_NUMBER


class HelpForm(forms.Form):
    """A wish for help. It never says how deep: that is decided by what was told before."""

    version = forms.IntegerField(min_value=-1, max_value=LARGEST_NUMBER)


class SimpleForm(HelpForm):
    """A wish for the simple method; `finish` says that it may go to the end of the grid."""

    finish = forms.BooleanField(required=False)


class CellForm(HelpForm):
    """A wish for one cell, by its number, or by row and column where no script runs."""

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
