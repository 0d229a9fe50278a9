"""What a player asks for: a grid at random, or grid n."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ..models import Collection


class DrawForm(forms.Form):
    """A collection or all of them, and the number of a grid when it is not left to chance."""

    collection = forms.ModelChoiceField(
        Collection.objects.none(), required=False, label=_("Collection"), empty_label=_("all collections")
    )
    number = forms.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, label=_("Number of the grid in the file")
    )

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        collections = cast("forms.ModelChoiceField[Collection]", self.fields["collection"])
        collections.queryset = Collection.objects.drawable_by(player)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("number") and not data.get("collection"):
            self.add_error("collection", _("Choose the collection of the grid."))
        return data
