"""The attempt that most tests of play start from."""

from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.play.models import Attempt


@pytest.fixture
def attempt(attempt_of: Callable[..., Attempt], student: User) -> Attempt:
    """The student's open attempt under the default policy, which grants all help at any time."""
    return attempt_of(student)
