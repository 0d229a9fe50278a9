"""A student at a lesson: log in, draw a grid, play it to its end as a person does, draw the next.

The pages ask as those of the site do: a request with the moves of some seconds, a question for news beside
it, a hint now and then. Whatever fails is asked again, and each move is in the journal.
"""

import json
import random
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from puzzles.engine import Board, search_line
from puzzles.play.game import GameState, Op, OpKind, apply_op
from tests.faults.browser import SESSION, NoAnswerError
from tests.faults.journal import HINT, Key, Written
from tests.faults.outbox import OP_MS, Outbox, RefusedError, SessionEndedError, game_on

from .lesson import Lesson
from .wire import Reply, Wire

LOGIN, HOME, DRAW = "/accounts/login/", "/", "/draw/"
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 30.0
# So many times what an answer of news took, a page asks none.
PEACE = 10
COLLECTION = re.compile(r'name="collection" value="(\d+)"')
FILE = re.compile(r'(?:href|src)="(/static/[^"]+)"')
# A hint that is still looked for is asked for again every second; not for ever.
LOOKS = 20
LOOKING = 'data-looking="1"'


class Student:
    """A student with a browser; `seed` is chance of their own."""

    def __init__(self, lesson: Lesson, name: str, password: str, *, seed: int) -> None:
        self.lesson, self.name, self.password = lesson, name, password
        self.rng = random.Random(seed)
        self.wire = Wire(lesson.address, lesson.timeout_s)
        self.files: set[str] = set()
        self.is_in = False

    async def attend(self, delay_s: float = 0.0) -> None:
        """Come after so many seconds, and play until the lesson is over."""
        await self.lesson.rest(delay_s)
        try:
            await self._until_done("login", self.log_in)
            while not self.lesson.is_over:
                await self._until_done("grid", self.play_a_grid)
        finally:
            self.wire.close()

    async def _until_done(self, kind: str, act: Callable[[], Awaitable[None]]) -> None:
        """Do something again until it works: each failure is in the book already."""
        pause = FIRST_PAUSE_S
        while not self.lesson.is_over:
            try:
                await act()
                return
            except NoAnswerError:
                await self.lesson.rest(pause * self.rng.uniform(0.8, 1.2))
                pause = min(2 * pause, LONGEST_PAUSE_S)

    # Asking

    async def ask(
        self, kind: str, path: str, form: Mapping[str, object] | None = None, *, by_script: bool = False
    ) -> Reply:
        """An answer, written in the book. Raises NoAnswerError where there is none, or none of use."""
        began = time.monotonic()
        try:
            if form is None:
                reply = await self.wire.get(path)
            else:
                reply = await self.wire.post(path, form, by_script=by_script)
        except NoAnswerError as error:
            self.lesson.failed(kind, str(error))
            raise
        if reply.status >= 400:
            self.lesson.failed(kind, f"status {reply.status}")
            raise NoAnswerError(f"{kind} was answered {reply.status}")
        self.lesson.succeeded(kind, began)
        return reply

    async def open(self, kind: str, path: str) -> str:
        """A page, with the files that it needs and that are not there from earlier pages."""
        page = (await self.ask(kind, path)).text
        if self.lesson.fetches_files:
            for file in dict.fromkeys(FILE.findall(page)):
                if file not in self.files:
                    await self.ask("file", file)
                    self.files.add(file)
        return page

    # Coming in

    async def log_in(self) -> None:
        await self.open("login page", LOGIN)
        self.wire.cookies.pop(SESSION, None)
        reply = await self.ask("login", LOGIN, {"username": self.name, "password": self.password})
        if reply.status != 302 or SESSION not in self.wire.cookies:
            self.lesson.failed("login", "not let in")
            raise NoAnswerError("not let in")
        self.is_in = True

    async def draw(self) -> int:
        """The attempt on a new grid."""
        found = COLLECTION.search(await self.open("home", HOME))
        reply = await self.ask("draw", DRAW, {"collection": found[1] if found else ""})
        play = re.fullmatch(r"/play/(\d+)/", urlsplit(reply.headers.get("location", "")).path)
        if not play:
            self.lesson.failed("draw", f"led to {reply.headers.get('location')}")
            raise NoAnswerError("nothing drawn")
        return int(play[1])

    async def play_a_grid(self) -> None:
        attempt = await self.draw()
        page = await self.open("board", f"/play/{attempt}/")
        await Game(self, attempt, game_on(200, page)).play()


