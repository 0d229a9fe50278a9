"""Assignments: the puzzles a class gets, their rules and dates, and each student's progress."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Classroom, User
from puzzles.library.models.policies import HelpPolicy
from puzzles.library.models.puzzles import Puzzle

if TYPE_CHECKING:
    from puzzles.play.models.attempts import Attempt


# Verdicts with which a drill has ended: `training.DrillAnswer.ENDS`, which this module is below.
ENDS_OF_DRILLS = ("found", "part", "shown")
ENDED_DRILL = Q(drill_answers__verdict__in=ENDS_OF_DRILLS)


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def locked(self) -> Self:
        """Locked until the transaction ends, with all that its services read of it."""
        return self.select_for_update(of=("self",)).select_related("policy", "classroom")

    def taught_by(self, teacher: User) -> Self:
        """Assignments of this teacher's classes."""
        return self.filter(classroom__in=Classroom.objects.taught_by(teacher).values("pk"))

    def read_by(self, teacher: User) -> Self:
        """The same, of classes that the teacher only reads, too."""
        return self.filter(classroom__in=Classroom.objects.read_by(teacher).values("pk"))

    def with_rights(self, teacher: User) -> Self:
        """With `is_read_only`: whether this teacher does not teach the class."""
        teachers = Classroom.teachers.through.objects.filter(user=teacher, classroom=OuterRef("classroom"))
        return self.annotate(is_read_only=~Exists(teachers))

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
        """Assignments as they stand in lists: a part is in the line of its whole."""
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


class AssigneeQuerySet(models.QuerySet["Assignee"]):
    def locked(self) -> Self:
        """Locked until the transaction ends, in the one order, with all that decides about their time."""
        rows = self.select_for_update(of=("self",)).order_by("pk")
        return rows.select_related("assignment__policy", "assignment__classroom", "student")

    def taught_by(self, teacher: User) -> Self:
        """The students of assignments of this teacher's classes."""
        return self.filter(assignment__in=Assignment.objects.taught_by(teacher))

    def read_by(self, teacher: User) -> Self:
        """The same, of classes that the teacher only reads, too."""
        return self.filter(assignment__in=Assignment.objects.read_by(teacher).values("pk"))

    def of(self, student: models.Model) -> Self:
        """The student's assignments, without drafts, races, and those they are excused from."""
        rows = self.filter(student=student, assignment__handed_out_at__isnull=False, excused_at__isnull=True)
        return rows.filter(assignment__is_race=False)

    def with_counts(self) -> Self:
        """Count the `grids`, those `solved` and `done`, positions `drilled` and questions `answered`."""
        attempt = "assigned_puzzles__attempt"
        return self.select_related("student", "assignment__policy", "assignment__classroom").annotate(
            grids=Count("assigned_puzzles"),
            solved=Count(attempt, filter=Q(**{f"{attempt}__state": "solved"})),
            done=Count(attempt, filter=Q(**{f"{attempt}__finished_at__isnull": False})),
            drilled=Count("drill_answers", filter=ENDED_DRILL, distinct=True),
            answered=Count("question_answers", distinct=True),
        )

    def with_progress(self) -> Self:
        """Count for the student: all `grids`, those `played` to the end, runs `predicted`, drills `drilled`,
        questions `answered`.

        A full grid of an exam counts as played, be it right or wrong.
        """
        grid = "assigned_puzzles"
        full = Q(assignment__policy__is_exam=True) & ~Q(**{f"{grid}__attempt__digits__contains": "."})
        played = Q(**{f"{grid}__attempt__finished_at__isnull": False}) | full
        predicted = Q(**{f"{grid}__prediction_round__asked__gte": F(f"{grid}__prediction_round__wanted")})
        return self.select_related("assignment__policy", "assignment__classroom").annotate(
            grids=Count(grid),
            played=Count(grid, filter=Q(**{f"{grid}__attempt__isnull": False}) & played),
            predicted=Count(grid, filter=predicted),
            drilled=Count("drill_answers", filter=ENDED_DRILL, distinct=True),
            answered=Count("question_answers", distinct=True),
        )

    def writing_exam(self) -> Self:
        """Exams that are begun, not handed in and not stopped. Their time may be up."""
        return self.filter(
            assignment__policy__is_exam=True,
            assignment__algorithm="",
            assignment__handed_out_at__isnull=False,
            assignment__stopped_at=None,
            excused_at=None,
            began_at__isnull=False,
            handed_in_at=None,
        )


