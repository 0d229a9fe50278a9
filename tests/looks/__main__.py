"""Take pictures of the pages and states of a site with a full class, and measure them.

    .venv/bin/python -m tests.looks FOLDER [--language en] [--pages room projector] [--schemes light]

It makes a site of its own, fills it (`full_class.py`), opens each page in three windows, light and dark, and
saves FOLDER/<page>-<window>-<scheme>.png. Of all pages it also prints the table of measures.
Needs Playwright and Chromium, and some ten minutes.
"""

import argparse
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
STYLES = ROOT / "sudokusite" / "static" / "css"
WINDOWS = {"laptop": (1366, 650), "desktop": (1920, 1080), "phone": (390, 844)}
SCHEMES = ("light", "dark")
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
BOARD_WINDOWS = [(1366, 650), (1280, 800), (1920, 1080), (1000, 700), (390, 844)]
ACCOUNT = re.compile(r"^\s+(\w+)\s+(\w+-\w+-\d+)\s", re.MULTILINE)

# What a page is about: the sheet around its filled button, or its board.
FIRST_THING = """() => {
  const button = document.querySelector("main .button-primary");
  const sheet = button?.closest(".hero, .sheet, .panel, form");
  const thing = document.querySelector("main #board") ?? sheet ?? button;
  if (!thing) return 0;
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return Math.max(0, width) * Math.max(0, height) / (innerWidth * innerHeight);
}"""


