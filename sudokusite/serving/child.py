"""A process that `serve` starts: `python -m sudokusite.serving.child web` or `... worker`.

Each lives only as long as the one that started it, however that one ends: its standard input is a pipe from
the supervisor, which the system closes when the supervisor is gone. The server's own processes watch the
server in the same way.
"""

import gc
import itertools
import multiprocessing
import os
import re
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudokusite.serving.front import Front

COLLECT_EVERY_S = 2.0
FREEZE_AGAIN = 30
SWITCH_EVERY_S = 0.000_5
# What somebody at a board waits for: moves above all.
URGENT = re.compile(r"/play/[0-9]+/(?:moves|news|hint|check|cell)/")
# Beside connections: the database, logs, pipes.
SPARE_FILES = 512
# What is held in memory of each connection: heads of requests, and what was sent but not taken yet.
HEAD_BUFFER, SEND_BUFFER = 64 * 1024, 128 * 1024


def end_when(parent_is_gone: Callable[[], object]) -> None:
    """End this process, at once and from any state, as soon as the given function returns."""

    def watch() -> None:
        parent_is_gone()
        os._exit(1)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()


def supervisor_is_gone() -> None:
    """Return when the supervisor has closed its end of our standard input, or died."""
    while os.read(0, 1):
        pass


def load_application() -> "Front":
    """The site behind its front, inside one of the server's own processes."""
    server = multiprocessing.parent_process()
    if server is not None:
        end_when(server.join)
    from django.conf import settings

    from sudokusite.serving.front import Front
    from sudokusite.uploads import body_limit
    from sudokusite.wsgi import application

    collect_apart()
    # Whoever has the database's turn asks for the interpreter after each statement, and the others wait for
    # both: a third more moves are stored in a second than with Python's five milliseconds.
    sys.setswitchinterval(SWITCH_EVERY_S)
    return Front(
        application,
        limit_of=body_limit,
        immutable=f"/{settings.STATIC_URL.strip('/')}/",
        threads=settings.SERVER_THREADS,
        queue=settings.SERVER_QUEUE,
        progress_seconds=settings.SERVER_PROGRESS_SECONDS,
        urgent=URGENT,
        when_listening=lambda: limit_unread_answers(settings.SERVER_HEADER_SECONDS),
    )


def limit_unread_answers(seconds: int) -> None:
    """Let the system end connections whose clients take nothing of an answer, and hold little for each.

    Connections inherit this from the socket that listens, which granian makes by itself. Only Linux has a
    deadline for what is sent but not taken.
    """
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        return
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        try:
            # No copy of another file is made: to close one would end this process's locks on the database.
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            opened = socket.socket(fileno=os.dup(descriptor))
        except OSError:
            continue
        with opened:
            if is_listening(opened):
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * seconds)
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)


def is_listening(opened: socket.socket) -> bool:
    """Whether a socket takes connections from the network."""
    if opened.family not in (socket.AF_INET, socket.AF_INET6):
        return False
    return bool(opened.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def collect_apart() -> None:
    """Let a thread of its own collect garbage from now on, and none that answers.

    Garbage may hold a statement of a connection that waits for the database, and to let go of it waits as
    long as that. A thread that keeps the others waiting, in its transaction, must never come to that.
    """

    def collect() -> None:
        for number in itertools.count(1):
            time.sleep(COLLECT_EVERY_S)
            gc.collect()
            if number == FREEZE_AGAIN:
                # Forty thousand objects that the first requests loaded never go either: templates, tables.
                gc.freeze()

    gc.disable()
    gc.collect()
    # What the site is made of never goes: later collections pass it over.
    gc.freeze()
    threading.Thread(target=collect, name="garbage collection", daemon=True).start()


def allow_open_files(count: int) -> None:
    """Let this process and its children have so many files open, connections too, if the system allows it."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve_web() -> None:
    """Answer requests on HOST and PORT until told to stop."""
    from django.conf import settings
    from granian.constants import HTTPModes, Interfaces, Loops
    from granian.http import HTTP1Settings
    from granian.log import LogLevels
    from granian.server import Server

    allow_open_files(settings.SERVER_CONNECTIONS + SPARE_FILES)
    server = Server(
        "sudokusite.serving.child:load_application",
        address=os.environ["HOST"],
        port=int(os.environ["PORT"]),
        interface=Interfaces.ASGINL,
        loop=Loops.asyncio,
        # While it might still become HTTP/2, granian has no deadline for a connection that sends nothing. No
        # browser speaks HTTP/2 without TLS.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=1000 * settings.SERVER_HEADER_SECONDS, max_buffer_size=HEAD_BUFFER
        ),
        workers=settings.SERVER_PROCESSES,
        # As many connections are taken as this; beyond them nobody is heard, however idle the others are.
        backpressure=settings.SERVER_CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=5,
        websockets=False,
        log_level=LogLevels.error,
    )
    server.serve(target_loader=load_application, wrap_loader=False)


def work() -> None:
    """Do what waits in the background until told to stop."""
    import django
    from django.core.management import call_command

    django.setup()
    # What the site is made of never goes: to look through it would take a tenth of an import.
    gc.collect()
    gc.freeze()
    call_command("worker")


if __name__ == "__main__":
    end_when(supervisor_is_gone)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    {"web": serve_web, "worker": work}[sys.argv[1]]()
