"""Buffering front: requests are read and responses written on an event loop, without a thread.

granian parses HTTP and calls this ASGI application, which calls Django by WSGI. A request takes a thread when
it is complete, and gives it back when its response is made: no slow client holds one.

Measured on two cores with a response of 5 kB, processor time per request: granian's own WSGI 47 us (a thread
waits for each body), this front 103 us, waitress 243 us (353 us beside 1,000 idle connections), hypercorn
320 us, `asgiref.wsgi.WsgiToAsgi` 410 us; neither asgiref nor uvicorn has a deadline for a body. Django's own
ASGI handler runs synchronous views in a new thread for each request, with a new connection to the database.
"""

import asyncio
import io
import os
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import unquote_to_bytes
from wsgiref.util import FileWrapper

from accounts.responses import STREAMS_AVAILABLE

from .slots import Slots
from .streams import HEADER, Streams

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]

KIB = 1024
# Bodies up to this size are kept in memory: forms and moves. Larger ones are spooled to disk, if allowed.
SMALL_BODY = 64 * KIB
# Larger bodies received at the same time, from all and from one sender.
LARGE_BODIES, LARGE_BODIES_EACH = 64, 4
# A body must arrive within a minute, or at this average rate: a phone with a poor connection.
BODY_SECONDS, BODY_BYTES_PER_SECOND = 60, 32 * KIB
CHUNK = 64 * KIB
# Larger responses are spooled to disk while the client reads them.
RESPONSE_IN_MEMORY = 256 * KIB
BUSY, RETRY_AFTER_SECONDS = "The site is busy.", b"2"
BODILESS = {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}
# All compressed variants of all static files are less than two megabytes, Brython included.
KEPT_FILES_BYTES = 16 * 1024 * KIB
# A pattern that matches no path.
NOTHING = re.compile(r"(?!)")
BROTLI, GZIP = re.compile(rb"\bbr\b"), re.compile(rb"\bgzip\b")


class RefusedError(Exception):
    """A request that is answered without Django."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class DisconnectedError(Exception):
    """The client has closed its connection before its request was complete."""


class BodyLimit(NamedTuple):
    """The largest body of a request, the message for a larger one, and the sender's account."""

    max_bytes: int
    refusal: str
    sender: int | None = None


@dataclass
class Response:
    """Response of the application: the body as bytes, or a file positioned at its beginning."""

    status: int
    headers: Headers
    body: bytes | BinaryIO

    @property
    def opens_stream(self) -> bool:
        return any(name == HEADER for name, _value in self.headers)


class Front:
    """An ASGI application that runs a WSGI application in a bounded pool of threads.

    `limit_of` says, in a thread, how large a body above `SMALL_BODY` may be. Responses below the path
    `immutable` that never change are kept in memory and sent without a thread. Requests whose path matches
    `urgent` go before others that wait. `streams` holds the responses that open a stream of events.
    `when_listening` is called at the first request.
    """

    def __init__(
        self,
        application: Callable[..., Iterable[bytes]],
        *,
        limit_of: Callable[[Environ], BodyLimit],
        immutable: str,
        threads: int,
        queue: int,
        progress_seconds: float,
        urgent: re.Pattern[str] = NOTHING,
        streams: Streams | None = None,
        when_listening: Callable[[], None] = lambda: None,
    ) -> None:
        self.application, self.limit_of = application, limit_of
        self.files = KeptFiles(immutable)
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="answer")
        self.slots = Slots(threads, queue)
        self.urgent, self.streams = urgent, streams
        self.progress_seconds = progress_seconds
        self.when_listening, self.is_listening = when_listening, False
        self.large_bodies: set[Body] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.is_listening:
            self.is_listening = True
            self.when_listening()
        response = self.files.find(scope)
        if response is None:
            try:
                response = await self.response_to(scope, receive)
            except DisconnectedError:
                return
            except RefusedError as refusal:
                response = refused(refusal)
            else:
                self.files.keep(scope, response)
        if self.streams and response.opens_stream:
            await self.streams.hold(response.status, response.headers, receive, send)
        else:
            await self.write(response, send)

    async def response_to(self, scope: Scope, receive: Receive) -> Response:
        """Read the request, and answer it in a thread."""
        environ = environ_of(scope)
        environ[STREAMS_AVAILABLE] = self.streams is not None and self.streams.are_available
        body = Body(self, environ)
        try:
            await body.read(receive)
            environ["wsgi.input"] = body.file
            is_urgent = self.urgent.fullmatch(scope["path"]) is not None
            return await self.in_thread(run, self.application, environ, is_urgent=is_urgent)
        finally:
            body.close()

    async def in_thread(self, function: Callable[..., Any], *arguments: Any, is_urgent: bool = False) -> Any:
        """Call a function in a thread of the pool. Raises RefusedError if the queue is full."""
        if self.slots.are_all_taken:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, BUSY)
        await self.slots.take(is_urgent=is_urgent)
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, function, *arguments)
        finally:
            self.slots.give_back(is_urgent=is_urgent)

    async def write(self, response: Response, send: Send) -> None:
        """Send a response, as long as the client reads it."""
        await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
        # In parts: only the first is copied for a client that does not read. A BytesIO shares the bytes.
        with io.BytesIO(response.body) if isinstance(response.body, bytes) else response.body as file:
            more = True
            while more:
                chunk = file.read(CHUNK)
                more = len(chunk) == CHUNK
                try:
                    async with asyncio.timeout(self.progress_seconds):
                        await send({"type": "http.response.body", "body": chunk, "more_body": more})
                except TimeoutError:
                    return


