from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.cells import DIGITS, parse_cell
from puzzles.engine.search import search
from puzzles.engine.techniques import (
    CATALOGUE,
    TECHNIQUES,
    ContradictionError,
    Justification,
    Position,
    direct_proofs,
    justify,
    verify,
)
from tests.lengths import IS_LONG
from tests.puzzles.engine.notation import position_of

WithPlaces = Callable[[int, Mapping[str, str]], Position]

IDS = [technique.id for technique in CATALOGUE]
WITHOUT_CHAINS = [technique.id for technique in CATALOGUE if technique.tier < 4]
TRIAL_IDS = [technique.id for technique in CATALOGUE if technique.tier == 5]
SINGLES_ONLY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARDER = [
    "000000700000620300000071689400900008093080120100002004247190000006045000009000000",
    "000120000700000502200047009840500201000000000507006084100380005903000007000052000",
    "010078000080040900005600010100060005040915072067080400000300100070890023000004000",
]
HARDEST = "..19....4.7...82...6..7.....1.2....77......5...2.3.8...291..3......8...96........"


def is_proved(
    justification: Justification, start: Position, cell: int, digit: int, *, is_placement: bool
) -> bool:
    """Whether the steps hold one after the other, and the last one shows what was asked."""
    position = start
    for step in justification.steps[:-1]:
        if not verify(step, position) or step.placements:
            return False
        position = position.eliminate(step.eliminations)
    proof = justification.proof
    if proof is None:
        return not is_placement and not start.has_candidate(cell, digit)
    if not verify(proof, position):
        return False
    after = position.apply(proof)
    return after.digits[cell] == digit if is_placement else not after.has_candidate(cell, digit)


def test_a_single_is_its_own_proof() -> None:
    justification = justify(position_of(SINGLES_ONLY), cell=parse_cell("r5c5"), digit=5, is_placement=True)
    assert justification is not None
    assert justification.technique == "naked_single"
    assert [step.placements for step in justification.steps] == [((40, 5),)]


def test_the_easiest_of_several_proofs_is_found(with_places: WithPlaces) -> None:
    position = with_places(5, {"row 1": "r1c1", "box 1": "r1c1"})
    position = position.eliminate((0, digit) for digit in DIGITS if digit != 5)
    justification = justify(position, cell=0, digit=5, is_placement=True)
    assert justification is not None
    assert justification.technique == "hidden_single"


def test_an_elimination_may_lead_to_the_placement(with_places: WithPlaces) -> None:
    """The pair of fives in box 1 leaves row 1 of box 2 none; so box 2 keeps one place."""
    position = with_places(5, {"box 1": "r1c1 r1c2", "box 2": "r1c4 r2c5"})
    justification = justify(position, cell=parse_cell("r2c5"), digit=5, is_placement=True)
    assert justification is not None
    assert [step.technique for step in justification.steps] == ["pointing", "hidden_single"]
    assert justification.technique == "pointing"


def test_a_digit_placed_elsewhere_proves_an_elimination(with_places: WithPlaces) -> None:
    position = with_places(5, {"row 1": "r1c1"})
    justification = justify(position, cell=parse_cell("r9c1"), digit=5, is_placement=False)
    assert justification is not None
    assert [step.technique for step in justification.steps] == ["hidden_single"]


def test_a_digit_that_needs_another_placement_is_not_proved(with_places: WithPlaces) -> None:
    """The five of r1c1 leaves box 7 one place, once it stands on the grid."""
    position = with_places(5, {"column 1": "r1c1 r9c1", "row 1": "r1c1"})
    assert justify(position, cell=0, digit=5, is_placement=True) is not None
    position = with_places(5, {"row 1": "r1c1", "row 9": "r9c1 r9c9"})
    cell = parse_cell("r9c9")
    assert justify(position, cell=cell, digit=5, is_placement=True, techniques=WITHOUT_CHAINS) is None


def test_a_trial_is_no_reason(examples: Mapping[str, list[Position]]) -> None:
    """What trial proves is left a guess: it would prove whatever is true."""
    for technique in TRIAL_IDS:
        for position in examples[technique]:
            step = next(TECHNIQUES[technique].find(position))
            is_placement = bool(step.placements)
            (cell, digit), *_ = step.placements or step.eliminations
            target = {"cell": cell, "digit": digit, "is_placement": is_placement}
            assert justify(position, **target, techniques=TRIAL_IDS) is None
            assert not list(direct_proofs(position, **target, techniques=TRIAL_IDS))


def test_a_guess_in_the_hardest_puzzles_stays_unproved() -> None:
    position, solution = position_of(HARDEST), search(Board.from_line(HARDEST)).solution
    assert solution is not None
    for cell in position.board.empty_cells[::10]:
        assert justify(position, cell=cell, digit=solution[cell], is_placement=True) is None


