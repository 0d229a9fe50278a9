"""A proxy on loopback that does to requests what a bad line does: each mischief is one function.

It knows whole requests and answers, so it can do what a mere line of bytes cannot: a request did arrive, and
its answer was lost; or it came twice, late, and behind the next.
"""

import contextlib
import http.client
import random
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Self


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Reply(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Line(BaseHTTPRequestHandler):
    """One request on its way through the proxy."""

    protocol_version = "HTTP/1.1"
    server: "Proxy"

    def handle_request(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        request = Request(self.command, self.path, dict(self.headers.items()), self.rfile.read(length))
        try:
            self.server.treat(self, request)
        except (OSError, http.client.HTTPException):
            self.cut()

    do_GET = do_POST = handle_request  # noqa: N815

    def pass_on(self, request: Request) -> Reply:
        """The site's reply to a request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=60)
        try:
            connection.request(request.method, request.path, request.body or None, request.headers)
            response = connection.getresponse()
            return Reply(response.status, response.getheaders(), response.read())
        finally:
            connection.close()

    def answer(self, reply: Reply) -> None:
        self.wfile.write(self.as_bytes(reply))

    def as_bytes(self, reply: Reply) -> bytes:
        lines = [f"HTTP/1.1 {reply.status} -"]
        dropped = {"connection", "transfer-encoding", "content-length"}
        lines += [f"{name}: {value}" for name, value in reply.headers if name.lower() not in dropped]
        if reply.status != 204:
            lines.append(f"Content-Length: {len(reply.body)}")
        return "\r\n".join([*lines, "", ""]).encode() + reply.body

    def cut(self) -> None:
        """End the connection in the middle of whatever is on it."""
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()

    def log_message(self, *_: Any) -> None:
        """Nothing is told of single requests."""


Mischief = Callable[[Line, Request], None]


class Proxy(ThreadingHTTPServer):
    """Listens on a free port before the site. What it does to a request, one of its mischiefs decides."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, upstream: int, mischiefs: dict[str, Mischief], *, share: float, seed: int = 1) -> None:
        """`share` of the requests for moves is treated badly, by a mischief chosen at random."""
        super().__init__(("127.0.0.1", 0), Line)
        self.upstream, self.mischiefs, self.share = upstream, mischiefs, share
        self.rng, self.lock = random.Random(seed), threading.Lock()
        self.done: Counter[str] = Counter()
        self.under_way = 0
        self.port = int(self.server_address[1])

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def treat(self, line: Line, request: Request) -> None:
        name = self.choose() if request.path.endswith("/moves/") else ""
        with self.counted():
            if name:
                self.mischiefs[name](line, request)
            else:
                line.answer(line.pass_on(request))

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """Something is under way meanwhile."""
        with self.lock:
            self.under_way += 1
        try:
            yield
        finally:
            with self.lock:
                self.under_way -= 1

    def once_more(self, line: Line, request: Request, within_s: float) -> threading.Thread:
        """Pass a request on by another way and some time later; nobody sees its answer."""

        def pass_on() -> None:
            with self.counted(), contextlib.suppress(OSError, http.client.HTTPException):
                time.sleep(delay)
                line.pass_on(request)

        with self.lock:
            delay = self.rng.uniform(0, within_s)
        thread = threading.Thread(target=pass_on, daemon=True)
        thread.start()
        return thread

    def settle(self, patience_s: float = 90.0) -> None:
        """Wait until nothing is under way."""
        deadline = time.monotonic() + patience_s
        while self.under_way:
            assert time.monotonic() < deadline, "requests hang in the proxy"
            time.sleep(0.02)

    def choose(self) -> str:
        """The mischief for the next request; "" for none."""
        with self.lock:
            name = self.rng.choice([*self.mischiefs]) if self.rng.random() < self.share else ""
            self.done[name] += bool(name)
            return name

    def handle_error(self, *_: Any) -> None:
        """A browser that has hung up is no news."""


# What can happen to a request


def refuse(line: Line, request: Request) -> None:
    """The site never hears of it; the answer is 500."""
    line.answer(Reply(500, [("Content-Type", "text/plain")], b"broken"))


def refuse_done(line: Line, request: Request) -> None:
    """The site has done it; the answer is 502 all the same."""
    line.pass_on(request)
    line.answer(Reply(502, [], b""))


def drop(line: Line, request: Request) -> None:
    """The site never hears of it, and the line is cut."""
    line.cut()


def drop_answer(line: Line, request: Request) -> None:
    """The site has done it; the line is cut before the answer."""
    line.pass_on(request)
    line.cut()


def cut_answer(line: Line, request: Request) -> None:
    """The line is cut in the middle of the answer."""
    answer = line.as_bytes(line.pass_on(request))
    line.wfile.write(answer[: len(answer) // 2])
    line.wfile.flush()
    line.cut()


def hang(seconds: float) -> Mischief:
    """Nothing happens for so long; then it goes on, though nobody may wait for the answer any more."""

    def hang_for_long(line: Line, request: Request) -> None:
        time.sleep(seconds)
        line.answer(line.pass_on(request))

    return hang_for_long


def double(line: Line, request: Request) -> None:
    """It arrives twice at the same time."""
    other = line.server.once_more(line, request, 0)
    line.answer(line.pass_on(request))
    other.join()


def replay_later(seconds: float) -> Mischief:
    """It arrives, and once more some time later, when others have come after it."""

    def come_again(line: Line, request: Request) -> None:
        line.server.once_more(line, request, seconds)
        line.answer(line.pass_on(request))

    return come_again


def overtaken(seconds: float) -> Mischief:
    """The page is told that it failed; it arrives later, behind what the page sends then."""

    def arrive_late(line: Line, request: Request) -> None:
        line.server.once_more(line, request, seconds)
        line.cut()

    return arrive_late
