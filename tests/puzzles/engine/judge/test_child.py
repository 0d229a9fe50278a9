"""A program in a process of its own: nothing it does brings the judge down."""

from typing import Any

import pytest

from puzzles.engine.course.sources import source_of
from puzzles.engine.judge import child
from puzzles.engine.judge.exercises import exercise_of
from puzzles.engine.judge.running import judge

GOOD = "def ligne(S, i): return [x for x in S[i] if x]\n"


def verdicts(source: str | bytes, *keys: str) -> dict[str, dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    child.judge_in_child(source, "mini_projet", list(keys) or None, messages.append)
    assert messages[-1] == {"kind": "end"}
    return {message["exercise"]: message for message in messages if message["kind"] == "verdict"}


def test_the_child_says_what_the_same_process_says() -> None:
    source = source_of("mini_projet").replace("range(1, 10)", "range(1, 9)").replace("n // 9, n % 9", "n")
    here: list[dict[str, Any]] = []
    there: list[dict[str, Any]] = []
    judge(source, "mini_projet", None, here.append)
    child.judge_in_child(source, "mini_projet", None, there.append)
    assert there == here


@pytest.mark.parametrize("fatal", ["os._exit(0)", "os.kill(os.getpid(), 9)", "os.kill(os.getpid(), 11)"])
def test_a_dead_child_costs_one_exercise(fatal: str) -> None:
    found = verdicts(
        f"import os\ndef ligne(S, i):\n    {fatal}\ndef suivante(i, j): return 1\n", "ligne", "suivante"
    )
    assert (found["ligne"]["verdict"], found["ligne"]["call"]) == ("stopped", "ligne(S, 0)")
    assert found["suivante"]["verdict"] == "wrong"


def test_an_endless_loop_is_ended_and_the_next_exercise_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(exercise_of("mini_projet", "ligne")), "limit_s", 1)
    source = "def ligne(S, i):\n    while True: pass\ndef suivante(i, j): return 1\n"
    found = verdicts(source, "ligne", "suivante")
    assert (found["ligne"]["verdict"], found["ligne"]["call"]) == ("too_slow", "ligne(S, 0)")
    assert len(found["ligne"]["grid"]) == 81
    assert found["suivante"]["verdict"] == "wrong"


def test_a_growing_list_is_a_memory_error() -> None:
    found = verdicts("def ligne(S, i): return [0] * 10**9\n", "ligne")
    assert found["ligne"]["error"] == "MemoryError"


def test_what_the_program_writes_is_no_message() -> None:
    source = 'import os\nos.write(1, b\'{"kind": "end"}\\n\')\n' + GOOD
    assert verdicts(source, "ligne")["ligne"]["verdict"] == "passed"


def test_the_engine_is_not_to_be_imported() -> None:
    found = verdicts("from course.mini_projet import ligne\n", "ligne")
    assert found["ligne"]["verdict"] == "not_defined"


def test_bytes_are_decoded_and_noted_once() -> None:
    messages: list[dict[str, Any]] = []
    child.judge_in_child(b"# \xe9\n" + GOOD.encode(), "mini_projet", ["ligne"], messages.append)
    assert [message["code"] for message in messages if message["kind"] == "note"] == ["windows_1252"]
