"""What practice stores: positions, drills, storms, grids of the day, weekly goals and ratings."""

from datetime import date, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.db import models
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee
from puzzles.engine import CELLS, DIGITS, Board, Candidate, Position
from puzzles.library.models import Collection, Puzzle
from puzzles.play.game import marks_from_text, marks_to_text
from puzzles.play.models import Attempt
from puzzles.play.models.attempts import AttemptQuerySet

# A median is taken over so many of the last drills.
LAST_DRILLS = 50


class TrainingPositionQuerySet(models.QuerySet["TrainingPosition"]):
    def counts(self) -> dict[str, int]:
        """technique -> how many positions there are."""
        return dict(self.order_by().values_list("technique").annotate(count=Count("pk")))

    def own(self) -> Self:
        """Those that are not another one in disguise."""
        return self.exclude(origin=TrainingPosition.Origin.PERMUTED)


class TrainingPosition(models.Model):
    """A position in which a technique is the easiest step open.

    `digits` are those on the grid, `givens` those of its puzzle, `candidates` the marks of its cells as text.
    `step_count` is the number of steps on the easiest path before it. A permuted one is another one
    transposed, permuted and relabelled. The solution is not stored: a search finds it in no time.
    """

    class Origin(models.TextChoices):
        LIBRARY = "library", _("from the library")
        GENERATED = "generated", _("generated")
        EXAMPLE = "example", _("the example of a technique")
        PERMUTED = "permuted", _("permuted")

    technique = models.CharField(_("technique"), max_length=40)
    digits = models.CharField(max_length=81)
    givens = models.CharField(max_length=81)
    candidates = models.CharField(max_length=243)
    origin = models.CharField(_("origin"), max_length=9, choices=Origin)
    puzzle = models.ForeignKey(Puzzle, models.SET_NULL, null=True, related_name="training_positions")
    step_count = models.PositiveSmallIntegerField(default=0)

    objects = TrainingPositionQuerySet.as_manager()

    class Meta:
        verbose_name = _("training position")
        verbose_name_plural = _("training positions")
        constraints = [
            models.UniqueConstraint(fields=["technique", "digits"], name="training_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.technique} {self.digits}"

    @classmethod
    def of(cls, position: Position, technique: str, origin: Origin, **fields: Any) -> Self:
        """A row, not stored yet, of a position in which the technique is the easiest step."""
        return cls(
            technique=technique,
            digits=position.board.to_line(),
            givens=position.puzzle.to_line(),
            candidates=marks_to_text(position.masks),
            origin=origin,
            **fields,
        )

    @property
    def position(self) -> Position:
        """The position as the engine reads it."""
        givens = [cell for cell in CELLS if self.givens[cell] != "."]
        start = Position.from_board(Board.from_line(self.digits), givens=givens, is_unique=True)
        masks = marks_from_text(self.candidates)
        return start.eliminate(
            Candidate(cell, digit)
            for cell in CELLS
            for digit in DIGITS
            if start.masks[cell] & ~masks[cell] & 1 << digit - 1
        )


class BankProgress(models.Model):
    """How far the bank has come: one row.

    `read_to` is the last puzzle whose path was read, `tries` counts the puzzles generated for it. `grader` is
    the version of the grader that the positions come from: to a later one another step may be the easiest.
    """

    grader = models.PositiveSmallIntegerField(default=0)
    read_to = models.BigIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("progress of the bank of positions")
        verbose_name_plural = _("progress of the bank of positions")

    def __str__(self) -> str:
        return f"{self.read_to}, {self.tries}"


class DrillSums(NamedTuple):
    """Drills: how many have ended, in how many the step was found, at the first try, and how fast.

    `median_ms` is None before the first step found.
    """

    ended: int
    found: int
    at_once: int
    median_ms: int | None


class DrillAnswerQuerySet(models.QuerySet["DrillAnswer"]):
    def of(self, player: models.Model) -> Self:
        return self.filter(player=player)

    def ended(self) -> Self:
        """Drills in which the step was found or shown."""
        return self.filter(verdict__in=DrillAnswer.ENDS)


def drill_sums(drills: DrillAnswerQuerySet) -> DrillSums:
    """How these drills went, as far as they have ended: one query."""
    rows = list(drills.ended().order_by("-created_at").values_list("verdict", "tries", "elapsed_ms"))
    found = [(tries, ms) for verdict, tries, ms in rows if verdict in DrillAnswer.FOUND]
    return DrillSums(
        ended=len(rows),
        found=len(found),
        at_once=sum(tries == 1 for tries, _ms in found),
        median_ms=round(median(ms for _tries, ms in found[:LAST_DRILLS])) if found else None,
    )


class DrillAnswer(models.Model):
    """A drill of a player: a position, and the last answer to it.

    `key` names the drill, so that an answer sent twice counts once. `verdict` and `answer` are those of the
    last of `tries`; `elapsed_ms` is from when the position was shown to that answer. The drill has ended once
    the step is found, or shown because the player asked for it.

    `carried` of the tries were made in earlier drills of the position that have not ended: a page loaded
    again gives no first try again. `is_new` says that the player had not met the position before, neither in
    a drill or a storm nor in a game. `assignee` is set in a drill of an assignment.
    """

    class Level(models.IntegerChoices):
        HOUSE = 1, _("where to look is shown")
        BOARD = 2, _("the whole grid")
        DECOYS = 3, _("which of three")

    class Verdict(models.TextChoices):
        FOUND = "found", _("found")
        PART = "part", _("found in part")
        OTHER = "other", _("true by another technique")
        UNPROVED = "unproved", _("true, but shown by no single step")
        WRONG = "wrong", _("not sound")
        ABSENT = "absent", _("no such technique here")
        SHOWN = "shown", _("shown")
        SEEN = "seen", _("where to look was shown, not answered")

    FOUND = (Verdict.FOUND, Verdict.PART)
    ENDS = (*FOUND, Verdict.SHOWN)
    LONGEST_MS = 3_600_000

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="drill_answers", db_index=False
    )
    position = models.ForeignKey(TrainingPosition, models.SET_NULL, null=True, related_name="answers")
    assignee = models.ForeignKey(
        Assignee, models.SET_NULL, null=True, blank=True, related_name="drill_answers"
    )
    technique = models.CharField(_("technique"), max_length=40)
    # The technique that the player chose among three.
    named = models.CharField(_("technique chosen"), max_length=40, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), choices=Level)
    key = models.CharField(max_length=40, editable=False)
    verdict = models.CharField(_("verdict"), max_length=8, choices=Verdict)
    answer = models.CharField(_("answer"), max_length=400, blank=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    carried = models.PositiveSmallIntegerField(_("tries of earlier drills"), default=0)
    is_new = models.BooleanField(_("position not met before"), default=False)
    elapsed_ms = models.PositiveIntegerField(_("time (ms)"), default=0)
    created_at = models.DateTimeField(_("answered"), default=timezone.now, editable=False)

    objects = DrillAnswerQuerySet.as_manager()

    class Meta:
        verbose_name = _("drill")
        verbose_name_plural = _("drills")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="drill_key_once"),
            models.UniqueConstraint(
                fields=["player", "position"], condition=Q(is_new=True), name="drill_position_new_once"
            ),
            models.UniqueConstraint(fields=["assignee", "position"], name="drill_assigned_once"),
            models.CheckConstraint(condition=Q(level__range=(1, 3)), name="drill_level_1_to_3"),
        ]
        indexes = [models.Index(fields=["player", "technique", "-created_at"], name="drill_latest")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.technique} {self.verdict}"

    @property
    def is_found(self) -> bool:
        return self.verdict in self.FOUND

    @property
    def has_ended(self) -> bool:
        return self.verdict in self.ENDS

    @property
    def is_at_once(self) -> bool:
        """Whether the step was found at the first try."""
        return self.is_found and self.tries == 1

    @property
    def answers(self) -> int:
        """The number of answers to this drill."""
        return self.tries - self.carried


