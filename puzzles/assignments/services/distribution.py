"""Distribution of an assignment's puzzles: the same for all students, or different ones of equal work."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from ..models import AssignedPuzzle, Assignment
from .candidates import candidates
from .fairness import GradedPuzzle, highest_score, share_equally
from .sources import Source, SourceError

# Student -> their puzzles in order, all by their keys.
Distribution = Mapping[int, Sequence[int]]

# How often a newcomer's puzzles are drawn before they get those of another student.
TRIES = 50


def distribute(
    assignment: Assignment, students: Sequence[User], rng: random.Random
) -> tuple[Source, Distribution]:
    """Draw puzzles for these students. Returns the source with what was drawn. Raises SourceError."""
    source = Source.from_json(assignment.source)
    if not source.is_drawn:
        return source, same_for_all(source, students)
    shares = 1 if source.is_same_for_all else max(1, len(students))
    pool = candidates(
        source=source, assignment=assignment, students=students, enough=shares * source.count, rng=rng
    )
    if source.is_same_for_all:
        source = replace(source, puzzles=pick_same(pool, source, rng))
        return source, same_for_all(source, students)
    shared = share_equally(pool, shares=shares, count=source.count, band=source.band or 0, rng=rng)
    if shared is None:
        raise SourceError(not_enough_equal(pool, source, shares))
    windows, drawn = shared
    distribution = {
        student.pk: [each.puzzle for each in share] for student, share in zip(students, drawn, strict=False)
    }
    return replace(source, windows=tuple(windows)), distribution


def same_for_all(source: Source, students: Iterable[User]) -> Distribution:
    return {student.pk: source.puzzles for student in students}


def pick_same(pool: Sequence[GradedPuzzle], source: Source, rng: random.Random) -> tuple[int, ...]:
    """Puzzles for all students, easiest first. Raises SourceError if there are too few."""
    if len(pool) < source.count:
        raise SourceError(not_enough(pool, source))
    picked = rng.sample(pool, source.count)
    return tuple(each.puzzle for each in sorted(picked, key=lambda each: (each.tier, each.score)))


def distribute_to_newcomers(
    assignment: Assignment, students: Sequence[User], rng: random.Random
) -> Distribution:
    """Puzzles for students who come later: those of all, or new ones of equal work, or those of one other.

    Raises SourceError if no student has any and none can be drawn.
    """
    source = Source.from_json(assignment.source)
    if source.is_same_for_all or not students:
        return same_for_all(source, students)
    distribution = {}
    assigned = AssignedPuzzle.objects.in_assignment(assignment).order_by()
    sums = assigned.values("assignee").annotate(score=Sum("puzzle__score", default=0))
    scores = list(sums.values_list("score", flat=True))
    for student in students:
        pool = candidates(
            source=source, assignment=assignment, students=[student], enough=source.count, rng=rng
        )
        distribution[student.pk] = equal_share(pool, source, scores, rng) or another_share(
            assignment, source, rng
        )
    return distribution


def equal_share(
    pool: Sequence[GradedPuzzle], source: Source, scores: Sequence[int], rng: random.Random
) -> list[int]:
    """One puzzle of each window, with as much work as the others have; empty if chance finds none."""
    groups = [[each for each in pool if window.holds(each.tier, each.score)] for window in source.windows]
    if not all(groups):
        return []
    for _try in range(TRIES):
        share = [rng.choice(group) for group in groups]
        sums = [*scores, sum(each.score for each in share)]
        is_equal = max(sums) <= highest_score(min(sums), source.band or 0)
        if is_equal and len({each.puzzle for each in share}) == len(share):
            return [each.puzzle for each in share]
    return []


def another_share(assignment: Assignment, source: Source, rng: random.Random) -> list[int]:
    """The puzzles of another student, chosen at random."""
    assigned = AssignedPuzzle.objects.in_assignment(assignment).order_by()
    others = list(assigned.values_list("assignee", flat=True).distinct())
    if not others:
        raise SourceError(not_enough([], source))
    share = AssignedPuzzle.objects.filter(assignee=rng.choice(others)).order_by("position")
    return list(share.values_list("puzzle_id", flat=True))


# Sentences


def not_enough(pool: Sequence[GradedPuzzle], source: Source) -> str:
    found = ngettext(
        "%(count)d grid of %(wanted)d matches.", "%(count)d grids of %(wanted)d match.", len(pool)
    ) % {"count": len(pool), "wanted": source.count}
    if not pool:
        found = _("No grid matches.")
    if source.played_too:
        return found
    left_out = _("Grids that your students have played, and those of other exams, are left out.")
    hint = _("Ask for fewer grids, or allow grids that some have played.")
    return f"{found} {left_out} {hint}"


def most_equal(pool: Sequence[GradedPuzzle], source: Source, shares: int) -> int:
    """The largest number of puzzles of equal work for each student, by bisection."""
    possible, too_many = 0, source.count
    while too_many - possible > 1:
        count = (possible + too_many) // 2
        if share_equally(pool, shares=shares, count=count, band=source.band or 0, rng=random.Random(count)):
            possible = count
        else:
            too_many = count
    return possible


def not_enough_equal(pool: Sequence[GradedPuzzle], source: Source, shares: int) -> str:
    """The refusal to distribute puzzles of equal work, with the number that each student could have."""
    possible = most_equal(pool, source, shares)
    return _(
        "%(students)d students × %(count)d grids = %(needed)d grids, and %(there)d match. If workloads may "
        "differ by at most %(band)d %%, there are enough for %(possible)d grids each. Ask for fewer grids, "
        "allow more difference, or give the same grids to all."
    ) % {
        "students": shares,
        "count": source.count,
        "needed": shares * source.count,
        "there": len(pool),
        "band": source.band or 0,
        "possible": possible,
    }
