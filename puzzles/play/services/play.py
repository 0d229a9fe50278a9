"""Store moves: each once, in order, under a lock, and acknowledged only when they are on disk.

A page sends its ops under its own name, numbered 1, 2, 3, ...; ops that were stored before are skipped, ops
behind a gap wait for a later request. So any split, repeat or delay of a page's ops gives the same game.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import refusals
from accounts.models import User
from accounts.prepared import Prepared
from accounts.token_bucket import TokenBucket
from puzzles.library.models import HelpPolicy

from ..game import (
    PLACING_OPS,
    Effect,
    GameState,
    MoveRefusal,
    NoteRules,
    Op,
    OpKind,
    OpResult,
    apply_effect,
    apply_op,
)
from ..models import Attempt, AttemptClient, Move
from .access import require_playable
from .group_commit import committed
from .review import wake_reviews

# Ops of one request at most; the page sends the rest with the next.
MAX_OPS = 50
# A longer time between two moves counts as this much solving.
MAX_GAP_MS = 60_000
# Grace period for moves already in transit when a pause starts.
PAUSE_GRACE = timedelta(seconds=60)

# Limits that no player meets. A game takes 60 to 300 moves; two notes a second for half an hour are 3,600. A
# thousand moves take about 300 KB. Changed cells count too: a move on 81 cells is stored like twenty on one.
MAX_MOVES = 10_000
MAX_CHANGES = 40_000
# A game that is full still takes this many digits, so that it can be finished.
MAX_TO_FINISH = 1_000
FINISHING = (OpKind.DIGIT, OpKind.DIGIT_ALONE, OpKind.CLEAR)
# Moves after the grid was handed in: an hour without connection brings some hundreds.
MAX_LATE = 1_000
# Pages that have played an attempt: each time it is opened is one.
MAX_PAGES = 500
# This many changed cells cost as much as a move.
CHANGES_A_MOVE = 10
# Moves of an hour without connection come at once: the bucket holds those of some minutes.
BURST_MINUTES = 5


class Limit(StrEnum):
    """A limit that refuses a move."""

    MARKS = "marks"
    MOVES = "moves"
    LATE = "late"
    PAGES = "pages"


REFUSALS = {
    MoveRefusal.GIVEN: _("Given digits cannot be changed."),
    MoveRefusal.FILLED: _("A cell with a digit takes no notes."),
    MoveRefusal.FINISHED: _("This grid is finished."),
    MoveRefusal.FORBIDDEN: _("Automatic notes are not allowed on this grid."),
    MoveRefusal.NONSENSE: _("That move could not be understood."),
    Limit.MARKS: _("This game has reached its limit of moves. You can only place digits now, to finish it."),
    Limit.MOVES: _("This game has reached its limit of moves: no more can be made."),
    Limit.LATE: _("Too many moves came after the end: this one is not stored."),
    Limit.PAGES: _("You have opened this game on too many pages. Go on where you opened it before."),
}


class PausedError(refusals.Refusal):
    """Moves are refused while an exam is paused. The page may send them again when it resumes."""


class TooFastError(refusals.Refusal):
    """More moves than a person makes. The page may send them again after a while."""

    status = 429
    sentence = _("Too many moves in a short time. Wait a moment.")

    def __init__(self, wait_s: float) -> None:
        super().__init__()
        self.retry_after_s = ceil(wait_s)


class SentOp(NamedTuple):
    """An op as a page sent it: its number there, and the milliseconds since the page's op before it."""

    seq: int
    op: Op
    ms: int | None = None


