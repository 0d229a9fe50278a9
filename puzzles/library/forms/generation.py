"""The form for new grids: kind, number, and collection."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from puzzles.engine import TIERS

from ..models import PuzzleGeneration
from ..pages.difficulty import tier_label
from ..pages.generation import kind, technique_choices
from .imports import PlacingForm
from .tiers import contradiction


class GenerationForm(PlacingForm):
    """Kind, number and seed of new grids, and their collection."""

    tier = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, label=gettext_lazy("Tier"))
    hardest = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Hardest technique"),
        help_text=gettext_lazy(
            "A few seconds for thirty grids; some minutes for the hardest tier or a rare technique."
        ),
    )
    count = forms.IntegerField(
        min_value=1, max_value=PuzzleGeneration.MAX_GRIDS, initial=30, label=gettext_lazy("How many")
    )
    seed = forms.CharField(
        required=False,
        max_length=40,
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("The same seed gives the same grids. Random by default."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("Leave empty to name it after the kind of grids.")
        tiers = [("", _("any")), *((str(tier), tier_label(tier).capitalize()) for tier in TIERS)]
        cast(forms.ChoiceField, self.fields["tier"]).choices = tiers
        cast(forms.ChoiceField, self.fields["hardest"]).choices = [("", _("any")), *technique_choices()]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if refusal := contradiction(data.get("tier"), data.get("hardest")):
            self.add_error("hardest", refusal)
        return data

    def kind(self) -> str:
        """The name of the kind of grids."""
        return kind(self.cleaned_data["tier"], self.cleaned_data["hardest"])

    def wanted(self) -> dict[str, Any]:
        """The arguments for `order_puzzles`."""
        return {name: self.cleaned_data[name] for name in ("tier", "hardest", "count", "seed")}
