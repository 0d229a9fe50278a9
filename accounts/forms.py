"""What people fill in about accounts."""

from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from .models import User

LONGEST_PASSWORD = 200
PLAIN_TYPING = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}


class LoginForm(forms.Form):
    """A name and a password. What cannot be a user name is answered like a wrong one."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput({"autocomplete": "username", **PLAIN_TYPING}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password", **PLAIN_TYPING}),
    )


class PasswordForm(SetPasswordMixin, forms.Form):
    """The password known and, twice, the one wished."""

    old_password = forms.CharField(
        label=_("Password until now"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password", **PLAIN_TYPING}),
    )
    new_password1, new_password2 = SetPasswordMixin.create_password_fields(
        label1=_("New password"), label2=_("New password again")
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        _limit_passwords(self, "new_password1", "new_password2")

    def clean(self) -> dict[str, Any] | None:
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(self.user, "new_password1")
        return super().clean()


class SetupForm(SetPasswordMixin, forms.ModelForm):
    """The token of the console, and the account of the first teacher."""

    token = forms.CharField(
        label=_("Token from the console"),
        max_length=100,
        widget=forms.TextInput({"autocomplete": "off", **PLAIN_TYPING}),
    )
    password1, password2 = SetPasswordMixin.create_password_fields(
        label1=_("Password"), label2=_("Password again")
    )

    class Meta:
        model = User
        fields = ["username"]
        widgets = {"username": forms.TextInput({"autocomplete": "username", **PLAIN_TYPING})}

    field_order = ["token", "username", "password1", "password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _limit_passwords(self, "password1", "password2")

    def clean(self) -> dict[str, Any] | None:
        self.validate_passwords("password1", "password2")
        self.validate_password_for_user(User(username=self.cleaned_data.get("username", "")), "password1")
        return super().clean()


class LanguageForm(forms.ModelForm):
    """The language an account is spoken to in."""

    class Meta:
        model = User
        fields = ["language"]
        widgets = {"language": forms.RadioSelect}


def _limit_passwords(form: forms.BaseForm, *names: str) -> None:
    """Refuse a password too long to be typed: hashing a huge one would keep the server busy."""
    for name in names:
        field = form.fields[name]
        field.validators.append(MaxLengthValidator(LONGEST_PASSWORD))
        field.widget.attrs.update(PLAIN_TYPING, maxlength=LONGEST_PASSWORD)
