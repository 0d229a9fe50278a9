import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.bits import Candidate
from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.cells import BOXES, CELLS, HOUSES, ROWS, parse_cell
from puzzles.engine.rules import is_valid
from puzzles.engine.search import search
from puzzles.engine.techniques.position import ContradictionError, Position
from puzzles.engine.techniques.solving.paths import all_steps, next_step, rate, solve_path, verify
from puzzles.engine.techniques.step import Step, by_role
from tests.lengths import IS_LONG
from tests.puzzles.engine.conftest import DATA
from tests.puzzles.engine.notation import TUTORIAL, TUTORIAL_SOLUTION, agrees

INSA_LINE = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"
FIGURE_1 = ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6."
FIGURE_2 = "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
ITERATIVE = "000120000700000502200047009840500201000000000507006084100380005903000007000052000"
MINI_PROJECT = "010078000080040900005600010100060005040915072067080400000300100070890023000004000"
COURSE_GRIDS = [INSA_LINE, FIGURE_1, FIGURE_2, ITERATIVE, TUTORIAL, MINI_PROJECT]
SINGLE_IDS = ("full_house", "hidden_single", "naked_single")
# To look for every technique on one position takes some tenths of a second.
every_technique = settings(max_examples=100 if IS_LONG else 30)


def relabelled_and_turned(solution: str, seed: int) -> str:
    """The same solution in other words: digits renamed, rows and columns moved, mirrored."""
    chance = random.Random(seed)
    names = dict(zip("123456789", chance.sample("123456789", 9), strict=True))
    rows = [
        row for band in chance.sample(range(3), 3) for row in chance.sample(range(3 * band, 3 * band + 3), 3)
    ]
    columns = [
        c for stack in chance.sample(range(3), 3) for c in chance.sample(range(3 * stack, 3 * stack + 3), 3)
    ]
    turned = chance.random() < 0.5
    return "".join(
        names[solution[9 * column + row if turned else 9 * row + column]]
        for row in rows
        for column in columns
    )


@st.composite
def parts_of_solutions(draw: st.DrawFn) -> tuple[Board, Board]:
    """Some digits of a solved grid, and that grid."""
    solution = Board.from_line(relabelled_and_turned(TUTORIAL_SOLUTION, draw(st.integers(0, 2**32))))
    kept = draw(st.frozensets(st.sampled_from(CELLS), min_size=15, max_size=75))
    return Board(tuple(digit if cell in kept else 0 for cell, digit in enumerate(solution.digits))), solution


def alterations(step: Step) -> list[Step]:
    """The step with one thing changed, each of which makes it untrue or unproved."""
    ((cell, digit),), (house,) = step.placements, step.houses_as("house")
    causes = step.cells_as("cause")
    elsewhere = next(other for other in range(27) if cell not in HOUSES[other])
    return [
        replace(step, placements=(Candidate(cell, digit % 9 + 1),)),
        replace(step, placements=(Candidate((cell + 1) % 81, digit),)),
        replace(step, placements=(*step.placements, Candidate(cell, digit % 9 + 1))),
        replace(step, placements=()),
        replace(step, placements=(Candidate(cell + 81, digit),)),
        replace(step, eliminations=step.placements),
        replace(step, houses=by_role(house=[elsewhere])),
        replace(step, houses=by_role(house=[house + 27])),
        replace(step, houses=()),
        replace(step, technique="guess"),
        replace(step, cells=by_role(cause=[*causes, cell])),
        *(replace(step, cells=by_role(cause=[c for c in causes if c != one])) for one in causes),
    ]


@pytest.mark.parametrize("grid", COURSE_GRIDS)
def test_every_step_on_the_course_grids_agrees_with_the_solution(grid):
    solution = search(Board.from_line(grid)).solution
    path = solve_path(Board.from_line(grid))
    assert path.steps
    for step in path.steps:
        assert agrees(step, solution)


@pytest.mark.parametrize("grid", [FIGURE_2, TUTORIAL, MINI_PROJECT])
def test_singles_solve_these_grids_of_the_course(grid):
    path = solve_path(Board.from_line(grid))
    assert path.is_solved
    assert len(path.steps) == Board.from_line(grid).digits.count(0)
    assert is_valid(path.end.board)


def test_a_path_ends_where_no_technique_helps():
    path = solve_path(EMPTY_BOARD)
    assert (path.steps, path.is_solved) == ((), False)


def test_a_path_goes_on_from_a_position():
    start = Position.from_board(Board.from_line(TUTORIAL), givens=(), is_unique=True)
    path = solve_path(start)
    assert path.is_solved
    assert (path.end.givens, path.end.is_unique) == (0, True)


def test_a_path_can_be_cut():
    whole = solve_path(Board.from_line(TUTORIAL))
    cut = solve_path(Board.from_line(TUTORIAL), step_limit=7)
    assert cut.steps == whole.steps[:7]
    assert not cut.is_solved
    assert solve_path(Board.from_line(TUTORIAL), step_limit=len(whole.steps)) == whole