class Body:
    """Receives the body of a request within its time and size limits."""

    def __init__(self, front: Front, environ: Environ) -> None:
        self.front, self.environ = front, environ
        self.file: Any = io.BytesIO()
        self.limit = BodyLimit(SMALL_BODY, "")
        self.size = 0

    async def read(self, receive: Receive) -> None:
        """Receive all of it. Raises RefusedError and DisconnectedError."""
        declared = self.environ.get("CONTENT_LENGTH", "")
        if not declared and "HTTP_TRANSFER_ENCODING" not in self.environ:
            return
        await self.make_room(int(declared or 0), receive)
        began, more = time.monotonic(), True
        while more:
            message = await self.next_part(receive, began)
            await self.make_room(self.size + len(message["body"]), receive)
            self.size += len(message["body"])
            self.file.write(message["body"])
            more = message["more_body"]
        self.file.seek(0)
        self.environ.pop("HTTP_TRANSFER_ENCODING", None)
        self.environ["CONTENT_LENGTH"] = str(self.size)

    async def next_part(self, receive: Receive, began: float) -> MutableMapping[str, Any]:
        """The next message. Raises RefusedError on a timeout."""
        left = began + BODY_SECONDS + self.size / BODY_BYTES_PER_SECOND - time.monotonic()
        try:
            async with asyncio.timeout(min(self.front.progress_seconds, left)):
                message = await receive()
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT, "The request did not arrive in time.") from None
        if message["type"] != "http.request":
            raise DisconnectedError
        return message

    async def make_room(self, size: int, receive: Receive) -> None:
        """Allow the body to grow to a size, or raise RefusedError."""
        if size <= self.limit.max_bytes:
            return
        front = self.front
        if self not in front.large_bodies:
            environ = {**self.environ, "wsgi.input": io.BytesIO()}
            self.limit = await front.in_thread(front.limit_of, environ)
            if size <= self.limit.max_bytes:
                self.become_large()
                return
        # A body that is not kept does not count.
        front.large_bodies.discard(self)
        await self.drop_rest(receive)
        raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, self.limit.refusal)

    def become_large(self) -> None:
        """Continue in a file. Raises RefusedError if this sender, or all together, use too much space."""
        others = self.front.large_bodies
        of_sender = sum(body.limit.sender == self.limit.sender for body in others)
        if len(others) >= LARGE_BODIES or of_sender >= LARGE_BODIES_EACH:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, BUSY)
        others.add(self)
        self.file = in_a_file(self.file)

    async def drop_rest(self, receive: Receive) -> None:
        """Receive for a while without storing: a browser shows the refusal only after sending everything."""
        try:
            async with asyncio.timeout(self.front.progress_seconds):
                while (message := await receive())["type"] == "http.request" and message["more_body"]:
                    pass
        except TimeoutError:
            pass

    def close(self) -> None:
        self.file.close()
        self.front.large_bodies.discard(self)


