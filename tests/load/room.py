"""`python -m tests.load.room`: how soon the phones of a class know what the teacher does in a room.

One class of so many phones at a site that is started for it: each holds a stream of events and polls
besides, as `static/js/room.js` does, or polls alone, as where a proxy lets no stream through. The teacher
leads from step to step, asks, and polls the bars as the projector does. Printed are the times from the
teacher's step and question to each phone and to the last one, from an answer to the teacher's count, and the
bytes of a phone in a minute.
"""

import argparse
import asyncio
import json
import re
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from tests.faults.school import PASSWORD, TEACHER
from tests.postgres import shared_folder

from .lesson import Lesson, percentile
from .school import names
from .sites import DATABASES, open_ground
from .student import Student
from .wire import ALWAYS, Address, Reply, Wire

# As in room.js and in rooms/_live.html.
ROOM_PAUSE_S, LONGEST_PAUSE_S, PAUSE_FACTOR = 0.6, 5.0, 8
LIVE_S = 0.7
STEP_EVERY_S, STEPS_A_QUESTION = 2.0, 5
THINKING_S = 4.0
BOTH = ["streams", "polls"]
IDLE_SOCKETS = 40
PAGE = "/algorithms/td_iteratif/?grid=" + "." * 81
ANSWERED = re.compile(r'room-answered"><b>(\d+)</b>')
QUESTION = re.compile(r"/rooms/questions/(\d+)/answer/")


@dataclass
class Timing:
    """Seconds, by what happened: to each phone, and to the last one."""

    began: dict[str, float] = field(default_factory=dict)
    heard: dict[str, list[float]] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    counted: list[float] = field(default_factory=list)
    poll_ms: list[float] = field(default_factory=list)
    bytes: int = 0

    def hear(self, event: str) -> None:
        self.heard.setdefault(event, []).append(time.monotonic() - self.began[event])


class Phone(Student):
    """A student whose page polls the room, and who answers each question."""

    def __init__(self, lesson: Lesson, name: str, timing: Timing, *, seed: int) -> None:
        super().__init__(lesson, name, PASSWORD, seed=seed)
        self.timing = timing
        self.known, self.panel, self.lead = "", "", ""
        self.is_streaming = False
        self.asking = asyncio.Lock()

    async def follow(self) -> None:
        """Poll until the lesson is over, rarely while a stream is held."""
        await self.lesson.rest(self.rng.uniform(0, ROOM_PAUSE_S))
        while not self.lesson.is_over:
            took = await self.ask_news()
            least = LONGEST_PAUSE_S if self.is_streaming else ROOM_PAUSE_S
            await self.lesson.rest(min(max(PAUSE_FACTOR * took, least), LONGEST_PAUSE_S))
        self.wire.close()

    async def ask_news(self) -> float:
        """Poll once; the seconds it took."""
        async with self.asking:
            began = time.monotonic()
            reply = await self.sized("/room/news/", {"known": self.known})
            took = time.monotonic() - began
            self.timing.poll_ms.append(1000 * took)
            if reply.status == 200:
                await self.take(json.loads(reply.text))
        return took

    async def listen(self) -> None:
        """Hold a stream, one after the other, until the lesson is over."""
        await self.lesson.rest(ROOM_PAUSE_S)
        while not self.lesson.is_over:
            stream = Stream(self.lesson.address, cookies=self.wire.cookies)
            with suppress(OSError, EOFError):
                async for text in stream.lines():
                    self.timing.bytes += len(text)
                    if text.startswith(b"data: "):
                        self.is_streaming = True
                        await self.hear(*json.loads(text[6:]))
            # As the page does when its stream ends: it asks at once, and holds the next one.
            was_held, self.is_streaming = self.is_streaming, False
            await (self.ask_news() if was_held else self.lesson.rest(ROOM_PAUSE_S))

    async def hear(self, version: int, lead: str) -> None:
        """A step is known by its event; all else is asked for."""
        if not self.known:
            await self.ask_news()
            return
        room, known, *rest = self.known.split(".")
        if version == int(known) + 1 and lead and self.lead and lead != self.lead:
            self.known = ".".join([room, str(version), *rest])
            self.see(lead)
        elif version != int(known):
            await self.ask_news()

    def see(self, lead: str) -> None:
        if lead != self.lead:
            self.lead = lead
            if lead in self.timing.began:
                self.timing.hear(lead)

    async def take(self, news: Mapping[str, str]) -> None:
        self.known = news["known"]
        self.see(news["lead"])
        if news["panel"] != self.panel:
            self.panel = news["panel"]
            page = (await self.sized("/room/panel/")).text
            question = QUESTION.search(page)
            is_unanswered = 'name="value" value=""' in page
            if question and is_unanswered and f"question {question[1]}" in self.timing.began:
                self.timing.hear(f"question {question[1]}")
                self.answering = asyncio.create_task(self.answer(question[1]))

    async def answer(self, question: str) -> None:
        await self.lesson.rest(self.rng.uniform(0, THINKING_S))
        self.timing.answered.append(time.monotonic())
        form = {"value": self.rng.randrange(9)}
        # The poll may hold the connection: a browser would open a second one.
        other = Student(self.lesson, self.name, PASSWORD, seed=0)
        other.wire.cookies = self.wire.cookies
        # A slow site has revealed it meanwhile: that is no failure.
        await other.wire.post(f"/rooms/questions/{question}/answer/", form, by_script=True)
        other.wire.close()

    async def sized(self, path: str, form: Mapping[str, object] | None = None) -> Reply:
        """An answer, with its bytes and about those of the request counted."""
        reply = await self.ask("room", path, form, by_script=True)
        head = sum(len(name) + len(value) + 4 for name, value in reply.headers.items())
        self.timing.bytes += 700 + head + len(reply.body)
        return reply


