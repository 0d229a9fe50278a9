"""A browser among a thousand: cookies, one connection that is kept open, and as little else as it takes.

It shares the machine with the site it asks, so that what it costs is taken from the site.
"""

import asyncio
import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.faults.browser import CSRF, NoAnswerError

# What a browser says of itself; pages come compressed, as they do to people.
ALWAYS = "User-Agent: load\r\nAccept-Encoding: gzip\r\nAccept-Language: fr,en;q=0.5\r\n"
# A head longer than this is none of ours.
HEAD_BYTES = 64 * 1024


class Address(NamedTuple):
    """Where a site is."""

    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> "Address":
        """The address of `http://host:port`."""
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise ValueError(f"{url!r} is no address; expected http://host:port")
        return cls(parts.hostname, parts.port or 80)


@dataclass(frozen=True)
class Reply:
    """An answer; header names are in small letters, and cookies are kept by the browser."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        body = gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body
        return body.decode()


@dataclass
class Wire:
    """What one student has open."""

    address: Address
    timeout_s: float = 30.0
    cookies: dict[str, str] = field(default_factory=dict)
    # How often the site had closed the connection since the answer before.
    reopened: int = 0
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None

    async def get(self, path: str) -> Reply:
        """Raises NoAnswerError."""
        return await self._ask("GET", path, "", b"")

    async def post(self, path: str, form: Mapping[str, object], *, by_script: bool = False) -> Reply:
        """Send a form with the token in a header, as the board does, or in a field. Raises NoAnswerError."""
        token = self.cookies.get(CSRF, "")
        if by_script:
            more = f"HX-Request: true\r\nX-CSRFToken: {token}\r\n"
        else:
            form, more = {**form, "csrfmiddlewaretoken": token}, ""
        body = urlencode(form).encode()
        more += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return await self._ask("POST", path, more, body)

    async def post_file(self, path: str, content: bytes, field: str = "file") -> Reply:
        """Send a form with nothing but a file. Raises NoAnswerError."""
        edge = "----load"
        head = f'Content-Disposition: form-data; name="{field}"; filename="grids.txt"\r\n\r\n'
        body = f"--{edge}\r\n{head}".encode() + content + f"\r\n--{edge}--\r\n".encode()
        more = f"HX-Request: true\r\nX-CSRFToken: {self.cookies.get(CSRF, '')}\r\n"
        more += f"Content-Type: multipart/form-data; boundary={edge}\r\nContent-Length: {len(body)}\r\n"
        return await self._ask("POST", path, more, body)

    def close(self) -> None:
        if self._writer:
            self._writer.close()
        self._reader = self._writer = None

    async def _ask(self, method: str, path: str, more: str, body: bytes) -> Reply:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.address.host}:{self.address.port}\r\n{ALWAYS}"
        sent = f"{head}Cookie: {cookies}\r\n{more}\r\n".encode() + body
        try:
            async with asyncio.timeout(self.timeout_s):
                reply = await self._answer_to(sent)
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            self.close()
            raise NoAnswerError(type(error).__name__) from error
        except asyncio.CancelledError:
            self.close()
            raise
        return reply

    async def _answer_to(self, sent: bytes) -> Reply:
        """The answer; asked again where the site had closed a connection that was idle, as browsers do."""
        was_kept = self._writer is not None
        try:
            return await self._exchange(sent)
        except (ConnectionError, EOFError) as error:
            self.close()
            if not was_kept or getattr(error, "partial", b""):
                raise
            self.reopened += 1
            return await self._exchange(sent)

    async def _exchange(self, sent: bytes) -> Reply:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(*self.address, limit=HEAD_BYTES)
        self._writer.write(sent)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        status = int(first.split(" ", 2)[1])
        headers = {}
        for line in filter(None, lines):
            name, _colon, value = line.partition(":")
            name, value = name.lower(), value.strip()
            if name == "set-cookie":
                self._keep_cookie(value)
            headers[name] = value
        body = await self._body(self._reader, status, headers)
        if headers.get("connection") == "close":
            self.close()
        return Reply(status, headers, body)

    async def _body(self, reader: asyncio.StreamReader, status: int, headers: Mapping[str, str]) -> bytes:
        if status in (204, 304):
            return b""
        if "content-length" in headers:
            return await reader.readexactly(int(headers["content-length"]))
        parts = []
        while size := int(await reader.readuntil(b"\r\n"), 16):
            parts.append(await reader.readexactly(size))
            await reader.readexactly(2)
        await reader.readuntil(b"\r\n")
        return b"".join(parts)

    def _keep_cookie(self, header: str) -> None:
        for name, cookie in SimpleCookie(header).items():
            if cookie.value:
                self.cookies[name] = cookie.value
            else:
                self.cookies.pop(name, None)
