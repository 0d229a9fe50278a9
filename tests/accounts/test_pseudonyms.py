"""Made-up user names."""

import random
from itertools import islice

import pytest

from accounts.fields import normalize_user_name
from accounts.models import User
from accounts.pseudonyms import ANIMALS, QUALITIES, pseudonyms, shown_pseudonym


def test_every_pseudonym_is_a_good_user_name_in_its_one_spelling() -> None:
    field = User._meta.get_field("username")
    for name in [f"{animal}-{quality}" for animal in ANIMALS for quality in QUALITIES]:
        field.run_validators(name)
        assert normalize_user_name(name) == name
        assert len(name) <= 24


def test_no_word_is_listed_twice() -> None:
    assert len(set(ANIMALS)) == len(ANIMALS)
    assert len(set(QUALITIES)) == len(QUALITIES)


def test_a_whole_school_finds_different_names() -> None:
    assert len(set(islice(pseudonyms(random.Random(1)), 4000))) > 3500


def test_one_seed_gives_one_list_of_names() -> None:
    assert list(islice(pseudonyms(random.Random(7)), 20)) == list(islice(pseudonyms(random.Random(7)), 20))


@pytest.mark.parametrize(
    ("username", "shown"),
    [
        ("tigre-lucide", "Tigre lucide"),
        ("tigre-lucide-12", "Tigre lucide 12"),
        ("lea", "Lea"),
        ("loutre-calme", "Loutre calme"),
        ("anne-lise", "Anne-lise"),
    ],
)
def test_a_pseudonym_before_a_class_has_a_capital_and_spaces(username: str, shown: str) -> None:
    assert shown_pseudonym(username) == shown
