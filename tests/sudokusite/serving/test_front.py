"""The buffering front: what Django gets of a request, what the client gets, and what is refused."""

import asyncio
import io
import tempfile
import threading
from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from wsgiref.validate import validator

import pytest

from sudokusite.serving import front as module
from sudokusite.serving.front import CHUNK, RESPONSE_IN_MEMORY, SMALL_BODY, BodyLimit, Front
from tests.threads import in_own_loop

Application = Callable[..., Iterable[bytes]]


class Client:
    """A client of a front: sends a request in parts, and collects the answer."""

    def __init__(self, *parts: bytes, path: str = "/", method: str = "GET", **headers: str) -> None:
        self.parts = list(parts)
        self.is_gone = self.stops = self.takes_nothing = False
        self.has_paused = asyncio.Event()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.chunks: list[bytes] = []
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": b"",
            "server": ("127.0.0.1", "8000"),
            "client": ("10.1.2.3", "50000"),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        }

    async def receive(self) -> dict[str, Any]:
        if self.parts:
            body = self.parts.pop(0)
            more = bool(self.parts) or self.is_gone or self.stops
            return {"type": "http.request", "body": body, "more_body": more}
        if self.is_gone:
            return {"type": "http.disconnect"}
        self.has_paused.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif self.takes_nothing and self.chunks:
            await asyncio.Event().wait()
        else:
            self.chunks.append(message["body"])

    @property
    def body(self) -> bytes:
        return b"".join(self.chunks)


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """Answer with the body of the request."""
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [body]


def front_before(application: Application, **options: Any) -> Front:
    usual: dict[str, Any] = {
        "limit_of": lambda environ: BodyLimit(SMALL_BODY, "Too much."),
        "immutable": "/static/",
        "threads": 2,
        "queue": 2,
        "progress_seconds": 60,
    }
    return Front(application, **{**usual, **options})


def ask(front: Front, *clients: Client) -> Client:
    """Let clients ask one after the other; gives the last."""

    async def all_ask() -> None:
        for client in clients:
            await front(client.scope, client.receive, client.send)

    in_own_loop(all_ask())
    return clients[-1]


def test_the_application_is_called_as_wsgi_says() -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        seen.update(environ)
        environ["wsgi.input"].read(5)
        start_response("201 Created", [("Content-Type", "text/plain"), ("Set-Cookie", "a=1")])
        return [b"made"]

    seen: dict[str, Any] = {}
    client = Client(
        b"he", b"llo", method="POST", path="/a%20b%2Fc%e9", content_length="5", content_type="text/plain"
    )
    client.scope["headers"] += [
        (b"x-forwarded-for", b"1.1.1.1"),
        (b"x_forwarded_for", b"6.6.6.6"),
        (b"x-forwarded-for", b"2.2.2.2"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
    ]
    ask(front_before(validated(application)), client)
    assert (client.status, client.body) == (201, b"made")
    assert client.headers["content-length"] == "4"
    expected = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/a b/c\xe9",
        "CONTENT_LENGTH": "5",
        "CONTENT_TYPE": "text/plain",
        "REMOTE_ADDR": "10.1.2.3",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_X_FORWARDED_FOR": "1.1.1.1,2.2.2.2",
        "HTTP_COOKIE": "a=1; b=2",
    }
    assert {name: seen[name] for name in expected} == expected


def validated(application: Application) -> Application:
    """The application, with wsgiref's judgement of how it is called."""
    checked = validator(application)

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(*answer: Any) -> Callable[[bytes], None]:
            start_response(*answer)
            return parts.append

        parts: list[bytes] = []
        return checked(environ, start)

    return call


def test_a_body_without_a_length_gets_one() -> None:
    client = Client(b"he", b"llo", method="POST", transfer_encoding="chunked")
    assert ask(front_before(echo), client).body == b"hello"


def test_a_head_request_keeps_the_length_of_the_answer_and_has_no_body() -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "5")])
        return [b"hello"]

    client = ask(front_before(application), Client(method="HEAD"))
    assert (client.headers["content-length"], client.body) == ("5", b"")


def test_a_stream_is_made_whole_before_it_is_sent() -> None:
    """A client that takes nothing of it holds no thread."""

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        try:
            yield from [b"x" * CHUNK] * parts
        finally:
            ended.set()

    parts, ended = 2 * RESPONSE_IN_MEMORY // CHUNK, threading.Event()
    slow, quick = Client(), Client()
    slow.takes_nothing = True
    ask(front_before(application, threads=1, progress_seconds=0.01), slow, quick)
    assert ended.is_set()
    assert len(slow.chunks) == 1
    assert quick.headers["content-length"] == str(parts * CHUNK)
    assert quick.body == b"x" * CHUNK * parts


