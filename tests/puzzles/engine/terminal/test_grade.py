"""`grade`: CSV of puzzles and how hard they are."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puzzles.engine import Board, grade

HARD = "..25.....7.....29......71..8..3......35.1.87...96.........2..4.9.......367...4.8."
# Made by the generator: it takes an assumption.
EXTREME = "8...2....6....3.2..7.8......47.51....8...6.54.....29..9.56....1.....426.........."
MANY = "." * 81
NONE = "12345678." + "." * 26 + "9" + "." * 45


def test_a_line_has_tier_score_hardest_technique_and_rating(
    terminal: Callable[..., Any], course_grids: Any
) -> None:
    line = course_grids["insa line"].line
    graded = grade(Board.from_line(line))
    assert terminal("grade", line) == (
        0,
        f"puzzle,tier,score,hardest,se\n{line.replace('0', '.')},2,{graded.score},pointing,2.6\n",
        "",
    )


def test_a_puzzle_of_chains_is_graded_by_its_hardest_one(terminal: Callable[..., Any]) -> None:
    [row] = csv.DictReader(io.StringIO(terminal("grade", HARD).out))
    assert (row["tier"], row["hardest"], row["se"]) == ("4", "aic", "7.3")


def test_a_full_grid_takes_no_technique(terminal: Callable[..., Any], course_grids: Any) -> None:
    [row] = csv.DictReader(io.StringIO(terminal("grade", course_grids["tutoriel"].solution).out))
    assert (row["tier"], row["score"], row["hardest"], row["se"]) == ("1", "0", "", "0.0")


def test_a_file_is_graded_line_by_line(
    terminal: Callable[..., Any], course_grids: Any, tmp_path: Path
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text("".join(f"{grid.line}\n" for grid in course_grids.values()))
    out = terminal("grade", str(file)).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [int(row["tier"]) for row in rows] == [
        grade(Board.from_line(grid.line)).tier for grid in course_grids.values()
    ]
    assert terminal("grade", "-", stdin=file.read_text()).out == out
    assert terminal("grade", str(file), "--line", "2").out.splitlines()[1] == out.splitlines()[2]


def test_a_grid_without_one_solution_has_no_grade_and_the_others_have(
    terminal: Callable[..., Any], course_grids: Any
) -> None:
    line = course_grids["tutoriel"].line
    answer = terminal("grade", "-", stdin=f"{MANY}\n{NONE}\n{line}\n")
    assert answer.code == 2
    assert answer.err == (
        "line 1: the grid has several solutions, so it has no grade\nline 2: the grid has no solution\n"
    )
    assert [row["tier"] for row in csv.DictReader(io.StringIO(answer.out))] == ["1"]


def test_json_has_the_whole_grade_or_the_reason_for_none(
    terminal: Callable[..., Any], course_grids: Any
) -> None:
    line = course_grids["tutoriel"].line
    answer = terminal("grade", "-", "--json", stdin=f"{line}\n{EXTREME}\n{MANY}\n")
    easy, extreme, many = map(json.loads, answer.out.splitlines())
    graded = grade(Board.from_line(line))
    assert easy == {
        "number": 1,
        "line": 1,
        "puzzle": line.replace("0", "."),
        "tier": 1,
        "degree": None,
        "score": graded.score,
        "hardest": graded.hardest,
        "se": graded.se,
        "solved": True,
        "techniques": dict(graded.counts),
    }
    graded = grade(Board.from_line(EXTREME))
    assert (extreme["tier"], extreme["degree"], extreme["solved"]) == (5, graded.degree, True)
    assert (extreme["hardest"], extreme["score"]) == (graded.hardest, graded.score)
    assert (many["line"], many["puzzle"], many["error"]["reason"]) == (3, MANY, "several_solutions")
    assert many["error"]["message"] + "\n" == answer.err
