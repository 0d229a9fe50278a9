"""The terminal program, run in this process, and French as it is printed."""

import io
import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from puzzles.engine.terminal import main

NO_BREAK = "\u00a0"


class Answer(NamedTuple):
    """What a command line answers: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@pytest.fixture
def terminal() -> Callable[..., Answer]:
    """`terminal("check", GRID, stdin="", language="en")`: run one command line."""

    def run(*arguments: str, stdin: str | bytes = b"", language: str = "en") -> Answer:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = io.StringIO(), io.StringIO()
        code = main(arguments, stdin=io.BytesIO(data), stdout=out, stderr=err, environment={"LANG": language})
        return Answer(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def french() -> Callable[[str], str]:
    """`french(text)`: the text with the spaces that French keeps unbroken."""

    def spaced(text: str) -> str:
        return re.sub(r" (?=[:;!?»])|(?<=«) ", NO_BREAK, text)

    return spaced
