"""One student who asks for as much as they can: moves, marks, hints, searches, sheets, replays, files."""

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from tests.faults.browser import SESSION, NoAnswerError

from .wire import Address, Reply, Wire

# Of the hardest there are: the path of each takes long. Digits exchanged, each is another grid.
HARD = "000000039000001005003050800008090006070002000100400000009080050020000600400700000".replace("0", ".")
FILE_BYTES = 250_000
SESSIONS = 3
NO_ANSWER = 0

Counts = Counter[tuple[str, int]]


class Flood:
    """The connections of one account, over some sessions of its own."""

    def __init__(
        self, address: Address, name: str, password: str, *, connections: int, seed: int = 1
    ) -> None:
        self.address, self.name, self.password, self.connections = address, name, password, connections
        self.rng = random.Random(seed)
        self.attempt = 0
        self.empty: list[int] = []
        # What was answered how often: (act, status).
        self.counts: Counts = Counter()

    async def last(self, seconds: float) -> Counts:
        """Ask over all connections for so long."""
        wires = [Wire(self.address, timeout_s=60.0) for _each in range(self.connections)]
        for wire in wires[:SESSIONS]:
            await self.log_in(wire)
        for place, wire in enumerate(wires[SESSIONS:]):
            wire.cookies = dict(wires[place % SESSIONS].cookies)
        await self.begin(wires[0])
        over = time.monotonic() + seconds
        await asyncio.gather(*(self.ask_on(wire, over) for wire in wires))
        return self.counts

    async def log_in(self, wire: Wire) -> None:
        await wire.get("/accounts/login/")
        wire.cookies.pop(SESSION, None)
        await wire.post("/accounts/login/", {"username": self.name, "password": self.password})
        if SESSION not in wire.cookies:
            raise NoAnswerError(f"{self.name} was not let in")

    async def begin(self, wire: Wire) -> None:
        """Draw the grid that is played on, and look which cells are empty."""
        page = (await wire.get("/")).text
        collection = page.partition('name="collection" value="')[2].partition('"')[0]
        reply = await wire.post("/draw/", {"collection": collection})
        self.attempt = int(urlsplit(reply.headers["location"]).path.split("/")[2])
        data = (await wire.get(f"/play/{self.attempt}/")).text.partition('id="game-data"')[2]
        givens = json.loads(data.partition(">")[2].partition("</script>")[0])["givens"]
        self.empty = [cell for cell, digit in enumerate(givens) if digit == "."]

    async def ask_on(self, wire: Wire, over: float) -> None:
        """One act after the other on this connection, without a pause."""
        page = Scribbler(self, wire)
        acts: dict[str, Callable[[], Awaitable[Reply]]] = {
            "notes": page.send_notes,
            "wide marks": page.send_wide_marks,
            "hint": lambda: self.press(wire, "hint"),
            "steps": lambda: self.press(wire, "steps"),
            "board": lambda: wire.get(f"/play/{self.attempt}/"),
            "replay": lambda: wire.get(f"/history/{self.attempt}/"),
            "pdf": lambda: wire.get(f"/sheets/pdf/?order=random&count=60&seed={secrets.token_hex(4)}"),
            "sheets": lambda: wire.get(f"/sheets/?order=random&count=60&seed={secrets.token_hex(4)}"),
            "path": lambda: wire.get(f"/grids/{self.another()}/path/"),
            "path search": lambda: wire.post(f"/grids/{self.another()}/path/", {}, by_script=True),
            "trace": lambda: wire.get(f"/algorithms/tutoriel/trace/?grid={self.another()}"),
            "make": lambda: wire.post("/grids/make/", {"tier": 5}),
            "export": lambda: wire.get("/accounts/data/file/"),
            "file": lambda: wire.post_file("/grids/check/", self.file()),
        }
        while time.monotonic() < over:
            # Half of all are moves: what piles up.
            act = self.rng.choice(["notes", "wide marks"] if self.rng.random() < 0.5 else list(acts))
            try:
                status = (await acts[act]()).status
            except NoAnswerError:
                status = NO_ANSWER
            self.counts[act, status] += 1
        wire.close()

    def press(self, wire: Wire, help_: str) -> Awaitable[Reply]:
        return wire.post(f"/play/{self.attempt}/{help_}/", {"version": 10**6}, by_script=True)

    def another(self) -> str:
        digits = "".join(self.rng.sample("123456789", 9))
        return HARD.translate(str.maketrans("123456789", digits))

    def file(self) -> bytes:
        return ("\n".join(self.another() for _each in range(FILE_BYTES // 82))).encode()


class Scribbler:
    """A page that sends fifty notes a request, or marks in every cell, and sends again what was not taken."""

    def __init__(self, flood: Flood, wire: Wire) -> None:
        self.flood, self.wire = flood, wire
        self.client, self.seq = secrets.token_hex(8), 0

    async def send_notes(self) -> Reply:
        rng = self.flood.rng
        return await self._send(
            [f"{rng.choice(self.flood.empty)}.{rng.choice('no')}.{rng.randint(1, 9)}" for _each in range(50)]
        )

    async def send_wide_marks(self) -> Reply:
        cells = "-".join(map(str, self.flood.empty))
        return await self._send([f"{cells}.l.{self.flood.rng.randint(0, 9)}" for _each in range(50)])

    async def _send(self, ops: list[str]) -> Reply:
        written = [f"{self.seq + place}.{op}.0" for place, op in enumerate(ops, 1)]
        form = {"client": self.client, "version": 10**6, "ops": " ".join(["1", *written])}
        reply = await self.wire.post(f"/play/{self.flood.attempt}/moves/", form, by_script=True)
        if event := json.loads(reply.headers.get("hx-trigger", "{}")).get("moves-stored"):
            self.seq = event["seq"]
        return reply


def flood(address: Address, name: str, password: str, connections: int, seconds: float) -> Counts:
    """What a flood was answered. For a process of its own: it must not slow down those who are measured."""
    return asyncio.run(Flood(address, name, password, connections=connections).last(seconds))
