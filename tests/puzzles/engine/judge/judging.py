"""Judge a program as the site does, and change one function of a right one."""

import sys
from contextlib import contextmanager
from typing import Any

from puzzles.engine.judge.verdicts import judge
from puzzles.engine.worksheets import source_of

GUARD = '\nif __name__ == "__main__":'


@contextmanager
def numpy_unchanged() -> Any:
    """What stands for numpy before and after is the same: the judge puts its stand-in there."""
    before = sys.modules.get("numpy")
    try:
        yield
    finally:
        sys.modules.pop("numpy", None)
        if before is not None:
            sys.modules["numpy"] = before


def verdicts(source: str, worksheet: str, *keys: str) -> dict[str, dict[str, Any]]:
    """The verdicts of some exercises, or of all, by key."""
    messages: list[dict[str, Any]] = []
    with numpy_unchanged():
        judge(source, worksheet, keys or None, messages.append)
    return {message["exercise"]: message for message in messages if message["kind"] == "verdict"}


def verdict(code: str, worksheet: str, key: str) -> dict[str, Any]:
    """The verdict of one exercise for the worksheet's own text with another definition put into it."""
    functions, _, script = source_of(worksheet).partition(GUARD)
    return verdicts(f"{functions}\n{code}\n{GUARD}{script}", worksheet, key)[key]


def verdict_of_script(script: str, worksheet: str, key: str) -> dict[str, Any]:
    """The verdict of one exercise for the worksheet's own functions with another script after them."""
    functions, _, _ = source_of(worksheet).partition(GUARD)
    return verdicts(f"{functions}\n{script}", worksheet, key)[key]
