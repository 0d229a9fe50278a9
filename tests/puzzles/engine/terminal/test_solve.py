"""`solve`: CSV of puzzles, solutions and counts."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine import Board, is_valid, search_implementation
from puzzles.engine.formats import read_puzzles

# No solution, which shows only after some 134,000 nodes.
TOO_HARD = "300000000510400003900000060000000006000000092000000000000682000000000050000000039"


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_course_grids_have_one_solution(terminal: Callable[..., Any], course_grid: Any) -> None:
    answer = terminal("solve", course_grid.line)
    dotted = course_grid.line.replace("0", ".")
    assert answer == (0, f"puzzle,solution,count\n{dotted},{course_grid.solution},1\n", "")


def test_none_and_many_are_counted(terminal: Callable[..., Any]) -> None:
    none, many = "55" + "." * 79, "." * 81
    none_row, many_row = rows_of(terminal("solve", "-", stdin=f"{none}\n{many}\n").out)
    assert none_row == {"puzzle": none, "solution": "", "count": "0"}
    assert (many_row["puzzle"], many_row["count"]) == (many, "2")
    assert is_valid(Board.from_line(many_row["solution"]))


def test_what_is_printed_reads_back_as_puzzles_with_solutions(
    terminal: Callable[..., Any], course_grids: Any, tmp_path: Path
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text("".join(grid.line + "\n" for grid in course_grids.values()))
    out = terminal("solve", str(file)).out
    assert [record[3] for record in read_puzzles([out.encode()])] == [
        grid.solution for grid in course_grids.values()
    ]


def test_one_grid_of_a_file_can_be_asked_for(
    terminal: Callable[..., Any], course_grids: Any, tmp_path: Path
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text("".join(grid.line + "\n" for grid in course_grids.values()))
    [row] = rows_of(terminal("solve", str(file), "--line", "4").out)
    assert row["solution"] == course_grids["td iteratif"].solution


def test_a_malformed_line_is_reported_and_the_others_are_solved(
    terminal: Callable[..., Any], course_grids: Any, french: Callable[[str], str]
) -> None:
    line = course_grids["tutoriel"].line
    stdin = f"{line}\n{line[:-1]}\n\n{line}\n"
    answer = terminal("solve", "-", stdin=stdin)
    assert answer.code == 2
    assert answer.err == "line 2, column 81: found 80 cells; expected 81 cells, or nine lines of 9\n"
    assert len(rows_of(answer.out)) == 2
    assert terminal("solve", "-", stdin=stdin, language="fr").err == french(
        "ligne 2, colonne 81 : on trouve 80 cases ; il faut 81 cases, ou neuf lignes de 9 cases\n"
    )


def test_all_lists_solutions_up_to_a_number(terminal: Callable[..., Any], course_grids: Any) -> None:
    many = "." * 81
    rows = rows_of(terminal("solve", many, "--all", "5").out)
    assert [row["number"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert len({row["solution"] for row in rows}) == 5
    assert all(is_valid(Board.from_line(row["solution"])) for row in rows)
    one = rows_of(terminal("solve", course_grids["tutoriel"].line, "--all", "5").out)
    assert [row["solution"] for row in one] == [course_grids["tutoriel"].solution]
    none = rows_of(terminal("solve", "55" + "." * 79, "--all", "5").out)
    assert [(row["solution"], row["number"]) for row in none] == [("", "0")]


def test_more_solutions_than_nodes_of_one_search_can_be_listed(terminal: Callable[..., Any]) -> None:
    rows = rows_of(terminal("solve", "." * 81, "--all", "2000").out)
    assert len({row["solution"] for row in rows}) == 2000


@pytest.mark.parametrize("options", [[], ["--all", "3"], ["--all", "9" * 18]])
def test_a_grid_that_would_take_too_long_is_reported_and_the_others_are_solved(
    terminal: Callable[..., Any], course_grids: Any, options: list[str]
) -> None:
    grid = course_grids["tutoriel"]
    stdin = f"{TOO_HARD}\n{grid.line}\n"
    answer = terminal("solve", "-", *options, stdin=stdin)
    told = "line 1: the search was stopped, it would take too long\n"
    assert (answer.code, answer.err) == (2, told)
    assert [row["solution"] for row in rows_of(answer.out)] == [grid.solution]
    given_up, solved = map(
        json.loads, terminal("solve", "-", "--json", *options, stdin=stdin).out.splitlines()
    )
    assert (given_up["number"], given_up["puzzle"], given_up["error"]) == (
        1,
        TOO_HARD.replace("0", "."),
        {"reason": "too_hard", "line": 1, "message": told.strip()},
    )
    assert solved["number"] == 2


def test_json_gives_a_line_a_grid_and_a_line_an_error(
    terminal: Callable[..., Any], course_grids: Any
) -> None:
    grid = course_grids["tutoriel"]
    answer = terminal("solve", "-", "--json", stdin=f"{grid.line}\nbroken\n")
    solved, rejected = map(json.loads, answer.out.splitlines())
    assert (solved["number"], solved["solution"], solved["count"]) == (1, grid.solution, 1)
    assert solved["search"] == search_implementation()
    assert (rejected["number"], rejected["line"]) == (2, 2)
    assert rejected["error"]["reason"] == "bad_character"
    assert (rejected["error"]["line"], rejected["error"]["column"]) == (2, 1)
    assert (rejected["error"]["found"], rejected["error"]["expected"][:7]) == ("“b”", "a digit")
    assert answer.err == rejected["error"]["message"] + "\n"
    assert answer.code == 2


def test_json_lists_all_solutions_of_a_grid_in_one_line(terminal: Callable[..., Any]) -> None:
    [line] = terminal("solve", "." * 81, "--all", "3", "--json").out.splitlines()
    assert len(json.loads(line)["solutions"]) == 3


@pytest.mark.parametrize(("name", "count"), [("many_solutions.txt", "2"), ("no_solution.txt", "0")])
def test_the_files_keep_their_promise(
    terminal: Callable[..., Any], data_lines: Callable[[str, int], list[str]], name: str, count: str
) -> None:
    lines = data_lines(name, 50)
    rows = rows_of(terminal("solve", "-", stdin="\n".join(lines)).out)
    assert [row["puzzle"] for row in rows] == lines
    assert {row["count"] for row in rows} == {count}
