"""Judge a program in a separate process, with limits of time and memory. CPython only, not for a browser.

The child runs isolated (`-I`) in an empty folder and writes one message a line. It is killed when it exceeds
an exercise's time or dies; the exercise gets its verdict here, and a new child judges the remaining ones. The
child has the rights of the user who runs the judge: `audit_hook` prevents accidents and is no sandbox.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .cases import STOPPED, TOO_SLOW
from .exercises import exercises_of, judged_exercises
from .source_text import decode

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import IO, Any

    from .messages import Emit, Message

MEMORY_LIMIT = 768 * 2**20
LOADING_LIMIT_S = 10
_LINE_LIMIT = 2**20
# The folder in which the package `judge` lies, or that of the zip archive.
_PACKAGES = Path(__file__).resolve().parents[1]
_START = "import sys; sys.path.insert(0, {0!r}); from judge.child_process import serve; serve({0!r}, {1!r})"


def judge_in_child(
    source: str | bytes,
    worksheet: str,
    keys: Collection[str] | None,
    emit: Emit,
    *,
    language: str = "fr",
    memory_limit: int = MEMORY_LIMIT,
) -> None:
    """As `verdicts.judge`, but the program cannot block, crash or exhaust this process."""
    if isinstance(source, (bytes, bytearray)):
        text, encoding = decode(bytes(source))
    else:
        text, encoding = source, "utf-8"
    exercises = judged_exercises(worksheet, keys)
    left = [exercise.key for exercise in exercises]
    limits = {exercise.key: exercise.limit_s for exercise in exercises}
    if encoding == "windows-1252":
        emit({"kind": "note", "code": "windows_1252", "line": None, "text": ""})
    is_first = True
    while left or is_first:
        job = {"source": text, "worksheet": worksheet, "keys": left, "language": language}
        ended = _run_child(job, limits, emit, is_first, memory_limit)
        is_first = False
        if ended is None:
            break
        left = left[left.index(ended) + 1 :] if ended in left else []
    emit({"kind": "end"})


def _run_child(
    job: dict[str, Any], limits: dict[str, int], emit: Emit, is_first: bool, memory_limit: int
) -> str | None:
    """Run one child: None when it judged all, else the key of the exercise it did not get over."""
    folder = tempfile.mkdtemp(prefix="judge-")
    process = _start_child(folder, memory_limit)
    lines: queue.Queue[bytes | None] = queue.Queue()
    reader = threading.Thread(target=_read_lines, args=(process.stdout, lines), daemon=True)
    reader.start()
    try:
        _send(job, process)
        return _follow(lines, job, limits, emit, is_first)
    finally:
        _kill(process)
        shutil.rmtree(folder, ignore_errors=True)


def _start_child(folder: str, memory_limit: int) -> Any:
    return subprocess.Popen(  # noqa: S603 - this interpreter, with arguments of our own
        [sys.executable, "-I", "-B", "-X", "utf8", "-c", _START.format(str(_PACKAGES), memory_limit)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=_environment(folder),
        start_new_session=True,
    )


def _send(job: dict[str, Any], process: Any) -> None:
    try:
        process.stdin.write(json.dumps(job).encode() + b"\n")
        process.stdin.close()
    except OSError:
        pass  # the child is gone already, which its missing end shows


def _follow(
    lines: queue.Queue[bytes | None], job: dict[str, Any], limits: dict[str, int], emit: Emit, is_first: bool
) -> str | None:
    """Emit the child's messages within its limits of time; the result of `_run_child`."""
    begun: str | None = None
    case: Message | None = None
    deadline = time.monotonic() + LOADING_LIMIT_S
    while True:
        try:
            message = _message(lines.get(timeout=max(0.0, deadline - time.monotonic())))
        except queue.Empty:
            return _give_up(begun, case, job, TOO_SLOW, emit)
        if message is None:
            return _give_up(begun, case, job, STOPPED, emit)
        kind = message.get("kind")
        if kind == "end":
            return None
        if kind == "begin" and message.get("exercise") in limits:
            begun, case = message["exercise"], None
            deadline = time.monotonic() + limits[begun]
        elif kind == "case":
            case = message
        elif kind == "verdict":
            begun = None
            deadline = time.monotonic() + LOADING_LIMIT_S
        if is_first or kind in ("begin", "case", "verdict", "printed"):
            emit(message)


def _give_up(
    begun: str | None, case: Message | None, job: dict[str, Any], code: str, emit: Emit
) -> str | None:
    """Emit the verdict of the exercise whose child was killed or died, or of all others; return its key."""
    keys = [begun] if begun else job["keys"]
    for key in keys:
        emit(
            {
                "kind": "verdict",
                "exercise": key,
                "verdict": code,
                "detail": "died" if code == STOPPED else None,
                "call": case["call"] if case and begun else None,
                "grid": case["grid"] if case and begun else None,
                "cases": 0,
            }
        )
    return begun or (job["keys"][-1] if job["keys"] else None)


def _message(line: bytes | None) -> Message | None:
    """A message of the child; None for the end of its output, {} for a line that is no message."""
    if line is None:
        return None
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _read_lines(stream: IO[bytes], lines: queue.Queue[bytes | None]) -> None:
    while True:
        line = stream.readline(_LINE_LIMIT)
        if not line:
            lines.put(None)
            return
        lines.put(line)


def _kill(process: Any) -> None:
    """End the child and what it has started, and wait for it."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()
    process.stdout.close()


def _environment(folder: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG") if name in os.environ}
    return {**kept, "HOME": folder, "TMPDIR": folder, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def serve(path: str, memory_limit: int) -> None:
    """The child's side: read a job from standard input, judge, write messages to what was standard output."""
    from . import audit_hook, verdicts

    sys.path.remove(path)  # the engine's other packages are nothing for a student's `import`
    job = json.loads(sys.stdin.buffer.readline())
    messages = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    exercises_of(job["worksheet"])
    _limit(memory_limit)
    audit_hook.install(os.getcwd(), job["language"])

    def emit(message: Message) -> None:
        messages.write(json.dumps(message) + "\n")
        messages.flush()

    verdicts.judge(job["source"], job["worksheet"], job["keys"], emit, language=job["language"])
    messages.flush()
    os._exit(0)  # threads and exit handlers of the program do not hold the end back


def _limit(memory_limit: int) -> None:
    """Limits of memory, file size and processes, where the system has them."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, limit in (
        ("RLIMIT_AS", memory_limit),
        ("RLIMIT_FSIZE", 2**20),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_CPU", 120),
    ):
        with suppress(ValueError, OSError, AttributeError):  # not on this system: the time limit stays
            resource.setrlimit(getattr(resource, name), (limit, limit))
