"""Forms of lesson packs: to whom a pack is given and when, its title, one activity, a file."""

import secrets
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Classroom
from puzzles.course.models import EXERCISES
from puzzles.course.pages.worksheets import SHEETS, exercise_label, sheet_name
from puzzles.engine import CATALOGUE
from puzzles.engine.runs import ALGORITHMS
from puzzles.engine.worksheets import EXPLORABLE
from puzzles.library.pages.difficulty import technique_name

from ..models import SUMMARY_LENGTH, TITLE_LENGTH, LessonPack
from ..services.activities import (
    CHOICES,
    FIELDS,
    MAX_CHOICE,
    MAX_MINUTES,
    MAX_NOTES,
    MAX_QUESTION,
    MAX_TITLE,
    TIERS,
    Activity,
    ActivityError,
    Kind,
    from_json,
    to_json,
)
from ..services.giving import Giving
from ..services.packs import MAX_BYTES

# Due when a class with one lesson a week meets again.
USUAL_TIME = timedelta(days=7)
# So many classes without the lesson are ticked at once; of more the teacher chooses.
MAX_TICKED = 3
FORM_KEY = r"\A[0-9a-f]{32}\Z"


def day_field(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))


class GiveForm(forms.Form):
    """The classes that get a pack, the day of the lesson, and the day on which its work is due."""

    classes = forms.ModelMultipleChoiceField(
        Classroom.objects.none(), widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Classes")
    )
    takes_place_on = day_field(gettext_lazy("Lesson on"))
    due_on = day_field(gettext_lazy("Work due on"))
    as_drafts = forms.BooleanField(required=False, label=gettext_lazy("keep the work as drafts for now"))
    as_one = forms.BooleanField(
        required=False,
        label=gettext_lazy("one assignment for all its work: one line in lists, one mark"),
    )
    token = forms.RegexField(FORM_KEY, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, classrooms: Iterable[Classroom], ticked: Iterable[int], **kwargs: Any
    ) -> None:
        today, listed = timezone.localdate(), list(classrooms)
        initial = {
            "classes": list(ticked),
            "takes_place_on": today,
            "due_on": today + USUAL_TIME,
            "token": secrets.token_hex(16),
        }
        super().__init__(*args, **{"initial": initial, "label_suffix": "", **kwargs})
        classes = cast("forms.ModelMultipleChoiceField[Classroom]", self.fields["classes"])
        classes.queryset = Classroom.objects.filter(pk__in=[each.pk for each in listed])
        classes.choices = [(each.pk, each.name) for each in listed]
        classes.error_messages["required"] = _("Choose a class.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        day, due = data.get("takes_place_on"), data.get("due_on")
        if day and not timezone.localdate() <= day <= latest_day():
            self.add_error("takes_place_on", _("Choose a day from today on, within a year."))
        elif day and due and due < day:
            self.add_error("due_on", _("The due date must not be before the lesson."))
        elif due and due > latest_day():
            self.add_error("due_on", _("Choose a day from today on, within a year."))
        return data

    def giving(self) -> Giving:
        """The dates and the rest. Call it after `is_valid`."""
        names = ("takes_place_on", "due_on", "token", "as_drafts", "as_one")
        return Giving(**{name: self.cleaned_data[name] for name in names})


def latest_day() -> date:
    return timezone.localdate() + timedelta(days=366)


class PackForm(forms.ModelForm[LessonPack]):
    """Title, summary and sharing of an own pack."""

    title = forms.CharField(max_length=TITLE_LENGTH, label=gettext_lazy("Title"))
    summary = forms.CharField(
        max_length=SUMMARY_LENGTH,
        required=False,
        label=gettext_lazy("In a sentence"),
        widget=forms.Textarea({"rows": 2}),
    )
    is_shared = forms.BooleanField(
        required=False, label=gettext_lazy("shared: all teachers of this site can see, give and copy it")
    )

    class Meta:
        model = LessonPack
        fields = ("title", "summary", "is_shared")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class ImportForm(forms.Form):
    """A pack as a file."""

    file = forms.FileField(
        label=gettext_lazy("File of a pack"), widget=forms.FileInput({"accept": ".json,application/json"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean_file(self) -> Any:
        if self.cleaned_data["file"].size > MAX_BYTES:
            raise forms.ValidationError(
                _("This file is too large: at most %(count)d KB.") % {"count": MAX_BYTES // 1000}
            )
        return self.cleaned_data["file"]


def worksheet_choices(names: Iterable[str]) -> list[tuple[str, str]]:
    return [("", "—"), *((name, sheet_name(name)) for name in names)]


def technique_choices() -> list[tuple[str, str]]:
    return [("", "—"), *((each.id, technique_name(each.id)) for each in CATALOGUE)]


def field_choices(kind: str) -> dict[str, list[Any]]:
    """What the fields of an activity offer."""
    functions = [f"{module}.{name}" for module, names in EXPLORABLE.items() for name in names]
    return {
        "worksheet": worksheet_choices(EXERCISES if kind == Kind.EXERCISES else SHEETS),
        "technique": technique_choices(),
        "algorithm": [(name, _(each.title)) for name, each in ALGORITHMS.items()],
        "function": [(each, each) for each in functions],
        "exercises": [
            (sheet_name(sheet), [(f"{sheet}.{key}", exercise_label(sheet, key)) for key in keys])
            for sheet, keys in EXERCISES.items()
        ],
    }


class ActivityForm(forms.Form):
    """One activity of a kind; it has the fields of this kind alone."""

    title = forms.CharField(max_length=MAX_TITLE, label=gettext_lazy("Title"))
    minutes = forms.IntegerField(
        min_value=1, max_value=MAX_MINUTES, initial=10, label=gettext_lazy("Minutes")
    )
    worksheet = forms.ChoiceField(required=False, label=gettext_lazy("Worksheet"))
    technique = forms.ChoiceField(required=False, label=gettext_lazy("Technique"))
    algorithm = forms.ChoiceField(label=gettext_lazy("Algorithm"))
    function = forms.ChoiceField(label=gettext_lazy("Function"))
    grid = forms.CharField(
        max_length=81,
        label=gettext_lazy("Grid"),
        help_text=gettext_lazy("81 characters row by row, 0 or a dot for an empty cell."),
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )
    exercises = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Exercises")
    )
    tier = forms.IntegerField(
        min_value=TIERS.start,
        max_value=TIERS.stop - 1,
        initial=1,
        label=gettext_lazy("Difficulty, from 1 to 5"),
    )
    count = forms.IntegerField(min_value=1, max_value=200, initial=5, label=gettext_lazy("How many"))
    question = forms.CharField(
        max_length=MAX_QUESTION, label=gettext_lazy("Question"), widget=forms.Textarea({"rows": 2})
    )
    choices = forms.CharField(
        max_length=(MAX_CHOICE + 2) * CHOICES.stop,
        label=gettext_lazy("Choices, one per line"),
        widget=forms.Textarea({"rows": 4}),
    )
    right = forms.IntegerField(
        min_value=1, max_value=CHOICES.stop - 1, initial=1, label=gettext_lazy("Number of the right choice")
    )
    notes = forms.CharField(
        required=False,
        max_length=MAX_NOTES,
        label=gettext_lazy("Notes for the teacher"),
        help_text=gettext_lazy("What to project, what to ask, usual mistakes. Students do not see them."),
        widget=forms.Textarea({"rows": 4}),
    )
    is_homework = forms.BooleanField(required=False, label=gettext_lazy("at home, after the lesson"))

    def __init__(self, *args: Any, kind: str, activity: Activity | None = None, **kwargs: Any) -> None:
        initial = {"title": str(Kind(kind).label)} if activity is None else values_of(activity)
        super().__init__(*args, **{"initial": initial, "label_suffix": "", **kwargs})
        self.kind = kind
        kept = {"title", "minutes", "notes", "is_homework", *FIELDS[kind]}
        for name in set(self.fields) - kept:
            del self.fields[name]
        options = field_choices(kind)
        for name in options.keys() & self.fields.keys():
            cast(forms.ChoiceField, self.fields[name]).choices = options[name]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                self.activity = from_json(self._plain(data))
            except ActivityError as fault:
                self.add_error(None, str(fault))
        return data

    def _plain(self, data: dict[str, Any]) -> dict[str, Any]:
        values = {name: data[name] for name in self.fields} | {"kind": self.kind}
        if "choices" in values:
            values["choices"] = [line.strip() for line in values["choices"].splitlines() if line.strip()]
        if "exercises" in values:
            sheet = f"{values['worksheet']}."
            values["exercises"] = [
                each.removeprefix(sheet) for each in values["exercises"] if each.startswith(sheet)
            ]
        return values


def values_of(activity: Activity) -> dict[str, Any]:
    """The form's initial values for an activity."""
    values = to_json(activity)
    if "choices" in values:
        values["choices"] = "\n".join(values["choices"])
    if "exercises" in values:
        values["exercises"] = [f"{values['worksheet']}.{each}" for each in values["exercises"]]
    return values
