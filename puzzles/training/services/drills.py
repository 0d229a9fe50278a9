"""Drills: find the step in a position. Choosing the position, taking an answer, keeping how it went."""

import random
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import TECHNIQUES
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import lock_working_assignee
from puzzles.play.services.play import PACE, TooFastError, require_pace
from puzzles.play.services.watching import SOLVERS_REST, WatchError, is_writing_exam, require_explorable

from ..models import DrillAnswer, DrillAnswerQuerySet, StormRun, TrainingPosition
from .answers import Answer, AnswerError, Judgement, judge, require_about
from .assigned_positions import reserved_positions
from .bank import DRILLED
from .mastery import keep_mastery
from .memory import remember
from .ratings import JUST_RIGHT, positions_by_success, rate_drill, rate_passed

Level = DrillAnswer.Level
Verdict = DrillAnswer.Verdict

# Among so many techniques the player says which one is there.
CHOICES = 3
# So many positions are tried for one that the reader may see now.
TRIED_AT_MOST = 12
# Positions that are so near to just right are all as good.
ABOUT = 0.08
# An answer costs as much as so many moves on a grid: other techniques are looked for.
ANSWER_COST = 5
SINGLES_TIER = 1
DRILL_LASTS_S = 24 * 3600
SALT = "training.drill"


class DrillError(Refusal):
    """Why there is no drill, in a sentence for the player."""

    leads_away = True


class NoPositionError(DrillError):
    """The bank has no position that the player may see now."""


class OverError(DrillError):
    """The drill is too old, or not of this site."""


@dataclass(frozen=True)
class Drill:
    """A position to find a step in. `token` says so, signed; `choices` are the techniques to choose from.

    `is_free` says that the position was chosen by the player's rating, among all techniques they have begun.
    `assignment_id` is the assignment that asks for it, 0 for a drill of the player's own.
    """

    row: TrainingPosition
    level: int
    token: str
    choices: tuple[str, ...] = ()
    is_free: bool = False
    assignment_id: int = 0

    @property
    def technique(self) -> str:
        return self.row.technique


# Choosing


def lookalikes(technique: str) -> tuple[str, ...]:
    """The technique and those most like it, among which it is to be told apart; easiest first.

    Singles are among singles: their positions have no notes, which would tell.
    """
    own, order = TECHNIQUES[technique], {name: place for place, name in enumerate(DRILLED)}
    is_single = own.tier == SINGLES_TIER
    others = sorted(
        (
            name
            for name in DRILLED
            if name != technique and (TECHNIQUES[name].tier == SINGLES_TIER) is is_single
        ),
        key=lambda name: (TECHNIQUES[name].family != own.family, abs(order[name] - order[technique])),
    )
    return tuple(sorted([technique, *others[: CHOICES - 1]], key=order.__getitem__))


def next_drill(*, player: User, technique: str, level: int, after: str = "") -> Drill:
    """A drill of the technique, in a position that the player has not found or been shown before.

    Once all are known, the one known for longest. The same comes again until it is over, unless the player
    asks for another `after` the drill of this token. Raises DrillError, and NoPositionError where there is
    none.
    """
    require_no_exam(player)
    passed = _passed(player, after)
    chosen = lookalikes(technique) if level == Level.DECOYS else ()
    wanted = _technique_in_turn(player, technique, chosen) if chosen else technique
    for name in dict.fromkeys([wanted, technique]):
        for row in explorable_positions(player, name, passed):
            token = _token(player, row, level, passed=passed, asked=technique)
            if level == Level.HOUSE:
                _keep_seen(player, row, token)
            return Drill(row, level, token, chosen)
    raise NoPositionError(_("There is no position of this technique for you at the moment."))


def just_right_drill(*, player: User, after: str = "") -> Drill:
    """A drill whose step the player is expected to find three times of four, of a technique they have begun.

    Raises as `next_drill` does.
    """
    require_no_exam(player)
    level, passed = Level.BOARD, _passed(player, after)
    for row in explorable(player, _from(passed, _near_right(player))):
        return Drill(row, level, _token(player, row, level, passed=passed, is_free=True), is_free=True)
    raise NoPositionError(_("There is no new position for you. Begin another technique."))


def _passed(player: User, token: str) -> int:
    """The position of a drill that its page asks to pass over; 0 where it was not shown to the player."""
    with suppress(OverError):
        return _read_token(player, token).position_id if token else 0
    return 0


def _near_right(player: User) -> list[int]:
    """Positions of the techniques begun, those first that are about just right."""
    rows = positions_by_success(player)

    def distance(row: tuple[int, float]) -> tuple[float, float]:
        key, expected = row
        return max(abs(expected - JUST_RIGHT), ABOUT), random.Random(f"{player.pk}/{key}").random()

    return [key for key, _expected in sorted(rows, key=distance)]


def require_no_exam(player: User) -> None:
    """Raise DrillError while the player writes an exam: drills rest, as solvers do."""
    if is_writing_exam(player):
        raise DrillError(SOLVERS_REST)


