"""Moves come in: taken once, in order, under a lock, and acknowledged only when they are on disk.

A page sends its ops under a name of its own, numbered 1, 2, 3, ...; what was taken before is skipped, what
lies behind a gap is left for later. So any split, repeat or delay of a page's ops gives the same game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import refusals
from accounts.models import User
from accounts.prepared import Prepared
from puzzles.library.models import HelpPolicy

from ..game import (
    PLACING_OPS,
    Effect,
    GameState,
    NoteRules,
    Op,
    OpKind,
    OpResult,
    Refusal,
    apply_effect,
    apply_op,
)
from ..models import Attempt, AttemptClient, Move
from .access import require_playable
from .group_commit import committed
from .limits import MOST_LATE, MOST_PAGES, PACE, Limit, limit_met
from .review import wake_reviews

# Ops of one request at most; the page sends the rest with the next.
MAX_OPS = 50
# Of the time between two moves at most this counts as solving.
LONGEST_GAP_MS = 60_000

# Grace period for moves already in transit when a pause starts.
ON_THE_WAY = timedelta(seconds=60)

REFUSALS = {
    Refusal.GIVEN: _("That digit is given: it stays."),
    Refusal.FILLED: _("That cell holds a digit: it takes no notes."),
    Refusal.FINISHED: _("This grid is finished: it takes no more moves."),
    Refusal.FORBIDDEN: _("Automatic notes are not allowed on this grid."),
    Refusal.NONSENSE: _("That move could not be understood."),
}

_SAVED_FIELDS = (
    *Attempt.STATE_FIELDS,
    "state",
    "elapsed_ms",
    "server_ms",
    "last_move_at",
    "finished_at",
    "progress_at",
    "last_help_at",
    "seen_at",
    "move_count",
    "change_count",
    "hints_nudge",
    "hints_where",
    "hints_why",
    "hints_do",
    "cells_shown",
    "checks",
    "slips",
)

_ATTEMPT_TO_LOCK = Prepared(
    lambda player, pk: (
        Attempt.objects.filter(player=player, pk=pk)
        .with_work()
        .with_pause()
        .select_related("puzzle")
        .select_for_update(of=("self",))
    ),
    int,
    int,
)


class PausedError(refusals.Refusal):
    """Why moves are not taken just now: the exam stands still. They may be sent again when it goes on."""


class SentOp(NamedTuple):
    """An op as a page sent it: its number there, and the milliseconds since the page's op before it."""

    seq: int
    op: Op
    ms: int | None = None


