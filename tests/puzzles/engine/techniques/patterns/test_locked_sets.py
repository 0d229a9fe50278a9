from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.techniques.patterns.locked_sets import LockedSet, locked_sets


@st.composite
def nine_sets(draw: st.DrawFn) -> tuple[int, ...]:
    """Nine sets, some empty, that could each be given a member of its own."""
    members = draw(st.permutations(range(9)))
    filled = draw(st.sets(st.integers(0, 8)))
    allowed = sum(1 << members[index] for index in filled)
    more = draw(st.lists(st.integers(0, 511), min_size=9, max_size=9))
    fewer = draw(st.lists(st.integers(0, 511), min_size=9, max_size=9))
    return tuple(
        1 << members[index] | more[index] & fewer[index] & allowed if index in filled else 0
        for index in range(9)
    )


def locked_by_counting(sets: tuple[int, ...]) -> set[tuple[int, int]]:
    filled = [index for index in range(9) if sets[index]]
    found = set()
    for size in range(1, len(filled)):
        for group in combinations(filled, size):
            members = 0
            for index in group:
                members |= sets[index]
            if members.bit_count() == size:
                found.add((sum(1 << index for index in group), members))
    return found


@given(nine_sets())
def test_they_are_those_found_by_counting_smallest_first(sets: tuple[int, ...]) -> None:
    found = locked_sets(sets)
    assert {(one.sets, one.members) for one in found} == locked_by_counting(sets)
    assert len(set(found)) == len(found)
    sizes = [one.sets.bit_count() for one in found]
    assert sizes == sorted(sizes)


@given(nine_sets())
def test_eliminations_are_all_other_candidates(sets: tuple[int, ...]) -> None:
    all_sets = sum(1 << index for index in range(9) if sets[index])
    all_members = 0
    for held in sets:
        all_members |= held
    for one in locked_sets(sets):
        assert (one.sets ^ one.sets_left, one.members ^ one.members_left) == (all_sets, all_members)
        assert not one.sets & one.sets_left
        assert not one.members & one.members_left


def test_a_pair_leaves_the_rest_to_the_other_sets() -> None:
    sets = (0b0011, 0b1110, 0b0011, 0b1111, 0, 0, 0, 0, 0)
    assert locked_sets(sets) == (LockedSet(0b0101, 0b0011, 0b1010, 0b1100),)


@pytest.mark.parametrize("sets", [(0b001, 0b001, 0b010), (0b111, 0b111, 0)], ids=["too few", "too many"])
def test_sets_with_another_number_of_members_have_none(sets: tuple[int, ...]) -> None:
    assert locked_sets((*sets, *(0,) * 6)) == ()
