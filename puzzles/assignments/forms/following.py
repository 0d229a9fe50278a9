"""What a teacher wants to see of a class."""

from typing import Any

from django import forms

from accounts.models import Classroom

from ..models import Assignment
from ..services.following import PERIODS

DEFAULT_DAYS = 7


class LiveForm(forms.Form):
    """Whose work the live board shows, and how much of it. Everything is said in the address."""

    assignment = forms.ModelChoiceField(Assignment.objects.none(), required=False)
    projector = forms.BooleanField(required=False)
    # Wrong digits are marked unless the address says 0: a teacher may have others beside her.
    slips = forms.CharField(required=False)

    def __init__(self, data: Any, *, classroom: Classroom) -> None:
        super().__init__(data)
        given = classroom.assignments.handed_out()
        self.fields["assignment"].queryset = given.select_related("policy")  # type: ignore[attr-defined]

    def clean_slips(self) -> bool:
        return self.cleaned_data["slips"] != "0"


class TableForm(forms.Form):
    """How far the table of a class looks back, by what it is sorted, and whether it is wanted as a file."""

    days = forms.TypedChoiceField(choices=[(days, days) for days in PERIODS], coerce=int, required=False)
    sort = forms.CharField(required=False, max_length=20)
    file = forms.ChoiceField(choices=[("excel", "excel"), ("plain", "plain")], required=False)
