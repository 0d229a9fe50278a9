"""Students of the lesson: some with a phone in a browser, the others by plain requests."""

import json
import random
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Request, Response, expect

from puzzles.engine import Board, search_line
from puzzles.play.game import Op, apply_op
from tests.faults.browser import Browser, NoAnswerError
from tests.faults.ground import patiently
from tests.faults.journal import Key, Written
from tests.faults.page import Page as Paper
from tests.faults.players import Player

from .book import AnswerKey, AssigneeKey, Book
from .desk import PATIENCE_MS, new_context

PHONE = {"width": 390, "height": 844}
# As in room.js.
ROOM_PAUSE_S, LONGEST_PAUSE_S, PAUSE_FACTOR = 0.6, 5.0, 8
QUESTION = re.compile(r"/rooms/questions/(\d+)/answer/")
CHOICE = re.compile(r'name="value" value="([^"]+)" aria-pressed')
# Digits and notes alone: help is not for an exam.
KINDS = "dddddnnur"
REST_S = 1.0


@dataclass(frozen=True)
class Card:
    """A login card."""

    username: str
    password: str


class Phone:
    """A phone in a browser. What it sends and what is called stored is written down."""

    def __init__(self, chromium: Chromium, url: str, card: Card, book: Book) -> None:
        self.card, self.book = card, book
        self.context = new_context(chromium, url, viewport=PHONE, is_mobile=True, has_touch=True)
        self.page: Page = self.context.new_page()
        self.page.on("request", self._write_down)
        self.page.on("response", self._mark_stored)
        self._moves: dict[Key, Written] = {}

    def log_in(self) -> None:
        """Log in with what the card says."""
        self.page.goto("/accounts/login/")
        self.page.locator("input[name=username]").fill(self.card.username)
        self.page.locator("input[name=password]").fill(self.card.password)
        self.page.get_by_role("button", name="Log in").click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Hello", timeout=PATIENCE_MS)

    def tap(self, name: str) -> None:
        """Tap a button."""
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def answer(self, question: int) -> None:
        """Answer what the teacher asks, by the first choice or a number, and see that it is taken."""
        form = self.page.locator(f"#room form[action='/rooms/questions/{question}/answer/']")
        expect(form).to_be_visible(timeout=PATIENCE_MS)
        choice = form.locator("button[name=value]").first
        if choice.count():
            value = choice.get_attribute("value") or ""
            choice.click()
            expect(choice).to_have_attribute("aria-pressed", "true", timeout=PATIENCE_MS)
        else:
            value = "4"
            form.locator("input[name=value]").fill(value)
            form.get_by_role("button").click()
        expect(self.page.get_by_text("You can change it until your teacher reveals.")).to_be_visible(
            timeout=PATIENCE_MS
        )
        self.book.answers[AnswerKey(question, self.card.username)] = value

    def write_and_hand_in(self, assignment: str, exercise: str, program: str) -> None:
        """Open an exercise of an assignment, write its function, have it judged, and hand it in."""
        page = self.page
        page.goto("/")
        page.get_by_role("link", name=assignment, exact=True).first.click()
        work = int(urlsplit(page.url).path.split("/")[2])
        page.get_by_role("link", name=exercise, exact=True).click()
        expect(page.locator("#exercise.ready")).to_be_attached(timeout=PATIENCE_MS)
        page.locator("textarea.editor-text").fill(program)
        self.tap(f"Judge {exercise}")
        expect(page.locator("[data-part=verdict]")).to_have_attribute(
            "data-state", "passed", timeout=PATIENCE_MS
        )
        self.tap("Hand in")
        expect(page.get_by_text("Handed in as")).to_be_visible(timeout=PATIENCE_MS)
        self.book.programs[AssigneeKey(work, self.card.username)] = program

    def begin(self, assignment: int) -> None:
        """Begin an exam and open its grid."""
        self.page.goto(f"/given/{assignment}/")
        self.tap("Begin the exam")
        self.tap("Start grid 1")
        self._expect_board()

    def empty_cells(self) -> list[int]:
        """The cells of the board that are still empty."""
        cells = (
            "[...document.querySelectorAll('.cell:not(.given)')].filter((cell) => !cell.textContent.trim())"
        )
        found: list[int] = self.page.evaluate(f"{cells}.map((cell) => Number(cell.id.slice(1)))")
        return found

    def fill(self, digits: Mapping[int, int]) -> None:
        """Tap digits into cells, and wait until they are stored."""
        self.tap_digits(digits)
        self.expect_saved()

    def tap_digits(self, digits: Mapping[int, int]) -> None:
        """Tap digits into cells."""
        for cell, digit in digits.items():
            self.page.locator(f"#c{cell}").tap()
            self.page.locator(f".key[data-digit='{digit}']").tap()

    def expect_saved(self) -> None:
        """Wait until everything is stored."""
        expect(self.page.locator("#saving")).to_have_attribute("data-state", "saved", timeout=PATIENCE_MS)

    def hand_in(self, assignment: int) -> None:
        """Hand in the exam from its board."""
        self.page.get_by_role("link", name="Hand in").first.click()
        self.tap("Hand in")
        expect(self.page.get_by_text("You handed it in on")).to_be_visible(timeout=PATIENCE_MS)
        self.book.handed_in.add(AssigneeKey(assignment, self.card.username))

    def _expect_board(self) -> None:
        self.page.wait_for_function("() => document.getElementById('timer')?.textContent")

    def _write_down(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if not path.endswith("/moves/"):
            return
        attempt = int(path.split("/")[2])
        form = parse_qs(request.post_data or "")
        client = form.get("client", [""])[0]
        for op in form.get("ops", [""])[0].split()[1:]:
            seq, cell, kind, digit, _ms = op.split(".")
            key = Key(attempt, client, int(seq))
            if key not in self._moves:
                self._moves[key] = Written(kind, int(cell) if cell else None, int(digit or 0), keys=[key])
                self.book.journal.write(self._moves[key])

    def _mark_stored(self, response: Response) -> None:
        if not urlsplit(response.url).path.endswith("/moves/"):
            return
        told = json.loads(response.headers.get("hx-trigger", "{}")).get("moves-stored", {})
        for key, move in self._moves.items():
            if key.client == told.get("client") and key.seq <= told["seq"]:
                move.acknowledged = key


class Classmate:
    """A student by plain requests: follows the room, answers each question, plays."""

    def __init__(self, port: int, card: Card, book: Book, *, seed: int) -> None:
        self.card, self.book = card, book
        self.rng = random.Random(seed)
        self.browser = Browser("127.0.0.1", port)
        self.failures = 0
        self.player: Player | None = None
        self._known = ""

    def log_in(self, browser: Browser | None = None) -> None:
        """Raises NoAnswerError."""
        (browser or self.browser).log_in(self.card.username, self.card.password)

    def follow(self, is_over: threading.Event) -> None:
        """Poll the room as a page does until it is over; each question is answered once."""
        self._ask("/room/follow/", {"on": "1"})
        while not is_over.is_set():
            began = time.monotonic()
            answer = self._ask("/room/news/", {"known": self._known})
            if answer:
                news = json.loads(answer)
                self._known = news["known"]
                self._answer(self._ask("/room/panel/") or "")
            took = time.monotonic() - began
            is_over.wait(min(max(PAUSE_FACTOR * took, ROOM_PAUSE_S), LONGEST_PAUSE_S))

    def _answer(self, panel: str) -> None:
        found = QUESTION.search(panel)
        if not found or self._key(found[1]) in self.book.answers:
            return
        choices = CHOICE.findall(panel)
        value = self.rng.choice(choices) if choices else str(self.rng.randint(1, 9))
        if self._ask(f"/rooms/questions/{found[1]}/answer/", {"value": value}):
            self.book.answers[self._key(found[1])] = value
        else:
            # What was not taken is answered again.
            self._known = ""

    def _key(self, question: str) -> AnswerKey:
        return AnswerKey(int(question), self.card.username)

    def _ask(self, path: str, form: Mapping[str, object] | None = None) -> str:
        """The text of a good answer, or nothing."""
        try:
            if form is None:
                answer = self.browser.get(path)
            else:
                answer = self.browser.post(path, dict(form), by_script=True)
        except NoAnswerError:
            self.failures += 1
            return ""
        return answer.text if answer.status == 200 else ""

    def begin(self, assignment: int) -> None:
        """Begin an assignment and open its grid; play it until `finish`. Raises NoAnswerError."""
        patiently(lambda: self.browser.post(f"/given/{assignment}/begin/", {}))
        answer = patiently(lambda: self.browser.post(f"/given/{assignment}/1/", {}))
        found = re.fullmatch(r"/play/(\d+)/", urlsplit(answer.headers.get("Location", "")).path)
        if not found:
            raise NoAnswerError(f"the grid was answered {answer.status} {answer.headers.get('Location')}")
        paper = Paper(self.browser, int(found[1]), self.book.journal, kinds=KINDS)
        self.player = Player(paper, self.log_in, seed=self.rng.randrange(1000), rest_s=REST_S)
        self.player.start()

    def finish(self, assignment: int, *, mistakes: int = 0) -> None:
        """Write the solution but for some mistakes, see it stored, and hand it in. Raises NoAnswerError."""
        if not self.player:
            raise NoAnswerError("no grid was opened")
        self.player.finish()
        paper = self.player.page
        digits = solution_of(paper.state.givens)
        for cell in paper.empty_cells:
            digit = digits[cell]
            if mistakes:
                digit, mistakes = digit % 9 + 1, mistakes - 1
            outcome = apply_op(paper.state, Op("d", cell, digit))
            if paper.state.digits[cell] != digit and outcome.state.version > paper.state.version:
                paper.state = outcome.state
                paper.keep(Written("d", cell, digit))
        self.player.finish()
        if paper.waiting:
            moves = ", ".join(f"{move.kind}{move.cell}" for _seq, move in paper.waiting)
            raise NoAnswerError(f"not stored: {moves}; {self.player.refused}")
        answer = patiently(lambda: self.browser.post(f"/given/{assignment}/hand-in/", {}))
        if answer.status != 302:
            raise NoAnswerError(f"handing in was answered {answer.status}")
        self.book.handed_in.add(AssigneeKey(assignment, self.card.username))


def solution_of(givens: Iterable[int]) -> list[int]:
    """The digits of the solution."""
    _count, solution = search_line(Board(tuple(givens)).to_line())
    return [int(digit) for digit in solution or ""]


def at_once(classmates: Iterable[Classmate], act: Callable[[Classmate], None]) -> None:
    """Let all do something at the same time. Raises what the first of them raised."""
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(act, classmates))
