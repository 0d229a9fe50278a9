"""Assignments of drills: the positions that a class gets, and what came of them."""

import random
from collections.abc import Callable, Iterable
from itertools import chain, zip_longest

from django.db import transaction
from django.db.models import Count
from django.utils.translation import ngettext

from accounts.models import Classroom
from puzzles.play.services.access import reserved_for_exams
from puzzles.training.models import DrillAnswer, TrainingPosition
from puzzles.training.services.bank import DRILLED
from puzzles.training.services.drills import lookalikes

from ..models import Assignment
from .creation import refuse_handed_out
from .sources import SourceError

MOST_POSITIONS = 30
Level = DrillAnswer.Level


class TooFewError(SourceError):
    """The bank has fewer positions than are asked for; the text is for the teacher."""


def techniques_of(technique: str, level: int) -> tuple[str, ...]:
    """The techniques in whose positions a technique is practised: where it is one of three, all three."""
    return lookalikes(technique) if level == Level.DECOYS else (technique,)


def drilled_techniques() -> dict[str, int]:
    """technique -> how many positions the bank has, easiest first: one query."""
    counts = TrainingPosition.objects.counts()
    return {name: counts[name] for name in DRILLED if name in counts}


def choose_positions(
    *, classroom: Classroom, technique: str, level: int, count: int, rng: random.Random | None = None
) -> list[int]:
    """Positions for a class, at random: first those that the fewest of its students have met.

    Of three techniques there are as many of each as can be. Raises TooFewError.
    """
    names = techniques_of(technique, level)
    rows = list(
        TrainingPosition.objects.filter(technique__in=names)
        .order_by("pk")
        .values_list("pk", "technique", "origin", "puzzle")
    )
    reserved = reserved_for_exams({puzzle for *_row, puzzle in rows if puzzle})
    answered = DrillAnswer.objects.filter(
        position__technique__in=names, player__memberships__classroom=classroom
    )
    counts = answered.order_by().values_list("position").annotate(Count("player", distinct=True))
    met, rng = dict(counts), rng or random.SystemRandom()
    turns: dict[str, list[tuple[int, bool, float, int]]] = {name: [] for name in names}
    for key, name, origin, puzzle in rows:
        is_disguised = origin == TrainingPosition.Origin.PERMUTED
        if puzzle not in reserved:
            turns[name].append((met.get(key, 0), is_disguised, rng.random(), key))
    # The technique itself first, then one of each in turn.
    first = [technique, *(name for name in names if name != technique)]
    in_turn = chain.from_iterable(zip_longest(*(sorted(turns[name]) for name in first)))
    chosen = [turn[-1] for turn in in_turn if turn is not None][:count]
    if len(chosen) < count:
        raise TooFewError(too_few(len(chosen)))
    return chosen


def like(assignment: Assignment) -> Callable[[Classroom], list[int]]:
    """What chooses positions for a class as those of an assignment were chosen; it raises TooFewError."""

    def positions_for(classroom: Classroom) -> list[int]:
        return choose_positions(
            classroom=classroom,
            technique=assignment.technique,
            level=assignment.drill_level,
            count=len(assignment.positions),
        )

    return positions_for


def too_few(there: int) -> str:
    sentence = ngettext(
        "The bank has %(count)d position for that: ask for no more.",
        "The bank has %(count)d positions for that: ask for no more.",
        there,
    )
    return sentence % {"count": there}


def redraw_positions(*, assignment: Assignment, rng: random.Random | None = None) -> None:
    """Choose other positions for a draft. Raises FrozenError once it is handed out, and TooFewError."""
    refuse_handed_out(assignment)
    assignment.positions = choose_positions(
        classroom=assignment.classroom,
        technique=assignment.technique,
        level=assignment.drill_level,
        count=len(assignment.positions),
        rng=rng,
    )
    with transaction.atomic():
        refuse_handed_out(Assignment.objects.locked().get(pk=assignment.pk))
        assignment.save(update_fields=["positions"])


def positions_in_order(keys: Iterable[int]) -> list[TrainingPosition]:
    """The positions with these keys, in their order: one query."""
    found = TrainingPosition.objects.in_bulk(keys)
    return [found[key] for key in keys if key in found]
