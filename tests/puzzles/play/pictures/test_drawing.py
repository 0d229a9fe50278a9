"""What a step draws above its cells: links that avoid digits, the order and truth of a chain, candidates."""

import re
from itertools import pairwise
from math import hypot

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from puzzles.engine import CATALOGUE, CELLS, Link, Mistake, Step, WriteNotes, column_of, row_of
from puzzles.engine.techniques import example_of
from puzzles.engine.techniques.evidence.links import are_joined, nodes_of
from puzzles.engine.techniques.step import by_role
from puzzles.play.pictures.curves import DISC, path_with_gaps
from puzzles.play.pictures.drawing import (
    HEAD,
    NO_DRAWING,
    Drawing,
    curve_between,
    drawing,
    is_chain,
    note_middle,
)

from .steps import COLOURS, FISH

NOTHING = (0,) * 81
ALL_NOTES = (0b111111111,) * 81

LINKED = [each.id for each in CATALOGUE if example_of(each.id).step.links]
CHAINS = [name for name in LINKED if is_chain(example_of(name).step.links)]


def drawn(step: object, rung, digits=NOTHING, marks=ALL_NOTES) -> Drawing:
    return drawing(step, rung, digits=digits, marks=marks)  # type: ignore[arg-type]


def example_drawing(name: str, rung="why") -> Drawing:
    example = example_of(name)
    return drawn(example.step, rung, example.position.digits, example.position.masks)


def places(signs) -> list[tuple[float, float]]:
    return [(sign.x, sign.y) for sign in signs]


