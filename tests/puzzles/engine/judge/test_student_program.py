"""Students' files: every encoding, nothing run that asks, prints or never ends, and a word about it."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.judge.environment import Environment
from puzzles.engine.judge.program_loader import load
from puzzles.engine.judge.source_text import decode
from puzzles.engine.judge.student_program import run_script

LIGNE = "def ligne(S, i):\n    return [x for x in S[i] if x]\n"


@pytest.mark.parametrize(
    "source",
    [
        LIGNE,
        LIGNE.encode(),
        b"\xef\xbb\xbf" + LIGNE.encode(),
        LIGNE.encode("utf-16"),
        LIGNE.replace("\n", "\r\n").encode(),
        LIGNE.replace("\n", "\r"),
        "\ufeff" + LIGNE,
        "# -*- coding: utf-8 -*-\n" + LIGNE,
        "from __future__ import annotations\nx: Nowhere = 3\n" + LIGNE,
        "a = 1; b = 2; c = [0]\n" + LIGNE,
        '"""Mon projet."""\n' + LIGNE,
    ],
)
def test_a_program_is_read_in_every_usual_form(source: str | bytes) -> None:
    program = load(source)
    assert program.namespace["ligne"]([[0, 2, 1]], 0) == [2, 1]
    assert program.notes == []


def test_windows_1252_is_read_and_noted() -> None:
    program = load(b"mot = '\xe9t\xe9 \x80 \x93'\n")
    assert program.namespace["mot"] == "été € “"
    assert [note["code"] for note in program.notes] == ["windows_1252"]
    assert decode("é".encode()) == ("é", "utf-8")


def test_a_tab_beside_spaces_ends_at_a_multiple_of_eight(judged: Callable[..., Any]) -> None:
    source = "def ligne(S, i):\n\tr = []\n        for x in S[i]:\n\t\tif x: r.append(x)\n\treturn r\n"
    found = judged(source, "ligne")
    assert found.verdicts["ligne"]["verdict"] == "passed"
    assert found.notes == [("tabs", None)]


def test_a_tab_ends_at_a_multiple_of_four_where_only_that_is_python(judged: Callable[..., Any]) -> None:
    source = "def ligne(S, i):\n    r = []\n    for x in S[i]:\n\t\tif x: r.append(x)\n\treturn r\n"
    found = judged(source, "ligne")
    assert found.verdicts["ligne"]["verdict"] == "passed"
    assert found.notes == [("tabs_of_four", None)]


@pytest.mark.parametrize(
    "body",
    [
        "\tif S:\n\t\treturn [x for x in S[i] if x]",
        "    if S:\n    \treturn [x for x in S[i] if x]",
        "    'a\\\n\tb'\n    return [x for x in S[i] if x]",
        "    return [x\n\tfor x in S[i] if x]",
        "\treturn [x for x in S[i] if x]\ndef other():\n    return 1",
    ],
)
def test_tabs_that_are_in_step_with_spaces_need_no_word(judged: Callable[..., Any], body: str) -> None:
    found = judged(f"def ligne(S, i):\n{body}\n", "ligne")
    assert found.verdicts["ligne"]["verdict"] == "passed"
    assert found.notes == []


def test_a_wrong_line_in_a_file_with_tabs_is_reported_as_in_any_other(judged: Callable[..., Any]) -> None:
    assert judged("def f():\n\treturn 1\nx = (1,\n").notes == [("syntax_error", 3)]


@pytest.mark.parametrize(
    ("source", "code", "line"),
    [
        ("def f():\n    a = 1\n  return a\n", "unindent", 3),
        ("if 1:\n    a = [1,\n        2]\n  a = 1\n", "unindent", 4),
        (LIGNE + "x = (1,\n", "syntax_error", 3),
        (LIGNE + "print 3\n", "python_2", 3),
        ("def f():\nreturn 1\n", "syntax_error", 2),
        (b"abc\0def", "not_text", None),
        ("  \n\n", "empty", None),
        ("x = 1\n" * 200_000, "too_long", None),
    ],
)
def test_a_file_that_cannot_be_judged_says_why(
    judged: Callable[..., Any], source: str | bytes, code: str, line: int | None
) -> None:
    found = judged(source)
    assert found.notes == [(code, line)]
    assert found.messages[1]["fatal"] is True
    assert found.verdicts == {}
    assert found.messages[-1] == {"kind": "end"}


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("nom = input('Nom ? ')", "asks"),
        ("for k in range(3): input()", "asks"),
        ("print(ligne([[1]], 0))", "runs"),
        ("ligne([[1]], 0)", "runs"),
        ("if ligne([[1]], 0): print('oui')", "runs"),
        ("import doctest; doctest.testmod()", "runs"),
        ("while True: pass", "slow"),
        ("n = 1\nwhile n: n += 1", "slow"),
        ("while True:\n    ''.join([])", "slow"),
        ("print('bonjour')", "prints"),
        ("1 / 0", "failed"),
        ("x = ligne([], 3)", "failed"),
        ("import module_qui_n_existe_pas", "failed"),
        ("raise SystemExit", "failed"),
        ("import sys; sys.exit()", "runs"),
    ],
)
def test_a_statement_that_does_more_than_define_is_left_out_with_its_line(
    judged: Callable[..., Any], capsys: pytest.CaptureFixture[str], statement: str, code: str
) -> None:
    found = judged(f"{LIGNE}\n{statement}\n", "ligne")
    assert found.notes == [(code, 5 if statement.startswith("n = 1") else 4)]
    assert found.verdicts["ligne"]["verdict"] == "passed"
    assert capsys.readouterr() == ("", "")


def test_the_main_guard_is_respected_without_a_word(judged: Callable[..., Any]) -> None:
    found = judged(LIGNE + "if __name__ == '__main__':\n    while True:\n        input()\n", "ligne")
    assert found.notes == []
    assert found.verdicts["ligne"]["verdict"] == "passed"


def test_a_definition_that_fails_takes_no_other_with_it() -> None:
    program = load("@rien\ndef f(): return 1\n" + LIGNE)
    assert "ligne" in program.namespace
    assert program.left_out == {"f": 1}


def test_a_call_in_an_assignment_leaves_the_grids_as_they_were() -> None:
    program = load("S = [[0] * 9 for i in range(9)]\ndef f(S):\n    S[0][0] = 5\n    return 7\nx = f(S)\n")
    assert program.namespace["x"] == 7
    assert program.namespace["S"][0][0] == 0


def test_each_exercise_finds_the_program_as_it_was_loaded() -> None:
    program = load("calls = []\ndef f():\n    calls.append(1)\n    return len(calls)\n")
    assert [program.namespace["f"](), program.namespace["f"]()] == [1, 2]
    program.renew()
    assert program.namespace["f"]() == 1


def test_a_script_is_run_whole_and_a_name_can_be_replaced() -> None:
    program = load("S = [1]\nif __name__ == '__main__':\n    print(S, input('?'))\n")
    assert program.notes == []
    assert run_script(program, Environment(answers=["a"])).printed == "?\n[1] a\n"
    assert run_script(program, Environment(answers=["b"]), replaced={"S": [2]}).printed == "?\n[2] b\n"


def test_a_script_has_names_of_its_own() -> None:
    program = load("grid = [1]\nif __name__ == '__main__':\n    grid = 2\n    print(extra)")
    assert run_script(program, Environment(), names={"extra": 5}).printed == "5\n"
    assert program.namespace["grid"] == [1]
    assert "extra" not in program.namespace


def test_an_error_in_a_script_has_its_line_and_an_exit_is_none() -> None:
    program = load("name = 1\nif __name__ == '__main__':\n    print(input('> ') * 2)\n    1 / 0\n")
    outcome = run_script(program, Environment(answers=("ab",)))
    assert outcome.printed == "> \nabab\n"
    assert (outcome.error, outcome.line) == ("ZeroDivisionError: division by zero", 4)
    outcome = run_script(load("if __name__ == '__main__':\n    print(1)\n    exit()\n"), Environment())
    assert (outcome.printed, outcome.error, outcome.line) == ("1\n", None, None)


def test_another_text_can_be_run_in_the_place_of_a_script() -> None:
    assert run_script(load("print(1)"), Environment(), text="print(2)").printed == "2\n"


def test_names_of_the_program_are_not_taken_by_the_judge(judged: Callable[..., Any]) -> None:
    source = "def open(x):\n    return x\ndef ligne(S, i):\n    return open([x for x in S[i] if x])\n"
    assert judged(source, "ligne").verdicts["ligne"]["verdict"] == "passed"
