"""The form of the techniques that hints may use."""

from puzzles.engine import CATALOGUE
from puzzles.play.forms.preferences import TechniquesForm


def test_every_technique_of_the_catalogue_may_be_on() -> None:
    every = [technique.id for technique in CATALOGUE]
    form = TechniquesForm({"on": every})
    assert form.is_valid()
    assert form.cleaned_data["on"] == every


def test_all_may_be_off_and_nothing_else_be_on() -> None:
    assert TechniquesForm({}).is_valid()
    assert not TechniquesForm({"on": ["magic"]}).is_valid()
