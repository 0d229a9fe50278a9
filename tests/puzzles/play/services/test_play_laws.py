"""The laws of moves on their way: one page's order is its own, between pages the order of arrival decides."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from puzzles.engine import Board
from puzzles.library.models import Puzzle
from puzzles.play.game import Change, GameState, Op, apply_op, new_game, replay
from puzzles.play.models import Attempt
from puzzles.play.services import play
from puzzles.play.services.hints.reveal import rewind
from puzzles.play.services.play import SentOp

GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PAGES = ("a" * 16, "b" * 16)
StartAttempt = Callable[..., Attempt]

# A given, and empty cells of which many see each other.
cells = st.sampled_from([0, 2, 3, 5, 10, 11, 20])
several = st.lists(cells, min_size=1, max_size=4, unique=True)
digits = st.integers(1, 9)
placed = st.builds(Op, st.sampled_from("ddddi"), cells, st.integers(1, 4))
marked = st.builds(
    lambda kind, where, digit: Op(kind, where[0], digit, tuple(where[1:])),
    st.sampled_from("nnocelx"),
    several,
    digits,
)
whole = st.sampled_from("urgubfru").map(Op)
nonsense = st.builds(Op, st.sampled_from(["q", "", "d", "u"]), st.sampled_from([None, 81]), digits)
some_op = st.one_of(placed, placed, placed, marked, marked, whole, whole, nonsense)
lengths = st.sampled_from([20, 1, 3, 10, 40])
ops_of_a_page = lengths.flatmap(lambda count: st.lists(some_op, min_size=count, max_size=count))

law = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40
)


def final(ops: list[Op]) -> GameState:
    """The game after these ops, one after the other, without any request or table."""
    state = new_game(Board.from_line(GIVENS).digits)
    for op in ops:
        state = apply_op(state, op).state
    return state


def seen(state: GameState) -> tuple[Any, ...]:
    """All of a game but what the moves on its stacks did."""
    stacks = [[done.number for done in stack] for stack in (state.undo, state.redo)]
    return state.digits, state.marks, state.checkpoint, state.version, *stacks


def cut(draw: st.DataObject, ops: list[Op]) -> list[list[Op]]:
    """Ops in parts, cut anywhere."""
    places = draw.draw(st.sets(st.integers(0, len(ops)), max_size=8))
    return [ops[start:end] for start, end in pairwise([0, *sorted(places), len(ops)])]


@settings(max_examples=150)
@given(ops=ops_of_a_page, data=st.data())
def test_a_game_that_is_put_away_goes_on_as_if_it_had_not_been(ops: list[Op], data: st.DataObject) -> None:
    """Between two requests a game is text, and of its stacks only what can be reached is looked up."""
    attempt = Attempt(puzzle=Puzzle(givens=GIVENS), digits=GIVENS)
    effects = {}
    for part in cut(data, ops):
        reach = sum(op.kind in "ur" for op in part if op.kind)
        stacks = attempt.game_state()
        near = [*stacks.undo[-reach:], *stacks.redo[-reach:]] if reach else []
        state = attempt.game_state({done.number: effects[done.number] for done in near})
        for op in part:
            outcome = apply_op(state, op)
            if outcome.state.version > state.version:
                effects[outcome.state.version] = outcome.effect
            state = outcome.state
        attempt.hold_state(state)
    assert seen(attempt.game_state()) == seen(final(ops))


# With the database


@pytest.fixture
def fresh(attempt_of: StartAttempt, student: User) -> Callable[[], Attempt]:
    """`fresh()`: the only attempt there is."""

    def start() -> Attempt:
        Attempt.objects.all().delete()
        return attempt_of(student)

    return start


def numbered(ops: list[Op]) -> list[SentOp]:
    return [SentOp(seq, op, 50) for seq, op in enumerate(ops, 1)]


def deliver(attempt: Attempt, page: str, ops: list[SentOp]) -> int:
    """Send these; up to which number the server has all of the page's ops by then."""
    game = play.play_moves(player=attempt.player, attempt_id=attempt.pk, client=page, ops=ops)
    assert game.client is not None
    return game.client.last_seq


def stray(draw: st.DataObject, ops: list[SentOp]) -> Iterator[list[SentOp]]:
    """Parts of a page's ops as a bad line delivers them: overlapping, twice, in any order, with gaps."""
    for _ in range(draw.draw(st.integers(0, 5))):
        start = draw.draw(st.integers(0, len(ops) - 1))
        yield ops[start : draw.draw(st.integers(start, len(ops)))]


def assert_replays_to(attempt: Attempt, wanted: GameState | None = None) -> None:
    """The grid is the replay of its moves, and as wanted."""
    attempt.refresh_from_db()
    rows = list(attempt.moves.order_by("number"))
    effects = [tuple([Change(*change) for change in row.effect]) for row in rows]
    again = replay(Board.from_line(GIVENS).digits, effects)
    state = attempt.game_state()
    assert [row.number for row in rows] == list(range(1, attempt.version + 1))
    assert (again.digits, again.marks) == (state.digits, state.marks)
    if wanted:
        assert seen(state) == seen(wanted)


@law
@given(ops=ops_of_a_page, data=st.data())
def test_any_split_repeat_or_delay_of_a_pages_ops_gives_the_same_game(
    fresh: Callable[[], Attempt], ops: list[Op], data: st.DataObject
) -> None:
    attempt, sent = fresh(), numbered(ops)
    # The page sends what is not acknowledged, in requests of any size; between them older ones come late.
    acknowledged = 0
    while acknowledged < len(sent):
        for late in stray(data, sent[:acknowledged] or sent):
            acknowledged = max(acknowledged, deliver(attempt, PAGES[0], late))
        size = data.draw(st.integers(1, 20))
        acknowledged = deliver(attempt, PAGES[0], sent[acknowledged : acknowledged + size]) or acknowledged
    assert_replays_to(attempt, final(ops))


turns_of_two = st.lists(
    st.tuples(st.sampled_from(PAGES), st.integers(1, 12), st.integers(0, 9).map(lambda one: one == 9)),
    max_size=12,
)


@law
@given(first=ops_of_a_page, second=ops_of_a_page, turns=turns_of_two)
def test_between_two_pages_and_a_help_the_order_of_arrival_decides(
    fresh: Callable[[], Attempt], first: list[Op], second: list[Op], turns: list[tuple[str, int, bool]]
) -> None:
    """Whatever comes between, the moves of each page stand in its own order, each once."""
    attempt = fresh()
    queues = dict(zip(PAGES, (numbered(first), numbered(second)), strict=True))
    taken = dict.fromkeys(PAGES, 0)
    arrived: list[Op] = []
    for page, size, asks_help in [*turns, (PAGES[0], 40, False), (PAGES[1], 40, False)]:
        before = taken[page]
        # The answer to the request before may have been lost: its last ops come again.
        taken[page] = deliver(attempt, page, queues[page][max(before - 2, 0) : before + size])
        arrived += [sent.op for sent in queues[page][before : taken[page]]]
        if asks_help:
            rewind(player=attempt.player, attempt_id=attempt.pk)
    assert taken == {page: len(queue) for page, queue in queues.items()}
    assert_replays_to(attempt, None if any(asks for *_turn, asks in turns) else final(arrived))
    for name, queue in queues.items():
        rows = attempt.moves.filter(client__name=name).order_by("number").values_list("seq", "kind")
        assert [seq for seq, _kind in rows] == sorted({seq for seq, _kind in rows})
        assert all(queue[seq - 1].op.kind == kind for seq, kind in rows)
