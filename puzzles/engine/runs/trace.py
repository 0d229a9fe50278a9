"""A trace: one run of an algorithm on one grid, with random access to its events.

At most 200,000 events are kept: the first 180,000 or so, and the last 20,000 or so; in between, only
keyframes. A run is recorded up to 2,000,000 events; beyond that its totals are a lower bound ("more than").
State n is the state after n events; state 0 is the start. Where events are kept, a keyframe (a whole state)
comes at least every 1,000 events, so that reaching any state replays at most 1,000.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..board import Board
from ..worksheets import ExplorerCall, explore
from .catalogue import ALGORITHMS, Algorithm
from .events import LONGEST_PIECE, Counters, Event, Piece, State
from .replay import DigitTest, Player

KEPT_EVENTS = 200_000
EVENT_LIMIT = 2_000_000

_TAIL_PIECES = 20
_HEAD_EVENTS = KEPT_EVENTS - _TAIL_PIECES * LONGEST_PIECE
_GAP_STRIDE = 10


class EventNotKeptError(LookupError):
    """The event is outside the trace, or in the part of a long run of which only keyframes are kept."""


class Keyframe(NamedTuple):
    """A state and its number."""

    number: int
    state: State


class Walked(NamedTuple):
    """One event of a walk: its number, the tests before it, the state after it and its depth."""

    number: int
    event: Event
    tests: list[DigitTest]
    state: State
    depth: int


class ReplayedTest(NamedTuple):
    """One test between two events: which digit in which cell, the call that makes it, the cells looked at.

    `call` is None in E (see `runs/__init__.py`), whose test is the choice itself.
    """

    tested: DigitTest
    call: ExplorerCall | None
    looked_at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """One run. The events are two byte strings; event n (from 0) leads from state n to state n + 1.

    The events before `head` and from `tail` on are kept; the two are equal when all events are.
    """

    algorithm: str
    puzzle: str
    codes: bytes
    cells: bytes
    head: int
    tail: int
    length: int
    is_exact: bool
    keyframes: tuple[Keyframe, ...]

    @property
    def givens(self) -> bytes:
        """The digits of the grid as given, 0 for an empty cell."""
        return self.keyframes[0].state.digits

    @property
    def final(self) -> State:
        """The last state."""
        return self.keyframes[-1].state

    @property
    def totals(self) -> Counters:
        """What the run did in all; at least that when the run is not exact."""
        return self.final.counters

    @property
    def is_solved(self) -> bool:
        """Whether a solution was found."""
        return self.totals.solutions > 0

    def event(self, number: int) -> Event:
        """Event n. Raises EventNotKeptError."""
        place = self._place(number)
        return Event.from_bytes(self.codes[place], self.cells[place])

    def events(self) -> Iterator[tuple[int, Event]]:
        """The kept events with their numbers."""
        for number in (*range(self.head), *range(self.tail, self.length)):
            yield number, self.event(number)

    def line(self, number: int) -> int:
        """The line of the course's text that does event n. Raises EventNotKeptError."""
        return self._algorithm.line(self.event(number).operation)

    def state(self, number: int) -> State:
        """State n. Raises EventNotKeptError."""
        return self._player_at(number).state()

    def depth(self, number: int) -> int:
        """The depth of the solver in state n; 0 without recursion. Raises EventNotKeptError."""
        return self._algorithm.player.depth(self.state(number), self.givens)

    def walk(self, start: int = 0) -> Iterator[Walked]:
        """The events from one on, one after the other, up to the first that is not kept."""
        player = self._player_at(start)
        for number in range(start, self.head if start < self.head else self.length):
            event = self.event(number)
            tests = player.tests_before(event)
            player.apply(event)
            state = player.state()
            yield Walked(number, event, tests, state, self._algorithm.player.depth(state, self.givens))

    def tests_before(self, number: int) -> list[DigitTest]:
        """The tests that lead to event n, in order. Raises EventNotKeptError."""
        return self._player_at(number).tests_before(self.event(number))

    def replay_test(self, number: int, *, nth: int) -> ReplayedTest:
        """The nth test (from 0) that leads to event n. Raises EventNotKeptError, IndexError."""
        player = self._player_at(number)
        tested = player.tests_before(self.event(number))[nth]
        test = self._algorithm.test
        if test is None:
            return ReplayedTest(tested, None, (tested.cell,))
        board = Board(tuple(player.digits))
        call = explore(self.algorithm, test, board, cell=tested.cell, digit=tested.digit)
        return ReplayedTest(tested, call, call.looked_at or (tested.cell,))

    def cut(self, number: int) -> "Trace":
        """The run up to state n, without anything that comes later. Raises EventNotKeptError.

        For a run that is being predicted: not even its length or its totals say how it goes on.
        """
        if not 0 <= number <= self.head:
            raise EventNotKeptError(f"state {number} does not end the kept start: 0 to {self.head} do")
        keyframes = [keyframe for keyframe in self.keyframes if keyframe.number <= number]
        if keyframes[-1].number < number:
            keyframes.append(Keyframe(number, self.state(number)))
        return replace(
            self,
            codes=self.codes[:number],
            cells=self.cells[:number],
            head=number,
            tail=number,
            length=number,
            is_exact=self.is_exact and number == self.length,
            keyframes=tuple(keyframes),
        )

    @property
    def _algorithm(self) -> Algorithm:
        return ALGORITHMS[self.algorithm]

    def _place(self, number: int) -> int:
        if 0 <= number < self.head:
            return number
        if self.tail <= number < self.length:
            return number - self.tail + self.head
        raise EventNotKeptError(
            f"event {number} is not kept: 0 to {self.head} and {self.tail} to {self.length} are"
        )

    def _player_at(self, number: int) -> Player:
        index = bisect_right(self.keyframes, number, key=lambda keyframe: keyframe.number) - 1
        if index < 0 or number > self.length:
            raise EventNotKeptError(f"state {number} lies outside 0 to {self.length}")
        keyframe = self.keyframes[index]
        player = self._algorithm.player(keyframe.state, self.givens)
        for between in range(keyframe.number, number):
            player.apply(self.event(between))
        return player


