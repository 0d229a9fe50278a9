"""A student's assignments: the page of one, and the list on the student's home page."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from puzzles.course.models import Comment, ExerciseProgress, PredictionRound, round_of
from puzzles.engine.runs import ALGORITHMS
from puzzles.play.models import Attempt
from puzzles.play.pages.assigned_board import empty_words, wrong_words
from puzzles.play.pictures.small_board import SmallBoard, covered_board, small_board
from puzzles.play.services.access import unreadable_attempts

from ..models import AssignedPuzzle, Assignee, AssigneeQuerySet, Assignment
from ..services.grades import GradeRule, final_grade
from ..services.results import results_of

# How long an assignment that has ended, and a comment, stay on the home page.
LISTED_FOR = timedelta(days=7)
MAX_LINES = 20
FAR = datetime.max.replace(tzinfo=UTC)

State = Attempt.State
Status = AssignedPuzzle.Status


@dataclass(frozen=True)
class GridCard:
    """A puzzle of an assignment. `note` says how far it is or what is wrong; a POST to `address` opens it."""

    position: int
    status: AssignedPuzzle.Status
    board: SmallBoard
    note: str
    can_open: bool
    address: str


@dataclass(frozen=True)
class AssigneeLine:
    """An assignment on the home page; `comments` counts the teachers' new comments on programs.

    Of an assignment with parts, `done` and `total` count its `parts`, each a line of its own kind.
    `is_to_hand_in`: all its grids are full, and only handing in is left. `is_due_soon`: today or tomorrow.
    """

    assignee: Assignee
    status: Assignee.Status
    done: int
    total: int
    comments: int
    is_to_hand_in: bool
    is_due_soon: bool
    parts: tuple["AssigneeLine", ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do: all is done, or handed in."""
        return 0 < self.total == self.done or self.assignee.handed_in_at is not None

    @property
    def is_left(self) -> bool:
        """Whether something can still be done."""
        return not self.is_done and self.status not in Assignee.ENDED

    @property
    def due_at(self) -> datetime | None:
        """The end of the student's time, whether or not it is handed in."""
        return self.assignee.times_out_at


# The page of an assignment


def assignee_page(assignee: Assignee, now: datetime | None = None) -> dict[str, Any]:
    """The page of an assignment for its student. The assignee comes from `find_assignee`."""
    now = now or timezone.now()
    assignment, status = assignee.assignment, assignee.status(now)
    cards = grid_cards(assignee, now) if assignee.began_at else []
    minutes = None
    if assignment.minutes and not assignee.began_at and not assignee.due_at:
        minutes = round(assignment.minutes * float(assignee.time_factor))
    solver = ALGORITHMS.get(assignment.algorithm)
    # A student who joined the class later will get as many grids as the others.
    model = assignee if assignee.pk else assignment.assignees.order_by("pk").first()
    return {
        "now": now,
        "assignment": assignment,
        "assignee": assignee,
        "status": status,
        "is_over": assignee.is_over(now),
        "grid_count": model.assigned_puzzles.count() if model else 0,
        "solver_title": _(solver.title) if solver else "",
        "minutes": minutes,
        "cards": cards,
        "next_card": None if assignee.is_read_only(now) else next_card(cards),
        "done": sum(card.status not in (*AssignedPuzzle.LEFT, Status.UNOPENED) for card in cards),
        "can_begin": status == Assignee.Status.NEW
        or (status == Assignee.Status.LATE and not assignee.began_at),
        "can_hand_in": can_hand_in(assignee, now),
        **own_grade(assignee, now),
    }


def own_grade(assignee: Assignee, now: datetime) -> dict[str, Any]:
    """The student's grade and time, once they are published; nothing before.

    The suggested mark waits until no grid is in progress, and until questions take no more answers: it would
    show whether the last digit or answer is right.
    """
    assignment = assignee.assignment
    if not assignee.pk or not assignment.shows_grades:
        return {}
    [result] = results_of(assignment, now, only=assignee)
    grade = final_grade(result, GradeRule.of(assignment), now)
    is_playing = result.is_playing(now)
    if is_playing:
        grade = replace(grade, suggested=None)
    return {
        "grade": grade,
        "is_playing": is_playing,
        "is_unjudged": result.is_unjudged,
        "elapsed_ms": result.elapsed_ms,
    }


def next_card(cards: list[GridCard]) -> GridCard | None:
    """The grid to go on with: the first begun one, else the first to open."""
    begun = (card for card in cards if card.status == Status.OPEN)
    return next(begun, None) or next((card for card in cards if card.can_open), None)


