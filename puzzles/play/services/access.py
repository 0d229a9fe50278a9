"""Access: locks and reservations of puzzles. docs/architecture.md, “Access to puzzles”, has the rules.

A puzzle is *locked* for a student by an assignment of their own: then the assignment is the only way to it
and to every puzzle with an equivalent solution (transposed, permuted or relabelled). A puzzle is *reserved*
for an exam of any class from the draft until the release: draws, lists and sheets must not reveal it.
`watching.py` refuses solvers.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models import Classroom, User
from accounts.refusals import Refusal
from puzzles.assignments.models import (
    AssignedPuzzle,
    AssignedPuzzleQuerySet,
    Assignee,
    Assignment,
    AssignmentQuerySet,
)
from puzzles.library.models import Collection as PuzzleCollection
from puzzles.library.models import Entry, HelpPolicy, Puzzle

from ..models import Attempt, OwnGrid

# From the sparsest with the solution to the most generous.
_SOLUTIONS = (
    HelpPolicy.Solution.NEVER,
    HelpPolicy.Solution.AFTER_DUE,
    HelpPolicy.Solution.AFTER_MINUTES,
    HelpPolicy.Solution.ANY_TIME,
)


class LockedError(Refusal):
    """The puzzle is locked for a student: by `assigned_puzzle`, to whose assignment the page leads."""

    leads_away = True

    def __init__(self, sentence: str | Promise, assigned_puzzle: AssignedPuzzle) -> None:
        super().__init__(sentence, back=page_of(assigned_puzzle))
        self.assigned_puzzle = assigned_puzzle


# Locked puzzles


def locks_of(student: User, now: datetime | None = None) -> list[AssignedPuzzle]:
    """The assigned puzzles that lock puzzles for a student, the strictest first; none for a teacher.

    With puzzle (without its solution), attempt, assignment and policy.
    """
    return _locking(AssignedPuzzle.objects.all(), student, now) if student.is_student else []


def locks_on(student: User, puzzle: Puzzle) -> list[AssignedPuzzle]:
    """The assigned puzzles that lock this puzzle for a student, the strictest first."""
    if not student.is_student:
        return []
    similar = Puzzle.objects.same_solution_as([puzzle.pk]).order_by().values("pk")
    return _locking(AssignedPuzzle.objects.filter(puzzle__in=similar), student, None)


def require_playable(*, player: User, attempt: Attempt) -> None:
    """Raise LockedError if an assignment locks the puzzle of this attempt, and the attempt is not its own.

    If several assignments lock one puzzle, the strictest counts.
    """
    key = attempt.puzzle.canonical_key
    if key is None or not player.is_student:
        return
    # A cheap query first, because each move asks: hardly any player has such a puzzle.
    assigned = AssignedPuzzle.objects.filter(assignee__student=player, puzzle__canonical_key=key)
    if not assigned.exclude(pk=attempt.assigned_puzzle_id or 0).order_by().exists():
        return
    locks = locks_on(player, attempt.puzzle)
    if locks and locks[0].pk != attempt.assigned_puzzle_id:
        raise LockedError(lock_sentence(locks[0]), locks[0])


def require_readable(*, reader: User, attempt: Attempt) -> None:
    """Raise LockedError if the reader may not look back at an attempt of their own yet.

    Own moves in homework may be read while it lasts.
    """
    if attempt.player_id == reader.pk:
        for lock in locks_on(reader, attempt.puzzle):
            if not _is_own_homework(lock, attempt):
                raise LockedError(lock_sentence(lock), lock)


def require_unlocked(*, player: User, puzzle: Puzzle) -> None:
    """Raise LockedError when an assignment locks this grid for the player."""
    for lock in locks_on(player, puzzle)[:1]:
        raise LockedError(lock_sentence(lock), lock)


def locked_puzzles(player: User, puzzle_ids: Collection[int]) -> set[int]:
    """Select the puzzles that are locked for the player, of collections that they may draw from."""
    if not puzzle_ids or not player.is_student:
        return set()
    return _with_equivalent_solution(
        set(puzzle_ids), {assigned_puzzle.puzzle_id for assigned_puzzle in locks_of(player)}
    )


def unreadable_attempts(reader: User, attempts: Collection[Attempt]) -> set[int]:
    """The keys of the reader's own attempts that may not be read yet."""
    own = [attempt for attempt in attempts if attempt.player_id == reader.pk]
    locks = locks_of(reader) if own else []
    if not locks:
        return set()
    locked = _with_equivalent_solution({each.puzzle_id for each in own}, {lock.puzzle_id for lock in locks})
    return {
        attempt.pk
        for attempt in own
        if attempt.puzzle_id in locked and not any(_is_own_homework(lock, attempt) for lock in locks)
    }


