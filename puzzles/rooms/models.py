"""Rooms: a teacher leads a class through pages, asks it questions, and starts races and relays."""

from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, OfClass, User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

LENGTH = timedelta(hours=3)
MAX_ADDRESS = 600
MAX_TEXT = 300
MAX_VALUE = 80
MAX_CHOICES = 6


class RoomQuerySet(OfClass, models.QuerySet["Room"]):
    def taught_by(self, teacher: User) -> Self:
        return self.filter(classroom__teachers=teacher)

    def open(self) -> Self:
        """Rooms of current classes that are neither closed nor over."""
        # The clock of the database: a prepared query has no time of its own.
        return self.filter(closed_at=None, ends_at__gt=Now(), classroom__archived_at=None)

    def of(self, student: User | int) -> Self:
        """Rooms of the student's classes."""
        return self.filter(classroom__memberships__student=student)

    def seen_by(self, student: User | int) -> Self:
        """With what the poll of a phone needs to know, in one query."""
        present = Attendance.objects.filter(room=OuterRef("pk"), student=student)
        shown = Question.objects.filter(room=OuterRef("pk")).on_screen()
        answer = Answer.objects.filter(question__room=OuterRef("pk"), student=student).on_screen()
        race = Race.objects.filter(room=OuterRef("pk")).on_screen()
        game = Attempt.objects.filter(
            player=student,
            assigned_puzzle__assignee__assignment__race__room=OuterRef("pk"),
            assigned_puzzle__assignee__assignment__race__is_away=False,
        ).order_by()
        return self.annotate(
            race_shown=Subquery(race.values("pk")[:1]),
            race_ends_at=Subquery(race.values("ends_at")[:1]),
            race_game=Subquery(game.values("pk")[:1]),
            race_done_at=Subquery(game.values("finished_at")[:1]),
            is_followed=Exists(present.filter(is_following=True)),
            seen_at=Subquery(present.values("seen_at")[:1]),
            question_shown=Subquery(shown.values("pk")[:1]),
            question_status=Subquery(shown.values("status")[:1]),
            answered_at=Subquery(answer.values("answered_at")[:1]),
        )


class Room(models.Model):
    """A lesson of a class in which the teacher leads, and asks. One is open at a time.

    `version` counts the changes that phones have to know. `address` is the page that the teacher leads to, ""
    when nobody leads. It is stored, so that a restarted server and a second process know it.
    """

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="rooms", verbose_name=_("class"))
    opened_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    ends_at = models.DateTimeField(_("ends"), editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    address = models.CharField(max_length=MAX_ADDRESS, blank=True, default="", editable=False)
    # Students who follow cannot step aside.
    is_holding = models.BooleanField(default=False, editable=False)

    # Annotations of `seen_by`.
    is_followed: bool
    seen_at: Any
    question_shown: int | None
    question_status: str | None
    answered_at: Any
    race_shown: int | None
    race_ends_at: Any
    race_game: int | None
    race_done_at: Any

    objects = RoomQuerySet.as_manager()

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"], condition=Q(closed_at=None), name="room_open_once_per_class"
            ),
            models.CheckConstraint(
                condition=Q(is_holding=False) | ~Q(address=""), name="room_holds_only_while_leading"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.classroom} {self.opened_at:%Y-%m-%d %H:%M}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None and self.ends_at > timezone.now()


class Attendance(models.Model):
    """A student in a room: whether they follow the teacher, and when a page of theirs last asked."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="attendances", db_index=False)
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="attendances")
    is_following = models.BooleanField(default=False)
    came_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("student in a room")
        verbose_name_plural = _("students in a room")
        constraints = [
            models.UniqueConstraint(fields=["room", "student"], name="attendance_once_per_room"),
        ]

    def __str__(self) -> str:
        return f"{self.student} ({self.room})"


class QuestionQuerySet(OfClass, models.QuerySet["Question"]):
    to_class = "room__classroom"

    def taught_by(self, teacher: User) -> Self:
        return self.filter(room__classroom__teachers=teacher)

    def of(self, student: User) -> Self:
        """Questions to the student's classes."""
        return self.filter(room__classroom__memberships__student=student)

    def on_screen(self) -> Self:
        """The question that phones and projector show: one at most in each room."""
        return self.exclude(status=Question.Status.AWAY)

    def asked(self) -> Self:
        """Without slides, which nobody answers."""
        return self.exclude(kind=Question.Kind.SLIDE)


