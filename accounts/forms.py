"""The forms of accounts and classes, and the base of all forms of the site."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from .codes import read_code
from .models import Classroom, Membership, User
from .refusals import Refusal
from .services.name_lists import decode_names, names_of

MAX_PASSWORD_LENGTH = 200
PLAIN_TYPING = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}
NEW_PASSWORD_HELP = _(
    "At least 8 characters, not only digits, not similar to the user name, and not a common password."
)


class SiteFormMixin(forms.BaseForm):
    """Labels without a colon, and refusals of services as errors of the form."""

    # The status of a page that shows the form again.
    status = 200

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    @contextmanager
    def refusals(self, field: str | None = None) -> Iterator[None]:
        """Add a refusal raised in this block as an error, of a field or of the whole form."""
        try:
            yield
        except Refusal as refusal:
            self.add_error(field, str(refusal))
            self.status = refusal.status


class SiteForm(SiteFormMixin, forms.Form):
    """A form of the site."""


class SiteModelForm(SiteFormMixin, forms.ModelForm):
    """A form of the site for a model."""


def user_name_field(label: Any, autocomplete: str = "off") -> forms.CharField:
    widget = forms.TextInput({"autocomplete": autocomplete, **PLAIN_TYPING})
    return forms.CharField(label=label, max_length=150, widget=widget)


def password_field(label: Any) -> forms.CharField:
    """A field for a password that exists."""
    widget = forms.PasswordInput({"autocomplete": "current-password", **PLAIN_TYPING})
    return forms.CharField(label=label, max_length=MAX_PASSWORD_LENGTH, strip=False, widget=widget)


def own_device_field() -> forms.BooleanField:
    return forms.BooleanField(label=_("This is my own device: keep me logged in"), required=False)


class CodeField(forms.CharField):
    """A short code, however it was typed; cleaned to its plain spelling."""

    def __init__(self, **kwargs: Any) -> None:
        typing = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        widget = forms.TextInput({**typing, "class": "code-input", "placeholder": "K7M-4RX"})
        super().__init__(**{"widget": widget, "label": _("Code"), "max_length": 200, **kwargs})

    def clean(self, value: Any) -> str:
        code = read_code(super().clean(value))
        if not code:
            raise ValidationError(_("A code has six letters and digits, like K7M-4RX."))
        return code


# Login


class LoginForm(SiteForm):
    """A name and a password. An impossible user name is treated like a wrong one."""

    username = user_name_field(_("User name"), "username")
    password = password_field(_("Password"))
    is_own_device = own_device_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # After a failed login the password is typed again.
        self.fields["password" if self.is_bound else "username"].widget.attrs["autofocus"] = True


class CardForm(SiteForm):
    """The code of a login card, which a script reads from the address."""

    code = forms.CharField(max_length=100, widget=forms.HiddenInput)
    is_own_device = own_device_field()


class CodeForm(SiteForm):
    """A login code."""

    code = CodeField()
    is_own_device = own_device_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["autofocus"] = True


class SetupForm(SiteFormMixin, SetPasswordMixin, forms.ModelForm):
    """The token from the console, and the account of the first teacher."""

    token = forms.CharField(
        label=_("Token from the console"),
        max_length=100,
        widget=forms.TextInput({"autocomplete": "off", **PLAIN_TYPING}),
    )
    password1, password2 = SetPasswordMixin.create_password_fields(
        label1=_("Password"), label2=_("Repeat the password")
    )

    class Meta:
        model = User
        fields = ["username", "display_name"]
        widgets = {"username": forms.TextInput({"autocomplete": "username", **PLAIN_TYPING})}

    field_order = ["token", "username", "display_name", "password1", "password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _limit_passwords(self, "password1", "password2")

    def clean(self) -> dict[str, Any] | None:
        self.validate_passwords("password1", "password2")
        self.validate_password_for_user(User(username=self.cleaned_data.get("username", "")), "password1")
        return super().clean()


# One's own account


class PasswordForm(SiteFormMixin, SetPasswordMixin, forms.Form):
    """The current password and, twice, the new one."""

    old_password = password_field(_("Current password"))
    new_password1, new_password2 = SetPasswordMixin.create_password_fields(
        label1=_("New password"), label2=_("Repeat the new password")
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        _limit_passwords(self, "new_password1", "new_password2")

    def clean(self) -> dict[str, Any] | None:
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(self.user, "new_password1")
        return super().clean()


def _limit_passwords(form: forms.BaseForm, first: str, again: str) -> None:
    """Limit the length: hashing a huge password would keep the server busy."""
    form.fields[first].help_text, form.fields[again].help_text = NEW_PASSWORD_HELP, ""
    for field in (form.fields[first], form.fields[again]):
        field.validators.append(MaxLengthValidator(MAX_PASSWORD_LENGTH))
        field.widget.attrs.update(PLAIN_TYPING, maxlength=MAX_PASSWORD_LENGTH)


class LanguageForm(SiteModelForm):
    """The language of an account."""

    class Meta:
        model = User
        fields = ["language"]
        widgets = {"language": forms.RadioSelect}


class DisplayNameForm(SiteModelForm):
    """The name of a teacher that students read."""

    class Meta:
        model = User
        fields = ["display_name"]
        widgets = {"display_name": forms.TextInput({"autocomplete": "off"})}


class DeleteOwnForm(SiteForm):
    """The password, so that nobody deletes an account at a machine that was left logged in."""

    password = password_field(_("Your password"))


# Classes


class ClassForm(SiteModelForm):
    """A class's name."""

    class Meta:
        model = Classroom
        fields = ["name"]
        widgets = {"name": forms.TextInput({"autocomplete": "off"})}


