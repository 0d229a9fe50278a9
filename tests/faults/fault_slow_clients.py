"""Half-sent forms, silent connections and answers that nobody reads, beside a class that plays."""

import threading
import time
from collections.abc import Iterator, Sequence

from tests.load.lesson import percentile
from tests.load.watch import memory_mib

from .browser import Browser, NoAnswerError
from .fault_export import EXPORT, add_moves
from .fault_kill_web import wait_until_heard
from .ground import COLLECTION, Ground, Size
from .journal import Journal
from .players import Player
from .rows import Row
from .slow_clients import slow_clients

# A page must come within this time. The short form, on a machine that does other things too, only looks
# whether pages come at all.
MOST_S = 2.0
MOST_MIB = 300
# The clients that the site has got rid of come back after so many seconds.
AGAIN_S = 10.0
# Moves of the export that nobody reads: more than the system holds for a connection.
MOVES = 2_000
PAGES = ("/accounts/login/", "/", "/history/")


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """A class plays and opens pages for a while, first alone and then beside the slow clients."""
    count, seconds, journal = size.count(3, 30), size.of(2, 60), Journal()
    browser = ground.browser_of(ground.next_student())
    # Each reads an answer of its own: one person gets one file at a time.
    readers = [ground.browser_of(ground.next_student()) for _ in range(size.count(2, 16))]
    for reader in readers:
        add_moves(ground, reader.draw(COLLECTION), MOVES)
    players = ground.students(count, journal, rest_s=size.of(0.1, 2.0))
    wrong = []
    with ground.at_play(players):
        wait_until_heard(players)
        alone = page_times(browser, seconds / 2)
        before = resident_mib(ground)
        with Attack(ground.site.port, [reader.cookies for reader in readers]):
            beside = page_times(browser, seconds)
            wait_until_heard(players)
            after = resident_mib(ground)
    if size.is_long and max(beside) > MOST_S:
        wrong.append(f"a page took {max(beside):.1f} s")
    if after - before > MOST_MIB:
        wrong.append(f"the site grew by {after - before:.0f} MiB")
    yield Row(
        fault="64 half-sent forms, 200 silent connections, 16 slow readers",
        done=f"{len(beside)} pages, {count} play",
        verdict=ground.verdict(journal, players),
        wrong=(*wrong, *failed(players)),
        noted=f"pages {p50_p95(beside)} (before {p50_p95(alone)}); {before:.0f} MiB, then {after:.0f}",
    )


class Attack:
    """The slow clients, as a context: they come back as soon as the site has ended their connections."""

    def __init__(self, port: int, accounts: list[dict[str, str]]) -> None:
        self.port, self.accounts = port, accounts
        self._over, self._begun = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def __enter__(self) -> "Attack":
        self._thread.start()
        assert self._begun.wait(60), "the slow clients cannot connect"
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def _go_on(self) -> None:
        while not self._over.is_set():
            with slow_clients(self.port, EXPORT, self.accounts):
                self._begun.set()
                self._over.wait(AGAIN_S)


def page_times(browser: Browser, seconds: float) -> list[float]:
    """How many seconds each page took, asked for one after the other. Raises NoAnswerError."""
    times: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end or len(times) < len(PAGES):
        began = time.monotonic()
        answer = browser.get(PAGES[len(times) % len(PAGES)])
        if answer.status >= 400:
            raise NoAnswerError(f"a page was answered {answer.status}")
        times.append(time.monotonic() - began)
        time.sleep(0.05)
    return times


def failed(players: Sequence[Player]) -> list[str]:
    """What went wrong for those who played."""
    return [refusal for player in players for refusal in player.refused]


def resident_mib(ground: Ground) -> float:
    """The memory of what answers."""
    return sum(memory_mib([pid]) for role, pid in ground.site.pids().items() if role.startswith("answerer"))


def p50_p95(times: Sequence[float]) -> str:
    """Half of the times, 95 % of them, and all are no longer than these."""
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    return f"p50 {1000 * p50:.0f}, p95 {1000 * p95:.0f}, max {1000 * max(times):.0f} ms"
