import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.generator import GeneratorError, generate
from puzzles.engine.grading import grade
from puzzles.engine.search import search
from puzzles.engine.simple import solve_simple
from puzzles.engine.techniques import solving_class
from tests.lengths import IS_LONG

SAMPLES = Path(__file__).parents[3] / "puzzles/samples/sudoku.txt"
README = SAMPLES.with_name("README.md")
CLASSES = ["simple", "singles", "harder"]
# Of how many samples of a tier one is graded, in the short and in the long form.
STRIDES = ({4: 4, 5: 12}, {5: 5})


def of_tier(tier):
    return lambda puzzle: grade(puzzle).tier == tier


def score(puzzle):
    return grade(puzzle).score


# How each group of the sample file was generated, as the README beside it tells.
GROUPS = {
    "simple": {"wanted": "simple", "clue_count": 34, "is_symmetric": True},
    "singles": {"wanted": "singles", "is_symmetric": True},
    "tier 2": {"wanted": "harder", "is_symmetric": True, "accept": of_tier(2)},
    "tier 3": {"wanted": "harder", "is_symmetric": True, "accept": of_tier(3)},
    "tier 4": {"wanted": "harder", "is_symmetric": True, "accept": of_tier(4)},
    "tier 5": {"wanted": "harder", "is_symmetric": True, "accept": of_tier(5), "weigh": score},
}


def without_one_clue(puzzle):
    return [puzzle.clear(cell) for cell in range(81) if puzzle[cell]]


def sample_groups():
    """The grids of the sample file by the groups of the table in the README beside it."""
    lines = SAMPLES.read_text("utf-8").splitlines()
    table = re.findall(r"^\| (\d+)-(\d+) \| ([\w ]+) \|", README.read_text("utf-8"), re.MULTILINE)
    return {name: lines[int(first) - 1 : int(last)] for first, last, name in table}


@settings(max_examples=15)
@given(st.integers(), st.sampled_from([None, *CLASSES]), st.booleans())
def test_a_generated_puzzle_has_exactly_one_solution_and_the_wanted_class(seed, wanted, is_symmetric):
    puzzle = generate(random.Random(seed), wanted=wanted, is_symmetric=is_symmetric)
    assert search(puzzle).count == 1
    assert wanted in (None, solving_class(puzzle))


def test_the_same_seed_gives_the_same_puzzles():
    first, second = random.Random("a seed"), random.Random("a seed")
    assert [generate(first) for _ in range(3)] == [generate(second) for _ in range(3)]


def test_another_seed_and_the_next_call_give_other_puzzles():
    rng = random.Random(1)
    assert len({generate(rng), generate(rng), generate(random.Random(2))}) == 3


def test_digits_that_take_too_long_to_refute_are_no_end():
    assert search(generate(random.Random(529))).count == 1


def test_no_clue_of_a_puzzle_can_be_spared():
    puzzle = generate(random.Random(3))
    assert all(search(less).count == 2 for less in without_one_clue(puzzle))


@pytest.mark.parametrize("wanted", ["simple", "singles"])
def test_no_clue_can_be_spared_without_leaving_the_class(wanted):
    puzzle = generate(random.Random(4), wanted=wanted)
    assert all(solving_class(less) != wanted for less in without_one_clue(puzzle))


@pytest.mark.parametrize("clue_count", [24, 30, 45])
def test_a_puzzle_has_as_many_clues_as_asked_for(clue_count):
    assert generate(random.Random(5), clue_count=clue_count).clue_count == clue_count


@pytest.mark.parametrize("clue_count", [31, 32])
def test_a_symmetric_puzzle_has_the_same_givens_upside_down(clue_count):
    puzzle = generate(random.Random(6), clue_count=clue_count, is_symmetric=True)
    assert puzzle.clue_count == clue_count
    assert all((puzzle[cell] == 0) == (puzzle[80 - cell] == 0) for cell in range(81))


