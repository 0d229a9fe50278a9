"""Assignments of several kinds of work: a draft with its parts in order, and what each weighs in the mark.

The acts on a whole, from handing it out to its archive, are those of `lifecycle`, which reach every part.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Classroom, User
from puzzles.library.services.policies import policy_with

from ..models import Assignment
from .creation import (
    FrozenError,
    change_draft,
    create_for_classes,
    duplicate,
    locked_parts,
    refuse_handed_out,
)
from .sources import Source, SourceError

# What chooses the positions of drills for a class as those of an assignment were chosen.
PositionsLike = Callable[[Assignment], Callable[[Classroom], list[int]]]


def create_wholes(
    *,
    author: User,
    classrooms: Iterable[Classroom],
    chosen: Mapping[int, Collection[int] | None] | None = None,
    **fields: Any,
) -> list[Assignment]:
    """Create a draft without parts for each class; `fields` are its title, instructions and dates."""
    return create_for_classes(
        author=author,
        classrooms=classrooms,
        chosen=chosen,
        source=Source(),
        policy=policy_with(),
        has_parts=True,
        **fields,
    )


@transaction.atomic
def change_whole(*, whole: Assignment, chosen: Collection[int] | None, **fields: Any) -> Assignment:
    """Change title, dates and students of a draft; its parts get the same dates and students.

    Raises FrozenError, and SourceError if a part has too few grids for these students.
    """
    change_draft(assignment=whole, source=Source(), chosen=chosen, **fields)
    dates = {name: fields[name] for name in ("opens_at", "due_at", "minutes")}
    for part in locked_parts(whole):
        source = Source.from_json(part.source)
        try:
            change_draft(assignment=part, source=source, chosen=chosen, **dates)
        except SourceError as error:
            raise SourceError(f"{part}{_(': ')}{error}") from error
    return whole


def duplicate_whole(
    *,
    whole: Assignment,
    author: User,
    classrooms: Iterable[Classroom],
    positions_like: PositionsLike,
    **fields: Any,
) -> list[Assignment]:
    """Create drafts like a whole, each with its parts; `fields` are its new name and dates.

    Raises SourceError and creates none.
    """
    drafts: list[Assignment] = []
    try:
        for classroom in classrooms:
            [draft] = duplicate(assignment=whole, author=author, classrooms=[classroom], **fields)
            drafts.append(draft)
            for part in whole.parts.in_order().select_related("policy"):
                duplicate(
                    assignment=part,
                    author=author,
                    classrooms=[classroom],
                    positions_for=positions_like(part) if part.asks_drills else None,
                    name=part.name,
                    whole=draft,
                    **{name: value for name, value in fields.items() if name != "name"},
                )
    except (SourceError, FrozenError):
        Assignment.objects.filter(pk__in=[each.pk for each in drafts]).delete()
        raise
    return drafts


def remove_part(*, whole: Assignment, part: Assignment) -> None:
    """Remove a part of a locked draft. Raises FrozenError."""
    refuse_handed_out(whole)
    part.delete()


def move_part(*, whole: Assignment, part: Assignment, by: int) -> None:
    """Move a part of a locked draft up (-1) or down (1); at the end it stays. Raises FrozenError."""
    refuse_handed_out(whole)
    parts = locked_parts(whole)
    at = parts.index(part)
    to = min(max(at + by, 0), len(parts) - 1)
    parts.insert(to, parts.pop(at))
    for number, each in enumerate(parts, start=1):
        each.part_number = number
    Assignment.objects.bulk_update(parts, ["part_number"])


def set_weights(*, whole: Assignment, weights: Mapping[int, int]) -> None:
    """Set what each part of a locked whole weighs in its mark, by the part's key; also once handed out."""
    parts = locked_parts(whole)
    for part in parts:
        part.weight = weights.get(part.pk, part.weight)
    Assignment.objects.bulk_update(parts, ["weight"])