def hand_in_page(assignee: Assignee, now: datetime | None = None) -> dict[str, Any] | None:
    """The question before all grids are handed in; None if there is nothing to hand in."""
    now = now or timezone.now()
    if not can_hand_in(assignee, now):
        return None
    cards = grid_cards(assignee, now)
    return {
        "assignment": assignee.assignment,
        "unfinished": [card for card in cards if card.status in AssignedPuzzle.LEFT],
        "user_id": assignee.student_id,
    }


def can_hand_in(assignee: Assignee, now: datetime) -> bool:
    """Whether there are grids to hand in: predictions and drills count one by one."""
    assignment = assignee.assignment
    has_grids = not (assignment.algorithm or assignment.asks_drills or assignment.has_parts)
    return bool(assignee.began_at) and has_grids and not assignee.is_read_only(now)


def grid_cards(assignee: Assignee, now: datetime) -> list[GridCard]:
    grids = assignee.assigned_puzzles.select_related("puzzle").order_by("position")
    are_results_shown = not assignee.assignment.is_unreleased_exam
    if not are_results_shown:
        grids = grids.defer("puzzle__solution")
    if assignee.assignment.algorithm:
        return [run_card(assignee, each, now) for each in grids.select_related("prediction_round")]
    listed = list(grids.select_related("attempt"))
    ended = (State.HANDED_IN, State.SOLVED) if assignee.assignment.is_exam else (State.HANDED_IN,)
    attempts = []
    for each in listed:
        each.assignee = assignee
        if each.attempt_or_none:
            each.attempt.puzzle, each.attempt.player = each.puzzle, assignee.student
            if are_results_shown and each.attempt.state in ended:
                attempts.append(each.attempt)
    # Another assignment may lock a grid with the same solution: then its verdict stays hidden here too.
    readable = {attempt.pk for attempt in attempts} - unreadable_attempts(assignee.student, attempts)
    return [grid_card(each, now, readable) for each in listed]


def grid_card(grid: AssignedPuzzle, now: datetime, readable: Collection[int]) -> GridCard:
    """A grid to play; `readable` holds the keys of the attempts whose verdict is shown."""
    assignee, attempt, givens = grid.assignee, grid.attempt_or_none, grid.puzzle.givens
    status = grid.status(now, is_verdict_shown=attempt is not None and attempt.pk in readable)
    note = ""
    if attempt and status == Status.OPEN:
        note = empty_words(attempt)
    elif attempt and status in (Status.WRONG, Status.UNFINISHED):
        note = wrong_words(attempt)
    # No page shows the grids of an exam while a pause stops its clock.
    is_covered = assignee.assignment.clock_stopped_at is not None and not assignee.is_over(now)
    return GridCard(
        position=grid.position,
        status=status,
        board=covered_board() if is_covered else small_board(givens, attempt.digits if attempt else givens),
        note=note,
        can_open=attempt is None and not assignee.is_read_only(now),
        address=attempt.get_absolute_url()
        if attempt
        else reverse("assignments:open_assigned_puzzle", args=[assignee.assignment_id, grid.position]),
    )


def run_card(assignee: Assignee, run: AssignedPuzzle, now: datetime) -> GridCard:
    """A run to predict."""
    run.assignee = assignee
    return GridCard(
        position=run.position,
        status=run.status(now),
        board=small_board(run.puzzle.givens, run.puzzle.givens),
        note=prediction_words(round_of(run), assignee.assignment.predictions),
        can_open=round_of(run) is None and not assignee.is_read_only(now),
        address=reverse("assignments:assigned_run", args=[assignee.assignment_id, run.position]),
    )


def prediction_words(round_: PredictionRound | None, wanted: int) -> str:
    """`4 of 10 predictions, 3 right`."""
    asked = round_.asked if round_ else 0
    words = ngettext("%(made)d of %(asked)d predictions", "%(made)d of %(asked)d predictions", asked)
    words %= {"made": asked, "asked": round_.wanted if round_ else wanted}
    return with_right(words, round_.right) if round_ and asked else words


def with_right(predictions: str, right: int) -> str:
    """`4 of 10 predictions, none right`, from the words for the predictions and the number of right ones."""
    if not right:
        return _("%(predictions)s, none right") % {"predictions": predictions}
    sentence = ngettext("%(predictions)s, %(right)d right", "%(predictions)s, %(right)d right", right)
    return sentence % {"predictions": predictions, "right": right}


# The list on the home page


def assignee_lines(student: User, now: datetime | None = None) -> list[AssigneeLine]:
    """The student's assignments without those that ended long ago: by due date, the ended ones last."""
    now = now or timezone.now()
    lines = [
        line
        for line in lines_of(Assignee.objects.of(student), student, now)
        if line.status not in Assignee.ENDED or line.comments or not ended_long_ago(line.assignee, now)
    ]
    lines.sort(key=lambda line: (line.status in Assignee.ENDED, line.due_at or FAR))
    return lines[:MAX_LINES]


