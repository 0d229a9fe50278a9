"""What a program meets: answers in their order, files of its own, an end to everything."""

import pytest

from puzzles.engine.judge.cases import Outcome
from puzzles.engine.judge.environment import Environment, attempt
from puzzles.engine.judge.limits import PRINTED_LIMIT, Steps
from puzzles.engine.judge.program_loader import load


def run(source: str, run_in: Environment | None = None, steps: int | None = None) -> Outcome:
    program = load(source)
    bound = None if steps is None else Steps(steps)
    return attempt(program, lambda: program.namespace["f"](), run_in or Environment(), bound)


def test_answers_come_in_their_order_and_then_the_end_of_input() -> None:
    source = "def f():\n    return [input('a'), input('b')]\n"
    assert run(source, Environment(["1", "2"])).value == ["1", "2"]
    assert run(source, Environment(["1"])).error == "EOFError: EOF when reading a line"


def test_a_program_that_asks_for_ever_is_stopped() -> None:
    source = (
        "def f():\n    while True:\n        try:\n            return input()\n        except EOFError: pass\n"
    )
    assert run(source).stopped


def test_prompts_and_prints_are_kept_apart_from_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    source = "import sys\ndef f():\n    print(1, end='')\n    sys.stderr.write('e')\n    return input('? ')\n"
    outcome = run(source, Environment(["x"]))
    assert (outcome.value, outcome.printed) == ("x", "1e? \n")
    assert capsys.readouterr() == ("", "")


def test_a_huge_text_is_cut() -> None:
    assert len(run("def f():\n    for k in range(1000): print('x' * 1000)\n").printed) == PRINTED_LIMIT


def test_only_the_worlds_files_can_be_opened(tmp_path: object) -> None:
    source = (
        "def f():\n"
        "    with open('./a.txt') as a:\n"
        "        lines = a.readlines()\n"
        "    with open('b.txt', 'w') as b:\n"
        "        b.write('x')\n"
        "    return lines, [line for line in open('a.txt')], open('a.txt').read(), open('b.txt').read()\n"
    )
    lines = ["1\n", "2"]
    assert run(source, Environment(files={"a.txt": "1\n2"})).value == (lines, lines, "1\n2", "x")
    assert run("def f(): open('/etc/hostname')\n").error.startswith("FileNotFoundError")


def test_an_error_is_reported_with_the_innermost_line_of_the_file() -> None:
    source = "def g(x):\n    return [1][x]\n\ndef f():\n    return max([3, 4], key=lambda x: g(x))\n"
    outcome = run(source)
    assert (outcome.error, outcome.line) == ("IndexError: list index out of range", 2)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("exit()", "SystemExit"),
        ("raise SystemExit(3)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("return f()", "RecursionError: maximum recursion depth exceeded"),
        ("raise ValueError('a\\nb')", "ValueError: a"),
    ],
)
def test_nothing_a_program_raises_gets_out(body: str, error: str) -> None:
    assert run(f"def f():\n    {body}\n").error == error


@pytest.mark.parametrize("depth", range(4))
def test_an_infinite_recursion_is_reported_at_the_line_that_begins_it(depth: int) -> None:
    """Wherever Python gives up, in `again` or in what it calls."""
    source = "def f(n=0):\n    again()\n\ndef again():\n    top()\n    return again()\n\n"
    source += "def top(n=0):\n    return n if n == DEPTH else top(n + 1)\n".replace("DEPTH", str(depth))
    outcome = run(source)
    assert outcome.error.startswith("RecursionError")
    assert outcome.line == 6


@pytest.mark.parametrize("handler", ["except Exception: pass", "except: pass"])
def test_steps_end_a_loop_even_one_that_catches_everything(handler: str) -> None:
    source = f"def f():\n    n = 0\n    while n < 10**9:\n        try: n += 1\n        {handler}\n"
    assert run(source if "Exception" in handler else source.replace("10**9", "1500"), steps=1000).stopped


def test_few_steps_are_no_matter() -> None:
    outcome = run("def f():\n    return 5\n", steps=1000)
    assert (outcome.value, outcome.stopped) == (5, False)
