"""A few students for a few seconds, and what the tables say of any lesson. `make load` brings a thousand."""

import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.ground import Ground, found_school
from tests.faults.running import PATIENCE_SECONDS
from tests.faults.school import PASSWORD, STUDENTS
from tests.load.crowd import Plan, hold
from tests.load.lesson import KINDS, Asked, Book, Lesson, percentile
from tests.load.report import Step, bottleneck, knee, memory_table, request_table, step_table
from tests.load.watch import Sample, Watch
from tests.load.wire import Address


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder = tmp_path_factory.mktemp("load")
    ground = Ground(found_school(folder / "school"), folder)
    yield ground
    ground.stop()


ASKED_ALWAYS = set(KINDS) - {"finish"}


class ShortLesson(Lesson):
    """A lesson of three seconds, or of more where not all are in by then, or a kind was not asked for."""

    def succeeded(self, kind: str, began: float) -> None:
        super().succeeded(kind, began)
        asked = Counter(each.kind for each in self.book.asked)
        seconds = self.book.asked[-1].at - self.book.asked[0].at
        if seconds > 3 and asked["login"] == 4 and asked.keys() >= ASKED_ALWAYS:
            self.over.set()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the processor's time from /proc")
def test_a_small_class_plays_and_nothing_fails_or_is_lost(ground: Ground) -> None:
    watch = Watch(ground.site)
    lesson = ShortLesson(Address("127.0.0.1", ground.site.port), hint_every=3)
    students = [(name, PASSWORD) for name in STUDENTS[:4]]
    plan = Plan(students=students, ramp_s=0.5, seconds=PATIENCE_SECONDS, pause_s=0.2)
    # In a thread of its own: Playwright keeps an event loop in the one of the tests.
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(hold, lesson, plan, watch).result()
    assert not lesson.book.failed
    assert not outcome.has_failed
    assert {each.kind for each in lesson.book.asked} >= ASKED_ALWAYS
    assert spent_answering(outcome.last) > spent_answering(outcome.first)
    assert "others" in memory_table(outcome.there, outcome.last)
    verdict = ground.verdict(lesson.journal, [])
    assert verdict.is_clean, verdict


def spent_answering(sample: Sample) -> float:
    """CPU seconds of all that answers."""
    return sum(spent for role, spent in sample.cpu_s.items() if role.startswith("answerer"))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table from /proc")
def test_the_browsers_of_a_school_are_all_heard(ground: Ground) -> None:
    """A thousand of them have more than a thousand connections."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    address = ("127.0.0.1", ground.site.port)
    with ExitStack() as opened:
        opened.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _browser in range(1_200):
            opened.enter_context(socket.create_connection(address, timeout=PATIENCE_SECONDS))
        assert ground.site.status("/accounts/login/", patience_s=PATIENCE_SECONDS) == 200


def step(students: int, ms: float, /, *, failed: int = 0, **cores: float) -> Step:
    asked = [Asked(1.0, "move", ms)] * 95 + [Asked(1.0, "move", 10 * ms)] * 5 + [Asked(1.0, "home", 10_000)]
    return Step(
        students=students,
        seconds=10,
        asked=asked,
        failed=Counter({"move": failed} if failed else {}),
        cores=cores,
    )


def test_the_knee_is_the_last_load_with_quick_and_correct_moves() -> None:
    steps = [step(100, 50), step(200, 400), step(300, 600)]
    assert [each.holds(500) for each in steps] == [True, True, False]
    assert knee(steps, 500).startswith("knee: 200 students hold")
    assert knee(steps[:2], 500).startswith("knee: beyond 200 students")
    assert knee(steps[2:], 500).startswith("knee: fewer than 300 students")
    assert knee(steps[::-1], 500) == knee(steps, 500)
    assert not step(100, 50, failed=1).holds(500)
    assert not Step(students=1, seconds=1, asked=[], failed=Counter(), cores={}).holds(500)
    assert [line.split()[-1] for line in step_table(steps, 500).splitlines()[1:]] == [
        "holds",
        "holds",
        "KNEE",
    ]


@pytest.mark.parametrize(
    ("cores", "busy"),
    [
        ({"students": 0.9, "answerer 1": 0.9}, "students"),
        ({"students": 0.3, "answerer 1": 0.8, "postgres": 0.8}, "both cores"),
        ({"students": 0.2, "answerer 1": 0.95}, "process"),
        ({"students": 0.1, "answerer 1": 0.4}, "database"),
        ({"students": 0.1, "answerer 1": 0.4, "others": 1.5}, "other programs"),
    ],
)
def test_the_bottleneck_names_the_busiest_part(cores: dict[str, float], busy: str) -> None:
    assert busy in bottleneck(step(100, 600, **cores))


def test_a_percentile_is_one_of_the_times() -> None:
    assert percentile([], 0.5) == 0
    assert [percentile([4, 1, 3, 2], part) for part in (0.25, 0.5, 0.95, 1.0)] == [1, 2, 4, 4]


def test_the_book_counts_requests_and_failures_of_a_period() -> None:
    book = Book(
        asked=[Asked(1, "move", 5), Asked(2, "move", 7), Asked(3, "news", 1)],
        failed=[(1, "move", "status 500"), (9, "hint", "TimeoutError")],
    )
    assert [each.ms for each in book.between(2, 3)] == [7]
    assert book.failures(0, 5) == {"move": 1}
    rows = [line.split() for line in request_table(book.between(), book.failures()).splitlines()]
    assert rows[1:] == [
        ["move", "2", "1", "5", "7", "7", "7"],
        ["news", "1", "0", "1", "1", "1", "1"],
        ["hint", "0", "1", "0", "0", "0", "0"],
    ]
