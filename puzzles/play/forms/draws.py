"""A draw: a grid at random, by criteria, or the grid of a number."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from puzzles.engine import TECHNIQUES, TIERS
from puzzles.engine.wording import TECHNIQUE_NAMES
from puzzles.library.forms.tiers import contradiction, too_easy
from puzzles.library.models import Collection

from ..services.draws import Criteria

MAX_SCORE = 999_999


class DrawForm(forms.Form):
    """A collection or all of them, criteria, and the number of a grid that is not drawn at random."""

    collection = forms.ModelChoiceField(
        Collection.objects.none(),
        required=False,
        label=gettext_lazy("Collection"),
        empty_label=gettext_lazy("all collections"),
    )
    number = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        label=gettext_lazy("Number of the grid in the file"),
    )
    tier = forms.TypedChoiceField(
        choices=[(tier, str(tier)) for tier in TIERS],
        coerce=int,
        required=False,
        empty_value=None,
        label=gettext_lazy("Difficulty"),
    )
    hardest = forms.TypedChoiceField(
        choices=[(name, TECHNIQUE_NAMES[name]) for name in TECHNIQUES],
        required=False,
        empty_value=None,
        label=gettext_lazy("Hardest technique"),
    )
    technique = forms.TypedChoiceField(
        choices=[(name, TECHNIQUE_NAMES[name]) for name in TECHNIQUES],
        required=False,
        empty_value=None,
        label=gettext_lazy("Technique it needs"),
    )
    score_from = forms.IntegerField(
        required=False, min_value=0, max_value=MAX_SCORE, label=gettext_lazy("Score from")
    )
    score_to = forms.IntegerField(
        required=False, min_value=0, max_value=MAX_SCORE, label=gettext_lazy("Score to")
    )
    clues_from = forms.IntegerField(
        required=False, min_value=0, max_value=81, label=gettext_lazy("Given digits from")
    )
    clues_to = forms.IntegerField(
        required=False, min_value=0, max_value=81, label=gettext_lazy("Given digits to")
    )

    CRITERIA = ("tier", "hardest", "technique", "score_from", "score_to", "clues_from", "clues_to")

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        collections = cast("forms.ModelChoiceField[Collection]", self.fields["collection"])
        collections.queryset = Collection.objects.drawable_by(player)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("number") and not data.get("collection"):
            self.add_error("collection", _("Choose the collection of the grid."))
        for first, last in (("score_from", "score_to"), ("clues_from", "clues_to")):
            low, high = data.get(first), data.get(last)
            if low is not None and high is not None and low > high:
                self.add_error(last, _("The first number must not be greater than the second."))
        if refusal := contradiction(data.get("tier"), data.get("hardest")):
            self.add_error("hardest", refusal)
        if refusal := too_easy(data.get("tier"), data.get("technique")):
            self.add_error("technique", refusal)
        return data

    def criteria(self) -> Criteria:
        """The criteria of the draw."""
        return Criteria(**{name: self.cleaned_data[name] for name in self.CRITERIA})