class Game:
    """An open board, until it is solved or the lesson is over."""

    def __init__(self, student: Student, attempt: int, state: GameState) -> None:
        self.student, self.lesson, self.rng = student, student.lesson, student.rng
        self.attempt, self.state = attempt, state
        self.outbox = Outbox(attempt, self.lesson.journal, seen_version=state.version)
        _count, solution = search_line(Board(state.givens).to_line())
        self.solution = [int(digit) for digit in solution or ""]
        self.is_open = True
        self.news_took_s = 0.0
        self.put_news_off()

    def put_news_off(self) -> None:
        """As a page does: an answer tells the news as well, and a site that is slow is left in peace."""
        pause = min(max(PEACE * self.news_took_s, self.lesson.pause_s), LONGEST_PAUSE_S)
        self.news_at = time.monotonic() + pause

    async def play(self) -> None:
        """Moves and news, each at its time."""
        move_at = time.monotonic() + self._pause()
        while self.is_open and not self.lesson.is_over:
            await self.lesson.rest(min(move_at, self.news_at) - time.monotonic())
            if self.lesson.is_over:
                break
            if move_at <= self.news_at:
                await self.turn()
                move_at = time.monotonic() + self._pause()
            else:
                await self.news()
        await self.hand_over()

    def _pause(self) -> float:
        return self.lesson.pause_s * self.rng.uniform(0.6, 1.4)

    async def turn(self) -> None:
        """What a player does in some seconds: look, perhaps ask, write, and have it sent."""
        if not self.rng.randrange(self.lesson.hint_every) and not self.outbox.waiting:
            await self.hint()
        else:
            self.write()
            await self.send()

    # Moves

    def write(self) -> None:
        """One or some moves: mostly the digit that belongs there, some notes, a mistake, its correction."""
        chance = self.rng.random()
        if chance < 0.15:
            self._note(self.rng.randint(1, 3))
        elif chance < 0.25:
            self._mistake()
        else:
            self._place(self.rng.choice((1, 1, 1, 2, 2, 3)))

    def _empty(self) -> list[int]:
        return [cell for cell in range(81) if not self.state.digits[cell]]

    def _place(self, count: int) -> None:
        empty = self._empty()
        for cell in self.rng.sample(empty, min(count, len(empty))):
            self._move(Op("d", cell, self.solution[cell]))

    def _note(self, count: int) -> None:
        for _ in range(count):
            cell = self.rng.choice(self._empty())
            note = Op("n", cell, self.solution[cell])
            if not self._move(note):
                self._move(note._replace(kind=OpKind.NOTE_OFF))

    def _mistake(self) -> None:
        cell = self.rng.choice(self._empty())
        self._move(Op("d", cell, self.solution[cell] % 9 + 1))
        self._move(Op("u"))

    def _move(self, op: Op) -> bool:
        """Make a move and keep it to be sent, if it changes the grid; whether it did."""
        after = apply_op(self.state, op).state
        has_changed = after.version > self.state.version
        if has_changed:
            self.state = after
            self.outbox.keep(Written(op.kind, op.cell, op.digit))
        return has_changed

    async def send(self) -> None:
        """Send what waits until it is stored, or the lesson is over."""
        pause = FIRST_PAUSE_S
        while self.outbox.waiting and not await self._try_to_send():
            if self.lesson.is_over:
                return
            await self.lesson.rest(pause * self.rng.uniform(0.8, 1.2))
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _try_to_send(self) -> bool:
        kind = "move" if self._empty() else "finish"
        path, form = f"/play/{self.attempt}/moves/", self.outbox.form()
        try:
            reply = await self.student.ask(kind, path, form, by_script=True)
            event = self.outbox.take_answer(reply.status, reply.headers.get("hx-trigger", ""))
        except NoAnswerError:
            return False
        except (RefusedError, SessionEndedError) as error:
            self.lesson.failed(kind, f"{error}"[:200])
            return False
        if event["state"] != "open":
            self.is_open = False
            self.lesson.solved += event["state"] == "solved"
        self.put_news_off()
        return True

    async def hand_over(self) -> None:
        """Send what still waits, patiently: the page stays open until nothing does."""
        deadline = time.monotonic() + self.lesson.patience_s
        while self.outbox.waiting and time.monotonic() < deadline:
            await self._try_to_send()

    # Other questions

    async def news(self) -> None:
        form = {"version": self.outbox.seen_version, "ends": "", "visible": 1}
        began = time.monotonic()
        # Where there is no answer, a page asks again at its time.
        with suppress(NoAnswerError):
            await self.student.ask("news", f"/play/{self.attempt}/news/", form, by_script=True)
        self.news_took_s = time.monotonic() - began
        self.put_news_off()

    async def hint(self) -> None:
        """Press for a hint, until it is answered: how deep it goes is the site's to say.

        The press becomes the next move, whose number the page can tell; a page that has not seen its answer
        is told the same again.
        """
        before = self.outbox.seen_version
        press = Written(HINT, None, 0, keys=[Key(self.attempt, HINT, before + 1)])
        reply = await self._hint_answer()
        if reply is None:
            # It may be there or not: nobody knows, and the oracle says so.
            self.lesson.journal.write(press)
            return
        event = json.loads(reply.headers["hx-trigger"]).get("moves-stored")
        if event is None or event["version"] == before:
            # Refused, or the same as before.
            return
        press.acknowledged = press.keys[0]
        self.lesson.journal.write(press)
        self.outbox.seen_version = event["version"]
        self.state = game_on(200, reply.text)
        self.is_open = event["state"] == "open"

    async def _hint_answer(self) -> Reply | None:
        """The answer to a press; None where the lesson was over before it came."""
        path = f"/play/{self.attempt}/hint/"
        form: dict[str, object] = {"version": self.outbox.seen_version, "ms": OP_MS}
        for _look in range(LOOKS):
            try:
                reply = await self.student.ask("hint", path, form, by_script=True)
            except NoAnswerError:
                if self.lesson.is_over:
                    break
            else:
                is_refused = "help-refused" in reply.headers.get("hx-trigger", "")
                if is_refused or (reply.status == 200 and LOOKING not in reply.text):
                    return reply
                form["again"] = 1
            await self.lesson.rest(1.0)
        return None
