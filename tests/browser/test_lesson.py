"""A new teacher's first lesson: from the token in the console to thirty students at their grids.

What she does is counted in clicks and fields, for seconds depend on the machine. Twenty-eight of her students
come over plain requests, all at once; two sit at real browsers.
"""

import csv
import http.cookiejar
import io
import random
import re
import urllib.parse
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.services.setup import issue_setup_token
from puzzles.assignments.models import AssignedPuzzle, Assignment
from puzzles.engine import Board
from puzzles.engine.similarity import shuffled
from puzzles.library.models import Puzzle, PuzzleImport

SAMPLES = Path(__file__).parents[2] / "puzzles" / "samples" / "sudoku.txt"
GRIDS_IN_FILE, GRIDS_GIVEN, CLASS_SIZE = 40, 3, 30
NAMES = [f"STUDENT {chr(ord('A') + number % 26)}{number:02d}" for number in range(CLASS_SIZE)]
# In all, from the first page to the work that is handed out.
CLICKS_AT_MOST, FIELDS_AT_MOST = 12, 9
# The first of them solves a grid; the last two sit at real browsers.
SOLVER, AT_BROWSERS = NAMES[0], NAMES[-2:]
# The live server lets ten wait at its door; in life there are more.
AT_ONCE = 10
OPS_AT_ONCE = 50

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Hand:
    """A teacher's hand on a page, which counts what it does."""

    page: Page
    clicks: int = 0
    fields: int = 0

    def click(self, target: Locator) -> None:
        self.clicks += 1
        target.click()

    def fill(self, label: str, text: str) -> None:
        self.fields += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def choose(self, label: str, option: str) -> None:
        self.fields += 1
        self.page.get_by_label(label, exact=True).select_option(option)

    def link(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=name, exact=True))

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))


