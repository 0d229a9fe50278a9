"""What a player prefers for hints and for the board."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from puzzles.engine import CATALOGUE

from ..models import Preferences


class TechniquesForm(forms.Form):
    """The techniques that are switched on; those not named are off."""

    on = forms.MultipleChoiceField(
        required=False, choices=[(technique.id, technique.id) for technique in CATALOGUE]
    )


class BoardForm(forms.ModelForm):
    """How the board looks and behaves; what is not named is off."""

    GROUPS = (
        (gettext_noop("What is lit"), ("light_peers", "light_same", "conflicts_at_once")),
        (gettext_noop("Notes and marks"), ("notes_kind", "clean_notes", "centre_marks", "colours")),
        (gettext_noop("Around the grid"), ("show_timer", "left_hand", "short_labels", "eureka")),
    )

    class Meta:
        model = Preferences
        fields = [
            "light_peers",
            "light_same",
            "conflicts_at_once",
            "notes_kind",
            "clean_notes",
            "centre_marks",
            "colours",
            "show_timer",
            "left_hand",
            "short_labels",
            "eureka",
        ]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["notes_kind"].required = False

    def clean_notes_kind(self) -> str:
        """The kind that was chosen; "guessed" if the form names none."""
        return self.cleaned_data["notes_kind"] or Preferences.NotesKind.GUESSED

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The fields under their headings."""
        for heading, names in self.GROUPS:
            yield _(heading), [self[name] for name in names]
