"""A process that `serve` starts: `python -m sudokusite.serving.child web` or `... worker`.

Each lives only as long as the one that started it, however that one ends: its standard input is a pipe from
the supervisor, which the system closes when the supervisor is gone. The server's own processes watch the
server in the same way.
"""

import gc
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

COLLECT_EVERY_S = 2.0
SWITCH_EVERY_S = 0.000_5
# Beside connections: the database, logs, pipes.
SPARE_FILES = 512


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


def load_application() -> Any:
    """The site, inside one of the server's own processes."""
    server = multiprocessing.parent_process()
    if server is not None:
        end_when(server.join)
    from sudokusite.wsgi import application

    collect_apart()
    # Whoever has the database's turn asks for the interpreter after each statement, and the others wait for
    # both: a third more moves are stored in a second than with Python's five milliseconds.
    sys.setswitchinterval(SWITCH_EVERY_S)
    return application


def collect_apart() -> None:
    """Let a thread of its own collect garbage from now on, and none that answers.

    Garbage may hold a statement of a connection that waits for the database, and to let go of it waits as
    long as that. A thread that keeps the others waiting, in its transaction, must never come to that.
    """

    def collect() -> None:
        while True:
            time.sleep(COLLECT_EVERY_S)
            gc.collect()

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
    from granian.constants import Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    allow_open_files(settings.SERVER_CONNECTIONS + SPARE_FILES)
    server = Server(
        "sudokusite.wsgi:application",
        address=os.environ["HOST"],
        port=int(os.environ["PORT"]),
        interface=Interfaces.WSGI,
        workers=settings.SERVER_PROCESSES,
        blocking_threads=settings.SERVER_THREADS,
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