@dataclass
class Game:
    """A locked attempt during one request: its state before and now, and what happened between.

    `passed_ms` is the time since the last move by the server's clock, `ms` by the page's. `is_late` says that
    the time for it is over; `kept` are the numbers of ops that came after the grid was handed in: they are
    stored, and change nothing.
    """

    attempt: Attempt
    before: GameState
    state: GameState
    now: datetime
    passed_ms: int
    ms: int | None = None
    is_late: bool = False
    is_read_only_now: bool = False
    kept: list[int] = field(default_factory=list)
    client: AttemptClient | None = None
    is_page_too_many: bool = False
    late_before: int | None = None
    moves: list[Move] = field(default_factory=list)
    refusals: list[tuple[int, MoveRefusal | Limit]] = field(default_factory=list)

    @property
    def is_finished_now(self) -> bool:
        """Whether this request finished the attempt."""
        return self.attempt.finished_at == self.now


_ATTEMPT_TO_LOCK = Prepared(
    lambda player, pk: (
        Attempt.objects.filter(player=player, pk=pk)
        .with_assignment()
        .with_pause()
        .select_related("puzzle")
        .select_for_update(of=("self",))
    ),
    int,
    int,
)

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
    "mistakes",
)


def pace_bucket() -> TokenBucket:
    """The rate limit on each player's moves: this process's share of the server's limit."""
    per_minute = settings.MOVES_PER_MINUTE
    return TokenBucket.share(burst=per_minute * BURST_MINUTES, per_second=per_minute / 60)


PACE = pace_bucket()


def play_moves(*, player: User, attempt_id: int, client: str, ops: Sequence[SentOp]) -> Game:
    """The game after these ops of one page.

    Raises Attempt.DoesNotExist unless the attempt is the player's, PausedError while an exam is paused, and
    TooFastError.
    """

    def play() -> Game:
        game = lock_game(player=player, attempt_id=attempt_id, ops=ops)
        clients = game.attempt.clients
        page = clients.filter(name=client).first()
        if page is None:
            game.is_page_too_many = clients.count() >= MAX_PAGES
            page = AttemptClient(attempt=game.attempt, name=client)
        game.client = page
        # Ops up to the last one stored are repeats; behind a gap nothing is stored.
        fresh: list[SentOp] = []
        for sent in ops:
            following = page.last_seq + len(fresh) + 1
            if sent.seq > following:
                break
            if sent.seq == following:
                fresh.append(sent)
        if fresh:
            _take_all(game, fresh)
            page.last_seq = fresh[-1].seq
        if fresh or game.is_read_only_now:
            save_game(game)
        return game

    return committed(play)


