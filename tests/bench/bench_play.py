"""A move, on the server and in the browser, and what the page of an attempt weighs."""

from collections.abc import Iterator
from statistics import quantiles

from django.test import override_settings

from .board_pages import PRESSES, Board, open_boards, typical
from .databases import empty_database, on_each_database
from .move_requests import answer_sizes, cpu_times
from .rows import Note, Row

ANSWER_BYTES = 400
# Against a bare view that does the same select, insert and update.
CPU_RATIO = 1.5
# Handler, style and layout of a key, on this processor and on one that is four times slower.
KEY_MS = 4
SLOWER = 4
FRAME_MS = 1000 / 60
FIRST_LOAD_BYTES, NEXT_LOAD_BYTES = 60 * 1024, 15 * 1024
# As good as none: a line of text that moves by its height shifts a page by more.
SHIFT = 0.001
TURNS = 15


def rows(size: int | None) -> Iterator[Row | Note]:
    """At most so many moves for the server's CPU time."""
    yield from on_each_database(move_cpu, size)
    with empty_database():
        yield move_answer()
    with empty_database(), open_boards() as board:
        yield from page_loads(board)
        yield from keys(board)
        yield layout_shift(board)


def move_cpu(size: int | None) -> Iterator[Row]:
    """The CPU time of a move, of site and database. Lower quartiles: what else there is only ever adds."""
    turns = min(size or 1_000, 1_000)
    with override_settings(ROOT_URLCONF="tests.bench.bare_site"):
        moves, bare = cpu_times(turns)
    yield Row(
        figure=f"a move, server CPU with the database's, {turns} requests, lower quartile",
        measured=quantiles(moves, n=4)[0],
        reference=quantiles(bare, n=4)[0],
        unit="ms",
        against="bare view, same select, insert, update",
        at_most=CPU_RATIO,
    )


def move_answer() -> Row:
    """The largest answer to a move that changes one cell."""
    return Row(
        figure="answer to a move, one changed cell, as sent, largest",
        measured=max(answer_sizes()),
        reference=ANSWER_BYTES,
        unit="bytes",
        against="allowed",
        at_most=1.0,
    )


def page_loads(board: Board) -> Iterator[Row]:
    """What comes when the page is opened for the first time, and when it is opened again."""
    for name, allowed in ("first load", FIRST_LOAD_BYTES), ("next load", NEXT_LOAD_BYTES):
        yield Row(
            figure=f"page of an attempt, {name}, transferred with headers",
            measured=board.open(),
            reference=allowed,
            unit="bytes",
            against="allowed",
            at_most=1.0,
        )


def keys(board: Board) -> Iterator[Row]:
    """The slowest kind of key: its work, also on a slower processor, and when it is seen."""
    board.time_keys()
    for rate in (1, SLOWER):
        board.slow_down(rate)
        typicals = {name: typical(board.times(*presses, turns=TURNS)) for name, *presses in PRESSES}
        slowest = max(typicals, key=lambda name: typicals[name])
        yield Row(
            figure=f"key, handler + style + layout, {rate}x slowed, slowest kind: {slowest}, lower quartile",
            measured=typicals[slowest][0],
            reference=KEY_MS * rate,
            unit="ms",
            against="allowed",
            at_most=1.0,
        )
        if rate == 1:
            yield until_seen(board, max(drawn for _work, drawn in typicals.values()))
    board.slow_down(1)


def until_seen(board: Board, drawn: float) -> Row:
    """From the slowest key to what it draws, against an empty handler on the same page and one frame."""
    _work, empty = typical(board.times("", "4", "", turns=2 * TURNS, is_empty=True))
    return Row(
        figure="key until it is seen, slowest kind, median",
        measured=drawn,
        reference=empty + FRAME_MS,
        unit="ms",
        against="empty handler and one frame",
        at_most=1.0,
    )


def layout_shift(board: Board) -> Row:
    """How far the page has jumped since it was opened: while it was played, and with a hint opened."""
    board.open_hint()
    return Row(
        figure="layout shift, opened, played, hint opened",
        measured=board.page.evaluate("window.shift"),
        reference=SHIFT,
        unit="",
        against="as good as none",
        at_most=1.0,
    )
