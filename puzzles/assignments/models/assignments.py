"""Assignments: the work a class gets, its rules and dates, and its parts."""

from datetime import UTC, datetime, timedelta
from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, OfClass, User
from puzzles.library.models.policies import HelpPolicy

# Verdicts with which a drill has ended: `training.DrillAnswer.ENDS`, which this module is below.
ENDS_OF_DRILLS = ("found", "part", "shown")
ENDED_DRILL = Q(drill_answers__verdict__in=ENDS_OF_DRILLS)


class AssignmentQuerySet(OfClass, models.QuerySet["Assignment"]):
    def locked(self) -> Self:
        """Locked until the transaction ends, with all that its services read of it."""
        return self.select_for_update(of=("self",)).select_related("policy", "classroom")

    def taught_by(self, teacher: User) -> Self:
        """Assignments of this teacher's classes."""
        return self.filter(classroom__in=Classroom.objects.taught_by(teacher).values("pk"))

    def with_rights(self, teacher: User) -> Self:
        """With `is_read_only`: whether this teacher does not teach the class."""
        teachers = Classroom.teachers.through.objects.filter(user=teacher, classroom=OuterRef("classroom"))
        return self.annotate(is_read_only=~Exists(teachers))

    def in_order(self) -> Self:
        """The parts of a whole, in their order."""
        return self.order_by("part_number", "pk")

    def handed_out(self) -> Self:
        return self.filter(handed_out_at__isnull=False)

    def of_exercises(self) -> Self:
        """Assignments for which students write programs."""
        return self.exclude(worksheet="")

    def of_drills(self) -> Self:
        """Assignments for which students find the steps of a technique."""
        return self.exclude(technique="")

    def with_puzzles(self) -> Self:
        """Assignments of puzzles to play or of runs to predict."""
        return self.filter(worksheet="", technique="", questions=[], has_parts=False)

    def listed(self) -> Self:
        """Without parts: lists show the whole in their place."""
        return self.filter(whole=None)

    def of_questions(self) -> Self:
        """Assignments for which students answer questions."""
        return self.exclude(questions=[])

    def unreleased_exams(self) -> Self:
        """Exams whose results are not released, drafts included."""
        return self.filter(policy__is_exam=True, released_at=None, archived_at=None)

    def with_counts(self) -> Self:
        """Count the `students` who are not excused, and the puzzles they `finished` or drills they ended.

        `part_count`: how many parts it has.
        """
        counted = Q(assignees__excused_at=None)
        attempt = "assignees__assigned_puzzles__attempt"
        finished = counted & Q(**{f"{attempt}__finished_at__isnull": False})
        ended = counted & Q(assignees__drill_answers__verdict__in=ENDS_OF_DRILLS)
        return self.select_related("policy", "classroom").annotate(
            students=Count("assignees", filter=counted, distinct=True),
            finished=Count(attempt, filter=finished, distinct=True)
            + Count("assignees__drill_answers", filter=ended, distinct=True),
            part_count=Count("parts", distinct=True),
        )


class AssignmentManager(models.Manager.from_queryset(AssignmentQuerySet)):  # type: ignore[misc]
    """Assignments as teachers and students see them: a race is none of them."""

    def get_queryset(self) -> AssignmentQuerySet:
        found: AssignmentQuerySet = super().get_queryset().filter(is_race=False)
        return found


