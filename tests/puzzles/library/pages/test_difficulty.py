"""Grades in words, and the choices of difficulty."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import strip_tags

from puzzles.engine import CATALOGUE, TIERS
from puzzles.library.models import Collection, Puzzle
from puzzles.library.pages.difficulty import (
    TIER_NAMES,
    about,
    criteria_choices,
    degree,
    hardest_name,
    technique_groups,
    technique_name,
    tier_counts,
    tier_label,
)


def test_every_tier_has_a_name_of_its_own() -> None:
    assert set(TIERS) <= set(TIER_NAMES)
    assert len(set(TIER_NAMES.values())) == len(TIER_NAMES)
    assert tier_label(2) == "tier 2, medium"


def test_the_rating_is_about_a_value_and_only_its_least_where_no_path_was_found() -> None:
    assert about(Puzzle(tier=3, hardest="x_wing", rating=4.2)) == "about 4.2"
    assert about(Puzzle(tier=5, hardest="nested_trial", rating=10.4)) == "about 10.4"
    assert about(Puzzle(tier=5, rating=7)) == "at least 7.0"
    with translation.override("fr"):
        assert "4,2" in about(Puzzle(tier=3, hardest="x_wing", rating=4.2))


def test_the_last_tier_alone_has_degrees() -> None:
    assert degree(Puzzle(tier=3, hardest="x_wing", rating=4.2)) == ""
    assert degree(Puzzle(tier=5, rating=7)) == ""
    degrees = [degree(Puzzle(tier=5, hardest="trial", rating=rating)) for rating in (8.5, 11)]
    assert len(set(degrees)) == 2
    assert all(re.fullmatch(r"5\.[1-9]", each) for each in degrees)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Puzzle(tier=2, hardest="pointing", rating=2.6), "tier 2, medium"),
        (Puzzle(tier=5, hardest="trial", rating=11), "tier 5, extreme 5.9"),
        (Puzzle(tier=5, rating=7), "tier 5, extreme"),
    ],
)
def test_a_difficulty_is_as_many_full_squares_as_its_tier_and_a_word(puzzle: Puzzle, words: str) -> None:
    with translation.override("en"):
        html = render_to_string("play/_card_grade.html", {"puzzle": puzzle})
    assert f'class="pips pips-{puzzle.tier}" aria-hidden="true"' in html
    assert " ".join(strip_tags(html).split()) == words


def test_the_hardest_technique_has_its_name_unless_no_path_was_found() -> None:
    assert hardest_name(Puzzle(tier=3, hardest="x_wing")) == "X-Wing"
    assert hardest_name(Puzzle(tier=5, hardest="nested_trial")) == "Trial within a trial"
    assert hardest_name(Puzzle(tier=5, hardest="")) == "not found"
    assert technique_name("of_old_times") == "of_old_times"


def test_all_techniques_may_be_requested_tier_by_tier() -> None:
    groups = technique_groups()
    listed = [technique for group in groups for technique, _name, _count, _positions in group.techniques]
    assert sorted(listed) == sorted(technique.id for technique in CATALOGUE)
    assert groups[0].label == "tier 1, easy"
    assert ("naked_single", technique_name("naked_single"), None, 0) in groups[0].techniques


def test_without_counted_grids_the_tiers_have_no_counts() -> None:
    for choices in (criteria_choices(), criteria_choices(Collection(drawable_count=9))):
        assert [choice.tier for choice in choices.tiers] == list(TIERS)
        assert {choice.count for choice in choices.tiers} == {None}


def test_a_collection_shows_its_tiers_and_its_ungraded_grids() -> None:
    collection = Collection(drawable_count=2_000, graded_count=1_500, tier_counts={"1": 1_499, "3": 1})
    choices = criteria_choices(collection)
    assert {choice.tier: choice.count for choice in choices.tiers} == {1: 1_499, 2: 0, 3: 1, 4: 0, 5: 0}
    assert choices.ungraded == 500
    assert tier_counts(collection) == "tier 1, easy: 1\u202f499 · tier 3, hard: 1 · not graded yet: 500"
    assert tier_counts(Collection()) == ""
    with translation.override("fr"):
        assert tier_counts(collection).startswith("niveau 1, facile\N{NO-BREAK SPACE}: ")