def is_known(assigned_puzzle: AssignedPuzzle, now: datetime) -> bool:
    """Whether the student may know of the assignment that locks a puzzle: from when it opens."""
    return assigned_puzzle.assignee.assignment.opens_at <= now


def page_of(assigned_puzzle: AssignedPuzzle) -> Attempt | Assignee | str:
    """The open attempt at an assigned puzzle, or else the student's page of its assignment.

    The home page if the assignment is not open yet, is a race, or the student is excused from it.
    """
    if not is_known(assigned_puzzle, timezone.now()):
        return "home:home"
    attempt = assigned_puzzle.attempt_or_none
    if attempt and attempt.is_open:
        return attempt
    assignee = assigned_puzzle.assignee
    return "home:home" if assignee.excused_at or assignee.assignment.is_race else assignee


def lock_sentence(assigned_puzzle: AssignedPuzzle) -> str:
    """The sentence that names the lock of a grid. An assignment that is not open yet is not named."""
    assignment = assigned_puzzle.assignee.assignment
    if not is_known(assigned_puzzle, timezone.now()):
        return _("This grid is not available yet.")
    if assignment.is_race:
        return _("This grid is in a race: finish it there first.")
    if assignment.is_unreleased_exam:
        sentence = _("This grid belongs to “%(assignment)s”: it stays locked until the results are released.")
    else:
        sentence = _("This grid belongs to “%(assignment)s”: finish it there first.")
    return sentence % {"assignment": assignment.name}


# Reserved puzzles


def reserved_for_exams(puzzle_ids: Iterable[int], *, except_for: Assignment | None = None) -> set[int]:
    """Select the puzzles that an unreleased exam reserves, as they are or equivalent ones.

    Exams of all classes, drafts and those without students included, `except_for` one of them.
    """
    exams = unreleased_exams()
    if except_for is not None:
        exams = exams.exclude(pk=except_for.pk)
    return _of_assignments(puzzle_ids, exams)


def assigned_in_class(puzzle_ids: Iterable[int], classroom: Classroom) -> set[int]:
    """Select the puzzles of the assignments of a class, as they are or equivalent ones.

    Drafts are included, archived assignments are not.
    """
    return _of_assignments(puzzle_ids, Assignment.objects.filter(classroom=classroom, archived_at=None))


def _of_assignments(puzzle_ids: Iterable[int], assignments: AssignmentQuerySet) -> set[int]:
    """Select the puzzles that these assignments have, as they are or equivalent ones."""
    sources = dict(assignments.order_by().values_list("pk", "source"))
    if not sources:
        return set()
    assigned = {puzzle for source in sources.values() for puzzle in source.get("puzzles", ())}
    # Three queries, each by keys: a database left to choose where to begin may walk through all puzzles.
    assigned_puzzles = AssignedPuzzle.objects.filter(assignee__assignment__in=list(sources)).order_by()
    assigned.update(assigned_puzzles.values_list("puzzle_id", flat=True).distinct())
    return _with_equivalent_solution(set(puzzle_ids), assigned)


def reserved_from(student: User, canonical_keys: Collection[int]) -> set[int]:
    """Select the canonical keys that are reserved for an exam and unknown to the student.

    A key is known by a puzzle that the student can draw, has played or brought in.
    """
    puzzles = Puzzle.objects.filter(canonical_key__in=canonical_keys).order_by()
    key_of = dict(puzzles.values_list("pk", "canonical_key"))
    reserved = {key_of[puzzle] for puzzle in reserved_for_exams(key_of)} if key_of else set()
    reserved_puzzles = sorted(puzzle for puzzle, key in key_of.items() if key in reserved)
    known: set[int] = set()
    if reserved_puzzles:
        for rows in (
            Entry.objects.filter(collection__in=PuzzleCollection.objects.drawable_by(student)),
            Attempt.objects.played_by(student),
            OwnGrid.objects.owned_by(student),
        ):
            known.update(
                rows.filter(puzzle__in=reserved_puzzles).order_by().values_list("puzzle_id", flat=True)
            )
    return {key for key in reserved if key is not None} - {key_of[puzzle] for puzzle in known}