def _technique_in_turn(player: User, technique: str, choices: tuple[str, ...]) -> str:
    """One of the techniques at random: another each time a drill among them has ended."""
    ended = DrillAnswer.objects.of(player).ended().filter(level=Level.DECOYS, technique__in=choices).count()
    return random.Random(f"{player.pk}/{technique}/{ended}").choice(choices)


def explorable_positions(player: User, technique: str, after: int = 0) -> Iterator[TrainingPosition]:
    """Positions of a technique whose solution no work of the player hides now, in their turn."""
    return explorable(player, _from(after, _in_turn(player, technique)))


def explorable(player: User, keys: list[int]) -> Iterator[TrainingPosition]:
    """The first of the positions with these keys that no work of the player keeps from them now."""
    reserved = reserved_positions(player) if keys else frozenset()
    return shown_now(player, [key for key in keys if key not in reserved])


def shown_now(player: User, keys: list[int]) -> Iterator[TrainingPosition]:
    """The first of the positions with these keys whose solution no work of the player hides now."""
    for key in keys[:TRIED_AT_MOST]:
        if row := TrainingPosition.objects.filter(pk=key).first():
            with suppress(WatchError):
                require_explorable(player, row.position.board)
                yield row


def _from(after: int, keys: list[int]) -> list[int]:
    """These keys, beginning after one of them."""
    place = keys.index(after) + 1 if after in keys else 0
    return keys[place:] + keys[:place]


def _in_turn(player: User, technique: str) -> list[int]:
    """Positions of a technique in the order in which they are this player's turn."""
    known = DrillAnswer.objects.of(player).ended().filter(technique=technique, position__isnull=False)
    last = dict(known.order_by("created_at").values_list("position_id", "created_at"))
    rows = TrainingPosition.objects.filter(technique=technique).values_list("pk", "origin")
    start = timezone.now()

    def turn(row: tuple[int, str]) -> tuple[bool, float, bool, float]:
        key, origin = row
        age = (start - last[key]).total_seconds() if key in last else 0.0
        is_disguised = origin == TrainingPosition.Origin.PERMUTED
        return key in last, -age, is_disguised, random.Random(f"{player.pk}/{key}").random()

    return [key for key, _origin in sorted(rows, key=turn)]


# The token of a drill


class _Token(NamedTuple):
    """A drill as its page sends it back. `passed` is the position that was shown before it, 0 for none.

    `asked` is the technique whose lookalikes are to choose from, where that is not the position's own.
    """

    position_id: int
    level: int
    key: str
    shown_ms: int
    passed: int
    is_free: bool
    asked: str
    assignment_id: int


def _token(
    player: User,
    row: TrainingPosition,
    level: int,
    *,
    passed: int = 0,
    is_free: bool = False,
    asked: str = "",
    assignment_id: int = 0,
) -> str:
    # A position of an assignment is one drill, however often its page is loaded.
    key = f"{assignment_id}/{row.pk}" if assignment_id else secrets.token_hex(8)
    shown_ms = round(time.time() * 1000)
    parts = _Token(row.pk, int(level), key, shown_ms, passed, is_free, asked, assignment_id)
    return signing.dumps(parts, salt=_salt(player))


def assigned_drill(
    player: User, row: TrainingPosition, *, level: int, technique: str, assignment_id: int
) -> Drill:
    """The drill of a position that an assignment of the player asks for."""
    token = _token(player, row, level, asked=technique, assignment_id=assignment_id)
    choices = lookalikes(technique) if level == Level.DECOYS else ()
    return Drill(row, level, token, choices, assignment_id=assignment_id)


def _salt(player: User) -> str:
    """A token is one player's: nobody chooses a position for another."""
    return f"{SALT}/{player.pk}"


def _read_token(player: User, token: str) -> _Token:
    """The parts of a token. Raises OverError."""
    try:
        return _Token(*signing.loads(token, salt=_salt(player), max_age=DRILL_LASTS_S))
    except (signing.BadSignature, TypeError) as error:
        raise OverError(_("This drill is over. Take the next one.")) from error


def drill_of(*, player: User, token: str, assignment_id: int = 0) -> Drill:
    """The drill of a token. Raises OverError, DrillError during an exam, and WatchError as its page does."""
    require_no_exam(player)
    found = _read_token(player, token)
    row = TrainingPosition.objects.filter(pk=found.position_id).first()
    if row is None or found.assignment_id != assignment_id:
        raise OverError(_("This drill is over. Take the next one."))
    # Shown before the assignment was handed out: now it is answered there first.
    if not assignment_id and row.pk in reserved_positions(player):
        raise OverError(_("This drill is over. Take the next one."))
    require_explorable(player, row.position.board)
    choices = lookalikes(found.asked or row.technique) if found.level == Level.DECOYS else ()
    return Drill(row, found.level, token, choices, found.is_free, found.assignment_id)


# Answering


