"""Moves come in: taken once, in order, under a lock, and acknowledged only when they are on disk.

A page sends its ops under a name of its own, numbered 1, 2, 3, ...; what was taken before is skipped, what
lies behind a gap is left for later. So any split, repeat or delay of a page's ops gives the same game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.prepared import Prepared

from ..engine.game import (
    PLACING_OPS,
    Effect,
    GameState,
    NoteRules,
    Op,
    OpKind,
    Outcome,
    Refusal,
    apply_effect,
    apply_op,
)
from ..models import Attempt, AttemptClient, HelpPolicy, Move
from .assignments.doors import require_playable
from .commits import committed
from .limits import MOST_LATE, MOST_PAGES, PACE, Limit, limit_met

# So many ops a request may bring; the page sends the rest with the next.
MAX_OPS = 50
# So much of the time between two moves counts as solving.
LONGEST_GAP_MS = 60_000

# So long after the beginning of a pause come moves that were made before it.
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


class PausedError(Exception):
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


def play_moves(*, player: User, attempt_id: int, client: str, ops: Sequence[SentOp]) -> Game:
    """The game after these ops of one page.

    Raises Attempt.DoesNotExist for what is not the player's, PausedError where an exam stands still, and
    TooFastError.
    """

    def play() -> Game:
        game = lock_game(player=player, attempt_id=attempt_id, ops=ops)
        game.client = _client(game, client)
        fresh = list(_next_ops(ops, game.client.last_seq))
        if fresh:
            _require_running(game)
            PACE.require(player.pk)
        if fresh and game.attempt.is_open:
            game.attempt.server_ms += min(_passed_ms(game), LONGEST_GAP_MS)
        for sent, elapsed_ms in zip(fresh, _clocked(game, fresh), strict=True):
            _take(game, sent, elapsed_ms)
        if fresh:
            game.client.last_seq = fresh[-1].seq
        if fresh or game.is_shut_now:
            save_game(game)
        return game

    return committed(play)


def lock_game(*, player: User, attempt_id: int, ops: Sequence[SentOp] = (), ms: int | None = None) -> Game:
    """The player's attempt, locked until the transaction that the caller has opened ends.

    Help locks here too, with the milliseconds since the page's last op, appends with `append_help` and ends
    with `save_game`. Work given to a class that
    takes no more moves is found handed in. Raises Attempt.DoesNotExist, and HeldError where another
    assignment holds its grid.
    """
    attempt = _ATTEMPT_TO_LOCK.get(player.pk, attempt_id)
    attempt.player = player
    require_playable(player=player, attempt=attempt)
    state = attempt.game_state(_stacked_effects(attempt, ops))
    game = Game(attempt=attempt, before=state, state=state, now=timezone.now(), ms=ms)
    _mind_the_end(game)
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
        game.attempt.elapsed_ms += min(_gap(game.ms), _passed_ms(game))
        game.attempt.server_ms += min(_passed_ms(game), LONGEST_GAP_MS)
    if effect:
        game.state = apply_effect(game.state, effect).state
    else:
        game.state = replace(game.state, version=game.state.version + 1)
    move = _append(game, kind=kind, effect=effect, cell=cell, digit=digit)
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
    PACE.count(game.attempt.player_id, moves=len(game.moves) + len(game.refusals), changes=changes)


def note_rules(policy: HelpPolicy) -> NoteRules:
    """What moves may do with the notes under a help policy, and whether the game tells right from wrong."""
    return NoteRules(clean_notes=True, fill_notes=policy.auto_notes, judges=not policy.is_exam)


def shut_if_over(attempt: Attempt, now: datetime) -> bool:
    """Let the attempt stand as handed in if it takes no more moves; whether it was open. Nothing is written.

    The attempt comes from `with_work`, and its player is known.
    """
    assignee = attempt.assignee
    if assignee is None or not attempt.is_open or not assignee.is_shut(now):
        return False
    attempt.state = Attempt.State.HANDED_IN
    attempt.finished_at = assignee.shut_at
    return True


def _mind_the_end(game: Game) -> None:
    assignee = game.attempt.assignee
    if assignee is not None:
        game.is_late = assignee.is_over(game.now)
        game.is_shut_now = shut_if_over(game.attempt, game.now)


def _require_running(game: Game) -> None:
    """Raise PausedError while an exam stands still, except for what was on its way when the pause began."""
    assignee = game.attempt.assignee
    since = assignee.assignment.stands_since if assignee and game.attempt.is_open else None
    if since is not None and game.now - since > ON_THE_WAY:
        raise PausedError(_("Your teacher has paused the class. Moves are taken when it goes on."))


def _client(game: Game, name: str) -> AttemptClient:
    """The page of this name, a new one if need be."""
    try:
        return game.attempt.clients.get(name=name)
    except AttemptClient.DoesNotExist:
        game.is_page_too_many = game.attempt.clients.count() >= MOST_PAGES
        return AttemptClient(attempt=game.attempt, name=name)


def _next_ops(ops: Iterable[SentOp], last_seq: int) -> Iterable[SentOp]:
    for sent in ops:
        if sent.seq > last_seq + 1:
            return
        if sent.seq == last_seq + 1:
            last_seq = sent.seq
            yield sent


def _stacked_effects(attempt: Attempt, ops: Sequence[SentOp]) -> dict[int, Effect]:
    """What the moves did that these ops can take back or make again: the last of each stack, one for each."""
    reach = sum(sent.op.kind in (OpKind.UNDO, OpKind.REDO) for sent in ops)
    if not reach:
        return {}
    stacks = attempt.game_state()
    numbers = {done.number for done in (*stacks.undo[-reach:], *stacks.redo[-reach:])}
    return attempt.moves.filter(number__in=numbers).effects() if numbers else {}


def _passed_ms(game: Game) -> int:
    """The milliseconds since the last move, by the server's clock."""
    return max((game.now - game.attempt.last_move_at) // timedelta(milliseconds=1), 0)


def _gap(ms: int | None) -> int:
    """What counts of the milliseconds a page says to have passed; the most that can where it says nothing."""
    return LONGEST_GAP_MS if ms is None else min(ms, LONGEST_GAP_MS)


def _clocked(game: Game, ops: Sequence[SentOp]) -> list[int]:
    """The solve time at each op: by the page's milliseconds, but never more than passed on our clock."""
    passed, counted, times = _passed_ms(game), 0, []
    for sent in ops:
        counted = min(counted + _gap(sent.ms), passed)
        times.append(game.attempt.elapsed_ms + counted)
    return times


def _take(game: Game, sent: SentOp, elapsed_ms: int) -> None:
    if game.is_page_too_many:
        game.refusals.append((sent.seq, Limit.PAGES))
        return
    outcome = apply_op(game.state, sent.op, note_rules(game.attempt.policy))
    if not game.attempt.is_open:
        _take_too_late(game, sent, outcome)
        return
    limit = limit_met(sent.op.kind, moves=game.state.version, changes=_change_count(game))
    if limit:
        game.refusals.append((sent.seq, limit))
        return
    game.attempt.elapsed_ms = elapsed_ms
    if outcome.refusal:
        game.refusals.append((sent.seq, outcome.refusal))
    if outcome.state.version > game.state.version:
        game.state = outcome.state
        _append_played(game, sent, outcome)


def _take_too_late(game: Game, sent: SentOp, outcome: Outcome) -> None:
    """Put an op on record that came after its grid was handed in; refuse any other on a finished grid."""
    if game.attempt.state != Attempt.State.HANDED_IN:
        game.refusals.append((sent.seq, Refusal.FINISHED))
    elif outcome.refusal == Refusal.NONSENSE:
        game.refusals.append((sent.seq, Refusal.NONSENSE))
    elif _late_count(game) >= MOST_LATE:
        game.refusals.append((sent.seq, Limit.LATE))
    else:
        kind, cell, digit, _more = sent.op
        game.state = replace(game.state, version=game.state.version + 1)
        move = _append(game, kind=Move.Kind(kind), effect=(), cell=cell, digit=digit)
        move.seq, move.late = sent.seq, True
        game.kept.append(sent.seq)


def _change_count(game: Game) -> int:
    """How many cells the moves of the attempt have changed, with those of this request."""
    return game.attempt.change_count + sum(len(move.effect) for move in game.moves)


def _late_count(game: Game) -> int:
    """How many moves came after the attempt was handed in, with those of this request."""
    if game.late_before is None:
        game.late_before = game.attempt.moves.filter(late=True, made_at__gte=game.attempt.finished_at).count()
    return game.late_before + len(game.kept)


def _append_played(game: Game, sent: SentOp, outcome: Outcome) -> None:
    kind, cell, digit, more = sent.op
    move = _append(
        game, kind=Move.Kind(kind), effect=outcome.effect, cell=None if more else cell, digit=digit
    )
    move.seq, move.target, move.slip = sent.seq, outcome.target, _is_slip(game.attempt, sent.op)
    game.attempt.move_count += 1
    game.attempt.slips += move.slip
    if kind in PLACING_OPS and outcome.effect[0].digit_before == 0:
        game.attempt.progress_at = game.now
    # An exam is not told to be solved: it is handed in.
    if not game.attempt.policy.is_exam and game.state.is_solved:
        _finish(game, game.attempt.completed_state)


def _append(game: Game, *, kind: Move.Kind, effect: Effect, cell: int | None, digit: int) -> Move:
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


def _is_slip(attempt: Attempt, op: Op) -> bool:
    """Whether a placed digit differs from the solution: kept for the teacher, never told to the player."""
    return op.kind in PLACING_OPS and attempt.puzzle.solution[op.cell or 0] != str(op.digit)


def _finish(game: Game, state: Attempt.State) -> None:
    game.attempt.state = state
    game.attempt.finished_at = game.now