def lines_of(assignees: AssigneeQuerySet, student: User, now: datetime) -> list[AssigneeLine]:
    """A line for each of these assignees of the student; archived assignments and classes are left out."""
    current = assignees.filter(assignment__archived_at=None, assignment__classroom__archived_at=None)
    return all_lines_of(current, student, now)


def all_lines_of(assignees: AssigneeQuerySet, student: User, now: datetime) -> list[AssigneeLine]:
    """A line for each of these assignees of the student. Parts are in the line of their whole."""
    listed = list(assignees.with_progress().order_by("-assignment__opens_at", "-pk"))
    passed: Collection[tuple[str, str]] = frozenset()
    comments: Counter[int | None] = Counter()
    if any(assignee.assignment.asks_exercises for assignee in listed):
        exercises = ExerciseProgress.objects.filter(student=student).passed()
        passed = set(exercises.values_list("worksheet", "exercise"))
        written = Comment.objects.filter(submission__student=student, created_at__gte=now - LISTED_FOR)
        comments = Counter(written.values_list("submission__assignment", flat=True))
    lines: list[AssigneeLine] = []
    parts: dict[int | None, list[AssigneeLine]] = defaultdict(list)
    for assignee in listed:
        assignee.student = student
        line = assignee_line(assignee, now, passed, comments[assignee.assignment_id])
        whole = assignee.assignment.whole_id
        (parts[whole] if whole else lines).append(line)
    return [
        with_parts(line, parts[pk], now) if (pk := line.assignee.assignment_id) in parts else line
        for line in lines
    ]


def lines_in_parts(whole: Assignment, now: datetime) -> Mapping[int, list[AssigneeLine]]:
    """Student -> a line for each part of a whole that is theirs: two queries."""
    rows = Assignee.objects.filter(assignment__whole=whole, excused_at=None).with_progress()
    written = ExerciseProgress.objects.filter(student__assignees__assignment=whole).passed()
    passed: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for student, *exercise in written.values_list("student", "worksheet", "exercise"):
        passed[student].add((exercise[0], exercise[1]))
    lines: dict[int, list[AssigneeLine]] = defaultdict(list)
    for row in rows.select_related("student").order_by("assignment__part_number", "assignment"):
        lines[row.student_id].append(assignee_line(row, now, passed[row.student_id], 0))
    return lines


def with_parts(line: AssigneeLine, parts: list[AssigneeLine], now: datetime) -> AssigneeLine:
    """The line of a whole with those of its parts in their order, and how many of them are done."""
    ordered = sorted(parts, key=lambda each: each.assignee.assignment.part_number)
    done = sum(each.is_done for each in ordered)
    return replace(
        line,
        parts=tuple(ordered),
        done=done,
        total=len(ordered),
        comments=sum(each.comments for each in ordered),
        status=line.assignee.status(now, is_done=done == len(ordered)),
    )


def assignee_line(
    assignee: Any, now: datetime, passed: Collection[tuple[str, str]], comments: int
) -> AssigneeLine:
    """One line. The assignee comes from `with_progress`; `passed` holds worksheets with their exercises."""
    assignment = assignee.assignment
    done, total = assignee.predicted if assignment.algorithm else assignee.played, assignee.grids
    if assignment.asks_exercises:
        done = sum((assignment.worksheet, key) in passed for key in assignment.exercises)
        total = len(assignment.exercises)
    elif assignment.asks_drills:
        done, total = assignee.drilled, len(assignment.positions)
    elif assignment.asks_questions:
        done, total = assignee.answered, len(assignment.questions)
    return AssigneeLine(
        assignee=assignee,
        status=assignee.status(now, is_done=done == total),
        done=done,
        total=total,
        comments=comments,
        is_to_hand_in=done == total and not assignment.asks_exercises and can_hand_in(assignee, now),
        is_due_soon=is_due_soon(assignee.times_out_at, now),
    )


def is_due_soon(due_at: datetime | None, now: datetime) -> bool:
    """Whether it is due today or tomorrow."""
    if due_at is None or due_at <= now:
        return False
    tomorrow = timezone.localtime(now).date() + timedelta(days=1)
    return timezone.localtime(due_at).date() <= tomorrow


def ended_long_ago(assignee: Assignee, now: datetime) -> bool:
    """Whether an assignment leaves the list. A written exam stays until its results are released."""
    assignment = assignee.assignment
    if assignee.began_at and assignment.is_unreleased_exam:
        return False
    last = assignment.released_at or assignee.ends_at or assignee.began_at
    return last is not None and last < now - LISTED_FOR