def test_a_path_takes_the_easiest_step_each_time():
    position = Position.from_board(Board.from_line(TUTORIAL))
    for step in solve_path(position).steps:
        assert step == next_step(position) == next(all_steps(position))
        position = position.apply(step)


def test_only_allowed_techniques_are_used():
    position = Position.from_board(Board.from_line(TUTORIAL))
    assert next_step(position, techniques=["naked_single"]).technique == "naked_single"
    assert next_step(position, techniques=[]) is None
    assert {step.technique for step in all_steps(position, techniques={"naked_single"})} == {"naked_single"}
    path = solve_path(position, techniques=["naked_single"])
    assert path.is_solved
    assert {step.technique for step in path.steps} == {"naked_single"}


def test_each_result_of_a_technique_comes_once():
    position = Position.from_board(Board.from_line(TUTORIAL))
    results = [(step.technique, step.placements, step.eliminations) for step in all_steps(position)]
    assert len(results) == len(set(results))
    assert len(results) > 10


@every_technique
@given(parts_of_solutions())
def test_no_step_contradicts_the_solution_and_each_is_proved(part):
    board, solution = part
    position = Position.from_board(board)
    for step in all_steps(position):
        assert agrees(step, solution)
        assert verify(step, position)
        assert Step.from_dict(step.to_dict()) == step


@every_technique
@given(parts_of_solutions(), st.data())
def test_no_step_on_narrowed_candidates_contradicts_the_solution_and_each_is_proved(part, data):
    board, solution = part
    full = Position.from_board(board)
    false = [(cell, d) for cell in CELLS for d in full.candidates(cell) if d != solution[cell]]
    removed = data.draw(st.sets(st.sampled_from(false)) if false else st.just(set()))
    position = full.eliminate(removed)
    for step in all_steps(position):
        assert agrees(step, solution)
        assert verify(step, position)


@given(parts_of_solutions())
def test_a_step_is_found_wherever_rules_alone_leave_one_possibility(part):
    board, _ = part
    naked = any(len(board.candidates(cell)) == 1 for cell in CELLS)
    hidden = any(
        sum(digit in board.candidates(cell) for cell in cells) == 1
        for cells in HOUSES
        for digit in range(1, 10)
    )
    assert (next_step(Position.from_board(board), techniques=SINGLE_IDS) is not None) == (naked or hidden)


@pytest.mark.parametrize("grid", COURSE_GRIDS)
def test_an_altered_single_is_refused(grid):
    position = Position.from_board(Board.from_line(grid))
    for step in solve_path(position, techniques=SINGLE_IDS).steps:
        assert verify(step, position)
        for altered in alterations(step):
            assert not verify(altered, position), altered
        position = position.apply(step)
        assert not verify(step, position)


def test_a_step_of_another_position_is_refused():
    here, there = (Position.from_board(Board.from_line(grid)) for grid in (FIGURE_2, TUTORIAL))
    assert not any(verify(step, there) for step in all_steps(here))


@pytest.mark.parametrize(
    "board",
    [
        Board.from_line("12345678." + "." * 26 + "9" + "." * 45),
        Board.from_line("5.......5" + "." * 72),
        Board.from_line(TUTORIAL_SOLUTION).place(0, 3),
    ],
    ids=["a cell without candidate", "a digit twice", "a full grid with a wrong digit"],
)
def test_a_contradiction_is_reported(board):
    position = Position.from_board(board)
    for ask in (next_step, solve_path, lambda position: list(all_steps(position))):
        with pytest.raises(ContradictionError):
            ask(position)


def test_a_path_into_a_contradiction_reports_it():
    wrong = Board.from_line(TUTORIAL).place(parse_cell("r1c3"), 2)
    with pytest.raises(ContradictionError):
        solve_path(wrong)


def test_a_finished_grid_has_no_next_step():
    position = Position.from_board(Board.from_line(TUTORIAL_SOLUTION))
    assert next_step(position) is None
    assert list(all_steps(position)) == []
    assert solve_path(position).is_solved


def test_a_hidden_single_rates_lower_in_a_box_than_in_a_line():
    one = Candidate(0, 5)
    assert rate(Step("hidden_single", (one,), houses=by_role(house=[HOUSES.index(BOXES[0])]))) == 1.2
    assert rate(Step("hidden_single", (one,), houses=by_role(house=[HOUSES.index(ROWS[0])]))) == 1.5
    assert rate(Step("naked_single", (one,))) == 2.3
    assert rate(Step("full_house", (one,))) == 1.0


@pytest.mark.skipif(not DATA.exists(), reason="the shared easy puzzles are not beside the project")
def test_singles_solve_a_sample_of_the_easy_puzzles_step_by_proved_step():
    lines = (DATA / "puzzles/singles.txt").read_text().split()
    for line in random.Random(2).sample(lines, 300 if IS_LONG else 100):
        board = Board.from_line(line)
        solution = search(board).solution
        path = solve_path(board)
        assert path.is_solved, line
        assert path.end.board == solution
        position = Position.from_board(board)
        for step in path.steps:
            assert verify(step, position)
            position = position.apply(step)
