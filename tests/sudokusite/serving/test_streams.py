"""Streams of events: what their clients get, when they end, and how many are held."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import wraps
from typing import Any

import pytest

from accounts.responses import STREAM_HEADER, STREAMS_AVAILABLE, stream_response
from sudokusite.serving import streams as module
from sudokusite.serving.front import BodyLimit, Front
from sudokusite.serving.streams import HEADER, MOST_EACH, Streams
from tests.threads import in_own_loop

Test = Callable[..., Coroutine[Any, Any, None]]
HEAD = [(HEADER, b"7 1"), (b"content-type", b"text/event-stream"), (b"content-length", b"0")]


def run_in_own_loop(test: Test) -> Callable[..., None]:
    """A test that is a coroutine."""

    @wraps(test)
    def run(*fixtures: Any, **named: Any) -> None:
        in_own_loop(asyncio.wait_for(test(*fixtures, **named), 60))

    return run


class Client:
    """The client of a stream."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.headers: list[tuple[bytes, bytes]] = []
        self.parts: asyncio.Queue[bytes] = asyncio.Queue()
        self.is_over = False
        self.is_first = True

    async def receive(self) -> dict[str, Any]:
        if self.is_first:
            self.is_first = False
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.headers = list(message["headers"])
            return
        self.is_over = not message["more_body"]
        await self.parts.put(message["body"])

    async def events(self, count: int) -> list[bytes]:
        """The next events, comments left out."""
        found: list[bytes] = []
        while len(found) < count:
            part = await self.parts.get()
            found += [part] if part.startswith(b"data") else []
        return found


class Texts:
    """What is read: the texts of the channels."""

    def __init__(self) -> None:
        self.texts = {7: "one"}
        self.reads = 0

    def __call__(self, channels: Iterable[int]) -> Mapping[int, str]:
        self.reads += 1
        return {channel: self.texts[channel] for channel in channels}


@pytest.fixture
def hold() -> Callable[[Streams, Client], "asyncio.Task[None]"]:
    def open_stream(streams: Streams, client: Client) -> "asyncio.Task[None]":
        return asyncio.create_task(streams.hold(200, HEAD, client.receive, client.send))

    return open_stream


@run_in_own_loop
async def test_each_client_gets_the_newest_text_whenever_it_changes(hold: Any) -> None:
    texts, clients = Texts(), [Client(), Client()]
    streams = Streams(texts, progress_seconds=5)
    open_streams = [hold(streams, client) for client in clients]
    for client in clients:
        assert await client.events(1) == [b"data: one\n\n"]
    texts.texts[7] = "two"
    for client in clients:
        assert await client.events(1) == [b"data: two\n\n"]
        assert client.headers == [(b"content-type", b"text/event-stream")]
        client.gone.set()
    await asyncio.gather(*open_streams)
    assert not streams.channels
    assert not streams.accounts


@run_in_own_loop
async def test_a_stream_ends_so_that_its_client_comes_again(hold: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "HOLD_S", 0.2)
    client = Client()
    await hold(Streams(Texts(), progress_seconds=5), client)
    assert client.is_over


@run_in_own_loop
async def test_an_account_holds_a_few_streams(hold: Any) -> None:
    streams, clients = Streams(Texts(), progress_seconds=5), [Client() for _number in range(MOST_EACH)]
    open_streams = [hold(streams, client) for client in clients]
    for client in clients:
        await client.events(1)
    one_more = Client()
    await hold(streams, one_more)
    assert one_more.is_over
    assert [client.is_over for client in clients] == [False] * MOST_EACH
    for client in clients:
        client.gone.set()
    await asyncio.gather(*open_streams)


@run_in_own_loop
async def test_who_does_not_read_is_let_go(hold: Any) -> None:
    client, streams = Client(), Streams(Texts(), progress_seconds=0.1)

    async def never(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    client.send = never  # type: ignore[method-assign]
    await hold(streams, client)
    assert not streams.channels


@run_in_own_loop
async def test_a_database_that_does_not_answer_is_asked_again(
    hold: Any, monkeypatch: Any, caplog: Any
) -> None:
    monkeypatch.setattr(module, "READ_AGAIN_S", 0.01)
    texts, client = Texts(), Client()

    def fails_first(channels: Iterable[int]) -> Mapping[int, str]:
        found = texts(channels)
        if texts.reads == 1:
            raise OSError("away")
        return found

    stream = hold(Streams(fails_first, progress_seconds=5), client)
    assert await client.events(1) == [b"data: one\n\n"]
    assert "could not be read" in caplog.text
    client.gone.set()
    await stream


@run_in_own_loop
async def test_the_front_holds_what_a_view_opens_as_a_stream() -> None:
    seen: list[bool] = []

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        seen.append(environ[STREAMS_AVAILABLE])
        response = stream_response(channel=7, account=1)
        start_response("200 OK", list(response.items()))
        return [b""]

    front = Front(
        application,
        limit_of=lambda _environ: BodyLimit(0, ""),
        immutable="/static/",
        threads=1,
        queue=1,
        progress_seconds=5,
        streams=Streams(Texts(), progress_seconds=5),
    )
    client = Client()
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/room/events/",
        "raw_path": b"/room/events/",
        "query_string": b"",
        "server": ("127.0.0.1", "8000"),
        "client": ("10.1.2.3", "50000"),
        "headers": [],
    }
    stream = asyncio.create_task(front(scope, client.receive, client.send))
    assert await client.events(1) == [b"data: one\n\n"]
    assert STREAM_HEADER.lower().encode() not in dict(client.headers)
    assert seen == [True]
    client.gone.set()
    await stream
