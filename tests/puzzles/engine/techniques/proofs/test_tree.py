"""Trees of steps that end in a contradiction: replayed, counted, and refused once something is altered."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.bits import candidate_at, candidate_number, numbers_in
from puzzles.engine.board import Board
from puzzles.engine.constraints import CELL_CONSTRAINTS, HOUSE_CONSTRAINTS
from puzzles.engine.generator import generate
from puzzles.engine.search import search
from puzzles.engine.techniques import (
    CATALOGUE,
    TECHNIQUES,
    Branch,
    Candidate,
    Position,
    Step,
    rate,
    score_of,
    solve_path,
    verify,
)
from puzzles.engine.techniques.proofs.implications import grid_candidates
from puzzles.engine.techniques.proofs.reasons import Deduction, Refutation, is_proved
from puzzles.engine.techniques.proofs.tree import (
    contradiction_step,
    follows_from_one,
    refutation_step,
    replayed,
    tree_size,
)
from puzzles.engine.techniques.singles import single_at

SINGLES = ("full_house", "hidden_single", "naked_single")
TREES = [technique for technique in CATALOGUE if technique.tier == 5]
IDS = [technique.id for technique in TREES]
CONTRADICTIONS = ["nishio", "contradiction_chain", "trial", "nested_trial"]
Examples = dict[str, list[Position]]


def first_steps(technique: str, examples: Examples) -> Iterator[tuple[Step, Position]]:
    return ((next(TECHNIQUES[technique].find(position)), position) for position in examples[technique])


def refutation_of(step: Step) -> Refutation:
    """The proof a step tells, without the reasons of its singles."""
    (branch,) = step.branches
    lines = (
        Deduction(candidate_number(*one.placements[0]))
        if one.placements
        else Deduction(candidate_number(*one.eliminations[0]), refutation_of(one))
        for one in branch.steps
    )
    cells, houses, digits = step.cells_as("gap"), step.houses_as("gap"), step.digits_as("gap")
    gap = CELL_CONSTRAINTS[cells[0]] if cells else HOUSE_CONSTRAINTS[9 * houses[0] + digits[0] - 1]
    return Refutation(candidate_number(*branch.assumed), tuple(lines), gap)


def shorter(proof: Refutation) -> Iterator[Refutation]:
    """The proof without one of its lines, those of proofs inside too."""
    lines = proof.deductions
    for index, line in enumerate(lines):
        before, after = lines[:index], lines[index + 1 :]
        yield proof._replace(deductions=before + after)
        for inner in shorter(line.refutation) if line.refutation else ():
            yield proof._replace(deductions=(*before, line._replace(refutation=inner), *after))


def can_do_with_less(step: Step, position: Position) -> bool:
    """Whether a proof by the same technique is left without some of its lines."""
    layers = grid_candidates(position)
    fewer = (proof for proof in shorter(refutation_of(step)) if is_proved(proof, layers))
    return any(verify(refutation_step(step.technique, proof, position), position) for proof in fewer)


@st.composite
def positions_without_singles(draw: st.DrawFn) -> tuple[Position, Board]:
    """A new puzzle as far as singles lead, and its solution; some of what is false has fallen."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    puzzle = generate(chance, wanted="harder")
    solution = search(puzzle).solution
    assert solution is not None
    position = solve_path(Position.from_board(puzzle, is_unique=True), techniques=SINGLES).end
    false = [
        (cell, digit)
        for cell in position.board.empty_cells
        for digit in position.candidates(cell)
        if digit != solution[cell]
    ]
    gone = chance.sample(false, draw(st.integers(0, len(false) // 8)))
    return solve_path(position.eliminate(gone), techniques=SINGLES).end, solution


@settings(max_examples=25, deadline=None)
@given(positions_without_singles())
def test_every_tree_is_true_and_proved_and_none_of_its_steps_can_be_left_out(
    place: tuple[Position, Board],
) -> None:
    position, solution = place
    for technique in TREES:
        for step in technique.find(position):
            assert step.is_well_formed
            assert verify(step, position)
            assert all(solution[cell] == digit for cell, digit in step.placements)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert technique.id not in CONTRADICTIONS or not can_do_with_less(step, position)


@pytest.mark.parametrize("technique", CONTRADICTIONS)
def test_no_step_of_a_contradiction_can_be_left_out(technique: str, examples: Examples) -> None:
    for step, position in first_steps(technique, examples):
        proof = refutation_of(step)
        assert refutation_step(technique, proof, position) == step
        assert len(list(shorter(proof))) == proof.size == tree_size(step) > 0
        assert not can_do_with_less(step, position)


def test_a_trial_with_a_line_that_it_does_not_need_can_do_with_less(examples: Examples) -> None:
    for step, position in first_steps("trial", examples):
        proof, layers = refutation_of(step), grid_candidates(position)
        told = {line.candidate for line in proof.deductions}
        after = position.place(*step.branches[0].assumed)
        others = [
            one for one in numbers_in(after.candidate_set) if single_at(*candidate_at(one), after) is not None
        ]
        longer = [
            proof._replace(deductions=(Deduction(one), *proof.deductions))
            for one in others
            if one not in told
        ]
        steps = [refutation_step("trial", one, position) for one in longer if is_proved(one, layers)]
        assert steps
        assert all(verify(one, position) and can_do_with_less(one, position) for one in steps)


@pytest.mark.parametrize("technique", IDS)
def test_each_branch_is_replayed_to_its_end(technique: str, examples: Examples) -> None:
    for step, position in first_steps(technique, examples):
        for branch in step.branches:
            end = replayed(branch, position)
            assert end is not None
            changed = [candidate for one in branch.steps for candidate in one.placements]
            assert end.digits.count(0) == position.digits.count(0) - 1 - len(changed)
            assert all(end.digits[cell] == digit for cell, digit in [branch.assumed, *changed])


@pytest.mark.parametrize("technique", CONTRADICTIONS)
def test_only_a_remaining_gap_is_named(technique: str, examples: Examples) -> None:
    for step, position in first_steps(technique, examples):
        (branch,) = step.branches
        end = replayed(branch, position)
        assert end is not None
        left = end.candidate_set | end.placed
        gaps = 0
        for gap in CELL_CONSTRAINTS + HOUSE_CONSTRAINTS:
            told = contradiction_step("trial" if technique != "nested_trial" else technique, branch, gap)
            gaps += not left & gap.members
            assert verify(told, position) == (not left & gap.members)
        assert gaps


@pytest.mark.parametrize("technique", IDS)
def test_a_branch_is_refused_where_its_steps_come_in_another_order(
    technique: str, examples: Examples
) -> None:
    refused = 0
    for step, position in first_steps(technique, examples):
        branch = max(step.branches, key=lambda branch: len(branch.steps))
        turned = replace(branch, steps=branch.steps[::-1])
        refused += replayed(turned, position) is None
        if replayed(turned, position) is None:
            others = tuple(turned if one == branch else one for one in step.branches)
            assert not verify(replace(step, branches=others), position)
    assert refused or all(len(branch.steps) < 2 for branch in step.branches)


def test_a_branch_that_assumes_what_is_no_candidate_leads_nowhere(examples: Examples) -> None:
    step, position = next(first_steps("trial", examples))
    (branch,) = step.branches
    filled = position.digits.index(next(filter(None, position.digits)))
    for assumed in (
        Candidate(filled, 5),
        Candidate(-1, 5),
        Candidate(81, 5),
        Candidate(0, 0),
        Candidate(0, 10),
    ):
        assert replayed(Branch(assumed, True, ()), position) is None
    assert replayed(replace(branch, holds=False), position) is None
    assert replayed(Branch(branch.assumed, True, ()), position) == position.place(*branch.assumed)


@pytest.mark.parametrize(
    "stranger",
    [
        Step("x_wing", eliminations=(Candidate(0, 1),)),
        Step("naked_single", (Candidate(80, 10),)),
        Step("naked_single", (Candidate(99, 1),)),
        Step("trial"),
        Step("guess", (Candidate(80, 9),)),
    ],
    ids=["no single", "no digit", "no cell", "nothing", "no technique"],
)
def test_a_branch_with_a_step_from_elsewhere_leads_nowhere(stranger: Step, examples: Examples) -> None:
    for technique in IDS:
        for step, position in first_steps(technique, examples):
            branch = step.branches[0]
            for steps in ((stranger, *branch.steps), (*branch.steps, stranger)):
                assert replayed(replace(branch, steps=steps), position) is None


def test_in_a_chain_each_single_follows_from_one_before_and_in_a_trial_from_several(
    examples: Examples,
) -> None:
    for technique in ("cell_forcing_chain", "house_forcing_chain"):
        for step, position in first_steps(technique, examples):
            assert all(follows_from_one(branch, position, last=True) for branch in step.branches)
    for step, position in first_steps("trial", examples):
        assert not follows_from_one(step.branches[0], position)
    for step, position in first_steps("nested_trial", examples):
        assert not follows_from_one(step.branches[0], position)


@pytest.mark.parametrize("technique", IDS)
def test_a_bigger_tree_costs_more_and_rates_no_less(technique: str, examples: Examples) -> None:
    steps = [step for position in examples[technique] for step in TECHNIQUES[technique].find(position)]
    by_size = sorted(steps, key=tree_size)
    for step in steps:
        assert score_of(step) == TECHNIQUES[technique].score + 10 * tree_size(step)
    assert [rate(step) for step in by_size] == sorted(rate(step) for step in steps)
