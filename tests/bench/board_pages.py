"""The page of an attempt in a real browser: how long a key takes, what the page weighs, whether it jumps.

A key comes as from a keyboard. Its handler is timed from before the first listener hears of it to after the
last one, and then the layout is asked for, which makes the browser work out style and layout at once. The way
to the screen is from the browser's own time of the key to the first task after the next frame was drawn.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Any

from .move_requests import attempt_of, cookies_of, player
from .rows import CannotMeasureError

# Each is pressed and taken back again and again: what it does, keys before it, the key, keys after it.
# The cell is r1c3; 8 repeats in its column and its box.
PRESSES = (
    ("a digit", "", "4", "Delete"),
    ("a digit that repeats", "", "8", "Delete"),
    ("a note", "", "Shift+4", "Shift+4"),
    ("a step to the next cell", "", "ArrowRight", "ArrowLeft"),
    ("all notes", "", "f", "Control+z"),
    ("a digit that cleans notes", "f", "4", "Control+z Control+z"),
    ("undo", "4", "Control+z", ""),
)

TIMERS = """() => {
  window.times = { work: [], drawn: [], isEmpty: false };
  let start = 0;
  const isHalf = ({ key }) => key === "Shift" || key === "Control";
  window.addEventListener("keydown", (event) => {
    if (isHalf(event)) return;
    if (times.isEmpty) event.stopImmediatePropagation();
    start = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.drawn.push(performance.now() - event.timeStamp);
      port2.postMessage("");
    });
  }, true);
  window.addEventListener("keydown", (event) => {
    if (isHalf(event)) return;
    document.body.getBoundingClientRect();
    times.work.push(performance.now() - start);
  });
}"""

IS_DRAWN = """() => new Promise((done) => {
  const look = () => (times.drawn.length ? done() : setTimeout(look, 5));
  look();
})"""

SHIFTS = """window.shift = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
}).observe({ type: "layout-shift", buffered: true });"""


class Board:
    """The page of an attempt that a student has open."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.protocol = page.context.new_cdp_session(page)

    def open(self) -> int:
        """Open the page; the bytes that came for it, heads and bodies, as they were sent."""
        came: list[float] = []
        self.protocol.send("Network.enable")
        self.protocol.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
        self.page.goto(self.address, wait_until="networkidle")
        return round(sum(came))

    def time_keys(self) -> None:
        """Begin to time keys; the first empty cell, r1c3, has the focus."""
        self.page.evaluate(TIMERS)
        self.page.locator("#c2").click()

    def open_hint(self) -> None:
        """Ask for a hint, and wait until it is told."""
        self.press("h")
        self.page.locator("#hint .hint").wait_for()
        self.page.wait_for_load_state("networkidle")

    def slow_down(self, rate: int) -> None:
        """Let the browser's processor be so many times slower."""
        self.protocol.send("Emulation.setCPUThrottlingRate", {"rate": rate})

    def press(self, keys: str) -> None:
        for key in keys.split():
            self.page.keyboard.press(key)

    def times(
        self, before: str, key: str, after: str, *, turns: int, is_empty: bool = False
    ) -> dict[str, Any]:
        """Milliseconds of a key's handler, style and layout (`work`), and until it is drawn (`drawn`)."""
        found: dict[str, list[float]] = {"work": [], "drawn": []}
        for _turn in range(turns):
            self.press(before)
            self.page.evaluate(
                "(isEmpty) => Object.assign(times, { work: [], drawn: [], isEmpty })", is_empty
            )
            self.press(key)
            self.page.evaluate(IS_DRAWN)
            for name, times in self.page.evaluate("times").items():
                if name in found:
                    found[name] += times
            self.page.evaluate("() => { times.isEmpty = false; }")
            self.press("" if is_empty else after)
        return found


@contextmanager
def open_boards() -> Iterator[Board]:
    """A board that is not loaded yet, on a site that sends its files as in life."""
    with serving() as address, chromium() as browser:
        user = player()
        attempt = attempt_of(user)
        context = browser.new_context(
            base_url=address, locale="fr-FR", viewport={"width": 1280, "height": 800}
        )
        cookies = cookies_of(user).items()
        context.add_cookies([{"name": name, "value": each.value, "url": address} for name, each in cookies])
        context.add_init_script(SHIFTS)
        yield Board(context.new_page(), f"/play/{attempt.pk}/")
        context.close()


@contextmanager
def chromium() -> Iterator[Any]:
    """The machine's Chromium."""
    try:
        from playwright.sync_api import sync_playwright

        from tests.conftest import CHROMIUM_FLAGS, chromium_path
    except ImportError as error:
        raise CannotMeasureError(str(error)) from None
    path = chromium_path()
    if path is None:
        raise CannotMeasureError("Chromium is not installed (make browser)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@contextmanager
def serving() -> Iterator[str]:
    """The address of the site with its files collected: compressed, and under names that may be kept."""
    from django.core.management import call_command
    from django.test import override_settings
    from django.test.testcases import LiveServerThread

    from sudokusite import settings as site

    folder = tempfile.mkdtemp(prefix="collected-")
    storages = {**site.STORAGES, "staticfiles": {"BACKEND": site.STATICFILES_STORAGE_NAME}}
    with override_settings(STATIC_ROOT=folder, STORAGES=storages, ALLOWED_HOSTS=["localhost"]):
        call_command("collectstatic", interactive=False, verbosity=0)
        server = LiveServerThread("localhost", static_handler=lambda application: application)
        server.daemon = True
        server.start()
        server.is_ready.wait()
        try:
            if server.error:
                raise server.error
            yield f"http://localhost:{server.port}"
        finally:
            server.terminate()
            shutil.rmtree(folder, ignore_errors=True)


def typical(times: dict[str, Any]) -> tuple[float, float]:
    """The work of a key and the time until it is drawn, in milliseconds.

    Of the work the lower quartile: what else the machine does only ever adds. A key waits for the next frame
    a shorter or a longer while by chance: of that the median.
    """
    return quantiles(times["work"] or [0, 0], n=4)[0], median(times["drawn"])
