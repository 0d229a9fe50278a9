"""Programs judged in this process."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.judge.verdicts import judge

LIGNE = "def ligne(S, i):\n    return [x for x in S[i] if x]\n"


class Judged:
    """The messages of one run: verdicts by exercise, notes in their order."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.messages = messages
        self.verdicts = {found["exercise"]: found for found in messages if found["kind"] == "verdict"}
        self.notes = [(found["code"], found["line"]) for found in messages if found["kind"] == "note"]


@pytest.fixture
def judged() -> Callable[..., Judged]:
    """`judged(source, "ligne", worksheet="mini_projet")`: what the judge says of a program."""

    def run(source: str | bytes, *keys: str, worksheet: str = "mini_projet") -> Judged:
        messages: list[dict[str, Any]] = []
        judge(source, worksheet, list(keys) or None, messages.append)
        return Judged(messages)

    return run
