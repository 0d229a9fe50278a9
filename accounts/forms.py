"""What people fill in about accounts."""

from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from . import services
from .models import Classroom, Membership, User

LONGEST_PASSWORD = 200
PLAIN_TYPING = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}


NEW_PASSWORD_HELP = _(
    "At least 8 characters; not digits alone, not like the user name, none that everybody tries first."
)


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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        # The cursor waits where something is to be typed: after a wrong try that is the password.
        self.fields["password" if self.is_bound else "username"].widget.attrs["autofocus"] = True


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
        super().__init__(*args, **{"label_suffix": "", **kwargs})
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
        super().__init__(*args, **{"label_suffix": "", **kwargs})
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


class StudentsForm(forms.Form):
    """A list of names, and the class they go to: one of hers, or a new one."""

    REAL_NAMES, USER_NAMES = "real", "user"
    MOST_LINES = 200

    classroom = forms.ModelChoiceField(
        Classroom.objects.none(), required=False, label=_("Class"), empty_label=_("a new class")
    )
    new_class = forms.CharField(max_length=80, required=False, label=_("Name of the new class"))
    kind = forms.ChoiceField(
        label=_("The list holds"),
        choices=[
            (REAL_NAMES, _("real names; pleasant user names are made up for them")),
            (USER_NAMES, _("user names, to be taken as they are")),
        ],
        initial=REAL_NAMES,
        widget=forms.RadioSelect,
    )
    names = forms.CharField(
        label=_("Names, one a line"),
        strip=False,
        max_length=40_000,
        widget=forms.Textarea({"rows": 16, "cols": 40, "autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, teacher: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        classroom = self.fields["classroom"]
        classroom.queryset = Classroom.objects.managed_by(teacher).current()  # type: ignore[attr-defined]

    def clean_names(self) -> list[str]:
        lines = self.cleaned_data["names"].splitlines()
        if sum(not line.isspace() and line != "" for line in lines) > self.MOST_LINES:
            raise ValidationError(
                _("These are more than %(most)s names. Paste them in parts."),
                params={"most": self.MOST_LINES},
            )
        return lines

    def clean(self) -> dict[str, Any] | None:
        if not self.errors and bool(self.cleaned_data["classroom"]) == bool(self.cleaned_data["new_class"]):
            self.add_error("new_class", _("Choose a class, or give the name of a new one."))
        return super().clean()


class ClassForm(forms.ModelForm):
    """A class's name."""

    class Meta:
        model = Classroom
        fields = ["name"]
        widgets = {"name": forms.TextInput({"autocomplete": "off"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class NameListForm(forms.Form):
    """The names of a class, pasted or in a file; they become one name for each line."""

    MOST_NAMES = 200
    MOST_BYTES = 200_000

    names = forms.CharField(
        label=_("Names, one a line"),
        required=False,
        strip=False,
        max_length=40_000,
        widget=forms.Textarea({"rows": 12, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file (text or CSV)"),
        required=False,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,text/plain,text/csv"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean_file(self) -> str:
        """The file's text, "" without a file."""
        file = self.cleaned_data["file"]
        if not file:
            return ""
        if file.size > self.MOST_BYTES:
            raise ValidationError(_("This file is too large for a list of names."))
        try:
            return services.decode_names(file.read())
        except services.NameListError as error:
            raise ValidationError(str(error.message)) from error

    def clean(self) -> dict[str, Any] | None:
        if self.errors:
            return super().clean()
        pasted, from_file = self.cleaned_data["names"], self.cleaned_data["file"]
        if pasted.strip() and from_file:
            raise ValidationError(_("Paste the names or choose a file, not both."))
        names = services.names_of(from_file or pasted)
        self.cleaned_data["names"] = names
        if not any(names):
            raise ValidationError(_("There is no name in this list."))
        if sum(map(bool, names)) > self.MOST_NAMES:
            # A page cannot give a file back: what stood in it goes into the field for pasted names.
            self.data = {"names": from_file or pasted}
            self.add_error(
                "names",
                ValidationError(
                    _("These are more than %(most)s names. Add them in parts."),
                    params={"most": self.MOST_NAMES},
                ),
            )
        return super().clean()


class MemberForm(forms.ModelForm):
    """What the teachers of a class know of a student, and nobody else."""

    class Meta:
        model = Membership
        fields = ["real_name", "note"]
        widgets = {"note": forms.Textarea({"rows": 4}), "real_name": forms.TextInput({"autocomplete": "off"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class MoveForm(forms.Form):
    """Another class of the teacher's, for a student to go to."""

    destination = forms.ModelChoiceField(Classroom.objects.none(), label=_("To the class"), empty_label=None)

    def __init__(self, *args: Any, teacher: User, membership: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        others = Classroom.objects.taught_by(teacher).current().exclude(pk=membership.classroom_id)
        self.fields["destination"].queryset = others  # type: ignore[attr-defined]


def _limit_passwords(form: forms.BaseForm, first: str, again: str) -> None:
    """Refuse a password too long to be typed: hashing a huge one would keep the server busy."""
    form.fields[first].help_text, form.fields[again].help_text = NEW_PASSWORD_HELP, ""
    for field in (form.fields[first], form.fields[again]):
        field.validators.append(MaxLengthValidator(LONGEST_PASSWORD))
        field.widget.attrs.update(PLAIN_TYPING, maxlength=LONGEST_PASSWORD)