def lock_game(*, player: User, attempt_id: int, ops: Sequence[SentOp] = (), ms: int | None = None) -> Game:
    """The player's attempt, locked until the end of the transaction that the caller has opened.

    Help locks here too, with the milliseconds since the page's last op, appends with `append_help` and ends
    with `save_game`. An attempt at an assignment whose time is up is handed in. Raises Attempt.DoesNotExist,
    and LockedError where another assignment locks its grid.
    """
    attempt = _ATTEMPT_TO_LOCK.get(player.pk, attempt_id)
    attempt.set_player(player)
    require_playable(player=player, attempt=attempt)
    reach = sum(sent.op.kind in (OpKind.UNDO, OpKind.REDO) for sent in ops)
    state = attempt.game_state(_stacked_effects(attempt, reach) if reach else None)
    now = timezone.now()
    passed_ms = max((now - attempt.last_move_at) // timedelta(milliseconds=1), 0)
    game = Game(attempt=attempt, before=state, state=state, now=now, passed_ms=passed_ms, ms=ms)
    if assignee := attempt.assignee:
        game.is_late = assignee.is_over(now)
        game.is_read_only_now = attempt.is_open and assignee.is_read_only(now)
        if game.is_read_only_now:
            attempt.state, attempt.finished_at = Attempt.State.HANDED_IN, assignee.read_only_at
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
    """Append the move of a help to a locked game, with what it changed on the grid.

    The cells it filled are counted, and a grid that it completes ends as shown. The caller counts hints by
    rung, and checks.
    """
    attempt = game.attempt
    if not game.moves:
        attempt.elapsed_ms += min(_counted_ms(game.ms), game.passed_ms)
        attempt.server_ms += min(game.passed_ms, MAX_GAP_MS)
    if effect:
        game.state = apply_effect(game.state, effect).state
    else:
        game.state = replace(game.state, version=game.state.version + 1)
    move = _append(game, kind=kind, effect=effect, cell=cell, digit=digit)
    move.technique, move.rung, move.hint = technique, rung, hint or {}
    attempt.last_help_at = game.now
    attempt.cells_shown += sum(change.digit_before == 0 < change.digit_after for change in effect)
    if game.state.is_solved:
        attempt.state, attempt.finished_at = Attempt.State.SHOWN, game.now
    return move


def save_game(game: Game) -> None:
    """Write what happened to a locked game: the page, the new moves, the attempt."""
    attempt = game.attempt
    if game.client and not game.is_page_too_many:
        game.client.save(update_fields=["last_seq"] if game.client.pk else None)
    for move in game.moves:
        move.client = game.client if move.seq else None
    Move.objects.bulk_create(game.moves)
    attempt.hold_state(game.state)
    attempt.last_move_at = attempt.seen_at = game.now
    changes = sum(len(move.effect) for move in game.moves)
    attempt.change_count += changes
    attempt.save(update_fields=_SAVED_FIELDS)
    if game.is_finished_now:
        transaction.on_commit(wake_reviews, robust=True)
    PACE.take(attempt.player_id, len(game.moves) + len(game.refusals) + changes / CHANGES_A_MOVE)


def note_rules(policy: HelpPolicy) -> NoteRules:
    """The rules of a help policy for notes, and whether the game may show which digits are right."""
    return NoteRules(clean_notes=True, fill_notes=policy.auto_notes, judges=not policy.is_exam)


def require_pace(player_id: int) -> None:
    """Raise TooFastError while the player has to wait."""
    if wait_s := PACE.wait(player_id):
        raise TooFastError(wait_s)


def limit_met(kind: str, *, moves: int, changes: int) -> Limit | None:
    """The limit that refuses such a move in an open attempt with so many moves and changed cells."""
    if moves >= MAX_MOVES + MAX_TO_FINISH:
        return Limit.MOVES
    if moves < MAX_MOVES and changes < MAX_CHANGES:
        return None
    return None if kind in FINISHING else Limit.MARKS


def clashing_cells(game: Game, seen_version: int) -> list[int]:
    """The cells where the moves of this request replaced what another page had done after this version.

    Marks of both pages in one cell exist side by side: that is no clash. Help looks before it fills a cell.
    """
    if not (game.client and game.moves and 0 <= seen_version < game.before.version):
        return []
    unseen = game.attempt.moves.filter(number__gt=seen_version, number__lte=game.before.version)
    theirs = _touched(unseen.exclude(client=game.client).effects().values())
    # A digit also cleans the notes of its peers: what its player meant is its own cell.
    ours = _touched(move.effect[:1] if move.kind in PLACING_OPS else move.effect for move in game.moves)
    return sorted(cell for cell in ours if ours[cell] & theirs.get(cell, 0))


def newest_move(**_signal: Any) -> datetime | None:
    """The time of the newest move of all players; None without moves."""
    return Move.objects.order_by("-pk").values_list("made_at", flat=True).first()


def _stacked_effects(attempt: Attempt, reach: int) -> dict[int, Effect]:
    """The effects of the last moves on each stack, as many as the ops of a request can undo or redo."""
    stacks = attempt.game_state()
    numbers = {done.number for done in (*stacks.undo[-reach:], *stacks.redo[-reach:])}
    return attempt.moves.filter(number__in=numbers).effects() if numbers else {}


def _counted_ms(ms: int | None) -> int:
    """The part of a page's elapsed time that counts; the longest gap if the page sends none."""
    return MAX_GAP_MS if ms is None else min(ms, MAX_GAP_MS)


def _take_all(game: Game, ops: Sequence[SentOp]) -> None:
    """Take ops in order, each with its solve time: the page's milliseconds, at most what passed on our clock.

    Raises TooFastError, and PausedError while an exam is paused, except for moves in transit when the pause
    began.
    """
    attempt = game.attempt
    since = attempt.assignee.assignment.clock_stopped_at if attempt.assignee and attempt.is_open else None
    if since is not None and game.now - since > PAUSE_GRACE:
        raise PausedError(_("Your teacher has paused the class. Your moves will be saved when it resumes."))
    require_pace(attempt.player_id)
    if attempt.is_open:
        attempt.server_ms += min(game.passed_ms, MAX_GAP_MS)
    begun_ms, counted_ms = attempt.elapsed_ms, 0
    for sent in ops:
        counted_ms = min(counted_ms + _counted_ms(sent.ms), game.passed_ms)
        _take(game, sent, begun_ms + counted_ms)


def _take(game: Game, sent: SentOp, elapsed_ms: int) -> None:
    attempt = game.attempt
    if game.is_page_too_many:
        game.refusals.append((sent.seq, Limit.PAGES))
        return
    result = apply_op(game.state, sent.op, note_rules(attempt.policy))
    if not attempt.is_open:
        _take_too_late(game, sent, result)
        return
    changes = attempt.change_count + sum(len(move.effect) for move in game.moves)
    if limit := limit_met(sent.op.kind, moves=game.state.version, changes=changes):
        game.refusals.append((sent.seq, limit))
        return
    attempt.elapsed_ms = elapsed_ms
    if result.refusal:
        game.refusals.append((sent.seq, result.refusal))
    if result.state.version == game.state.version:
        return
    game.state = result.state
    kind, cell, digit, more = sent.op
    move = _append(game, kind=Move.Kind(kind), effect=result.effect, cell=None if more else cell, digit=digit)
    move.seq, move.target = sent.seq, result.target
    attempt.move_count += 1
    if kind in PLACING_OPS:
        # Recorded for the teacher, never shown to the player.
        move.mistake = attempt.puzzle.solution[cell or 0] != str(digit)
        attempt.mistakes += move.mistake
        if result.effect[0].digit_before == 0:
            attempt.progress_at = game.now
    # An exam must not say that the grid is right: it is handed in.
    if not attempt.policy.is_exam and game.state.is_solved:
        attempt.state, attempt.finished_at = attempt.completed_state, game.now


def _take_too_late(game: Game, sent: SentOp, result: OpResult) -> None:
    """Store an op that came after its grid was handed in; refuse any other on a finished grid."""
    if game.attempt.state != Attempt.State.HANDED_IN:
        game.refusals.append((sent.seq, MoveRefusal.FINISHED))
        return
    if result.refusal == MoveRefusal.NONSENSE:
        game.refusals.append((sent.seq, MoveRefusal.NONSENSE))
        return
    if game.late_before is None:
        late = game.attempt.moves.filter(late=True, made_at__gte=game.attempt.finished_at)
        game.late_before = late.count()
    if game.late_before + len(game.kept) >= MAX_LATE:
        game.refusals.append((sent.seq, Limit.LATE))
        return
    kind, cell, digit, _more = sent.op
    game.state = replace(game.state, version=game.state.version + 1)
    move = _append(game, kind=Move.Kind(kind), effect=(), cell=cell, digit=digit)
    move.seq, move.late = sent.seq, True
    game.kept.append(sent.seq)


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


def _touched(effects: Iterable[Effect]) -> dict[int, int]:
    """The changed bits of each cell: one for each mark, and one above them for the digit."""
    found: dict[int, int] = defaultdict(int)
    for effect in effects:
        for change in effect:
            found[change.cell] |= change.marks_before ^ change.marks_after
            found[change.cell] |= (change.digit_before != change.digit_after) << 32
    return found
