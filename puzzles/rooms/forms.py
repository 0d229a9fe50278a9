"""What the pages of a room send."""

from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from django import forms
from django.urls import Resolver404, resolve
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.forms import SiteForm
from accounts.models import Classroom
from puzzles.assignments.services.sources import Source
from puzzles.course.forms.viewer import ViewerForm
from puzzles.engine import TIERS, Board
from puzzles.engine.runs import ALGORITHMS
from puzzles.engine.techniques import TECHNIQUES
from puzzles.library.models import Collection
from puzzles.library.pages.difficulty import tier_name

from .models import MAX_ADDRESS, MAX_CHOICES, MAX_TEXT, MAX_VALUE, Question, Race, Relay
from .services.answers import clean_number
from .services.questions import NewQuestion, right_or_wrong
from .services.races import MINUTES, draw_source, numbered_source
from .services.rooms import RoomError

MAX_CHOICE_TEXT = 120
Kind = Question.Kind


class AddressForm(forms.Form):
    """The page that the teacher leads to."""

    address = forms.CharField(max_length=MAX_ADDRESS)


class SwitchForm(forms.Form):
    """A switch: `on` is 1 or 0."""

    on = forms.ChoiceField(choices=[("1", "1"), ("0", "0")])

    @property
    def is_on(self) -> bool:
        return self.cleaned_data["on"] == "1"


class AnswerForm(forms.Form):
    """A student's answer."""

    value = forms.CharField(max_length=MAX_VALUE)


