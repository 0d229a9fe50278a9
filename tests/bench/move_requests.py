"""What a move costs the server: the CPU time of whole requests, and the bytes of their answers."""

import gc
import secrets
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from time import thread_time
from typing import Any
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

from django.utils import timezone

# The grid of the course's fourth worksheet. 1, 2 and 4 may stand in r1c3 without a conflict.
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CELL, DIGITS = 2, "124"
# So many moves a game has: about one for each empty cell.
GAME = 60

Answer = tuple[int, bytes]
# Seconds of CPU that were spent so far.
Clock = Callable[[], float]


def player() -> Any:
    """A student who plays alone."""
    from accounts.models import User

    return User.objects.create(username="lea", role="student", language="fr")


def attempt_of(user: Any, **fields: Any) -> Any:
    """An open attempt of this user on the grid above."""
    from puzzles.library.models import HelpPolicy, Puzzle
    from puzzles.play.models import Attempt

    known = {"solution": SOLUTION, "solution_count": 1, "clue_count": 30, "solving_class": "simple"}
    puzzle, _created = Puzzle.objects.get_or_create(givens=GIVENS, defaults=known)
    policy, _created = HelpPolicy.objects.get_or_create()
    return Attempt.objects.create(player=user, puzzle=puzzle, policy=policy, digits=GIVENS, **fields)


def cookies_of(user: Any) -> SimpleCookie:
    """The cookies of a browser in which this user is logged in."""
    from django.conf import settings
    from django.middleware.csrf import _get_new_csrf_string
    from django.test import Client

    client = Client()
    client.force_login(user)
    client.cookies[settings.CSRF_COOKIE_NAME] = _get_new_csrf_string()
    return client.cookies


class Sender:
    """A page that sends one op after the other to an address, through the whole site but its socket."""

    def __init__(
        self, site: Callable[..., Any], address: str, cookies: SimpleCookie, clock: Clock = thread_time
    ) -> None:
        self.site, self.address, self.cookies, self.clock = site, address, cookies, clock
        self.client, self.seq = secrets.token_hex(8), 0

    def send(self, op: str) -> tuple[float, Answer]:
        """The milliseconds of CPU until an op (`2.d.4.830`) is answered, and the answer."""
        self.seq += 1
        form = {"client": self.client, "version": self.seq - 1, "ops": f"1 {self.seq}.{op}"}
        environ, heads = self.request(urlencode(form).encode()), []
        start = self.clock()
        parts = self.site(environ, lambda status, headers: heads.append(status))
        body = b"".join(parts)
        parts.close()
        spent = 1000 * (self.clock() - start)
        return spent, (int(heads[0].split()[0]), body)

    def request(self, body: bytes) -> dict[str, Any]:
        from django.conf import settings

        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": self.address,
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": "; ".join(f"{name}={each.value}" for name, each in self.cookies.items()),
            "HTTP_X_CSRFTOKEN": self.cookies[settings.CSRF_COOKIE_NAME].value,
            "HTTP_HX_REQUEST": "true",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate",
            "HTTP_ACCEPT_LANGUAGE": "fr-FR,fr;q=0.9",
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
        }
        setup_testing_defaults(environ)
        return environ


def cpu_times(turns: int) -> tuple[list[float], list[float]]:
    """Milliseconds of CPU a request, of moves and of the bare view, in turns in one thread.

    A new game begins after every 60 moves; the first game is not counted.
    """
    user, clock = player(), server_clock()
    times: tuple[list[float], list[float]] = ([], [])
    for game in range(1 + -(-turns // GAME)):
        # Only one game of a kind may be open.
        user.attempts.update(state="handed_in", finished_at=timezone.now())
        both = senders(user, attempt_of(user), attempt_of(user, is_practice=True), clock)
        gc.collect()
        gc.disable()
        for turn in range(GAME):
            for sender, spent in zip(both, times, strict=True):
                milliseconds, (status, _body) = sender.send(f"{CELL}.d.{DIGITS[turn % 3]}.830")
                expect(sender, status)
                if game:
                    spent.append(milliseconds)
        gc.enable()
    return times


def server_clock() -> Clock:
    """The CPU of this thread, and with PostgreSQL that of the process which answers it.

    The pool has one connection as long as one thread asks.
    """
    from django.db import connection

    if connection.vendor != "postgresql":
        return thread_time
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    # Its first number are nanoseconds on a processor.
    return lambda: thread_time() + int(process.read_text().split()[0]) / 1e9


def expect(sender: Sender, status: int) -> None:
    if status != 200:
        raise AssertionError(f"{sender.address} answered {status}")


def senders(user: Any, played: Any, other: Any, clock: Clock = thread_time) -> tuple[Sender, Sender]:
    """What sends to the attempt `played`, and what sends to the bare view of `other`."""
    from django.core.handlers.wsgi import WSGIHandler

    site, cookies = WSGIHandler(), cookies_of(user)
    return (
        Sender(site, f"/play/{played.pk}/moves/", cookies, clock),
        Sender(site, f"/bare/{other.pk}/", cookies, clock),
    )


def answer_sizes() -> Iterator[int]:
    """The bytes of the answers, as sent, to moves that change one cell, which gets all marks there are."""
    user = player()
    sender, _bare = senders(user, *2 * [attempt_of(user)])
    marks = [f"{kind}.{digit}" for kind in "nc" for digit in range(1, 10)]
    for op in (*marks, "l.3", "d.4", "x."):
        _spent, (status, body) = sender.send(f"{CELL}.{op}.830")
        expect(sender, status)
        yield len(body)
