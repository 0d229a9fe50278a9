"""Run a program as in a terminal window: its output, its questions, its errors.

The run cannot wait for a person. A program that asks for one answer more than it was given ends with the
message `ask`, and is run again from its start with one more answer and the same seed.
"""

import os
import sys
from typing import TYPE_CHECKING

from .environment import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .messages import Emit, Message

NAME = "sudoku.py"
# Frames that are shown of a long traceback, at its beginning and its end.
FIRST_FRAMES, LAST_FRAMES = 3, 5
# The files of the run, by name. The stand-in for `os` in the browser shares this dictionary.
FILES: "dict[str, str]" = getattr(os, "FILES", {})


class Asked(BaseException):
    """The program asks, and there is no answer yet."""


class Output:
    """Standard output that emits each text as a message."""

    def __init__(self, emit: "Emit") -> None:
        self.emit = emit

    def write(self, text: str) -> int:
        """Emit a text."""
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        if text:
            self.emit({"kind": "printed", "text": text})
        return len(text)

    def flush(self) -> None:
        """Nothing is held back here."""


class Input:
    """Stands for `input`: gives the answers in turn, then asks."""

    def __init__(self, answers: "Iterable[str]", emit: "Emit") -> None:
        self.answers = list(answers)
        self.emit = emit

    def __call__(self, prompt: object = "") -> str:
        """The next answer."""
        if self.answers:
            return self.answers.pop(0)
        self.emit({"kind": "ask", "prompt": str(prompt)})
        raise Asked


def open_file(file: str, mode: str = "r", *arguments: object, **named: object) -> TextFile:
    """The program's `open`: it opens the files of the run and those the program has written."""
    if "r" in mode and file not in FILES:
        raise FileNotFoundError("[Errno 2] No such file or directory: " + repr(file))
    if "w" in mode or file not in FILES:
        FILES[file] = ""
    return TextFile(FILES, file, mode)


def run(
    source: str,
    emit: "Emit",
    answers: "Iterable[str]" = (),
    seed: int = 0,
    files: "dict[str, str] | None" = None,
) -> None:
    """Run a program from its start; emit what it prints, and `ask` or `raised` where it breaks off."""
    import random

    random.seed(seed)
    FILES.clear()
    FILES.update(files or {})
    namespace: dict[str, Any] = {"__name__": "__main__", "input": Input(answers, emit), "open": open_file}
    outside = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = Output(emit)
    try:
        exec(compile(source, NAME, "exec"), namespace)  # noqa: S102 - in a child process or an isolated worker
    except (Asked, SystemExit):
        pass
    except BaseException as error:
        emit(error_message(error, source))
    finally:
        sys.stdout, sys.stderr = outside


def error_message(error: BaseException, source: str) -> "Message":
    """The message about an error that ended a program: its words, line, and traceback."""
    words = type(error).__name__
    if str(error):
        words += ": " + (error.msg if isinstance(error, SyntaxError) else str(error))
    lines = source.splitlines()
    frames = frames_of(error)
    text = []
    if frames:
        text.append("Traceback (most recent call last):")
        for number, name in shortened(frames):
            text.append(f'  File "{NAME}", line {number}, in {name}' if number else "  ...")
            if 0 < number <= len(lines):
                text.append("    " + lines[number - 1].strip())
    line = frames[-1][0] if frames else None
    if isinstance(error, SyntaxError) and error.filename == NAME and error.lineno:
        line = error.lineno
        text.append(f'  File "{NAME}", line {line}')
        if 0 < line <= len(lines):
            shown = lines[line - 1]
            text.append("    " + shown.strip())
            indent = len(shown) - len(shown.lstrip())
            if error.offset:
                text.append("    " + " " * max(error.offset - 1 - indent, 0) + "^")
    text.append(words)
    return {"kind": "raised", "error": words, "line": line, "traceback": "\n".join(text)}


def frames_of(error: BaseException) -> list[tuple[int, str]]:
    """The lines of the program on the way to the error, outermost first: number and name of the function."""
    found = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename == NAME:
            found.append((step.tb_lineno, code.co_name))
        step = step.tb_next
    return found


def shortened(frames: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The frames; in a long list, one with the number 0 replaces those in the middle."""
    if len(frames) <= FIRST_FRAMES + LAST_FRAMES:
        return frames
    return [*frames[:FIRST_FRAMES], (0, ""), *frames[-LAST_FRAMES:]]