class Question(models.Model):
    """A question to the class, or a slide. `right` lists the values that are right, none where nobody judges.

    `choices` are the texts of a choice, the values of what may happen next, or the lines of a slide; the
    values of answers are described in `services/answers.py`.
    """

    class Kind(models.TextChoices):
        CHOICE = "choice", _("several choices")
        NUMBER = "number", _("a number")
        TEXT = "text", _("a short text")
        VERDICT = "verdict", _("right or wrong?")
        NEXT = "next", _("what happens next?")
        CELL = "cell", _("a cell of a grid")
        SLIDE = "slide", _("nothing: a slide")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        REVEALED = "revealed", _("revealed")
        AWAY = "away", _("put away")

    room = models.ForeignKey(Room, models.CASCADE, related_name="questions", db_index=False)
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    text = models.CharField(_("question"), max_length=MAX_TEXT, blank=True)
    choices = models.JSONField(default=list, blank=True)
    right = models.JSONField(default=list, blank=True)
    # The grid it is about: its given digits, the digits of the position, and its notes; "" for none.
    givens = models.CharField(max_length=81, blank=True, default="")
    digits = models.CharField(max_length=81, blank=True, default="")
    notes = models.TextField(blank=True, default="")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    revealed_at = models.DateTimeField(null=True, editable=False)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        verbose_name = _("question to a class")
        verbose_name_plural = _("questions to a class")
        ordering = ["room", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="question_number_once"),
            models.UniqueConstraint(
                fields=["room"], condition=~Q(status="away"), name="question_on_screen_once"
            ),
        ]

    def __str__(self) -> str:
        return self.text or self.get_kind_display()

    @property
    def is_slide(self) -> bool:
        return self.kind == self.Kind.SLIDE

    @property
    def is_open(self) -> bool:
        """Whether answers are taken, and may change."""
        return self.status == self.Status.OPEN and not self.is_slide

    @property
    def is_revealed(self) -> bool:
        """Whether its right answer may be known."""
        return self.revealed_at is not None


class AnswerQuerySet(models.QuerySet["Answer"]):
    def on_screen(self) -> Self:
        """Answers to questions that are on the screens."""
        return self.exclude(question__status=Question.Status.AWAY)


class Answer(models.Model):
    """A student's answer to a question of a room; the last one counts."""

    question = models.ForeignKey(Question, models.CASCADE, related_name="answers", db_index=False)
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="room_answers")
    value = models.CharField(_("answer"), max_length=MAX_VALUE)
    answered_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AnswerQuerySet.as_manager()

    class Meta:
        verbose_name = _("answer in a room")
        verbose_name_plural = _("answers in a room")
        ordering = ["question", "answered_at"]
        constraints = [
            models.UniqueConstraint(fields=["question", "student"], name="room_answer_once"),
        ]

    def __str__(self) -> str:
        return f"{self.student}: {self.value}"


class RaceQuerySet(OfClass, models.QuerySet["Race"]):
    to_class = "room__classroom"

    def taught_by(self, teacher: User) -> Self:
        return self.filter(room__classroom__teachers=teacher)

    def of(self, student: User) -> Self:
        """Races of the student's classes."""
        return self.filter(room__classroom__memberships__student=student)

    def on_screen(self) -> Self:
        """The race that phones and projector show, with its relay: one at most in each room."""
        return self.filter(is_away=False).select_related("relay")


class Race(models.Model):
    """A race of the class on one grid, from `starts_at` to `ends_at`, which an earlier end moves.

    Each student has a game of their own; in a relay (`Relay`) each team has one grid instead.

    The hidden `assignment` gives the grid to everybody, and so locks it elsewhere, as homework does.
    """

    MAX_TEAMS = 4
    # What each mistake costs at the end.
    PENALTY_S = 10

    room = models.ForeignKey(Room, models.CASCADE, related_name="races", db_index=False)
    assignment = models.OneToOneField(Assignment, models.CASCADE, related_name="race")
    # 0: each student alone.
    teams = models.PositiveSmallIntegerField(default=0)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    is_away = models.BooleanField(default=False)

    objects = RaceQuerySet.as_manager()

    class Meta:
        verbose_name = _("race")
        verbose_name_plural = _("races")
        ordering = ["room", "starts_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["room"], condition=Q(is_away=False), name="race_on_screen_once_per_room"
            ),
            models.CheckConstraint(condition=Q(teams__in=(0, 2, 3, 4)), name="race_teams_0_or_2_to_4"),
        ]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.starts_at:%Y-%m-%d %H:%M}"

    @property
    def relay_or_none(self) -> "Relay | None":
        """What makes a relay of it; None for a race of each on their own grid."""
        return getattr(self, "relay", None)

    @property
    def has_started(self) -> bool:
        return self.starts_at <= timezone.now()

    @property
    def is_over(self) -> bool:
        return self.ends_at <= timezone.now()


class RaceEntry(models.Model):
    """A student in a race, under a name for this race alone. Their own time counts from `clock_from`."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="entries", db_index=False)
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="race_entries")
    name = models.CharField(_("name in the race"), max_length=40)
    # 0 without teams, else 1 to 4.
    team = models.PositiveSmallIntegerField(default=0)
    clock_from = models.DateTimeField()

    class Meta:
        verbose_name = _("student in a race")
        verbose_name_plural = _("students in a race")
        constraints = [
            models.UniqueConstraint(fields=["race", "student"], name="race_entry_once"),
            models.UniqueConstraint(fields=["race", "name"], name="race_name_once"),
            models.CheckConstraint(condition=Q(team__lte=4), name="race_team_0_to_4"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.race_id})"


class RelayQuerySet(models.QuerySet["Relay"]):
    def of(self, student: User) -> Self:
        """Relays of the student's classes."""
        return self.filter(race__room__classroom__memberships__student=student)


