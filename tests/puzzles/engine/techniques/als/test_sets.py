"""Almost locked sets, on grids made for them and on a real one, against the plain definition."""

from itertools import combinations

from puzzles.engine.bits import cell_set_of, cells_of, common_peers
from puzzles.engine.cells import CELLS, DIGITS, HOUSES, PEERS
from puzzles.engine.techniques.als.sets import (
    almost_locked_sets,
)
from tests.puzzles.engine.notation import cells


def sets_by_cells(position):
    return {cells_of(one.cells): one for one in almost_locked_sets(position)}


def is_locked(group, position) -> bool:
    return len({digit for cell in group for digit in position.candidates(cell)}) <= len(group)


def plain_sets(position) -> set[tuple[int, ...]]:
    """Every group of a house with one digit more than cells, and no locked group in it."""
    found = set()
    for house in HOUSES:
        open_cells = sorted(cell for cell in house if position.candidates(cell))
        groups = [group for size in range(1, 9) for group in combinations(open_cells, size)]
        locked = [set(group) for group in groups if is_locked(group, position)]
        found |= {
            group
            for group in groups
            if len({digit for cell in group for digit in position.candidates(cell)}) == len(group) + 1
            and not any(part <= set(group) for part in locked)
        }
    return found


def test_the_sets_are_those_of_the_definition(examples):
    for technique in ("xy_wing", "w_wing", "naked_quad"):
        for position in examples[technique]:
            found = [cells_of(one.cells) for one in almost_locked_sets(position)]
            assert len(set(found)) == len(found)
            assert set(found) == plain_sets(position)


def test_a_set_knows_the_cells_of_its_digits_and_their_peers(examples):
    position = examples["xy_wing"][0]
    for one in almost_locked_sets(position):
        members = cells_of(one.cells)
        assert one.size == len(members) == len(one.digits) - 1
        for digit in DIGITS:
            places = [cell for cell in members if digit in position.candidates(cell)]
            assert one.cells_with[digit] == cell_set_of(places)
            assert bool(places) == (digit in one.digits) == bool(one.mask >> digit - 1 & 1)
            seeing = [cell for cell in CELLS if places and all(cell in PEERS[place] for place in places)]
            assert cells_of(one.buddies[digit]) == tuple(seeing)


def test_small_sets_come_first(examples):
    sizes = [one.size for one in almost_locked_sets(examples["xy_wing"][0])]
    assert sizes == sorted(sizes)


def test_a_set_with_a_locked_part_is_left_out(with_candidates):
    position = with_candidates(r1c1="12", r1c2="12", r5c1="34")
    assert cells("r1c1") in sets_by_cells(position)
    assert cells("r1c1 r5c1") not in sets_by_cells(position)
    assert cells("r1c1 r1c2") not in sets_by_cells(position)
    assert cells("r1c1 r1c2 r5c1") not in sets_by_cells(position)


def test_seen_by_each_is_what_all_cells_see():
    assert cells_of(common_peers(cell_set_of(cells("r1c1 r9c9")))) == cells("r1c9 r9c1")
    assert common_peers(cell_set_of(cells("r1c1 r5c5 r9c9"))) == 0
