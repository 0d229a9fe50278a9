"""Which facts about the sender the link of a challenge contains."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class ChallengeForm(forms.Form):
    """The link contains the time and the pseudonym only if they are ticked, and never a teacher's name."""

    time = forms.BooleanField(required=False, label=_("Show my time"))
    name = forms.BooleanField(required=False, label=_("Show my pseudonym to my class"))

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not player.is_student:
            del self.fields["name"]

    def choices(self) -> dict[str, bool]:
        """The arguments of `challenge_token`."""
        self.full_clean()
        data = self.cleaned_data
        return {"shows_time": data["time"], "shows_name": data.get("name", False)}