class Assignee(models.Model):
    """A student in an assignment.

    `due_at` is the student's own due date. It is not stretched by extra time, the assignment's due date is.
    `given_back_s` counts the seconds that pauses took from a running exam. `extra_time` is the student's
    factor when they began the exam: a later change, perhaps by a teacher of another class, has no effect.

    The ends of the work:

    `is_closed`                     handed in by the student, or stopped by the teacher
    `is_over`, `ends_at`            closed, or time up (`times_out_at`); none runs out in a pause of an exam
    `is_read_only`, `read_only_at`  in an exam over, in homework closed: late work still counts
    `latest_end_at`                 stopped or time up, whether it is handed in earlier or not
    """

    class Status(models.TextChoices):
        """Status of the assignment for the student."""

        EARLY = "early", _("not open yet")
        NEW = "new", _("to do")
        RUNNING = "running", _("in progress")
        LATE = "late", _("late")
        OVER = "over", _("over")
        RELEASED = "released", _("results released")
        DONE = "done", _("done")

    class Progress(models.TextChoices):
        """Progress of the student for the teacher, in the order of the counts on the page."""

        NEW = "new", _("not begun")
        WORKING = "working", _("working")
        MISSED = "missed", _("over, not begun")
        OVER = "over", _("ended unfinished")
        HANDED_IN = "handed_in", _("handed in")
        DONE = "done", _("finished")
        EXCUSED = "excused", pgettext_lazy("one student", "excused")

    ENDED = (Status.OVER, Status.RELEASED, Status.DONE)
    TO_DO = (Status.NEW, Status.RUNNING, Status.LATE)

    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="assignees")
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="assignees")
    due_at = models.DateTimeField(_("own due date"), null=True, blank=True)
    excused_at = models.DateTimeField(null=True, blank=True)
    began_at = models.DateTimeField(_("begun"), null=True, editable=False)
    handed_in_at = models.DateTimeField(_("handed in"), null=True, editable=False)
    given_back_s = models.PositiveIntegerField(default=0, editable=False)
    extra_time = models.DecimalField(max_digits=3, decimal_places=2, null=True, editable=False)

    objects = AssigneeQuerySet.as_manager()

    class Meta:
        verbose_name = _("student of an assignment")
        verbose_name_plural = _("students of an assignment")
        ordering = ["assignment", "student"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "student"], name="assignee_once_per_assignment"),
        ]

    def __str__(self) -> str:
        return f"{self.student}: {self.assignment}"

    def get_absolute_url(self) -> str:
        """The student's page of the assignment."""
        return reverse("assignments:assignee", args=[self.assignment_id])

    @property
    def ends_at(self) -> datetime | None:
        """The end of the work for the student: handed in, stopped, or time up. None without an end."""
        return _first(self._closed_at, self.times_out_at)

    @property
    def times_out_at(self) -> datetime | None:
        """The end of the student's time: the due date or the end of the minutes, whichever comes first."""
        return _first(self._due_at, self._minutes_over_at)

    @property
    def latest_end_at(self) -> datetime | None:
        """The time when the work ends for the student unless they hand it in earlier."""
        return _first(self.assignment.stopped_at, self.times_out_at)

    def is_over(self, now: datetime) -> bool:
        """Whether the work has ended. The clock of an exam does not run while its class is paused."""
        if self.is_closed(now):
            return True
        time_out = self.times_out_at
        return time_out is not None and time_out <= now and not self._is_clock_stopped_at(time_out)

    def is_closed(self, now: datetime) -> bool:
        """Whether the student has handed it in, or the teacher has stopped it."""
        return self._closed_at is not None and self._closed_at <= now

    def is_read_only(self, now: datetime) -> bool:
        """Whether the work takes no more moves. Homework stays open after its due date and counts as late.

        Questions do not: their answers are shown then.
        """
        ends_in_time = self.assignment.is_exam or self.assignment.asks_questions
        return self.is_over(now) if ends_in_time else self.is_closed(now)

    def is_puzzle_available(self, now: datetime, *, has_begun: bool) -> bool:
        """Whether the student may still begin one of the puzzles, or finish one that is begun."""
        return not (self.is_read_only(now) if has_begun else self.is_over(now))

    def status(self, now: datetime, *, is_done: bool = False) -> Status:
        """The status for the student; `is_done` if all grids are finished, which does not end an exam."""
        if self.assignment.is_exam and self.assignment.released_at is not None:
            return self.Status.RELEASED
        if self.is_read_only(now):
            return self.Status.OVER
        if self.assignment.opens_at > now:
            return self.Status.EARLY
        is_late = self.is_over(now)
        if not is_late and self.began_at is None:
            return self.Status.NEW
        if is_done and not self.assignment.is_exam:
            return self.Status.DONE
        return self.Status.LATE if is_late else self.Status.RUNNING

    def progress(self, now: datetime, *, is_done: bool) -> Progress:
        """The progress for the teacher; `is_done` if there are grids and all are finished."""
        if self.excused_at:
            return self.Progress.EXCUSED
        if self.handed_in_at:
            return self.Progress.HANDED_IN
        if is_done:
            return self.Progress.DONE
        if self.is_over(now):
            return self.Progress.OVER if self.began_at else self.Progress.MISSED
        return self.Progress.WORKING if self.began_at else self.Progress.NEW

    @property
    def time_factor(self) -> Decimal:
        """The factor that stretches the student's dates and minutes."""
        return self.student.extra_time if self.extra_time is None else self.extra_time

    @property
    def read_only_at(self) -> datetime | None:
        """The time when the work stops taking moves."""
        ends_in_time = self.assignment.is_exam or self.assignment.asks_questions
        return self.ends_at if ends_in_time else self._closed_at

    @property
    def _closed_at(self) -> datetime | None:
        return _first(self.assignment.stopped_at, self.handed_in_at)

    def _is_clock_stopped_at(self, time_out: datetime) -> bool:
        since = self.assignment.clock_stopped_at
        return since is not None and since < time_out

    @property
    def _due_at(self) -> datetime | None:
        if self.due_at or not self.assignment.due_at:
            return self.due_at
        given = self.assignment.due_at - self.assignment.opens_at
        return self.assignment.opens_at + given * float(self.time_factor) + self._given_back

    @property
    def _minutes_over_at(self) -> datetime | None:
        if not self.assignment.minutes or self.began_at is None or self.due_at:
            return None
        minutes = self.assignment.minutes * float(self.time_factor)
        return self.began_at + timedelta(minutes=minutes) + self._given_back

    @property
    def _given_back(self) -> timedelta:
        return timedelta(seconds=self.given_back_s)


