"""The filled cells of an attempt over time, as a line with its moments and the table behind it."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy

from puzzles.library.pages import durations

from ..game import NO_MARKS
from ..models import Attempt, Move
from ..pictures.replay_chart import FRAME, Frame, step_path, x_at, y_at

# A pause is long from this solve time on, if it is also this many times longer than was usual.
LONG_PAUSE_MS = 30_000
LONG_PAUSE_TIMES = 4

MINUTE_MS = 60_000
TICKS_MS = (5_000, 15_000, 30_000, *(MINUTE_MS * each for each in (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)))
MAX_TICKS = 5
ROWS_BETWEEN_MOMENTS = 8


class MomentKind(models.TextChoices):
    MISTAKE = "mistake", gettext_lazy("mistake")
    HINT = "hint", gettext_lazy("hint or other help")
    PAUSE = "pause", gettext_lazy("long pause")
    SOLVED = "solved", gettext_lazy("solved")


# SVG paths of the marks of the moments, relative to their centres.
SHAPES = {
    MomentKind.MISTAKE: "m-4.5 -4h9l-4.5 8z",
    MomentKind.HINT: "m0 -5l4.5 5-4.5 5-4.5-5z",
    MomentKind.PAUSE: "m-3.5 -4.5h2.4v9h-2.4zm4.6 0h2.4v9h-2.4z",
    MomentKind.SOLVED: "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
}
# Their distance below the line.
OFFSETS = {MomentKind.MISTAKE: -8, MomentKind.HINT: 8, MomentKind.SOLVED: 0}

HELP = {
    Move.Kind.HINT,
    Move.Kind.LIST_STEPS,
    Move.Kind.CHECK,
    Move.Kind.REWIND,
    Move.Kind.DEDUCTION,
    Move.Kind.SHOW_CELL,
    Move.Kind.SHOW_SIMPLE,
    Move.Kind.SHOW_SOLUTION,
}


class Start(NamedTuple):
    """The board before the first move shown; `number` moves of the attempt come before it."""

    number: int
    digits: str
    marks: tuple[int, ...]
    filled: int = 0
    elapsed_ms: int = 0


class Moment(NamedTuple):
    """A moment worth a look and the number of its move, from 1 for the first move shown."""

    number: int
    kind: MomentKind


class Tick(NamedTuple):
    """A grid line of the picture and its label."""

    at: float
    label: str


@dataclass(frozen=True)
class Moments:
    """All moments of a kind as one path."""

    kind: MomentKind
    count: int
    path: str

    @property
    def sign(self) -> str:
        """The mark alone, for legends and buttons."""
        return f"M7 7{SHAPES[self.kind]}"


class Row(NamedTuple):
    """A line of the table; `move` describes the move, "" before the first."""

    number: int
    elapsed_ms: int
    filled: int
    move: str
    moments: list[MomentKind]


@dataclass(frozen=True)
class ReplayLine:
    """The picture. `points` are the positions of the line: before the first move, and after each move.

    At the end `filled` of the `empty` cells were filled, after `elapsed_ms`.
    """

    path: str
    points: list[tuple[float, float]]
    moments: list[Moments]
    times: list[Tick]
    counts: list[Tick]
    rows: list[Row]
    filled: int
    empty: int
    elapsed_ms: int
    frame: Frame = FRAME


def replay_line(
    attempt: Attempt,
    moves: Sequence[Move],
    moments: Sequence[Moment],
    descriptions: Sequence[str],
    start: Start | None = None,
) -> ReplayLine:
    """The line of an attempt, or of those of its moves that follow `start`, described in words."""
    start = start or beginning_of(attempt)
    times = [start.elapsed_ms, *clock(moves, start.elapsed_ms)]
    filled = filled_counts(moves, start.filled)
    empty = attempt.puzzle.givens.count(".")
    span = times[0], times[-1]
    points = [(x_at(time, *span), y_at(count, empty)) for time, count in zip(times, filled, strict=True)]
    return ReplayLine(
        path=step_path(points),
        points=points,
        moments=moment_paths(moments, points),
        times=[Tick(x_at(each, *span), durations.clock(each)) for each in time_ticks(*reversed(span))],
        counts=[Tick(y_at(each, empty), str(each)) for each in count_ticks(empty)],
        rows=table_rows(moments, times, filled, descriptions, start.number),
        filled=filled[-1],
        empty=empty,
        elapsed_ms=times[-1],
    )


def beginning_of(attempt: Attempt) -> Start:
    """The board of an attempt before its first move."""
    return Start(0, attempt.puzzle.givens, NO_MARKS)


def clock(moves: Iterable[Move], start_ms: int = 0) -> list[int]:
    """The solve time at each move; it never goes back."""
    times, last = [], start_ms
    for move in moves:
        last = max(last, move.elapsed_ms)
        times.append(last)
    return times


def filled_counts(moves: Iterable[Move], filled: int = 0) -> list[int]:
    """The number of cells filled by the player: before the first of these moves, and after each."""
    counts = [filled]
    for move in moves:
        change = sum(bool(after) - bool(before) for _cell, before, after, *_notes in move.effect)
        counts.append(counts[-1] + change)
    return counts


# Moments


def moments_of(
    attempt: Attempt, moves: Sequence[Move], *, with_mistakes: bool, start_ms: int = 0
) -> list[Moment]:
    """Mistakes where the reader may see them, help, long pauses and the end, in the order of the moves."""
    moments = [Moment(number, MomentKind.PAUSE) for number in long_pauses(clock(moves, start_ms), start_ms)]
    before = None
    for number, move in enumerate(moves, 1):
        if with_mistakes and move.mistake:
            moments.append(Moment(number, MomentKind.MISTAKE))
        if move.kind in HELP and not _goes_deeper(before, move):
            moments.append(Moment(number, MomentKind.HINT))
        before = move
    if attempt.state in (Attempt.State.SOLVED, Attempt.State.HELPED) and (solved := solved_at(moves)):
        moments.append(Moment(solved, MomentKind.SOLVED))
    return sorted(moments)


def solved_at(moves: Sequence[Move]) -> int:
    """The number of the last move that changed the grid; 0 for none."""
    return next((number for number, move in reversed([*enumerate(moves, 1)]) if move.effect), 0)


def long_pauses(times: Sequence[int], start_ms: int = 0) -> list[int]:
    """The numbers of the moves before which the player thought for long."""
    gaps = [after - before for before, after in pairwise([start_ms, *times])]
    if not gaps:
        return []
    long = max(LONG_PAUSE_MS, LONG_PAUSE_TIMES * median(gaps))
    return [number for number, gap in enumerate(gaps, 1) if gap >= long]


def _goes_deeper(before: Move | None, move: Move) -> bool:
    """Whether a move reveals more of the hint that the move before has begun."""
    return before is not None and before.kind == move.kind == Move.Kind.HINT and before.rung < move.rung


# The picture


def moment_paths(moments: Iterable[Moment], points: Sequence[tuple[float, float]]) -> list[Moments]:
    """One path for each kind of moment. Pauses are in the middle of their time, the others on the line."""
    drawn: dict[MomentKind, list[str]] = {}
    for number, kind in moments:
        x, y = points[number]
        if kind == MomentKind.PAUSE:
            x, y = (points[number - 1][0] + x) / 2, points[number - 1][1] - 9
        else:
            y += OFFSETS[kind]
        drawn.setdefault(kind, []).append(f"M{x:g} {y:g}{SHAPES[kind]}")
    return [Moments(kind, len(drawn[kind]), "".join(drawn[kind])) for kind in MomentKind if kind in drawn]


def time_ticks(last: int, first: int = 0) -> list[int]:
    """Round times, a few of them, from the beginning to the end."""
    step = next((each for each in TICKS_MS if (last - first) / each < MAX_TICKS), TICKS_MS[-1])
    ticks = list(range(-(-first // step) * step, last + 1, step))
    # Some milliseconds may have no round time among them.
    return ticks[:: max(-(-len(ticks) // MAX_TICKS), 1)]


def count_ticks(empty: int) -> list[int]:
    """Round numbers of cells, and all of them."""
    return [*(each for each in (0, 20, 40, 60) if each <= empty - 10), empty]


def table_rows(
    moments: Sequence[Moment],
    times: Sequence[int],
    filled: Sequence[int],
    descriptions: Sequence[str],
    earlier: int = 0,
) -> list[Row]:
    """The beginning, the end, every moment, and some moves between at even times."""
    kinds: dict[int, list[MomentKind]] = {}
    for number, kind in moments:
        kinds.setdefault(number, []).append(kind)
    first, length = times[0], times[-1] - times[0]
    even = [
        bisect_right(times, first + length * each // ROWS_BETWEEN_MOMENTS) - 1
        for each in range(ROWS_BETWEEN_MOMENTS)
    ]
    return [
        Row(
            earlier + each,
            times[each],
            filled[each],
            move=descriptions[each - 1] if each else "",
            moments=kinds.get(each, []),
        )
        for each in sorted({0, len(descriptions), *even, *kinds})
    ]
