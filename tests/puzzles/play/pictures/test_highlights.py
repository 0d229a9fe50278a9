"""The looks of lit cells, and the letters of sets."""

from puzzles.engine import HOUSES, Candidate, Link, Step
from puzzles.engine.techniques.step import by_role
from puzzles.play.pictures.highlights import highlights_of, letters

from .steps import COLOURS, FISH


def test_the_houses_of_a_pattern_and_those_across_have_their_classes() -> None:
    assert highlights_of(FISH, "do") == {
        "area": (*HOUSES[0], *HOUSES[8]),
        "cover": tuple(sorted(HOUSES[9] + HOUSES[17])),
        "target": (10,),
        "pattern": (0, 8, 72, 80),
    }


def test_each_colour_has_a_class_and_a_cell_has_one() -> None:
    lit = highlights_of(COLOURS, "why")
    assert (lit["pattern"], lit["second"], lit["third"], lit["fourth"]) == ((1,), (2,), (3,), (4,))


def test_a_cell_that_changes_keeps_the_class_of_its_pattern() -> None:
    step = Step("hidden_pair", eliminations=(Candidate(3, 5),), cells=by_role(pattern=[3, 4]))
    assert highlights_of(step, "why") == {"pattern": (3, 4), "target": (3,)}


def test_a_role_without_a_class_differs_from_the_pattern() -> None:
    step = Step("some", eliminations=(Candidate(9, 5),), cells=by_role(pattern=[3, 4], fin=[4]))
    assert highlights_of(step, "why") == {"pattern": (3,), "second": (4,), "target": (9,)}


SETS = Step(
    "als_xz",
    eliminations=(Candidate(10, 5),),
    cells=by_role(pattern=[0, 1, 2, 9], set_a=[0, 1], set_b=[2, 9, 1], set_e=[80]),
    links=(Link(9, (0,), 9, (2,), is_strong=False),),
)


def test_almost_locked_sets_have_alternating_classes_and_letters() -> None:
    lit = highlights_of(SETS, "why")
    assert (lit["pattern"], lit["second"]) == ((0, 80), (1, 2, 9))
    assert letters(SETS) == ((0, "A"), (1, "A"), (2, "B"), (9, "B"), (80, "E"))


def test_the_sets_that_links_rest_on_have_letters_too() -> None:
    links = (
        Link(1, (0,), 2, (1,), is_strong=True, through=(0, 1, 2)),
        Link(2, (1,), 2, (4,), is_strong=False),
        Link(2, (4,), 3, (5,), is_strong=True, through=(4, 5)),
        Link(3, (5,), 1, (0,), is_strong=True, through=(0, 1, 2)),
    )
    step = Step("grouped_aic", eliminations=(Candidate(8, 1),), links=links)
    assert letters(step) == ((0, "A"), (1, "A"), (2, "A"), (4, "B"), (5, "B"))
