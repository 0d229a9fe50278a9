"""Attempts and the moves they are made of."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Classroom, User
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.engine import Board
from puzzles.library.models.policies import HelpPolicy
from puzzles.library.models.puzzles import Collection, Entry, Puzzle

from ..game import (
    Change,
    Checkpoint,
    Done,
    Effect,
    GameState,
    marks_from_text,
    marks_to_text,
    numbers_from_text,
    numbers_to_text,
)
from .own_grids import OwnGrid

# The version of the review: raised whenever its results may change, so that all attempts are reviewed again.
REVIEWER = 2
# The fastest solvers in the world need about this much time for each digit.
FASTEST_MS_A_DIGIT = 1_000


def is_too_fast(*, elapsed_ms: int, digits: int) -> bool:
    """Whether the digits were entered in less time than anybody needs to find them."""
    return elapsed_ms < digits * FASTEST_MS_A_DIGIT


def hints_by_rung(*reached: int) -> tuple[int, ...]:
    """The number of hints that stopped at each rung, from the numbers that reached it."""
    return tuple(max(0, here - deeper) for here, deeper in pairwise((*reached, 0)))


def of_students(students: models.QuerySet[User], classes: models.QuerySet[Classroom]) -> Q:
    """What these students played, freely or for one of these classes."""
    is_free = Q(assigned_puzzle=None, assignment_name="")
    is_theirs = is_free | Q(assigned_puzzle__assignee__assignment__classroom__in=classes.values("pk"))
    return Q(player__in=students.values("pk")) & is_theirs


class AttemptQuerySet(models.QuerySet["Attempt"]):
    def played_by(self, user: models.Model) -> Self:
        return self.filter(player=user)

    def unfinished(self) -> Self:
        return self.filter(state=Attempt.State.OPEN)

    def at_hand(self) -> Self:
        """Unfinished attempts that were not set aside since their last move."""
        is_left = Q(set_aside_at__isnull=False, set_aside_at__gte=F("last_move_at"))
        return self.unfinished().exclude(is_left)

    def ended(self) -> Self:
        """Attempts with a result: neither open nor started over."""
        return self.exclude(state=Attempt.State.OPEN).exclude(state=Attempt.State.RESTARTED)

    def counting(self) -> Self:
        """Attempts that count in statistics of their player: practice copies do not."""
        return self.filter(is_practice=False)

    def for_challenges(self) -> Self:
        """Solved games of free play on a grid of a collection that others draw from, too."""
        audiences = Collection.Audience.EVERYONE, Collection.Audience.CLASSES
        solved = self.counting().filter(state=Attempt.State.SOLVED, collection__audience__in=audiences)
        return solved.filter(assigned_puzzle=None, assignment_name="")

    def to_review(self) -> Self:
        """Finished attempts without a current review; those of an exam from its release on."""
        finished = self.filter(reviewer__lt=REVIEWER).ended()
        unreleased = Assignment.objects.unreleased_exams().values("pk")
        in_unreleased_exam = AssignedPuzzle.objects.filter(
            pk=OuterRef("assigned_puzzle"), assignee__assignment__in=unreleased
        )
        return finished.filter(~Exists(in_unreleased_exam))

    def with_assignment(self) -> Self:
        """With all that decides whether an assignment still takes moves, in the same query."""
        assignment = "assigned_puzzle__assignee__assignment"
        return self.select_related(f"{assignment}__classroom", f"{assignment}__policy", "policy")

    def with_pause(self) -> Self:
        """With `is_paused`: whether a teacher has paused a class of the player."""
        classes = Classroom.objects.current().filter(
            memberships__student=OuterRef("player"), paused_at__isnull=False
        )
        return self.annotate(is_paused=Exists(classes))

    def with_room(self) -> Self:
        """With `has_room`: whether a room is open for a class of the player."""
        classes = Classroom.objects.current().filter(memberships__student=OuterRef("player"))
        # The clock of the database: a prepared query has no time of its own.
        return self.annotate(has_room=Exists(classes.filter(room_ends_at__gt=Now())))

    def readable_by(self, user: User) -> Self:
        """Attempts this user may look back at: their own, and those of students in their classes.

        What was played for a class is for its teachers: another class of the same student is not theirs.
        """
        students, classes = User.objects.read_by(user), Classroom.objects.read_by(user)
        return self.filter(Q(player=user) | of_students(students, classes))

    def read_by(self, teacher: User) -> Self:
        """Attempts of students in classes that this teacher may see."""
        return self.filter(of_students(User.objects.read_by(teacher), Classroom.objects.read_by(teacher)))

    def taught_by(self, teacher: User) -> Self:
        """Attempts of students in classes that this teacher may change."""
        return self.filter(of_students(User.objects.taught_by(teacher), Classroom.objects.taught_by(teacher)))

    def of_class(self, classroom: Classroom) -> Self:
        """Free play, and what was played for this class: what was played for another is for its teachers."""
        return self.of_classes([classroom])

    def of_classes(self, classrooms: Iterable[Classroom]) -> Self:
        """Free play, and what was played for one of these classes."""
        is_for_class = Q(assigned_puzzle__assignee__assignment__classroom__in=classrooms)
        return self.filter(Q(assigned_puzzle=None, assignment_name="") | is_for_class)

    def open_first(self) -> Self:
        """Unfinished attempts before finished ones, the last played first."""
        return self.order_by(Case(When(state=Attempt.State.OPEN, then=0), default=1), "-last_move_at", "-pk")

    def for_history(self) -> Self:
        """With all that a line of the history shows, without the solution.

        Adds `number`: the grid's number in the attempt's collection, None if it is no longer there; and
        `own_name`: the name that the player gave the grid, None or "" without one.
        """
        entries = Entry.objects.filter(puzzle=OuterRef("puzzle"), collection=OuterRef("collection"))
        number = Subquery(entries.order_by("number").values("number")[:1])
        own = OwnGrid.objects.filter(owner=OuterRef("player"), puzzle=OuterRef("puzzle"))
        rows = self.select_related(
            "puzzle", "collection", "policy", "assigned_puzzle__assignee__assignment__classroom"
        )
        return rows.defer("puzzle__solution").annotate(
            number=number, own_name=Subquery(own.values("name")[:1])
        )

    def get_or_begin(
        self, *, player: User, puzzle: Puzzle, is_practice: bool = False, **fields: Any
    ) -> "Attempt":
        """The player's open attempt in free play on a puzzle, or else a new one with these fields.

        Two requests at once get the same: the database allows one, and the second reads it.
        """
        attempt, _created = self.get_or_create(
            player=player,
            puzzle=puzzle,
            assigned_puzzle=None,
            is_practice=is_practice,
            state=Attempt.State.OPEN,
            defaults={"digits": puzzle.givens, **fields},
        )
        return attempt

    def sums_by_player(self) -> "models.QuerySet[Attempt, dict[str, Any]]":
        """One row of sums for each player. Over one table only: a join would count its rows several times."""
        solved, helped = Q(state=Attempt.State.SOLVED), Q(state=Attempt.State.HELPED)
        # The help of a game that is started over is counted in the new one.
        kept = ~Q(state=Attempt.State.RESTARTED)
        return (
            self.counting()
            .order_by()
            .values("player")
            .annotate(
                tried=Count("puzzle", distinct=True),
                solved=Count("puzzle", distinct=True, filter=solved),
                helped=Count("pk", filter=helped),
                time_ms=Sum("elapsed_ms"),
                hints=Sum("hints_nudge", filter=kept, default=0),
                cells=Sum("cells_shown", filter=kept, default=0),
                solutions=Count("pk", filter=Q(state=Attempt.State.SHOWN)),
                last_active=Max("last_move_at"),
            )
        )


class Attempt(models.Model):
    """One player with one puzzle: the current grid, and sums over its moves."""

    class State(models.TextChoices):
        OPEN = "open", _("in progress")
        SOLVED = "solved", _("solved")
        HELPED = "helped", _("solved with help")
        SHOWN = "shown", _("solution shown")
        HANDED_IN = "handed_in", pgettext_lazy("one grid", "handed in")
        RESTARTED = "restarted", pgettext_lazy("one grid", "started over")

    # The states of an attempt whose grid holds the solution.
    COMPLETE = (State.SOLVED, State.HELPED, State.SHOWN)
    # A pause or two make no time doubtful.
    DOUBTFUL_MS = 120_000

    STATE_FIELDS = ("digits", "marks", "checkpoint", "undo_stack", "redo_stack", "version")

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="attempts")
    puzzle = models.ForeignKey(Puzzle, models.PROTECT, related_name="attempts")
    collection = models.ForeignKey(Collection, models.SET_NULL, null=True, related_name="attempts")
    policy = models.ForeignKey(HelpPolicy, models.PROTECT, related_name="attempts")
    # None in free play.
    assigned_puzzle = models.OneToOneField(AssignedPuzzle, models.SET_NULL, null=True, related_name="attempt")
    # The title of the assignment, kept when its class is deleted: the game stays, under its policy.
    assignment_name = models.CharField(_("assignment"), max_length=120, blank=True, editable=False)
    # Begun from a position of a finished attempt, to try another way: it counts in no statistics.
    is_practice = models.BooleanField(_("practice copy"), default=False)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    digits = models.CharField(max_length=81)
    # The marks of the cells as text, see `game.py`; and the checkpoint: its digits, then its marks.
    marks = models.CharField(max_length=486, blank=True)
    checkpoint = models.CharField(max_length=567, blank=True)
    # The number of the last move.
    version = models.PositiveIntegerField(default=0)
    # Numbers of the moves that can be undone or redone, as ranges: an undo costs the same at move 20 and at
    # move 2000.
    undo_stack = models.TextField(blank=True)
    redo_stack = models.TextField(blank=True)
    elapsed_ms = models.PositiveBigIntegerField(_("solve time"), default=0)
    # The same by the server's clock alone. A gap counts a minute at most.
    server_ms = models.PositiveBigIntegerField(default=0)
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    last_move_at = models.DateTimeField(_("last move"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True)
    # When the number of filled cells last grew, and when a help was last asked for.
    progress_at = models.DateTimeField(default=timezone.now)
    last_help_at = models.DateTimeField(null=True)
    # When the player removed it from the grids to continue; a later move brings it back.
    set_aside_at = models.DateTimeField(null=True, editable=False)
    # When the player's page last polled.
    seen_at = models.DateTimeField(null=True)
    move_count = models.PositiveIntegerField(_("moves"), default=0)
    # How many cells all moves together have changed: a measure of their size on disk.
    change_count = models.PositiveIntegerField(default=0)
    hints_nudge = models.PositiveSmallIntegerField(default=0)
    hints_where = models.PositiveSmallIntegerField(default=0)
    hints_why = models.PositiveSmallIntegerField(default=0)
    hints_do = models.PositiveSmallIntegerField(default=0)
    cells_shown = models.PositiveSmallIntegerField(_("cells filled by help"), default=0)
    checks = models.PositiveSmallIntegerField(_("checks"), default=0)
    mistakes = models.PositiveSmallIntegerField(_("mistakes"), default=0)
    reviewed_at = models.DateTimeField(null=True, editable=False)
    # Cells whose right digits the player asked for after the results.
    corrected_cells = models.JSONField(default=list, editable=False)
    # The version of the review that judged it; 0 before any.
    reviewer = models.PositiveSmallIntegerField(default=0, editable=False)

    # Annotations of `with_pause`, `with_room` and `for_history`; reading one without its query is an error.
    is_paused: bool
    has_room: bool
    number: int | None
    own_name: str | None

    objects = AttemptQuerySet.as_manager()

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ["-last_move_at", "-pk"]
        indexes = [
            models.Index(fields=["player", "puzzle"], name="attempt_player_puzzle"),
            models.Index(fields=["player", "-last_move_at"], name="attempt_player_latest"),
            models.Index(fields=["player", "-seen_at"], name="attempt_player_seen"),
            models.Index(
                fields=["assigned_puzzle"],
                condition=Q(state="open", assigned_puzzle__isnull=False),
                name="attempt_open_work",
            ),
            models.Index(fields=["reviewer", "id"], condition=~Q(state="open"), name="attempt_to_review"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "puzzle", "is_practice"],
                condition=Q(state="open", assigned_puzzle__isnull=True),
                name="attempt_one_open_per_puzzle",
            ),
            models.CheckConstraint(
                condition=Q(is_practice=False) | Q(assigned_puzzle__isnull=True),
                name="attempt_practice_is_free",
            ),
            models.CheckConstraint(
                condition=Q(state="open", finished_at__isnull=True)
                | (~Q(state="open") & Q(finished_at__isnull=False)),
                name="attempt_finished_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.puzzle_id}"

    def get_absolute_url(self) -> str:
        return reverse("play:play", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def has_ended(self) -> bool:
        """Whether the game has a result: solved, helped, shown or handed in."""
        return self.state not in (self.State.OPEN, self.State.RESTARTED)

    @property
    def is_set_aside(self) -> bool:
        return self.is_open and self.set_aside_at is not None and self.set_aside_at >= self.last_move_at

    @property
    def assignee(self) -> Assignee | None:
        """The player's part in the assignment; None in free play. See `with_assignment`."""
        return self.assigned_puzzle.assignee if self.assigned_puzzle else None

    def set_player(self, player: User) -> None:
        """Set the player, for a caller who has the row: their extra time counts in assignments, too."""
        self.player = player
        if self.assignee:
            self.assignee.student = player

    @property
    def is_time_doubtful(self) -> bool:
        """Whether the page counted much less time than the server: long pauses, or a forged page."""
        return self.server_ms - self.elapsed_ms >= self.DOUBTFUL_MS and self.server_ms > 2 * self.elapsed_ms

    @property
    def solution_granted_at(self) -> datetime | None:
        """The time from which the policy grants the solution; None for never.

        The player's extra time makes a wait longer too. Handing in early makes none shorter: the others still
        play the same grids.
        """
        match self.policy.solution:
            case HelpPolicy.Solution.ANY_TIME:
                return self.started_at
            case HelpPolicy.Solution.AFTER_MINUTES:
                minutes = (self.policy.solution_minutes or 0) * float(self.player.extra_time)
                return self.started_at + timedelta(minutes=minutes)
            case HelpPolicy.Solution.AFTER_DUE:
                # Free play has no due date.
                return self.assignee.latest_end_at if self.assignee else None
        return None

    def is_solution_granted(self, now: datetime) -> bool:
        """Whether the player may ask for the solution at this moment."""
        if not self.is_open or self.policy.is_exam:
            return False
        return self.solution_granted_at is not None and self.solution_granted_at <= now

    @property
    def is_covered(self) -> bool:
        """Whether this is an open grid of a paused exam: its digits are then in no page."""
        if self.assigned_puzzle is None or not self.is_open or not self.policy.is_exam:
            return False
        return self.assigned_puzzle.assignee.assignment.classroom.paused_at is not None

    @property
    def is_full(self) -> bool:
        return "." not in self.digits

    @property
    def completed_state(self) -> State:
        """The state of the grid once its player completes it, by the share of cells that help filled."""
        empty = self.puzzle.givens.count(".")
        if 3 * self.helped_count > 2 * empty:
            return self.State.SHOWN
        return self.State.HELPED if 3 * self.helped_count > empty else self.State.SOLVED

    @property
    def helped_count(self) -> int:
        """Cells that help filled, and cells whose right digit was shown before the game was reopened."""
        return min(self.cells_shown + len(self.corrected_cells), self.puzzle.givens.count("."))

    @property
    def hint_count(self) -> int:
        """Hints asked for; each counts once, at its first rung."""
        return self.hints_nudge

    @property
    def hints_by_rung(self) -> tuple[int, ...]:
        """The number of hints that stopped at each rung, nudge first."""
        return hints_by_rung(self.hints_nudge, self.hints_where, self.hints_why, self.hints_do)

    @property
    def filled_count(self) -> int:
        return sum(digit != "." for digit in self.digits)

    def game_state(self, effects: Mapping[int, Effect] | None = None) -> GameState:
        """The game for the reducer, with these effects, by move number, of moves on its stacks."""
        known = effects or {}
        checkpoint = None
        if self.checkpoint:
            digits, marks = self.checkpoint[:81], self.checkpoint[81:]
            checkpoint = Checkpoint(Board.from_line(digits).digits, marks_from_text(marks))
        undo, redo = numbers_from_text(self.undo_stack), numbers_from_text(self.redo_stack)[::-1]
        return GameState(
            givens=Board.from_line(self.puzzle.givens).digits,
            digits=Board.from_line(self.digits).digits,
            marks=marks_from_text(self.marks),
            undo=tuple([Done(number, known.get(number)) for number in undo]),
            redo=tuple([Done(number, known.get(number)) for number in redo]),
            version=self.version,
            checkpoint=checkpoint,
        )

    def hold_state(self, state: GameState) -> None:
        """Store a state of the game in the fields, to be saved with STATE_FIELDS."""
        self.digits = Board(state.digits).to_line()
        self.marks = marks_to_text(state.marks)
        self.checkpoint = ""
        if state.checkpoint:
            digits, marks = state.checkpoint
            self.checkpoint = Board(digits).to_line() + marks_to_text(marks)
        self.undo_stack = numbers_to_text([done.number for done in state.undo])
        # The redo stack descends; reversed, it is made of ranges.
        self.redo_stack = numbers_to_text([done.number for done in reversed(state.redo)])
        self.version = state.version


