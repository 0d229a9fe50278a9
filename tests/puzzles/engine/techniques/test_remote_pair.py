"""Remote pairs by an example and near misses, on grids made for them."""

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import CELLS, PEERS, parse_cell
from puzzles.engine.techniques.remote_pair import find_remote_pairs, verify_remote_pair
from puzzles.engine.techniques.step import Link

CHAIN = "r1c1 r1c5 r4c5 r4c9"
LONGER = f"{CHAIN} r8c9 r8c2"


def cells(names: str) -> tuple[int, ...]:
    return tuple(parse_cell(name) for name in names.split())


def candidates(names: str, digits: str = "27") -> tuple[Candidate, ...]:
    return tuple(sorted(Candidate(cell, int(digit)) for cell in cells(names) for digit in digits))


def equal_cells(with_candidates, names: str, digits: str = "27"):
    return with_candidates(**dict.fromkeys(names.split(), digits))


def seen_by_both(chain: tuple[int, ...]) -> set[int]:
    """The cells beside the chain that see one of its odd cells and one of its even ones."""
    return {
        cell
        for cell in CELLS
        if cell not in chain
        and any(other in PEERS[cell] for other in chain[::2])
        and any(other in PEERS[cell] for other in chain[1::2])
    }


def test_a_remote_pair_takes_both_digits_where_two_cells_of_unlike_place_are_seen(with_candidates):
    (step,) = find_remote_pairs(equal_cells(with_candidates, CHAIN))
    assert step.technique == "remote_pair"
    assert step.digits_as("pattern") == (2, 7)
    assert step.cells_as("pattern") == cells(CHAIN)
    assert (step.cells_as("color_a"), step.cells_as("color_b")) == (cells("r1c1 r4c5"), cells("r1c5 r4c9"))
    assert set(step.eliminations) == {
        Candidate(cell, digit) for cell in seen_by_both(cells(CHAIN)) for digit in (2, 7)
    }
    assert set(step.targets) >= set(cells("r1c9 r4c1"))


def test_a_remote_pair_shows_the_way_from_end_to_end(with_candidates):
    (step,) = find_remote_pairs(equal_cells(with_candidates, CHAIN))
    first, second, third, last = (cells(name) for name in CHAIN.split())
    assert step.links == (
        Link(2, first, 7, first, is_strong=True),
        Link(7, first, 7, second, is_strong=False),
        Link(7, second, 2, second, is_strong=True),
        Link(2, second, 2, third, is_strong=False),
        Link(2, third, 7, third, is_strong=True),
        Link(7, third, 7, last, is_strong=False),
        Link(7, last, 2, last, is_strong=True),
    )


def test_a_shorter_chain_comes_first_and_a_longer_one_only_if_it_says_more(with_candidates):
    steps = list(find_remote_pairs(equal_cells(with_candidates, LONGER)))
    lengths = [len(step.cells_as("pattern")) for step in steps]
    assert lengths == sorted(lengths)
    assert set(lengths) == {4, 6}
    assert len({step.eliminations for step in steps}) == len(steps)


def test_a_chain_whose_ends_exclude_nothing_is_left_to_naked_pairs(with_candidates):
    position = equal_cells(with_candidates, CHAIN).eliminate(candidates("r1c9 r4c1"))
    assert position.has_candidate(parse_cell("r1c2"), 2)
    assert not list(find_remote_pairs(position))


@pytest.mark.parametrize(
    ("names", "digits"),
    [
        ("r1c1 r1c5 r4c5", "27"),
        ("r1c1 r1c5 r5c6 r5c9", "27"),
        (CHAIN, "279"),
        (CHAIN.removesuffix(" r4c9"), "27"),
    ],
    ids=["three cells", "a gap in the chain", "three candidates", "a cell missing at the end"],
)
def test_a_near_miss_is_no_remote_pair(with_candidates, names, digits):
    assert not list(find_remote_pairs(equal_cells(with_candidates, names, digits)))


def test_a_cell_with_another_pair_breaks_the_chain(with_candidates):
    position = with_candidates(r1c1="27", r1c5="27", r4c5="28", r4c9="27")
    assert not list(find_remote_pairs(position))


def test_the_proof_fails_where_a_cell_of_the_chain_has_one_candidate_more(with_candidates):
    (step,) = find_remote_pairs(equal_cells(with_candidates, CHAIN))
    assert verify_remote_pair(step, equal_cells(with_candidates, CHAIN))
    for name in CHAIN.split():
        others = dict.fromkeys(CHAIN.split(), "27") | {name: "279"}
        assert not verify_remote_pair(step, with_candidates(**others))