class QuestionForm(forms.Form):
    """A question of the teacher's own. In `choices` each line is one; the right one has a star before it."""

    OWN_KINDS = (Kind.CHOICE, Kind.NUMBER, Kind.TEXT, Kind.VERDICT)

    text = forms.CharField(label=_("Question"), max_length=MAX_TEXT, required=False)
    kind = forms.ChoiceField(
        label=_("Kind of answer"), choices=[(each.value, each.label) for each in OWN_KINDS]
    )
    choices = forms.CharField(
        label=_("Choices"),
        required=False,
        max_length=MAX_CHOICES * (MAX_CHOICE_TEXT + 4),
        help_text=_("One per line, 2 to 6. Put * before the right one."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    right = forms.CharField(
        label=_("Right answer"),
        required=False,
        max_length=MAX_VALUE,
        help_text=_("May stay empty. For “right or wrong?”: + is right, - is wrong."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        kind, right = found.get("kind"), (found.get("right") or "").strip()
        if kind != Kind.VERDICT and kind and not found.get("text"):
            self.add_error("text", _("Type a question."))
        if kind == Kind.CHOICE:
            self._clean_choices(found.get("choices") or "")
        if kind == Kind.NUMBER and right:
            try:
                found["right"] = clean_number(right)
            except RoomError as error:
                self.add_error("right", str(error))
        if kind == Kind.VERDICT and right not in {"", "+", "-"}:
            self.add_error("right", _("Type + or -, or leave it empty."))
        return found

    def _clean_choices(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines() if line.strip().strip("*").strip()]
        if not 2 <= len(lines) <= MAX_CHOICES:
            self.add_error("choices", _("Type 2 to 6 choices, one per line."))
        elif any(len(line) > MAX_CHOICE_TEXT for line in lines):
            self.add_error("choices", _("A choice has at most 120 characters."))
        self.lines = lines

    @property
    def asked(self) -> NewQuestion:
        """The question that was typed."""
        found = self.cleaned_data
        kind, text, right = Kind(found["kind"]), found["text"], found["right"].strip()
        if kind == Kind.VERDICT:
            return right_or_wrong(text=text, is_right={"+": True, "-": False}.get(right))
        if kind == Kind.CHOICE:
            stars = [str(number) for number, line in enumerate(self.lines) if line.startswith("*")]
            return NewQuestion(kind, text, [line.lstrip("* ") for line in self.lines], stars)
        return NewQuestion(kind, text, right=[right] if right else [])


class SlideForm(SiteForm):
    """A slide of the teacher's own: a title, and lines below it."""

    MAX_LINES = 8
    MAX_LINE = 160

    title = forms.CharField(label=_("Title"), max_length=MAX_TEXT)
    lines = forms.CharField(
        label=_("Lines"),
        required=False,
        max_length=MAX_LINES * (MAX_LINE + 2),
        help_text=_("At most 8."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def clean_lines(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["lines"].splitlines() if line.strip()]
        if len(lines) > self.MAX_LINES or any(len(line) > self.MAX_LINE for line in lines):
            raise forms.ValidationError(_("A slide has at most 8 lines of 160 characters."))
        return lines

    @property
    def asked(self) -> NewQuestion:
        return NewQuestion(Kind.SLIDE, self.cleaned_data["title"], self.cleaned_data["lines"])


class RaceGridForm(SiteForm):
    """A grid of a collection, drawn at a tier or by its number, and how long it lasts at most."""

    prefix_of_ids = "race"

    collection = forms.ModelChoiceField(
        Collection.objects.none(),
        required=False,
        label=_("Collection"),
        empty_label=_("all collections"),
    )
    tier = forms.TypedChoiceField(
        choices=lambda: [(tier, capfirst(tier_name(tier))) for tier in TIERS],
        coerce=int,
        label=_("Difficulty"),
    )
    number = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        label=_("Or the number of a grid"),
    )
    minutes = forms.IntegerField(
        min_value=MINUTES[0], max_value=MINUTES[-1], initial=15, label=_("Minutes at most")
    )

    def __init__(self, *args: Any, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"{self.prefix_of_ids}_%s", **kwargs)
        self.collections = Collection.objects.drawable_in(classroom).filter(drawable_count__gt=0)
        cast("forms.ModelChoiceField[Collection]", self.fields["collection"]).queryset = self.collections

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("number") and not found.get("collection"):
            self.add_error("collection", _("Choose the collection of the grid."))
        return found

    @property
    def source(self) -> Source:
        """Where the grid comes from. Raises SourceError for a number without a grid."""
        found = self.cleaned_data
        if found["number"]:
            return numbered_source(collection=found["collection"], number=found["number"])
        chosen = [found["collection"]] if found["collection"] else self.collections
        return draw_source(collections=chosen, tier=found["tier"])


class RaceForm(RaceGridForm):
    """A race: each student has a game of their own; with teams their means count."""

    teams = forms.TypedChoiceField(
        choices=[(0, _("each alone")), *((count, count) for count in range(2, Race.MAX_TEAMS + 1))],
        coerce=int,
        label=_("Teams"),
    )


class RelayForm(RaceGridForm):
    """A relay: how large its teams are, and how long a turn is."""

    prefix_of_ids = "relay"

    team_size = forms.IntegerField(
        min_value=2, max_value=Relay.MAX_MEMBERS, initial=4, label=_("Students in a team")
    )
    digits_a_turn = forms.IntegerField(
        min_value=1, max_value=Relay.MAX_DIGITS, initial=2, label=_("Digits a turn")
    )
    turn_seconds = forms.IntegerField(
        min_value=Relay.SECONDS[0], max_value=Relay.SECONDS[-1], initial=45, label=_("Seconds a turn")
    )


class MoveForm(forms.Form):
    """A digit that a member of a relay places, as the move of a number."""

    number = forms.IntegerField(min_value=1, max_value=32_000)
    cell = forms.IntegerField(min_value=0, max_value=80)
    digit = forms.IntegerField(min_value=1, max_value=9)


class PageQuestionForm(AddressForm):
    """A question of the site's own, about the page at an address."""

    ask = forms.ChoiceField(choices=[(each, each) for each in (Kind.NEXT, Kind.CELL, Kind.VERDICT)])

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        try:
            parts = urlsplit(found.get("address", ""))
            self.match = resolve(parts.path)
        # `urlsplit` raises ValueError for brackets that are no address of a host.
        except (Resolver404, ValueError):
            raise forms.ValidationError(_("This page has no question.")) from None
        self.query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        return found

    @property
    def technique(self) -> str | None:
        """The technique whose page it is."""
        name = self.match.kwargs.get("name", "")
        is_technique = self.match.view_name == "training:technique" and name in TECHNIQUES
        return name if is_technique else None

    @property
    def algorithm(self) -> str:
        """The algorithm whose run the page shows, "" for other pages."""
        name = self.match.kwargs.get("algorithm", "")
        return name if self.match.view_name == "course:viewer" and name in ALGORITHMS else ""

    @property
    def board(self) -> Board | None:
        """The grid of the page."""
        if "board" in self.match.kwargs:
            return self.match.kwargs["board"]
        viewer = ViewerForm(self.query)
        return viewer.board if self.match.view_name == "course:viewer" and viewer.is_valid() else None

    @property
    def step(self) -> int:
        """The step of the run."""
        viewer = ViewerForm(self.query)
        return viewer.first_state if viewer.is_valid() else 0
