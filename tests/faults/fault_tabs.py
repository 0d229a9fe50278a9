"""Two tabs on one attempt: five hundred moves of both, as fast as they go."""

import time
from collections.abc import Iterator

from .ground import COLLECTION, Ground, Size
from .journal import Journal
from .page import Page
from .players import Player
from .rows import Row
from .school import PASSWORD

# Digits and colours: what one tab does to its cells does not depend on the other's.
KINDS = "ddl"


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """Both tabs write in the same rows, each in cells of its own."""
    wanted, journal = size.count(60, 500), Journal()
    name = ground.next_student()
    browser = ground.browser_of(name)
    attempt = browser.draw(COLLECTION)
    empty = Page(browser, attempt, journal).empty_cells
    tabs = [
        Player(
            Page(browser.another(), attempt, journal, cells=empty[part:-4:2], kinds=KINDS),
            lambda browser: browser.log_in(name, PASSWORD),
            seed=part,
            rest_s=0,
        )
        for part in (0, 1)
    ]
    with ground.at_play(tabs):
        began = time.monotonic()
        ground.site.wait_until(lambda: sum(tab.stored for tab in tabs) >= wanted)
        seconds = time.monotonic() - began
    yield Row(
        fault="two tabs on one attempt",
        done=f"{wanted} moves in {seconds:.1f} s",
        verdict=ground.verdict(journal, []),
        wrong=tuple(refusal for tab in tabs for refusal in tab.refused),
        noted=f"{tabs[0].stored} and {tabs[1].stored}",
    )
