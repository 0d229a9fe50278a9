"""X-Chains, XY-Chains and AICs by examples and near misses, on grids made for them."""

from dataclasses import replace

import pytest

from puzzles.engine.cells import cell_name
from puzzles.engine.techniques import Candidate, Link
from puzzles.engine.techniques.chains.open_chains import (
    find_aics,
    find_x_chains,
    find_xy_chains,
    verify_aic,
    verify_x_chain,
    verify_xy_chain,
)
from tests.puzzles.engine.notation import candidate_names, cells

# Three strong links of 5: r2c1 = r2c5 - r5c5 = r5c8 - r8c8 = r8c3.
X_CHAIN = {"row 2": "r2c1 r2c5", "row 5": "r5c5 r5c8", "row 8": "r8c8 r8c3"}
# 1-2-3-4-1 from cell to cell.
XY_CHAIN = {"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c9": "14"}


def way(links: tuple[Link, ...]) -> str:
    """The way the links lead: `5r2c1 = 5r2c5 - 5r5c5`."""
    (first, *_) = links
    text = f"{first.digit}{cell_name(*first.cells)}"
    for link in links:
        text += f" {'=' if link.is_strong else '-'} {link.next_digit}{cell_name(*link.next_cells)}"
    return text


def test_an_x_chain_leads_over_strong_and_weak_links_from_end_to_end(with_places):
    (step,) = find_x_chains(with_places(5, X_CHAIN))
    assert way(step.links) == "5r2c1 = 5r2c5 - 5r5c5 = 5r5c8 - 5r8c8 = 5r8c3"
    assert (step.cells_as("start"), step.cells_as("finish")) == (cells("r2c1"), cells("r8c3"))
    assert candidate_names(step.eliminations) == {"5r1c3", "5r3c3", "5r7c1", "5r9c1"}


def test_a_shorter_chain_comes_first_and_no_two_exclude_the_same(examples):
    lengths = set()
    for name, find in (("x_chain", find_x_chains), ("xy_chain", find_xy_chains), ("aic", find_aics)):
        for position in examples[name]:
            steps = list(find(position))
            sizes = [len(step.links) for step in steps]
            assert sizes == sorted(sizes)
            assert len({step.eliminations for step in steps}) == len(steps)
            lengths.update(sizes)
    assert len(lengths) > 2


@pytest.mark.parametrize(
    "places",
    [
        X_CHAIN | {"row 5": "r5c4 r5c8"},
        X_CHAIN | {"row 5": "r5c5 r5c8 r5c9"},
        X_CHAIN | {"row 8": "r8c3 r8c6 r8c8"},
    ],
    ids=["a gap", "a third place in the middle", "a third place at the end"],
)
def test_a_near_miss_is_no_x_chain(with_places, places):
    assert not list(find_x_chains(with_places(5, places)))


def test_an_xy_chain_leads_from_cell_to_cell_with_two_candidates(with_candidates):
    (step,) = find_xy_chains(with_candidates(**XY_CHAIN))
    assert way(step.links) == ("1r1c1 = 2r1c1 - 2r1c5 = 3r1c5 - 3r5c5 = 4r5c5 - 4r5c9 = 1r5c9")
    assert candidate_names(step.eliminations) == {"1r1c9", "1r5c1"}
    assert step.digits_as("start") == step.digits_as("finish") == (1,)


@pytest.mark.parametrize("name", XY_CHAIN)
def test_a_third_candidate_in_a_cell_breaks_an_xy_chain(with_candidates, name):
    position = with_candidates(**XY_CHAIN)
    (step,) = find_xy_chains(position)
    wider = with_candidates(**XY_CHAIN | {name: XY_CHAIN[name] + "9"})
    assert verify_xy_chain(step, position)
    assert not verify_xy_chain(step, wider)
    assert not list(find_xy_chains(wider))


def test_an_aic_mixes_digits_and_houses_and_is_no_chain_of_a_simpler_name(examples):
    for position in examples["aic"]:
        for step in find_aics(position):
            strong = [link for link in step.links if link.is_strong]
            assert len(step.digits_as("pattern")) > 1
            assert any(link.digit == link.next_digit for link in strong) or any(
                link.digit != link.next_digit for link in step.links if not link.is_strong
            )
            assert len(step.eliminations) > 1


def test_the_ends_of_an_aic_may_be_two_digits_that_fall_in_each_others_cell(examples):
    steps = [step for position in examples["aic"] for step in find_aics(position)]
    mixed = [step for step in steps if step.form == "two_digits"]
    assert mixed
    for step in mixed:
        ((start,), (finish,)) = step.cells_as("start"), step.cells_as("finish")
        ((digit,), (other,)) = step.digits_as("start"), step.digits_as("finish")
        assert set(step.eliminations) == {Candidate(start, other), Candidate(finish, digit)}


def test_a_chain_is_refused_under_another_name(examples):
    for name, verify in (("x_chain", verify_x_chain), ("xy_chain", verify_xy_chain), ("aic", verify_aic)):
        for position in examples[name]:
            find = {"x_chain": find_x_chains, "xy_chain": find_xy_chains, "aic": find_aics}[name]
            for step in find(position):
                assert verify(step, position)
                for other in (verify_x_chain, verify_xy_chain, verify_aic):
                    assert other is verify or not other(step, position)


def test_a_chain_with_a_gap_or_a_reversal_proves_nothing(with_places):
    position = with_places(5, X_CHAIN)
    (step,) = find_x_chains(position)
    links = step.links
    assert verify_x_chain(step, position)
    assert not verify_x_chain(replace(step, links=links[:2] + links[3:]), position)
    assert not verify_x_chain(replace(step, links=tuple(reversed(links))), position)
    assert not verify_x_chain(replace(step, links=links[:1] * 5), position)
