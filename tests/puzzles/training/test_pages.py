"""The pages of the techniques are complete."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from accounts.models import User
from puzzles.engine import CATALOGUE, RUNGS, TECHNIQUES
from puzzles.play.models import Attempt, TechniqueProgress, TechniqueUse
from puzzles.training.pages.techniques import (
    FAMILIES,
    LEGEND,
    example_page,
    mastery_cards,
    technique_page,
    techniques_page,
)

LOOK_FOR = Path(__file__).parents[3] / "templates/training/look_for"
NAMES = [technique.id for technique in CATALOGUE]


def test_every_technique_says_what_to_look_for() -> None:
    texts = {path.stem.removeprefix("_"): path.read_text() for path in LOOK_FOR.iterdir()}
    assert set(texts) == set(NAMES)
    for name in NAMES:
        assert len(render_to_string(f"training/look_for/_{name}.html")) > 100
    assert len(set(texts.values())) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_legend_explains_what_is_drawn_and_nothing_else(name: str) -> None:
    for rung in RUNGS:
        example = example_page(name, rung)
        drawing = example["board"].drawing
        drawn = set(example["board"].fills)
        drawn |= {"strong" if curve.is_strong else "weak" for curve in drawing.curves}
        drawn |= {"chain"} if drawing.is_chain else set()
        drawn |= {"letter"} if drawing.letters else set()
        drawn |= {"falling"} if drawing.falling else set()
        drawn |= {"removed"} if drawing.removed else set()
        assert set(example["legend"]) == drawn
        assert drawn <= set(LEGEND)


def test_each_shape_of_the_legend_has_a_sign_and_words_of_its_own() -> None:
    drawn = [render_to_string("training/_legend_sign.html", {"shape": shape}) for shape in LEGEND]
    words = [re.sub(r"<[^>]*>", "", each).strip() for each in drawn]
    assert all("<path" in each for each in drawn)
    assert "" not in words
    assert len(set(words)) == len(LEGEND)


def test_every_family_has_techniques_and_a_glyph() -> None:
    assert {technique.family for technique in CATALOGUE} == set(FAMILIES)
    glyphs = re.findall(r'<symbol id="family-(\w+)"', render_to_string("training/_family_glyphs.html"))
    assert glyphs == list(FAMILIES)
    members = [
        TECHNIQUES[name].family for name in ("naked_pair", "sashimi_x_wing", "aic", "als_xz", "nishio")
    ]
    assert members == ["subsets", "fish", "chains", "sets", "trials"]


def test_only_the_rungs_so_far_are_revealed() -> None:
    example = example_page("x_wing", "why")
    assert [rung in example["revealed"] for rung in example["rungs"]] == [True, True, True, False]
    assert [rung == example["rung"] for rung in example["rungs"]] == [False, False, True, False]


def test_neighbours_are_those_of_the_order(student: User) -> None:
    first, last = technique_page(NAMES[0], "nudge", student), technique_page(NAMES[-1], "nudge", student)
    assert first["before"] is None
    assert first["after"].id == NAMES[1]
    assert last["before"].id == NAMES[-2]
    assert last["after"] is None


def test_mastered_techniques_are_counted_by_tier(student: User, attempt_of) -> None:
    chances(attempt_of(student), "pointing", 2)
    assert techniques_page(student)["mastered"] == 0
    assert [card.id for card in mastery_cards(student)] == ["pointing"]
    assert technique_page("pointing", "nudge", student)["card"].mastery.progress == 2
    assert technique_page("claiming", "nudge", student)["card"].mastery is None


def chances(attempt: Attempt, technique: str, count: int) -> None:
    TechniqueUse.objects.create(
        attempt=attempt, player=attempt.player, technique=technique, taken=count, is_unbroken=True
    )
    TechniqueProgress.objects.keep(attempt.player_id, [technique])