class TechniqueMemory(models.Model):
    """How well a player remembers a technique, as FSRS estimates it, and when it is to be reviewed.

    `card` is the card of the library `fsrs`, as its own JSON.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="technique_memories", db_index=False
    )
    technique = models.CharField(_("technique"), max_length=40)
    card = models.JSONField(_("estimate"))
    review_count = models.PositiveSmallIntegerField(_("reviews"), default=0)
    begun_at = models.DateTimeField(_("begun"))
    due_at = models.DateTimeField(_("to review from"))

    class Meta:
        verbose_name = _("memory of a technique")
        verbose_name_plural = _("memories of techniques")
        constraints = [
            models.UniqueConstraint(fields=["player", "technique"], name="technique_memory_once"),
        ]
        indexes = [models.Index(fields=["player", "due_at"], name="technique_memory_due")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.technique} {self.due_at:%Y-%m-%d}"


class StormRunQuerySet(models.QuerySet["StormRun"]):
    def of(self, player: models.Model) -> Self:
        return self.filter(player=player)

    def open(self) -> Self:
        """Runs that nobody has ended yet; their time may be up."""
        return self.filter(ended_at=None)

    def with_answer_to(self, position: TrainingPosition) -> Self:
        """Runs in which a position was answered: its step is known then."""
        return self.filter(met__contains=f" {position.pk} ")


class StormRun(models.Model):
    """A storm of a player: as many steps as they find in three minutes, less ten seconds for each mistake.

    `verdicts` has a sign for each position in its order, so that an answer sent twice counts once. `met`
    lists the keys of these positions, each between spaces: none of them is new in a drill.
    """

    RIGHT, WRONG = "+", "-"
    LASTS = timedelta(minutes=3)
    PENALTY = timedelta(seconds=10)
    # Nobody finds so many; a script is stopped there.
    MOST_ANSWERS = 400

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="storm_runs", db_index=False
    )
    started_at = models.DateTimeField(_("begun"), default=timezone.now, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, editable=False)
    right = models.PositiveSmallIntegerField(_("right"), default=0)
    wrong = models.PositiveSmallIntegerField(_("wrong"), default=0)
    # Technique -> how many of its positions were not right.
    mistakes = models.JSONField(_("mistakes by technique"), default=dict)
    verdicts = models.CharField(_("right and wrong, in order"), max_length=MOST_ANSWERS, blank=True)
    met = models.TextField(default=" ", editable=False)

    objects = StormRunQuerySet.as_manager()

    class Meta:
        verbose_name = _("storm")
        verbose_name_plural = _("storms")
        ordering = ["-started_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player"], condition=Q(ended_at=None), name="storm_run_one_open"),
        ]
        indexes = [models.Index(fields=["player", "-started_at"], name="storm_run_latest")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.right} + {self.wrong}"

    @property
    def answered(self) -> int:
        """How many positions were answered: the number of the next one."""
        return len(self.verdicts)

    @property
    def deadline(self) -> datetime:
        """When its time is up, as far as it has gone."""
        return self.started_at + self.LASTS - self.wrong * self.PENALTY


class DailyPuzzleQuerySet(models.QuerySet["DailyPuzzle"]):
    def of_day(self, classroom: models.Model, day: date) -> Self:
        """The grids of a class on a day, the easiest first."""
        return self.filter(classroom=classroom, day=day).order_by("tier")

    def with_play_of(self, player: User) -> Self:
        """With the player's own game on each grid on its day: see `attempt_id`."""
        of_the_day = Q(
            puzzle=models.OuterRef("puzzle"),
            started_at__date__lte=models.OuterRef("day"),
            last_move_at__date__gte=models.OuterRef("day"),
        )
        games = daily_games().filter(of_the_day, player=player)
        games = games.order_by(models.F("finished_at").asc(nulls_last=True), "-pk")
        names = {"attempt_id": "pk", "state": "state", "elapsed_ms": "elapsed_ms"}
        return self.annotate(
            **{name: models.Subquery(games.values(field)[:1]) for name, field in names.items()}
        )


