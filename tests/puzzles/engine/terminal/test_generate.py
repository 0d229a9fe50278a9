"""`generate`: new puzzles with one solution."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine import TIERS, Board, grade, search, solving_class
from puzzles.engine.terminal import main


def test_the_requested_number_of_puzzles_each_has_one_solution(terminal: Callable[..., Any]) -> None:
    answer = terminal("generate", "--count", "3", "--seed", "course")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert len(set(lines)) == 3
    assert [search(Board.from_line(line)).count for line in lines] == [1, 1, 1]


def test_the_same_seed_gives_the_same_puzzles_and_another_gives_others(terminal: Callable[..., Any]) -> None:
    first, again, other = (terminal("generate", "--seed", seed).out for seed in ("7", "7", "8"))
    assert first == again
    assert first != other
    assert terminal("generate").out != terminal("generate").out


@pytest.mark.parametrize("wanted", ["simple", "singles", "harder"])
def test_a_class_can_be_requested(terminal: Callable[..., Any], wanted: str) -> None:
    line = terminal("generate", "--class", wanted, "--seed", "1").out.strip()
    assert solving_class(Board.from_line(line)) == wanted


@pytest.mark.parametrize("tier", TIERS)
def test_a_tier_can_be_requested(terminal: Callable[..., Any], tier: int) -> None:
    answer = terminal("generate", "--tier", str(tier), "--seed", "2")
    assert grade(Board.from_line(answer.out.strip())).tier == tier
    assert answer == terminal("generate", "--tier", str(tier), "--seed", "2")


def test_a_tier_and_a_class_can_be_requested_together(terminal: Callable[..., Any]) -> None:
    line = terminal("generate", "--tier", "1", "--class", "simple", "--seed", "1").out.strip()
    assert solving_class(Board.from_line(line)) == "simple"
    line = terminal("generate", "--tier", "2", "--class", "harder", "--seed", "1").out.strip()
    assert grade(Board.from_line(line)).tier == 2


@pytest.mark.parametrize(("tier", "wanted"), [("1", "harder"), ("2", "simple"), ("5", "singles")])
def test_a_tier_and_a_class_that_exclude_each_other_are_refused(
    terminal: Callable[..., Any], tier: str, wanted: str
) -> None:
    assert terminal("generate", "--tier", tier, "--class", wanted) == (
        2,
        "",
        "python -m puzzles.engine: singles solve only puzzles of tier 1: ask for another class\n",
    )


@pytest.mark.parametrize("tier", ["0", "6", "two"])
def test_a_tier_that_there_is_not_is_refused(terminal: Callable[..., Any], tier: str) -> None:
    answer = terminal("generate", "--tier", tier)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("python -m puzzles.engine: argument --tier: ")


def test_clues_and_symmetry_can_be_requested(terminal: Callable[..., Any]) -> None:
    line = terminal("generate", "--clues", "36", "--symmetric", "--seed", "2").out.strip()
    assert 81 - line.count(".") == 36
    filled = [character != "." for character in line]
    assert filled == filled[::-1]


def test_impossible_criteria_are_refused_in_a_sentence(
    terminal: Callable[..., Any], french: Callable[[str], str]
) -> None:
    assert terminal("generate", "--clues", "16") == (
        2,
        "",
        "python -m puzzles.engine: 16 givens: expected 17 to 81\n",
    )
    assert terminal("generate", "--class", "diabolique", language="fr").err == french(
        "python -m puzzles.engine: argument --class : choix inconnu : 'diabolique' "
        "(au choix : 'simple', 'singles', 'harder')\n"
    )


def test_criteria_that_no_grid_meets_are_given_up_in_a_sentence(terminal: Callable[..., Any]) -> None:
    answer = terminal("generate", "--clues", "81", "--class", "harder", "--seed", "1")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith("found; ask for another number of givens, another class or tier\n")


def test_each_puzzle_is_printed_as_soon_as_it_is_found() -> None:
    seen: list[str] = []
    out = io.StringIO()
    out.flush = lambda: seen.append(out.getvalue())  # type: ignore[method-assign]
    main(
        ["generate", "--count", "2"],
        stdin=io.BytesIO(),
        stdout=out,
        stderr=io.StringIO(),
        environment={},
    )
    assert [text.count("\n") for text in seen][:2] == [1, 2]


def test_json_has_all_data_of_a_puzzle(terminal: Callable[..., Any]) -> None:
    made = json.loads(terminal("generate", "--seed", "3", "--json").out)
    board = Board.from_line(made["puzzle"])
    assert (made["seed"], made["number"], made["clues"]) == ("3", 1, board.clue_count)
    assert made["class"] == solving_class(board)
    graded = grade(board)
    assert (made["tier"], made["score"], made["se"]) == (graded.tier, graded.score, graded.se)
    solution = search(board).solution
    assert solution is not None
    assert made["solution"] == solution.to_line()