class Relay(models.Model):
    """What makes a relay of a race: teams, each with one grid, whose members place digits in turn."""

    MAX_MEMBERS = 8
    MAX_DIGITS = 5
    SECONDS = range(10, 301)
    # So many wrong digits end a turn, too: nobody can spoil the grid of a team by guessing.
    MAX_MISTAKES = 3

    race = models.OneToOneField(Race, models.CASCADE, related_name="relay")
    puzzle = models.ForeignKey(Puzzle, models.PROTECT, related_name="+")
    team_size = models.PositiveSmallIntegerField()
    digits_a_turn = models.PositiveSmallIntegerField()
    turn_seconds = models.PositiveSmallIntegerField()

    objects = RelayQuerySet.as_manager()

    class Meta:
        verbose_name = _("relay")
        verbose_name_plural = _("relays")
        constraints = [
            models.CheckConstraint(condition=Q(team_size__range=(2, 8)), name="relay_team_size_2_to_8"),
            models.CheckConstraint(condition=Q(digits_a_turn__range=(1, 5)), name="relay_digits_1_to_5"),
            models.CheckConstraint(
                condition=Q(turn_seconds__range=(10, 300)), name="relay_turn_seconds_10_to_300"
            ),
        ]

    def __str__(self) -> str:
        return str(self.race)

    def get_absolute_url(self) -> str:
        return reverse("rooms:relay", args=[self.pk])


class RelayTeam(models.Model):
    """A team of a relay with its grid. `turn` is the place of the member who places digits now."""

    relay = models.ForeignKey(Relay, models.CASCADE, related_name="teams", db_index=False)
    number = models.PositiveSmallIntegerField()
    digits = models.CharField(max_length=81)
    turn = models.PositiveSmallIntegerField(default=1)
    turn_started_at = models.DateTimeField()
    turn_digits = models.PositiveSmallIntegerField(default=0)
    turn_mistakes = models.PositiveSmallIntegerField(default=0)
    moves_made = models.PositiveSmallIntegerField(default=0)
    mistakes = models.PositiveSmallIntegerField(default=0)
    clock_from = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("team of a relay")
        verbose_name_plural = _("teams of a relay")
        ordering = ["relay", "number"]
        constraints = [
            models.UniqueConstraint(fields=["relay", "number"], name="relay_team_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.relay_id}: {self.number}"

    @property
    def penalty_s(self) -> int:
        return Race.PENALTY_S * self.mistakes

    @property
    def time_s(self) -> int | None:
        """The time with the penalty, in whole seconds, once the grid is full."""
        if self.finished_at is None:
            return None
        return max(0, (self.finished_at - self.clock_from) // timedelta(seconds=1)) + self.penalty_s


class RelayMember(models.Model):
    """A student in a team, under a name for this relay alone. `place` is the order of turns."""

    team = models.ForeignKey(RelayTeam, models.CASCADE, related_name="members", db_index=False)
    relay = models.ForeignKey(Relay, models.CASCADE, related_name="members", db_index=False)
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="relay_members")
    name = models.CharField(_("name in the race"), max_length=40)
    place = models.PositiveSmallIntegerField()
    # Turns without a digit, one after the other.
    missed = models.PositiveSmallIntegerField(default=0)
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("student in a relay")
        verbose_name_plural = _("students in a relay")
        ordering = ["team", "place"]
        constraints = [
            models.UniqueConstraint(fields=["relay", "student"], name="relay_member_once"),
            models.UniqueConstraint(fields=["relay", "name"], name="relay_name_once"),
            models.UniqueConstraint(fields=["team", "place"], name="relay_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.team_id})"


class RelayMove(models.Model):
    """A digit that a member placed, or that was refused because it is wrong."""

    team = models.ForeignKey(RelayTeam, models.CASCADE, related_name="moves", db_index=False)
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="relay_moves")
    number = models.PositiveSmallIntegerField()
    cell = models.PositiveSmallIntegerField()
    digit = models.PositiveSmallIntegerField()
    is_right = models.BooleanField()
    placed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("move in a relay")
        verbose_name_plural = _("moves in a relay")
        ordering = ["team", "number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="relay_move_once"),
            models.CheckConstraint(condition=Q(cell__lte=80), name="relay_move_cell_0_to_80"),
            models.CheckConstraint(condition=Q(digit__range=(1, 9)), name="relay_move_digit_1_to_9"),
            # A cell is filled once.
            models.UniqueConstraint(
                fields=["team", "cell"], condition=Q(is_right=True), name="relay_cell_filled_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id} #{self.number}"