class Stream(Wire):
    """A stream of events, read line by line."""

    async def lines(self) -> AsyncIterator[bytes]:
        """Its lines, as they come. Raises OSError and EOFError."""
        reader, writer = await asyncio.open_connection(*self.address)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        host = f"{self.address.host}:{self.address.port}"
        writer.write(
            f"GET /room/events/ HTTP/1.1\r\nHost: {host}\r\n{ALWAYS}Cookie: {cookies}\r\n\r\n".encode()
        )
        try:
            # The empty chunk ends the stream; its connection stays open.
            while (line := await reader.readline()) not in (b"", b"0\r\n"):
                yield line
        finally:
            writer.close()


async def teach(teacher: Student, timing: Timing, seconds: float) -> None:
    """Lead step by step, ask, and reveal."""
    classroom = re.findall(r"/classes/(\d+)/", (await teacher.ask("classes", "/classes/")).text)[-1]
    await teacher.ask("open", f"/classes/{classroom}/room/open/", {})
    page = (await teacher.ask("room", f"/classes/{classroom}/room/")).text
    room = re.findall(r"/rooms/(\d+)/live/", page)[0]
    await teacher.lesson.rest(3)
    end, step = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        step += 1
        address = f"{PAGE}&step={step}"
        timing.began[address] = time.monotonic()
        await teacher.ask("lead", f"/rooms/{room}/lead/", {"address": address}, by_script=True)
        await teacher.lesson.rest(STEP_EVERY_S)
        if step % STEPS_A_QUESTION == 0:
            await question(teacher, timing, room)
    teacher.lesson.over.set()


async def question(teacher: Student, timing: Timing, room: str) -> None:
    """Ask, watch the count grow, and reveal."""
    timing.answered.clear()
    began = time.monotonic()
    form = {"text": "How many?", "kind": "number", "right": "4"}
    await teacher.ask("ask", f"/rooms/{room}/ask/", form)
    page = (await teacher.ask("live", f"/rooms/{room}/live/")).text
    pk = re.findall(r"/rooms/questions/(\d+)/reveal/", page)[0]
    timing.began[f"question {pk}"] = began
    seen, until = 0, began + THINKING_S + 2.5
    while time.monotonic() < until:
        await teacher.lesson.rest(LIVE_S)
        page = (await teacher.ask("live", f"/rooms/{room}/live/")).text
        found = ANSWERED.search(page)
        count = int(found[1]) if found else 0
        now = time.monotonic()
        timing.counted += [now - at for at in sorted(timing.answered)[seen:count]]
        seen = max(seen, count)
    await teacher.ask("reveal", f"/rooms/questions/{pk}/reveal/", {}, by_script=True)