class AttemptClient(models.Model):
    """A page that plays an attempt, and the number of its last stored op."""

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="clients")
    name = models.CharField(max_length=32)
    last_seq = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "name"], name="client_name_once_per_attempt"),
        ]

    def __str__(self) -> str:
        return f"{self.attempt_id}/{self.name}"


class MoveQuerySet(models.QuerySet["Move"]):
    def effects(self) -> dict[int, Effect]:
        """The effect of each of these moves, by its number."""
        rows = self.order_by().values_list("number", "effect")
        return {number: tuple([Change(*change) for change in effect]) for number, effect in rows}


class Move(models.Model):
    """One recorded act. Appended, never changed: the grid equals the replay of its moves.

    `effect` lists every cell the act changed as [cell, digit before, digit after, marks before, marks after],
    marks as `game.py` packs them. An undo or redo has its own effect and names the move that it undoes or
    redoes in `target`; what a practice copy takes over is one move, and `target` the move of the attempt it
    comes from, None where the site filled in half of the grid. `elapsed_ms` is the attempt's solve time when
    the move was made. `hint` is the revealed hint, as data.
    """

    class Kind(models.TextChoices):
        DIGIT = "d", _("digit")
        DIGIT_ALONE = "i", _("digit without cleaning")
        NOTE_ON = "n", _("note")
        NOTE_OFF = "o", _("note taken away")
        CENTRE_ON = "c", _("centre mark")
        CENTRE_OFF = "e", _("centre mark taken away")
        COLOUR = "l", _("colour")
        CLEAR = "x", _("clear")
        UNDO = "u", _("undo")
        REDO = "r", _("redo")
        FILL_NOTES = "f", _("all notes")
        REMEMBER = "g", _("grid remembered")
        GO_BACK = "b", _("back to the remembered grid")
        HINT = "h", _("hint")
        CHECK = "k", _("check")
        REWIND = "w", _("back to before the first mistake")
        LIST_STEPS = "a", _("all steps")
        DEDUCTION = "q", _("deduction judged")
        SHOW_CELL = "p", _("cell shown")
        SHOW_SIMPLE = "m", _("simple method")
        SHOW_SOLUTION = "s", _("solution")
        TAKE_OVER = "t", _("position taken over")

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=1, choices=Kind)
    cell = models.PositiveSmallIntegerField(null=True)
    digit = models.PositiveSmallIntegerField(default=0)
    effect = models.JSONField(default=list)
    target = models.PositiveIntegerField(null=True)
    technique = models.CharField(max_length=40, blank=True)
    rung = models.PositiveSmallIntegerField(default=0)
    hint = models.JSONField(default=dict)
    mistake = models.BooleanField(default=False)
    late = models.BooleanField(default=False)
    elapsed_ms = models.PositiveBigIntegerField(default=0)
    client = models.ForeignKey(AttemptClient, models.SET_NULL, null=True, related_name="moves")
    seq = models.PositiveIntegerField(null=True)
    made_at = models.DateTimeField(default=timezone.now)

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ["attempt", "number"]
        constraints = [
            models.UniqueConstraint(fields=["attempt", "number"], name="move_number_once"),
            models.UniqueConstraint(
                fields=["client", "seq"], condition=Q(seq__isnull=False), name="move_seq_once_per_client"
            ),
            models.CheckConstraint(
                condition=Q(cell__isnull=True) | Q(cell__lte=80), name="move_cell_0_to_80"
            ),
            models.CheckConstraint(condition=Q(digit__lte=9), name="move_digit_0_to_9"),
        ]

    def __str__(self) -> str:
        return f"{self.attempt_id}.{self.number} {self.kind}"


class AttemptTechnique(models.Model):
    """Hints of an attempt for a technique: their number, and the deepest rung that was revealed."""

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="techniques")
    technique = models.CharField(max_length=40)
    hints = models.PositiveSmallIntegerField(default=0)
    deepest_rung = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "technique"], name="attempt_technique_once"),
        ]

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.technique}"