def daily_games() -> AttemptQuerySet:
    """The games that can be of a grid of the day: in free play, and not started over."""
    free = Attempt.objects.counting().filter(assigned_puzzle=None)
    return free.exclude(state=Attempt.State.RESTARTED)


class DailyPuzzle(models.Model):
    """A grid of the day: the same for all students of a class, one for each tier."""

    TIERS = (1, 2, 3)

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="daily_puzzles", db_index=False)
    day = models.DateField(_("day"))
    tier = models.PositiveSmallIntegerField(_("tier"))
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="daily_puzzles")
    # Where it was drawn from: its games have the policy of this collection, and there are none without it.
    collection = models.ForeignKey(Collection, models.SET_NULL, null=True, related_name="daily_puzzles")

    # Annotations of `with_play_of`: the first game that ended, or else the open one; None before any.
    attempt_id: int | None
    state: str | None
    elapsed_ms: int | None

    objects = DailyPuzzleQuerySet.as_manager()

    class Meta:
        verbose_name = _("grid of the day")
        verbose_name_plural = _("grids of the day")
        ordering = ["-day", "tier"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "day", "tier"], name="daily_puzzle_once"),
            models.CheckConstraint(condition=Q(tier__range=(1, 3)), name="daily_puzzle_tier_1_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id}: {self.day} {self.tier}"


class WeeklyGoal(models.Model):
    """On how many days a week a player wants to practise, from a week on until the next goal; 0 for no goal.

    `week` is its Monday. A goal changed in the same week replaces the one before.
    """

    CHOICES = (0, 2, 3, 5)

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="weekly_goals", db_index=False
    )
    week = models.DateField(_("from the week of"))
    days = models.PositiveSmallIntegerField(_("days a week"))

    class Meta:
        verbose_name = _("weekly goal")
        verbose_name_plural = _("weekly goals")
        ordering = ["week"]
        constraints = [
            models.UniqueConstraint(fields=["player", "week"], name="weekly_goal_once"),
            models.CheckConstraint(condition=Q(days__lte=7), name="weekly_goal_7_days_at_most"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.days} from {self.week}"


class Rating(models.Model):
    """An estimate on the scale of `services/ratings.py`, in logits: its mean, its standard deviation, and the
    number of results it comes from.
    """

    mean = models.FloatField(_("estimate"))
    deviation = models.FloatField(_("uncertainty"))
    count = models.PositiveIntegerField(_("results"), default=0)

    class Meta:
        abstract = True


class PlayerRating(Rating):
    """How hard the steps and grids are that a player solves unaided.

    `day` is that of the last result, and `day_mean` the estimate with which it began: gains of a day are
    bounded.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="training_rating")
    rated_at = models.DateTimeField(_("last result"))
    day = models.DateField(_("day of the last result"))
    day_mean = models.FloatField(_("estimate at the beginning of that day"))

    class Meta:
        verbose_name = _("rating of a player")
        verbose_name_plural = _("ratings of players")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mean:.2f}"


class PositionRating(Rating):
    """How hard a position is for the players who were asked for its step."""

    position = models.OneToOneField(TrainingPosition, models.CASCADE, primary_key=True, related_name="rating")

    class Meta:
        verbose_name = _("rating of a position")
        verbose_name_plural = _("ratings of positions")

    def __str__(self) -> str:
        return f"{self.position_id}: {self.mean:.2f}"


class PuzzleRating(Rating):
    """How hard a puzzle is for those who have played it."""

    puzzle = models.OneToOneField(Puzzle, models.CASCADE, primary_key=True, related_name="learned_rating")

    class Meta:
        verbose_name = _("rating of a puzzle")
        verbose_name_plural = _("ratings of puzzles")

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {self.mean:.2f}"


class RatedResult(models.Model):
    """A result that counted in the rating of a player: the first with its position or puzzle.

    `mean` and `deviation` are those of the player after it. Appended, never changed.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rated_results", db_index=False
    )
    position = models.ForeignKey(TrainingPosition, models.SET_NULL, null=True, related_name="rated_results")
    puzzle = models.ForeignKey(Puzzle, models.SET_NULL, null=True, related_name="rated_results")
    is_success = models.BooleanField(_("solved unaided"))
    mean = models.FloatField(_("estimate"))
    deviation = models.FloatField(_("uncertainty"))
    created_at = models.DateTimeField(_("counted"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("result in a rating")
        verbose_name_plural = _("results in ratings")
        constraints = [
            models.UniqueConstraint(fields=["player", "position"], name="rated_position_once"),
            models.UniqueConstraint(fields=["player", "puzzle"], name="rated_puzzle_once"),
        ]
        indexes = [models.Index(fields=["player", "created_at"], name="rated_result_latest")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mean:.2f}"
