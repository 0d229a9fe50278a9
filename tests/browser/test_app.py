"""The site as an app: without a network an open board is played on, and nobody sees what is another's."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.play.models import Attempt
from sudokusite import views

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Page]
Eventually = Callable[..., None]

PATIENCE_S = 60

# What the browser keeps: the names of its caches, the addresses of boards, and the mark of who is here.
KEPT = """async () => ({
  caches: (await caches.keys()).sort(),
  boards: (await caches.has("boards"))
    ? (await (await caches.open("boards")).keys()).map(({ url }) => url.slice(location.origin.length)) : [],
  mark: document.cookie.match(/kept_for=(\\\\w+)/)?.[1] ?? null,
})""".replace("\\\\", "\\")
WORKS = "navigator.serviceWorker.ready.then(() => null)"
# A new worker that is there has come in whole, and answers.
SETTLED = """navigator.serviceWorker.getRegistration().then(({ installing, waiting, active }) =>
  !installing && !waiting && active.state === "activated")"""
STATE = "async (path) => (await (await (await caches.open('boards')).match(path + '?state'))?.json())?.game"


@pytest.fixture
def app(page_of: PageOf, student: User, site_as_sent: str) -> Iterator[Page]:
    """A page of the student's, in English, whose service worker works."""
    kept = views._kept_worker
    kept.cache_clear()
    User.objects.update(language="en")
    page = page_of(student, base_url=site_as_sent, is_app=True)
    page.goto("/help/")
    page.evaluate(WORKS)
    yield page
    kept.cache_clear()


def until(page: Page, question: Callable[[], Any]) -> None:
    """Ask until the answer is yes; `wait_for_function` would take a promise for one."""
    end = time.monotonic() + PATIENCE_S
    while not question():
        assert time.monotonic() < end, "it did not come to that"
        page.wait_for_timeout(50)


def visit_until(page: Page, question: Callable[[], Any]) -> None:
    """Go from page to page until the answer is yes: each time the browser may look for a new worker."""

    def visited() -> Any:
        page.goto("/help/")
        page.wait_for_timeout(2000)
        return question()

    until(page, visited)


def go_offline(page: Page) -> None:
    """Cut off the browser, its worker included."""
    page.context.set_offline(True)
    until(
        page,
        lambda: not page.evaluate("fetch('/worker.js', { cache: 'no-store' }).then(() => true, () => false)"),
    )


def open_kept(page: Page, attempt: Attempt) -> str:
    """Open a board and wait until it is kept; its path."""
    path = f"/play/{attempt.pk}/"
    page.goto(path)
    until(page, lambda: page.evaluate(STATE, path))
    return path


def write_digit(page: Page, path: str, cell: int, digit: int) -> None:
    """Write a digit that is stored, and kept."""
    version = page.evaluate(STATE, path)["version"]
    page.locator(f"#c{cell}").click()
    page.keyboard.press(str(digit))
    until(page, lambda: page.evaluate(STATE, path)["version"] > version)


