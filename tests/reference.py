"""The reference in Python of what is compiled, called beside it."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from puzzles.engine import compiled

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


def as_it_is(function: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """The function itself, for tests of both."""
    return function


def in_python(function: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """The function as it is where nothing could be compiled."""

    @wraps(function)
    def answer(*args: Parameters.args, **options: Parameters.kwargs) -> Answer:
        was_used, compiled.IS_USED = compiled.IS_USED, False
        try:
            return function(*args, **options)
        finally:
            compiled.IS_USED = was_used

    return answer