class KeptFiles:
    """In-memory cache of immutable responses, such as static files: they need no thread.

    A response is kept when it says itself that it is immutable, for each encoding that a browser takes.
    A file is kept once, however its path is escaped: spellings of one name must not use up the room.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.responses: dict[tuple[Any, ...], Response] = {}
        self.size = 0

    def find(self, scope: Scope) -> Response | None:
        """The cached response to a request."""
        if not scope["path"].startswith(self.prefix):
            return None
        key = self.key(scope)
        return self.responses.get(key) if key else None

    def keep(self, scope: Scope, response: Response) -> None:
        """Cache the response to a request if it is immutable."""
        if not scope["path"].startswith(self.prefix) or response.status != HTTPStatus.OK:
            return
        key = self.key(scope)
        if key is None or b"immutable" not in dict(response.headers).get(b"cache-control", b""):
            return
        if not isinstance(response.body, bytes):
            with response.body as file:
                response.body = file.read()
        if self.size + len(response.body) <= KEPT_FILES_BYTES:
            self.size += len(response.body)
            self.responses[key] = response

    def key(self, scope: Scope) -> tuple[Any, ...] | None:
        """The cache key. None if the response depends on more than path, encoding and https."""
        # Repeated headers are joined, as the application sees them.
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            headers[name] = headers[name] + b"," + value if name in headers else value
        if scope["method"] != "GET" or scope["query_string"] or b"range" in headers:
            return None
        encodings = headers.get(b"accept-encoding", b"")
        return (
            scope["path"],
            BROTLI.search(encodings) is not None,
            GZIP.search(encodings) is not None,
            headers.get(b"x-forwarded-proto", b"").split(b",")[0].strip() == b"https",
        )


def environ_of(scope: Scope) -> Environ:
    """The WSGI environment of a request (PEP 3333), without its body."""
    server, client = scope["server"], scope["client"]
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # WSGI strings: one character for each byte.
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    for name, value in scope["headers"]:
        # X_Forwarded_For would be taken for X-Forwarded-For.
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ


def run(application: Callable[..., Iterable[bytes]], environ: Environ) -> Response:
    """Call the WSGI application and collect its response."""
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        # PEP 3333 also has this return a function to write with, which Django never uses.
        started[:] = [int(status.split(" ", 1)[0]), headers]

    result: Any = application(environ, start_response)
    try:
        content = opened_again(result) or collected(result)
    finally:
        if hasattr(result, "close"):
            result.close()
    status, pairs = started
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
    if environ["REQUEST_METHOD"] == "HEAD":
        return Response(status, headers, b"")
    if status not in BODILESS and not any(name == b"content-length" for name, _value in headers):
        headers.append((b"content-length", str(length_of(content)).encode()))
    return Response(status, headers, content)


def opened_again(result: Iterable[bytes]) -> BinaryIO | None:
    """The file of a response, kept open after the application closes it; None for other responses."""
    if not isinstance(result, FileWrapper):
        return None
    try:
        file = os.fdopen(os.dup(result.filelike.fileno()), "rb")
        file.seek(result.filelike.tell())
    except (AttributeError, OSError):
        return None
    return file


def collected(parts: Iterable[bytes]) -> bytes | BinaryIO:
    """All parts of a response as one, in a file if it is large."""
    body: Any = io.BytesIO()
    for part in parts:
        body.write(part)
        if isinstance(body, io.BytesIO) and body.tell() > RESPONSE_IN_MEMORY:
            body = in_a_file(body)
    if isinstance(body, io.BytesIO):
        return body.getvalue()
    body.seek(0)
    return body


def in_a_file(content: io.BytesIO) -> BinaryIO:
    """A temporary file with what was in memory, to continue writing."""
    file = tempfile.TemporaryFile()  # noqa: SIM115
    file.write(content.getbuffer())
    return file


def length_of(content: bytes | BinaryIO) -> int:
    """The number of bytes that remain."""
    if isinstance(content, bytes):
        return len(content)
    return os.fstat(content.fileno()).st_size - content.tell()


def refused(refusal: RefusedError) -> Response:
    """The response to a refused request. The connection is closed, as its rest may be unread."""
    body = f"{refusal.sentence}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if refusal.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", RETRY_AFTER_SECONDS))
    return Response(refusal.status, headers, body)