def test_an_open_board_is_played_on_without_a_network(
    app: Page, attempt: Attempt, eventually: Eventually
) -> None:
    said: list[str] = []
    app.on("pageerror", lambda error: said.append(str(error)))
    path = open_kept(app, attempt)
    write_digit(app, path, 2, 4)
    go_offline(app)

    app.reload()
    cell = app.locator("#c2")
    expect(cell).to_have_attribute("aria-label", "Row 1, column 3, 4")
    expect(app.locator("#alert")).to_contain_text("connection")
    app.locator("#c3").click()
    app.keyboard.press("6")
    expect(app.locator("#c3")).to_have_attribute("aria-label", "Row 1, column 4, 6")
    expect(app.locator("#saving")).to_have_attribute("data-state", "waiting")
    app.keyboard.press("p")
    expect(app.locator("#play")).to_have_class(re.compile("is-resting"))
    app.keyboard.press("p")

    # Anywhere else is the offline page, which leads back. What was not sent waits.
    app.goto("/history/")
    expect(app.locator("h1")).to_have_text("No connection")
    expect(app.locator("html")).to_have_attribute("lang", "en")
    expect(app.locator(".button-primary")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    app.locator("#boards a").click()
    expect(app.locator("#c3")).to_have_attribute("aria-label", "Row 1, column 4, 6")
    app.locator("#c3").click()
    app.keyboard.press("Control+z")
    app.keyboard.press("Control+z")
    expect(cell).to_have_attribute("aria-label", "Row 1, column 3, empty")
    app.keyboard.press("Control+y")
    expect(app.locator("#saving")).to_have_attribute("data-state", "waiting")

    app.context.set_offline(False)
    expect(app.locator("#saving")).to_have_attribute("data-state", "saved")
    expect(app.locator("#alert")).to_be_empty()
    kinds = "".join(attempt.moves.order_by("number").values_list("kind", flat=True))
    assert kinds == "dduur"
    attempt.refresh_from_db()
    assert attempt.digits[2:4] == "4."
    app.goto("/history/")
    expect(app.locator("h1")).not_to_have_text("No connection")
    assert said == []


def test_the_offline_page_goes_on_once_the_site_answers(app: Page) -> None:
    app.goto("/help/")
    go_offline(app)
    app.goto("/history/")
    expect(app.locator("h1")).to_have_text("No connection")
    # A word of a network is not an answer of the site, and an answer comes without such a word.
    app.evaluate("document.body.dataset.same = 1; dispatchEvent(new Event('online'))")
    app.wait_for_timeout(500)
    assert app.evaluate("document.body.dataset.same") == "1"
    app.evaluate("addEventListener('online', (event) => event.stopImmediatePropagation(), true)")
    app.context.set_offline(False)
    expect(app.locator("h1")).not_to_have_text("No connection")


def test_stored_boards_belong_to_one_user(app: Page, attempt: Attempt, eventually: Eventually) -> None:
    path = open_kept(app, attempt)
    kept = app.evaluate(KEPT)
    assert [name.split()[0] for name in kept["caches"]] == ["boards", "files", "language"]
    assert sorted(kept["boards"]) == [path, f"{path}?state"]
    [cookie] = [cookie for cookie in app.context.cookies() if cookie["name"] == "kept_for"]
    assert cookie["value"] == kept["mark"]
    # The session of this browser ends when it is closed, and so does the cookie.
    assert cookie["expires"] == -1
    others = app.evaluate(
        """async () => {
          const found = [];
          for (const name of (await caches.keys()).filter((name) => name !== "boards")) {
            const cache = await caches.open(name);
            for (const answer of await cache.matchAll()) found.push(await answer.text());
          }
          return found;
        }"""
    )
    assert len(others) > 30
    assert [text for text in others if re.search(r"\blea\b|csrfmiddlewaretoken\"? value", text)] == []
    assert attempt.puzzle.solution not in app.evaluate(f"caches.match('{path}').then((page) => page.text())")

    # Somebody opens the browser again, and there is no network.
    cookies = app.context.cookies()
    app.context.clear_cookies(name="kept_for")
    go_offline(app)
    app.goto(path)
    expect(app.locator("h1")).to_have_text("No connection")
    expect(app.locator("#go-on")).to_be_hidden()

    app.context.add_cookies([each for each in cookies if each["name"] == "kept_for"])
    app.goto(path)
    expect(app.locator("#board")).to_be_visible()

    # Logged out, be it without a network, nothing is left.
    app.locator(".site-header [data-menu] summary").click()
    app.get_by_role("button", name="Log out").click()
    expect(app.locator("h1")).to_have_text("No connection")
    assert app.evaluate(KEPT)["boards"] == []
    app.context.set_offline(False)
    expect(app.locator("#board")).to_be_visible()
    until(app, lambda: app.evaluate(STATE, path))
    app.locator(".site-header [data-menu] summary").click()
    app.get_by_role("button", name="Log out").click()
    app.wait_for_url("**/accounts/login/**")
    eventually(lambda: (app.evaluate(KEPT)["boards"], app.evaluate(KEPT)["mark"]) == ([], None))


def test_a_finished_board_is_kept_no_more(app: Page, attempt: Attempt) -> None:
    Attempt.objects.update(digits=attempt.puzzle.solution[:2] + "." + attempt.puzzle.solution[3:])
    path = open_kept(app, attempt)
    app.locator("#c2").click()
    app.keyboard.press(attempt.puzzle.solution[2])
    expect(app.locator("#play")).to_have_class(re.compile("is-finished"))
    until(app, lambda: app.evaluate(KEPT)["boards"] == [])
    go_offline(app)
    app.goto(path)
    expect(app.locator("h1")).to_have_text("No connection")


# As if a while ago: the time until which a board is kept.
END = """async ([path, at]) => {
  const boards = await caches.open("boards");
  const page = await boards.match(path);
  const [mark, until, since] = page.headers.get("Kept-For").split(" ");
  const headers = new Headers(page.headers);
  headers.set("Kept-For", [mark, Date.now() + at, since].join(" "));
  await boards.put(path, new Response(await page.text(), { headers }));
  return (Number(until) - Date.now()) / 1000;
}"""


def test_an_exams_board_is_kept_no_longer_than_the_exam_lasts(app: Page, exam_attempt: Attempt) -> None:
    path = open_kept(app, exam_attempt)
    assert 29 * 60 < app.evaluate(END, [path, -1]) <= 30 * 60
    app.goto("/help/")
    until(app, lambda: app.evaluate(KEPT)["boards"] == [])
    open_kept(app, exam_attempt)
    app.evaluate(END, [path, -1])
    go_offline(app)
    app.goto(path)
    expect(app.locator("h1")).to_have_text("No connection")
    assert app.evaluate(KEPT)["boards"] == []


def test_the_next_user_finds_nothing_stored(
    app: Page, attempt: Attempt, classmate: User, client_of: Callable[[User], Client]
) -> None:
    """Whose session has ended leaves by the login page; whoever is let in otherwise, by their first board."""
    path = open_kept(app, attempt)
    app.context.clear_cookies(name="sessionid")
    app.goto("/")
    until(app, lambda: app.evaluate(KEPT)["boards"] == [])

    become(app, attempt.player, client_of)
    open_kept(app, attempt)
    other = Attempt.objects.create(player=classmate, puzzle=attempt.puzzle, policy=attempt.policy)
    Attempt.objects.filter(pk=other.pk).update(digits=attempt.puzzle.givens)
    become(app, classmate, client_of)
    others = open_kept(app, other)
    assert sorted(app.evaluate(KEPT)["boards"]) == [others, f"{others}?state"]
    answer = app.goto(path)
    assert answer
    assert answer.status == 404
    expect(app.locator("#board")).to_have_count(0)


def become(page: Page, user: User, client_of: Callable[[User], Client]) -> None:
    """Be somebody else from now on, without the login page."""
    session = client_of(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": urljoin(page.url, "/")}])


@pytest.mark.in_process("changes the site's service worker, as a new version does")
def test_a_new_version_takes_over_and_a_kept_board_stays_of_its_own(
    app: Page, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = open_kept(app, attempt)
    [old] = [name for name in app.evaluate(KEPT)["caches"] if name.startswith("files")]
    source = views.offline.worker_source()
    # The next version has another script of the board.
    newer = re.sub(r'"[^"]*/board\.\w+\.js", ', "", source).replace('"version": "', '"version": "next')
    monkeypatch.setattr(views, "_kept_worker", lambda: (newer, '"next"'))

    def files() -> list[str]:
        return [name for name in app.evaluate(KEPT)["caches"] if name.startswith("files")]

    visit_until(app, lambda: len(files()) == 2)
    until(app, lambda: app.evaluate(SETTLED))
    assert old in files()
    go_offline(app)
    app.goto(path)
    expect(app.locator("#timer")).not_to_be_empty()
    expect(app.locator("#c2")).to_have_attribute("aria-label", "Row 1, column 3, empty")
    app.context.set_offline(False)

    # Once that board is no longer kept, nor are its files.
    monkeypatch.undo()
    visit_until(app, lambda: files() == [old])


def test_the_browser_finds_nothing_missing_for_an_app(app: Page) -> None:
    said: list[str] = []
    app.on("console", lambda line: said.append(line.text) if line.type in {"error", "warning"} else None)
    protocol = app.context.new_cdp_session(app)
    found = protocol.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/app/en.webmanifest")
    # The windows of these tests are private ones: nothing is installed from there, and that alone is missing.
    missing = protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in missing} <= {"in-incognito"}
    icons = app.evaluate(
        """async () => {
          const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
          const touch = document.querySelector("[rel=apple-touch-icon]").href;
          const urls = [...manifest.icons.map(({ src }) => src), touch];
          return Promise.all(urls.map(async (url) => [(await fetch(url)).headers.get("Content-Type"),
            await createImageBitmap(await (await fetch(url)).blob()).then(({ width }) => width, () => 0)]));
        }"""
    )
    assert [width for kind, width in icons if kind == "image/png"] == [192, 512, 512, 180]
    assert said == []


def test_plain_http_asks_for_no_worker_and_plays(
    page_of: PageOf, live_server: Any, student: User, attempt: Attempt, eventually: Eventually
) -> None:
    said: list[str] = []
    fetched: list[str] = []
    User.objects.update(language="en")
    address = live_server.url.replace("localhost", "school.test")
    page = page_of(student, base_url=address, is_app=True)
    page.on("console", lambda line: said.append(line.text) if line.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"/play/{attempt.pk}/", wait_until="networkidle")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    page.locator("#c2").click()
    page.keyboard.press("4")
    eventually(lambda: attempt.moves.count() == 1)
    page.goto("/", wait_until="networkidle")
    assert [url for url in fetched if re.search(r"worker|app\.js|keeping|offline", url)] == []
    assert said == []
