"""A lesson of 55 minutes from the first account to the exported marks, at the speed of a program."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.faults.running import PROJECT, Site

from .book import AssigneeKey, Book, HandGrade
from .desk import PATIENCE_MS, Desk
from .kept import check_kept
from .students import Card, Classmate, Phone, at_once, solution_of

SAMPLES = PROJECT / "puzzles" / "samples" / "sudoku.txt"
TEACHER, PASSWORD = "mme.martin", "neuf fois neuf font 81"
FIRST_NAMES = ("Adam", "Camille", "Noé", "Inès", "Jules", "Manon")
LAST_NAMES = ("Lefèvre", "Durand", "Petit", "Moreau", "De La Tour")
BESIDE, HERE = "1re NSI 1", "1re NSI 2"
CLASSES = (BESIDE, HERE)
PACK, EXERCISES, EXERCISE = "3. Forward and backward, without recursion", "Write the four tests", "test_ligne"
PROGRAM = """def test_ligne(i, j, nombre, M):
    return all(c == j or M[i][c] != nombre for c in range(9))
"""
NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EXAM = "Contrôle de sudoku"
STEPS = 10
START_S, STOP_S = 120, 20
OWN_MARK = HandGrade(17.5, "Bien. Relis ta dernière case.")


@dataclass(frozen=True)
class Size:
    """How many students come; the short form kills nothing."""

    phones: int = 3
    classmates: int = 27
    neighbours: int = 3
    names: int = 30
    has_kills: bool = True


LONG = Size()
SHORT = Size(phones=1, classmates=2, neighbours=1, names=3, has_kills=False)


@dataclass
class Lesson:
    """A lesson on a site of its own."""

    site: Site
    chromium: Chromium
    book: Book
    size: Size
    cards: dict[str, list[Card]] = field(default_factory=dict)
    # The assignments of the lesson.
    newspaper: int = 0
    exam: int = 0

    def hold(self) -> None:
        """Hold the lesson. What went wrong is in the book."""
        url = f"http://127.0.0.1:{self.site.port}"
        self.desk = Desk(self.chromium, url, self.book)
        self.begin_from_nothing()
        self.log_in_students(url)
        self.import_grids()
        self.give_newspaper_grid()
        self.hold_room()
        self.write_exercise()
        self.write_exam()
        self.mark()
        with self.book.phase("nothing is lost"):
            check_kept(self.site.data / "db.sqlite3", self.book)

    # From nothing

    def begin_from_nothing(self) -> None:
        """From the token on the console to the worksheet given to two classes, with dates."""
        desk = self.desk
        address = next(word for word in self.site.said().split() if "/accounts/setup/" in word)
        with self.book.phase("from the token to a lesson for two classes", 8):
            desk.go(address)
            desk.fill("username", TEACHER)
            desk.fill("password1", PASSWORD)
            desk.fill("password2", PASSWORD)
            desk.press("Create account")
            desk.follow("Create a class")
            for number, name in enumerate(CLASSES):
                if number:
                    desk.follow("Create another class")
                desk.fill("name", name)
                desk.fill("names", "\n".join(self._names()))
                desk.press("Create class")
                self.cards[name] = self._read_cards()
            desk.follow("Give a lesson")
            desk.follow(PACK)
            desk.fill("takes_place_on", f"{date.today()}")
            desk.fill("due_on", f"{date.today() + timedelta(days=3)}")
            desk.press("Give this lesson")
            desk.said("Given to 2 classes.")

    def _names(self) -> list[str]:
        return [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES][: self.size.names]

    def _read_cards(self) -> list[Card]:
        """The cards on the page that follows the creation of a class."""
        cards = self.desk.page.locator(".login-card")
        expect(cards).to_have_count(self.size.names, timeout=PATIENCE_MS)
        words = cards.locator("dd").all_inner_texts()
        return [Card(*pair) for pair in zip(words[::2], words[1::2], strict=True)]

    def log_in_students(self, url: str) -> None:
        """Phones, classmates, and some of the other class."""
        first, second = (self.cards.get(name, []) for name in (HERE, BESIDE))
        size, port = self.size, self.site.port
        self.phones = [Phone(self.chromium, url, card, self.book) for card in first[: size.phones]]
        others = first[size.phones : size.phones + size.classmates]
        self.classmates = [Classmate(port, card, self.book, seed=seed) for seed, card in enumerate(others)]
        beside = second[: size.neighbours]
        self.neighbours = [Classmate(port, card, self.book, seed=99) for card in beside]
        with self.book.phase("students log in"):
            for phone in self.phones:
                phone.log_in()
            at_once([*self.classmates, *self.neighbours], Classmate.log_in)
            self.book.check(
                f"{len(self.phones)} phones, {len(self.classmates) + len(self.neighbours)} others"
            )

    def import_grids(self) -> None:
        """The grids that an exam is drawn from."""
        desk = self.desk
        with self.book.phase("import grids"):
            desk.go("/")
            desk.follow("Import grids")
            desk.page.locator("input[type=file]").set_input_files(SAMPLES)
            desk.press("Import")
            expect(desk.page.locator(".job-done")).to_contain_text("grids read", timeout=PATIENCE_MS)
            self.book.check(desk.page.locator(".job-done").inner_text())

    def give_newspaper_grid(self) -> None:
        """A pasted grid, which the other class plays."""
        desk = self.desk
        with self.book.phase("give a grid of a newspaper", 4):
            desk.go("/")
            desk.follow("Assign a grid from a newspaper")
            desk.fill("grids", NEWSPAPER)
            desk.press("Preview, then hand out")
            desk.press("Hand out")
            desk.said("Handed out to")
            self.newspaper = desk.number()
            at_once(self.neighbours, lambda each: each.begin(self.newspaper))
            self.book.check(f"{len(self.neighbours)} students of the other class play it")

    # In class

    def hold_room(self) -> None:
        """A room: steps, questions, a kill of the site, and a race."""
        desk, phones = self.desk, self.phones
        over, viewer = threading.Event(), "/course/"
        polls = [threading.Thread(target=each.follow, args=(over,), daemon=True) for each in self.classmates]
        with self.book.phase("open a room, and lead ten steps"):
            desk.go("/")
            desk.follow(HERE)
            desk.follow("Room")
            desk.press("Open a room")
            room_page = desk.page.url
            self.projector = desk.open_beside(
                desk.page.get_by_role("link", name="Projector").first.get_attribute("href") or ""
            )
            for poll in polls:
                poll.start()
            desk.follow("Course")
            desk.click(desk.page.locator("a[href*='/algorithms/td_iteratif/']").first)
            viewer = desk.page.url
            desk.press("Lead the class")
            for phone in phones:
                phone.page.goto("/")
                phone.tap("Follow")
            self._step(STEPS)
        with self.book.phase("ask what comes next"):
            self._ask_what_comes_next()
            self._answer_and_reveal()
        with self.book.phase("ask a question of one's own"):
            desk.click(desk.page.locator(".room-name"))
            desk.fill("text", "How many cells has a box less five?")
            desk.page.locator("main [name=kind]").select_option("number")
            desk.fill("right", "4")
            desk.press("Ask the class")
            self._answer_and_reveal()
        if self.size.has_kills:
            with self.book.phase("kill -9 in the room"):
                desk.go(viewer)
                desk.press("Lead here")
                self._step(STEPS)
                self._kill()
                desk.page.locator("[data-go=forward]").click()
                self._restart()
                self._expect_step(STEPS + 1)
                self._ask_what_comes_next()
                self._answer_and_reveal()
        with self.book.phase("race"):
            desk.go(room_page)
            self._race()
        over.set()
        for poll in filter(threading.Thread.is_alive, polls):
            poll.join(PATIENCE_MS / 1000)
        with self.book.phase("close the room"):
            desk.press("Close the room")
            for phone in phones:
                expect(phone.page.locator("#room")).to_be_hidden(timeout=PATIENCE_MS)
            self.book.check("the phones are free")

    def _step(self, count: int) -> None:
        """Step on in the viewer; the phones follow."""
        forward = self.desk.page.locator("[data-go=forward]")
        expect(forward).to_be_enabled(timeout=PATIENCE_MS)
        for _step in range(count):
            forward.click()
        self._expect_step(count)

    def _expect_step(self, step: int) -> None:
        for phone in self.phones:
            expect(phone.page.locator("[data-slider]")).to_have_value(f"{step}", timeout=PATIENCE_MS)
        self.book.check(f"{len(self.phones)} phones at step {step}")

    def _ask_what_comes_next(self) -> None:
        self.desk.click(self.desk.page.locator("#room summary"))
        self.desk.press("Ask: what comes next?")

    def _answer_and_reveal(self) -> None:
        """All answer the question on the screens; the projector shows how many, and then the answers."""
        form = self.desk.page.locator("form[action$='/reveal/']")
        question = int((form.get_attribute("action") or "").split("/")[3])
        for phone in self.phones:
            phone.answer(question)
        count = len(self.phones) + len(self.classmates)
        expect(self.projector.locator(".room-answered b")).to_have_text(f"{count}", timeout=PATIENCE_MS)
        self.desk.click(self.desk.page.locator("#room-reveal"))
        for page in (self.projector, *(phone.page for phone in self.phones)):
            expect(page.locator(".room-right")).to_be_visible(timeout=PATIENCE_MS)
        self.book.check(f"{count} answers, revealed")

    def _race(self) -> None:
        """A race of all; two phones solve the grid, the first one first."""
        desk, racers = self.desk, self.phones[:2]
        desk.press("Start the race")
        for phone in self.phones:
            phone.page.wait_for_url("**/play/*/")
        for phone in racers:
            phone.tap_digits(self._first_digits(phone, 81))
            expect(phone.page.get_by_role("link", name="To the race")).to_be_visible(timeout=PATIENCE_MS)
        rows = self.projector.locator(".race-row")
        expect(rows.filter(has_text="100 %")).to_have_count(len(racers), timeout=PATIENCE_MS)
        desk.press("End the race")
        for place, phone in enumerate(racers, start=1):
            phone.page.goto("/help/")
            told = phone.page.get_by_text(f"Your place: {place}.")
            expect(told).to_be_visible(timeout=PATIENCE_MS)
        self.book.check(f"{len(racers)} phones are told their places")

    def _kill(self) -> None:
        """Kill all processes of the site beyond any appeal."""
        for pid in self.site.pids().values():
            os.kill(pid, signal.SIGKILL)
        self.site.process.wait()

    def _restart(self) -> None:
        """Start the site again, on the same port."""
        began = time.monotonic()
        self.site = Site(self.site.data.parent, "--no-demo", port=self.site.port)
        self.site.wait_until(self.site.is_whole)
        self.book.check(f"all processes killed, started again in {time.monotonic() - began:.1f} s")

    def write_exercise(self) -> None:
        """A function of the worksheet, written on a phone."""
        with self.book.phase("write a function on a phone"):
            self.phones[0].write_and_hand_in(EXERCISES, EXERCISE, PROGRAM)
            self.book.check("judged right, and handed in")

    # The exam

    def write_exam(self) -> None:
        """An exam of one grid with a kill in the middle, released and looked at."""
        desk = self.desk
        with self.book.phase("give an exam of one grid", 5):
            desk.go("/")
            desk.follow(HERE)
            desk.follow("Assign grids")
            desk.fill("name", EXAM)
            desk.fill("count", "1")
            desk.click(desk.page.locator("label", has=desk.page.locator("input[name=preset][value=exam]")))
            desk.press("Preview, then hand out")
            # The class may draw from what was imported.
            desk.press("Make new grids, then hand out")
            desk.said("Handed out to")
            self.exam = desk.number()
        with self.book.phase("write the exam"):
            at_once(self.classmates, lambda each: each.begin(self.exam))
            for phone in self.phones:
                phone.begin(self.exam)
                phone.fill(self._first_digits(phone, 5))
            self.book.check(f"{len(self.phones) + len(self.classmates)} write")
        if self.size.has_kills:
            with self.book.phase("kill -9 in the exam"):
                self._kill()
                for phone in self.phones:
                    phone.tap_digits(self._first_digits(phone, 5))
                self._restart()
                for phone in self.phones:
                    phone.expect_saved()
                self.book.check("what the phones wrote meanwhile is stored")
        with self.book.phase("hand in"):
            for phone in self.phones:
                phone.fill(self._first_digits(phone, 81, has_mistake=True))
                phone.hand_in(self.exam)
            at_once(self.classmates, lambda each: each.finish(self.exam, mistakes=each.rng.randrange(3)))
            at_once(self.neighbours, lambda each: each.finish(self.newspaper))
            self.book.check(f"{len(self.book.handed_in)} students have handed in")
        with self.book.phase("release the exam"):
            desk.go(f"/assignments/{self.exam}/")
            desk.press("Release the results")
            desk.said("The results are released")
            for phone in self.phones:
                phone.page.goto(f"/given/{self.exam}/")
                phone.page.locator(".assignee-grids a").first.click()
                expect(phone.page.locator("#corrections li").first).to_be_visible(timeout=PATIENCE_MS)
            self.book.check(f"{len(self.phones)} phones show what was wrong")

    def _first_digits(self, phone: Phone, count: int, *, has_mistake: bool = False) -> dict[int, int]:
        """The right digits of the first empty cells; the last one wrong, if there is to be a mistake."""
        page = phone.page
        givens = page.evaluate("JSON.parse(document.getElementById('game-data').textContent).givens")
        digits = solution_of([int(digit) if digit.isdigit() else 0 for digit in givens])
        right = {cell: digits[cell] for cell in phone.empty_cells()[:count]}
        if has_mistake:
            last = max(right)
            right[last] = right[last] % 9 + 1
        return right

    # Marks

    def mark(self) -> None:
        """A mark by hand, published; the files for Pronote and Moodle; the report."""
        desk, card = self.desk, self.cards[HERE][0]
        with self.book.phase("change and publish marks"):
            desk.go(f"/assignments/{self.exam}/")
            desk.click(desk.page.locator(f"a[href$='/grades/{card.username}/']"))
            desk.fill("value", f"{OWN_MARK.value}")
            desk.fill("comment", OWN_MARK.comment)
            desk.press("Save")
            expect(desk.page.locator(".grade-own")).to_have_text(f"{OWN_MARK.value}", timeout=PATIENCE_MS)
            self.book.marks[AssigneeKey(self.exam, card.username)] = OWN_MARK
            desk.press("Publish the marks")
            desk.said("Students see marks and comments.")
            self.phones[0].page.goto(f"/given/{self.exam}/")
            expect(self.phones[0].page.locator(".own-comment")).to_have_text(
                OWN_MARK.comment, timeout=PATIENCE_MS
            )
            self.book.check("the phone shows mark and comment")
        with self.book.phase("export the marks"):
            desk.click(desk.page.locator("summary", has_text="Export"))
            for name, wanted in (("Pronote", "17,5"), ("Moodle", "17.5")):
                lines = desk.save(f"Marks for {name} (CSV)").splitlines()
                self._check_file(name, lines, wanted)
        with self.book.phase("print the report"):
            desk.go("/")
            desk.follow(HERE)
            desk.follow("Report")
            expect(desk.page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE_MS)
            self.book.check("the report opens", EXAM in desk.page.content())

    def _check_file(self, name: str, lines: Sequence[str], wanted: str) -> None:
        """One line for each student of the class, and the mark by hand in one of them."""
        self.book.check(f"{name}: {len(lines) - 1} lines", len(lines) == self.size.names + 1)
        self.book.check(f"{name}: {wanted}", any(wanted in line for line in lines))


def hold_lesson(folder: Path, chromium: Chromium, size: Size) -> Book:
    """Hold a lesson on a new site in this folder; what happened."""
    site = Site(folder, "--no-demo")
    lesson = Lesson(site, chromium, Book(), size)
    try:
        site.wait_until(lambda: "/accounts/setup/" in site.said(), START_S)
        lesson.hold()
    finally:
        stop(lesson.site)
    return lesson.book


def stop(site: Site) -> None:
    """End a site, politely."""
    site.process.terminate()
    try:
        site.process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        site.process.kill()
        site.process.wait()
