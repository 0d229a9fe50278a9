"""A program in a process of its own: nothing it does brings the judge down."""

import socket
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine.judge import child_process
from puzzles.engine.judge.exercises import exercise_of
from puzzles.engine.judge.verdicts import judge
from puzzles.engine.worksheets.sources import source_of

GOOD = "def ligne(S, i): return [x for x in S[i] if x]\n"


def verdicts(source: str | bytes, *keys: str) -> dict[str, dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    child_process.judge_in_child(source, "mini_projet", list(keys) or None, messages.append)
    assert messages[-1] == {"kind": "end"}
    return {message["exercise"]: message for message in messages if message["kind"] == "verdict"}


def test_the_child_says_what_the_same_process_says() -> None:
    source = source_of("mini_projet").replace("range(1, 10)", "range(1, 9)").replace("n // 9, n % 9", "n")
    here: list[dict[str, Any]] = []
    there: list[dict[str, Any]] = []
    judge(source, "mini_projet", None, here.append)
    child_process.judge_in_child(source, "mini_projet", None, there.append)
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


def test_output_of_the_program_is_no_message() -> None:
    source = 'import os\nos.write(1, b\'{"kind": "end"}\\n\')\n' + GOOD
    assert verdicts(source, "ligne")["ligne"]["verdict"] == "passed"


def test_the_engine_is_not_to_be_imported() -> None:
    found = verdicts("from course.mini_projet import ligne\n", "ligne")
    assert found["ligne"]["verdict"] == "not_defined"


def test_bytes_are_decoded_and_noted_once() -> None:
    messages: list[dict[str, Any]] = []
    child_process.judge_in_child(b"# \xe9\n" + GOOD.encode(), "mini_projet", ["ligne"], messages.append)
    assert [message["code"] for message in messages if message["kind"] == "note"] == ["windows_1252"]


# The guard


@pytest.mark.parametrize(
    ("act", "event"),
    [
        ("__import__('os').system('touch {file}')", "os.system"),
        ("__import__('subprocess').run(['touch', '{file}'])", "subprocess.Popen"),
        ("__import__('os').fork()", "os.fork"),
        ("__import__('os').kill(__import__('os').getppid(), 0)", "os.kill"),
        ("__import__('socket').create_connection(('127.0.0.1', {port}), 1)", "socket.getaddrinfo"),
        ("__import__('socket').socket().connect(('127.0.0.1', {port}))", "socket.__new__"),
        ("__import__('urllib.request').request.urlopen('http://127.0.0.1:{port}/')", "socket.getaddrinfo"),
        ("__import__('io').open('{file}', 'w')", "open"),
        ("__import__('pathlib').Path('{kept}').write_text('')", "open"),
        ("__import__('os').open('{kept}', 1)", "open"),
        ("__import__('os').remove('{kept}')", "os.remove"),
        ("__import__('os').rename('{kept}', 'here')", "os.rename"),
        ("__import__('os').rename('../' * 20 + '{kept}', 'here')", "os.rename"),
        ("__import__('shutil').rmtree('{folder}')", "shutil.rmtree"),
        ("__import__('sqlite3').connect('{file}')", "sqlite3.connect"),
    ],
)
def test_acts_outside_the_programs_folder_are_refused(act: str, event: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("kept")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        act = act.format(file=tmp_path / "made", kept=kept, folder=tmp_path, port=server.getsockname()[1])
        found = verdicts(f"def ligne(S, i):\n    {act}\n    return [x for x in S[i] if x]\n", "ligne")
        with pytest.raises(BlockingIOError):
            server.accept()
    assert (found["ligne"]["verdict"], found["ligne"]["line"]) == ("raised", 2)
    # `urllib` wraps it into an error of its own.
    assert (
        f"{event} est refusé\N{NO-BREAK SPACE}: un programme vérifié ne lance rien" in found["ligne"]["error"]
    )
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]
    assert kept.read_text() == "kept"


def test_refused_acts_while_the_file_loads_are_noted(tmp_path: Path) -> None:
    messages: list[dict[str, Any]] = []
    source = f"import os\nos.system('touch {tmp_path}/made')\n{GOOD}"
    child_process.judge_in_child(source, "mini_projet", ["ligne"], messages.append, language="en")
    (note,) = [message for message in messages if message["kind"] == "note"]
    assert (note["code"], note["line"]) == ("failed", 2)
    assert note["text"].startswith("PermissionError: os.system is refused: a judged program starts nothing")
    assert list(tmp_path.iterdir()) == []


def test_a_program_writes_and_removes_in_its_own_folder() -> None:
    source = """import io, os, tempfile
def ligne(S, i):
    with io.open("notes.txt", "w") as file: file.write("1")
    os.rename("notes.txt", "other.txt")
    os.remove("other.txt")
    with tempfile.TemporaryDirectory() as folder:
        io.open(os.path.join(folder, "a"), "w").close()
    io.open(os.devnull, "w").close()
    return [x for x in S[i] if x]
"""
    assert verdicts(source, "ligne")["ligne"]["verdict"] == "passed"


@pytest.mark.parametrize("module", ["ctypes", "multiprocessing", "sqlite3", "ssl", "asyncio"])
def test_a_module_is_imported_behind_the_guard(module: str) -> None:
    """What numpy and others load: only its use can be refused."""
    source = f"def ligne(S, i):\n    import {module}\n    return [x for x in S[i] if x]\n"
    assert verdicts(source, "ligne")["ligne"]["verdict"] == "passed"
