"""Scripts and styles as the site sends them: without comments and needless spaces, under their new names."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from sudokusite import settings as site

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Page]

STATIC = site.BASE_DIR / "sudokusite" / "static"
SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/**/*.js"))
STYLES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.glob("css/**/*.css"))

# What a script gives to others, or on what it stumbles on a page that is not its own.
IMPORTED = """(paths) => Promise.all(paths.map((path) => import(`/static/${path}`).then(
  (module) => Object.keys(module).sort().join(" "), (error) => String(error))))"""

# The rules that a browser reads in style sheets. It keeps the spaces of values it cannot work out yet.
RULES = """(paths) => Promise.all(paths.map(async (path) => {
  const sheet = new CSSStyleSheet();
  await sheet.replace(await (await fetch(`/static/${path}`)).text());
  return [...sheet.cssRules].map((rule) =>
    rule.cssText.replaceAll(/\\s+/g, " ").replaceAll(/(,|\\() /g, "$1").replaceAll(" )", ")")
      .replaceAll(/(\\([\\w-]+:) /g, "$1"));
}))"""

# Pages whose scripts act by themselves, and a sign that they have.
PAGES = [
    ("/algorithms/tutoriel/?grid={givens}", "[data-predict]"),
    ("/algorithms/tutoriel/table/?grid={givens}", "button[data-print]"),
    ("/course/explorer/", "main form"),
]


@pytest.fixture
def paths(collected_files: dict[str, Any]) -> dict[str, str]:
    """The new name of each collected file by its path in the tree."""
    return json.loads((collected_files["STATIC_ROOT"] / "staticfiles.json").read_text())["paths"]


@pytest.fixture
def page(page_of: PageOf, student: User, site_as_sent: str) -> Page:
    """A page of the site as it is sent."""
    User.objects.update(language="en")
    return page_of(student, base_url=site_as_sent)


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser complains of on the page, and on others of its window."""
    found: list[str] = []
    context = page.context
    context.on("console", lambda line: found.append(line.text) if line.type in {"error", "warning"} else None)
    context.on("weberror", lambda failure: found.append(str(failure.error)))
    context.on("requestfailed", lambda request: found.append(request.url))
    return found


def test_every_script_is_the_same_module_as_in_the_tree(
    page: Page, page_of: PageOf, student: User, paths: dict[str, str]
) -> None:
    in_the_tree = page_of(student)
    in_the_tree.goto("/help/")
    page.goto("/help/")
    expected = in_the_tree.evaluate(IMPORTED, SCRIPTS)
    assert page.evaluate(IMPORTED, [paths[path] for path in SCRIPTS]) == expected
    assert "PredictionQueue" in expected
    assert not [found for found in expected if re.search("SyntaxError|Failed to fetch", found)]


def test_every_style_sheet_says_the_same_as_in_the_tree(
    page: Page, page_of: PageOf, student: User, paths: dict[str, str]
) -> None:
    in_the_tree = page_of(student)
    in_the_tree.goto("/help/")
    page.goto("/help/")
    expected = in_the_tree.evaluate(RULES, STYLES)
    sent = page.evaluate(RULES, [paths[path] for path in STYLES])
    for path, said, meant in zip(STYLES, sent, expected, strict=True):
        assert (path, said) == (path, meant)
        assert meant


def test_the_board_and_its_replay_play(
    page: Page, complaints: list[str], attempt: Attempt, eventually: Callable[..., None]
) -> None:
    page.goto(f"/play/{attempt.pk}/")
    page.wait_for_function("() => document.getElementById('timer').textContent !== ''")
    page.keyboard.press("4")
    expect(page.locator("#status")).to_have_text("4 placed")
    page.keyboard.press("l")
    expect(page.locator("#status")).to_have_text("Row 1, column 3, 4")
    page.keyboard.press("Control+z")
    eventually(lambda: list(attempt.moves.values_list("kind", flat=True)) == ["d", "u"])
    page.keyboard.press("Shift+?")
    expect(page.locator("#keys-dialog")).to_be_visible()
    # Beside the board: to leave it may break a request off.
    replay = page.context.new_page()
    replay.goto(f"/history/{attempt.pk}/")
    replay.get_by_role("slider").fill("1")
    expect(replay.locator("[data-replay] .sb-entered")).to_have_text("4")
    assert complaints == []


@pytest.mark.parametrize(("address", "sign"), PAGES)
def test_files_of_a_page_are_named_after_their_content(
    page: Page, complaints: list[str], puzzle: Puzzle, address: str, sign: str
) -> None:
    """A script under its old name beside the new one would be a second module with a state of its own."""
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    page.goto(address.format(givens=puzzle.givens), wait_until="networkidle")
    expect(page.locator(sign).first).to_be_visible()
    files = [name for name in fetched if re.search(r"\.(js|css)$", name)]
    assert len(files) > 3
    assert [name for name in files if not re.search(r"\.[0-9a-f]{12}\.(js|css)$", name)] == []
    assert complaints == []