class Desk:
    """A student's browser without a screen: it keeps cookies, opens pages and sends their forms.

    `page` is the page that is open; it stays open under an answer that is a part of a page.
    """

    def __init__(self, site: str) -> None:
        self.site = site
        self.jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.browser.addheaders = [("Accept-Language", "en")]
        self.page = ""

    def open(self, path: str) -> str:
        """Go there; the path that it led to."""
        return self._read(urllib.request.Request(self.site + path))

    def send(self, path: str, **fields: object) -> str:
        """Send a form of the page that is open; the path that it led to."""
        assert f'action="{path}"' in self.page or f'hx-post="{path}"' in self.page, path
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        return self._read(urllib.request.Request(self.site + path, data))

    def found(self, pattern: str) -> str:
        """The first address on the page that is like this."""
        address = re.search(f'"({pattern})"', self.page)
        assert address, f"{pattern} is not on the page"
        return address[1]

    def _read(self, request: urllib.request.Request) -> str:
        with self.browser.open(request) as answer:
            text = answer.read().decode()
            if text.startswith("<!doctype html>"):
                self.page = text
            return urllib.parse.urlsplit(answer.url).path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Grids that the site does not have, unlike the samples they are made from, and a line that is none."""
    rng = random.Random(1)
    samples = [line for line in SAMPLES.read_text().splitlines() if line[:1].isdigit() or line[:1] == "."]
    lines = [shuffled(Board.from_line(line), rng).to_line() for line in samples[:GRIDS_IN_FILE]]
    path = tmp_path / "monday.txt"
    path.write_text("\n".join([*lines, "oops"]))
    return path


@pytest.fixture
def hand(page_of: Callable[..., Page]) -> Hand:
    """The hand of a teacher who has never been here. She reads English."""
    return Hand(page_of(None, language="en"))


def make_the_first_account(hand: Hand) -> None:
    token = issue_setup_token()
    hand.page.goto("/")
    hand.link("Create the first account")
    hand.fill("Token from the console", token)
    hand.fill("User name", "mme.martin")
    hand.fill("Password", "four corners")
    hand.fill("Repeat the password", "four corners")
    hand.button("Create account")
    expect(hand.page.get_by_text("You are this site's first teacher")).to_be_visible()


def make_the_class(hand: Hand) -> list[tuple[str, str]]:
    """One form with all the names; the user names and passwords on the cards."""
    hand.link("Create a class")
    hand.fill("Class name", "6e B")
    hand.fill("Names, one per line", "\n".join(NAMES))
    hand.button("Create class")
    cards = hand.page.locator(".login-card")
    expect(cards.locator(".login-card-name")).to_have_text(NAMES)
    expect(hand.page.get_by_role("button", name="Print", exact=True)).to_be_visible()
    hand.page.wait_for_load_state()
    words = cards.locator("dd").all_inner_texts()
    return list(zip(words[::2], words[1::2], strict=True))


def import_the_file(hand: Hand, file: Path, run_tasks: Callable[..., None]) -> None:
    hand.link("Sudokusite")
    hand.link("Import grids")
    hand.fields += 1
    hand.page.get_by_label("Files").set_input_files(file)
    hand.button("Import")
    expect(hand.page.get_by_role("progressbar")).to_be_visible()
    # The grids are graded later, while the class plays.
    run_tasks(until=lambda: not PuzzleImport.objects.filter(finished_at=None).exists())
    expect(hand.page.get_by_role("status")).to_contain_text(f"Done: {GRIDS_IN_FILE + 1} grids read.")
    expect(hand.page.locator(".import-count-accepted dd")).to_have_text(str(GRIDS_IN_FILE))


def hand_the_grids_out(hand: Hand) -> Assignment:
    hand.link("Assign to 6e B")
    hand.fill("How many", str(GRIDS_GIVEN))
    hand.button("Preview, then hand out")
    expect(hand.page.locator(".grid-preview")).to_have_count(GRIDS_GIVEN)
    hand.button("Hand out")
    expect(hand.page.get_by_text(f"Handed out to {CLASS_SIZE} students.")).to_be_visible()
    return Assignment.objects.get()


def ops_of(puzzle: Puzzle, count: int) -> list[str]:
    """As a page sends them: right digits for the first cells to fill."""
    empty = [cell for cell in range(81) if puzzle.givens[cell] == "."]
    filled = enumerate(empty[:count], start=1)
    return [f"{seq}.{cell}.d.{puzzle.solution[cell]}.{900 * seq}" for seq, cell in filled]


def digits_placed(name: str, puzzle: Puzzle) -> int:
    """How many digits this student places: all of them, or a number that tells it from its neighbours."""
    return puzzle.givens.count(".") if name == SOLVER else 1 + NAMES.index(name) % 7


def play_over_requests(site: str, username: str, password: str, ops: list[str]) -> None:
    """A student's way from the card to the digits in the first grid of the work."""
    desk = Desk(site)
    assert desk.open("/") == "/accounts/login/"
    assert desk.send("/accounts/login/", username=username, password=password, next="/") == "/"
    work = desk.open(desk.found(r"/given/\d+/"))
    assert "A hint says what to look for" in desk.page
    desk.send(f"{work}begin/")
    board = desk.send(f"{work}1/")
    for start in range(0, len(ops), OPS_AT_ONCE):
        sent = " ".join(["1", *ops[start : start + OPS_AT_ONCE]])
        desk.send(f"{board}moves/", client="thedeskspage", version=0, ops=sent)


def play_at_a_browser(page: Page, username: str, password: str, puzzle: Puzzle, count: int) -> None:
    page.goto("/")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name=re.compile("Grids of")).click()
    expect(page.get_by_text("A hint says what to look for")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name=re.compile("Grid 1")).click()
    page.wait_for_url("**/play/*/")
    for op in ops_of(puzzle, count):
        cell, digit = op.split(".")[1:4:2]
        page.locator(f"#c{cell}").click()
        page.keyboard.press(digit)
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")


def look_at_the_live_board(page: Page, puzzle: Puzzle, player: Page) -> None:
    """A card for everybody with what is filled so far; it follows without being loaded again."""
    expect(page.locator(".live-card")).to_have_count(CLASS_SIZE)
    to_fill = puzzle.givens.count(".")
    for name in NAMES[1:]:
        card = page.locator(".live-card").filter(has_text=name)
        expect(card.locator(".live-filled")).to_have_text(f"{digits_placed(name, puzzle)} / {to_fill}")
    last = page.locator(".live-card").filter(has_text=NAMES[-1])
    player.keyboard.press("Control+z")
    expect(last.locator(".live-filled")).to_have_text(f"{digits_placed(NAMES[-1], puzzle) - 1} / {to_fill}")


