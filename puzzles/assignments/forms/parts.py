"""Forms of an assignment of several kinds of work, and of what its parts weigh."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from puzzles.library.models import HelpPolicy

from ..models import Assignment
from .assignments import DatesForm, GroupForm, InstructionsField, group_values, in_a_week, usual_name

MOST_WEIGHT = 9


class WholeForm(InstructionsField, GroupForm, DatesForm):
    """A new assignment of several kinds of work, or a draft: title, dates and students."""

    minutes = None  # type: ignore[assignment]

    def __init__(self, *args: Any, policies: tuple[HelpPolicy, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.policies = policies
        name = usual_name(_("Work of %(day)s"), self.now)
        self.initial = {"name": name, "due_at": in_a_week(self.now), **self.initial}

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["minutes"] = None
        data = super().clean()
        if not any(name in self.errors for name in self.DATES):
            self.add_errors_of_rules(self.policies)
        return data

    def fields_of_assignment(self) -> dict[str, Any]:
        """The columns of the assignment."""
        names = ("name", "instructions")
        return {**self.dates(), **{name: self.cleaned_data[name] for name in names}}


def whole_values(assignment: Assignment) -> dict[str, Any]:
    """The form's initial values for a draft."""
    names = ("name", "opens_at", "due_at", "instructions")
    return {name: getattr(assignment, name) for name in names} | group_values(assignment)


class WeightsForm(forms.Form):
    """What each part weighs in the mark: a field for each, named by its key. Empty: as before."""

    def __init__(self, *args: Any, parts: list[Assignment], **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", "prefix": "weight", **kwargs})
        for part in parts:
            self.fields[str(part.pk)] = forms.IntegerField(
                required=False, min_value=0, max_value=MOST_WEIGHT, initial=part.weight, label=part.name
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and data and all(weight == 0 for weight in data.values()):
            raise forms.ValidationError(_("At least one part must count."))
        return data

    def weights(self) -> dict[int, int]:
        """What parts weigh from now on, by their keys."""
        return {int(name): weight for name, weight in self.cleaned_data.items() if weight is not None}
