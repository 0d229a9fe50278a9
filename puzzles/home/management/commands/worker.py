"""`manage.py worker`: the background worker, which also picks up the tasks of killed workers.

It has a lane for each queue and runs one task of each queue at a time, in threads, so that an urgent task
never waits for a running one. A lane starts nothing while a more urgent lane is working or has tasks, except
after PATIENCE_SECONDS: no queue starves.
"""

import logging
import signal
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence, Set
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections, connections
from django.utils.crypto import get_random_string
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from ...services.sweep import sweep

SWEEP_SECONDS = 10
# Seconds between two polls of the queues, unless a task has just ended.
INTERVAL_SECONDS = 0.2
# How long a lane gives way to more urgent ones.
PATIENCE_SECONDS = 60.0
# After the database has failed.
PAUSE_SECONDS = 1.0

logger = logging.getLogger("puzzles.worker")


class Command(BaseCommand):
    help = "Run background tasks, and pick up those of killed workers, until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--interval",
            type=float,
            default=INTERVAL_SECONDS,
            help="Seconds between two polls of the queues.",
        )

    def handle(self, *, interval: float, **options: Any) -> None:
        lanes = Lanes(settings.TASKS[DEFAULT_TASK_BACKEND_ALIAS]["QUEUES"])
        for name in ("SIGINT", "SIGTERM", "SIGQUIT"):
            if number := getattr(signal, name, None):
                signal.signal(number, lanes.ask_to_stop)
        threading.Thread(target=keep_sweeping, name="sweeper", daemon=True).start()
        lanes.run(interval)


class Lanes:
    """The lanes of one worker, the most urgent queue first."""

    def __init__(self, queues: Sequence[str]) -> None:
        self.queues = queues
        self.at_work: dict[str, threading.Thread] = {}
        self.waiting_since: dict[str, float] = {}
        self.is_stopping = False
        self._wake = threading.Event()
        self._name = get_random_string(24)

    def run(self, interval: float) -> None:
        """Start tasks until asked to stop, then wait for the running ones."""
        while not self.is_stopping:
            self._wake.clear()
            # In this order: a task that ends in between has enqueued its next slice before.
            busy, ready = set(self.at_work), ready_queues()
            for queue in self.to_begin(busy, ready, time.monotonic()):
                self.begin(queue)
            self._wake.wait(interval)
        for thread in list(self.at_work.values()):
            thread.join()

    def ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        """Stop after the running tasks; at once at the second signal."""
        signal.signal(number, signal.SIG_DFL)
        self.is_stopping = True
        self._wake.set()

    def to_begin(self, busy: Set[str], ready: Set[str], now: float) -> Iterator[str]:
        """The queues whose next task may start now, given which are busy and which have tasks."""
        is_outranked = False
        for queue in self.queues:
            if queue in busy:
                is_outranked = True
            elif queue in ready:
                since = self.waiting_since.setdefault(queue, now)
                if not is_outranked or now - since >= PATIENCE_SECONDS:
                    del self.waiting_since[queue]
                    yield queue
                is_outranked = True

    def begin(self, queue: str) -> None:
        """Run the next task of a queue in a thread."""
        thread = threading.Thread(target=self._do_next, args=[queue], name=queue, daemon=True)
        self.at_work[queue] = thread
        thread.start()

    def _do_next(self, queue: str) -> None:
        try:
            do_next_task(queue, f"{self._name}-{queue}")
        except DatabaseError:
            logger.warning("A task could not be claimed, or its result not stored.", exc_info=True)
            time.sleep(PAUSE_SECONDS)
        finally:
            # Connections are per thread, and this thread ends.
            connections.close_all()
            del self.at_work[queue]
            self._wake.set()


def do_next_task(queue: str, worker_id: str) -> None:
    """Claim and run the next task of a queue, unless another worker takes it."""
    # django-tasks-db's worker, for one task: it claims the task, runs it and stores the result.
    db_worker.Worker(
        queue_names=[queue],
        interval=0.1,
        batch=True,
        backend_name=DEFAULT_TASK_BACKEND_ALIAS,
        startup_delay=False,
        max_tasks=1,
        worker_id=worker_id,
        excluded_queue_names=[],
    ).run()


def ready_queues() -> set[str]:
    """The queues with ready tasks; none, after a pause, if the database fails."""
    close_old_connections()
    try:
        return set(DBTaskResult.objects.ready().order_by().values_list("queue_name", flat=True).distinct())
    except DatabaseError:
        logger.warning("The tasks could not be read.", exc_info=True)
        connections.close_all()
        time.sleep(PAUSE_SECONDS)
        return set()


def keep_sweeping() -> None:
    """Sweep now and every few seconds, as long as the process lives."""
    while True:
        try:
            sweep()
        except DatabaseError:
            logger.warning("The sweep failed.", exc_info=True)
        finally:
            connections.close_all()
        time.sleep(SWEEP_SECONDS)
