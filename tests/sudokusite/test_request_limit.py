"""Few requests of one person are worked on at a time; others do not notice."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django_htmx.middleware import HtmxDetails

from accounts.fair_queue import THREAD_SLOTS, BusyError, FairQueue
from accounts.models import User
from sudokusite.request_limit import RequestLimitMiddleware

PATIENCE_SECONDS = 30


class Site:
    """A site whose views last until `finish`; requests are asked in threads of their own."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.middleware = RequestLimitMiddleware(self._answer)
        self._pool = pool
        self._begun = threading.Semaphore(0)
        self._go = threading.Semaphore(0)

    def ask(self, session: str, *, user: User | None = None, path: str = "/") -> "Future[HttpResponse]":
        """Ask, and be back when a view is at work on it or it is answered."""
        asked = self._pool.submit(self.middleware, request_of(session, user, path))
        asked.add_done_callback(lambda _asked: self._begun.release())
        assert self._begun.acquire(timeout=PATIENCE_SECONDS)
        return asked

    def finish(self, *asked: "Future[HttpResponse]") -> list[int]:
        self._go.release(len(asked))
        statuses = [each.result(PATIENCE_SECONDS).status_code for each in asked]
        for _each in asked:
            assert self._begun.acquire(timeout=PATIENCE_SECONDS)
        return statuses

    def _answer(self, request: HttpRequest) -> HttpResponse:
        self._begun.release()
        assert self._go.acquire(timeout=PATIENCE_SECONDS)
        return HttpResponse()


def request_of(session: str, user: User | None = None, path: str = "/") -> HttpRequest:
    request = RequestFactory().get(path)
    if session:
        request.COOKIES[settings.SESSION_COOKIE_NAME] = session
    request.session = SessionStore()
    request.session.accessed = True
    request.user = user or AnonymousUser()
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
    return request


@pytest.fixture
def site() -> Iterator[Site]:
    with ThreadPoolExecutor(30) as pool:
        yield Site(pool)


def test_one_request_too_many_of_a_session_is_answered_503_at_once(site: Site) -> None:
    working = [site.ask("mine") for _each in range(settings.REQUESTS_PER_SESSION)]
    refused = site.ask("mine").result(PATIENCE_SECONDS)
    assert (refused.status_code, refused["Retry-After"], refused["Refresh"]) == (503, "1", "2")
    assert "no-store" in refused["Cache-Control"]
    others = site.ask("another's")
    assert site.finish(*working, others) == [200] * (settings.REQUESTS_PER_SESSION + 1)
    assert site.finish(site.ask("mine")) == [200]


def test_requests_of_nobody_are_not_counted(site: Site) -> None:
    working = [site.ask("") for _each in range(settings.REQUESTS_PER_SESSION + 2)]
    assert site.finish(*working) == [200] * len(working)


@pytest.mark.parametrize("path", ["/worker.js", "/app/fr.webmanifest", "/offline/fr/"])
def test_files_fetched_with_every_page_are_not_counted(site: Site, path: str) -> None:
    working = [site.ask("mine") for _each in range(settings.REQUESTS_PER_SESSION)]
    beside = site.ask("mine", path=path)
    assert site.finish(*working, beside) == [200] * (settings.REQUESTS_PER_SESSION + 1)


def test_many_sessions_of_one_account_leave_threads_for_others(site: Site, student: User) -> None:
    sessions = [f"session {number}" for number in range(settings.REQUESTS_PER_ACCOUNT + 1)]
    for session in sessions:
        site.finish(site.ask(session, user=student))
    working = [site.ask(session, user=student) for session in sessions[:-1]]
    refused = site.ask(sessions[-1], user=student)
    assert refused.result(PATIENCE_SECONDS).status_code == 503
    assert site.finish(*working, site.ask("another's")) == [200] * (len(working) + 1)


@pytest.mark.django_db
def test_a_stream_counts_until_it_is_read_or_closed() -> None:
    middleware = RequestLimitMiddleware(lambda _request: StreamingHttpResponse(iter([b"some", b"more"])))
    answers = [middleware(request_of("mine")) for _each in range(settings.REQUESTS_PER_SESSION)]
    assert middleware(request_of("mine")).status_code == 503
    assert b"".join(answers[0]) == b"somemore"
    answers[1].close()
    for _each in range(2):
        answers.append(middleware(request_of("mine")))
    assert [answer.status_code for answer in answers] == [200] * 5
    assert middleware(request_of("mine")).status_code == 503


@pytest.mark.django_db
def test_a_file_is_left_to_the_server_to_send_and_no_longer_counts(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_bytes(b"{}")
    middleware = RequestLimitMiddleware(lambda _request: FileResponse(path.open("rb")))
    answers = [middleware(request_of("mine")) for _each in range(settings.REQUESTS_PER_SESSION + 1)]
    for answer in answers:
        assert answer.file_to_stream.name == str(path)
        assert b"".join(answer) == b"{}"
        answer.close()


def test_a_view_that_fails_is_no_longer_counted() -> None:
    def fail(_request: HttpRequest) -> HttpResponse:
        raise KeyError

    middleware = RequestLimitMiddleware(fail)
    for _each in range(settings.REQUESTS_PER_SESSION + 1):
        with pytest.raises(KeyError):
            middleware(request_of("mine"))


def test_a_script_gets_a_sentence_and_when_to_retry() -> None:
    middleware = RequestLimitMiddleware(lambda _request: HttpResponse())
    request = request_of("mine")
    request.META |= {"HTTP_HX_REQUEST": "true", "HTTP_ACCEPT_LANGUAGE": "en"}
    answer = middleware.process_exception(request, BusyError())
    assert answer is not None
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert answer["Content-Type"].startswith("text/plain")
    assert answer.content.decode() == str(BusyError())
    assert middleware.process_exception(request, KeyError()) is None


def test_a_page_for_which_there_is_no_slot_is_answered_503(
    client_of: Callable[[User], Client], student: User
) -> None:
    """At once, where other long work holds all threads that it may have."""
    client = client_of(student)
    begun, go = threading.Semaphore(0), threading.Event()

    def hold(asker: int) -> None:
        with FairQueue().slot(asker):
            begun.release()
            assert go.wait(PATIENCE_SECONDS)

    with ThreadPoolExecutor(THREAD_SLOTS.most_threads) as pool:
        holding = [pool.submit(hold, -1 - number) for number in range(THREAD_SLOTS.most_threads)]
        try:
            for _each in holding:
                assert begun.acquire(timeout=PATIENCE_SECONDS)
            answer = client.get("/sheets/pdf/?count=1")
        finally:
            go.set()
        for each in holding:
            each.result(PATIENCE_SECONDS)
    assert (answer.status_code, answer["Refresh"]) == (503, "2")
    assert client.get("/sheets/pdf/?count=1").status_code != 503
