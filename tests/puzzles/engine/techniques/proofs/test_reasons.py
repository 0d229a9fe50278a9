"""Proofs by refutation: each deduction is needed, none is missing, and altered ones do not hold."""

import pytest

from puzzles.engine.bits import numbers_in
from puzzles.engine.board import Board
from puzzles.engine.constraints import candidates_at
from puzzles.engine.techniques.position import Position
from puzzles.engine.techniques.proofs.implications import KEPT, grid_candidates
from puzzles.engine.techniques.proofs.propagation import propagations
from puzzles.engine.techniques.proofs.reasons import Deduction, Reasons, after, in_turn, is_proved, shortened
from puzzles.engine.techniques.solving.paths import solve_path

HARD = "..7.541...8.......2..3.....3.9..........7.9.5.......14.48615..9......4.....7...8."
SINGLES = ("full_house", "hidden_single", "naked_single")
POSITION = solve_path(Position.from_board(Board.from_line(HARD)), techniques=SINGLES).end
LAYERS = grid_candidates(POSITION)
REFUTED = [candidate for candidate, end in propagations(POSITION).items() if end.is_contradiction]


def branch_of(candidate):
    return Reasons(LAYERS, POSITION.placed).assume(candidate)


def refutation_of(candidate):
    branch = branch_of(candidate)
    return branch.refutation(candidate, branch.follow_to_contradiction())


def test_there_is_something_to_refute():
    assert len(REFUTED) > 5


@pytest.mark.parametrize("candidate", REFUTED)
def test_a_refutation_holds_and_needs_every_line_once_it_is_shortened(candidate):
    found = refutation_of(candidate)
    short = shortened(found, LAYERS)
    assert is_proved(found, LAYERS)
    assert is_proved(short, LAYERS)
    assert short.size <= found.size
    for index in range(len(short.deductions)):
        fewer = short.deductions[:index] + short.deductions[index + 1 :]
        assert not is_proved(short._replace(deductions=fewer), LAYERS)


def test_a_refutation_ends_in_the_gap_it_names_and_in_no_other():
    found = shortened(refutation_of(REFUTED[0]), LAYERS)
    others = {refutation_of(candidate).gap for candidate in REFUTED} - {found.gap}
    assert others
    left = after(found.deductions, LAYERS & KEPT[found.assumed])
    for gap in others:
        assert is_proved(found._replace(gap=gap), LAYERS) == (not left & gap.members)


def test_a_branch_that_ends_in_no_gap_has_no_refutation():
    true = next(candidate for candidate, end in propagations(POSITION).items() if not end.is_contradiction)
    branch = branch_of(true)
    assert branch.follow() is None
    with pytest.raises(ValueError, match="ends in a contradiction"):
        branch.follow_to_contradiction()


def test_eliminations_in_a_branch_need_the_deductions_given_for_them():
    candidate, end = next(
        (candidate, end)
        for candidate, end in propagations(POSITION).items()
        if end.remaining and end.rounds > 2
    )
    branch = branch_of(candidate)
    branch.follow()
    assert set(numbers_in(branch.candidate_set)) == set(candidates_at(end.remaining))
    for eliminated in numbers_in(LAYERS & ~branch.candidate_set):
        lines = branch.deductions(branch.needs_of_elimination(eliminated))
        left = after(lines, LAYERS & KEPT[candidate])
        assert left is not None
        assert not left >> eliminated & 1
    for placed in numbers_in(branch.placed & ~POSITION.placed & ~(1 << candidate)):
        assert branch.deductions(branch.needs_of_place(placed))[-1] == Deduction(placed)


def test_inner_refutations_are_lines_of_the_outer_one():
    outer, *inners = REFUTED
    branch = branch_of(outer)
    contradictions = [
        (inner, branch.assume(inner).follow_to_contradiction())
        for inner in inners
        if branch.candidate_set >> inner & 1
    ]
    assert contradictions
    for inner, contradiction in contradictions:
        branch.eliminate(inner, contradiction)
    found = in_turn(branch.refutation(outer, branch.follow_to_contradiction()), LAYERS)
    assert is_proved(found, LAYERS)
    assert found.size == sum(
        1 if line.refutation is None else 1 + line.refutation.size for line in found.deductions
    )
    assert is_proved(shortened(found, LAYERS), LAYERS)


def test_a_refutation_of_another_candidate_is_no_line():
    first, second = REFUTED[:2]
    right = Deduction(first, refutation_of(first))
    assert after((right,), LAYERS) == LAYERS & ~(1 << first)
    assert after((Deduction(second, refutation_of(first)),), LAYERS) is None
    assert after((right, right), LAYERS) is None
    assert after((Deduction(first),), LAYERS) is None