def trace_run(name: str, board: Board, *, event_limit: int = EVENT_LIMIT) -> Trace:
    """The run of an algorithm on a board. Raises KeyError for an unknown algorithm."""
    algorithm = ALGORITHMS[name]
    recorder = _Recorder(algorithm.player.start(board))
    is_exact = True
    pieces = algorithm.pieces(board)
    for piece in pieces:
        recorder.add(piece)
        if recorder.length >= event_limit:
            is_exact = next(pieces, None) is None
            break
    return recorder.trace(algorithm=name, puzzle=board.to_line(), is_exact=is_exact)


class _Recorder:
    """Keeps the head and the tail of a run, and keyframes."""

    def __init__(self, start: State) -> None:
        self.length = 0
        self._last = start
        self._head: list[Piece] = []
        self._head_length = 0
        self._tail: deque[tuple[Keyframe, Piece]] = deque()
        self._keyframes: list[Keyframe] = []
        self._dropped = 0

    def add(self, piece: Piece) -> None:
        """Take the next piece."""
        keyframe = Keyframe(self.length, self._last)
        if self.length + len(piece.codes) <= _HEAD_EVENTS and not self._tail:
            self._keyframes.append(keyframe)
            self._head.append(piece)
            self._head_length += len(piece.codes)
        else:
            self._tail.append((keyframe, piece))
        if len(self._tail) > _TAIL_PIECES:
            self._drop(self._tail.popleft()[0])
        self.length += len(piece.codes)
        self._last = piece.state

    def trace(self, *, algorithm: str, puzzle: str, is_exact: bool) -> Trace:
        """What was kept."""
        pieces = [*self._head, *(piece for _, piece in self._tail)]
        keyframes = [*self._keyframes, *(keyframe for keyframe, _ in self._tail)]
        return Trace(
            algorithm=algorithm,
            puzzle=puzzle,
            codes=b"".join(piece.codes for piece in pieces),
            cells=b"".join(piece.cells for piece in pieces),
            head=self._head_length,
            tail=self._tail[0][0].number if self._tail else self.length,
            length=self.length,
            is_exact=is_exact,
            keyframes=(*keyframes, Keyframe(self.length, self._last)),
        )

    def _drop(self, keyframe: Keyframe) -> None:
        # The first dropped one is kept: it is the state after the last event of the head.
        if self._dropped % _GAP_STRIDE == 0:
            self._keyframes.append(keyframe)
        self._dropped += 1
