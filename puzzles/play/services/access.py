"""Access: who may open which puzzle, and why not: puzzles locked for a student, or reserved for an exam.

A puzzle is *locked* for a student by work that was given to them: homework from the hour it is handed out
until its grid is finished, an exam from when the student begins until its results are released. Until
then, the assignment is the only way to it and to every puzzle with an equivalent solution (transposed,
permuted or relabelled: one equality of canonical keys). No other attempt of the student opens meanwhile.

Homework that is not finished by the end is free from then on, unless it is begun: work goes on late, and
counts as late, until it is finished, handed in or stopped. Runs that are only to be predicted lock nothing.
Neither does homework from which a student is excused, or that is archived or whose class is. An exam that is
not released locks its grids whatever becomes of its class, and also for a student who is excused after they
began: others still write it.

While a student writes an exam, every solver of the site is switched off for them, whatever the grid
(`is_writing_exam`): no similarity has to be found. Open are the fixed grids of the course and of the
techniques, and boards of fewer than eight digits: two digits that such a board does not hold can be exchanged
everywhere, so it has no single solution. The refusal is the same for all grids, and reveals nothing.

*Watching* a solver on a board, exploring it, having it judged or explained is refused while the reader plays
a puzzle that the board would reveal (`similar_boards.leaks`), or has it locked. While a run is to be
predicted, solvers are off on its grid, and on boards with half of its givens.

A puzzle is *reserved* for an exam from the draft until the release: `reserved_for_exams` is the one answer to
that, for all classes, without students too. Students who have not begun the exam learn nothing about a
secret grid (`reserved_from`). But a grid that a student can draw, or has played before, is no secret: only
that it is chosen is. Any refusal, gap or preference in draws, lists or sheets would reveal the exam grid by
grid. So before the student begins, such a grid is drawn, printed and solved like any other: no answer of
the site depends on the exam. From the first look at the exam on, it is locked. Teachers who want a grid
that no student meets before take one from a collection kept for assignments: the teacher of an exam is
warned of all others, and offered new ones.

A classmate who was not given a grid may see it.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import cache

from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Classroom, User
from accounts.refusals import Refusal
from puzzles.assignments.models import (
    AssignedPuzzle,
    AssignedPuzzleQuerySet,
    Assignee,
    Assignment,
    AssignmentQuerySet,
)
from puzzles.engine import TECHNIQUES, Board
from puzzles.engine.techniques import example_of
from puzzles.engine.worksheets import DEMOS
from puzzles.library.models import Collection as PuzzleCollection
from puzzles.library.models import Entry, HelpPolicy, Puzzle

from ..models import Attempt, OwnGrid
from ..models.attempts import AttemptQuerySet
from .similar_boards import FEW_DIGITS, leaks, similar_keys

# From the sparsest with the solution to the most generous.
_SOLUTIONS = (
    HelpPolicy.Solution.NEVER,
    HelpPolicy.Solution.AFTER_DUE,
    HelpPolicy.Solution.AFTER_MINUTES,
    HelpPolicy.Solution.ANY_TIME,
)

SOLVERS_REST = gettext_lazy("Solvers are switched off during an exam.")


class LockedError(Refusal):
    """The puzzle is locked for a student: by `assigned_puzzle`, to whose assignment the page leads."""

    leads_away = True

    def __init__(self, sentence: str | Promise, assigned_puzzle: AssignedPuzzle) -> None:
        super().__init__(sentence, back=page_of(assigned_puzzle))
        self.assigned_puzzle = assigned_puzzle


class WatchError(Refusal):
    """A student may not watch solvers on a board: they play it in `attempt`, or it is locked.

    `may_give_up` says that the policy grants the solution now, to players who give the attempt up.
    `assigned_puzzle` is what locks the puzzle; it may have no attempt yet.
    """

    status = 403

    def __init__(
        self,
        sentence: str | Promise,
        attempt: Attempt | None = None,
        *,
        may_give_up: bool = False,
        assigned_puzzle: AssignedPuzzle | None = None,
    ) -> None:
        super().__init__(sentence, back=page_of(assigned_puzzle) if assigned_puzzle else attempt)
        self.attempt = attempt
        self.may_give_up = may_give_up
        self.assigned_puzzle = assigned_puzzle


# Exams being written


def is_writing_exam(student: User, now: datetime | None = None) -> bool:
    """Whether the student has begun an exam that is not over: one query.

    It is over once it is handed in, ended by the teacher, or its time is up for this student, extra time and
    a due date of their own included. In a pause the clock stands, and it is not over. It makes no difference
    which of its grids is open, or whether any is.
    """
    if not student.is_student:
        return False
    now = now or timezone.now()
    begun = Assignee.objects.filter(student=student).writing_exam()
    for assignee in begun.select_related("assignment__policy", "assignment__classroom").order_by():
        assignee.student = student
        if not assignee.is_over(now):
            return True
    return False


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
    given = AssignedPuzzle.objects.filter(assignee__student=player, puzzle__canonical_key=key)
    if not given.exclude(pk=attempt.assigned_puzzle_id or 0).order_by().exists():
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
    return _same_class(set(puzzle_ids), {assigned_puzzle.puzzle_id for assigned_puzzle in locks_of(player)})


def unreadable_attempts(reader: User, attempts: Collection[Attempt]) -> set[int]:
    """The keys of the reader's own attempts that may not be read yet."""
    own = [attempt for attempt in attempts if attempt.player_id == reader.pk]
    locks = locks_of(reader) if own else []
    if not locks:
        return set()
    locked = _same_class({each.puzzle_id for each in own}, {lock.puzzle_id for lock in locks})
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

    The home page if the assignment is not open yet, or the student excused from it.
    """
    if not is_known(assigned_puzzle, timezone.now()):
        return "home:home"
    attempt = assigned_puzzle.attempt_or_none
    if attempt and attempt.is_open:
        return attempt
    return "home:home" if assigned_puzzle.assignee.excused_at else assigned_puzzle.assignee


def lock_sentence(assigned_puzzle: AssignedPuzzle) -> str:
    """The sentence that names the lock of a grid. An assignment that is not open yet is not named."""
    assignment = assigned_puzzle.assignee.assignment
    if not is_known(assigned_puzzle, timezone.now()):
        return _("This grid is not available yet.")
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
    exams = _unreleased_exams()
    if except_for is not None:
        exams = exams.exclude(pk=except_for.pk)
    sources = dict(exams.order_by().values_list("pk", "source"))
    if not sources:
        return set()
    reserved = {puzzle for source in sources.values() for puzzle in source.get("puzzles", ())}
    # Three queries, each by keys: a database left to choose where to begin may walk through all puzzles.
    assigned_puzzles = AssignedPuzzle.objects.filter(assignee__assignment__in=list(sources)).order_by()
    reserved.update(assigned_puzzles.values_list("puzzle_id", flat=True).distinct())
    return _same_class(set(puzzle_ids), reserved)


def reserved_from(student: User, canonical_keys: Collection[int]) -> set[int]:
    """Select the classes of solutions that are reserved for an exam and unknown to the student.

    A class is known by a puzzle that the student can draw, has played or brought in.
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
    return AssignedPuzzle.objects.filter(assignee__assignment__in=_unreleased_exams())


