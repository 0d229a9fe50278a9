"""A board in a real browser."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from puzzles.models import Attempt


@pytest.fixture
def attempt(transactional_db: None, attempt_of: Callable[..., Attempt], student: User) -> Attempt:
    """An open attempt of the student, in a database that the live server sees."""
    return attempt_of(student)


@pytest.fixture
def open_board(page_of: Callable[..., Any], student: User) -> Callable[..., Any]:
    """`open_board(attempt, size=, language=, **options)`: its page in a new window, ready for keys."""

    def open_page(
        attempt: Attempt, *, size: tuple[int, int] = (1280, 800), language: str = "en", **options: Any
    ) -> Any:
        User.objects.update(language=language)
        page = page_of(student, **options)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/play/{attempt.pk}/")
        page.wait_for_function("document.getElementById('timer').textContent !== ''")
        return page

    return open_page


@pytest.fixture
def eventually() -> Callable[..., None]:
    """`eventually(question)`: wait until the question is answered with yes, at most 10 seconds."""

    def wait(question: Callable[[], bool], seconds: float = 10) -> None:
        until = time.monotonic() + seconds
        while not question():
            assert time.monotonic() < until, "it did not come to that"
            time.sleep(0.05)

    return wait
