"""The teacher's choices for the pages of a class, from the query of the address."""

from typing import Any

from django import forms

from accounts.models import Classroom
from puzzles.play.models.board_notes import TEXT_LENGTH

from ..models import Assignment
from ..services.following import PERIODS

DEFAULT_DAYS = 7


class LiveForm(forms.Form):
    """The choice above the live board."""

    assignment = forms.ModelChoiceField(Assignment.objects.none(), required=False)
    projector = forms.BooleanField(required=False)
    # Mistakes are marked unless the address says 0, for a teacher whose screen others can see.
    mistakes = forms.CharField(required=False)

    def __init__(self, data: Any, *, classroom: Classroom) -> None:
        super().__init__(data)
        assignments = classroom.assignments.handed_out().listed()
        self.fields["assignment"].queryset = assignments.select_related("policy")  # type: ignore[attr-defined]

    def clean_mistakes(self) -> bool:
        return self.cleaned_data["mistakes"] != "0"


class TableForm(forms.Form):
    """The days and the sorting of the class table, and the format if it is wanted as a file."""

    days = forms.TypedChoiceField(choices=[(days, days) for days in PERIODS], coerce=int, required=False)
    sort = forms.CharField(required=False, max_length=20)
    file = forms.ChoiceField(choices=[("excel", "excel"), ("plain", "plain")], required=False)


class BoardNoteForm(forms.Form):
    """What a teacher sends to a board: a sentence, or without one a hint; `exam`: an exam is meant."""

    text = forms.CharField(max_length=TEXT_LENGTH, required=False)
    exam = forms.BooleanField(required=False)
