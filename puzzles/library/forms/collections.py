"""The form that confirms the deletion of a collection."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class DeleteForm(forms.Form):
    """The name of the collection, typed."""

    name = forms.CharField(
        label=gettext_lazy("Type the name of the collection to confirm"),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.wanted = " ".join(name.split())

    def clean_name(self) -> str:
        typed = " ".join(str(self.cleaned_data["name"]).split())
        if typed != self.wanted:
            raise forms.ValidationError(
                _("Nothing was deleted: type “%(wanted)s” to confirm.") % {"wanted": self.wanted}
            )
        return typed
