"""`kill -9` of the web process while students write programs: no line that was called saved is lost."""

import contextlib
import json
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .browser import Browser, NoAnswerError
from .fault_kill_web import kill_web
from .ground import Ground, Size
from .oracle import Verdict
from .outbox import RefusedError, SessionEndedError
from .rows import Row
from .school import PASSWORD
from .tables import Tables

WRITERS = 3
WORKSHEET = "mini_projet"
ADDRESS = f"/course/{WORKSHEET}/program/"
PAUSE_S = 0.02
STORED = """
    SELECT program.text FROM course_program AS program JOIN accounts_user AS student
    ON student.id = program.student_id WHERE student.username = ? AND program.worksheet = ?
"""
ASIDE = """
    SELECT aside.text FROM course_programcopy AS aside
    JOIN course_program AS program ON aside.program_id = program.id
    JOIN accounts_user AS student ON student.id = program.student_id WHERE student.username = ?
"""


@dataclass
class Writer:
    """A page with an exercise: it types a line, sends the text, and sends it again until it is called saved.

    It does what `program.js` does. `acknowledged` is how many of its lines the site has called saved.
    """

    name: str
    user: int
    browser: Browser
    client: str = field(default_factory=lambda: secrets.token_hex(8))
    lines: int = 0
    acknowledged: int = 0
    base: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)

    @property
    def text(self) -> str:
        return text_of(self.name, self.lines)

    def start(self) -> None:
        self._thread.start()

    def finish(self, patience_s: float = 60.0) -> None:
        """Type no more, and send what still waits."""
        self._stopping.set()
        self._thread.join(patience_s)
        deadline = time.monotonic() + patience_s
        while self.acknowledged < self.lines and not self.refused and time.monotonic() < deadline:
            if not self.try_to_save():
                time.sleep(0.1)

    def _write(self) -> None:
        while not self._stopping.is_set() and not self.refused:
            self.lines += 1
            self.try_to_save()
            self._stopping.wait(PAUSE_S)

    def try_to_save(self) -> bool:
        """Send the text once; whether it was called saved. Who is asked to log in does."""
        try:
            self.save()
        except NoAnswerError as error:
            self.failures[str(error)[:60]] += 1
            return False
        except SessionEndedError:
            self.failures["session ended"] += 1
            with contextlib.suppress(NoAnswerError):
                self.browser.log_in(self.name, PASSWORD)
            return False
        except RefusedError as error:
            self.refused.append(str(error))
            return False
        return True

    def save(self) -> None:
        """Raises NoAnswerError, SessionEndedError, RefusedError."""
        sent = self.lines
        form: dict[str, object] = {
            "user": self.user,
            "client": self.client,
            "seq": sent,
            "base": self.base,
            "text": self.text,
        }
        answer = self.browser.post(ADDRESS, form, by_script=True)
        if answer.status in (401, 403):
            raise SessionEndedError(answer.status)
        if answer.status >= 500:
            raise NoAnswerError(f"status {answer.status}")
        if answer.status != 200:
            raise RefusedError(f"a draft was answered {answer.status}")
        self.base = json.loads(answer.text)["version"]
        self.acknowledged = sent


def line_of(name: str, number: int) -> str:
    """The line of a program that nobody else writes."""
    return f"{name}_{number} = {number}\n"


def text_of(name: str, lines: int) -> str:
    """A program of so many lines."""
    return "".join(line_of(name, number) for number in range(1, lines + 1))


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """Kill what answers, and every fifth time the server that looks after it, while students write."""
    kills, rng = size.count(2, 60), random.Random(2)
    writers = [new_writer(ground) for _ in range(WRITERS)]
    behind, away = 0, []
    for writer in writers:
        writer.start()
    try:
        for kill in range(kills):
            wait_until_saved(writers)
            time.sleep(rng.uniform(0, 0.2))
            away.append(kill_web(ground, "web" if kill % 5 == 1 else "answerer 1"))
            # What comes later brings the same lines again: now is when a lost one is seen.
            behind += lost_lines(ground, writers)
        wait_until_saved(writers)
    finally:
        for writer in writers:
            writer.finish()
    with ground.connected() as tables:
        found = verdict(tables, writers, behind)
    yield Row(
        fault="kill -9 while drafts are saved",
        done=f"{kills} kills",
        verdict=found,
        wrong=tuple(refusal for writer in writers for refusal in writer.refused),
        noted=f"{sum(sum(writer.failures.values()) for writer in writers)} saves went unanswered, "
        f"back after at most {max(away):.1f} s",
    )


def new_writer(ground: Ground) -> Writer:
    """A student before an exercise, with an empty program."""
    name = ground.next_student()
    browser = ground.browser_of(name).another()
    with ground.connected() as tables:
        (user,) = tables.execute("SELECT id FROM accounts_user WHERE username = ?", (name,)).fetchone()
    return Writer(name, user, browser)


def wait_until_saved(writers: Sequence[Writer], seconds: float = 60.0) -> None:
    """Wait until each writer has had more lines saved, or was refused."""
    before = [writer.acknowledged for writer in writers]
    deadline = time.monotonic() + seconds
    while any(w.acknowledged == old and not w.refused for w, old in zip(writers, before, strict=True)):
        assert time.monotonic() < deadline, f"silence: {[dict(writer.failures) for writer in writers]}"
        time.sleep(0.01)


def lost_lines(ground: Ground, writers: Sequence[Writer]) -> int:
    """How many lines that were called saved before this are not in the tables."""
    promised = [(writer, writer.acknowledged) for writer in writers]
    with ground.connected() as tables:
        return sum(
            line_of(writer.name, number) not in stored
            for writer, lines in promised
            for stored in [stored_text(tables, writer).splitlines(keepends=True)]
            for number in range(1, lines + 1)
        )


def stored_text(tables: Tables, writer: Writer) -> str:
    """The text that the tables hold; empty where there is none."""
    found = tables.execute(STORED, (writer.name, WORKSHEET)).fetchone()
    return str(found[0]) if found else ""


def verdict(tables: Tables, writers: Sequence[Writer], behind: int) -> Verdict:
    """The verdict on all lines, once nobody writes; a text set aside is crooked, since nobody else wrote."""
    found: Counter[str] = Counter()
    aside = 0
    for writer in writers:
        found.update(stored_text(tables, writer).splitlines(keepends=True))
        aside += len(tables.execute(ASIDE, (writer.name,)).fetchall())
    written = {line_of(w.name, number) for w in writers for number in range(1, w.lines + 1)}
    promised = {line_of(w.name, number) for w in writers for number in range(1, w.acknowledged + 1)}
    return Verdict(
        acknowledged=len(promised),
        lost=behind + len(promised - found.keys()),
        ghosts=len(found.keys() - written),
        doubled=sum(count > 1 for count in found.values()),
        crooked=aside,
        waiting=sum(writer.lines - writer.acknowledged for writer in writers),
    )
