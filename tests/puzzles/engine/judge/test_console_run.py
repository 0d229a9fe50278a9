"""Running a program with answers: what it prints, asks, and how its errors are reported."""

import sys
from typing import Any

from puzzles.engine.judge import console_run, tasks


def run(source: str, **options: Any) -> list[dict[str, Any]]:
    """The messages of a run."""
    heard: list[dict[str, Any]] = []
    console_run.run(source, heard.append, **options)
    return heard


def printed(heard: list[dict[str, Any]]) -> str:
    """All that was printed."""
    return "".join(message["text"] for message in heard if message["kind"] == "printed")


def test_printed_text_is_emitted_and_the_streams_are_restored() -> None:
    before = sys.stdout
    assert printed(run("import sys\nprint(1, 2, sep='-')\nsys.stderr.write('error')")) == "1-2\nerror"
    assert sys.stdout is before


def test_a_program_asks_where_the_answers_end() -> None:
    heard = run("a = input('a? ')\nprint(a)\nb = input('b? ')\nprint(b)", answers=["one"])
    assert printed(heard) == "one\n"
    assert heard[-1] == {"kind": "ask", "prompt": "b? "}


def test_the_same_seed_draws_the_same() -> None:
    source = "import random\nprint([random.random() for _ in range(5)])"
    assert printed(run(source, seed=7)) == printed(run(source, seed=7)) != printed(run(source, seed=8))


def test_an_error_names_its_line_and_the_lines_that_led_there() -> None:
    [raised] = run("def f(x):\n    return x[9]\n\nf([1])")
    assert raised["error"] == "IndexError: list index out of range"
    assert raised["line"] == 2
    assert raised["traceback"].splitlines()[1:5] == [
        '  File "sudoku.py", line 4, in <module>',
        "    f([1])",
        '  File "sudoku.py", line 2, in f',
        "    return x[9]",
    ]


def test_a_syntax_error_points_at_its_column() -> None:
    [raised] = run("x = 1\nif x\n    pass")
    assert (raised["line"], raised["error"]) == (2, "SyntaxError: expected ':'")
    assert raised["traceback"].splitlines()[-3:-1] == ["    if x", "        ^"]


def test_a_long_traceback_is_shortened() -> None:
    [raised] = run("def f(n):\n    return f(n + 1)\nf(0)")
    assert raised["error"].startswith("RecursionError")
    assert len(raised["traceback"].splitlines()) < 25


def test_leaving_is_no_error() -> None:
    assert run("raise SystemExit(1)") == []


def test_files_of_the_run_can_be_read_and_written_and_no_others() -> None:
    source = """
with open("grids.txt") as file:
    lines = file.readlines()
with open("copy.txt", "w") as file:
    file.write(lines[1])
print(open("copy.txt").read(), len(lines))
open("/etc/passwd")
"""
    heard = run(source, files={"grids.txt": "one\ntwo\n"})
    assert printed(heard) == "two\n 2\n"
    assert heard[-1]["error"].startswith("FileNotFoundError")


def test_a_job_names_its_task() -> None:
    heard: list[dict[str, Any]] = []
    tasks.perform({"task": "run", "source": "print(input())", "answers": ["x"]}, heard.append)
    assert printed(heard) == "x\n"


def test_verdicts_come_with_a_sentence_in_the_language_of_the_job() -> None:
    job = {"task": "judge", "source": "def bloc(S, i, j): return []", "worksheet": "mini_projet"}
    sentences = {}
    for language in ("fr", "en"):
        heard: list[dict[str, Any]] = []
        tasks.perform({**job, "exercises": ["bloc"], "language": language}, heard.append)
        [verdict] = [message for message in heard if message["kind"] == "verdict"]
        assert verdict["verdict"] == "wrong"
        sentences[language] = verdict["sentence"]
    assert "attendu" in sentences["fr"]
    assert "expected" in sentences["en"]
