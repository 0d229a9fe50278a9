"""`simple`: the simple method of the course."""

import json
from collections.abc import Callable
from typing import Any

import pytest

FIGURE_2 = "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
FIGURE_2_SOLUTION = "984236715265197483137854692758429136491673258326581974849765321672318549513942867"
TWO_LEFT = ".8.236715" + FIGURE_2_SOLUTION[9:]


def test_placements_are_listed_in_order_and_the_grid_is_drawn(
    terminal: Callable[..., Any], french: Callable[[str], str]
) -> None:
    drawn = (
        "-----\n| 984|236|715|\n| 265|197|483|\n| 137|854|692|\n"
        "-----\n| 758|429|136|\n| 491|673|258|\n| 326|581|974|\n"
        "-----\n| 849|765|321|\n| 672|318|549|\n| 513|942|867|\n-----\n"
    )
    assert terminal("simple", TWO_LEFT) == (
        0,
        f"1. r1c1 = 9\n2. r1c3 = 4\n{drawn}Simple: the method fills all 2 empty cells.\n",
        "",
    )
    assert terminal("simple", TWO_LEFT, language="fr").out == french(
        f"1. L1C1 = 9\n2. L1C3 = 4\n{drawn}Simple : la méthode remplit les 2 cases vides.\n"
    )


def test_the_course_grids_are_simple_or_not(terminal: Callable[..., Any], course_grid: Any) -> None:
    verdict = terminal("simple", course_grid.line).out.splitlines()[-1]
    if course_grid.left_by_simple:
        assert verdict == f"Not simple: {course_grid.left_by_simple} cells stay empty."
    else:
        assert verdict.startswith("Simple: the method fills all ")


def test_a_grid_that_is_not_simple_says_how_many_cells_stay_empty_in_french(
    terminal: Callable[..., Any], course_grids: Any, french: Callable[[str], str]
) -> None:
    answer = terminal("simple", course_grids["mini-projet"].line, language="fr")
    assert answer.out.endswith(french("-----\nPas simple : 35 cases restent vides.\n"))
    assert answer.out.splitlines()[0] == "1. L6C4 = 2"


def test_a_finished_grid_is_simple(terminal: Callable[..., Any]) -> None:
    verdict = terminal("simple", FIGURE_2_SOLUTION).out.splitlines()[-1]
    assert verdict == "Simple: no cell is empty."


@pytest.mark.parametrize("line", ["55" + "." * 79, "." * 79 + "55"])
def test_a_digit_twice_in_a_house_is_not_simple(terminal: Callable[..., Any], line: str) -> None:
    verdict = terminal("simple", line).out.splitlines()[-1]
    assert verdict == "Not simple: a digit is twice in a row, column or box."


def test_the_steps_of_figure_3_are_among_the_placements(terminal: Callable[..., Any]) -> None:
    result = json.loads(terminal("simple", FIGURE_2, "--json").out)
    assert result["simple"] is True
    assert result["empty"] == 0
    assert result["grid"] == FIGURE_2_SOLUTION
    for step in ({"cell": "r8c5", "digit": 1}, {"cell": "r8c7", "digit": 5}, {"cell": "r7c7", "digit": 3}):
        assert step in result["placements"]
    assert len(result["placements"]) == FIGURE_2.count(".")
