"""Clients that hold connections of a site: they send half a request, nothing at all, or take no answer."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice

FORM = "application/x-www-form-urlencoded"
# Any cookie of this length makes Django read the form, to look for the token in it.
STRANGER = {"csrftoken": "a" * 32}


def half_sent(port: int, *, of: int = 1000) -> socket.socket:
    """A login whose form never comes whole."""
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(
        head(
            "POST /accounts/login/",
            port,
            STRANGER,
            Origin=f"http://127.0.0.1:{port}",
            **{"Content-Type": FORM, "Content-Length": str(of)},
        )
        + b"username=a"
    )
    return client


def silent(port: int) -> socket.socket:
    """A connection on which nothing is ever sent."""
    return socket.create_connection(("127.0.0.1", port))


def slow_reader(port: int, path: str, cookies: Mapping[str, str]) -> socket.socket:
    """A request whose answer is never read."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    client.connect(("127.0.0.1", port))
    client.sendall(head(f"GET {path}", port, cookies))
    return client


def head(request: str, port: int, cookies: Mapping[str, str], **headers: str) -> bytes:
    """The head of a request to this machine."""
    headers = {
        "Host": f"127.0.0.1:{port}",
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        **headers,
    }
    lines = [f"{request} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


@contextmanager
def slow_clients(
    port: int,
    path: str,
    accounts: Sequence[Mapping[str, str]],
    *,
    halves: int = 64,
    silences: int = 200,
    readers: int = 16,
) -> Iterator[None]:
    """All of them at once, until the end of the block. The readers share the accounts (their cookies)."""
    with ExitStack() as stack:
        for client in [
            *(half_sent(port) for _ in range(halves)),
            *(silent(port) for _ in range(silences)),
            *(slow_reader(port, path, cookies) for cookies in islice(cycle(accounts), readers)),
        ]:
            stack.enter_context(client)
        yield


def is_closed(client: socket.socket, *, patience_s: float) -> bool:
    """Whether the site ends this connection within so many seconds."""
    client.settimeout(patience_s)
    try:
        while client.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