class QuestionAnswer(models.Model):
    """A student's last answer to one of the questions of an assignment, by its number from 1.

    `value` is described in `services/questions.py`. `is_right` is what a teacher said of a text, None
    where nobody did; a new answer clears it.
    """

    MAX_VALUE = 200

    assignee = models.ForeignKey(Assignee, models.CASCADE, related_name="question_answers", db_index=False)
    number = models.PositiveSmallIntegerField()
    value = models.CharField(_("answer"), max_length=MAX_VALUE)
    is_right = models.BooleanField(_("right"), null=True, editable=False)
    answered_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("answer to a question of an assignment")
        verbose_name_plural = _("answers to questions of assignments")
        ordering = ["assignee", "number"]
        constraints = [
            models.UniqueConstraint(fields=["assignee", "number"], name="question_answer_once"),
            models.CheckConstraint(condition=Q(number__range=(1, 30)), name="question_answer_number_1_to_30"),
        ]

    def __str__(self) -> str:
        return f"{self.assignee_id}/{self.number}"


class Grade(models.Model):
    """What a teacher changed about a student's suggested grade, or wrote about it.

    Without a `value` the suggested grade stays. `reason` is for teachers, `comment` for the student. The
    audit log records each change.
    """

    class State(models.TextChoices):
        COUNTED = "counted", _("counted")
        ABSENT = "absent", _("absent")
        NOT_COUNTED = "not-counted", _("not counted")

    assignee = models.OneToOneField(Assignee, models.CASCADE, related_name="grade")
    state = models.CharField(_("state"), max_length=11, choices=State, default=State.COUNTED)
    value = models.DecimalField(_("mark"), max_digits=5, decimal_places=2, null=True, blank=True)
    reason = models.CharField(_("reason for the change"), max_length=200, blank=True)
    comment = models.TextField(_("comment for the student"), max_length=1000, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        constraints = [
            models.CheckConstraint(
                condition=Q(value__isnull=True) | Q(value__gte=0, state="counted"),
                name="grade_value_only_if_counted",
            ),
        ]

    def __str__(self) -> str:
        return f"grade of {self.assignee_id}"


class Competence(models.Model):
    """One of a teacher's own competences, with the techniques and exercises that show it.

    An exercise is `worksheet/key`.
    """

    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="competences", editable=False
    )
    code = models.CharField(_("short code"), max_length=6)
    name = models.CharField(_("name"), max_length=60)
    techniques = models.JSONField(_("techniques"), default=list, blank=True)
    exercises = models.JSONField(_("exercises"), default=list, blank=True)

    class Meta:
        verbose_name = _("competence")
        verbose_name_plural = _("competences")
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["teacher", "code"], name="competence_code_once")]

    def __str__(self) -> str:
        return f"{self.code} · {self.name}"