async def hold(address: Address, count: int, seconds: float, *, by: str) -> tuple[Timing, Lesson]:
    """A lesson of so many phones, beside sockets that send nothing."""
    lesson, timing = Lesson(address, fetches_files=False), Timing()
    teacher = Student(lesson, TEACHER, PASSWORD, seed=1)
    phones = [Phone(lesson, name, timing, seed=number) for number, name in enumerate(names(count))]
    await teacher.log_in()
    for phone in phones:
        await phone.log_in()
    idle = [await asyncio.open_connection(*address) for _number in range(IDLE_SOCKETS)]
    started = time.monotonic()
    polls = [asyncio.create_task(phone.follow()) for phone in phones]
    streams = [asyncio.create_task(phone.listen()) for phone in phones if by == "streams"]
    await teach(teacher, timing, seconds)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*polls)
    await asyncio.gather(*streams, return_exceptions=True)
    for _reader, writer in idle:
        writer.close()
    timing.bytes = round(timing.bytes / count / (time.monotonic() - started) * 60)
    return timing, lesson


def line(name: str, times: list[float]) -> str:
    """A line of the table, in milliseconds."""
    parts = [f"{1000 * percentile(times, part):6.0f}" for part in (0.5, 0.95, 1)]
    return f"{name:34}{''.join(parts)}   ({len(times)})"


def taken(lesson: Lesson, *kinds: str) -> list[float]:
    """How long requests of these kinds took, in seconds."""
    return [each.ms / 1000 for each in lesson.book.asked if each.kind in kinds]


def report(count: int, database: str, by: str, timing: Timing, lesson: Lesson) -> str:
    """What was measured."""
    steps = [times for name, times in timing.heard.items() if name.startswith("/")]
    questions = [times for name, times in timing.heard.items() if name.startswith("question")]
    return "\n".join(
        [
            f"== {database}, {count} phones by {by}; ms: p50, p95, max (how many) ==",
            line("step to a phone", [each for times in steps for each in times]),
            line("step to the last phone", [max(times) for times in steps if len(times) == count]),
            line("question to a phone", [each for times in questions for each in times]),
            line("question to the last phone", [max(times) for times in questions if len(times) == count]),
            line("answer to the teacher's count", timing.counted),
            line("a request of the teacher", taken(lesson, "lead", "live")),
            line("a poll", [ms / 1000 for ms in timing.poll_ms]),
            f"{timing.bytes / 1000:.0f} kB a minute and phone; {len(lesson.book.failed)} requests failed",
            *(f"failed {times} times: {reason}" for reason, times in lesson.book.reasons().most_common(5)),
        ]
    )


def main(arguments: list[str]) -> int:
    """Hold the lessons asked for; 1 if a request failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.room", description="Measure a room.")
    parser.add_argument("--phones", type=int, nargs="+", default=[35, 120], help="default %(default)s")
    parser.add_argument("--seconds", type=float, default=60, help="default %(default)g")
    parser.add_argument("--database", choices=DATABASES, default="sqlite", help="default %(default)s")
    parser.add_argument("--by", choices=BOTH, nargs="+", default=BOTH, help="default both")
    options = parser.parse_args(arguments)
    has_failed = False
    for count, by in product(options.phones, options.by):
        with (
            shared_folder("sudokusite-room-") as folder,
            open_ground(options.database, folder, count, CLASS_SIZE=str(count)) as ground,
        ):
            held = hold(Address("127.0.0.1", ground.site.port), count, options.seconds, by=by)
            timing, lesson = asyncio.run(held)
        sys.stdout.write(report(count, options.database, by, timing, lesson) + "\n")
        sys.stdout.flush()
        has_failed |= bool(lesson.book.failed)
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
