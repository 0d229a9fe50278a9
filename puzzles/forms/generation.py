"""What a teacher orders: so many new grids of a kind, and the collection they go into."""

from typing import Any, cast

from django import forms
from django.forms.models import fields_for_model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from ..display.generation import kind, technique_choices
from ..display.grades import tier_label
from ..engine import TIERS
from ..models import Collection, PuzzleGeneration
from ..services import library
from .draws import contradiction


class GenerationForm(forms.Form):
    """A kind of grids, how many, and where they go: one's own collection, or a new one."""

    tier = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, label=gettext_lazy("Tier"))
    hardest = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Hardest technique"),
        help_text=gettext_lazy(
            "Thirty grids of a tier take a few seconds. A rare technique may take minutes; when none is "
            "found in ten thousand tries, the search is given up."
        ),
    )
    count = forms.IntegerField(
        min_value=1, max_value=PuzzleGeneration.MOST, initial=30, label=gettext_lazy("How many")
    )
    seed = forms.CharField(
        required=False,
        max_length=40,
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("Any text; the same seed gives the same grids. Left empty: chance."),
    )
    collection = forms.ModelChoiceField(
        Collection.objects.none(),
        required=False,
        label=gettext_lazy("Collection"),
        empty_label=gettext_lazy("a new collection"),
    )
    name = forms.CharField(
        required=False,
        max_length=library.NAME_LENGTH,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Left empty: what the grids are like."),
    )
    audience = dict(fields_for_model(Collection, ["audience"]))["audience"]

    def __init__(self, *args: Any, owner: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner
        tiers = [("", _("any")), *((str(tier), tier_label(tier).capitalize()) for tier in TIERS)]
        cast(forms.ChoiceField, self.fields["tier"]).choices = tiers
        cast(forms.ChoiceField, self.fields["hardest"]).choices = [("", _("any")), *technique_choices()]
        collections = cast("forms.ModelChoiceField[Collection]", self.fields["collection"])
        collections.queryset = Collection.objects.owned_by(owner)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if refusal := contradiction(data.get("tier"), data.get("hardest")):
            self.add_error("hardest", refusal)
        if data.get("collection"):
            # What stands below is for a new collection only.
            self.errors.pop("name", None)
            self.errors.pop("audience", None)
        return data

    def place(self) -> Collection | library.NewCollection:
        """Where the grids go: a collection that stands, or what a new one is to be like."""
        data = self.cleaned_data
        if data["collection"]:
            return cast(Collection, data["collection"])
        return library.NewCollection(name=data["name"], audience=data["audience"], rules={})

    def kind(self) -> str:
        """What the grids are to be like, in words."""
        return kind(self.cleaned_data["tier"], self.cleaned_data["hardest"])

    def wanted(self) -> dict[str, Any]:
        """What is ordered, as `order_puzzles` takes it."""
        return {name: self.cleaned_data[name] for name in ("tier", "hardest", "count", "seed")}
