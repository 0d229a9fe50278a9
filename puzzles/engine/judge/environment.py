"""The environment of a student's program while it runs: a console with answers, and files in memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .cases import Outcome
from .limits import ENDS_OF_INPUT, PRINTED_LIMIT, PROGRAM_FILE, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, Protocol

    from .limits import Steps

    class Names(Protocol):
        """A program's names: its own ones with the line that defines each, and all with their values."""

        own_names: dict[str, int]
        namespace: dict[str, Any]


class TextStream:
    """The methods that a console and an open file share."""

    def write(self, text: Any) -> int:
        raise NotImplementedError

    def writelines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.write(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


class ProgramConsole(TextStream):
    """Standard output, error and input of a program: keeps what is printed, gives the answers in order."""

    encoding = "utf-8"

    def __init__(self, answers: Iterable[str] = ()) -> None:
        self.answers = list(answers)
        self.parts: list[str] = []
        self.room = PRINTED_LIMIT
        self.ends = 0

    @property
    def printed(self) -> str:
        """All that was printed, up to the limit."""
        return "".join(self.parts)

    def write(self, text: object) -> int:
        text = str(text)
        if self.room > 0:
            self.parts.append(text[: self.room])
            self.room -= len(text)
        return len(text)

    def input(self, prompt: object = "") -> str:
        """The next answer; EOFError when none is left."""
        self.write(f"{prompt}\n")
        if not self.answers:
            self.ends += 1
            if self.ends > ENDS_OF_INPUT:
                raise Stopped
            raise EOFError("EOF when reading a line")
        return str(self.answers.pop(0))

    def readline(self, size: int = -1) -> str:
        return str(self.answers.pop(0)) + "\n" if self.answers else ""

    def readlines(self, hint: int = -1) -> list[str]:
        lines = [f"{answer}\n" for answer in self.answers]
        self.answers = []
        return lines

    def read(self, size: int = -1) -> str:
        return "".join(self.readlines())

    def __iter__(self) -> Iterator[str]:
        return iter(self.readlines())


class TextFile(TextStream):
    """An open text file that lives in memory."""

    def __init__(self, files: dict[str, str], name: str, mode: str) -> None:
        self.files, self.name, self.mode = files, name, mode
        self.text = "" if "w" in mode or "x" in mode else files.get(name, "")
        self.place = len(self.text) if "a" in mode else 0
        self.closed = False

    def read(self, size: int | None = -1) -> str:
        end = len(self.text) if size is None or size < 0 else self.place + size
        found, self.place = self.text[self.place : end], min(end, len(self.text))
        return found

    def readline(self, size: int = -1) -> str:
        end = self.text.find("\n", self.place) + 1
        return self.read((end or len(self.text)) - self.place)

    def readlines(self, hint: int = -1) -> list[str]:
        return list(self)

    def __iter__(self) -> TextFile:
        return self

    def __next__(self) -> str:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def seek(self, place: int, whence: int = 0) -> int:
        self.place = (0, self.place, len(self.text))[whence] + place
        return self.place

    def tell(self) -> int:
        return self.place

    def write(self, text: str) -> int:
        self.text = self.text[: self.place] + text + self.text[self.place + len(text) :]
        self.place += len(text)
        self.files[self.name] = self.text
        return len(text)

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> TextFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Environment:
    """A console and files for one run."""

    def __init__(self, answers: Iterable[str] = (), files: Mapping[str, str] | None = None) -> None:
        self.console = ProgramConsole(answers)
        self.files = dict(files or {})

    def open(self, file: object, mode: str = "r", *_rest: object, **_options: object) -> TextFile:
        """The built-in `open`, on the files of this environment only."""
        name = str(file).replace("\\", "/")
        if name.startswith("./"):
            name = name[2:]
        if "b" in mode:
            raise ValueError("only text files can be opened here")
        if name not in self.files and not ("w" in mode or "a" in mode or "x" in mode):
            raise FileNotFoundError(2, "No such file or directory", name)
        return TextFile(self.files, name, mode)

    def names(self) -> dict[str, Any]:
        """The built-in functions a program gets from this environment."""
        return {"input": self.console.input, "open": self.open, "exit": _leave, "quit": _leave}


def _leave(code: Any = None) -> None:
    raise SystemExit(code)


def attempt(
    program: Names, action: Callable[[], Any], environment: Environment, steps: Steps | None = None
) -> Outcome:
    """Run an action on the student's program in an environment: an Outcome with its value or its error."""
    outcome = Outcome()
    saved = sys.stdout, sys.stderr, sys.stdin
    for name, function in environment.names().items():
        if name not in program.own_names:
            program.namespace[name] = function
    sys.stdout = sys.stderr = sys.stdin = environment.console
    try:
        if steps is None:
            outcome.value = action()
        else:
            sys.settrace(steps.tracer())
            try:
                outcome.value = action()
            finally:
                sys.settrace(None)
    except Stopped:
        outcome.stopped = True
    except BaseException as error:  # SystemExit and KeyboardInterrupt of the program too
        outcome.error, outcome.line = error_text(error), error_line(error)
    finally:
        sys.stdout, sys.stderr, sys.stdin = saved
    if steps is not None and steps.left < 0:
        outcome.stopped = True
    outcome.printed = environment.console.printed
    return outcome


def error_text(error: BaseException) -> str:
    """The last line of a traceback: `IndexError: list index out of range`."""
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:
        text = ""
    text = text.split("\n")[0][:300]
    return f"{name}: {text}" if text and name != "SystemExit" else name


def error_line(error: BaseException) -> int | None:
    """The innermost line of the student's file in the traceback of an error. None outside the file.

    For endless recursion it is the line of the first recursive call: the innermost line depends on how deep
    Python goes.
    """
    frames = []
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == PROGRAM_FILE:
            frames.append((step.tb_frame.f_code.co_name, step.tb_lineno))
        step = step.tb_next
    if isinstance(error, RecursionError):
        names = [name for name, _line in frames]
        for name, line in frames:
            if names.count(name) > 1:
                return line
    return frames[-1][1] if frames else None