def reserved_assigned_puzzles() -> AssignedPuzzleQuerySet:
    """The grids of exams that are not released, of every class, drafts included."""
    return AssignedPuzzle.objects.filter(assignee__assignment__in=unreleased_exams())


def drawable_in_class(puzzle_ids: Collection[int], classroom: Classroom) -> set[int]:
    """Select the puzzles that students of a class can draw, as they are or equivalent ones."""
    open_to_class = PuzzleCollection.objects.drawable_in(classroom)
    similar = Puzzle.objects.same_solution_as(puzzle_ids)
    drawable = Entry.objects.drawable().filter(collection__in=open_to_class, puzzle__in=similar).order_by()
    return _with_equivalent_solution(set(puzzle_ids), set(drawable.values_list("puzzle_id", flat=True)))


def _locking(
    assigned_puzzles: AssignedPuzzleQuerySet, student: User, now: datetime | None
) -> list[AssignedPuzzle]:
    """Select the assigned puzzles that lock their grids for the student: one query."""
    now = now or timezone.now()
    is_begun = Q(assignee__began_at__isnull=False) | Q(attempt__isnull=False)
    is_secret = is_begun & Q(
        assignee__assignment__policy__is_exam=True, assignee__assignment__released_at=None
    )
    is_visible = Q(assignee__assignment__policy__is_exam=False) | Q(
        assignee__assignment__released_at__isnull=False
    )
    is_current = Q(assignee__assignment__classroom__archived_at=None)
    is_unfinished = Q(attempt=None) | Q(attempt__state=Attempt.State.OPEN)
    locking = assigned_puzzles.filter(
        is_secret | (is_visible & is_current & is_unfinished & Q(assignee__excused_at=None)),
        assignee__student=student,
        assignee__assignment__handed_out_at__isnull=False,
        assignee__assignment__archived_at=None,
        assignee__assignment__algorithm="",
    )
    locking = locking.select_related("assignee__assignment__policy", "assignee__assignment__classroom")
    found = list(locking.select_related("puzzle", "attempt").defer("puzzle__solution").order_by())
    for assigned_puzzle in found:
        assigned_puzzle.assignee.student = student
    return sorted((each for each in found if _is_locking(each, now)), key=_strictness)


def _is_locking(assigned_puzzle: AssignedPuzzle, now: datetime) -> bool:
    """Whether an unfinished puzzle, or one of an unreleased exam, is still locked."""
    assignee = assigned_puzzle.assignee
    if assignee.assignment.is_unreleased_exam:
        return True
    return assignee.is_puzzle_available(now, has_begun=assigned_puzzle.attempt_or_none is not None)


def _strictness(assigned_puzzle: AssignedPuzzle) -> tuple[bool, int, int, bool, int, int]:
    policy = assigned_puzzle.assignee.assignment.policy
    solution = _SOLUTIONS.index(HelpPolicy.Solution(policy.solution))
    cells = policy.partial_cells
    return (not policy.is_exam, policy.hint_rung, cells, policy.checking, solution, assigned_puzzle.pk)


def _is_own_homework(assigned_puzzle: AssignedPuzzle, attempt: Attempt) -> bool:
    return (
        assigned_puzzle.pk == attempt.assigned_puzzle_id and not assigned_puzzle.assignee.assignment.is_exam
    )


def unreleased_exams() -> AssignmentQuerySet:
    """Exams whose results are not released, those of archived classes included."""
    return Assignment.objects.unreleased_exams().filter(algorithm="")


def _with_equivalent_solution(puzzle_ids: set[int], others: set[int]) -> set[int]:
    """Select the puzzles whose solution is equivalent to that of one of the others."""
    if not puzzle_ids or not others:
        return set()
    puzzles = Puzzle.objects.filter(pk__in=puzzle_ids | others, canonical_key__isnull=False).order_by()
    key_of = dict(puzzles.values_list("pk", "canonical_key"))
    kept = {key_of[key] for key in others if key in key_of}
    return {key for key in puzzle_ids if key_of.get(key) in kept}
