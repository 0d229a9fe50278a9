"""Forms of the results: which file, and the formula of the suggested marks."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Assignment, Grade
from ..services.grades import GradeRule
from ..services.periods import Period

# Reports are of days that the school's clock and the database know.
FIRST_YEAR, LAST_YEAR = 2000, 2100


class FileForm(forms.Form):
    """Choice of a file: its format, and whether a line is a grid or a student."""

    form = forms.ChoiceField(choices=[("excel", "excel"), ("plain", "plain")], required=False)
    lines = forms.ChoiceField(
        choices=[("grids", "grids"), ("students", "students"), ("pronote", "pronote"), ("moodle", "moodle")],
        required=False,
    )

    def chosen(self, name: str, usual: str) -> str:
        """The choice in this field, or the usual one. Call it after `is_valid`."""
        return self.cleaned_data.get(name) or usual


def percent_field(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=100)


class GradeRuleForm(forms.Form):
    """The formula of the suggested marks, without the fields that make no sense for the assignment."""

    scale = forms.IntegerField(label=_("Best mark"), min_value=1, max_value=100)
    hint = percent_field(_("Percent off for each hint"))
    cell = percent_field(_("Percent off for each cell filled by help"))
    mistake = percent_field(_("Percent off for each mistake"))
    late = percent_field(_("Percent off for lateness"))
    solution = percent_field(_("Percent off, at least, for a shown solution"))
    part = forms.TypedChoiceField(
        label=_("In an unsolved grid, cells filled rightly without help count"),
        choices=[(0, _("not at all")), (50, _("half")), (100, _("in full"))],
        coerce=int,
        widget=forms.RadioSelect,
    )

    HELP = ("hint", "cell", "late", "solution")
    PLAYED = ("hint", "cell", "mistake", "solution", "part")

    def __init__(self, data: Any = None, *, assignment: Assignment) -> None:
        self.saved = GradeRule.of(assignment)
        super().__init__(data, initial=asdict(self.saved), label_suffix="", prefix="mark")
        useless = set(() if assignment.is_played else self.PLAYED)
        useless.update(self.HELP if assignment.is_exam else ())
        if assignment.asks_questions:
            # Answers end with their time.
            useless.add("late")
        if assignment.has_parts:
            # What takes off from a mark is chosen in each part.
            useless.add("late")
        for name in useless:
            del self.fields[name]

    def rule(self) -> GradeRule:
        """The formula as filled in; fields that were not shown keep their values."""
        return GradeRule(**(asdict(self.saved) | self.cleaned_data))


class GradeForm(forms.ModelForm):
    """A student's grade by hand, and a comment. Without a mark the suggested one stays."""

    value = forms.DecimalField(
        label=_("Mark"),
        required=False,
        localize=True,
        min_value=0,
        max_digits=5,
        decimal_places=2,
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off"}),
    )

    class Meta:
        model = Grade
        fields = ["state", "value", "reason", "comment"]
        widgets = {
            "state": forms.RadioSelect,
            "reason": forms.TextInput({"autocomplete": "off"}),
            "comment": forms.Textarea({"rows": 4}),
        }

    def __init__(self, data: Any = None, *, grade: Grade | None, rule: GradeRule) -> None:
        super().__init__(data, instance=grade, label_suffix="")
        self.scale = rule.scale
        self.fields["value"].help_text = _("Empty: the suggested mark counts.")
        self.fields["reason"].help_text = _("For you and the other teachers of the class.")

    def clean_value(self) -> Any:
        value = self.cleaned_data["value"]
        if value is not None and value > self.scale:
            message = _("The best mark is %(scale)d.")
            raise forms.ValidationError(message, params={"scale": self.scale})
        return value

    def clean(self) -> Any:
        """A mark counts only for a student who was there."""
        if self.cleaned_data.get("state") != Grade.State.COUNTED:
            self.cleaned_data["value"] = None
        return super().clean()

    def grade(self) -> dict[str, Any]:
        """The fields as filled in, without signs that a database cannot keep."""
        text = {name: self.cleaned_data[name].replace("\0", "") for name in ("reason", "comment")}
        return {"state": self.cleaned_data["state"], "value": self.cleaned_data["value"]} | text


class PeriodForm(forms.Form):
    """The first and the last day of a report."""

    first = forms.DateField(label=_("From"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(label=_("To"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, data: Any = None, *, usual: Period) -> None:
        self.usual = usual
        super().__init__(data, initial={"first": usual.first, "last": usual.last}, label_suffix="")

    def clean(self) -> Any:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        for name, day in (("first", first), ("last", last)):
            if day and not FIRST_YEAR <= day.year <= LAST_YEAR:
                self.add_error(name, _("No class was at work then."))
        if first and last and first > last:
            self.add_error("last", _("The first day must not be after the last one."))
        return super().clean()

    def period(self) -> Period:
        """The period as filled in; the usual one if it is not valid."""
        if not self.is_valid():
            return self.usual
        return Period(self.cleaned_data["first"], self.cleaned_data["last"])
