"""Server-sent events: streams are held on the event loop, and one thread reads what is new for all of them.

A view opens a stream by a header of its response: the channel, and the account, of which a few streams are
held. The stream sends the newest text of the channel whenever it changes, and ends after a minute, so that
the browser comes again and its login is checked.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from accounts.responses import STREAM_HEADER

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HEADER = STREAM_HEADER.lower().encode()
READ_EVERY_S, READ_AGAIN_S = 0.1, 2.0
PING_S, HOLD_S = 15.0, 60.0
MOST, MOST_EACH = 1000, 4

logger = logging.getLogger(__name__)


class Streams:
    """The streams of a process. `read` gives the newest text of each channel, in a thread."""

    def __init__(
        self, read: Callable[[Iterable[int]], Mapping[int, str]], *, progress_seconds: float
    ) -> None:
        self.read, self.progress_seconds = read, progress_seconds
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="streams")
        self.channels: Counter[int] = Counter()
        self.accounts: Counter[int] = Counter()
        self.newest: dict[int, str] = {}
        self.changes: dict[int, asyncio.Future[None]] = {}
        self.reader: asyncio.Task[None] | None = None

    @property
    def are_available(self) -> bool:
        return self.channels.total() < MOST

    async def hold(
        self, status: int, headers: Iterable[tuple[bytes, bytes]], receive: Receive, send: Send
    ) -> None:
        """Send the head of a response, and events until the time is over or the client has gone."""
        wanted = dict(headers)[HEADER]
        channel, account = map(int, wanted.split())
        kept = [pair for pair in headers if pair[0] not in (HEADER, b"content-length")]
        await send({"type": "http.response.start", "status": status, "headers": kept})
        if self.accounts[account] < MOST_EACH:
            self.channels[channel] += 1
            self.accounts[account] += 1
            if self.reader is None or self.reader.done():
                self.reader = asyncio.create_task(self.watch())
            try:
                await self.follow(channel, receive, send)
            except TimeoutError:
                return
            finally:
                self.channels -= Counter([channel])
                self.accounts -= Counter([account])
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def follow(self, channel: int, receive: Receive, send: Send) -> None:
        """Send the newest text of a channel whenever it changes. Raises TimeoutError for a slow client."""
        gone = asyncio.create_task(disconnected(receive))
        end, sent = time.monotonic() + HOLD_S, ""
        try:
            while (left := end - time.monotonic()) > 0 and not gone.done():
                change = self.change(channel)
                text = self.newest.get(channel, sent)
                # A comment: it shows whether the client is still there.
                body = f"data: {text}\n\n" if text != sent else ":\n\n"
                sent = text
                async with asyncio.timeout(self.progress_seconds):
                    await send({"type": "http.response.body", "body": body.encode(), "more_body": True})
                await asyncio.wait({gone, change}, timeout=min(PING_S, left), return_when="FIRST_COMPLETED")
        finally:
            gone.cancel()

    def change(self, channel: int) -> "asyncio.Future[None]":
        """What is done when the channel has a new text."""
        found = self.changes.get(channel)
        if found is None or found.done():
            found = self.changes[channel] = asyncio.get_running_loop().create_future()
        return found

    async def watch(self) -> None:
        """Read while streams are held."""
        loop, pause_s = asyncio.get_running_loop(), 0.0
        while self.channels:
            await asyncio.sleep(pause_s)
            try:
                found = await loop.run_in_executor(self.pool, self.read, list(self.channels))
            except Exception:
                # A database that does not answer: it is asked again.
                logger.exception("The channels of the streams could not be read.")
                pause_s = READ_AGAIN_S
                continue
            pause_s = READ_EVERY_S
            for channel, text in found.items():
                if self.newest.get(channel) != text:
                    self.newest[channel] = text
                    self.change(channel).set_result(None)
        self.newest.clear()
        self.changes.clear()


async def disconnected(receive: Receive) -> None:
    """Wait until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
