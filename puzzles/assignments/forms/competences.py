"""The forms of competences and of their levels."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.course.models import EXERCISES
from puzzles.course.pages.worksheets import exercise_name, sheet_name
from puzzles.engine import CATALOGUE
from puzzles.library.pages.difficulty import technique_name

from ..models import Competence, CompetenceLevel


def technique_choices() -> list[tuple[str, str]]:
    return [(each.id, technique_name(each.id)) for each in CATALOGUE]


def exercise_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The exercises by worksheet."""
    return [
        (sheet_name(name), [(f"{name}/{key}", exercise_name(name, key)) for key in keys])
        for name, keys in EXERCISES.items()
    ]


class CompetenceForm(forms.ModelForm):
    """A competence: code, name, and what shows it."""

    techniques = forms.MultipleChoiceField(
        label=_("Techniques that show it"),
        choices=technique_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    exercises = forms.MultipleChoiceField(
        label=_("Exercises that show it"),
        choices=exercise_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Competence
        fields = ["code", "name", "techniques", "exercises"]
        widgets = {
            "code": forms.TextInput({"autocomplete": "off"}),
            "name": forms.TextInput({"autocomplete": "off"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).upper()


class LevelsForm(forms.Form):
    """The levels of a student: one field for each competence, empty for the level by rule."""

    def __init__(self, *args: Any, levels: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.competences = {f"level-{each.competence.code}": each.competence for each in levels}
        for each in levels:
            rule = _("by rule")
            self.fields[f"level-{each.competence.code}"] = forms.TypedChoiceField(
                label=str(each.competence),
                choices=[("", rule), *CompetenceLevel.Level.choices],
                coerce=int,
                empty_value=None,
                required=False,
                initial=each.value if each.is_own else "",
            )

    def levels(self) -> dict[Competence, int | None]:
        return {competence: self.cleaned_data[name] for name, competence in self.competences.items()}