class Site:
    """A served site with a full class, its accounts, and addresses of what the pictures show."""

    def __init__(self, base: str, passwords: dict[str, str], language: str) -> None:
        self.base, self.passwords, self.language = base, passwords, language
        self.addresses = addresses()
        (self.open_game, _solution), *games = new_games(1 + 2 * len(WINDOWS) * len(SCHEMES))
        # A game can be won, and its first hint asked for, once.
        self.to_win, self.to_hint = games[::2], games[1::2]

    def page(self, browser: Browser, who: str, window: tuple[int, int], scheme: str = "light") -> Page:
        """A page of a new window, logged in as `who`; "" for a visitor."""
        is_phone = window[0] < 500
        context = browser.new_context(
            base_url=self.base,
            viewport={"width": window[0], "height": window[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=LOCALES[self.language],
            reduced_motion="reduce",
            is_mobile=is_phone,
            has_touch=is_phone,
        )
        page = context.new_page()
        if who:
            page.goto("/accounts/login/")
            page.fill("input[name=username]", who)
            page.fill("input[name=password]", self.passwords[who])
            page.press("input[name=password]", "Enter")
            page.wait_for_url(f"{self.base}/")
        return page


@contextmanager
def served(port: int, language: str) -> Iterator[Site]:
    """A new site, filled, until the block ends."""
    with tempfile.TemporaryDirectory() as data:
        os.environ["SUDOKUSITE_DATA"] = data
        os.environ["PORT"] = str(port)
        # Playwright's loop runs in this thread, which asks the database too.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        output = Path(data) / "output.txt"
        with output.open("w") as out:
            server = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--end-with-parent"], cwd=ROOT, stdout=out
            )
        base = f"http://127.0.0.1:{port}"
        try:
            wait_for(port)
            wait_until_graded()
            subprocess.run([sys.executable, "-m", "tests.looks.full_class"], cwd=ROOT, check=True)
            yield Site(base, dict(ACCOUNT.findall(output.read_text())), language)
        finally:
            server.terminate()
            server.wait()


def wait_for(port: int) -> None:
    for _try in range(120):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionError:
            time.sleep(0.5)
        else:
            return
    raise RuntimeError("The site does not answer.")


def wait_until_graded() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    from puzzles.library.models import Puzzle

    while not Puzzle.objects.exists() or Puzzle.objects.filter(tier=None).exists():
        time.sleep(0.5)


def addresses() -> dict[str, str]:
    """Addresses by name, of the class, its assignments, and a student's open game."""
    from django.utils import timezone

    from accounts.models import Classroom
    from puzzles.assignments.models import Assignment
    from puzzles.lessons.models import Lesson, LessonPack
    from puzzles.library.models import Collection, Puzzle
    from puzzles.rooms.models import Relay, Room
    from tests.looks.full_class import CLASS_NAME

    classroom = Classroom.objects.get(name=CLASS_NAME)
    homework, exercises, exam, drills = (
        Assignment.objects.get(classroom=classroom, name__startswith=start)
        for start in ("Devoir", "Écrire is_valid", "Contrôle", "Repérer")
    )
    questions, answered, whole, draft = (
        Assignment.objects.get(classroom=classroom, name__startswith=start)
        for start in ("Questions sur", "Questions de", "Semaine 48", "Semaine 49")
    )
    relay = Relay.objects.get()
    rooms = Room.objects.filter(classroom=classroom).order_by("opened_at")
    part = whole.parts.get(part_number=2)
    return {
        "grid": Puzzle.objects.order_by("pk").values_list("givens", flat=True)[0],
        "class": f"/classes/{classroom.pk}/",
        "homework": f"/assignments/{homework.pk}/",
        "exercises": f"/assignments/{exercises.pk}/",
        "given": f"/given/{homework.pk}/",
        "exam": f"/assignments/{exam.pk}/",
        "drills": f"/assignments/{drills.pk}/",
        "given-drills": f"/given/{drills.pk}/",
        "questions": f"/assignments/{questions.pk}/",
        "given-questions": f"/given/{questions.pk}/",
        "given-answered": f"/given/{answered.pk}/",
        "answered": f"/assignments/{answered.pk}/",
        "whole": f"/assignments/{whole.pk}/",
        "whole-draft": f"/assignments/{draft.pk}/",
        "given-whole": f"/given/{whole.pk}/",
        "given-part": f"/given/{part.pk}/",
        "room": f"/rooms/{rooms.last().pk}/",
        "past-room": f"/rooms/{rooms.first().pk}/",
        "relay": relay.get_absolute_url(),
        "relay-class": f"/classes/{relay.race.room.classroom_id}/",
        "relay-room": f"/rooms/{relay.race.room_id}/",
        "lesson": Lesson.objects.filter(classroom=classroom).earliest("takes_place_on").get_absolute_url(),
        "own-pack": f"/lessons/packs/{LessonPack.objects.get().pk}/",
        "collection": f"/library/{Collection.objects.earliest('pk').pk}/",
        "yesterday": (timezone.localdate() - timedelta(days=1)).isoformat(),
    }


def new_games(count: int) -> list[tuple[int, str]]:
    """Keys and solutions of so many new games of easy puzzles of a collection."""
    from accounts.models import User
    from puzzles.engine import Board, solutions
    from puzzles.library.models import Collection, Puzzle
    from puzzles.play.models import Attempt
    from tests.looks.full_class import PUPIL

    pupil = User.objects.get(username=PUPIL)
    collection = Collection.objects.earliest("pk")
    found = []
    # What is assigned is locked elsewhere.
    puzzles = Puzzle.objects.filter(tier=1, entries__collection=collection, assigned_puzzles=None)
    puzzles = puzzles.exclude(attempts__player=pupil)
    for puzzle in puzzles.order_by("pk")[:count]:
        board = next(solutions(Board.from_line(puzzle.givens), limit=1))
        solution = "".join(str(board[cell]) for cell in range(81))
        attempt = Attempt.objects.create(
            player=pupil,
            puzzle=puzzle,
            collection=collection,
            policy=collection.policy,
            digits=puzzle.givens,
        )
        found.append((attempt.pk, solution))
    return found


# The pages: who looks, and how they come there


def goto(path: str) -> Callable[[Site, Page], None]:
    def go(site: Site, page: Page) -> None:
        page.goto(path.format(**site.addresses))

    return go


def play(site: Site, page: Page) -> None:
    page.goto(f"/play/{site.open_game}/")
    page.wait_for_selector("[role=gridcell][tabindex='0']")


def hint(site: Site, page: Page) -> None:
    key, _solution = site.to_hint.pop()
    page.goto(f"/play/{key}/")
    page.wait_for_load_state("networkidle")
    for _rung in range(3):
        shown = page.locator("#hint").inner_text()
        page.locator("#help-hint button").first.click()
        page.wait_for_function("(shown) => document.getElementById('hint').innerText !== shown", arg=shown)


def win(site: Site, page: Page) -> None:
    key, solution = site.to_win.pop(0)
    page.goto(f"/play/{key}/")
    page.wait_for_selector("[role=gridcell][tabindex='0']")
    for cell, digit in enumerate(solution):
        if page.locator(f"#c{cell}").inner_text().strip() != digit:
            page.locator(f"#c{cell}").focus()
            page.keyboard.press(digit)
    page.wait_for_selector("#finish a")
    site.addresses.setdefault("replay", f"/history/{key}/")
    site.addresses.setdefault("path", f"/play/{key}/path/")


def challenge(site: Site, page: Page) -> None:
    """The page at which a game that is won is given to a classmate."""
    page.goto("{replay}challenge/".format(**site.addresses))


def relay(site: Site, page: Page) -> None:
    """The grid of a team, while it is the turn of its first member."""
    from puzzles.rooms.models import Relay
    from tests.looks.several import give_turn

    # The bar of the room leads there from any page.
    page.wait_for_url(f"**{site.addresses['relay']}")
    give_turn(Relay.objects.get())
    page.reload()
    page.wait_for_selector("[role=gridcell][tabindex='0']")


def cards(site: Site, page: Page) -> None:
    """Cards just created, as they are printed."""
    from accounts.models import Classroom
    from tests.looks.full_class import CLASS_NAME
    from tests.looks.several import new_cards

    path, key = new_cards(Classroom.objects.get(name=CLASS_NAME))
    page.context.add_cookies([{"name": "card_key", "value": key, "domain": "127.0.0.1", "path": path}])
    page.goto(path)


def login_card(site: Site, page: Page) -> None:
    """The page to which the QR code of a card leads."""
    page.goto("/accounts/login/card/#0123456789abcdef012345")


def board_of_one(site: Site, page: Page) -> None:
    page.goto(f"/boards/{site.open_game}/")


def board_for_all(site: Site, page: Page) -> None:
    page.goto(f"/boards/{site.open_game}/?projector=1")


PAGES: dict[str, tuple[str, Callable[[Site, Page], None]]] = {
    "login": ("", goto("/accounts/login/")),
    "home-student": ("lea", goto("/")),
    "win": ("lea", win),
    "play": ("lea", play),
    "hint": ("lea", hint),
    "challenge": ("lea", challenge),
    "replay": ("lea", goto("{replay}")),
    "review": ("lea", goto("{replay}review/")),
    "solution": ("lea", goto("{path}")),
    "history": ("lea", goto("/history/")),
    "techniques": ("lea", goto("/techniques/")),
    "technique": ("lea", goto("/techniques/x_wing/?rung=why")),
    "given": ("lea", goto("{given}")),
    "own-grids": ("lea", goto("/grids/")),
    "course": ("lea", goto("/course/")),
    "exercise": ("lea", goto("/course/tutoriel/exercises/is_valid/")),
    "viewer": ("lea", goto("/algorithms/tutoriel/?grid={grid}&step=40")),
    "explorer": ("lea", goto("/course/explorer/")),
    "daily": ("lea", goto("/daily/")),
    "goal": ("lea", goto("/practice/goal/")),
    "given-drills": ("lea", goto("{given-drills}")),
    "calendar-student": ("lea", goto("/calendar/")),
    "lesson-student": ("lea", goto("{lesson}")),
    "questions": ("lea", goto("/room/")),
    "login-card": ("", login_card),
    "given-whole": ("lea", goto("{given-whole}")),
    "given-part": ("lea", goto("{given-part}")),
    "given-questions": ("lea", goto("{given-questions}")),
    "given-answered": ("lea", goto("{given-answered}")),
    "relay-turn": ("tom", relay),
    "relay-waits": ("ines", relay),
    "home-teacher": ("prof", goto("/")),
    "class": ("prof", goto("{class}")),
    "class-table": ("prof", goto("{class}table/")),
    "live": ("prof", goto("{class}live/")),
    "assignments": ("prof", goto("{class}assignments/")),
    "assignment": ("prof", goto("{homework}")),
    "assignment-new": ("prof", goto("{class}assignments/new/")),
    "assignment-duplicate": ("prof", goto("{homework}duplicate/")),
    "grades": ("prof", goto("{exam}")),
    "drills": ("prof", goto("{drills}")),
    "drills-new": ("prof", goto("{class}drills/new/")),
    "exercises-new": ("prof", goto("{class}exercises/new/")),
    "class-settings": ("prof", goto("{class}settings/")),
    "class-room": ("prof", goto("{class}room/")),
    "room": ("prof", goto("{room}")),
    "projector": ("prof", goto("{room}projector/")),
    "viewer-in-room": ("prof", goto("/algorithms/td_iteratif/?grid={grid}&step=40")),
    "class-daily": ("prof", goto("{class}daily/")),
    "class-daily-step": ("prof", goto("{class}daily/{yesterday}/")),
    "competences": ("prof", goto("{class}competences/")),
    "report": ("prof", goto("{class}report/")),
    "board-of-one": ("prof", board_of_one),
    "board-for-all": ("prof", board_for_all),
    "report-student": ("prof", goto("{class}reports/lea/")),
    "calendar": ("prof", goto("/calendar/")),
    "digest": ("prof", goto("/digest/")),
    "packs": ("prof", goto("/lessons/")),
    "pack": ("prof", goto("/lessons/packs/td_iteratif/")),
    "pack-edit": ("prof", goto("{own-pack}edit/")),
    "handout": ("prof", goto("/lessons/packs/td_iteratif/handout/")),
    "lesson": ("prof", goto("{lesson}")),
    "whole": ("prof", goto("{whole}")),
    "whole-draft": ("prof", goto("{whole-draft}")),
    "whole-new": ("prof", goto("{class}several/new/")),
    "questions-new": ("prof", goto("{class}questions/new/")),
    "questions-results": ("prof", goto("{questions}")),
    "questions-published": ("prof", goto("{answered}")),
    "class-access": ("prof", goto("{class}access/")),
    "cards": ("prof", cards),
    "past-room": ("prof", goto("{past-room}")),
    "relay-class-room": ("prof", goto("{relay-class}room/")),
    "relay-projector": ("prof", goto("{relay-room}projector/")),
    "relay-results": ("prof", goto("{relay-room}")),
    "grids": ("prof", goto("/library/")),
    "collection": ("prof", goto("{collection}")),
    "entry": ("prof", goto("{collection}grids/1/")),
    "import": ("prof", goto("/library/imports/new/")),
    "generation": ("prof", goto("/library/new-grids/new/")),
}


def take_pictures(
    site: Site, browser: Browser, folder: Path, names: Iterable[str], schemes: Iterable[str]
) -> dict[tuple[str, str], tuple[int, float]]:
    """Save the pictures; returns height and share of the first thing by page and window."""
    measured = {}
    for window, size in WINDOWS.items():
        for scheme in schemes:
            pages: dict[str, Page] = {}
            for name in names:
                who, open_page = PAGES[name]
                page = pages.get(who) or pages.setdefault(who, site.page(browser, who, size, scheme))
                open_page(site, page)
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{name}-{window}-{scheme}.png")
                height = page.evaluate("document.documentElement.scrollHeight")
                measured[name, window] = (height, page.evaluate(FIRST_THING))
            for page in pages.values():
                page.context.close()
    return measured


def board_sizes(site: Site, browser: Browser) -> list[str]:
    lines = []
    for width, height in BOARD_WINDOWS:
        page = site.page(browser, "lea", (width, height))
        sizes = []
        for open_page in (play, PAGES["viewer"][1]):
            open_page(site, page)
            page.wait_for_load_state("networkidle")
            board = page.locator("#board, .run-board").first
            sizes.append(round(board.bounding_box()["width"]))  # type: ignore[index]
        lines.append(f"| {width}x{height} | {sizes[0]} | {sizes[1]} |")
        page.context.close()
    return lines


def style_values() -> dict[str, set[str]]:
    """The distinct values of some properties in the styles."""
    text = re.sub(r"/\*.*?\*/", "", "".join(path.read_text() for path in STYLES.rglob("*.css")), flags=re.S)
    wanted = {
        "sizes of type": r"(?<!-)font-size:\s*([^;]+);",
        "radii": r"border-radius:\s*([^;]+);",
        "weights": r"font-weight:\s*([^;]+);",
    }
    return {name: set(re.findall(pattern, text)) for name, pattern in wanted.items()}


def report(measured: dict[tuple[str, str], tuple[int, float]], boards: list[str]) -> str:
    lines = ["| window | board in play, px | board in the viewer, px |", "|---|---|---|", *boards, ""]
    lines += ["| page | height at 1366x650 | on a phone | first thing at 1366x650 | on a phone |"]
    lines += ["|---|---|---|---|---|"]
    for name in PAGES:
        (laptop, share), (phone, share_phone) = measured[name, "laptop"], measured[name, "phone"]
        lines.append(f"| {name} | {laptop} | {phone} | {share:.0%} | {share_phone:.0%} |")
    for name, values in style_values().items():
        lines.append(f"{name}: {len(values)}: {', '.join(sorted(values))}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.looks")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8390)
    parser.add_argument("--language", choices=LOCALES, default="fr")
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES), metavar="PAGE")
    parser.add_argument("--schemes", nargs="+", choices=SCHEMES, default=SCHEMES)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with served(asked.port, asked.language) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-headless-shell"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        measured = take_pictures(site, browser, asked.folder, asked.pages, asked.schemes)
        if len(asked.pages) == len(PAGES):
            sys.stdout.write(report(measured, board_sizes(site, browser)) + "\n")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
