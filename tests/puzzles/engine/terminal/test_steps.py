"""`steps`: every step open in the positions of a file of cases."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine import CATALOGUE, TECHNIQUES, Board, Position, all_steps
from tests.puzzles.engine.conftest import DATA


def case(**values: Any) -> str:
    return json.dumps(values) + "\n"


def json_lines(answer: Any) -> list[Any]:
    return [json.loads(line) for line in answer.out.splitlines()]


@pytest.fixture
def line(course_grids: Any) -> str:
    text: str = course_grids["insa line"].line
    return text


def test_every_step_open_in_a_position_is_listed(terminal: Callable[..., Any], line: str) -> None:
    answer = terminal("steps", "--cases", "-", stdin=case(grid=line, givens=line, removed=[]))
    [data] = json_lines(answer)
    assert (answer.code, answer.err, set(data)) == (0, "", {"steps"})
    position = Position.from_board(Board.from_line(line), is_unique=True)
    assert [step["technique"] for step in data["steps"]] == [step.technique for step in all_steps(position)]
    for step in data["steps"]:
        assert set(step) == {"technique", "code", "placements", "eliminations"}
        assert step["code"] == (TECHNIQUES[step["technique"]].code or None)


def test_candidates_are_digit_row_and_column_from_1(terminal: Callable[..., Any]) -> None:
    grid = "12345678." + "." * 72
    [data] = json_lines(terminal("steps", "--cases", "-", stdin=case(grid=grid, code="0000")))
    assert data["steps"] == [
        {"technique": "full_house", "code": "0000", "placements": [[9, 1, 9]], "eliminations": []}
    ]


def test_one_technique_can_be_asked_for_by_its_code(terminal: Callable[..., Any], line: str) -> None:
    coded = [technique for technique in CATALOGUE if technique.code]
    lines = "".join(case(grid=line, code=technique.code) for technique in coded)
    for data, technique in zip(
        json_lines(terminal("steps", "--cases", "-", stdin=lines)), coded, strict=True
    ):
        assert {step["technique"] for step in data["steps"]} <= {technique.id}
    assert json_lines(terminal("steps", "--cases", "-", stdin=case(grid=line, code="9999"))) == [
        {"steps": []}
    ]


def test_removed_candidates_are_gone_and_those_gone_before_do_not_matter(
    terminal: Callable[..., Any],
) -> None:
    removed = [[digit, 1, 1] for digit in range(1, 9)] + [[1, 1, 1]]
    [data] = json_lines(
        terminal("steps", "--cases", "-", stdin=case(grid="." * 80 + "1", removed=removed, code="0003"))
    )
    assert [step["placements"] for step in data["steps"]] == [[[9, 1, 1]]]


def test_digits_that_are_not_given_count_as_placed(terminal: Callable[..., Any], course_grids: Any) -> None:
    grid = course_grids["tutoriel"]
    board = Board.from_line(grid.solution).clear(0).clear(80)
    line = case(grid=board.to_line(), givens=grid.line) + case(grid=board.to_line(), givens=None)
    first, second = json_lines(terminal("steps", "--cases", "-", stdin=line))
    assert first == second
    assert first["steps"]


def test_techniques_of_uniqueness_wait_until_one_solution_is_known(
    terminal: Callable[..., Any], examples: Any
) -> None:
    position = examples["unique_rectangle_1"][0]
    values = {
        "grid": position.board.to_line(),
        "removed": [
            [digit, cell // 9 + 1, cell % 9 + 1]
            for cell in position.board.empty_cells
            for digit in set(position.board.candidates(cell)) - set(position.candidates(cell))
        ],
        "code": "0600",
    }
    known, unknown = json_lines(
        terminal("steps", "--cases", "-", stdin=case(**values) + case(**values, givens="." * 81))
    )
    assert known["steps"]
    assert unknown["steps"] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("oops", "line 2, column 1: expected a JSON object with a “grid”"),
        ('{"grid": }', "line 2, column 10: expected a JSON object with a “grid”"),
        ("[1, 2]", "line 2, column 1: expected a JSON object with a “grid”"),
        ("{}", "line 2, column 1: expected a JSON object with a “grid”"),
        ("[" * 100_000, "line 2, column 1: expected a JSON object with a “grid”"),
        ('{"grid": 5}', "line 2, column 2: expected a grid of 81 characters in quotes"),
        (
            '{"grid": "' + "." * 80 + '"}',
            "line 2, column 91: found 80 cells; expected 81 cells, or nine lines of 9",
        ),
        (
            '{"grid": "' + "." * 80 + 'x"}',
            "line 2, column 91: found “x”; expected a digit 1 to 9, or 0 . * _ - for an empty cell",
        ),
        (
            '{"grid": "' + "." * 81 + '", "removed": [[1, 2]]}',
            "line 2, column 95: expected a list of [digit, row, column], each 1 to 9",
        ),
        (
            '{"grid": "' + "." * 81 + '", "removed": [[1, 2, 10]]}',
            "line 2, column 95: expected a list of [digit, row, column], each 1 to 9",
        ),
        (
            '{"grid": "' + "." * 81 + '", "removed": 7}',
            "line 2, column 95: expected a list of [digit, row, column], each 1 to 9",
        ),
        (
            '{"grid": "' + "." * 81 + '", "code": 300}',
            "line 2, column 95: expected a code of four digits in quotes",
        ),
        (
            '{"grid": "12345678.' + "." * 26 + "9" + "." * 45 + '"}',
            "line 2: this position has no solution",
        ),
    ],
)
def test_a_line_that_is_no_position_is_reported_and_the_others_are_answered(
    terminal: Callable[..., Any], line: str, text: str, message: str
) -> None:
    good = case(grid=line, code="0000")
    answer = terminal("steps", "--cases", "-", stdin=f"{good}{text}\n\n{good}")
    first, error, last = json_lines(answer)
    assert (answer.code, answer.err) == (2, message + "\n")
    assert error["error"]["message"] == message
    assert error["error"]["line"] == 2
    assert "steps" in first
    assert first == last


def test_a_file_is_read_and_a_missing_one_is_reported(
    terminal: Callable[..., Any], line: str, tmp_path: Path
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("\ufeff" + case(grid=line), encoding="utf-8")
    assert (
        terminal("steps", "--cases", str(file)).out
        == terminal("steps", "--cases", "-", stdin=case(grid=line)).out
    )
    gone = terminal("steps", "--cases", str(tmp_path / "none.jsonl"))
    assert (gone.code, gone.out) == (2, "")
    assert gone.err.startswith("python -m puzzles.engine: there is no file “")


def test_the_cases_are_asked_for(terminal: Callable[..., Any]) -> None:
    answer = terminal("steps")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "python -m puzzles.engine: the following arguments are required: --cases\n"


@pytest.mark.skipif(not DATA.exists(), reason="the shared positions are not beside the project")
@pytest.mark.parametrize("name", ["technique_cases.jsonl", "path_cases.jsonl"])
def test_the_regression_library_finds_its_steps_and_not_those_that_are_none(
    terminal: Callable[..., Any], name: str
) -> None:
    known = {technique.code for technique in CATALOGUE}
    cases = [json.loads(line) for line in (DATA / "techniques" / name).read_text().splitlines()]
    answer = terminal("steps", "--cases", str(DATA / "techniques" / name))
    assert (answer.code, answer.err) == (0, "")
    checked = 0
    for asked, data in zip(cases, json_lines(answer), strict=True):
        assert {step["code"] for step in data["steps"]} <= {asked["code"]}
        if asked["code"] in known and asked.get("active", True):
            wanted = (sorted(asked["placements"]), sorted(asked["eliminations"]))
            found = [(sorted(step["placements"]), sorted(step["eliminations"])) for step in data["steps"]]
            assert (wanted in found) != asked.get("fail", False), asked["id"]
            checked += 1
    assert checked > 300
