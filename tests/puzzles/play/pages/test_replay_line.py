"""The line of filled cells over time: its marks, its places and its words."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from puzzles.play.models import Attempt, Move
from puzzles.play.pages.replay_line import (
    LONG_PAUSE_MS,
    MAX_TICKS,
    Moment,
    MomentKind,
    Moments,
    ReplayLine,
    clock,
    filled_counts,
    long_pauses,
    moments_of,
    replay_line,
    time_ticks,
)
from puzzles.play.pictures.replay_chart import FRAME

StartAttempt = Callable[..., Attempt]


@pytest.fixture
def solved(attempt_of: StartAttempt, student: User) -> Attempt:
    attempt = attempt_of(student)
    attempt.state = Attempt.State.SOLVED
    return attempt


def moves_of(*moves: dict[str, object]) -> list[Move]:
    return [
        Move(number=number, **({"kind": "d", "elapsed_ms": 5000 * number} | fields))
        for number, fields in enumerate(moves, 1)
    ]


PLACED = {"effect": [[2, 0, 4, 0, 0]]}
CLEARED = {"kind": "x", "effect": [[2, 4, 0, 0, 0]]}


def line_of(attempt: Attempt, moves: list[Move]) -> ReplayLine:
    moments = moments_of(attempt, moves, with_mistakes=True)
    return replay_line(attempt, moves, moments, [f"move {move.number}" for move in moves])


def test_mistakes_help_and_the_end_are_marked(solved: Attempt) -> None:
    moves = moves_of(PLACED | {"mistake": True}, CLEARED, {"kind": "h", "rung": 1}, {"kind": "p", **PLACED})
    told = moments_of(solved, moves, with_mistakes=True)
    assert told == [
        Moment(1, MomentKind.MISTAKE),
        Moment(3, MomentKind.HINT),
        Moment(4, MomentKind.HINT),
        Moment(4, MomentKind.SOLVED),
    ]
    assert Moment(1, MomentKind.MISTAKE) not in moments_of(solved, moves, with_mistakes=False)


def test_a_hint_that_goes_deeper_is_one_point(solved: Attempt) -> None:
    rungs = [{"kind": "h", "rung": rung} for rung in (1, 2, 4, 1, 1)]
    moments = moments_of(solved, moves_of(*rungs, PLACED), with_mistakes=True)
    assert [moment.number for moment in moments if moment.kind == MomentKind.HINT] == [1, 4, 5]


def test_an_unfinished_attempt_has_no_end(attempt_of: StartAttempt, student: User) -> None:
    assert moments_of(attempt_of(student), moves_of(PLACED), with_mistakes=True) == []


def test_a_long_pause_is_long_compared_with_the_players_other_pauses() -> None:
    quick = [2000 * each for each in range(1, 6)]
    assert long_pauses([*quick, quick[-1] + LONG_PAUSE_MS]) == [6]
    assert long_pauses([*quick, quick[-1] + LONG_PAUSE_MS - 1]) == []
    # For a player who always thinks for half a minute, half a minute is no long pause.
    assert long_pauses([LONG_PAUSE_MS * each for each in range(1, 6)]) == []
    assert long_pauses([]) == []


def test_the_clock_never_goes_back() -> None:
    moves = moves_of({"elapsed_ms": 3000}, {"elapsed_ms": 1000}, {"elapsed_ms": 4000})
    assert clock(moves) == [3000, 3000, 4000]


def test_cells_are_counted_as_they_are_filled_and_emptied(solved: Attempt) -> None:
    changed = {"effect": [[2, 4, 7, 0, 0], [3, 0, 0, 0, 5]]}
    assert filled_counts(moves_of(PLACED, changed, CLEARED, {"kind": "k"})) == [0, 1, 1, 0, 0]


def test_the_line_goes_from_one_corner_to_the_other(solved: Attempt) -> None:
    everything = {"effect": [[cell, 0, 1, 0, 0] for cell in range(81) if solved.puzzle.givens[cell] == "."]}
    line = line_of(solved, moves_of({"kind": "k"}, everything))
    _width, _height, left, right, top, bottom = FRAME
    assert line.points == [(left, bottom), ((left + right) / 2, bottom), (right, top)]
    assert line.path == f"M{left} {bottom}H{right}V{top}H{right}"


def test_moves_that_took_no_time_lie_at_the_beginning(solved: Attempt) -> None:
    line = line_of(solved, moves_of(PLACED | {"elapsed_ms": 0}))
    assert {x for x, _y in line.points} == {FRAME.left}


@given(st.integers(0, 10**8))
def test_the_times_beside_the_line_are_few_and_within_it(last: int) -> None:
    ticks = time_ticks(last)
    assert 1 <= len(ticks) <= MAX_TICKS
    assert ticks[0] == 0
    assert ticks[-1] <= last


def test_the_times_beside_the_line_are_those_of_a_clock(attempt: Attempt) -> None:
    moves = [Move(attempt=attempt, number=1, kind=Move.Kind.CHECK, elapsed_ms=90_000)]
    line = replay_line(attempt, moves, [], ["check"])
    assert [tick.label for tick in line.times] == ["0:00", "0:30", "1:00", "1:30"]


def words_of(line: ReplayLine) -> list[str]:
    """What the picture says of itself, and what its table says of each move."""
    html = render_to_string("play/_replay_line.html", {"line": line})
    return re.findall(r'(?<=line-words">).*(?=</desc>)|(?<=<td>).*(?=</td>)', html)


def test_the_text_describes_the_moments(solved: Attempt) -> None:
    line = line_of(solved, moves_of(PLACED | {"elapsed_ms": 0}))
    moments = [
        Moments(MomentKind.MISTAKE, 1, ""),
        Moments(MomentKind.HINT, 2, ""),
        Moments(MomentKind.SOLVED, 1, ""),
    ]
    told = replace(line, moments=moments, filled=51, elapsed_ms=61_000)
    assert words_of(told)[0] == (
        "51 of 51 empty cells filled after 1 min 01 s. 1 mistake, 2 hints and other help."
    )
    untold = replace(line, moments=[], filled=0, elapsed_ms=0)
    assert words_of(untold)[0] == "0 of 51 empty cells filled after 0 s."


def test_the_table_has_the_ends_every_point_and_some_between(solved: Attempt) -> None:
    moves = moves_of(*[{"kind": "n"}] * 99, PLACED | {"mistake": True}, *[{"kind": "n"}] * 100)
    line = line_of(solved, moves)
    rows = line.rows
    numbers = [row.number for row in rows]
    assert numbers == sorted(set(numbers))
    assert {0, 100, 200} <= set(numbers)
    assert 8 <= len(rows) <= 12
    marked = next(row for row in rows if row.number == 100)
    assert (marked.elapsed_ms, marked.filled) == (500_000, 1)
    assert "100. move 100 (mistake, solved)" in words_of(line)
    assert words_of(line)[1] == "the beginning"
