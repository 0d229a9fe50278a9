"""What the calendar shows, and which calendar address is meant."""

from datetime import date
from typing import Any

from django import forms

from accounts.models import Classroom, User

# Beyond these years dates cannot be shown in every time zone.
FIRST, LAST = date(1970, 1, 5), date(9000, 1, 1)


class CalendarForm(forms.Form):
    """The first day, `from`; for a teacher one class, `class`. What is invalid is left out."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from"] = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
        classes = Classroom.objects.read_by(user).current() if user.is_teacher else Classroom.objects.none()
        self.fields["class"] = forms.ModelChoiceField(classes, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        day = data.get("from")
        if day and not FIRST <= day <= LAST:
            data["from"] = None
        return data
