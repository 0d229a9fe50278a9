"""What the pages of drills, storms and goals send."""

from django import forms

from puzzles.engine import TECHNIQUES

from .models import DrillAnswer, WeeklyGoal
from .services.answers import Answer

MOST_TRIES = 1_000
MOST_NUMBER = 10_000
TOKEN_LENGTH = 300


class LevelForm(forms.Form):
    """The level of a drill, and the token of the one after which another is asked for."""

    level = forms.TypedChoiceField(choices=DrillAnswer.Level.choices, coerce=int, required=False)
    after = forms.CharField(max_length=TOKEN_LENGTH, required=False)

    @property
    def chosen(self) -> int:
        """The level; the whole grid if none is asked for."""
        self.full_clean()
        return self.cleaned_data.get("level") or DrillAnswer.Level.BOARD

    @property
    def previous(self) -> str:
        """The token of the drill that was shown before; "" for none."""
        self.full_clean()
        return self.cleaned_data.get("after", "")


class AnswerForm(forms.Form):
    """An answer to a drill. `number` counts the answers to it; `show` asks for the step instead."""

    token = forms.CharField(max_length=TOKEN_LENGTH)
    number = forms.IntegerField(min_value=1, max_value=MOST_TRIES)
    marks = forms.CharField(max_length=600, required=False)
    technique = forms.ChoiceField(choices=[(name, name) for name in TECHNIQUES], required=False)
    show = forms.BooleanField(required=False)

    def answer(self) -> Answer:
        """What the player says follows. Raises AnswerError."""
        return Answer.from_text(self.cleaned_data["marks"], self.cleaned_data["technique"])


class StormForm(forms.Form):
    """The answer to a position of a storm: `mark` is "" to pass; `next` is the first position to send."""

    token = forms.CharField(max_length=200)
    mark = forms.CharField(max_length=6, required=False)
    next = forms.IntegerField(min_value=0, max_value=MOST_NUMBER)


class GoalForm(forms.Form):
    """On how many days a week a player wants to practise; 0 for no goal."""

    days = forms.TypedChoiceField(choices=[(days, days) for days in WeeklyGoal.CHOICES], coerce=int)
