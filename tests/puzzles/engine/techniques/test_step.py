import json
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.bits import Candidate
from puzzles.engine.techniques.step import Branch, Link, Step, by_role

cells = st.integers(0, 80)
digits = st.integers(1, 9)
candidates = st.builds(Candidate, cells, digits)
some_cells = st.lists(cells, max_size=3).map(tuple)
roles = st.dictionaries(st.sampled_from(["cause", "fin", "pattern"]), some_cells).map(
    lambda members: by_role(**members)
)
links = st.builds(Link, digits, some_cells, digits, some_cells, st.booleans(), some_cells)


def steps_with(branches: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(
        Step,
        technique=st.sampled_from(["naked_single", "forcing_net"]),
        placements=st.lists(candidates, max_size=2).map(tuple),
        eliminations=st.lists(candidates, max_size=3).map(tuple),
        digits=roles,
        houses=roles,
        cells=roles,
        links=st.lists(links, max_size=2).map(tuple),
        branches=branches,
    )


plain_steps = steps_with(st.just(()))
branches = st.builds(Branch, candidates, st.booleans(), st.lists(plain_steps, max_size=2).map(tuple))
steps = steps_with(st.lists(branches, max_size=2).map(tuple))


@given(steps)
def test_a_step_is_there_and_back_through_json(step):
    assert Step.from_dict(json.loads(json.dumps(step.to_dict()))) == step


@given(steps)
def test_a_step_survives_a_store_that_reorders_its_names(step):
    stored = json.loads(json.dumps(step.to_dict(), sort_keys=True))
    assert Step.from_dict(stored) == step
    assert hash(Step.from_dict(stored)) == hash(step)


def test_a_step_cannot_be_changed():
    step = Step("naked_single", (Candidate(40, 7),))
    with pytest.raises(FrozenInstanceError):
        step.technique = "full_house"


def test_members_of_a_role_are_in_ascending_order_and_an_empty_role_is_none():
    assert by_role(pattern=[5, 3], cause=(), fin={9}) == (("fin", (9,)), ("pattern", (3, 5)))


def test_a_step_gives_the_members_of_a_role():
    step = Step("x", digits=by_role(pattern=[4]), houses=by_role(base=[2, 1]), cells=by_role(cause=[30, 3]))
    assert step.digits_as("pattern") == (4,)
    assert step.houses_as("base") == (1, 2)
    assert step.cells_as("cause") == (3, 30)
    assert step.cells_as("fin") == ()


def test_the_targets_are_the_cells_of_all_results():
    step = Step("x", (Candidate(50, 1),), (Candidate(7, 2), Candidate(7, 3), Candidate(50, 4)))
    assert step.targets == (7, 50)


def test_what_is_empty_is_left_out_of_the_json():
    assert Step("full_house", (Candidate(3, 9),)).to_dict() == {
        "technique": "full_house",
        "placements": [[3, 9]],
    }


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (Step("hidden_single", (Candidate(72, 1),)), "Hidden single: r9c1=1"),
        (Step("x_wing", (), (Candidate(2, 5), Candidate(6, 5))), "X wing: r1c3,r1c7<>5"),
        (Step("als_xz", (), (Candidate(2, 7), Candidate(2, 5))), "ALS XZ: r1c3<>5, r1c3<>7"),
        (Step("bug_plus_one", (Candidate(0, 9),)), "BUG plus one: r1c1=9"),
    ],
)
def test_a_step_prints_its_technique_and_its_result(step, text):
    assert str(step) == text
