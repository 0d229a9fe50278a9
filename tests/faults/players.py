"""Students who play without a pause until they are stopped, whatever happens to the site."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable

from .browser import Browser, NoAnswerError
from .outbox import MAX_OPS, RefusedError, SessionEndedError
from .page import Page

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0


class Player:
    """One page with hands on it: some moves, a request, a moment of rest; after a failure, the same again.

    The site's page waits a second after a failure, then longer; here it is a twentieth of that.
    `failures` counts requests that were not answered well, `refused` are answers no page should get.
    """

    def __init__(
        self, page: Page, log_in: Callable[[Browser], None], *, seed: int = 0, rest_s: float = 0.02
    ) -> None:
        self.page, self.log_in, self.rest_s = page, log_in, rest_s
        self.rng = random.Random(seed)
        self.failures: Counter[str] = Counter()
        self.refused: list[str] = []
        self.stored = 0
        self.longest_silence_s = 0.0
        self._heard = time.monotonic()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Make no more moves."""
        self._stopping.set()

    def finish(self, patience_s: float = 60.0) -> None:
        """Stop, and send what still waits."""
        self.stop()
        self._thread.join(patience_s)
        deadline = time.monotonic() + patience_s
        while self.page.waiting and not self.refused and time.monotonic() < deadline:
            if not self.try_to_send():
                time.sleep(0.1)

    def _play(self) -> None:
        pause = FIRST_PAUSE_S
        self._heard = time.monotonic()
        while not self._stopping.is_set() and not self.refused:
            if len(self.page.waiting) < MAX_OPS:
                self.page.play(self.rng, self.rng.randint(1, 3))
            if self.try_to_send():
                pause = FIRST_PAUSE_S
                self._stopping.wait(self.rest_s * self.rng.uniform(0.5, 1.5))
            else:
                self._stopping.wait(pause * self.rng.uniform(0.8, 1.2))
                pause = min(2 * pause, LONGEST_PAUSE_S)

    def try_to_send(self) -> bool:
        """Send once, and log in again if that is asked for; whether there was a good answer."""
        try:
            self.stored += self.page.send()
        except NoAnswerError as error:
            self.failures[str(error)[:60]] += 1
            return False
        except SessionEndedError:
            self.failures["session ended"] += 1
            return self._try_to_log_in()
        except RefusedError as error:
            self.refused.append(str(error))
            return False
        now = time.monotonic()
        self.longest_silence_s = max(self.longest_silence_s, now - self._heard)
        self._heard = now
        return True

    def sees_what_is_stored(self) -> bool:
        """Whether the board, opened again, shows what the page shows. Raises NoAnswerError."""
        try:
            return self.page.is_as_stored()
        except SessionEndedError:
            self.log_in(self.page.browser)
            return self.page.is_as_stored()

    def _try_to_log_in(self) -> bool:
        try:
            self.log_in(self.page.browser)
        except NoAnswerError:
            return False
        return True
