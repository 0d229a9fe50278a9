"""Forms of exercises for a class, and of when its reference solutions open."""

from collections.abc import Iterator
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.dates import date_format
from puzzles.course.models import EXERCISES, ReferenceRule, in_order
from puzzles.course.pages.worksheets import exercise_label

from ..models import Assignment
from .assignments import (
    DatesForm,
    GroupForm,
    InstructionsField,
    SchoolTimeField,
    group_values,
    in_a_week,
)


class ExercisesForm(InstructionsField, GroupForm, DatesForm):
    """A new assignment of exercises, or a draft."""

    minutes = None  # type: ignore[assignment]

    worksheet = forms.ChoiceField(widget=forms.RadioSelect, label=gettext_lazy("Worksheet"))

    def __init__(self, *args: Any, titles: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.titles = titles
        worksheet = cast(forms.ChoiceField, self.fields["worksheet"])
        worksheet.choices = list(titles.items())
        for name, exercises in EXERCISES.items():
            self.fields[f"exercises_{name}"] = forms.MultipleChoiceField(
                choices=[(key, exercise_label(name, key)) for key in exercises],
                required=False,
                widget=forms.CheckboxSelectMultiple,
                label=titles[name],
            )
        day = date_format(timezone.localtime(self.now), "DATE_FORMAT")
        words = _("%(worksheet)s, %(day)s")
        self.offered_names = {
            name: words % {"worksheet": title, "day": day} for name, title in titles.items()
        }
        self.initial = {
            "name": self.offered_names.get(self.initial.get("worksheet", ""), ""),
            "due_at": in_a_week(self.now),
            **self.initial,
        }

    def become_part(self, whole: Assignment) -> None:
        """The same; a part is named after its worksheet alone, as it has a number and dates already."""
        super().become_part(whole)
        dated = self.offered_names
        self.offered_names = {name: title.partition(". ")[2] or title for name, title in self.titles.items()}
        for name, offered in dated.items():
            if self.initial["name"] == offered:
                self.initial["name"] = self.offered_names[name]

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["minutes"] = None
        data = super().clean()
        # A suggested title follows the worksheet; a title of the teacher's stays.
        if data.get("name") in self.offered_names.values() and data.get("worksheet"):
            data["name"] = self.offered_names[data["worksheet"]]
        return data

    @property
    def exercise_fields(self) -> Iterator[tuple[str, forms.BoundField]]:
        """The fields of exercises, each with its worksheet."""
        for name in EXERCISES:
            yield name, self[f"exercises_{name}"]

    def fields_of_assignment(self) -> dict[str, Any]:
        """The columns of the assignment. No exercise ticked means all of the worksheet."""
        data = self.cleaned_data
        worksheet = data["worksheet"]
        chosen = data[f"exercises_{worksheet}"] or EXERCISES[worksheet]
        return {
            **self.dates(),
            "name": data["name"],
            "worksheet": worksheet,
            "exercises": in_order(worksheet, chosen),
            "instructions": data["instructions"],
        }


def exercise_values(assignment: Assignment) -> dict[str, Any]:
    """The form's initial values for a draft of exercises."""
    names = ("name", "opens_at", "due_at", "worksheet", "instructions")
    values = {name: getattr(assignment, name) for name in names}
    values |= {f"exercises_{assignment.worksheet}": assignment.exercises}
    return values | group_values(assignment)


class ReferenceRuleForm(forms.ModelForm[ReferenceRule]):
    """When a class may read the reference solutions."""

    opens_at = SchoolTimeField(required=False, label=gettext_lazy("From"))

    class Meta:
        model = ReferenceRule
        fields = ("opens", "opens_at")
        widgets = {"opens": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("opens") != ReferenceRule.Opens.FROM_DATE:
            self.errors.pop("opens_at", None)
            data["opens_at"] = None
        elif not data.get("opens_at") and "opens_at" not in self.errors:
            self.add_error("opens_at", _("Give the date from which the reference solutions are open."))
        return data