def numbers(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", path)]


def points_of(path: str, count: int = 60) -> list[tuple[float, float]]:
    """Points on a curve, read back from its path."""
    shares = [number / count for number in range(count + 1)]
    weights = [((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3) for t in shares]
    points = []
    for part in path.split("M")[1:]:
        x0, y0, x1, y1, x2, y2, x3, y3 = numbers(part)
        points += [
            (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in weights
        ]
    return points


@pytest.mark.parametrize("rung", ["nudge", "where"])
def test_nothing_is_drawn_before_the_reason(rung) -> None:
    assert not drawn(FISH, rung)
    assert not drawn(COLOURS, rung)


@pytest.mark.parametrize("hint", [Mistake("wrong_digit", 3), WriteNotes((3, 4))])
def test_what_is_no_step_draws_nothing(hint) -> None:
    assert drawn(hint, "do") == NO_DRAWING


def test_the_candidates_that_fall_are_drawn_when_they_do() -> None:
    assert drawn(FISH, "why").removed == ()
    (removed,) = drawn(FISH, "do").removed
    assert ((removed.x, removed.y), removed.text) == (note_middle(10, 5), "5")
    assert drawn(FISH, "do").removed_cells == (10,)


def test_the_candidates_of_a_pattern_are_ringed_where_they_are_noted() -> None:
    corners = [note_middle(cell, 5) for cell in (0, 8, 72, 80)]
    assert places(drawn(FISH, "why").candidates) == corners
    without_first = (0, *ALL_NOTES[1:])
    assert places(drawn(FISH, "why", marks=without_first).candidates) == corners[1:]


def test_links_are_drawn_with_their_ends_and_strength() -> None:
    above = drawn(COLOURS, "do")
    assert [curve.is_strong for curve in above.curves] == [True, False]
    assert places(above.nodes) == [note_middle(cell, 9) for cell in (1, 2, 3, 4)]
    assert [node.look for node in above.nodes] == ["pattern", "second", "third", "fourth"]
    assert len(above.removed) == 1


def test_colours_have_two_shapes() -> None:
    nodes = drawn(COLOURS, "why").nodes
    assert ["h4.4v4.4" in node.shape for node in nodes] == [False, True, False, True]


def test_links_that_branch_have_neither_order_nor_arrowheads() -> None:
    above = drawn(COLOURS, "why")
    assert {(node.state, node.order) for node in above.nodes} == {("", 0)}
    assert {curve.head for curve in above.curves} == {""}


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_is_numbered_in_the_order_of_its_links(name: str) -> None:
    step = example_of(name).step
    assert are_joined(step.links)
    first_cells = list(dict.fromkeys((cells[0], digit) for digit, cells in nodes_of(step.links)))
    ordered = [node for node in example_drawing(name).nodes if node.order]
    assert [node.order for node in ordered] == list(range(1, len(ordered) + 1))
    assert places(ordered) == [note_middle(*first) for first in first_cells]
    assert all(curve.head for curve in example_drawing(name).curves)


@pytest.mark.parametrize("name", CHAINS)
def test_the_ends_of_a_chain_are_false_and_true_in_turn(name: str) -> None:
    """Of a strong link the next end is true if this one is false; of a weak link the other way round."""
    links = example_of(name).step.links
    states = [node.state for node in example_drawing(name).nodes if node.order]
    assert all(state != after for state, after in pairwise(states))
    assert states[0] == ("false" if links[0].is_strong else "true")


def test_an_arrowhead_is_at_the_end_of_its_link() -> None:
    curve = curve_between((10, 10), (110, 10), is_strong=True, has_head=True)
    assert numbers(curve.head)[:2] == [110 - DISC, 10.0]
    assert points_of(curve.path)[-1] == pytest.approx((110 - DISC - HEAD, 10.0))


def test_a_link_stops_before_the_signs_at_its_ends() -> None:
    first, *_between, last = points_of(curve_between((10, 10), (110, 10), is_strong=True).path)
    assert first == pytest.approx((10 + DISC, 10))
    assert last == pytest.approx((110 - DISC, 10))


@pytest.mark.parametrize("name", LINKED)
def test_no_link_runs_through_a_digit(name: str) -> None:
    """A digit reaches 4.5 units from its middle; a link may have to come nearer than the wanted 6."""
    digits = example_of(name).position.digits
    middles = [(20 * column_of(cell) + 10, 20 * row_of(cell) + 10) for cell in CELLS if digits[cell]]
    for curve in example_drawing(name).curves:
        distances = [hypot(x - mx, y - my) for x, y in points_of(curve.path) for mx, my in middles]
        assert min(distances) > 5.6


@pytest.mark.parametrize("name", LINKED)
def test_no_link_runs_through_a_note(name: str) -> None:
    """A link bends past a note, or has a gap there. Its ends are no notes: they are on discs."""
    example = example_of(name)
    digits, masks = example.position.digits, example.position.masks
    above = example_drawing(name)
    notes = [
        note_middle(cell, digit)
        for cell in CELLS
        for digit in range(1, 10)
        if not digits[cell] and masks[cell] & 1 << digit - 1
    ]
    notes = [note for note in notes if note not in places(above.nodes)]
    for curve in above.curves:
        distances = [hypot(x - mx, y - my) for x, y in points_of(curve.path) for mx, my in notes]
        assert min(distances, default=9) > 2.4


def test_a_link_straight_through_a_note_has_a_gap_there() -> None:
    straight = (10, 10), (40, 10), (80, 10), (110, 10)
    points = points_of(path_with_gaps(straight, [(60, 10, 3)]))
    assert min(abs(x - 60) for x, _y in points) > 2.4
    assert (points[0], points[-1]) == (straight[0], straight[-1])


def test_a_link_past_a_row_of_digits_bends_between_the_rows() -> None:
    digits = [0] * 81
    digits[1:8] = [1, 2, 3, 4, 6, 7, 8]
    digits[10:17] = [5] * 7
    step = Step("x", links=(Link(5, (0,), 5, (8,), is_strong=True),), cells=by_role(pattern=[0, 8]))
    (curve,) = drawn(step, "why", digits).curves
    assert max(y for _x, y in points_of(curve.path)) < 24
    assert min(hypot(x - 90, y - 10) for x, y in points_of(curve.path)) > 5.9


def test_cells_that_make_one_end_of_a_link_are_joined() -> None:
    assert example_drawing("grouped_skyscraper").group_path
    assert not example_drawing("skyscraper").group_path


def test_each_link_is_drawn_once() -> None:
    curves = example_drawing("skyscraper").curves
    assert [curve.is_strong for curve in curves] == [True, False, True]
    assert len({curve.path for curve in curves}) == 3


def test_numbers_are_written_for_svg_in_every_language() -> None:
    with translation.override("fr"):
        text = render_to_string("play/_drawing.html", {"drawing": example_drawing("xy_chain", "do")})
    assert not re.search(r"\d,\d", text)
    assert 'class="link link-strong"' in text
