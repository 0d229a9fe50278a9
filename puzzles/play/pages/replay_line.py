"""The filled cells of an attempt over time, as a line with its marks, its words and the table behind it."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from puzzles.library.pages.durations import duration

from ..game import NO_MARKS
from ..models import Attempt, Move

# The picture in its own units, and where in it the line is drawn.
WIDTH, HEIGHT = 360, 156
LEFT, RIGHT, TOP, BOTTOM = 26, 350, 16, 130

# A pause is long from this solve time on, if it is also this many times longer than was usual.
LONG_PAUSE_MS = 30_000
LONG_PAUSE_TIMES = 4

MINUTE_MS = 60_000
TICKS_MS = (5_000, 15_000, 30_000, *(MINUTE_MS * each for each in (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)))
TICKS_AT_MOST = 5
ROWS_BETWEEN_MARKS = 8

_HELP = {
    Move.Kind.HINT,
    Move.Kind.LIST_STEPS,
    Move.Kind.CHECK,
    Move.Kind.REWIND,
    Move.Kind.DEDUCTION,
    Move.Kind.SHOW_CELL,
    Move.Kind.SHOW_SIMPLE,
    Move.Kind.SHOW_SOLUTION,
}

# The signs of the marks, around the middle of each.
SHAPES = {
    "slip": "m-4.5 -4h9l-4.5 8z",
    "hint": "m0 -5l4.5 5-4.5 5-4.5-5z",
    "pause": "m-3.5 -4.5h2.4v9h-2.4zm4.6 0h2.4v9h-2.4z",
    "solved": "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
}
# How far below the line they are.
OFFSETS = {"slip": -8, "hint": 8, "solved": 0}
NAMES = {
    "slip": gettext_lazy("slip"),
    "hint": gettext_lazy("hint or other help"),
    "pause": gettext_lazy("long pause"),
    "solved": gettext_lazy("solved"),
}
COUNTED = {
    "slip": ngettext_lazy("%d slip", "%d slips"),
    "hint": ngettext_lazy("%d hint or other help", "%d hints and other help"),
    "pause": ngettext_lazy("%d long pause", "%d long pauses"),
}


class Start(NamedTuple):
    """What there is before the first of some moves: their attempt may have earlier ones, `number` of them."""

    number: int
    digits: str
    marks: tuple[int, ...]
    filled: int = 0
    elapsed_ms: int = 0


class Mark(NamedTuple):
    """Something worth going to, and the move it is at: 1 is the first of those shown."""

    number: int
    kind: str


class Tick(NamedTuple):
    """A line of the picture's ground, and what stands beside it."""

    at: float
    label: str


@dataclass(frozen=True)
class MarkPath:
    """All marks of a kind as one path; `sign` is the same alone, for the legend."""

    kind: str
    name: str
    path: str
    sign: str


@dataclass(frozen=True)
class Row:
    """A line of the table: the time, how many cells were filled then, and what happened."""

    number: int
    elapsed_ms: int
    filled: int
    words: str


@dataclass(frozen=True)
class ReplayLine:
    """The picture. `points` are where the line is after each move, the first before all of them."""

    path: str
    points: list[tuple[float, float]]
    marks: list[MarkPath]
    times: list[Tick]
    counts: list[Tick]
    words: str
    rows: list[Row]


def replay_line(
    attempt: Attempt,
    moves: Sequence[Move],
    marks: Sequence[Mark],
    told: Sequence[str],
    start: Start | None = None,
) -> ReplayLine:
    """The line of an attempt, or of those of its moves that follow `start`; `told` are the moves in words."""
    start = start or beginning_of(attempt)
    times = [start.elapsed_ms, *clock(moves, start.elapsed_ms)]
    filled = filled_counts(moves, start.filled)
    empty = attempt.puzzle.givens.count(".")
    span = times[0], times[-1]
    points = [(_x(time, *span), _y(count, empty)) for time, count in zip(times, filled, strict=True)]
    return ReplayLine(
        path=step_path(points),
        points=points,
        marks=mark_paths(marks, points),
        times=[Tick(_x(each, *span), tick_label(each)) for each in time_ticks(*reversed(span))],
        counts=[Tick(_y(each, empty), str(each)) for each in count_ticks(empty)],
        words=line_words(marks, filled[-1], empty, times[-1]),
        rows=table_rows(marks, times, filled, told, start.number),
    )


def beginning_of(attempt: Attempt) -> Start:
    """What there is before the first move of all."""
    return Start(0, attempt.puzzle.givens, NO_MARKS)


def clock(moves: Iterable[Move], start_ms: int = 0) -> list[int]:
    """The solve time at each move; it never goes back."""
    times, last = [], start_ms
    for move in moves:
        last = max(last, move.elapsed_ms)
        times.append(last)
    return times


def filled_counts(moves: Iterable[Move], filled: int = 0) -> list[int]:
    """How many cells the player had filled before the first of these moves and after each."""
    counts = [filled]
    for move in moves:
        change = sum(bool(after) - bool(before) for _cell, before, after, *_notes in move.effect)
        counts.append(counts[-1] + change)
    return counts


# What is worth going to