class Assignment(models.Model):
    """Work for a class. A draft until it is handed out; from then on its assigned puzzles are frozen.

    `source` keeps where the puzzles came from (see `services.sources.Source`), for students who join later.
    `algorithm` is the id of the solver whose runs students predict, "" if they play the puzzles.
    `worksheet` names the worksheet whose `exercises` students write; such an assignment has no puzzles.
    `technique` is the one to find in `positions`, the keys of training positions, at `drill_level`; such an
    assignment has no puzzles either. `questions` are what students answer, see `services.questions.Question`;
    such an assignment has neither puzzles, exercises nor positions.
    `spares_masters`: who has mastered the technique when it is handed out is excused.
    `for_group`: only some students of the class get it; the others are excused, and so is who joins later.
    `exam_time` is how long an exam lasts once it is handed out, "" if the teacher has set a due date.
    `has_parts`: a whole of several kinds of work, without work of its own. Its `parts` are assignments of one
    kind each, with its class, dates and students. A part has its place, `part_number`, and its `weight` in
    the mark. Every act is on the whole and reaches all parts: see `services.parts`.
    `is_race`: the grid of a race in a room, which locks it as homework does. It is in no list, table or
    calendar, and `objects` leaves it out; `stopped_at` is when the race ends.
    """

    class ExamTime(models.TextChoices):
        HOUR = "hour", _("until the end of this hour")
        HALF = "30", _("30 minutes")
        LESSON = "55", _("55 minutes")

    # An exam that begins later than this before the full hour lasts until the next one.
    SHORTEST_EXAM = timedelta(minutes=10)
    # A class does not begin within one minute: students who begin this late still have all their minutes.
    LATE_START = timedelta(minutes=5)

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        WAITING = "waiting", _("not open yet")
        RUNNING = "running", _("running")
        OVER = "over", _("due date passed")
        STOPPED = "stopped", _("stopped")
        RELEASED = "released", _("results released")
        ARCHIVED = "archived", _("archived")

    classroom = models.ForeignKey(
        Classroom, models.CASCADE, related_name="assignments", verbose_name=_("class")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    name = models.CharField(_("title"), max_length=120)
    policy = models.ForeignKey(HelpPolicy, models.PROTECT, related_name="assignments")
    algorithm = models.CharField(_("algorithm"), max_length=20, blank=True)
    predictions = models.PositiveSmallIntegerField(
        _("predictions"), default=10, help_text=_("How many predictions of a run are asked for.")
    )
    worksheet = models.CharField(_("worksheet"), max_length=30, blank=True)
    exercises = models.JSONField(_("exercises"), default=list, blank=True)
    technique = models.CharField(_("technique"), max_length=40, blank=True)
    drill_level = models.PositiveSmallIntegerField(_("level"), default=2)
    positions = models.JSONField(_("positions"), default=list, blank=True, editable=False)
    questions = models.JSONField(_("questions"), default=list, blank=True, editable=False)
    spares_masters = models.BooleanField(_("only who has not mastered it"), default=False)
    for_group = models.BooleanField(_("for some students only"), default=False, editable=False)
    is_race = models.BooleanField(default=False, editable=False)
    has_parts = models.BooleanField(default=False, editable=False)
    whole = models.ForeignKey("self", models.CASCADE, null=True, related_name="parts", editable=False)
    part_number = models.PositiveSmallIntegerField(default=0, editable=False)
    weight = models.PositiveSmallIntegerField(_("weight"), default=1)
    instructions = models.TextField(_("instructions"), max_length=4000, blank=True)
    source = models.JSONField(default=dict, editable=False)
    opens_at = models.DateTimeField(_("opens"), default=timezone.now)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(
        _("minutes per student"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
        help_text=_("Counted from the moment a student begins. Empty: no time limit."),
    )
    exam_time = models.CharField(max_length=4, choices=ExamTime, blank=True, editable=False)
    # See `services.grades.GradeRule`.
    grade_rule = models.JSONField(default=dict, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    handed_out_at = models.DateTimeField(null=True, editable=False)
    stopped_at = models.DateTimeField(null=True, editable=False)
    released_at = models.DateTimeField(null=True, editable=False)
    # Since then its students see their grades; those of an exam not before its results.
    grades_published_at = models.DateTimeField(null=True, editable=False)
    archived_at = models.DateTimeField(null=True, editable=False)

    objects = AssignmentManager()
    # Added by `with_counts`. Reading them without it raises AttributeError.
    students: int
    finished: int
    part_count: int
    # As `with_rights` says.
    is_read_only = False

    class Meta:
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        ordering = ["-opens_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(drill_level__range=(1, 3)), name="assignment_drill_level_1_to_3"
            ),
            models.CheckConstraint(
                condition=(Q(worksheet="") & Q(technique=""))
                | (Q(worksheet="") & Q(questions=[]))
                | (Q(technique="") & Q(questions=[])),
                name="assignment_of_one_kind_of_work",
            ),
            models.CheckConstraint(
                condition=Q(has_parts=False)
                | Q(whole=None, worksheet="", technique="", algorithm="", questions=[]),
                name="assignment_whole_has_no_work_itself",
            ),
            models.CheckConstraint(condition=Q(weight__range=(0, 9)), name="assignment_weight_0_to_9"),
            models.CheckConstraint(
                condition=Q(due_at__isnull=True) | Q(due_at__gt=F("opens_at")),
                name="assignment_due_after_it_opens",
                violation_error_message=_("The due date must be after the opening date."),
            ),
        ]
        indexes = [models.Index(fields=["classroom", "-opens_at"], name="assignment_by_class")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("assignments:assignment", args=[self.pk])

    @property
    def is_exam(self) -> bool:
        return self.policy.is_exam

    @property
    def is_unreleased_exam(self) -> bool:
        """Whether students may not know yet which of their digits are right."""
        return self.is_exam and self.released_at is None

    @property
    def shows_grades(self) -> bool:
        """Whether students see their grades and the comments on them."""
        return self.grades_published_at is not None and not self.is_unreleased_exam

    @property
    def full_name(self) -> str:
        """The title; of a part, after that of its whole."""
        return f"{self.whole}{_(': ')}{self.name}" if self.whole else self.name

    @property
    def is_draft(self) -> bool:
        return self.handed_out_at is None

    @property
    def is_played(self) -> bool:
        """Whether students solve puzzles."""
        return not (self.algorithm or self.worksheet or self.technique or self.questions or self.has_parts)

    @property
    def has_minutes(self) -> bool:
        """Whether each student may have some minutes from when they begin."""
        return not (self.worksheet or self.technique or self.questions or self.has_parts)

    @property
    def asks_exercises(self) -> bool:
        """Whether students write programs instead of solving puzzles."""
        return bool(self.worksheet)

    @property
    def asks_drills(self) -> bool:
        """Whether students find the steps of a technique instead of solving puzzles."""
        return bool(self.technique)

    @property
    def asks_questions(self) -> bool:
        """Whether students answer questions instead of solving puzzles."""
        return bool(self.questions)

    @property
    def clock_stopped_at(self) -> datetime | None:
        """The time when a pause of the class stopped the exam's clock; None while the clock runs."""
        return self.classroom.paused_at if self.is_exam else None

    @property
    def grid_count(self) -> int:
        """The number of grids, or of positions, for each student."""
        return len(self.positions) or self.source.get("count") or len(self.source.get("puzzles", ()))

    @property
    def total(self) -> int:
        """The number of grids or positions of all students together. Needs `with_counts`."""
        return self.grid_count * self.students

    @classmethod
    def exam_end(cls, exam_time: str, *, begins: datetime, minutes: int | None) -> datetime:
        """The due date of an exam of this length that begins now, with so many minutes for each student."""
        end = begins + timedelta(minutes=minutes or 0)
        if exam_time != cls.ExamTime.HOUR:
            return end + cls.LATE_START
        hour = timezone.localtime(end + cls.SHORTEST_EXAM).replace(minute=0, second=0, microsecond=0)
        return hour.astimezone(UTC) + timedelta(hours=1)

    def status(self, now: datetime | None = None) -> Status:
        """Draft, running, stopped, and so on, at this moment."""
        now = now or timezone.now()
        if self.archived_at:
            return self.Status.ARCHIVED
        if self.is_draft:
            return self.Status.DRAFT
        if self.released_at:
            return self.Status.RELEASED
        if self.stopped_at:
            return self.Status.STOPPED
        if self.opens_at > now:
            return self.Status.WAITING
        return self.Status.OVER if self.due_at and self.due_at <= now else self.Status.RUNNING

    def is_open(self, now: datetime) -> bool:
        """Whether students may begin now. Does not look at due dates."""
        return self.handed_out_at is not None and self.stopped_at is None and self.opens_at <= now
