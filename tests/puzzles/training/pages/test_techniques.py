"""The pages of the techniques: nothing is missing from them."""

import pytest

from accounts.models import User
from puzzles.engine import CATALOGUE, RUNGS
from puzzles.play.models import Attempt, TechniqueUse
from puzzles.training.pages.technique_words import LOOK_FOR
from puzzles.training.pages.techniques import (
    LEGEND,
    example_view,
    mastery_cards,
    technique_page,
    techniques_page,
)

NAMES = [technique.id for technique in CATALOGUE]


def test_every_technique_tells_what_to_look_for() -> None:
    assert list(LOOK_FOR) == NAMES
    assert all(len(words) > 100 for words in LOOK_FOR.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_legend_explains_what_is_drawn_and_nothing_else(name: str) -> None:
    for rung in RUNGS:
        example = example_view(name, rung)
        drawn = set(example.board.paths) - {"group", "disc"}
        drawn |= {"strong" if line.is_strong else "weak" for line in example.board.lines}
        assert {part for part, _words in example.legend} == drawn
        assert drawn <= set(LEGEND)


def test_only_the_rungs_so_far_are_told() -> None:
    rungs = example_view("x_wing", "why").rungs
    assert [link.is_told for link in rungs] == [True, True, True, False]
    assert [link.is_here for link in rungs] == [False, False, True, False]


def test_neighbours_are_those_of_the_order(student: User) -> None:
    first, last = technique_page(NAMES[0], "nudge", student), technique_page(NAMES[-1], "nudge", student)
    assert first["before"] is None
    assert first["after"]["url"] == f"/techniques/{NAMES[1]}/"
    assert last["before"]["url"] == f"/techniques/{NAMES[-2]}/"
    assert last["after"] is None


def test_what_is_mastered_is_counted_by_tier(student: User, attempt_of) -> None:
    chances(attempt_of(student), "pointing", 2)
    assert techniques_page(student)["mastered"] == 0
    assert [card.id for card in mastery_cards(student)] == ["pointing"]
    assert technique_page("pointing", "nudge", student)["mastery"].progress == 2
    assert technique_page("claiming", "nudge", student)["mastery"] is None


def chances(attempt: Attempt, technique: str, count: int) -> None:
    TechniqueUse.objects.create(
        attempt=attempt, player=attempt.player, technique=technique, taken=count, is_unbroken=True
    )
