"""The techniques that a player has switched on for hints."""

from accounts.models import User
from puzzles.engine import CATALOGUE
from puzzles.play.models import Preferences
from puzzles.play.services.techniques import switch_techniques, techniques_for, techniques_off

EVERY = frozenset(technique.id for technique in CATALOGUE)


def test_without_preferences_every_technique_is_on(student: User) -> None:
    assert techniques_off(student.pk) == frozenset()
    assert techniques_for(student.pk) is None


def test_techniques_not_switched_on_are_off(student: User) -> None:
    switch_techniques(player=student, on=EVERY - {"x_wing", "bug_plus_one"})
    assert techniques_off(student.pk) == {"x_wing", "bug_plus_one"}
    assert techniques_for(student.pk) == EVERY - {"x_wing", "bug_plus_one"}


def test_a_later_choice_replaces_the_earlier_one(student: User) -> None:
    switch_techniques(player=student, on=[])
    switch_techniques(player=student, on=EVERY)
    assert techniques_for(student.pk) is None
    assert Preferences.objects.count() == 1


def test_a_choice_applies_to_its_player_only(student: User, classmate: User) -> None:
    switch_techniques(player=student, on=[])
    assert techniques_for(classmate.pk) is None