def marks_of(attempt: Attempt, moves: Sequence[Move], *, slips_told: bool, start_ms: int = 0) -> list[Mark]:
    """Slips where they may be told, help, long pauses and the end, in the order of the moves."""
    marks = [Mark(number, "pause") for number in long_pauses(clock(moves, start_ms), start_ms)]
    for number, (before, move) in enumerate(pairwise([None, *moves]), 1):
        if move is None:
            continue
        if slips_told and move.slip:
            marks.append(Mark(number, "slip"))
        if move.kind in _HELP and not _goes_deeper(before, move):
            marks.append(Mark(number, "hint"))
    if attempt.state in (Attempt.State.SOLVED, Attempt.State.HELPED) and (solved := solved_at(moves)):
        marks.append(Mark(solved, "solved"))
    return sorted(marks)


def solved_at(moves: Sequence[Move]) -> int:
    """Which of the moves was the last that changed the grid; 0 for none."""
    return next((number for number, move in reversed([*enumerate(moves, 1)]) if move.effect), 0)


def long_pauses(times: Sequence[int], start_ms: int = 0) -> list[int]:
    """The numbers of the moves before which the player thought for long."""
    gaps = [after - before for before, after in pairwise([start_ms, *times])]
    if not gaps:
        return []
    long = max(LONG_PAUSE_MS, LONG_PAUSE_TIMES * median(gaps))
    return [number for number, gap in enumerate(gaps, 1) if gap >= long]


def _goes_deeper(before: Move | None, move: Move) -> bool:
    """Whether a move tells more of the hint that the move before has begun."""
    return before is not None and before.kind == move.kind == Move.Kind.HINT and before.rung < move.rung


# The picture


def _x(time: int, first: int, last: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * (time - first) / (last - first), 1) if last > first else LEFT


def _y(count: int, empty: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * count / empty, 1) if empty else BOTTOM


def step_path(points: Sequence[tuple[float, float]]) -> str:
    """A line that stays level until a cell is filled or emptied, and then goes up or down."""
    x, y = points[0]
    parts = [f"M{x:g} {y:g}"]
    for next_x, next_y in points[1:]:
        if next_y != y:
            parts.append(f"H{next_x:g}V{next_y:g}")
            y = next_y
    return "".join(parts) + f"H{points[-1][0]:g}"


def mark_paths(marks: Iterable[Mark], points: Sequence[tuple[float, float]]) -> list[MarkPath]:
    """One path for each kind that there is. A pause lies in the middle of its time, the rest on the line."""
    drawn: dict[str, list[str]] = {}
    for number, kind in marks:
        x, y = points[number]
        if kind == "pause":
            x, y = (points[number - 1][0] + x) / 2, points[number - 1][1] - 9
        else:
            y += OFFSETS[kind]
        drawn.setdefault(kind, []).append(f"M{x:g} {y:g}{SHAPES[kind]}")
    return [
        MarkPath(kind, str(NAMES[kind]), "".join(drawn[kind]), f"M7 7{SHAPES[kind]}")
        for kind in SHAPES
        if kind in drawn
    ]


def time_ticks(last: int, first: int = 0) -> list[int]:
    """Round times, a few of them, from the beginning to the end."""
    step = next((each for each in TICKS_MS if (last - first) / each < TICKS_AT_MOST), TICKS_MS[-1])
    ticks = list(range(-(-first // step) * step, last + 1, step))
    # Some milliseconds may have no round time among them.
    return ticks[:: max(-(-len(ticks) // TICKS_AT_MOST), 1)]


def tick_label(ms: int) -> str:
    """A round time in one unit, as far as it goes."""
    if ms % MINUTE_MS or not ms:
        return duration(ms)
    return _("%(minutes)d min") % {"minutes": ms // MINUTE_MS}


def count_ticks(empty: int) -> list[int]:
    """Round numbers of cells, and all of them."""
    return [*(each for each in (0, 20, 40, 60) if each <= empty - 10), empty]


# In words


def line_words(marks: Iterable[Mark], filled: int, empty: int, last: int) -> str:
    """What the picture shows, in a sentence or two."""
    cells = ngettext(
        "%(filled)d of %(count)d empty cell filled after %(time)s.",
        "%(filled)d of %(count)d empty cells filled after %(time)s.",
        empty,
    ) % {"filled": filled, "count": empty, "time": duration(last)}
    counts = Counter(mark.kind for mark in marks)
    told = [str(words % counts[kind]) for kind, words in COUNTED.items() if counts[kind]]
    return f"{cells} {', '.join(told).capitalize()}." if told else cells


def table_rows(
    marks: Sequence[Mark], times: Sequence[int], filled: Sequence[int], told: Sequence[str], earlier: int = 0
) -> list[Row]:
    """The beginning, the end, every mark, and some moves between at even times."""
    at_marks: dict[int, list[str]] = {}
    for number, kind in marks:
        at_marks.setdefault(number, []).append(str(NAMES[kind]))
    first, length = times[0], times[-1] - times[0]
    even = [
        bisect_right(times, first + length * each // ROWS_BETWEEN_MARKS) - 1
        for each in range(ROWS_BETWEEN_MARKS)
    ]
    numbers = sorted({0, len(told), *even, *at_marks})
    return [
        Row(earlier + each, times[each], filled[each], _row_words(each, told, at_marks.get(each, [])))
        for each in numbers
    ]


def _row_words(number: int, told: Sequence[str], marks: Sequence[str]) -> str:
    words = told[number - 1] if number else _("the beginning")
    return f"{words} ({', '.join(marks)})" if marks else words
