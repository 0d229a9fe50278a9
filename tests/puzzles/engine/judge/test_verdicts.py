"""The loop: messages in their order, verdicts of every kind, the smallest counterexample."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.judge.verdicts import judge

from .judging import verdicts


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("def ligne(S, i): return [x for x in S[i] if x]", "passed"),
        ("def ligne(S, i): return [x for x in S[i]]", "wrong"),
        ("def ligne(S, i): return S[i][9]", "raised"),
        ("def ligne(S, i): exit()", "raised"),
        ("def ligne(S, i): return ligne(S, i)", "raised"),
        ("def ligne(S): return S", "raised"),
        ("def ligne(S, i):\n  while 0 in S[i]: S[i].remove(0)\n  return S[i]", "changed"),
        ("def Ligne(S, i): return []", "not_defined"),
    ],
)
def test_every_kind_of_verdict(judged: Callable[..., Any], source: str, verdict: str) -> None:
    assert judged(source, "ligne").verdicts["ligne"]["verdict"] == verdict


def test_messages_come_in_their_order() -> None:
    messages: list[dict[str, Any]] = []
    judge("def suivante(i, j): return i, j\n", "mini_projet", ["suivante"], messages.append)
    kinds = [message["kind"] for message in messages]
    assert kinds[:3] == ["loading", "begin", "case"]
    assert kinds[-2:] == ["verdict", "end"]
    assert messages[2] == {"kind": "case", "exercise": "suivante", "call": "suivante(0, 0)", "grid": None}


def test_a_wrong_box_is_shown_with_the_smallest_grid_and_the_worksheets_example(
    judged: Callable[..., Any],
) -> None:
    source = (
        "def bloc(S, i, j):\n"
        "    r = S[i // 3 * 3]\n"
        "    return [r[b] for b in range(j // 3 * 3, j // 3 * 3 + 3) if r[b]]\n"
    )
    found = judged(source, "bloc").verdicts["bloc"]
    assert (found["verdict"], found["digits"]) == ("wrong", 1)
    assert found["grid"].strip(".") == found["expected"].strip("[]")
    assert found["value"] == "[]"
    assert found["example"]["call"] == "bloc(S, 3, 4)"
    assert (found["example"]["value"], found["example"]["expected"]) == ("[6]", "[6, 9, 1, 5, 8]")


def test_an_error_is_reported_with_its_line_and_its_grid(judged: Callable[..., Any]) -> None:
    found = judged("def ligne(S, i):\n    r = S[i]\n    return [r[9]]\n", "ligne").verdicts["ligne"]
    assert (found["error"], found["line"]) == ("IndexError: list index out of range", 3)
    assert found["grid"] == "." * 81


def test_a_missing_name_is_reported_with_the_names_found(judged: Callable[..., Any]) -> None:
    found = judged("def Bloc(S, i, j): return []\nligne = 3\n").verdicts
    assert (found["bloc"]["reason"], found["bloc"]["near"]) == ("other_name", "Bloc")
    assert found["ligne"]["reason"] == "not_callable"
    assert found["suivante"]["reason"] == "absent"
    left_out = judged("@rien\ndef ligne(S, i): return []\n", "ligne").verdicts["ligne"]
    assert (left_out["reason"], left_out["line"]) == ("left_out", 1)


@pytest.mark.parametrize(
    "source",
    [
        "class G:\n  @staticmethod\n  def ligne(S, i): return [x for x in S[i] if x]",
        "class G:\n  def __init__(self, S): self.S = S\n"
        "  def ligne(self, i): return [x for x in self.S[i] if x]",
        "class G:\n  def __init__(self): self.g = [[0] * 9 for _ in range(9)]\n"
        "  def ligne(self, i): return [x for x in self.g[i] if x]",
        "class G:\n  def ligne(self, S, i): return [x for x in S[i] if x]",
        "class G:\n  def __init__(self, S): self.d = {(i, j): S[i][j] for i in range(9) for j in range(9)}\n"
        "  def ligne(self, i): return [self.d[i, j] for j in range(9) if self.d[i, j]]",
        "ligne = lambda S, i: list(filter(None, S[i]))",
        "def ligne(S, i): return sorted(set(S[i]) - {0})",
        "def ligne(S, i, j=0):\n  if j == 9: return []\n"
        "  return [S[i][j]] * (S[i][j] > 0) + ligne(S, i, j + 1)",
    ],
)
def test_no_verdict_depends_on_style(judged: Callable[..., Any], source: str) -> None:
    assert judged(source, "ligne").verdicts["ligne"]["verdict"] == "passed"


def test_another_order_passes_with_a_remark(judged: Callable[..., Any]) -> None:
    found = judged("def ligne(S, i): return [x for x in S[i] if x][::-1]", "ligne").verdicts["ligne"]
    assert (found["verdict"], found["remark"]) == ("passed", "order")


def test_a_program_cannot_ask_for_endless_recursion(judged: Callable[..., Any]) -> None:
    source = "import sys\nsys.setrecursionlimit(10**9)\ndef ligne(S, i): return ligne(S, i)\n"
    assert judged(source, "ligne").verdicts["ligne"]["error"].startswith("RecursionError")


def test_values_are_shown_without_addresses_and_truncated(judged: Callable[..., Any]) -> None:
    found = judged("def ligne(S, i): yield 1", "ligne").verdicts["ligne"]
    assert found["value"] == "<generator object ligne>"
    found = judged("def ligne(S, i): return [0] * 10**6", "ligne").verdicts["ligne"]
    assert found["value"].endswith(", … 1000000 in all]")


@pytest.mark.parametrize(
    ("change", "verdict"),
    [("S[0][1] = 1", "passed"), ("S[0][1] = True", "changed"), ("S[0][0] = 0.0", "changed")],
)
def test_a_grid_is_the_same_only_with_digits_of_the_same_type(
    judged: Callable[..., Any], change: str, verdict: str
) -> None:
    source = (
        f"def ligne(S, i):\n    if i and S[0][:2] == [0, 1]: {change}\n    return [x for x in S[i] if x]\n"
    )
    assert judged(source, "ligne").verdicts["ligne"]["verdict"] == verdict


def test_a_run_is_the_same_twice(judged: Callable[..., Any]) -> None:
    source = "import random\ndef ligne(S, i): return [random.randint(1, 9)]\n"
    assert judged(source).messages == judged(source).messages


@pytest.mark.parametrize(
    ("worksheet", "key", "file"),
    [
        ("projet_insa", "programme", "sudoku_nom_prenom.py"),
        ("tutoriel", "script", "sudoku.py"),
        ("mini_projet", "script", "mini_projet.py"),
    ],
)
def test_a_script_is_called_by_the_name_of_its_worksheets_file(worksheet: str, key: str, file: str) -> None:
    found = verdicts("x = 1\n", worksheet, key)[key]
    assert found["call"] == f"python {file}"
