"""What a teacher has on the pages of her grids."""

from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.library.models import PuzzleImport


@pytest.fixture(autouse=True)
def _english(teacher: User, other_teacher: User, administrator: User, student: User) -> None:
    """Everybody here reads English."""
    User.objects.update(language=User.Language.ENGLISH)


@pytest.fixture
def done(bring_in: Callable[..., PuzzleImport], grids: list[str], empty_grid: str) -> PuzzleImport:
    """A finished import of the teacher: three grids to play, one with many solutions, two rejected lines."""
    return bring_in([*grids[:3], "oops", empty_grid, "1234"])
