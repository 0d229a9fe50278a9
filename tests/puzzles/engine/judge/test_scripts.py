"""A student's file run as a script."""

from puzzles.engine.judge.exercise import Case
from puzzles.engine.judge.loading import load
from puzzles.engine.judge.scripts import run_file


def test_the_file_is_the_main_module_and_its_prints_are_kept() -> None:
    program = load("if __name__ == '__main__':\n    print('solved')\n")
    assert run_file(program, Case()).printed == "solved\n"


def test_the_file_has_names_of_its_own() -> None:
    program = load("grid = [1]\nif __name__ == '__main__':\n    grid = 2\n    print(extra)")
    assert run_file(program, Case(), names={"extra": 5}).printed == "5\n"
    assert program.namespace["grid"] == [1]
    assert "extra" not in program.namespace


def test_answers_are_read_and_an_error_has_its_line() -> None:
    program = load("name = 1\nif __name__ == '__main__':\n    print(input('> ') * 2)\n    1 / 0\n")
    outcome = run_file(program, Case(answers=("ab",)))
    assert outcome.printed == "> \nabab\n"
    assert (outcome.error, outcome.line) == ("ZeroDivisionError: division by zero", 4)


def test_another_text_can_be_run_in_its_place() -> None:
    assert run_file(load("print(1)"), Case(), "print(2)").printed == "2\n"
