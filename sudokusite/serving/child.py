"""A process that `serve` starts: `python -m sudokusite.serving.child web` or `... worker`.

Each lives only as long as the one that started it, however that one ends: its standard input is a pipe from
the supervisor, which the system closes when the supervisor is gone. The server's own processes watch the
server in the same way.
"""

import gc
import multiprocessing
import os
import re
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudokusite.serving.front import Front

COLLECT_EVERY_S = 2.0
SWITCH_EVERY_S = 0.000_5
# Requests that a player waits for.
URGENT = re.compile(r"/play/[0-9]+/(?:moves|news|hint|check|cell)/")
# Open files besides connections: the database, logs, pipes.
SPARE_FILES = 512
# Memory for each connection: request heads, and what was sent but not yet read.
HEAD_BUFFER, SEND_BUFFER = 64 * 1024, 128 * 1024


def end_when(parent_is_gone: Callable[[], object]) -> None:
    """End this process immediately once the given function returns."""

    def watch() -> None:
        parent_is_gone()
        os._exit(1)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()


def supervisor_is_gone() -> None:
    """Block until the supervisor has closed its end of our standard input, or died."""
    while os.read(0, 1):
        pass


def load_application() -> "Front":
    """The site behind its front, inside one of the server's own processes."""
    server = multiprocessing.parent_process()
    if server is not None:
        end_when(server.join)
    from django.conf import settings

    from sudokusite.serving.front import Front
    from sudokusite.serving.streams import Streams
    from sudokusite.uploads import body_limit
    from sudokusite.wsgi import application

    collect_apart()
    # The thread that holds the write lock needs the interpreter after each statement: with Python's five
    # milliseconds a third fewer moves were stored in a second.
    sys.setswitchinterval(SWITCH_EVERY_S)
    return Front(
        application,
        limit_of=body_limit,
        immutable=f"/{settings.STATIC_URL.strip('/')}/",
        threads=settings.SERVER_THREADS,
        queue=settings.SERVER_QUEUE,
        progress_seconds=settings.SERVER_PROGRESS_SECONDS,
        urgent=URGENT,
        streams=Streams(read_rooms, progress_seconds=settings.SERVER_PROGRESS_SECONDS),
        when_listening=lambda: limit_unread_responses(settings.SERVER_HEADER_SECONDS),
    )


def read_rooms(rooms: Iterable[int]) -> Mapping[int, str]:
    """What is new in these rooms, read outside of requests: the connection goes back to its pool."""
    from django.db import close_old_connections

    from puzzles.rooms.services.rooms import news_by_room

    try:
        return news_by_room(rooms)
    finally:
        close_old_connections()


def limit_unread_responses(seconds: int) -> None:
    """Let the system close connections whose clients do not read, and buffer little for each.

    Connections inherit this from the listening socket, which granian creates. Only Linux has a timeout for
    data that was sent but not acknowledged.
    """
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        return
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        try:
            # Sockets only: closing a copy of the database file would release this process's locks on it.
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
    """Whether a socket listens for network connections."""
    if opened.family not in (socket.AF_INET, socket.AF_INET6):
        return False
    return bool(opened.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def collect_apart() -> None:
    """Collect garbage in a thread of its own, never in one that answers requests.

    Trap: garbage may hold an SQLite statement whose connection is waiting for the write lock. Finalizing it
    blocks until then, so a thread inside its transaction would wait for a connection that waits for it.
    """

    def collect() -> None:
        while True:
            time.sleep(COLLECT_EVERY_S)
            gc.collect()

    gc.disable()
    gc.collect()
    # Code and tables stay for ever: later collections skip them.
    gc.freeze()
    threading.Thread(target=collect, name="garbage collection", daemon=True).start()


def allow_open_files(count: int) -> None:
    """Raise the limit on open files, connections included, for this process and its children."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve_web() -> None:
    """Serve HOST and PORT until stopped."""
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
        # With HTTP/2 granian has no timeout for a connection that sends nothing; browsers use HTTP/2 with
        # TLS only.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=1000 * settings.SERVER_HEADER_SECONDS, max_buffer_size=HEAD_BUFFER
        ),
        workers=settings.SERVER_PROCESSES,
        # Further connections are not accepted, however idle these are.
        backpressure=settings.SERVER_CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=5,
        websockets=False,
        log_level=LogLevels.error,
    )
    server.serve(target_loader=load_application, wrap_loader=False)


def run_worker() -> None:
    """Run background tasks until stopped."""
    import django
    from django.core.management import call_command

    django.setup()
    # Code and tables stay for ever: collecting them too would take a tenth of an import.
    gc.collect()
    gc.freeze()
    call_command("worker")


if __name__ == "__main__":
    end_when(supervisor_is_gone)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    {"web": serve_web, "worker": run_worker}[sys.argv[1]]()
