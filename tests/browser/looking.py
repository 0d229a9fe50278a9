"""What is wrong with a page in a browser: what axe finds, what the console says, its width."""

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Wait until the state is drawn and every animation with an end has ended: in between, colours are mixed and
# boxes are on their way.
COME_TO_REST = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const hasEnd = (animation) => animation.effect.getComputedTiming().endTime < Infinity;
  const moving = document.getAnimations().filter(hasEnd);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}"""
# What a rule has passed is not told, nor are style sheets fetched once more, for no rule that is asked.
ASK_AXE = """async (asked) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, ...asked });
  return violations.map(({ id, nodes }) => `${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 200)}`);
}"""
# The rules that another theme may break.
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
# The narrowest there is. On it an open hint lies over the tools, and brings its own.
SMALL_PHONE = {"width": 320, "height": 640}
IS_TOO_WIDE = "document.documentElement.scrollWidth > window.innerWidth"


def come_to_rest(page: Page) -> None:
    """Wait until the page is drawn and nothing in it moves: from now on its boxes and colours may be read."""
    page.evaluate(COME_TO_REST)


def found_on(page: Page, *, asked: Mapping[str, Any] | None = None) -> list[str]:
    """What axe finds, each rule with the first element that breaks it; by all its rules, or those asked."""
    come_to_rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(ASK_AXE, dict(asked or {}))
    return found


def width_of(page: Page) -> list[str]:
    """That the page is wider than its window, if it is."""
    return ["wider than the screen"] if page.evaluate(IS_TOO_WIDE) else []


def errors_of(page: Page) -> list[str]:
    """A list to which each error of the page's scripts is added, and each that the console tells."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said
