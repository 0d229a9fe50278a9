"""The form of an assignment of drills: which technique, how many positions, at which level, when."""

import random
from itertools import groupby
from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from puzzles.engine import TECHNIQUES
from puzzles.library.pages.difficulty import technique_name, tier_label
from puzzles.training.models import DrillAnswer
from puzzles.training.pages.drills import LEVELS

from ..models import Assignment
from ..services.drills import MOST_POSITIONS
from .assignments import SEEDS, DatesForm, GroupForm, InstructionsField, group_values, in_a_week

USUAL_COUNT = 10


class DrillsForm(InstructionsField, GroupForm, DatesForm):
    """A new assignment of drills, or a draft. An empty title is the technique and how many positions."""

    minutes = None  # type: ignore[assignment]

    technique = forms.ChoiceField(label=gettext_lazy("Technique"))
    count = forms.IntegerField(
        min_value=1,
        max_value=MOST_POSITIONS,
        initial=USUAL_COUNT,
        label=gettext_lazy("How many positions"),
    )
    level = forms.TypedChoiceField(
        choices=list(LEVELS.items()),
        coerce=int,
        initial=DrillAnswer.Level.BOARD,
        widget=forms.RadioSelect,
        label=gettext_lazy("Level"),
    )
    spares_masters = forms.BooleanField(
        required=False, label=gettext_lazy("only for those who have not mastered it yet")
    )
    seed = forms.IntegerField(
        min_value=0, max_value=SEEDS - 1, required=False, widget=forms.HiddenInput({"autocomplete": "off"})
    )

    def __init__(self, *args: Any, positions: dict[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.positions = positions
        technique = cast(forms.ChoiceField, self.fields["technique"])
        technique.choices = [
            (
                capfirst(tier_label(tier)),
                [(name, f"{technique_name(name)} ({positions[name]})") for name in names],
            )
            for tier, names in groupby(positions, key=lambda name: TECHNIQUES[name].tier)
        ]
        self.fields["name"].required = False
        self.fields["name"].help_text = _("Empty: the technique, and how many positions.")
        seed = random.SystemRandom().randrange(SEEDS)
        self.initial = {"due_at": in_a_week(self.now), "seed": seed, **self.initial}

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["minutes"] = None
        data = super().clean()
        if not data.get("name") and data.get("technique") and data.get("count"):
            data["name"] = title_of(data["technique"], data["count"])
        return data

    def rng(self) -> random.Random:
        """The same in the preview as when it is saved."""
        return random.Random(self.cleaned_data["seed"])

    def choice(self) -> dict[str, Any]:
        """What decides which positions are chosen."""
        return {name: self.cleaned_data[name] for name in ("technique", "level", "count")}

    def fields_of_assignment(self) -> dict[str, Any]:
        """The columns of the assignment, without its positions."""
        data = self.cleaned_data
        names = ("name", "technique", "spares_masters", "instructions")
        return {**self.dates(), **{name: data[name] for name in names}, "drill_level": data["level"]}


def title_of(technique: str, count: int) -> str:
    """`X-Wing, 10 positions`."""
    words = ngettext("%(technique)s, %(count)d position", "%(technique)s, %(count)d positions", count)
    return words % {"technique": technique_name(technique), "count": count}


def drill_values(assignment: Assignment) -> dict[str, Any]:
    """The form's initial values for a draft of drills."""
    names = ("name", "opens_at", "due_at", "technique", "spares_masters", "instructions")
    values = {name: getattr(assignment, name) for name in names}
    values |= {"level": assignment.drill_level, "count": len(assignment.positions)}
    return values | group_values(assignment)
