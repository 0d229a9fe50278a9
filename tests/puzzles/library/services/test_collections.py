"""Collections that are opened for files."""

import pytest

from puzzles.library import services as library
from puzzles.library.models import Collection, HelpPolicy
from puzzles.library.services.collections import NAME_LENGTH, free_name
from puzzles.library.services.policies import policy_with

pytestmark = pytest.mark.django_db


def test_a_collection_is_open_to_its_owners_classes_with_the_usual_help(teacher) -> None:
    collection = library.open_collection(owner=teacher, name="Easter")
    assert collection.audience == Collection.Audience.CLASSES
    assert collection.policy == policy_with()


def test_two_collections_of_one_owner_differ_by_name(teacher, other_teacher) -> None:
    library.open_collection(owner=teacher, name="Easter")
    with pytest.raises(library.CollectionNameError):
        library.open_collection(owner=teacher, name="Easter")
    assert library.open_collection(owner=other_teacher, name="Easter").owner == other_teacher


def test_a_free_name_is_the_wanted_one_or_gets_a_number(teacher) -> None:
    for expected in ("100%_sure", "100%_sure (2)", "100%_sure (3)"):
        assert free_name(owner=teacher, wanted="100%_sure") == expected
        library.open_collection(owner=teacher, name=expected)
    assert len(free_name(owner=teacher, wanted="x" * 500)) <= NAME_LENGTH


def test_a_new_collection_without_a_name_gets_the_files(teacher) -> None:
    rules = {"hint_rung": 2, "partial_cells": 0, "solution": HelpPolicy.Solution.NEVER}
    wanted = library.NewCollection(name="", audience=Collection.Audience.NOBODY, rules=rules)
    opened = wanted.open_for(owner=teacher, file_name="minimal.txt")
    assert (opened.name, opened.audience) == ("minimal", Collection.Audience.NOBODY)
    assert (opened.policy.hint_rung, opened.policy.partial_cells) == (2, 0)
    assert wanted.open_for(owner=teacher, file_name="minimal.txt").name == "minimal (2)"
