"""Which grids are held for a student, and who is shown to the assignment instead.

A grid is held for whom it was allotted to, from the hour it is handed out: until it is finished, and in an
exam until the results are released. As long as that is so, the assignment is the only door to it, and to
every grid with the same solution: no attempt of one's own, earlier or other, opens beside it.

What is not finished by the end is free from then on, unless it is begun: work goes on late, and counts as
late, until it is finished, handed in or stopped. Runs that are only to be predicted hold nothing, and neither
does work from which a student is excluded, which is archived, or whose class is.

A classmate who was not given a grid may see it. Grids put by for exams that are not released, drafts
included, are nobody's to draw, though; a collection from which students draw is a poor place for them.
"""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models import User

from ...models import Allotment, Assignee, Assignment, Attempt, HelpPolicy, Puzzle
from ...models.assignments import AllotmentQuerySet, AssignmentQuerySet

# For many years SQLite took no more than 999 parameters in a statement.
_LOOKUP_SIZE = 500

# From the sparsest with the solution to the most generous.
_SOLUTIONS = (
    HelpPolicy.Solution.NEVER,
    HelpPolicy.Solution.AFTER_DUE,
    HelpPolicy.Solution.AFTER_MINUTES,
    HelpPolicy.Solution.ANY_TIME,
)


class HeldError(Exception):
    """Why a door is shut, in a sentence for the student whose `allotment` holds the grid."""

    def __init__(self, sentence: str | Promise, allotment: Allotment) -> None:
        super().__init__(sentence)
        self.allotment = allotment


def held_grids(student: User, now: datetime | None = None) -> list[Allotment]:
    """What holds grids for a student, with its puzzle, attempt, assignment and policy, the strictest first.

    The solutions of the puzzles are left where they are. A teacher is held from nothing.
    """
    return _holding(Allotment.objects.all(), student, now) if student.is_student else []


def held_like(student: User, puzzle: Puzzle) -> list[Allotment]:
    """What holds a grid with the same solution as this one, the strictest first."""
    if not student.is_student:
        return []
    solution = Puzzle.objects.filter(pk=puzzle.pk, solution_count=1).values("solution")
    return _holding(Allotment.objects.filter(puzzle__solution__in=solution), student, None)


def require_playable(*, player: User, attempt: Attempt) -> None:
    """Raise HeldError when an assignment holds the grid of this attempt, and the attempt is not its own.

    Where several assignments hold one grid, the strictest comes first.
    """
    if not player.is_student:
        return
    held = held_like(player, attempt.puzzle) if _is_given_like(player, attempt) else []
    if held and held[0].pk != attempt.allotment_id:
        raise HeldError(held_sentence(held[0]), held[0])


def require_readable(*, reader: User, attempt: Attempt) -> None:
    """Raise HeldError when the reader may not look back at an attempt of their own yet.

    One's own moves in an assignment that is no exam may be looked at while it lasts.
    """
    if attempt.player_id == reader.pk:
        for held in held_like(reader, attempt.puzzle):
            if not _is_own_homework(held, attempt):
                raise HeldError(held_sentence(held), held)


def require_free(*, player: User, puzzle: Puzzle) -> None:
    """Raise HeldError when an assignment holds this grid for the player."""
    for held in held_like(player, puzzle)[:1]:
        raise HeldError(held_sentence(held), held)


def shut_puzzles(player: User, puzzle_ids: Collection[int]) -> set[int]:
    """Those of these puzzles that the player may not draw: held, or put by for an exam."""
    if not puzzle_ids or not player.is_student:
        return set()
    held = {allotment.puzzle_id for allotment in held_grids(player)}
    return _same_solution(set(puzzle_ids), held | _kept_for_exams())


def shut_attempts(reader: User, attempts: Collection[Attempt]) -> set[int]:
    """Those of these attempts at which their player, who reads, may not look back yet, by their keys."""
    own = [attempt for attempt in attempts if attempt.player_id == reader.pk]
    held = held_grids(reader) if own else []
    if not held:
        return set()
    shut = _same_solution({each.puzzle_id for each in own}, {allotment.puzzle_id for allotment in held})
    return {
        attempt.pk
        for attempt in own
        if attempt.puzzle_id in shut and not any(_is_own_homework(allotment, attempt) for allotment in held)
    }


def put_by() -> AllotmentQuerySet:
    """The grids of exams that are not released, of every class, drafts included."""
    return Allotment.objects.filter(assignee__assignment__in=_secret_exams())


def held_sentence(allotment: Allotment) -> str:
    """Why another door to this grid is shut."""
    assignment = allotment.assignee.assignment
    if _is_unreleased_exam(assignment):
        sentence = _("This grid belongs to “%(assignment)s”: it stays shut until the results are released.")
    else:
        sentence = _("This grid belongs to “%(assignment)s”: finish it there first.")
    return sentence % {"assignment": assignment.name}


