"""The form of the sheets: which grids to print, and how."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import User
from puzzles.play.forms.draws import DrawForm

from ..models import Assignment
from ..pages.sheets import LAYOUTS, SheetOptions
from ..services.sheets import Handout, chosen_grids, first_grids, handouts_of, random_grids
from ..services.sources import MAX_GRIDS

FIRST, RANDOM = "first", "random"
REAL_NAMES, USER_NAMES, BLANK = "real", "user", "blank"


class SheetForm(DrawForm):
    """Grids by number, by criteria, or of an assignment; the layout and what is printed beside the grids."""

    # `numbers` replaces this field of the draw form.
    number = None  # type: ignore[assignment]

    numbers = forms.CharField(
        required=False,
        max_length=400,
        label=gettext_lazy("Numbers"),
        widget=forms.TextInput({"placeholder": "1-12, 15", "inputmode": "text"}),
        help_text=gettext_lazy("Numbers in the collection. Empty: choose grids by the criteria below."),
    )
    order = forms.ChoiceField(
        choices=[
            (FIRST, pgettext_lazy("grids", "the first ones")),
            (RANDOM, pgettext_lazy("grids", "at random")),
        ],
        label=gettext_lazy("Which of them"),
        initial=FIRST,
    )
    count = forms.IntegerField(min_value=1, max_value=MAX_GRIDS, initial=12, label=gettext_lazy("How many"))
    seed = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    on_page = forms.TypedChoiceField(
        choices=[(number, str(number)) for number in (1, 2, 4, 6)],
        coerce=int,
        initial=4,
        label=gettext_lazy("Grids a page"),
    )
    paper = forms.ChoiceField(
        choices=[
            ("", gettext_lazy("best fit")),
            ("portrait", gettext_lazy("portrait")),
            ("landscape", gettext_lazy("landscape")),
        ],
        required=False,
        label=gettext_lazy("Paper"),
    )
    title = forms.CharField(required=False, max_length=60, label=gettext_lazy("Heading"))
    name_line = forms.BooleanField(required=False, initial=True, label=gettext_lazy("a line for the name"))
    tiers = forms.BooleanField(required=False, initial=True, label=gettext_lazy("difficulty"))
    clues = forms.BooleanField(required=False, initial=False, label=gettext_lazy("number of given digits"))
    codes = forms.BooleanField(required=False, initial=True, label=gettext_lazy("QR code to play it"))

    TEACHERS = ("assignment", "names", "for_each", "answers", "path")
    PARTS = ("name_line", "tiers", "clues", "codes", "answers", "path")

    assignment = forms.ModelChoiceField(
        Assignment.objects.none(),
        required=False,
        label=gettext_lazy("Assignment"),
        empty_label=pgettext_lazy("assignment", "none"),
    )
    for_each = forms.BooleanField(
        required=False,
        initial=False,
        label=gettext_lazy("a sheet for each student, even if the grids are the same"),
    )
    names = forms.ChoiceField(
        choices=[
            (REAL_NAMES, gettext_lazy("the real name")),
            (USER_NAMES, gettext_lazy("the user name")),
            (BLANK, gettext_lazy("a line to write on")),
        ],
        initial=REAL_NAMES,
        label=gettext_lazy("On each student's sheet"),
    )
    answers = forms.BooleanField(
        required=False, initial=False, label=gettext_lazy("answers, on separate pages")
    )
    path = forms.BooleanField(required=False, initial=False, label=gettext_lazy("solutions explained"))

    def __init__(self, data: QueryDict, *, player: User) -> None:
        super().__init__(completed(data), player=player, label_suffix="")
        self.player = player
        if player.is_teacher:
            assignments = cast("forms.ModelChoiceField[Assignment]", self.fields["assignment"])
            rows = Assignment.objects.read_by(player).filter(archived_at=None, has_parts=False)
            assignments.queryset = rows.select_related("classroom", "whole")
            assignments.label_from_instance = named  # type: ignore[assignment]
        else:
            for name in self.TEACHERS:
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("numbers") and not data.get("collection"):
            self.add_error("collection", _("Choose the collection of these numbers."))
        return data

    def query(self, **instead: str) -> str:
        """The form's data as a query string, with some values replaced."""
        asked = cast(QueryDict, self.data).copy()
        for name, value in instead.items():
            asked[name] = value
        return str(asked.urlencode())

    def handouts(self) -> list[Handout]:
        """The grids to print. Raises PaperError."""
        data = self.cleaned_data
        if assignment := data.get("assignment"):
            return handouts_of(assignment=assignment, is_for_each=data["for_each"])
        collection = data["collection"]
        if data["numbers"]:
            return [chosen_grids(reader=self.player, collection=collection, numbers=data["numbers"])]
        wanted = {"collection": collection, "criteria": self.criteria(), "count": data["count"]}
        if data["order"] == RANDOM:
            return [random_grids(reader=self.player, seed=data["seed"], **wanted)]
        return [first_grids(reader=self.player, **wanted)]

    def options(self, *, is_pdf: bool) -> SheetOptions:
        """The options of the printed sheets."""
        data = self.cleaned_data
        source = data.get("assignment") or data["collection"]
        return SheetOptions(
            title=data["title"] or (str(source) if source else "Sudoku"),
            layout=LAYOUTS[data["on_page"], data["paper"]],
            names=data.get("names") or BLANK,
            is_pdf=is_pdf,
            **{part: data.get(part, False) for part in self.PARTS},
        )


def completed(data: QueryDict) -> QueryDict:
    """The data with defaults for missing fields. In a submitted form a missing box means unticked."""
    asked = data.copy()
    is_from_form = "on_page" in asked
    for name, field in SheetForm.base_fields.items():
        is_box = isinstance(field, forms.BooleanField)
        if field.initial and name not in asked and not (is_box and is_from_form):
            asked[name] = "on" if is_box else str(field.initial)
    return asked


def named(assignment: Assignment) -> str:
    """The class and title of an assignment; of a part, the title of the whole before it."""
    return f"{assignment.classroom}: {assignment.full_name}"