class CompetenceLevel(models.Model):
    """A student's level of a competence that its teacher set by hand, in place of the one by rule."""

    class Level(models.IntegerChoices):
        INSUFFICIENT = 1, _("insufficient")
        FRAGILE = 2, _("fragile")
        SATISFACTORY = 3, _("satisfactory")
        VERY_GOOD = 4, _("very good")

    competence = models.ForeignKey(Competence, models.CASCADE, related_name="levels")
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="competence_levels")
    level = models.PositiveSmallIntegerField(_("level"), choices=Level)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("level of a competence")
        verbose_name_plural = _("levels of competences")
        constraints = [
            models.UniqueConstraint(fields=["competence", "student"], name="competence_level_once"),
            models.CheckConstraint(condition=Q(level__range=(1, 4)), name="competence_level_1_to_4"),
        ]

    def __str__(self) -> str:
        return f"{self.competence_id}, {self.student_id}: {self.level}"


def _first(*moments: datetime | None) -> datetime | None:
    return min((moment for moment in moments if moment is not None), default=None)


class AssignedPuzzleQuerySet(models.QuerySet["AssignedPuzzle"]):
    def of(self, student: models.Model) -> Self:
        """The student's puzzles, without drafts and assignments they are excused from."""
        return self.filter(assignee__in=Assignee.objects.of(student))

    def in_assignment(self, assignment: Assignment) -> Self:
        """The puzzles of all students of an assignment, student by student."""
        return self.filter(assignee__assignment=assignment).order_by("assignee", "position")


