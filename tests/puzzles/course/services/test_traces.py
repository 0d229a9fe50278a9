"""Traces on their cache: made once, and kept within bounds."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from accounts.fair_queue import BusyError, FairQueue, ThreadSlots
from puzzles.course.services.traces import TraceCache, make_trace, watched_run, watched_trace
from puzzles.engine import Board
from puzzles.engine.runs import trace_run

PATIENCE_SECONDS = 30
PUPIL = 1


def queue_for(most_threads: int) -> FairQueue:
    """A queue by itself, in which nobody waits too long."""
    return FairQueue(thread_slots=ThreadSlots(most_threads), patience_seconds=PATIENCE_SECONDS)


class Maker:
    """Makes traces of ten bytes and remembers them; `go` lets it work, `begun` says that it does."""

    def __init__(self, *, is_held: bool = False) -> None:
        self.made: list[str] = []
        self.begun = threading.Event()
        self.go = threading.Event()
        if not is_held:
            self.go.set()

    def __call__(self, algorithm: str, line: str) -> bytes:
        self.begun.set()
        assert self.go.wait(PATIENCE_SECONDS)
        self.made.append(line)
        return line.encode().ljust(10)


@pytest.mark.parametrize("algorithm", ["tutoriel", "projet_insa", "propagation"])
def test_a_watched_run_is_the_engines_run(algorithm: str, grids: list[str]) -> None:
    assert watched_run(algorithm, grids[0], asker=PUPIL) == trace_run(algorithm, Board.from_line(grids[0]))


def test_a_trace_is_the_same_bytes_whenever_it_is_made(grids: list[str]) -> None:
    assert make_trace("tutoriel", grids[0]) == make_trace("tutoriel", grids[0])
    assert watched_trace("tutoriel", grids[0], asker=PUPIL) == make_trace("tutoriel", grids[0])


def test_a_long_run_is_small_when_it_is_sent() -> None:
    slow = "39..4....6...2..3......149.8...3..5...71..98..3.6.....9.6.......1....5........648"
    assert watched_run("tutoriel", slow, asker=PUPIL).length > 65_000
    assert len(watched_trace("tutoriel", slow, asker=PUPIL)) < 20_000


def test_a_class_that_opens_one_grid_has_it_made_once() -> None:
    maker = Maker(is_held=True)
    cache = TraceCache(maker, queue=queue_for(35))
    with ThreadPoolExecutor(35) as pupils:
        answers = [pupils.submit(cache.get, "tutoriel", "one", asker=pupil) for pupil in range(35)]
        assert maker.begun.wait(PATIENCE_SECONDS)
        maker.go.set()
        assert {answer.result() for answer in answers} == {b"one       "}
    assert maker.made == ["one"]


def test_two_traces_are_never_made_at_once() -> None:
    working, most = 0, 0
    lock = threading.Lock()
    pause = threading.Event()

    def make(_algorithm: str, line: str) -> bytes:
        nonlocal working, most
        with lock:
            working += 1
            most = max(most, working)
        pause.wait(0.02)
        with lock:
            working -= 1
        return line.encode()

    cache = TraceCache(make, queue=queue_for(6))
    with ThreadPoolExecutor(6) as pupils:
        assert list(pupils.map(lambda n: cache.get("tutoriel", str(n), asker=n), range(6))) == [
            str(n).encode() for n in range(6)
        ]
    assert most == 1


def test_traces_are_identified_by_grid_and_algorithm() -> None:
    cache = TraceCache(lambda algorithm, line: f"{algorithm} {line}".encode())
    assert cache.get("tutoriel", "one", asker=PUPIL) == b"tutoriel one"
    assert cache.get("n_valide", "one", asker=PUPIL) == b"n_valide one"
    assert cache.get("tutoriel", "two", asker=PUPIL) == b"tutoriel two"


def test_the_cache_keeps_the_traces_used_last() -> None:
    maker = Maker()
    cache = TraceCache(maker, kept_bytes=20)
    for line in ("one", "two", "one", "three", "one", "two"):
        cache.get("tutoriel", line, asker=PUPIL)
    assert maker.made == ["one", "two", "three", "two"]


def test_a_trace_larger_than_the_cache_is_given_and_not_kept() -> None:
    maker = Maker()
    cache = TraceCache(maker, kept_bytes=9)
    assert cache.get("tutoriel", "one", asker=PUPIL) == b"one       "
    assert cache.get("tutoriel", "one", asker=PUPIL) == b"one       "
    assert maker.made == ["one", "one"]


def test_a_full_queue_refuses_visitors_unless_the_trace_is_cached() -> None:
    maker = Maker()
    cache = TraceCache(maker, queue=queue_for(1))
    cache.get("tutoriel", "kept", asker=PUPIL)
    maker.begun.clear()
    maker.go.clear()
    with ThreadPoolExecutor(1) as pupils:
        first = pupils.submit(cache.get, "tutoriel", "one", asker=PUPIL)
        assert maker.begun.wait(PATIENCE_SECONDS)
        with pytest.raises(BusyError):
            cache.get("tutoriel", "two", asker=PUPIL)
        assert cache.get("tutoriel", "kept", asker=PUPIL) == b"kept      "
        maker.go.set()
        assert first.result() == b"one       "
    assert cache.get("tutoriel", "two", asker=PUPIL) == b"two       "


def test_a_run_that_fails_leaves_its_place_free() -> None:
    def fail(_algorithm: str, _line: str) -> bytes:
        raise KeyError("no such algorithm")

    cache = TraceCache(fail, queue=queue_for(1))
    for _time in range(2):
        with pytest.raises(KeyError):
            cache.get("nonsense", "one", asker=PUPIL)
