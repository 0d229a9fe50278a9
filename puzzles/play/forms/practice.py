"""From where a practice copy begins, and which position of a replay is looked at."""

from django import forms

from .play import LARGEST_NUMBER


class PositionForm(forms.Form):
    """The number of the move after which the position stands; 0 is before the first."""

    move = forms.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