class AssignedPuzzle(models.Model):
    """One puzzle of one student of an assignment, to be played or for a run to be predicted.

    `position` counts from 1.
    """

    class Status(models.TextChoices):
        """Status on the student's card of the puzzle. Those of an attempt have the attempt's values."""

        NEW = "new", _("not begun")
        UNOPENED = "unopened", _("not opened, handed in")
        OPEN = "open", _("in progress")
        FULL = "full", _("full")
        PREDICTED = "done", _("done")
        SOLVED = "solved", _("solved")
        HELPED = "helped", _("solved with help")
        SHOWN = "shown", _("solution shown")
        HANDED_IN = "handed_in", pgettext_lazy("one grid", "handed in")
        RIGHT = "right", pgettext_lazy("one grid", "right")
        WRONG = "wrong", pgettext_lazy("one grid", "wrong")
        UNFINISHED = "unfinished", pgettext_lazy("one grid", "not finished")

    LEFT = (Status.NEW, Status.OPEN)

    assignee = models.ForeignKey(Assignee, models.CASCADE, related_name="assigned_puzzles")
    puzzle = models.ForeignKey(Puzzle, models.PROTECT, related_name="assigned_puzzles")
    position = models.PositiveSmallIntegerField()

    objects = AssignedPuzzleQuerySet.as_manager()

    class Meta:
        verbose_name = _("assigned puzzle")
        verbose_name_plural = _("assigned puzzles")
        ordering = ["assignee", "position"]
        constraints = [
            models.UniqueConstraint(fields=["assignee", "position"], name="assigned_puzzle_position_once"),
            models.UniqueConstraint(fields=["assignee", "puzzle"], name="assigned_puzzle_puzzle_once"),
        ]

    def __str__(self) -> str:
        return f"{self.assignee_id}/{self.position}"

    @property
    def attempt_or_none(self) -> "Attempt | None":
        return getattr(self, "attempt", None)

    def status(self, now: datetime, *, is_verdict_shown: bool = False) -> Status:
        """The status for the student; right and wrong only if the verdict is shown.

        In an exam a full grid is full, whatever it holds, until the results are released.
        """
        if self.assignee.assignment.algorithm:
            return self._run_status()
        attempt, is_read_only = self.attempt_or_none, self.assignee.is_read_only(now)
        is_exam = self.assignee.assignment.is_exam
        if attempt is None:
            return self.Status.UNOPENED if is_read_only else self.Status.NEW
        if attempt.is_open:
            if is_read_only:
                return self.Status.HANDED_IN
            return self.Status.FULL if is_exam and attempt.is_full else self.Status.OPEN
        status = self.Status(attempt.state)
        if is_verdict_shown and status == self.Status.HANDED_IN:
            return self.verdict_on(attempt)
        if is_verdict_shown and is_exam and status == self.Status.SOLVED:
            return self.Status.RIGHT
        return status

    @classmethod
    def verdict_on(cls, attempt: "Attempt") -> Status:
        """The status of an attempt that was handed in and is not right, once its verdict is shown."""
        return cls.Status.WRONG if attempt.is_full else cls.Status.UNFINISHED

    def _run_status(self) -> Status:
        round_ = getattr(self, "prediction_round", None)
        if round_ is None:
            return self.Status.NEW
        return self.Status.PREDICTED if round_.is_finished else self.Status.OPEN


class CalendarFeed(models.Model):
    """A secret address of a calendar: of a student's assignments, or of a class for one of its teachers.

    Only a keyed hash of the token in the address is stored.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_feeds")
    classroom = models.ForeignKey(Classroom, models.CASCADE, null=True, related_name="calendar_feeds")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")
        constraints = [
            models.UniqueConstraint(fields=["owner", "classroom"], name="calendar_feed_once_per_class"),
            models.UniqueConstraint(
                fields=["owner"], condition=Q(classroom=None), name="calendar_feed_once_of_ones_own"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id}/{self.classroom_id or '-'}"
