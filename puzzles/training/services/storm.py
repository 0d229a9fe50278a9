"""Storm: as many steps as a player finds in three minutes by the server's clock, one answer to each position.

The order of the positions depends on the run alone: a reloaded page goes on with the same ones.
Neither the solution nor a step leaves the server before the answer.
"""

import random
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import TECHNIQUES, Step
from puzzles.play.services.watching import require_explorable

from ..models import StormRun, TrainingPosition
from .answers import Answer, judge, results_of, steps_of
from .bank import DRILLED
from .drills import NoPositionError, OverError, explorable, require_no_exam

# From which position on each tier comes; its easiest techniques come first.
TIER_STARTS = {1: 0, 2: 8, 3: 18}
FIRST_TECHNIQUES = 2
# So many positions lie ready behind the one that is open.
AHEAD = 3
# An answer that was on its way when the time was up still counts.
GRACE = timedelta(seconds=2)
SALT = "training.storm"

MARK = re.compile(r"r[1-9]c[1-9][=-][1-9]")
# A digit is placed at a position of one of these, whichever of them shows it.
SINGLES = tuple(name for name in DRILLED if TECHNIQUES[name].tier == 1)


@dataclass(frozen=True)
class StormPosition:
    """The position of a number in a run; `token` says so, signed."""

    row: TrainingPosition
    number: int
    token: str

    @property
    def places(self) -> bool:
        """Whether a digit is to be placed; else a candidate is to be removed."""
        return self.row.technique in SINGLES


@dataclass(frozen=True)
class StormAnswer:
    """What became of an answer: `is_right` is None if it came too late to count. `step` is what was there."""

    run: StormRun
    number: int
    is_right: bool | None
    step: Step | None = None


# Runs


def open_run(*, player: User, now: datetime | None = None) -> StormRun | None:
    """The run that goes on. One whose time is up is ended here, wherever its page has gone."""
    now = now or timezone.now()
    run = StormRun.objects.of(player).open().first()
    if run and is_over(run, now):
        end_run(player=player, now=now)
        return None
    return run


def is_over(run: StormRun, now: datetime) -> bool:
    """Whether no answer counts any more."""
    return run.ended_at is not None or now > run.deadline + GRACE or run.answered >= StormRun.MOST_ANSWERS


def begin_run(*, player: User, now: datetime | None = None) -> StormRun:
    """Begin a run; one that goes on is returned instead.

    Raises DrillError during an exam, and NoPositionError without a position.
    """
    require_no_exam(player)
    now = now or timezone.now()
    if run := open_run(player=player, now=now):
        return run
    if not _known():
        raise NoPositionError(_("There are no positions to practise yet. Try again later."))
    while True:
        with suppress(IntegrityError), transaction.atomic():
            return StormRun.objects.create(player=player, started_at=now)
        # Begun at the same moment from another page, which may have ended it since.
        if run := StormRun.objects.of(player).open().first():
            return run


@transaction.atomic
def end_run(*, player: User, now: datetime | None = None) -> StormRun | None:
    """End the open run, not later than its time allows; returns the player's latest run.

    A run without an answer is not kept: the one that is returned has no key any more.
    """
    now = now or timezone.now()
    run = StormRun.objects.select_for_update().of(player).open().first()
    if run is None:
        return StormRun.objects.of(player).first()
    run.ended_at = max(run.started_at, min(now, run.deadline))
    if not run.answered:
        run.delete()
        return run
    run.save(update_fields=["ended_at"])
    return run


# Positions


def positions_of(*, run: StormRun, player: User, start: int) -> list[StormPosition]:
    """The positions of a run from number `start` on, as many as its page keeps ready."""
    known = _known()
    last = min(run.answered + AHEAD, StormRun.MOST_ANSWERS - 1)
    numbers = range(max(start, run.answered), last + 1)
    return [found for number in numbers if (found := _position(run, player, number, known))]


def _known() -> list[str]:
    """The techniques of a storm that have positions, easiest first."""
    names = [name for name in DRILLED if TECHNIQUES[name].tier in TIER_STARTS]
    rows = TrainingPosition.objects.filter(technique__in=names)
    found = set(rows.order_by().values_list("technique", flat=True).distinct())
    return [name for name in names if name in found]


