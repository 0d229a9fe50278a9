"""`path`: the explained solution of a grid."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine import Board, Position, describe, grade, rate, render, solve_path
from puzzles.engine.formats import to_grid
from puzzles.engine.translation import ENGLISH
from puzzles.engine.wording import TECHNIQUE_NAMES

HARD = "..25.....7.....29......71..8..3......35.1.87...96.........2..4.9.......367...4.8."
# Made by the generator: it takes an assumption.
EXTREME = "8...2....6....3.2..7.8......47.51....8...6.54.....29..9.56....1.....426.........."
MANY = "." * 81
NONE = "12345678." + "." * 26 + "9" + "." * 45


def steps_of(line: str) -> Any:
    return solve_path(Position.from_board(Board.from_line(line), is_unique=True)).steps


def test_each_step_is_a_sentence_with_its_technique(terminal: Callable[..., Any], course_grids: Any) -> None:
    grid = course_grids["insa line"]
    answer = terminal("path", grid.line)
    told = [
        f"{number}. {render(describe(step, 'do'), ENGLISH)} ({TECHNIQUE_NAMES[step.technique]})"
        for number, step in enumerate(steps_of(grid.line), start=1)
    ]
    lines = answer.out.splitlines()
    assert (answer.code, answer.err) == (0, "")
    assert lines[: len(told)] == told
    assert "\n".join(lines[len(told) : -1]) == to_grid(Board.from_line(grid.solution)).rstrip("\n")
    graded = grade(Board.from_line(grid.line))
    assert lines[-1] == (
        f"Solved in {len(told)} steps: tier 2, score {graded.score}, hardest technique: "
        f"{TECHNIQUE_NAMES['pointing']}, about 2.6 on the scale of Sudoku Explainer."
    )


def test_every_sentence_of_a_path_says_what_to_place_or_to_remove(terminal: Callable[..., Any]) -> None:
    lines = [line for line in terminal("path", HARD).out.splitlines() if line[0].isdigit()]
    assert len(lines) > 10
    assert all(re.fullmatch(r"\d+\. (Place|Remove) .+\. \(.+\)", line) for line in lines)


def test_the_verdict_on_an_extreme_grid_names_its_degree(terminal: Callable[..., Any]) -> None:
    *_, last = terminal("path", EXTREME).out.splitlines()
    graded = grade(Board.from_line(EXTREME))
    assert last.startswith(
        f"Solved in {graded.step_count} steps: tier 5.{graded.degree}, score {graded.score}, "
    )


@pytest.mark.parametrize(
    ("line", "last"),
    [
        (
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            "Solved: no cell",
        ),
        (MANY, "Not solved: the grid has several solutions."),
    ],
    ids=["a full grid", "an empty one"],
)
def test_a_path_without_steps_says_why(terminal: Callable[..., Any], line: str, last: str) -> None:
    answer = terminal("path", line)
    assert answer.code == 0
    assert answer.out.splitlines()[-1].startswith(last)
    assert len(answer.out.splitlines()) == 14


def test_a_grid_without_a_solution_has_no_path(terminal: Callable[..., Any]) -> None:
    assert terminal("path", NONE) == (2, "", "line 1: the grid has no solution\n")


def test_several_grids_have_headings(terminal: Callable[..., Any], course_grids: Any) -> None:
    line = course_grids["tutoriel"].line
    out = terminal("path", "-", stdin=f"{line}\n# a comment\n{line}\n").out
    assert [text for text in out.splitlines() if text.startswith("Grid")] == [
        "Grid 1 (line 1)",
        "Grid 2 (line 3)",
    ]


def test_json_has_each_step_and_the_grade(terminal: Callable[..., Any], course_grids: Any) -> None:
    grid = course_grids["insa line"]
    data = json.loads(terminal("path", grid.line, "--json").out)
    graded = grade(Board.from_line(grid.line))
    assert (data["tier"], data["score"], data["hardest"], data["se"]) == (2, graded.score, "pointing", 2.6)
    assert (data["solved"], data["grid"]) == (True, grid.solution)
    for told, step in zip(data["steps"], steps_of(grid.line), strict=True):
        assert told["technique"] == step.technique
        assert told["se"] == rate(step)
        assert told["text"] == render(describe(step, "do"), ENGLISH)
        assert len(told["placements"] + told["eliminations"]) == len(step.placements + step.eliminations)
    assert round(sum(told["score"] for told in data["steps"]) * graded.se / 10) == graded.score
    assert max(told["tier"] for told in data["steps"]) == 2


def test_json_has_no_grade_for_a_grid_with_several_solutions(terminal: Callable[..., Any]) -> None:
    data = json.loads(terminal("path", MANY, "--json").out)
    assert (data["solved"], data["steps"], "tier" in data) == (False, [], False)