def drawable_in_class(puzzle_ids: Collection[int], classroom: Classroom) -> set[int]:
    """Select the puzzles that students of a class can draw, as they are or equivalent ones."""
    open_to_class = PuzzleCollection.objects.filter(
        Q(audience=PuzzleCollection.Audience.EVERYONE)
        | Q(audience=PuzzleCollection.Audience.CLASSES, owner__classrooms=classroom)
    )
    similar = Puzzle.objects.same_solution_as(puzzle_ids)
    drawable = Entry.objects.drawable().filter(collection__in=open_to_class, puzzle__in=similar).order_by()
    return _same_class(set(puzzle_ids), set(drawable.values_list("puzzle_id", flat=True)))


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
    given = assigned_puzzles.filter(
        is_secret | (is_visible & is_current & is_unfinished & Q(assignee__excused_at=None)),
        assignee__student=student,
        assignee__assignment__handed_out_at__isnull=False,
        assignee__assignment__archived_at=None,
        assignee__assignment__algorithm="",
    )
    given = given.select_related("assignee__assignment__policy", "assignee__assignment__classroom")
    found = list(given.select_related("puzzle", "attempt").defer("puzzle__solution").order_by())
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


def _unreleased_exams() -> AssignmentQuerySet:
    """Also those of archived classes: their results may still be released."""
    return Assignment.objects.unreleased_exams().filter(algorithm="")


def _same_class(puzzle_ids: set[int], others: set[int]) -> set[int]:
    """Select the puzzles whose solution is equivalent to that of one of the others."""
    if not puzzle_ids or not others:
        return set()
    puzzles = Puzzle.objects.filter(pk__in=puzzle_ids | others, canonical_key__isnull=False).order_by()
    key_of = dict(puzzles.values_list("pk", "canonical_key"))
    kept = {key_of[key] for key in others if key in key_of}
    return {key for key in puzzle_ids if key_of.get(key) in kept}


# Watching


def require_watchable(user: User, board: Board) -> None:
    """Raise WatchError if solvers are off, or the user plays or must predict a grid that it would reveal."""
    if refusal := _refusal(user, board):
        raise refusal


