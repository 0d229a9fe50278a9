"""What is asked before an account is deleted."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ..forms import LONGEST_PASSWORD, PLAIN_TYPING
from ..models import User


class DeleteOwnForm(forms.Form):
    """The password, so that nobody deletes the account of who has left a machine open."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password", **PLAIN_TYPING}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class DeleteStudentForm(forms.Form):
    """The user name of the student, typed: nothing like this is done by a slip."""

    username = forms.CharField(
        label=_("The user name, to make sure"),
        max_length=150,
        widget=forms.TextInput({"autocomplete": "off", **PLAIN_TYPING}),
    )

    def __init__(self, *args: Any, student: User, **kwargs: Any) -> None:
        self.student = student
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean_username(self) -> str:
        typed = self.cleaned_data["username"].strip().lower()
        if typed != self.student.username:
            raise ValidationError(_("This is not the user name of this student."))
        return typed
