"""How almost locked sets hang together, on real grids, against the plain definitions."""

from itertools import pairwise

import pytest

from puzzles.engine.bits import Candidate, candidates_in_set, cells_of, digits_of
from puzzles.engine.techniques.als.graph import als_graph, paths


def restricted_commons(one, other):
    """Digits whose cells in one set see all their cells in the other."""
    return tuple(
        digit
        for digit in digits_of(one.mask & other.mask)
        if not other.cells_with[digit] & ~one.buddies[digit]
    )


@pytest.fixture
def positions(examples):
    return [*examples["als_xz"], *examples["death_blossom"]]


def test_from_set_to_set_lead_the_restricted_commons(positions):
    for position in positions:
        links = als_graph(position)
        for number, one in enumerate(links.sets):
            commons = [links.commons[one] for one in links.commons_of[number]]
            led = {(digit, other) for digit, sets in commons for other in sets}
            commons = {
                (digit, other)
                for other, two in enumerate(links.sets)
                for digit in restricted_commons(one, two)
            }
            assert led == commons


def test_a_set_excludes_what_sees_all_its_places_for_a_digit(positions):
    for position in positions:
        links = als_graph(position)
        for one, layers in zip(links.sets, links.excluded, strict=True):
            assert set(candidates_in_set(layers)) == {
                Candidate(cell, digit)
                for digit in one.digits
                for cell in cells_of(one.buddies[digit])
                if position.has_candidate(cell, digit)
            }


def test_a_path_leads_over_one_common_after_another(positions):
    for position in positions:
        sets = als_graph(position).sets
        for count in (2, 3, 4):
            for path, layers in paths(position, count):
                assert len(path.sets) == count == len(path.commons) + 1
                for digit, (one, other) in zip(path.commons, pairwise(path.sets), strict=True):
                    assert digit in restricted_commons(sets[one], sets[other])
                ends = set(sets[path.sets[0]].digits) & set(sets[path.sets[-1]].digits)
                fallen = {digit for _, digit in candidates_in_set(layers)}
                assert fallen
                assert fallen <= ends - {path.commons[0], path.commons[-1]}
