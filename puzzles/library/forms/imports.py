"""Forms: files to import, a collection, its help rules."""

from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.core.validators import MaxValueValidator
from django.forms.models import fields_for_model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.dates import date_format
from accounts.models import User

from .. import services as library
from ..models import Collection, HelpPolicy
from ..services.policies import policy_with

FILE_TYPES = ".txt,.csv,.tsv,.sdk,.sdm,.ss,text/plain,text/csv"

# Two thousand grids: more come as a file.
MAX_TEXT = 200_000

# Larger numbers are typing errors: more hints than a grid has cells to fill, a wait of more than a day.
MAX_VALUES = {"hint_budget": 200, "solution_minutes": 24 * 60}


def rule(name: str) -> Any:
    """The form field of one help rule, with its default."""
    field = dict(fields_for_model(HelpPolicy, [name]))[name]
    if name in MAX_VALUES:
        field.validators.append(MaxValueValidator(MAX_VALUES[name]))
        field.widget.attrs["max"] = MAX_VALUES[name]
    return field


def undated_solution() -> Any:
    """The field `solution` without “after the due date”."""
    field = rule("solution")
    field.choices = [choice for choice in field.choices if choice[0] != HelpPolicy.Solution.AFTER_DUE]
    field.error_messages["invalid_choice"] = gettext_lazy(
        "Grids that students draw have no due date: “after the due date” is for assignments only."
    )
    return field


class HelpRules(forms.Form):
    """The fields of a help policy, for any form that has them; `rules()` returns them once clean."""

    hint_rung = rule("hint_rung")
    hint_budget = rule("hint_budget")
    checking = rule("checking")
    auto_notes = rule("auto_notes")
    partial_cells = rule("partial_cells")
    solution = undated_solution()
    solution_minutes = rule("solution_minutes")

    RULES = (
        "hint_rung",
        "hint_budget",
        "checking",
        "auto_notes",
        "partial_cells",
        "solution",
        "solution_minutes",
    )

    def rules(self) -> dict[str, Any]:
        """The rules by the names of their columns."""
        return {name: self.cleaned_data[name] for name in self.RULES}

    def refuse_contradictions(self) -> None:
        """Add an error to each rule that contradicts another in free play."""
        if any(name in self.errors for name in self.RULES):
            return
        try:
            HelpPolicy(**self.rules()).clean()
        except ValidationError as error:
            self.add_error(None, error)


class CollectionForm(HelpRules, forms.ModelForm):
    """A collection's name, audience and help rules."""

    class Meta:
        model = Collection
        fields = ("name", "audience")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        if self.instance.pk:
            policy = self.instance.policy
            self.initial = {**self.initial, **{name: getattr(policy, name) for name in self.RULES}}

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        namesakes = Collection.objects.filter(owner=self.instance.owner_id, name=name)
        if namesakes.exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("You already have a collection with this name."))
        return name

    def clean(self) -> dict[str, Any]:
        super().clean()
        self.refuse_contradictions()
        return self.cleaned_data

    def save(self, commit: bool = True) -> Any:
        self.instance.policy = policy_with(**self.rules())
        return super().save(commit=commit)


class FilesInput(forms.ClearableFileInput):
    """A file input for several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several; its value is always a list."""

    widget = FilesInput(attrs={"accept": FILE_TYPES})

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = list(filter(None, data if isinstance(data, (list, tuple)) else [data]))
        if not files:
            super().clean(None, initial)
            return []
        cleaned = [super(FilesField, self).clean(file, initial) for file in files]
        for file in cleaned:
            try:
                judge(file)
            except library.UploadError as error:
                named = _("%(file)s: %(fault)s") % {"file": file.name, "fault": error}
                raise ValidationError(named if len(cleaned) > 1 else str(error)) from None
        return cleaned


def judge(file: UploadedFile) -> None:
    """Check size and beginning of a file before anything is stored. Raises UploadError."""
    library.refuse_huge_files(file.size or 0, is_cut=getattr(file, "is_cut", False))
    library.refuse_other_files(file.read(library.HEAD_BYTES), size=file.size or 0)
    file.seek(0)


class PlacingForm(forms.Form):
    """The collection for new grids: an existing one, or a new one. `NEW_FIELDS` are for a new one only."""

    collection = forms.ModelChoiceField(
        Collection.objects.none(),
        required=False,
        label=gettext_lazy("Collection"),
        empty_label=gettext_lazy("a new collection"),
    )
    name = forms.CharField(required=False, max_length=library.NAME_LENGTH, label=gettext_lazy("Name"))
    audience = dict(fields_for_model(Collection, ["audience"]))["audience"]

    NEW_FIELDS: tuple[str, ...] = ("name", "audience")

    def __init__(self, *args: Any, owner: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        collections = cast("forms.ModelChoiceField[Collection]", self.fields["collection"])
        collections.queryset = Collection.objects.owned_by(owner)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("collection"):
            for name in self.NEW_FIELDS:
                self.errors.pop(name, None)
        return data

    def place(self) -> Collection | library.NewCollection:
        """The chosen collection, or the new one to create."""
        data = self.cleaned_data
        if data["collection"]:
            return cast(Collection, data["collection"])
        return library.NewCollection(name=data["name"], audience=data["audience"], rules=self.rules())

    def rules(self) -> dict[str, Any]:
        """The help rules of a new collection that differ from the defaults."""
        return {}


class UploadForm(HelpRules, PlacingForm):
    """Files to import, pasted grids, and the help rules of a new collection."""

    NEW_FIELDS = (*HelpRules.RULES, *PlacingForm.NEW_FIELDS)

    file = FilesField(
        required=False,
        label=gettext_lazy("Files"),
        allow_empty_file=True,
        help_text=gettext_lazy(
            "A grid is one line of 81 characters, or nine lines. CSV, .sdk, .sdm and .ss files also work."
        ),
    )
    text = forms.CharField(
        required=False,
        max_length=MAX_TEXT,
        label=gettext_lazy("Or paste the grids"),
        widget=forms.Textarea({"rows": 4, "spellcheck": "false", "class": "grid-text"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("Leave empty to use the name of the file.")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._read_text()
        if not data.get("file") and not self.errors.keys() & {"file", "text"}:
            self.add_error("file", _("Choose a file, or paste the grids."))
        if not data.get("collection"):
            self.refuse_contradictions()
        return data

    @property
    def has_rule_errors(self) -> bool:
        """Whether the folded rules have an error to be seen."""
        return bool(self.errors.keys() & set(self.RULES))

    def _read_text(self) -> None:
        """Add the pasted text to the files, as one more."""
        text = self.cleaned_data.get("text", "").strip()
        if not text:
            return
        day = date_format(timezone.localdate(), "DATE_FORMAT")
        name = _("Pasted on %(day)s") % {"day": day}
        file = SimpleUploadedFile(f"{name}.txt", f"{text}\n".encode(), "text/plain")
        try:
            judge(file)
        except library.UploadError as error:
            self.add_error("text", str(error))
        else:
            self.cleaned_data["file"] = [*self.cleaned_data.get("file", []), file]