def test_a_puzzle_is_handed_out_only_when_it_is_accepted():
    refused = generate(random.Random(7))
    puzzle = generate(random.Random(7), accept=lambda puzzle: puzzle != refused)
    assert puzzle != refused
    assert search(puzzle).count == 1


def test_criteria_that_are_never_met_end_after_the_allowed_attempts():
    asked = []
    with pytest.raises(GeneratorError, match="in 4 tries"):
        generate(random.Random(8), accept=lambda puzzle: bool(asked.append(puzzle)), tries=4)
    assert len(asked) == 4


@pytest.mark.parametrize("is_symmetric", [False, True])
def test_a_puzzle_is_led_by_changes_to_what_weighs_more(is_symmetric):
    by_chance = generate(random.Random(14), is_symmetric=is_symmetric)
    wanted = score(by_chance) + 1
    led = generate(
        random.Random(14),
        is_symmetric=is_symmetric,
        accept=lambda puzzle: score(puzzle) >= wanted,
        weigh=score,
        tries=1,
    )
    assert score(led) >= wanted
    assert search(led).count == 1
    assert not any(search(less).count == 1 for less in without_one_clue(led)) or is_symmetric
    assert all((led[cell] == 0) == (led[80 - cell] == 0) for cell in range(81)) or not is_symmetric


def test_no_change_keeps_what_weighs_less():
    weights = []

    def accept(puzzle):
        weights.append(score(puzzle))
        return len(weights) == 4

    generate(random.Random(11), accept=accept, weigh=score, tries=1)
    assert weights == sorted(weights)


def test_with_a_number_of_clues_nothing_is_changed():
    asked = []
    with pytest.raises(GeneratorError):
        generate(
            random.Random(12),
            clue_count=30,
            accept=lambda puzzle: bool(asked.append(puzzle)),
            weigh=score,
            tries=2,
        )
    assert len(asked) == 2


@pytest.mark.parametrize("clue_count", [16, 82])
def test_a_number_of_clues_that_no_puzzle_has_is_refused(clue_count):
    with pytest.raises(ValueError, match=f"{clue_count} clues: expected 17 to 81"):
        generate(random.Random(9), clue_count=clue_count)


def test_the_sample_file_begins_with_the_grids_of_the_course_and_each_line_is_in_a_group(course_grids):
    assert sum(map(len, sample_groups().values())) == len(SAMPLES.read_text("utf-8").splitlines())
    course, *generated = sample_groups().values()
    assert [Board.from_line(line) for line in course] == [
        Board.from_line(grid.line) for grid in course_grids.values()
    ]
    assert [len(lines) for lines in generated] == [100] * 6


def test_every_sample_is_another_puzzle_with_one_solution():
    lines = [line for group in sample_groups().values() for line in group]
    assert len(set(lines)) == len(lines) == 606
    assert all(search(Board.from_line(line)).count == 1 for line in lines)


@pytest.mark.parametrize("name", ["simple", "singles"])
def test_each_group_of_samples_that_singles_solve_is_of_the_class_in_its_name(name):
    boards = [Board.from_line(line) for line in sample_groups()[name]]
    assert {solving_class(board) for board in boards} == {name}
    assert {solve_simple(board).is_solved for board in boards} == {name == "simple"}


@pytest.mark.parametrize(
    ("name", "tier"),
    [("simple", 1), ("singles", 1), ("tier 2", 2), ("tier 3", 3), ("tier 4", 4), ("tier 5", 5)],
)
def test_each_group_of_samples_is_of_one_tier(name, tier):
    # Those that need chains or trials take their time: some of them stand for all.
    lines = sample_groups()[name][:: STRIDES[IS_LONG].get(tier, 1)]
    assert {grade(Board.from_line(line)).tier for line in lines} == {tier}


@pytest.mark.parametrize("name", GROUPS)
def test_each_group_of_samples_can_be_generated_again_from_the_table(name):
    rng = random.Random(name)
    made = [generate(rng, **GROUPS[name]) for _ in range(2)]
    assert made == [Board.from_line(line) for line in sample_groups()[name][:2]]