def require_explorable(user: User, board: Board) -> None:
    """Raise WatchError as `require_watchable` does, unless the solution may be shown to the user now.

    One function called by hand reveals less than a run: the attempt need not be given up for it.
    """
    refusal = _refusal(user, board)
    if refusal and not refusal.may_give_up:
        raise refusal


@cache
def _demos() -> frozenset[Board]:
    """The fixed grids of the course's worksheets and of the techniques: open during an exam, too."""
    course = {Board.from_line(demo.puzzle) for demos in DEMOS.values() for demo in demos}
    return frozenset(course | {example_of(name).position.board for name in TECHNIQUES})


def _refusal(user: User, board: Board) -> WatchError | None:
    """The error that refuses to show a board, first one that cannot be given up; None if it may be shown."""
    if user.is_teacher or board.clue_count <= FEW_DIGITS:
        return None
    is_demo = board in _demos()
    if not is_demo and is_writing_exam(user):
        return WatchError(SOLVERS_REST)
    if rehearsal := _rehearsal_refusal(user, board):
        return rehearsal
    now = timezone.now()
    # A practice copy is of a finished grid, whose solution its player may see.
    played = [
        _playing_refusal(attempt, now)
        for attempt in attempts_to_watch(user).unfinished().counting()
        if leaks(board, attempt.puzzle, attempt.digits)
    ]
    refusals = [*_lock_refusals(user, board, now), *played]
    refusal = min(refusals, key=lambda each: each.may_give_up, default=None)
    # Everybody knows the demos: they can be no secret.
    may_be_secret = not is_demo and (refusal is None or refusal.may_give_up)
    if may_be_secret and _unreleased_exams().exists() and reserved_from(user, similar_keys(board)):
        return WatchError(_("This grid is not available yet."))
    return refusal


def _rehearsal_refusal(user: User, board: Board) -> WatchError | None:
    """The refusal to show solvers on a run that the user has to predict, or on half of its givens.

    All of them, not only the one to predict: most try the same digits in the same order.
    """
    for assigned_puzzle in _runs_to_predict(user, timezone.now()):
        givens = Board.from_line(assigned_puzzle.puzzle.givens)
        repeated = sum(digit != 0 and board[cell] == digit for cell, digit in enumerate(givens))
        if 2 * repeated >= givens.clue_count:
            sentence = _(
                "“%(assignment)s” asks you to predict a run on this grid: answer its questions first, "
                "then you can watch it."
            )
            named = sentence % {"assignment": assigned_puzzle.assignee.assignment.name}
            return WatchError(named, assigned_puzzle=assigned_puzzle)
    return None


def _runs_to_predict(student: User, now: datetime) -> list[AssignedPuzzle]:
    """The runs that the student may still predict, once they are open."""
    unfinished = Q(prediction_round=None) | Q(prediction_round__asked__lt=F("prediction_round__wanted"))
    runs = (
        AssignedPuzzle.objects.of(student)
        .filter(
            unfinished,
            assignee__assignment__opens_at__lte=now,
            assignee__assignment__archived_at=None,
            assignee__assignment__classroom__archived_at=None,
        )
        .exclude(assignee__assignment__algorithm="")
        .select_related("assignee__assignment__policy", "assignee__assignment__classroom")
        .select_related("puzzle", "prediction_round", "assignee__student")
        .defer("puzzle__solution")
    )
    return [
        run
        for run in runs
        if run.assignee.is_puzzle_available(now, has_begun=hasattr(run, "prediction_round"))
    ]


def _lock_refusals(user: User, board: Board, now: datetime) -> Iterator[WatchError]:
    """One for each lock on a puzzle that the board would reveal and the user is not playing at the moment."""
    for assigned_puzzle in locks_of(user):
        attempt = assigned_puzzle.attempt_or_none
        if attempt and attempt.is_open:
            continue
        if leaks(board, assigned_puzzle.puzzle, attempt.digits if attempt else ""):
            known = assigned_puzzle if is_known(assigned_puzzle, now) else None
            yield WatchError(lock_sentence(assigned_puzzle), attempt, assigned_puzzle=known)


def _playing_refusal(attempt: Attempt, now: datetime) -> WatchError:
    """The refusal to show a board that would reveal the puzzle of an open attempt."""
    if attempt.is_solution_granted(now):
        sentence = _(
            "You are playing this grid, or one very much like it, and a solver would show its solution."
        )
        return WatchError(sentence, attempt, may_give_up=True)
    sentence = _(
        "You are playing this grid, or one very much like it. Finish it first: a solver would show it."
    )
    return WatchError(sentence, attempt)


def attempts_to_watch(player: User) -> AttemptQuerySet:
    """The player's attempts with what decides whether a board reveals them, without the solutions."""
    return Attempt.objects.played_by(player).select_related("puzzle", "policy").defer("puzzle__solution")
