"""Equivalent solution grids have one canonical form, the smallest of all."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine import Board, BoardError, is_valid, search_line, solutions
from puzzles.engine.similarity import (
    automorphism_count,
    canonical_form,
    canonical_key,
    canonical_line,
    canonical_puzzle,
    shuffled,
)
from tests.lengths import IS_LONG
from tests.puzzles.engine.conftest import DATA
from tests.reference import as_it_is, in_python

# The "most canonical" grid: the smallest of all canonical forms, and the one with most automorphisms.
MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
# The "strangely familiar" grid: no other is the solution of as many puzzles of 17 clues; 29 are known.
STRANGELY_FAMILIAR = "639241785284765193517983624123857946796432851458619237342178569861594372975326418"
KEY_OF_MOST_CANONICAL = 5427120364326145703
SOLVED = Board.from_line("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


def random_solution(seed: int) -> Board:
    """A solution grid of three random boxes, shuffled."""
    rng = random.Random(seed)
    digits = [0] * 81
    for box in range(3):
        for place, digit in enumerate(rng.sample(range(1, 10), 9)):
            digits[9 * (3 * box + place // 3) + 3 * box + place % 3] = digit
    return shuffled(next(solutions(Board(tuple(digits)), limit=1)), rng)


def smallest_by_trying_all_column_orders(solution: Board) -> str:
    """The minlex form with no thought: each row and column on top, each of 1,296 orders of columns."""
    orders = [
        [3 * stack + place for stack, places in zip(stacks, choice, strict=True) for place in places]
        for stacks in permutations(range(3))
        for choice in product(permutations(range(3)), repeat=3)
    ]
    line = solution.to_line()
    forms = []
    for rows in ([line[at : at + 9] for at in range(0, 81, 9)], [line[at::9] for at in range(9)]):
        for top, order in product(rows, orders):
            names = str.maketrans("".join(top[column] for column in order), "123456789")
            named = [row.translate(names) for row in rows]
            moved = ["".join([row[column] for column in order]) for row in named]
            bands = sorted(sorted(moved[at : at + 3]) for at in (0, 3, 6))
            forms.append("".join(row for band in bands for row in band))
    return min(forms)


@pytest.mark.parametrize("by", [as_it_is, in_python])
@pytest.mark.parametrize("seed", range(20 if IS_LONG else 2))
def test_the_form_is_the_smallest_of_all(seed: int, by: Callable) -> None:
    solution = random_solution(seed)
    smallest = smallest_by_trying_all_column_orders(solution)
    assert by(canonical_form)(solution).to_line() == smallest


def test_compiled_and_reference_agree() -> None:
    for seed in range(5_000 if IS_LONG else 500):
        solution = random_solution(seed)
        assert canonical_form(solution) == in_python(canonical_form)(solution)
        assert automorphism_count(solution) == in_python(automorphism_count)(solution)


@given(st.randoms(use_true_random=False), st.sampled_from([as_it_is, in_python]))
def test_a_shuffled_grid_has_the_same_form(rng: random.Random, by: Callable) -> None:
    other = shuffled(SOLVED, rng)
    assert by(canonical_form)(other) == canonical_form(SOLVED)
    assert canonical_key(other.to_line()) == canonical_key(SOLVED.to_line())
    assert automorphism_count(other) == automorphism_count(SOLVED)


def test_random_grids_are_not_equivalent() -> None:
    solutions = [random_solution(seed).to_line() for seed in range(300)]
    assert len({canonical_line(line) for line in solutions}) == 300
    assert len({canonical_key(line) for line in solutions}) == 300


def test_a_form_is_a_grid_of_the_same_class_and_its_own_form() -> None:
    for seed in range(50):
        form = canonical_form(random_solution(seed))
        assert form.is_complete
        assert is_valid(form)
        assert form.to_line().startswith(("123456789456789", "123456789457"))
        assert canonical_form(form) == form


@pytest.mark.parametrize("by", [as_it_is, in_python])
def test_the_most_canonical_grid_is_its_own_form_in_648_ways(by: Callable) -> None:
    board = Board.from_line(MOST_CANONICAL)
    assert by(canonical_line)(MOST_CANONICAL) == MOST_CANONICAL
    assert by(automorphism_count)(board) == 648


@pytest.mark.skipif(not DATA.exists(), reason="the shared puzzles are not beside the project")
def test_more_puzzles_of_17_clues_lead_to_the_strangely_familiar_grid_than_to_any_other() -> None:
    forms = Counter(
        canonical_line(search_line(line.strip())[1] or "") for line in (DATA / "puzzles/clue17.txt").open()
    )
    (most_frequent, _times), *_others = forms.most_common(1)
    assert most_frequent == canonical_line(STRANGELY_FAMILIAR)


@pytest.mark.parametrize("by", [as_it_is, in_python])
@pytest.mark.parametrize(
    "line",
    [
        "." * 81,
        "1" * 81,
        MOST_CANONICAL[:-1] + ".",
        MOST_CANONICAL[:-2] + "54",
        MOST_CANONICAL[:80],
        MOST_CANONICAL[:80] + "x",
        MOST_CANONICAL[:80] + "é",
        MOST_CANONICAL[:80] + "\ud800",
        "",
        "123456789" * 9,
    ],
)
def test_what_is_no_solution_grid_has_no_form(line: str, by: Callable) -> None:
    with pytest.raises(BoardError):
        by(canonical_line)(line)


@given(st.text(max_size=90) | st.text(alphabet="123456789.", min_size=81, max_size=81))
def test_any_text_is_refused_as_by_the_reference(text: str) -> None:
    sentences = []
    for by in (as_it_is, in_python):
        with pytest.raises(BoardError) as refusal:
            by(canonical_line)(text)
        sentences.append(str(refusal.value))
    assert sentences[0] == sentences[1]


@given(st.randoms(use_true_random=False))
def test_a_shuffled_puzzle_has_the_same_form_and_one_with_other_givens_has_not(rng: random.Random) -> None:
    empty = rng.sample(range(81), 40)
    digits = list(SOLVED)
    for cell in empty:
        digits[cell] = 0
    puzzle = Board(tuple(digits))
    form = canonical_puzzle(puzzle.to_line(), SOLVED.to_line())
    seed = rng.getrandbits(32)
    other, solution = (shuffled(board, random.Random(seed)) for board in (puzzle, SOLVED))
    assert canonical_puzzle(other.to_line(), solution.to_line()) == form
    more = other.place(other.empty_cells[0], solution[other.empty_cells[0]])
    moved = more.clear(next(cell for cell in range(81) if other[cell]))
    assert form != canonical_puzzle(more.to_line(), solution.to_line())
    assert form != canonical_puzzle(moved.to_line(), solution.to_line())


@pytest.mark.parametrize("seed", range(5))
def test_the_form_of_a_puzzle_is_the_same_by_each_automorphism_of_its_solution(seed: int) -> None:
    rng = random.Random(seed)
    solution = Board.from_line(MOST_CANONICAL)
    puzzle = Board(tuple(digit * (rng.random() < 0.4) for digit in solution))
    state = rng.getstate()
    other = shuffled(puzzle, rng)
    rng.setstate(state)
    moved = shuffled(solution, rng)
    assert canonical_puzzle(other.to_line(), moved.to_line()) == canonical_puzzle(
        puzzle.to_line(), MOST_CANONICAL
    )


def test_a_key_fits_into_a_column_of_the_database() -> None:
    assert all(0 <= canonical_key(random_solution(seed).to_line()) < 2**63 for seed in range(100))


def test_a_key_is_the_same_in_every_version() -> None:
    assert canonical_key(MOST_CANONICAL) == KEY_OF_MOST_CANONICAL