class PracticeForm(SiteModelForm):
    """A switch for each thing that the students of a class have in practice."""

    class Meta:
        model = Classroom
        fields = ["has_storm", "has_daily", "has_goals", "has_ratings", "has_races"]
        help_texts = {
            "has_storm": _(
                "In a storm students find as many steps as they can in three minutes. Each sees their own"
                " count only; it gives no rank, and nobody else sees it."
            ),
            "has_daily": _(
                "Three grids a day, the same for the whole class. The next day the hardest step is explained."
            ),
            "has_goals": _(
                "Students may choose on how many days a week they want to practise. Only they see it."
            ),
            "has_ratings": _(
                "Grids and drills by what each student can solve, and how that grows, in the histories you"
                " see."
            ),
            "has_races": _(
                "In a room you may start a race on a grid, alone or in teams, or a relay of teams, under"
                " names for that alone. The first three are told, and nobody is last."
            ),
        }


class NameListForm(SiteForm):
    """The names of a class, pasted or in a file; cleaned to one name for each line."""

    MAX_NAMES = 200
    MAX_BYTES = 200_000
    may_be_empty = False

    names = forms.CharField(
        label=_("Names, one per line"),
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

    def clean_file(self) -> str:
        """The file's text, "" without a file."""
        file = self.cleaned_data["file"]
        if not file:
            return ""
        if file.size > self.MAX_BYTES:
            raise ValidationError(_("This file is too large for a list of names."))
        try:
            return decode_names(file.read())
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from refusal

    def clean(self) -> dict[str, Any] | None:
        if self.errors:
            return super().clean()
        pasted, from_file = self.cleaned_data["names"], self.cleaned_data["file"]
        if pasted.strip() and from_file:
            raise ValidationError(_("Paste the names or choose a file, not both."))
        names = names_of(from_file or pasted)
        self.cleaned_data["names"] = names
        if not any(names) and not self.may_be_empty:
            raise ValidationError(_("There is no name in this list."))
        if sum(map(bool, names)) > self.MAX_NAMES:
            # A browser does not send the file again: its text is shown as pasted names.
            self.data = {**self.data, "names": from_file or pasted}
            message = _("These are more than %(most)s names. Add them in parts.")
            self.add_error("names", ValidationError(message, params={"most": self.MAX_NAMES}))
        return super().clean()


class NewClassForm(NameListForm):
    """The name of a new class and, now or later, the names of its students."""

    may_be_empty = True

    name = forms.CharField(
        label=_("Class name"), max_length=80, widget=forms.TextInput({"autocomplete": "off"})
    )
    field_order = ["name", "names", "file"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["placeholder"] = _("6e B")
        self.fields["names"].widget.attrs["rows"] = 8


class ColleagueForm(SiteForm):
    """The user name of another teacher."""

    username = user_name_field(_("The colleague's user name"))


class JoinForm(SiteForm):
    """The join code of a class."""

    code = CodeField(label=_("Join code"))


# Students


class StudentsForm(SiteForm):
    """The admin's form: a list of names, and the class they go to, existing or new."""

    REAL_NAMES, USER_NAMES = "real", "user"
    MAX_LINES = 200

    classroom = forms.ModelChoiceField(
        Classroom.objects.none(), required=False, label=_("Class"), empty_label=_("a new class")
    )
    new_class = forms.CharField(max_length=80, required=False, label=_("Name of the new class"))
    kind = forms.ChoiceField(
        label=_("The list contains"),
        choices=[
            (REAL_NAMES, _("real names; user names are generated")),
            (USER_NAMES, _("user names, used as they are")),
        ],
        initial=REAL_NAMES,
        widget=forms.RadioSelect,
    )
    names = forms.CharField(
        label=_("Names, one per line"),
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
        if sum(not line.isspace() and line != "" for line in lines) > self.MAX_LINES:
            message = _("These are more than %(most)s names. Add them in parts.")
            raise ValidationError(message, params={"most": self.MAX_LINES})
        return lines

    def clean(self) -> dict[str, Any] | None:
        if not self.errors and bool(self.cleaned_data["classroom"]) == bool(self.cleaned_data["new_class"]):
            self.add_error("new_class", _("Choose a class, or enter the name of a new one."))
        return super().clean()


class MemberForm(SiteModelForm):
    """Facts about a student that only the teachers of the class see."""

    class Meta:
        model = Membership
        fields = ["family_name", "given_name", "note"]
        widgets = {
            "note": forms.Textarea({"rows": 4}),
            "family_name": forms.TextInput({"autocomplete": "off"}),
            "given_name": forms.TextInput({"autocomplete": "off"}),
        }

    def clean_family_name(self) -> str:
        return printable_name(self.cleaned_data["family_name"])

    def clean_given_name(self) -> str:
        return printable_name(self.cleaned_data["given_name"])


def printable_name(text: str) -> str:
    """The name without invisible characters, which could reverse the text around it."""
    name = " ".join(text.split())
    if not name.isprintable():
        raise forms.ValidationError(_("This is not a name."))
    return name


class AccountForm(SiteForm):
    """Settings of a student's account that a teacher may change."""

    OTHER = "other"
    FACTORS = [
        ("1", _("no extra time")),
        ("1.25", _("a quarter more (× 1.25)")),
        ("1.33", _("a third more (× 1.33)")),
        ("1.5", _("half as much again (× 1.5)")),
        ("2", _("twice the time (× 2)")),
        (OTHER, _("another factor")),
    ]

    extra_time = forms.ChoiceField(label=_("Extra time"), choices=FACTORS)
    other_factor = forms.DecimalField(
        label=_("Another factor, from 1 to 5"),
        required=False,
        localize=True,
        min_value=1,
        max_value=5,
        max_digits=3,
        decimal_places=2,
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off"}),
    )
    is_active = forms.BooleanField(label=_("Can log in"), required=False)

    def __init__(self, *args: Any, student: User, **kwargs: Any) -> None:
        offered = {Decimal(value): value for value, _label in self.FACTORS if value != self.OTHER}
        chosen = offered.get(student.extra_time, self.OTHER)
        initial = {
            "extra_time": chosen,
            "other_factor": student.extra_time if chosen == self.OTHER else None,
            "is_active": student.is_active,
        }
        super().__init__(*args, **{"initial": initial, **kwargs})

    def clean(self) -> dict[str, Any] | None:
        """`extra_time` becomes the factor itself."""
        chosen, other = self.cleaned_data.get("extra_time"), self.cleaned_data.get("other_factor")
        if chosen == self.OTHER and "other_factor" not in self.errors and other is None:
            self.add_error("other_factor", _("Enter the factor: 1.33 is a third more."))
        elif chosen:
            self.cleaned_data["extra_time"] = other if chosen == self.OTHER else Decimal(chosen)
        return super().clean()


class EnrolForm(SiteForm):
    """One of the teacher's classes, for a student to go to."""

    destination = forms.ModelChoiceField(Classroom.objects.none(), label=_("New class"), empty_label=None)

    def __init__(self, *args: Any, teacher: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        classes = Classroom.objects.taught_by(teacher).current()
        self.fields["destination"].queryset = classes  # type: ignore[attr-defined]


class MoveForm(EnrolForm):
    """Another class of the teacher's, for a student of hers to go to."""

    def __init__(self, *args: Any, membership: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = self.fields["destination"].queryset.exclude(pk=membership.classroom_id)  # type: ignore[attr-defined]
        self.fields["destination"].queryset = others  # type: ignore[attr-defined]


class DeleteStudentForm(SiteForm):
    """The student's user name, typed, so that nobody is deleted by accident."""

    username = user_name_field(_("Enter the user name to confirm"))

    def __init__(self, *args: Any, student: User, **kwargs: Any) -> None:
        self.student = student
        super().__init__(*args, **kwargs)

    def clean_username(self) -> str:
        typed = self.cleaned_data["username"].strip().lower()
        if typed != self.student.username:
            raise ValidationError(_("This is not the user name of this student."))
        return typed


def first_error(form: forms.Form) -> str:
    """The first error of a form, in a sentence."""
    return str(next((errors[0] for errors in form.errors.values()), ""))
