"""What is learned comes back: each technique is reviewed by a drill when it is about to be forgotten.

FSRS (Free Spaced Repetition Scheduler, by the library `fsrs`) estimates from the reviews so far when a player
would find the step nine times of ten. Drills before that day are practice: they change nothing, so that
nobody learns ahead by repeating at once what was just seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from django.utils import timezone
from fsrs import Card, Rating, Scheduler

from accounts.models import User

from ..models import DrillAnswer, TechniqueMemory, TrainingPosition
from .bank import DRILLED

# A class meets once a day at most: the first review is a day later, and none is forgotten over a school year.
SCHEDULER = Scheduler(
    learning_steps=(timedelta(days=1),),
    relearning_steps=(timedelta(days=1),),
    maximum_interval=180,
    enable_fuzzing=False,
)
NEW_A_DAY = 1
# With so many reviews left nothing new is begun.
REVIEWS_BEFORE_NEW = 5


@dataclass(frozen=True, slots=True)
class Today:
    """The techniques to review today, the longest due first, and the one to begin; "" for none."""

    due: tuple[str, ...] = ()
    new: str = ""

    @property
    def next(self) -> str:
        """The technique to practise first."""
        return self.due[0] if self.due else self.new


def rating_of(drill: DrillAnswer) -> Rating:
    """How well a drill that has ended shows that the technique is known.

    Good: found in the whole grid at the first try. Hard: after more tries, or where to look was shown. Again:
    the step was shown.
    """
    if not drill.is_found:
        return Rating.Again
    return Rating.Good if drill.tries == 1 and drill.level != DrillAnswer.Level.HOUSE else Rating.Hard


def remember(drill: DrillAnswer) -> TechniqueMemory:
    """Count a drill that has just ended as a review, if its technique is due or new; in the caller's
    transaction.
    """
    # FSRS reckons in UTC.
    now = drill.created_at.astimezone(UTC)
    # Of two drills that begin a technique at once, the second waits here, and is not due any more.
    memory, _is_new = TechniqueMemory.objects.select_for_update().get_or_create(
        player_id=drill.player_id,
        technique=drill.technique,
        defaults={"card": Card(card_id=0, due=now).to_dict(), "begun_at": now, "due_at": now},
    )
    if memory.due_at > end_of_day(now):
        return memory
    card = Card.from_dict(memory.card)
    card, _log = SCHEDULER.review_card(card, rating_of(drill), now)
    memory.card, memory.due_at = card.to_dict(), card.due
    memory.review_count += 1
    memory.save()
    return memory


def today(*, player: User, now: datetime | None = None) -> Today:
    """What a player should practise today: two queries."""
    now = now or timezone.now()
    memories = list(
        TechniqueMemory.objects.filter(player=player)
        .order_by("due_at", "technique")
        .values_list("technique", "due_at", "begun_at")
    )
    end = end_of_day(now)
    due = tuple(technique for technique, due_at, _begun_at in memories if due_at <= end)
    begun_today = sum(begun_at > end - timedelta(days=1) for _technique, _due_at, begun_at in memories)
    if begun_today >= NEW_A_DAY or len(due) >= REVIEWS_BEFORE_NEW:
        return Today(due)
    return Today(due, first_new([technique for technique, _due_at, _begun_at in memories]))


def first_new(begun: Sequence[str]) -> str:
    """The easiest technique that is not begun and has positions; "" if there is none."""
    known = set(TrainingPosition.objects.order_by().values_list("technique", flat=True).distinct())
    return next((name for name in DRILLED if name in known and name not in begun), "")


def end_of_day(moment: datetime) -> datetime:
    """The end of the day in which this moment is, by the clock of the site."""
    return timezone.make_aware(datetime.combine(timezone.localdate(moment) + timedelta(days=1), time.min))
