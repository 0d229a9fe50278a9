"""Which grids each student of an assignment gets: the same for all, or different ones of equal work."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from ..models import AssignedPuzzle, Assignment
from .candidates import candidates
from .fairness import Candidate, highest_score, share_equally
from .sources import Source, SourceError

# student -> the grids of that student, in their order, all by their keys.
Hands = Mapping[int, Sequence[int]]

# How many hands are picked for who comes later, before they get the grids of somebody else.
HANDS_TRIED = 50


def draw_hands(assignment: Assignment, students: Sequence[User], rng: random.Random) -> tuple[Source, Hands]:
    """The source with what was drawn from it, and the grids of each student. Raises SourceError."""
    source = Source.from_json(assignment.source)
    if not source.is_drawn:
        return source, same_hands(source, students)
    hands = 1 if source.is_same_for_all else max(1, len(students))
    pool = candidates(
        source=source, assignment=assignment, students=students, enough=hands * source.count, rng=rng
    )
    if source.is_same_for_all:
        source = replace(source, puzzles=pick_same(pool, source, rng))
        return source, same_hands(source, students)
    shared = share_equally(pool, hands=hands, count=source.count, band=source.band or 0, rng=rng)
    if shared is None:
        raise SourceError(not_enough_equal(pool, source, hands))
    windows, dealt = shared
    hand_of = {
        student.pk: [each.puzzle for each in hand] for student, hand in zip(students, dealt, strict=False)
    }
    return replace(source, windows=tuple(windows)), hand_of


def same_hands(source: Source, students: Iterable[User]) -> Hands:
    return {student.pk: source.puzzles for student in students}


def pick_same(pool: Sequence[Candidate], source: Source, rng: random.Random) -> tuple[int, ...]:
    """Grids for everybody, easiest first. Raises SourceError when there are too few."""
    if len(pool) < source.count:
        raise SourceError(not_enough(pool, source))
    picked = rng.sample(pool, source.count)
    return tuple(each.puzzle for each in sorted(picked, key=lambda each: (each.tier, each.score)))


def hands_like_the_others(assignment: Assignment, students: Sequence[User], rng: random.Random) -> Hands:
    """Grids for students who come later: those of all, or new ones of equal work; else those of one other.

    Raises SourceError when nobody has any and none can be drawn.
    """
    source = Source.from_json(assignment.source)
    if source.is_same_for_all or not students:
        return same_hands(source, students)
    hands = {}
    work = work_of(assignment)
    for student in students:
        pool = candidates(
            source=source, assignment=assignment, students=[student], enough=source.count, rng=rng
        )
        hands[student.pk] = new_hand(pool, source, work, rng) or other_hand(assignment, source, rng)
    return hands


def work_of(assignment: Assignment) -> list[int]:
    """How much work each student has so far: the sums of their scores."""
    allotted = AssignedPuzzle.objects.filter(assignee__assignment=assignment).order_by()
    sums = allotted.values("assignee").annotate(score=Sum("puzzle__score", default=0))
    return list(sums.values_list("score", flat=True))


def new_hand(pool: Sequence[Candidate], source: Source, work: Sequence[int], rng: random.Random) -> list[int]:
    """One grid of each window, as much work as the others have; none at all when chance finds no such."""
    groups = [[each for each in pool if window.holds(each.tier, each.score)] for window in source.windows]
    if not all(groups):
        return []
    for _try in range(HANDS_TRIED):
        hand = [rng.choice(group) for group in groups]
        sums = [*work, sum(each.score for each in hand)]
        is_equal = max(sums) <= highest_score(min(sums), source.band or 0)
        if is_equal and len({each.puzzle for each in hand}) == len(hand):
            return [each.puzzle for each in hand]
    return []


def other_hand(assignment: Assignment, source: Source, rng: random.Random) -> list[int]:
    """The grids of one of the students who have theirs, which are of equal work."""
    others = list(assignment.assignees.values_list("pk", flat=True))
    if not others:
        raise SourceError(not_enough([], source))
    allotted = AssignedPuzzle.objects.filter(assignee=rng.choice(others)).order_by("position")
    return list(allotted.values_list("puzzle_id", flat=True))


# Sentences


def not_enough(pool: Sequence[Candidate], source: Source) -> str:
    found = ngettext(
        "There is only %(count)d grid like that",
        "There are only %(count)d grids like that",
        len(pool),
    ) % {"count": len(pool)}
    if not pool:
        found = _("There is no grid like that")
    if source.played_too:
        return _("%(found)s, and %(wanted)d are wished for.") % {"found": found, "wanted": source.count}
    return _(
        "%(found)s, new to the class and kept for no other exam; %(wanted)d are wished for. "
        "Wish for fewer, or allow grids that some have played."
    ) % {"found": found, "wanted": source.count}


def most_equal(pool: Sequence[Candidate], source: Source, hands: int) -> int:
    """How many grids of equal work each student could have, by halving: fewer are easier to find."""
    possible, too_many = 0, source.count
    while too_many - possible > 1:
        count = (possible + too_many) // 2
        if share_equally(pool, hands=hands, count=count, band=source.band or 0, rng=random.Random(count)):
            possible = count
        else:
            too_many = count
    return possible


def not_enough_equal(pool: Sequence[Candidate], source: Source, hands: int) -> str:
    """Why grids of equal work cannot be shared out, and how many each student could have."""
    possible = most_equal(pool, source, hands)
    return _(
        "For %(students)d students and %(count)d grids each, %(needed)d grids are needed. There are "
        "%(there)d like that, and within %(band)d %% of work they do for %(possible)d grids each. Wish for "
        "fewer grids, allow more difference, or give the same grids to all."
    ) % {
        "students": hands,
        "count": source.count,
        "needed": hands * source.count,
        "there": len(pool),
        "band": source.band or 0,
        "possible": possible,
    }
