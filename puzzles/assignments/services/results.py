"""The results of an assignment: how each grid of each student ended, its time and its help."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import Membership, User
from accounts.names import name_key
from puzzles.course.models import round_of
from puzzles.course.services.class_exercises import StudentExercises, exercises_of_class
from puzzles.engine import CELLS, Board, is_valid
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.training.models import DrillAnswer

from ..models import AssignedPuzzle, Assignee, Assignment, Grade, QuestionAnswer
from .questions import Question, questions_of, verdict

State = Attempt.State
NO_HINTS = (0, 0, 0, 0)
# (cell, digit) of wrong digits.
Wrong = Sequence[tuple[int, int]]


class ResultStatus(TextChoices):
    """Result of a grid, for teachers. Grids handed in are judged by the rules, not by the stored solution."""

    NEW = "new", gettext_lazy("not begun")
    OPEN = "open", gettext_lazy("in progress")
    SOLVED = "solved", gettext_lazy("solved")
    HELPED = "helped", gettext_lazy("solved with help")
    SHOWN = "shown", gettext_lazy("solution shown")
    RIGHT = "right", gettext_lazy("handed in, right")
    WRONG = "wrong", gettext_lazy("handed in, wrong")
    UNFINISHED = "unfinished", gettext_lazy("handed in, unfinished")
    PREDICTED = "predicted", gettext_lazy("predicted")
    RESTARTED = "restarted", pgettext_lazy("one grid", "started over")

    @property
    def sign(self) -> str:
        """A sign for the table: shapes differ, so that colour is never the only difference."""
        return SIGNS[self]


SIGNS: dict[str, str] = dict(zip(ResultStatus.values, "—…✓◒◎✓✗◐✓↺", strict=True))


@dataclass(frozen=True)
class GridResult:
    """The result of one grid or run. `attempt` is the attempt's key.

    `hints` counts hints by the last rung asked for, `cells` the cells that help filled. `wrong` lists wrong
    digits as (cell, digit) in the order of entry. `own_right` of the `to_fill` cells are right without help.
    Of a run, `right` of the `asked` predictions were right, and the assignment asks for `wanted`.
    """

    position: int
    puzzle: Puzzle
    status: ResultStatus = ResultStatus.NEW
    is_late: bool = False
    attempt: int | None = None
    elapsed_ms: int = 0
    hints: tuple[int, ...] = NO_HINTS
    cells: int = 0
    checks: int = 0
    mistakes: int = 0
    wrong: tuple[tuple[int, int], ...] = ()
    own_right: int = 0
    to_fill: int = 0
    last_at: datetime | None = None
    asked: int = 0
    right: int = 0
    wanted: int = 0

    @property
    def is_solved(self) -> bool:
        return self.status in (ResultStatus.SOLVED, ResultStatus.RIGHT)

    @property
    def is_done(self) -> bool:
        return self.status not in (ResultStatus.NEW, ResultStatus.OPEN)

    @property
    def hint_count(self) -> int:
        return sum(self.hints)

    @property
    def label(self) -> str:
        """The status in words, with lateness."""
        if not self.is_late:
            return str(self.status.label)
        if self.status == ResultStatus.SOLVED:
            return _("solved late")
        return _("%(outcome)s, late") % {"outcome": self.status.label}


@dataclass(frozen=True)
class ItemResult:
    """The result of one exercise, drill or question; `right` is the share of it that is right, from 0 to 1.

    `is_unjudged`: a teacher has still to say whether an answer is right.
    """

    right: Fraction = Fraction(0)
    is_begun: bool = False
    is_done: bool = False
    is_late: bool = False
    is_unjudged: bool = False


@dataclass(frozen=True)
class StudentResult:
    """The results of a student, who may have left the class.

    An assignment has `grids`, which are played or of which runs are predicted, or other `items`, or `parts`:
    the student's results in each that is theirs.
    """

    assignee: Assignee
    grids: list[GridResult]
    real_name: str
    is_member: bool
    items: list[ItemResult] = field(default_factory=list)
    parts: list["StudentResult"] = field(default_factory=list)

    @property
    def assignment(self) -> Assignment:
        return self.assignee.assignment

    @property
    def username(self) -> str:
        return self.assignee.student.username

    @property
    def name(self) -> str:
        return self.real_name or self.username

    @property
    def is_excused(self) -> bool:
        return self.assignee.excused_at is not None

    @property
    def grade(self) -> Grade | None:
        """What a teacher changed about the suggested grade."""
        return getattr(self.assignee, "grade", None)

    @property
    def is_new(self) -> bool:
        """Whether the student has begun none of the work."""
        begun = [grid.status != ResultStatus.NEW for grid in self.grids]
        begun += [item.is_begun for item in self.items] + [not part.is_new for part in self.parts]
        return not any(begun)

    @property
    def grid_count(self) -> int:
        return len(self.grids)

    @property
    def total(self) -> int:
        """The number of grids, exercises, positions, questions or parts."""
        return len(self.grids) + len(self.items) + len(self.parts)

    @property
    def is_done(self) -> bool:
        """Whether all is done, or handed in."""
        return 0 < self.total == self.done or self.assignee.handed_in_at is not None

    def is_playing(self, now: datetime) -> bool:
        """Whether a grid to play, or a question, may still change, here or in a part."""
        is_played = not self.assignment.algorithm
        here = is_played and any(grid.status == ResultStatus.OPEN for grid in self.grids)
        is_answering = self.assignment.asks_questions and not self.assignee.is_over(now)
        return here or is_answering or any(part.is_playing(now) for part in self.parts)

    @property
    def done(self) -> int:
        done = [grid.is_done for grid in self.grids] + [item.is_done for item in self.items]
        return sum(done + [part.is_done for part in self.parts])

    @property
    def is_unjudged(self) -> bool:
        """Whether a teacher has still to judge some answer."""
        items = any(item.is_unjudged for item in self.items)
        return items or any(part.is_unjudged for part in self.parts)

    @property
    def right_items(self) -> int:
        """How many exercises, positions or questions are right in full."""
        return sum(item.right == 1 for item in self.items)

    def never_began(self, now: datetime) -> bool:
        """Whether the work is over for the student, who was to do it and has not begun."""
        is_untouched = self.is_new and self.assignee.began_at is None
        return is_untouched and not self.is_excused and self.assignee.is_over(now)

    @property
    def solved(self) -> int:
        return sum(grid.is_solved for grid in self.grids)

    @property
    def elapsed_ms(self) -> int:
        return sum(grid.elapsed_ms for grid in self.grids)

    @property
    def hints(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(NO_HINTS, *[grid.hints for grid in self.grids], strict=True)))

    @property
    def cells(self) -> int:
        return sum(grid.cells for grid in self.grids)

    @property
    def mistakes(self) -> int:
        return sum(grid.mistakes for grid in self.grids)

    @property
    def asked(self) -> int:
        return sum(grid.asked for grid in self.grids)

    @property
    def right(self) -> int:
        return sum(grid.right for grid in self.grids)


def results_of(
    assignment: Assignment, now: datetime | None = None, *, only: Assignee | None = None
) -> list[StudentResult]:
    """The results of all students by name, or of one only, in a fixed number of queries."""
    now = now or timezone.now()
    members = Membership.objects.filter(classroom=assignment.classroom_id, student__role=User.Role.STUDENT)
    present = members.real_names()
    rows = assignment.assignees.select_related("student", "grade").order_by("pk")
    assignees = {each.pk: each for each in (rows.filter(pk=only.pk) if only else rows)}
    for assignee in assignees.values():
        assignee.assignment = assignment
    grids: Mapping[int, list[GridResult]] = {}
    items: Mapping[int, list[ItemResult]] = {}
    parts: Mapping[int, list[StudentResult]] = {}
    if assignment.has_parts:
        parts = part_results(assignment, now, only)
    elif assignment.asks_exercises:
        items = exercise_items(assignment, assignees, present)
    elif assignment.asks_drills:
        items = drill_items(assignment, assignees)
    elif assignment.asks_questions:
        items = question_items(assignment, assignees)
    else:
        grids = grid_results(assignment, assignees, now)
    left = {each.student_id for each in assignees.values()} - present.keys()
    names = present | Membership.objects.names_of_former(assignment.classroom_id, left)
    results = [
        StudentResult(
            assignee=each,
            grids=grids.get(key, []),
            real_name=names.get(each.student_id, ""),
            is_member=each.student_id in present,
            items=items.get(key, []),
            parts=parts.get(each.student_id, []),
        )
        for key, each in assignees.items()
    ]
    return sorted(results, key=lambda result: (name_key(result.name), result.username))


def part_results(
    whole: Assignment, now: datetime, only: Assignee | None
) -> Mapping[int, list[StudentResult]]:
    """Student -> their results in each part that they are not excused from, in the order of the parts."""
    rows = Assignee.objects.filter(assignment__whole=whole, student=only.student_id) if only else ()
    own = {row.assignment_id: row for row in rows}
    found: dict[int, list[StudentResult]] = defaultdict(list)
    for part in whole.parts.in_order().select_related("policy", "classroom"):
        if only and part.pk not in own:
            continue
        for result in results_of(part, now, only=own.get(part.pk)):
            if not result.is_excused:
                found[result.assignee.student_id].append(result)
    return found


def exercise_items(
    assignment: Assignment, assignees: Mapping[int, Assignee], present: Mapping[int, str]
) -> dict[int, list[ItemResult]]:
    """Assignee -> exercises, with the verdicts that the table of the class shows."""
    of_class = {each.student_id for each in assignees.values()} & present.keys()
    found = exercises_of_class(assignment, of_class)
    return {
        key: [
            exercise_item(exercise, each, found.get(each.student_id, StudentExercises()))
            for exercise in assignment.exercises
        ]
        for key, each in assignees.items()
    }


def exercise_item(exercise: str, assignee: Assignee, own: StudentExercises) -> ItemResult:
    """An exercise: late as the version whose verdict counts, or as it was passed."""
    is_passed, tried, late = own.is_passed(exercise), own.progress.get(exercise), False
    if own.newest and own.verdict(exercise):
        late = own.newest.is_late
    elif tried and tried.passed_at:
        late = is_late(assignee, tried.passed_at)
    return ItemResult(
        right=Fraction(is_passed), is_begun=own.is_begun(exercise), is_done=is_passed, is_late=late
    )


# A step found in part counts half.
PART_OF_A_STEP = Fraction(1, 2)


def drill_items(assignment: Assignment, assignees: Mapping[int, Assignee]) -> dict[int, list[ItemResult]]:
    """Assignee -> positions: first those that the student met, then blank ones."""
    found: dict[int, list[ItemResult]] = {key: [] for key in assignees}
    answers = DrillAnswer.objects.filter(assignee__in=list(assignees)).order_by("created_at", "pk")
    for answer in answers.only("assignee", "verdict", "tries", "created_at"):
        if answer.assignee_id is not None:
            found[answer.assignee_id].append(drill_item(answer, assignees[answer.assignee_id]))
    total = len(assignment.positions)
    return {key: (each + [ItemResult()] * total)[:total] for key, each in found.items()}


def drill_item(answer: DrillAnswer, assignee: Assignee) -> ItemResult:
    """A position: what counts is the first try."""
    worth = PART_OF_A_STEP if answer.verdict == DrillAnswer.Verdict.PART else Fraction(1)
    return ItemResult(
        right=worth if answer.is_at_once else Fraction(0),
        is_begun=True,
        is_done=answer.has_ended,
        is_late=is_late(assignee, answer.created_at),
    )


def question_items(assignment: Assignment, assignees: Mapping[int, Assignee]) -> dict[int, list[ItemResult]]:
    """Assignee -> questions."""
    answers: dict[int, dict[int, QuestionAnswer]] = defaultdict(dict)
    for answer in QuestionAnswer.objects.filter(assignee__in=list(assignees)):
        answers[answer.assignee_id][answer.number] = answer
    questions = questions_of(assignment)
    return {
        key: [
            question_item(question, answers[key].get(number))
            for number, question in enumerate(questions, start=1)
        ]
        for key in assignees
    }


def question_item(question: Question, answer: QuestionAnswer | None) -> ItemResult:
    if answer is None:
        return ItemResult()
    is_right = verdict(question, answer)
    return ItemResult(
        right=Fraction(is_right or 0), is_begun=True, is_done=True, is_unjudged=is_right is None
    )


def grid_results(
    assignment: Assignment, assignees: Mapping[int, Assignee], now: datetime
) -> Mapping[int, list[GridResult]]:
    """Assignee -> grids, which are played or of which runs are predicted."""
    rows = AssignedPuzzle.objects.filter(assignee__in=list(assignees)).order_by("assignee", "position")
    rows, found = rows.select_related("puzzle"), defaultdict(list)
    if assignment.algorithm:
        for run in rows.select_related("prediction_round"):
            found[run.assignee_id].append(run_result(run, assignees[run.assignee_id]))
        return found
    wrong = wrong_digits(assignment)
    unused = (f"attempt__{name}" for name in ("marks", "checkpoint", "undo_stack", "redo_stack"))
    for row in rows.select_related("attempt").defer(*unused):
        found[row.assignee_id].append(grid_result(row, assignees[row.assignee_id], wrong, now))
    return found


def grid_result(
    row: AssignedPuzzle, assignee: Assignee, wrong: Mapping[int, Wrong], now: datetime
) -> GridResult:
    attempt = row.attempt_or_none
    if attempt is None:
        return GridResult(row.position, row.puzzle)
    last_at = attempt.finished_at or attempt.last_move_at
    cells = attempt.cells_shown + taken_over(row.puzzle, attempt)
    return GridResult(
        position=row.position,
        puzzle=row.puzzle,
        status=result_status(attempt, is_read_only=assignee.is_read_only(now)),
        is_late=is_late(assignee, last_at),
        attempt=attempt.pk,
        elapsed_ms=attempt.elapsed_ms,
        hints=attempt.hints_by_rung,
        cells=cells,
        checks=attempt.checks,
        mistakes=attempt.mistakes,
        wrong=tuple(wrong.get(attempt.pk, ())),
        own_right=max(0, right_cells(row.puzzle, attempt.digits) - cells),
        to_fill=row.puzzle.givens.count("."),
        last_at=last_at,
    )


def result_status(attempt: Attempt, *, is_read_only: bool = False) -> ResultStatus:
    """The result of an attempt. An open one that takes no more moves counts as handed in."""
    if attempt.state == State.HANDED_IN or (attempt.is_open and is_read_only):
        if not attempt.is_full:
            return ResultStatus.UNFINISHED
        is_right = is_valid(Board.from_line(attempt.digits))
        return ResultStatus.RIGHT if is_right else ResultStatus.WRONG
    return ResultStatus(attempt.state)


def is_late(assignee: Assignee, at: datetime) -> bool:
    """Whether homework came after its due date. Nothing in an exam is late: later moves do not count."""
    ends = assignee.times_out_at
    return ends is not None and at > ends and not assignee.assignment.is_exam


def right_cells(puzzle: Puzzle, digits: str) -> int:
    """The number of right digits entered in the grid, givens left out."""
    if not puzzle.solution:
        return 0
    return sum(puzzle.givens[cell] == "." and digits[cell] == puzzle.solution[cell] for cell in CELLS)


def taken_over(puzzle: Puzzle, attempt: Attempt) -> int:
    """The number of right digits that the site showed and that were entered after the game was reopened."""
    return sum(attempt.digits[cell] == puzzle.solution[cell] for cell in attempt.corrected_cells)


def wrong_digits(assignment: Assignment) -> Mapping[int, Wrong]:
    """Attempt -> (cell, digit) of each wrong digit, in the order of entry."""
    mistakes = Move.objects.filter(attempt__assigned_puzzle__assignee__assignment=assignment, mistake=True)
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for attempt, cell, digit in mistakes.order_by("attempt", "number").values_list(
        "attempt", "cell", "digit"
    ):
        found[attempt].append((cell or 0, digit))
    return found


def run_result(run: AssignedPuzzle, assignee: Assignee) -> GridResult:
    round_ = round_of(run)
    if round_ is None:
        return GridResult(run.position, run.puzzle, wanted=assignee.assignment.predictions)
    return GridResult(
        position=run.position,
        puzzle=run.puzzle,
        status=ResultStatus.PREDICTED if round_.is_finished else ResultStatus.OPEN,
        is_late=round_.asked > 0 and is_late(assignee, round_.last_at),
        last_at=round_.last_at,
        asked=round_.asked,
        right=round_.right,
        wanted=round_.wanted or 0,
    )
