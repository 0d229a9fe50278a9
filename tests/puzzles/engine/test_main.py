"""`python -m puzzles.engine` as a program of its own: streams, signals, broken pipes, and no Django."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.puzzles.engine.notation import TUTORIAL

ROOT = Path(__file__).parents[3]
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
COMMAND = [sys.executable, "-m", "puzzles.engine"]
ENGLISH = {**os.environ, "LANGUAGE": "", "LC_ALL": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8"}


def run(
    *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        env=env or ENGLISH,
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
    )


def start(*arguments: str, **streams: Any) -> subprocess.Popen[bytes]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([*COMMAND, *arguments], env=ENGLISH, cwd=ROOT, **pipes)


def test_the_engine_runs_without_django_and_without_what_is_installed() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
            "import runpy; sys.argv = ['engine', 'solve', sys.argv[1]]; "
            "runpy.run_module('puzzles.engine', run_name='__main__')",
            TUTORIAL,
        ],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == b""
    assert done.stdout.decode().splitlines()[1].endswith(f",{SOLUTION},1")


def test_exit_codes_are_the_answer() -> None:
    assert run("check", SOLUTION).returncode == 0
    assert run("check", TUTORIAL).returncode == 1
    refused = run("check", TUTORIAL[1:])
    assert refused.returncode == 2
    assert refused.stdout == b""
    assert refused.stderr.decode() == (
        "python -m puzzles.engine: line 1, column 81: found 80 cells; expected 81 cells, or nine lines of 9\n"
    )


def test_the_environment_chooses_the_language_and_french_is_spoken_when_it_is_unknown() -> None:
    assert run("check", SOLUTION).stdout.startswith(b"Complete: yes.")
    for unknown in ("C.UTF-8", "de_DE.UTF-8"):
        answer = run("check", SOLUTION, env={**ENGLISH, "LC_ALL": unknown, "LANG": unknown})
        assert answer.stdout.decode().startswith("Complète\u00a0: oui.")


def test_a_terminal_without_our_letters_gets_question_marks() -> None:
    answer = run("show", "nowhere.txt", env={**ENGLISH, "PYTHONIOENCODING": "ascii"})
    assert answer.stderr == b"python -m puzzles.engine: there is no file ?nowhere.txt?\n"


def test_each_line_is_solved_as_it_comes() -> None:
    with start("solve", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(2):
            process.stdin.write(TUTORIAL.encode() + b"\n")
            process.stdin.flush()
            if not number:
                assert process.stdout.readline() == b"puzzle,solution,count\n"
            assert process.stdout.readline().endswith(f",{SOLUTION},1\n".encode())
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.fixture
def piped_grids() -> Iterator[int]:
    """The reading end of a pipe that holds two grids."""
    reading_end, writing_end = os.pipe()
    os.write(writing_end, f"{TUTORIAL}\n{SOLUTION[:-1]}0\n".encode())
    os.close(writing_end)
    yield reading_end
    os.close(reading_end)


def test_grids_that_come_through_a_pipe_are_played_more_than_once(piped_grids: int) -> None:
    with start("play", f"/dev/fd/{piped_grids}", pass_fds=[piped_grids]) as process:
        said = process.communicate(b"2\nn\n1\nq\n", timeout=30)[0].decode()
        assert "| 345|286|170|" in said
        assert "| 000|080|079|" in said


def test_each_grid_that_comes_through_a_pipe_has_its_heading(piped_grids: int) -> None:
    with start("check", f"/dev/fd/{piped_grids}", pass_fds=[piped_grids]) as process:
        said = process.communicate(timeout=30)[0].decode()
        assert "Grid 1 (line 1)\nComplete: no" in said
        assert "\n\nGrid 2 (line 2)\nComplete: no" in said


def test_a_broken_pipe_is_quiet() -> None:
    with start("generate", "--count", "1000") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.readline()) == 82
        process.stdout.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("stream", "arguments", "code", "told"),
    [
        (0, ["solve", "-"], 2, b"The file is empty."),
        (0, ["play"], 0, b""),
        (1, ["show", TUTORIAL], 0, b""),
        (2, ["show", "123"], 2, b""),
    ],
)
def test_a_closed_stream_is_no_accident(stream: int, arguments: list[str], code: int, told: bytes) -> None:
    with start(*arguments, preexec_fn=lambda: os.close(stream)) as process:
        complaint = process.communicate(timeout=30)[1]
        assert process.returncode == code
        assert complaint == (b"python -m puzzles.engine: " + told + b"\n" if told else b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("arguments", [["show", TUTORIAL], ["generate", "--count", "200"], ["play"]])
def test_a_full_disk_is_reported_in_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full, start(*arguments, stdout=full.fileno()) as process:
        complaint = process.communicate(timeout=30)[1]
        assert process.returncode == 2
        assert complaint == b"python -m puzzles.engine: No space left on device\n"


def test_ctrl_c_ends_a_long_run_without_a_traceback() -> None:
    with start("generate", "--count", "100000", preexec_fn=hear_ctrl_c) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == b""


@pytest.fixture
def keyboard() -> tuple[int, int]:
    """A terminal: the end a person types on, and the end the program reads."""
    return pty.openpty()


def read_until(typing_end: int, text: str, seconds: float = 20.0) -> str:
    """What the program has written to its terminal, once this text is there."""
    seen, deadline = "", time.monotonic() + seconds
    while text not in seen and time.monotonic() < deadline:
        if select.select([typing_end], [], [], 0.2)[0]:
            try:
                seen += os.read(typing_end, 65536).decode()
            except OSError:  # the program has closed its end
                break
    assert text in seen, seen
    return seen


@pytest.mark.parametrize(("key", "name"), [(b"\x04", "Ctrl-D"), (b"\x03", "Ctrl-C")])
@pytest.mark.parametrize("is_playing", [False, True], ids=["choosing", "playing"])
def test_ctrl_d_and_ctrl_c_leave_the_game_politely(
    keyboard: tuple[int, int], key: bytes, name: str, is_playing: bool
) -> None:
    typing_end, program_end = keyboard
    process = subprocess.Popen(
        [*COMMAND, "play"],
        env=ENGLISH,
        cwd=ROOT,
        stdin=program_end,
        stdout=program_end,
        stderr=program_end,
        start_new_session=True,
        preexec_fn=lambda: take_terminal(program_end),
    )
    os.close(program_end)
    read_until(typing_end, "Which grid?")
    if is_playing:
        os.write(typing_end, b"1\n")
        read_until(typing_end, "Row, column, digit")
    os.write(typing_end, key)
    said = read_until(typing_end, "Goodbye.")
    assert process.wait(30) == 0
    assert "Traceback" not in said
    os.close(typing_end)


def take_terminal(program_end: int) -> None:
    """Make a terminal the one whose Ctrl-C reaches this process."""
    import fcntl
    import termios

    fcntl.ioctl(program_end, termios.TIOCSCTTY, 0)
    hear_ctrl_c()


def hear_ctrl_c() -> None:
    """Undo that a shell lets what it starts in the background ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_game_is_played_on_a_terminal(keyboard: tuple[int, int]) -> None:
    typing_end, program_end = keyboard
    with start("play", stdin=program_end, stdout=program_end, stderr=program_end) as process:
        os.close(program_end)
        read_until(typing_end, "Which grid?")
        os.write(typing_end, SOLUTION[:-1].encode() + b"0\n")
        read_until(typing_end, "Row, column, digit")
        os.write(typing_end, b"9 9 9\n")
        read_until(typing_end, "The grid is complete and valid.")
        os.write(typing_end, b"q\n")
        read_until(typing_end, "Goodbye.")
        assert process.wait(30) == 0
    os.close(typing_end)
