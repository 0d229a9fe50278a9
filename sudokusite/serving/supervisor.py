"""Supervisor of the site's processes: starts, restarts and stops them."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings

# A process that died sooner than this is restarted after a growing pause.
WELL_AFTER_SECONDS = 5.0
PAUSES_SECONDS = (0.0, 0.0, 0.5, 1.0, 2.0, 5.0)
GRACE_SECONDS = 10.0


def own_group() -> dict[str, Any]:
    """Popen options with which Ctrl-C in the terminal reaches the supervisor only."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


class Child:
    """One process of the site. Its standard input is open as long as the supervisor lives."""

    def __init__(self, role: str, environment: Mapping[str, str]) -> None:
        self.role = role
        self.environment = {**os.environ, **environment}
        self.early_deaths = 0
        self.next_start = 0.0
        self.start()

    def start(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "sudokusite.serving.child", self.role],
            stdin=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            env=self.environment,
            **own_group(),
        )
        self.is_down = False

    def revive(self) -> bool:
        """Restart the process if it has ended and its pause is over. True when it was just found dead."""
        if self.process.poll() is None:
            return False
        if not self.is_down:
            self.note_death()
            return True
        if time.monotonic() >= self.next_start:
            self.start()
        return False

    def note_death(self) -> None:
        """Decide how long to wait before the next start."""
        now = time.monotonic()
        self.early_deaths = 0 if now - self.started >= WELL_AFTER_SECONDS else self.early_deaths + 1
        self.next_start = now + PAUSES_SECONDS[min(self.early_deaths, len(PAUSES_SECONDS) - 1)]
        self.is_down = True
        if self.process.stdin:
            self.process.stdin.close()


def stop(children: list[Child]) -> None:
    """Terminate every process, and kill those still running after the grace period."""
    for child in children:
        child.process.terminate()
    deadline = time.monotonic() + GRACE_SECONDS
    for child in children:
        try:
            child.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()