def answer_drill(
    *, player: User, token: str, answer: Answer, number: int, assignment_id: int = 0
) -> tuple[DrillAnswer, Judgement]:
    """Judge answer `number` (from 1) of a drill, and keep it. An answer that was sent before counts once.

    Raises AnswerError where the answer says nothing about this position, AssignmentError once its assignment
    is over, and what `drill_of` raises.
    """
    drill = drill_of(player=player, token=token, assignment_id=assignment_id)
    position = drill.row.position
    require_about(position, answer)
    named = drill.technique
    if drill.level == Level.DECOYS:
        named = answer.technique
        if named not in drill.choices:
            raise AnswerError(_("Choose one of the three techniques too."))
    answer = replace(answer, technique=named if drill.choices else "")
    _require_pace(player)
    judgement = judge(position, named, answer)
    row = _record(player, drill, number, judgement.verdict, answer)
    if row.answer != str(answer):
        # Not kept, since it was not its turn: then its verdict is not told either.
        judgement = Judgement(Verdict(row.verdict), named)
    return row, judgement


def _require_pace(player: User) -> None:
    """Raise AnswerError where answers come faster than anybody finds steps: each takes a search."""
    try:
        require_pace(player.pk)
    except TooFastError as refusal:
        raise AnswerError(str(refusal)) from None
    PACE.take(player.pk, ANSWER_COST)


def ended_drill(*, player: User, answer_id: int) -> DrillAnswer:
    """A drill of the player that has ended, to look at its step again.

    Raises DrillAnswer.DoesNotExist, also where its position is gone, DrillError and WatchError.
    """
    rows = DrillAnswer.objects.of(player).ended().select_related("position", "assignee__assignment")
    row = rows.exclude(position=None).get(pk=answer_id)
    require_no_exam(player)
    if row.position:
        require_explorable(player, row.position.position.board)
    return row


def show_drill(*, player: User, token: str, assignment_id: int = 0) -> DrillAnswer:
    """End a drill by showing its step. One that has ended stays as it is."""
    drill = drill_of(player=player, token=token, assignment_id=assignment_id)
    return _record(player, drill, 0, Verdict.SHOWN, Answer())


@transaction.atomic
def _record(player: User, drill: Drill, number: int, verdict: str, answer: Answer) -> DrillAnswer:
    now, assignee = timezone.now(), None
    if drill.assignment_id:
        assignee = lock_working_assignee(student=player, assignment_id=drill.assignment_id, now=now)
    # Drills of one player at a time: which of them was the first is decided once.
    User.objects.select_for_update().filter(pk=player.pk).values("pk").first()
    token = _read_token(player, drill.token)
    others = DrillAnswer.objects.of(player).filter(position=drill.row)
    fields = {
        "position": drill.row,
        "technique": drill.technique,
        "level": drill.level,
        "verdict": verdict,
        "assignee": assignee,
        "is_new": not others.exists() and not has_met(player, drill.row),
    }
    if not assignee:
        fields["tries"] = fields["carried"] = _tries_left_open(others)
    row, is_added = DrillAnswer.objects.get_or_create(player=player, key=token.key, defaults=fields)
    was_sent_before = verdict != Verdict.SHOWN and number <= row.answers
    if not is_added and (row.has_ended or was_sent_before):
        return row
    row.verdict, row.answer, row.named, row.created_at = verdict, str(answer), answer.technique, now
    row.tries += verdict != Verdict.SHOWN
    row.elapsed_ms = min(max(round(now.timestamp() * 1000) - token.shown_ms, 0), DrillAnswer.LONGEST_MS)
    row.save(update_fields=["verdict", "answer", "named", "created_at", "tries", "elapsed_ms"])
    if is_added:
        _rate(player, row, token.passed)
        keep_mastery(row)
    if row.has_ended:
        remember(row)
    return row


def has_met(player: User, row: TrainingPosition) -> bool:
    """Whether the player has a game on the puzzle of a position, or answered it in a storm: they may know its
    step.
    """
    is_played = Attempt.objects.played_by(player).filter(puzzle__givens=row.givens).exists()
    return is_played or StormRun.objects.of(player).with_answer_to(row).exists()


def _tries_left_open(drills: DrillAnswerQuerySet) -> int:
    """The tries in the player's own latest drill of a position, unless it has ended."""
    last = drills.filter(assignee=None).order_by("-created_at", "-pk").first()
    return 0 if last is None or last.has_ended else last.tries


@transaction.atomic
def _keep_seen(player: User, row: TrainingPosition, token: str) -> None:
    """Keep that the player was shown where to look, unless they have met the position already."""
    User.objects.select_for_update().filter(pk=player.pk).values("pk").first()
    if not DrillAnswer.objects.of(player).filter(position=row).exists():
        DrillAnswer.objects.create(
            player=player,
            position=row,
            technique=row.technique,
            level=Level.HOUSE,
            key=_read_token(player, token).key,
            verdict=Verdict.SEEN,
        )


def _rate(player: User, row: DrillAnswer, passed: int) -> None:
    """Count the first answer, and before it the position that was passed over for this one."""
    counts = passed and row.level != Level.HOUSE
    if counts and (position := TrainingPosition.objects.filter(pk=passed).first()):
        is_new = not DrillAnswer.objects.of(player).filter(position=position).exists()
        if is_new and not has_met(player, position):
            rate_passed(player=player, position=position, now=row.created_at)
    rate_drill(row)