def test_nothing_is_needed_for_what_the_grid_excludes() -> None:
    justification = justify(position_of(SINGLES_ONLY), cell=parse_cell("r1c3"), digit=5, is_placement=False)
    assert justification == Justification(())
    assert justification.technique == ""
    assert justification.proof is None


def test_a_digit_that_the_grid_excludes_is_never_placed() -> None:
    assert justify(position_of(SINGLES_ONLY), cell=parse_cell("r1c3"), digit=5, is_placement=True) is None


def test_only_the_named_techniques_are_used(with_places: WithPlaces) -> None:
    position = with_places(5, {"box 1": "r1c1 r1c2", "box 2": "r1c4 r2c5"})
    cell = parse_cell("r2c5")
    assert justify(position, cell=cell, digit=5, is_placement=True, techniques={"hidden_single"}) is None
    assert justify(position, cell=cell, digit=5, is_placement=True, techniques={"hidden_single", "pointing"})


def test_it_is_given_up_at_the_limit(with_places: WithPlaces) -> None:
    position = with_places(5, {"box 1": "r1c1 r1c2", "box 2": "r1c4 r2c5"})
    cell = parse_cell("r2c5")
    assert justify(position, cell=cell, digit=5, is_placement=True, limit=0) is None
    assert justify(position, cell=cell, digit=5, is_placement=True, limit=1) is not None


@pytest.mark.parametrize(("cell", "digit"), [(0, 4), (81, 4), (-1, 4), (2, 0), (2, 10)])
def test_a_filled_cell_and_nonsense_are_refused(cell: int, digit: int) -> None:
    with pytest.raises(ValueError, match="expected an empty cell"):
        justify(position_of(SINGLES_ONLY), cell=cell, digit=digit, is_placement=True)


def test_a_contradiction_proves_nothing() -> None:
    board = Board.from_line("55" + "." * 79)
    with pytest.raises(ContradictionError):
        justify(Position.from_board(board), cell=80, digit=1, is_placement=True)


@pytest.mark.parametrize("line", HARDER)
def test_every_proof_holds_and_none_is_against_the_solution(line: str) -> None:
    position, solution = position_of(line), search(Board.from_line(line)).solution
    assert solution is not None
    proved = 0
    for cell in position.board.empty_cells[:: 20 if IS_LONG else 40]:
        for digit in position.candidates(cell):
            for is_placement in (True, False):
                justification = justify(position, cell=cell, digit=digit, is_placement=is_placement)
                if justification is None:
                    continue
                proved += 1
                assert is_placement == (solution[cell] == digit)
                assert is_proved(justification, position, cell, digit, is_placement=is_placement)
    assert proved


@pytest.mark.parametrize("line", HARDER)
def test_no_easier_technique_would_do_and_no_step_is_too_many(line: str) -> None:
    position, solution = position_of(line), search(Board.from_line(line)).solution
    assert solution is not None
    for cell in position.board.empty_cells[::11]:
        justification = justify(position, cell=cell, digit=solution[cell], is_placement=True)
        if justification is None:
            continue
        easier = IDS[: IDS.index(justification.technique)]
        assert (
            justify(position, cell=cell, digit=solution[cell], is_placement=True, techniques=easier) is None
        )
        for index in range(len(justification.steps) - 1):
            fewer = justification.steps[:index] + justification.steps[index + 1 :]
            assert not is_proved(Justification(fewer), position, cell, solution[cell], is_placement=True)


@settings(max_examples=40 if IS_LONG else 20, deadline=None)
@given(st.data())
def test_proved_digits_agree_with_the_solution_in_any_part_of_a_grid(data: st.DataObject) -> None:
    solution = search(Board.from_line(SINGLES_ONLY)).solution
    assert solution is not None
    kept = data.draw(st.frozensets(st.integers(0, 80), min_size=18, max_size=60))
    board = Board(tuple(digit if cell in kept else 0 for cell, digit in enumerate(solution.digits)))
    cell = data.draw(st.sampled_from(board.empty_cells))
    digit, is_placement = data.draw(st.integers(1, 9)), data.draw(st.booleans())
    justification = justify(Position.from_board(board), cell=cell, digit=digit, is_placement=is_placement)
    if justification is not None:
        assert is_placement == (solution[cell] == digit)


def test_each_direct_proof_shows_it_by_itself_easiest_first() -> None:
    position, cell = position_of(SINGLES_ONLY), parse_cell("r9c7")
    proofs = list(direct_proofs(position, cell=cell, digit=1, is_placement=True, techniques=WITHOUT_CHAINS))
    assert [proof.technique for proof in proofs] == sorted((p.technique for p in proofs), key=IDS.index)
    assert proofs[0].technique == "hidden_single"
    assert all(proof.placements == ((cell, 1),) and verify(proof, position) for proof in proofs)
    refused = direct_proofs(position, cell=cell, digit=1, is_placement=False, techniques=WITHOUT_CHAINS)
    assert not list(refused)
