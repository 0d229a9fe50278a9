"""What a teacher asks for about results: a file, the formula of the suggested marks."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Assignment
from ..services.grades import MarkRule


class FileForm(forms.Form):
    """Which file: how it is written, and what its lines are. What is not said is for a spreadsheet."""

    form = forms.ChoiceField(choices=[("excel", "excel"), ("plain", "plain")], required=False)
    lines = forms.ChoiceField(choices=[("grids", "grids"), ("students", "students")], required=False)

    def chosen(self, name: str, usual: str) -> str:
        """What was asked for under this name, or the usual; call after `is_valid`."""
        return self.cleaned_data.get(name) or usual


def percent_field(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=100)


class MarkRuleForm(forms.Form):
    """The formula of the suggested marks; only what matters to the kind of work is asked."""

    scale = forms.IntegerField(label=_("Best mark"), min_value=1, max_value=100)
    hint = percent_field(_("Percent off for each hint"))
    cell = percent_field(_("Percent off for each cell filled by help"))
    slip = percent_field(_("Percent off for each slip"))
    late = percent_field(_("Percent off for lateness"))
    solution = percent_field(_("Percent off, at least, for a shown solution"))
    part = forms.TypedChoiceField(
        label=_("Cells filled rightly alone, in a grid that is not solved, count"),
        choices=[(0, _("not at all")), (50, _("half")), (100, _("in full"))],
        coerce=int,
        widget=forms.RadioSelect,
    )

    HELP = ("hint", "cell", "late", "solution")
    PLAYED = ("hint", "cell", "slip", "solution", "part")

    def __init__(self, data: Any = None, *, assignment: Assignment) -> None:
        self.kept = MarkRule.of(assignment)
        super().__init__(data, initial=asdict(self.kept), label_suffix="", prefix="mark")
        useless = self.PLAYED if assignment.algorithm else ()
        for name in {*useless, *(self.HELP if assignment.is_exam else ())}:
            del self.fields[name]

    def rule(self) -> MarkRule:
        """The formula as it was filled in; what was not asked stays."""
        return MarkRule(**(asdict(self.kept) | self.cleaned_data))
