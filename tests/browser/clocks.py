"""A page whose time goes only as far as a test lets it."""

from datetime import datetime, timedelta

from playwright.sync_api import Page


def stop_clock(page: Page) -> None:
    """From now on the page's timers wait for `page.clock.run_for(ms)`, however slow the machine is."""
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
