"""The examples of the techniques: real puzzles, true steps, and none that the samples hold."""

from pathlib import Path

import pytest

from puzzles.engine.search import search
from puzzles.engine.techniques import CATALOGUE, Position, all_steps, example_of, verify

SAMPLES = Path(__file__).parents[4] / "puzzles" / "samples" / "sudoku.txt"
NAMES = [technique.id for technique in CATALOGUE]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_shows_its_technique(name: str) -> None:
    example = example_of(name)
    assert example.step.technique == name
    assert verify(example.step, example.position)
    assert example.step in list(all_steps(example.position, techniques=[name]))


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_of_a_puzzle_with_one_solution_and_agrees_with_it(name: str) -> None:
    example = example_of(name)
    found = search(example.position.puzzle)
    assert found.count == 1
    assert found.solution is not None
    assert all(
        digit in (0, true) for digit, true in zip(example.position.digits, found.solution, strict=True)
    )
    assert all(
        example.position.has_candidate(cell, found.solution[cell])
        for cell in example.position.board.empty_cells
    )
    assert all(found.solution[cell] == digit for cell, digit in example.step.placements)
    assert all(found.solution[cell] != digit for cell, digit in example.step.eliminations)


@pytest.mark.parametrize("name", [technique.id for technique in CATALOGUE if technique.tier == 1])
def test_the_example_of_a_single_is_seen_without_notes(name: str) -> None:
    position = example_of(name).position
    assert position.masks == Position.from_board(position.board).masks


def test_no_example_is_a_sample_that_somebody_may_be_playing() -> None:
    samples = {line.replace("0", ".") for line in SAMPLES.read_text().split() if len(line) == 81}
    assert len(samples) > 100
    assert not samples & {example_of(name).position.puzzle.to_line() for name in NAMES}


def test_there_is_no_example_of_an_unknown_technique() -> None:
    with pytest.raises(KeyError):
        example_of("sixth_sense")
