"""A board in a real browser."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, Page, Route

from accounts.models import Classroom, User
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services import play as services
from puzzles.rooms.models import Room
from puzzles.rooms.services.rooms import open_room
from sudokusite import settings as site

PATIENCE_S = 20


@pytest.fixture
def attempt(transactional_db: None, attempt_of: Callable[..., Attempt], student: User) -> Attempt:
    """An open attempt of the student, in a database that the live server sees."""
    return attempt_of(student)


@pytest.fixture(scope="module")
def scripts_page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A page that can import the site's modules, for tests that ask these and nothing of the site."""
    page = browser.new_page(base_url=live_server.url)
    page.goto("/static/js/trace.js")
    yield page
    page.context.close()


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
        page.wait_for_function("() => document.getElementById('timer').textContent !== ''")
        return page

    return open_page


@pytest.fixture
def eventually(browser: Browser) -> Callable[..., None]:
    """`eventually(question)`: wait until the question is answered with yes, at most 20 seconds.

    Meanwhile the handlers of the test (routes, dialogs) are served.
    """

    def wait(question: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
        until = time.monotonic() + seconds
        while not question():
            assert time.monotonic() < until, "it did not come to that"
            rest(browser)

    return wait


def rest(browser: Browser) -> None:
    """Let a moment pass in which messages of the browser are heard."""
    pages = [page for context in browser.contexts for page in context.pages]
    if pages:
        pages[0].wait_for_timeout(50)
    else:
        time.sleep(0.05)


@pytest.fixture
def slow_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that thinks for 250 ms about every request for moves."""
    quick = services.play_moves

    def slow(**asked: Any) -> services.Game:
        time.sleep(0.25)
        return quick(**asked)

    monkeypatch.setattr(services, "play_moves", slow)


# An open page learns of its first route, and that the network is gone, on another way than it gets its keys:
# a request made by the next key could still slip through. So both fixtures ask until the page knows.
# (`wait_for_function` takes a promise for a yes, and asks an expression that is no function once.)


@pytest.fixture
def intercept(eventually: Callable[..., None]) -> Callable[..., None]:
    """`intercept(page, pattern, handler)`: a route that stands when this returns, on a page that is open."""

    def add_route(page: Page, pattern: str, handler: Callable[[Route], Any]) -> None:
        page.route("**/intercepted/", lambda route: route.fulfill(status=204))
        page.route(pattern, handler)
        asked = "fetch('/intercepted/').then(({ status }) => status === 204)"
        eventually(lambda: page.evaluate(asked))

    return add_route


@pytest.fixture
def set_offline(eventually: Callable[..., None]) -> Callable[..., None]:
    """`set_offline(page, whether)`: cut its window off, or connect it again; done when this returns."""

    def cut_or_connect(page: Page, is_offline: bool) -> None:
        page.context.set_offline(is_offline)
        asked = "fetch('/help/', { cache: 'no-store' }).then(() => false, () => true)"
        eventually(lambda: page.evaluate(asked) == is_offline)

    return cut_or_connect


@pytest.fixture
def break_sending(intercept: Callable[..., None]) -> Callable[..., None]:
    """`break_sending(page, status)`: all requests for moves fail, with this status or without any answer."""

    def fail_moves(page: Page, status: int = 0) -> None:
        intercept(page, "**/moves/", lambda route: route.fulfill(status=status) if status else route.abort())

    return fail_moves


@pytest.fixture(scope="session")
def collected_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The settings with which static files come as the site sends them: collected, under their new names."""
    collected: dict[str, Any] = {
        "STATIC_ROOT": tmp_path_factory.mktemp("collected"),
        "STORAGES": {**site.STORAGES, "staticfiles": {"BACKEND": site.STATICFILES_STORAGE_NAME}},
    }
    with override_settings(**collected):
        call_command("collectstatic", interactive=False, verbosity=0)
    return collected


@pytest.fixture
def site_as_sent(collected_files: dict[str, Any], transactional_db: None) -> Iterator[str]:
    """The address of a live server that sends static files as the site does, not as they lie in the tree."""
    with override_settings(**collected_files):
        server = LiveServerThread("localhost", static_handler=lambda application: application)
        server.daemon = True
        server.start()
        server.is_ready.wait()
        assert server.error is None
        yield f"http://localhost:{server.port}"
        server.terminate()


# Browser tests that ask the servers of a cluster (`make cluster`).


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Beside a cluster, leave out the tests that need the site in their own process."""
    for item in items if os.environ.get("CLUSTER_URL") else ():
        if mark := item.get_closest_marker("in_process"):
            item.add_marker(pytest.mark.skip(reason=mark.args[0]))


if os.environ.get("CLUSTER_URL"):
    # In the place of those above, and of pytest-django's.
    from tests.cluster.fixtures import (  # noqa: F401
        live_server,
        patient_emptying,
        run_tasks,
        site_as_sent,
        slow_server,
    )


@pytest.fixture
def room_lacking(
    transactional_db: None,
    classroom: Classroom,
    teacher: User,
    student: User,
    classmate: User,
    puzzle: Puzzle,
    collection_of: Callable[..., Collection],
) -> Callable[[int], Room]:
    """`room_lacking(count)`: an open room of the class; the grid of its collection lacks the first digits."""

    def make(count: int) -> Room:
        collection = collection_of(teacher, range(1))
        givens = "." * count + puzzle.solution[count:]
        Puzzle.objects.filter(pk=puzzle.pk).update(givens=givens, clue_count=81 - count, canonical_key=7)
        collection.entries.update(puzzle=puzzle)
        return open_room(classroom=classroom)

    return make