def downloaded(page: Page, link: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("link", name=link, exact=True).click()
    return Path(download.value.path()).read_bytes()


def look_at_the_table(page: Page) -> None:
    """Thirty rows to look at, and the same for a spreadsheet."""
    expect(page.locator("tbody tr")).to_have_count(CLASS_SIZE)
    told = downloaded(page, "Plain CSV").decode()
    lines = list(csv.DictReader(io.StringIO(told, newline="")))
    solved = {line["Real name"]: int(line["Solved"] or 0) for line in lines}
    assert solved == {name: int(name == SOLVER) for name in NAMES}


def look_at_the_results(page: Page, puzzle: Puzzle) -> None:
    """The table on the page, and the file for a spreadsheet, tell of all thirty."""
    expect(page.locator(".results-table tbody tr")).to_have_count(CLASS_SIZE)
    expect(page.locator(".results-table .result-solved")).to_have_count(1)
    expect(page.locator(".results-table .result-open")).to_have_count(CLASS_SIZE - 1)
    page.get_by_text("Export", exact=True).click()
    told = downloaded(page, "Every grid, for a spreadsheet (CSV)")
    assert told.startswith(b"\xef\xbb\xbf")
    lines = list(csv.DictReader(io.StringIO(told.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert len(lines) == CLASS_SIZE * GRIDS_GIVEN
    first = {line["Real name"]: line for line in lines if line["Grid"] == "1"}
    assert {name: line["Right cells of their own"] for name, line in first.items()} == {
        name: str(digits_placed(name, puzzle)) for name in NAMES[:-1]
    } | {NAMES[-1]: str(digits_placed(NAMES[-1], puzzle) - 1)}
    assert [name for name, line in first.items() if line["State"] == "solved"] == [SOLVER]


def look_at_the_sheets(page: Page) -> None:
    page.get_by_role("navigation", name="This assignment").get_by_role("link", name="Grids").click()
    page.get_by_role("link", name="Print sheets").click()
    page.get_by_role("button", name="Make the sheets").click()
    expect(page.locator(".paper-card")).to_have_count(GRIDS_GIVEN)
    assert downloaded(page, "Download as PDF").startswith(b"%PDF-")


def test_a_new_teacher_has_thirty_students_at_their_grids_in_few_clicks(
    hand: Hand, file: Path, run_tasks: Callable[..., None], page_of: Callable[..., Page], live_server: Any
) -> None:
    make_the_first_account(hand)
    cards = dict(zip(NAMES, make_the_class(hand), strict=True))
    import_the_file(hand, file, run_tasks)
    assignment = hand_the_grids_out(hand)
    assert hand.clicks <= CLICKS_AT_MOST
    assert hand.fields <= FIELDS_AT_MOST

    puzzle = AssignedPuzzle.objects.filter(position=1)[0].puzzle
    with ThreadPoolExecutor(AT_ONCE) as room:
        sent = [
            room.submit(
                play_over_requests, live_server.url, *cards[name], ops_of(puzzle, digits_placed(name, puzzle))
            )
            for name in NAMES[: -len(AT_BROWSERS)]
        ]
        for each in sent:
            each.result()
    players = [page_of(None, language="en") for _ in AT_BROWSERS]
    for page, name in zip(players, AT_BROWSERS, strict=True):
        play_at_a_browser(page, *cards[name], puzzle, digits_placed(name, puzzle))

    page = hand.page
    page.reload()
    page.get_by_role("link", name="Live board").click()
    look_at_the_live_board(page, puzzle, players[-1])
    page.get_by_role("navigation", name="This class").get_by_role("link", name="Table").click()
    look_at_the_table(page)
    page.goto(assignment.get_absolute_url())
    look_at_the_results(page, puzzle)
    look_at_the_sheets(page)