# Asked at every move, and hardly ever answered with yes. In SQL, for Django takes longer to compose it than
# the database to answer.
_GIVEN_LIKE = f"""
    SELECT EXISTS (
      SELECT 1
      FROM {Assignee._meta.db_table} assignee
      JOIN {Allotment._meta.db_table} allotment ON allotment.assignee_id = assignee.id
      JOIN {Puzzle._meta.db_table} puzzle ON puzzle.id = allotment.puzzle_id
      WHERE assignee.student_id = %s AND allotment.id <> %s AND puzzle.solution = (
        SELECT solution FROM {Puzzle._meta.db_table} WHERE id = %s AND solution_count = 1
      )
    )
"""  # noqa: S608 (names of tables)


def _is_given_like(student: User, attempt: Attempt) -> bool:
    """Whether this student was ever allotted, besides this attempt, a grid with the same solution."""
    with connection.cursor() as cursor:
        cursor.execute(_GIVEN_LIKE, [student.pk, attempt.allotment_id or 0, attempt.puzzle_id])
        return bool(cursor.fetchone()[0])


def _holding(allotments: AllotmentQuerySet, student: User, now: datetime | None) -> list[Allotment]:
    """Those of these allotments that hold their grids for the student: one query."""
    now = now or timezone.now()
    released = Q(assignee__assignment__policy__is_exam=False) | Q(
        assignee__assignment__released_at__isnull=False
    )
    finished = Q(attempt__isnull=False) & ~Q(attempt__state=Attempt.State.OPEN)
    given = allotments.filter(
        assignee__student=student,
        assignee__excluded_at=None,
        assignee__assignment__handed_out_at__isnull=False,
        assignee__assignment__archived_at=None,
        assignee__assignment__algorithm="",
        assignee__assignment__classroom__archived_at=None,
    ).exclude(released & finished)
    given = given.select_related("assignee__assignment__policy", "assignee__assignment__classroom")
    found = list(given.select_related("puzzle", "attempt").defer("puzzle__solution").order_by())
    for allotment in found:
        allotment.assignee.student = student
    return sorted((each for each in found if _holds(each, now)), key=_strictness)


def _holds(allotment: Allotment, now: datetime) -> bool:
    """Whether a grid that is not finished, or of an exam that is not released, is still held."""
    assignee = allotment.assignee
    if _is_unreleased_exam(assignee.assignment):
        return True
    return not (assignee.is_shut(now) if allotment.attempt_or_none else assignee.is_over(now))


def _strictness(allotment: Allotment) -> tuple[bool, int, int, bool, int, int]:
    policy = allotment.assignee.assignment.policy
    solution = _SOLUTIONS.index(HelpPolicy.Solution(policy.solution))
    cells = policy.partial_cells
    return (not policy.is_exam, policy.hint_rung, cells, policy.checking, solution, allotment.pk)


def _is_unreleased_exam(assignment: Assignment) -> bool:
    return assignment.is_exam and assignment.released_at is None


def _is_own_homework(allotment: Allotment, attempt: Attempt) -> bool:
    return allotment.pk == attempt.allotment_id and not allotment.assignee.assignment.is_exam


def _secret_exams() -> AssignmentQuerySet:
    return Assignment.objects.unreleased_exams().filter(algorithm="", classroom__archived_at=None)


# A database that is left to choose where to begin may walk through all puzzles to find what is kept: so it is
# told the keys, step by step.


def _kept_for_exams() -> set[int]:
    """The puzzles that are put by, by their keys."""
    exams = list(_secret_exams().order_by().values_list("pk", flat=True))
    kept: set[int] = set()
    for some in _lists(exams):
        allotments = Allotment.objects.filter(assignee__assignment__in=some).order_by()
        kept.update(allotments.values_list("puzzle_id", flat=True).distinct())
    return kept


def _same_solution(puzzle_ids: set[int], others: set[int]) -> set[int]:
    """Those of these puzzles whose solution is also that of one of the others."""
    solution_of: dict[int, str] = {}
    for some in _lists(sorted(puzzle_ids | others) if others else []):
        puzzles = Puzzle.objects.filter(pk__in=some, solution_count=1).order_by()
        solution_of.update(puzzles.values_list("pk", "solution"))
    kept = {solution_of[key] for key in others if key in solution_of}
    return {key for key in puzzle_ids if solution_of.get(key) in kept}


def _lists(keys: list[int]) -> Iterator[list[int]]:
    """The keys in lists that fit into one statement."""
    for start in range(0, len(keys), _LOOKUP_SIZE):
        yield keys[start : start + _LOOKUP_SIZE]