def technique_at(run_id: int, number: int, known: list[str]) -> str:
    """The technique of a number: of its tier, the more of them to choose from the longer it lasts."""
    tier, start = max((tier, start) for tier, start in TIER_STARTS.items() if start <= number)
    names = [name for name in known if TECHNIQUES[name].tier == tier] or known
    rng = random.Random(f"{run_id}/{number}")
    return rng.choice(names[: FIRST_TECHNIQUES + number - start])


def _position(run: StormRun, player: User, number: int, known: list[str]) -> StormPosition | None:
    """The position of a number; of the easiest other technique if the player may see none of its own now."""
    technique = technique_at(run.pk, number, known)
    had = sum(technique_at(run.pk, each, known) == technique for each in range(number))
    for name in dict.fromkeys([technique, *known]):
        for row in explorable(player, _keys_in_turn(run, name, had)):
            return StormPosition(row, number, signing.dumps([run.pk, number, row.pk], salt=SALT))
    return None


def _keys_in_turn(run: StormRun, technique: str, had: int) -> list[int]:
    """The positions of a technique in the run's own order, those that it has had at the end."""
    rows = TrainingPosition.objects.filter(technique=technique).order_by("pk")
    keys = list(rows.values_list("pk", flat=True))
    random.Random(f"{run.pk}/{technique}").shuffle(keys)
    place = had % len(keys) if keys else 0
    return keys[place:] + keys[:place]


# Answers


def answer_storm(*, player: User, token: str, mark: str, now: datetime | None = None) -> StormAnswer:
    """Judge the only answer to a position; "" passes. One that was sent before counts once.

    Raises DrillError during an exam, OverError unless the token is of the next position, and WatchError.
    """
    now = now or timezone.now()
    require_no_exam(player)
    run_id, number, row = _read(token)
    require_explorable(player, row.position.board)
    is_right = is_right_mark(row, mark)
    run = _record(player, run_id, number, is_right, row, now)
    if number >= run.answered:
        return StormAnswer(run, number, None)
    is_right = run.verdicts[number] == StormRun.RIGHT
    return StormAnswer(run, number, is_right, None if is_right else shortest_step(row))


def _read(token: str) -> tuple[int, int, TrainingPosition]:
    """Run, number and position of a token. Raises OverError."""
    with suppress(signing.BadSignature, TrainingPosition.DoesNotExist):
        run_id, number, position_id = signing.loads(token, salt=SALT)
        return run_id, number, TrainingPosition.objects.get(pk=position_id)
    raise OverError(_("This position is over."))


@transaction.atomic
def _record(
    player: User, run_id: int, number: int, is_right: bool, row: TrainingPosition, now: datetime
) -> StormRun:
    """Count an answer if it is to the next position and in time."""
    run = StormRun.objects.select_for_update().of(player).filter(pk=run_id).first()
    if run is None or number > run.answered:
        raise OverError(_("This position is over."))
    if number < run.answered or is_over(run, now):
        return run
    run.verdicts += StormRun.RIGHT if is_right else StormRun.WRONG
    if is_right:
        run.right += 1
    else:
        run.wrong += 1
        run.mistakes[row.technique] = run.mistakes.get(row.technique, 0) + 1
    run.met += f"{row.pk} "
    run.save(update_fields=["verdicts", "right", "wrong", "mistakes", "met"])
    return run


def is_right_mark(row: TrainingPosition, mark: str) -> bool:
    """Whether a mark (`r9c7=1` places, `r1c2-3` removes) follows by the technique; "" does not."""
    if not MARK.fullmatch(mark):
        return False
    position, answer = row.position, Answer.from_text(mark)
    if not all(position.has_candidate(cell, digit) for cell, digit in answer.marks):
        return False
    names = SINGLES if row.technique in SINGLES else (row.technique,)
    return any(judge(position, name, answer, names_other=False).is_found for name in names)


def shortest_step(row: TrainingPosition) -> Step:
    """A step of the technique with the fewest results: it is said in one line."""
    return min(steps_of(row.position, row.technique), key=lambda step: len(results_of(step)))