def test_a_file_is_sent_after_the_application_has_closed_it(tmp_path: Path) -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        start_response("200 OK", [])
        return environ["wsgi.file_wrapper"](opened)

    path = tmp_path / "export.json"
    path.write_bytes(b"y" * (CHUNK + 7))
    opened = path.open("rb")
    opened.read(5)
    client = ask(front_before(application), Client())
    assert opened.closed
    assert client.headers["content-length"] == str(CHUNK + 2)
    assert client.body == b"y" * (CHUNK + 2)


def test_a_file_without_a_descriptor_is_sent_too() -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        start_response("200 OK", [])
        return environ["wsgi.file_wrapper"](io.BytesIO(b"zzz"))

    assert ask(front_before(application), Client()).body == b"zzz"


@pytest.mark.parametrize(
    "client",
    [
        Client(b"x", method="POST", content_length=str(SMALL_BODY + 1)),
        Client(*[b"x" * SMALL_BODY, b"x"], method="POST", transfer_encoding="chunked"),
    ],
    ids=["declared", "chunked"],
)
def test_a_body_beyond_what_its_sender_may_is_refused(client: Client) -> None:
    ask(front_before(unreachable, progress_seconds=0.01), client)
    assert (client.status, client.body) == (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"Too much.\n")
    assert client.headers["connection"] == "close"


def unreachable(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    raise AssertionError("the application was called")


def test_a_large_body_is_accepted_from_a_user_who_may_send_it() -> None:
    def limit_of(environ: dict[str, Any]) -> BodyLimit:
        assert environ["HTTP_COOKIE"] == "sessionid=teacher"
        return BodyLimit(5 * SMALL_BODY, "")

    body = b"x" * (5 * SMALL_BODY)
    client = Client(
        body[:1000],
        body[1000:],
        method="POST",
        content_length=str(len(body)),
        cookie="sessionid=teacher",
    )
    assert ask(front_before(echo, limit_of=limit_of), client).body == body


class TestLargeBodies:
    """Larger than anybody may send: received a few at a time, of those who may send them."""

    def front(self) -> Front:
        """A front that takes large bodies of senders with a number."""

        def limit_of(environ: dict[str, Any]) -> BodyLimit:
            sender = environ.get("HTTP_COOKIE")
            return (
                BodyLimit(5 * SMALL_BODY, "Too much.", int(sender)) if sender else BodyLimit(SMALL_BODY, "")
            )

        return front_before(echo, limit_of=limit_of)

    def client(self, size: int, **headers: str) -> Client:
        return Client(b"x" * size, method="POST", content_length=str(size), **headers)

    def unfinished(self, *parts: bytes, **headers: str) -> Client:
        """A client that sends no more than the beginning of what it announces."""
        client = Client(*parts, method="POST", **headers)
        client.stops = True
        return client

    def ask_beside(self, front: Front, slow: list[Client], *clients: Client) -> None:
        """Let clients ask while slow ones are still sending."""

        async def all_ask() -> None:
            tasks = [asyncio.create_task(front(each.scope, each.receive, each.send)) for each in slow]
            for each, task in zip(slow, tasks, strict=True):
                paused = asyncio.create_task(each.has_paused.wait())
                await asyncio.wait([paused, task], return_when=asyncio.FIRST_COMPLETED)
                paused.cancel()
            for client in clients:
                await front(client.scope, client.receive, client.send)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        in_own_loop(all_ask())
        assert not front.large_bodies

    def test_few_are_received_at_a_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "LARGE_BODIES", 0)
        client = ask(self.front(), self.client(SMALL_BODY + 1, cookie="1"))
        assert (client.status, client.headers["retry-after"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "2")

    @pytest.mark.parametrize(
        ("parts", "headers"),
        [
            ([], {"content_length": str(SMALL_BODY + 1)}),
            ([b"x" * SMALL_BODY, b"x"], {"transfer_encoding": "chunked"}),
            ([], {"content_length": str(6 * SMALL_BODY), "cookie": "1"}),
            ([b"x" * 3 * SMALL_BODY] * 2, {"transfer_encoding": "chunked", "cookie": "1"}),
        ],
        ids=["a stranger's", "a stranger's in chunks", "too large", "too large in chunks"],
    )
    def test_one_that_is_refused_takes_no_room(
        self, parts: list[bytes], headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "LARGE_BODIES", 1)
        client = self.client(SMALL_BODY + 1, cookie="2")
        self.ask_beside(self.front(), [self.unfinished(*parts, **headers)], client)
        assert client.status == HTTPStatus.OK

    def test_one_sender_leaves_room_for_others(self) -> None:
        length = str(SMALL_BODY + 1)
        slow = [
            self.unfinished(content_length=length, cookie="1") for _each in range(module.LARGE_BODIES_EACH)
        ]
        same, other = (self.client(SMALL_BODY + 1, cookie=sender) for sender in "12")
        self.ask_beside(self.front(), slow, same, other)
        assert (same.status, other.status) == (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.OK)


def test_a_body_that_stops_is_given_up() -> None:
    client = Client(b"half", method="POST", content_length="8")
    client.stops = True
    ask(front_before(unreachable, progress_seconds=0.01), client)
    assert client.status == HTTPStatus.REQUEST_TIMEOUT
    assert client.headers["connection"] == "close"


def test_a_body_that_trickles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BODY_SECONDS", 0)
    monkeypatch.setattr(module, "BODY_BYTES_PER_SECOND", 1000)

    async def trickle() -> dict[str, Any]:
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b"x", "more_body": True}

    client = Client(method="POST", content_length="60000")
    client.receive = trickle  # type: ignore[method-assign]
    ask(front_before(unreachable), client)
    assert client.status == HTTPStatus.REQUEST_TIMEOUT


