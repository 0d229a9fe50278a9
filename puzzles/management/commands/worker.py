"""`manage.py worker`: the background worker, which also looks for work that a killed one left behind."""

import logging
import threading
import time
from argparse import ArgumentParser
from typing import Any

from django.db import DatabaseError, connections
from django_tasks_db.management.commands import db_worker

from ...tasks import sweep

SWEEP_SECONDS = 10

logger = logging.getLogger("puzzles.worker")


class Command(db_worker.Command):
    help = "Do what waits in the background, and sweep up what a killed worker left, until told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(reload=False)

    def configure_logging(self, verbosity: int) -> None:
        """Leave it to the settings: warnings and errors only."""

    def handle(self, **options: Any) -> None:
        threading.Thread(target=keep_sweeping, name="sweeper", daemon=True).start()
        super().handle(**options)


def keep_sweeping() -> None:
    """Sweep now, and again every few seconds as long as the process lives."""
    while True:
        try:
            sweep()
        except DatabaseError:
            # The next round may find the database well again.
            logger.warning("The sweep failed.", exc_info=True)
        finally:
            connections.close_all()
        time.sleep(SWEEP_SECONDS)
