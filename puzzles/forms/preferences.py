"""What a player wishes of hints: the techniques they may use."""

from django import forms

from ..display.preferences import technique_choices


class TechniquesForm(forms.Form):
    """The techniques that are switched on; those not named are off."""

    on = forms.MultipleChoiceField(required=False, choices=technique_choices)