def test_a_client_that_is_gone_before_its_request_is_complete_is_not_answered() -> None:
    client = Client(b"half", method="POST", content_length="8")
    client.is_gone = True
    assert ask(front_before(unreachable), client).status == 0


def test_beyond_the_queue_a_request_is_refused_at_once() -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        go_on.wait()
        return echo(environ, start_response)

    async def crowd() -> None:
        tasks = [asyncio.create_task(front(each.scope, each.receive, each.send)) for each in waiting]
        # Each has taken its place before the next thing happens on the loop.
        await asyncio.sleep(0)
        await front(late.scope, late.receive, late.send)
        assert (late.status, late.headers["retry-after"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "2")
        go_on.set()
        await asyncio.gather(*tasks)
        await front(later.scope, later.receive, later.send)

    go_on = threading.Event()
    front = front_before(application, threads=1, queue=2)
    waiting, late, later = [Client() for _ in range(3)], Client(), Client()
    in_own_loop(crowd())
    assert [client.status for client in [*waiting, later]] == [200] * 4


class TestKeptFiles:
    """Static files whose names change with their contents."""

    def application(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        self.called += 1
        encoding = "br" if "br" in environ.get("HTTP_ACCEPT_ENCODING", "") else "identity"
        start_response("200 OK", [("Cache-Control", self.policy), ("Content-Encoding", encoding)])
        file = tempfile.TemporaryFile()  # noqa: SIM115
        file.write(self.content or encoding.encode())
        file.seek(0)
        return environ["wsgi.file_wrapper"](file)

    called = 0
    content = b""
    policy = "max-age=31536000,immutable"

    def file(self, path: str = "/static/a.1.js", **headers: str) -> Client:
        return Client(path=path, **headers)

    def test_they_are_sent_again_without_the_application(self) -> None:
        front = front_before(self.application)
        client = ask(front, self.file(), self.file())
        assert (client.body, client.headers["content-encoding"], self.called) == (b"identity", "identity", 1)

    def test_a_file_is_kept_once_however_its_path_is_escaped(self) -> None:
        front = front_before(self.application)
        ask(front, *[self.file(f"/static/{name}") for name in ("a.1.js", "%61.1.js", "%61%2e1.js")])
        assert (self.called, len(front.files.responses)) == (1, 1)

    def test_each_encoding_has_its_own(self) -> None:
        front = front_before(self.application)
        assert ask(front, self.file(), self.file(accept_encoding="gzip, br")).body == b"br"
        assert ask(front, self.file(accept_encoding="br"), self.file()).body == b"identity"

    def test_an_encoding_in_a_header_sent_twice_counts(self) -> None:
        front, twice = front_before(self.application), self.file(accept_encoding="br")
        twice.scope["headers"].append((b"accept-encoding", b"identity"))
        assert ask(front, twice).body == b"br"
        assert ask(front, self.file()).body == b"identity"

    def test_a_slow_reader_holds_a_part_of_one(self) -> None:
        self.content = b"x" * 3 * CHUNK
        front, slow = front_before(self.application, progress_seconds=0.01), self.file()
        slow.takes_nothing = True
        quick = ask(front, self.file(), slow, self.file())
        assert (self.called, slow.body, quick.body) == (1, b"x" * CHUNK, self.content)

    @pytest.mark.parametrize(
        ("policy", "path", "headers"),
        [
            ("max-age=60", "/static/a.js", {}),
            ("max-age=31536000,immutable", "/play/1/", {}),
            ("max-age=31536000,immutable", "/static/a.1.js", {"range": "bytes=0-1"}),
        ],
        ids=["a file that may change", "a page", "a part of a file"],
    )
    def test_nothing_else_is_kept(self, policy: str, path: str, headers: dict[str, str]) -> None:
        self.policy = policy
        ask(front_before(self.application), self.file(path, **headers), self.file(path, **headers))
        assert self.called == 2

    def test_no_more_is_kept_than_there_is_room_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "KEPT_FILES_BYTES", 10)
        front = front_before(self.application)
        client = ask(
            front, *[self.file(path) for path in ("/static/1", "/static/2", "/static/1", "/static/2")]
        )
        assert (client.body, self.called) == (b"identity", 3)
