"""The exercises of worksheet 4."""

import contextlib
import io

import pytest

from puzzles.engine.judge import grids
from puzzles.engine.judge.exercises import exercise_of, exercises_of
from puzzles.engine.judge.exercises.tutoriel import drawing
from puzzles.engine.worksheets import source_of

from ..judging import verdict, verdict_of_script, verdicts


def test_the_script_and_its_parts_have_an_exercise_each() -> None:
    keys = [exercise.key for exercise in exercises_of("tutoriel")]
    assert keys == ["board", "print_board", "find_empty", "is_valid", "solve", "script"]


def test_the_expected_answers_are_those_of_the_worksheet() -> None:
    def answer(key: str, place: int = 0) -> object:
        exercise = exercise_of("tutoriel", key)
        return exercise.expected(exercise.examples[place]).value

    assert answer("find_empty") == (0, 2)
    assert [answer("is_valid", place) for place in range(5)] == [True, False, False, False, True]
    assert answer("board") == grids.rows_of(grids.TUTORIEL)
    assert answer("solve") is True


def test_the_script_prints_what_the_course_prints() -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source_of("tutoriel"), {"__name__": "__main__"})
    exercise = exercise_of("tutoriel", "script")
    assert exercise.expected(exercise.examples[0]).printed == out.getvalue()


def test_a_full_board_has_no_empty_cell() -> None:
    expected = [
        exercise_of("tutoriel", "find_empty").expected(case).value
        for case in exercise_of("tutoriel", "find_empty").cases()
    ]
    assert None in expected
    assert {value for value in expected if value} == {(row, col) for row in range(9) for col in range(9)}


def test_is_valid_is_called_with_every_cell_and_every_digit() -> None:
    cases = [case.arguments for case in exercise_of("tutoriel", "is_valid").cases()]
    assert {pos for _, _, pos in cases} == {(row, col) for row in range(9) for col in range(9)}
    assert {digit for _, digit, _ in cases} == set(range(1, 10))


def test_blanks_at_the_ends_of_lines_do_not_count() -> None:
    code = f"""
def print_board(board):
    text = {drawing(grids.TUTORIEL)!r}.replace("- \\n", "-\\n")
    lines = text.split("\\n")
    for row in range(9):
        if row in (3, 6):
            print(lines[3])
        print("  | ".join(" ".join(map(str, board[row][k:k + 3])) for k in (0, 3, 6)), "  ")
"""
    assert verdict(code, "tutoriel", "print_board")["verdict"] == "passed"


WRONG = {
    "print_board": "def print_board(board):\n    for row in board:\n        print(*row)",
    "find_empty": "def find_empty(board):\n"
    "    return next(((c, r) for r in range(9) for c in range(9) if board[r][c] == 0), None)",
    "is_valid": "def is_valid(board, num, pos):\n    return num not in board[pos[0]]",
    "solve": "def solve(board):\n    return find_empty(board) is None",
}


@pytest.mark.parametrize("key", WRONG)
def test_a_wrong_function_is_caught_on_a_grid_of_one_digit_at_most(key: str) -> None:
    found = verdict(WRONG[key], "tutoriel", key)
    assert found["verdict"] in ("wrong", "printed_wrong")
    assert found["digits"] <= 1


def test_a_position_is_a_tuple() -> None:
    code = WRONG["find_empty"].replace("(c, r) for", "[r, c] for")
    assert verdict(code, "tutoriel", "find_empty")["verdict"] == "wrong"


def test_a_board_that_was_not_put_back_is_seen() -> None:
    code = """
def solve(board):
    pos = find_empty(board)
    if pos is None:
        return True
    for num in range(1, 10):
        if is_valid(board, num, pos):
            board[pos[0]][pos[1]] = num
            if solve(board):
                return True
    return False
"""
    assert verdict(code, "tutoriel", "solve")["verdict"] in ("wrong", "changed")


def test_any_solution_is_right() -> None:
    code = source_of("tutoriel").split("def solve")[1].replace("range(1, 10)", "range(9, 0, -1)")
    code = "def solve" + code.split("\n\nif __name__")[0]
    assert verdict(code, "tutoriel", "solve")["verdict"] == "passed"


@pytest.mark.parametrize(
    "script",
    [
        "solve(board)\nprint('Solved:')\nprint_board(board)",
        "print_board(board)\nprint('Solved:')\nprint_board(board)",
        "print_board(board)\nsolve(board)\nprint('Solved')\nprint_board(board)",
        "",
    ],
)
def test_the_script_prints_the_board_then_solved_then_the_solution(script: str) -> None:
    assert verdict_of_script(script, "tutoriel", "script")["verdict"] == "printed_wrong"


def test_the_board_is_the_one_of_the_worksheet() -> None:
    right = source_of("tutoriel")
    assert verdicts(right, "tutoriel", "board")["board"]["verdict"] == "passed"
    found = verdicts(right.replace("[5, 3, 0, 0, 7", "[5, 3, 0, 7, 0"), "tutoriel", "board")["board"]
    assert (found["verdict"], found["call"]) == ("wrong", "board")
