"""The looks of lit cells, and what is drawn above them."""

import json

import pytest

from puzzles.engine import HOUSES, Candidate, Link, Mistake, Step, WriteNotes
from puzzles.engine.techniques import example_of
from puzzles.engine.techniques.step import by_role
from puzzles.play.pictures.highlights import drawing, looks

FISH = Step(
    "x_wing",
    eliminations=(Candidate(10, 5),),
    digits=by_role(pattern=[5]),
    houses=by_role(base=[0, 8], cover=[9, 17]),
    cells=by_role(pattern=[0, 8, 72, 80]),
)
COLOURS = Step(
    "multi_colors_1",
    eliminations=(Candidate(28, 9),),
    digits=by_role(pattern=[9]),
    cells=by_role(pattern=[1, 2, 3, 4], color_a=[1], color_b=[2], color_c=[3], color_d=[4], clash=[1, 3]),
    links=(Link(9, (1,), 9, (2,), is_strong=True), Link(9, (1,), 9, (3, 4), is_strong=False)),
)


def test_the_houses_of_a_pattern_and_those_across_have_their_classes() -> None:
    assert looks(FISH, "do") == {
        "area": (*HOUSES[0], *HOUSES[8]),
        "cover": tuple(sorted(HOUSES[9] + HOUSES[17])),
        "target": (10,),
        "pattern": (0, 8, 72, 80),
    }


def test_each_colour_has_a_class_and_a_cell_has_one() -> None:
    lit = looks(COLOURS, "why")
    assert (lit["pattern"], lit["second"], lit["third"], lit["fourth"]) == ((1,), (2,), (3,), (4,))


def test_a_cell_that_changes_keeps_the_class_of_its_pattern() -> None:
    step = Step("hidden_pair", eliminations=(Candidate(3, 5),), cells=by_role(pattern=[3, 4]))
    assert looks(step, "why") == {"pattern": (3, 4), "target": (3,)}


def test_a_role_without_a_class_differs_from_the_pattern() -> None:
    step = Step("some", eliminations=(Candidate(9, 5),), cells=by_role(pattern=[3, 4], fin=[4]))
    assert looks(step, "why") == {"pattern": (3,), "second": (4,), "target": (9,)}


@pytest.mark.parametrize("rung", ["nudge", "where"])
def test_nothing_is_drawn_before_the_reason(rung) -> None:
    assert not drawing(FISH, rung)
    assert not drawing(COLOURS, rung)


def test_the_eliminations_are_drawn_with_their_step() -> None:
    assert drawing(FISH, "why").removed == ()
    assert drawing(FISH, "do").removed == ((10, 5),)
    assert drawing(FISH, "why").ringed == ((0, 5), (8, 5), (72, 5), (80, 5))


def test_links_are_drawn_with_their_ends_and_strength() -> None:
    assert json.loads(drawing(COLOURS, "do").to_json()) == {
        "links": [[9, [1], 9, [2], True], [9, [1], 9, [3, 4], False]],
        "removed": [[28, 9]],
    }


@pytest.mark.parametrize("hint", [Mistake("wrong_digit", 3), WriteNotes((3, 4))])
def test_other_hints_draw_nothing(hint) -> None:
    assert drawing(hint, "do").to_json() == ""


SETS = Step(
    "als_xz",
    eliminations=(Candidate(10, 5),),
    cells=by_role(pattern=[0, 1, 2, 9], set_a=[0, 1], set_b=[2, 9, 1], set_e=[80]),
    links=(Link(9, (0,), 9, (2,), is_strong=False),),
)


def test_almost_locked_sets_have_alternating_classes_and_letters() -> None:
    lit = looks(SETS, "why")
    assert (lit["pattern"], lit["second"]) == ((0, 80), (1, 2, 9))
    assert drawing(SETS, "why").letters == ((0, "A"), (1, "A"), (2, "B"), (9, "B"), (80, "E"))
    assert drawing(SETS, "where").letters == ()


def test_a_proof_that_is_a_tree_says_so_to_the_script() -> None:
    assert json.loads(drawing(example_of("trial").step, "why").to_json())["has_tree"] is True
    assert "has_tree" not in json.loads(drawing(SETS, "why").to_json())


def test_the_sets_that_links_rest_on_have_letters_too() -> None:
    links = (
        Link(1, (0,), 2, (1,), is_strong=True, through=(0, 1, 2)),
        Link(2, (1,), 2, (4,), is_strong=False),
        Link(2, (4,), 3, (5,), is_strong=True, through=(4, 5)),
        Link(3, (5,), 1, (0,), is_strong=True, through=(0, 1, 2)),
    )
    step = Step("grouped_aic", eliminations=(Candidate(8, 1),), links=links)
    assert drawing(step, "why").letters == ((0, "A"), (1, "A"), (2, "A"), (4, "B"), (5, "B"))