@dataclass
class Game:
    """An attempt in the hands of one request: how it was found, how it stands, and what happened between.

    `is_late` says that the time for it is over; `kept` are the numbers of ops that came when the grid took no
    more moves: they are on record, and have done nothing.
    """

    attempt: Attempt
    before: GameState
    state: GameState
    now: datetime
    ms: int | None = None
    is_late: bool = False
    is_shut_now: bool = False
    kept: list[int] = field(default_factory=list)
    client: AttemptClient | None = None
    is_page_too_many: bool = False
    late_before: int | None = None
    moves: list[Move] = field(default_factory=list)
    refusals: list[tuple[int, Refusal | Limit]] = field(default_factory=list)

    @property
    def is_finished_now(self) -> bool:
        """Whether this request brought the attempt to its end."""
        return self.attempt.finished_at == self.now

    @property
    def passed_ms(self) -> int:
        """The milliseconds since the last move, by the server's clock."""
        return max((self.now - self.attempt.last_move_at) // timedelta(milliseconds=1), 0)


def play_moves(*, player: User, attempt_id: int, client: str, ops: Sequence[SentOp]) -> Game:
    """The game after these ops of one page.

    Raises Attempt.DoesNotExist for what is not the player's, PausedError where an exam stands still, and
    TooFastError.
    """

    def play() -> Game:
        game = lock_game(player=player, attempt_id=attempt_id, ops=ops)
        game.client = _client(game, client)
        # Ops up to the last one taken are repeats; behind a gap nothing is taken.
        fresh: list[SentOp] = []
        for sent in ops:
            following = game.client.last_seq + len(fresh) + 1
            if sent.seq > following:
                break
            if sent.seq == following:
                fresh.append(sent)
        if fresh:
            _take_all(game, fresh)
            game.client.last_seq = fresh[-1].seq
        if fresh or game.is_shut_now:
            save_game(game)
        return game

    return committed(play)


def lock_game(*, player: User, attempt_id: int, ops: Sequence[SentOp] = (), ms: int | None = None) -> Game:
    """The player's attempt, locked until the transaction that the caller has opened ends.

    Help locks here too, with the milliseconds since the page's last op, appends with `append_help` and ends
    with `save_game`. Work given to a class that takes no more moves is found handed in. Raises
    Attempt.DoesNotExist, and LockedError where another assignment locks its grid.
    """
    attempt = _ATTEMPT_TO_LOCK.get(player.pk, attempt_id)
    attempt.set_player(player)
    require_playable(player=player, attempt=attempt)
    state = attempt.game_state(_stacked_effects(attempt, ops))
    game = Game(attempt=attempt, before=state, state=state, now=timezone.now(), ms=ms)
    assignee = attempt.assignee
    if assignee is not None:
        game.is_late = assignee.is_over(game.now)
        game.is_shut_now = attempt.is_open and assignee.is_shut(game.now)
        if game.is_shut_now:
            attempt.state, attempt.finished_at = Attempt.State.HANDED_IN, assignee.shut_at
    return game


def append_help(
    game: Game,
    *,
    kind: Move.Kind,
    effect: Effect = (),
    cell: int | None = None,
    digit: int = 0,
    technique: str = "",
    rung: int = 0,
    hint: dict[str, Any] | None = None,
) -> Move:
    """The move of a help that was asked for, appended to a locked game, with what it changed on the grid.

    The cells it filled are counted, and a grid that it completes ends as shown. The attempt's other counters
    (hints by rung, checks) are the caller's.
    """
    if not game.moves:
        game.attempt.elapsed_ms += min(_counted_ms(game.ms), game.passed_ms)
        game.attempt.server_ms += min(game.passed_ms, LONGEST_GAP_MS)
    if effect:
        game.state = apply_effect(game.state, effect).state
    else:
        game.state = replace(game.state, version=game.state.version + 1)
    move = _record(game, kind=kind, effect=effect, cell=cell, digit=digit)
    move.technique, move.rung, move.hint = technique, rung, hint or {}
    game.attempt.last_help_at = game.now
    game.attempt.cells_shown += sum(change.digit_before == 0 < change.digit_after for change in effect)
    if game.state.is_solved:
        _finish(game, Attempt.State.SHOWN)
    return move


def save_game(game: Game) -> None:
    """Write what happened to a locked game: the page, the new moves, the attempt."""
    if game.client and game.client.pk:
        game.client.save(update_fields=["last_seq"])
    elif game.client and not game.is_page_too_many:
        game.client.save()
    for move in game.moves:
        move.client = game.client if move.seq else None
    Move.objects.bulk_create(game.moves)
    game.attempt.hold_state(game.state)
    game.attempt.last_move_at = game.attempt.seen_at = game.now
    changes = sum(len(move.effect) for move in game.moves)
    game.attempt.change_count += changes
    game.attempt.save(update_fields=_SAVED_FIELDS)
    if game.is_finished_now:
        transaction.on_commit(wake_reviews, robust=True)
    PACE.count(game.attempt.player_id, moves=len(game.moves) + len(game.refusals), changes=changes)


def note_rules(policy: HelpPolicy) -> NoteRules:
    """What moves may do with the notes under a help policy, and whether the game tells right from wrong."""
    return NoteRules(clean_notes=True, fill_notes=policy.auto_notes, judges=not policy.is_exam)


def _client(game: Game, name: str) -> AttemptClient:
    """The page of this name, a new one if need be."""
    try:
        return game.attempt.clients.get(name=name)
    except AttemptClient.DoesNotExist:
        game.is_page_too_many = game.attempt.clients.count() >= MOST_PAGES
        return AttemptClient(attempt=game.attempt, name=name)


def _stacked_effects(attempt: Attempt, ops: Sequence[SentOp]) -> dict[int, Effect]:
    """What the moves did that these ops can take back or make again: the last of each stack, one for each."""
    reach = sum(sent.op.kind in (OpKind.UNDO, OpKind.REDO) for sent in ops)
    if not reach:
        return {}
    stacks = attempt.game_state()
    numbers = {done.number for done in (*stacks.undo[-reach:], *stacks.redo[-reach:])}
    return attempt.moves.filter(number__in=numbers).effects() if numbers else {}


def _counted_ms(ms: int | None) -> int:
    """What counts of the milliseconds a page says to have passed; the most that can where it says nothing."""
    return LONGEST_GAP_MS if ms is None else min(ms, LONGEST_GAP_MS)


def _take_all(game: Game, ops: Sequence[SentOp]) -> None:
    """Take ops in order, each with its solve time: the page's milliseconds, at most what passed on our clock.

    Raises TooFastError, and PausedError while an exam stands still, except for moves in transit when the
    pause began.
    """
    attempt, passed_ms = game.attempt, game.passed_ms
    since = attempt.assignee.assignment.stands_since if attempt.assignee and attempt.is_open else None
    if since is not None and game.now - since > ON_THE_WAY:
        raise PausedError(_("Your teacher has paused the class. Moves are taken when it goes on."))
    PACE.require(attempt.player_id)
    if attempt.is_open:
        attempt.server_ms += min(passed_ms, LONGEST_GAP_MS)
    begun_ms, counted_ms = attempt.elapsed_ms, 0
    for sent in ops:
        counted_ms = min(counted_ms + _counted_ms(sent.ms), passed_ms)
        _take(game, sent, begun_ms + counted_ms)


def _take(game: Game, sent: SentOp, elapsed_ms: int) -> None:
    attempt = game.attempt
    if game.is_page_too_many:
        game.refusals.append((sent.seq, Limit.PAGES))
        return
    outcome = apply_op(game.state, sent.op, note_rules(attempt.policy))
    if not attempt.is_open:
        _take_too_late(game, sent, outcome)
        return
    changes = attempt.change_count + sum(len(move.effect) for move in game.moves)
    if limit := limit_met(sent.op.kind, moves=game.state.version, changes=changes):
        game.refusals.append((sent.seq, limit))
        return
    attempt.elapsed_ms = elapsed_ms
    if outcome.refusal:
        game.refusals.append((sent.seq, outcome.refusal))
    if outcome.state.version == game.state.version:
        return
    game.state = outcome.state
    kind, cell, digit, more = sent.op
    move = _record(
        game, kind=Move.Kind(kind), effect=outcome.effect, cell=None if more else cell, digit=digit
    )
    move.seq, move.target = sent.seq, outcome.target
    attempt.move_count += 1
    if kind in PLACING_OPS:
        # Kept for the teacher, never told to the player.
        move.slip = attempt.puzzle.solution[cell or 0] != str(digit)
        attempt.slips += move.slip
        if outcome.effect[0].digit_before == 0:
            attempt.progress_at = game.now
    # An exam is not told to be solved: it is handed in.
    if not attempt.policy.is_exam and game.state.is_solved:
        _finish(game, attempt.completed_state)


def _take_too_late(game: Game, sent: SentOp, outcome: OpResult) -> None:
    """Put an op on record that came after its grid was handed in; refuse any other on a finished grid."""
    if game.attempt.state != Attempt.State.HANDED_IN:
        game.refusals.append((sent.seq, Refusal.FINISHED))
        return
    if outcome.refusal == Refusal.NONSENSE:
        game.refusals.append((sent.seq, Refusal.NONSENSE))
        return
    if game.late_before is None:
        late = game.attempt.moves.filter(late=True, made_at__gte=game.attempt.finished_at)
        game.late_before = late.count()
    if game.late_before + len(game.kept) >= MOST_LATE:
        game.refusals.append((sent.seq, Limit.LATE))
        return
    kind, cell, digit, _more = sent.op
    game.state = replace(game.state, version=game.state.version + 1)
    move = _record(game, kind=Move.Kind(kind), effect=(), cell=cell, digit=digit)
    move.seq, move.late = sent.seq, True
    game.kept.append(sent.seq)


def _record(game: Game, *, kind: Move.Kind, effect: Effect, cell: int | None, digit: int) -> Move:
    move = Move(
        attempt=game.attempt,
        number=game.state.version,
        kind=kind,
        cell=cell,
        digit=digit,
        effect=effect,
        late=game.is_late,
        elapsed_ms=game.attempt.elapsed_ms,
        made_at=game.now,
    )
    game.moves.append(move)
    return move


def _finish(game: Game, state: Attempt.State) -> None:
    game.attempt.state = state
    game.attempt.finished_at = game.now


def newest_move() -> datetime | None:
    """When the newest move of all players was made; None where there is none."""
    return Move.objects.order_by("-pk").values_list("made_at", flat=True).first()
