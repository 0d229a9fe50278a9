"""What was done to a class, as its teachers read it: one line for what was done to many at once."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, QuerySet
from django.utils.formats import localize

from .models import ClassEvent, Classroom


@dataclass(frozen=True)
class Act:
    """What one person did at one moment; `subject` bears a user name if it was done to one person."""

    at: datetime
    actor: str | None
    kind: str
    detail: str
    subject: str | None
    real_name: str
    count: int


def acts_in(classroom: Classroom, real_names: dict[str, str], *, most: int) -> list[Act]:
    """The last acts in this class, latest first."""
    return acts_of(classroom.events.all(), real_names, most=most)


def acts_of(events: QuerySet[ClassEvent], real_names: dict[str, str], *, most: int) -> list[Act]:
    """The last of these events, latest first."""
    rows = (
        events.values("at", "kind", "detail", "actor__username")
        .annotate(count=Count("pk"), subject=Min("subject__username"), last=Min("pk"))
        .order_by("-at", "-last")[:most]
    )
    return [
        Act(
            at=row["at"],
            actor=row["actor__username"],
            kind=str(ClassEvent.Kind(row["kind"]).label),
            detail=_told(row["kind"], row["detail"]),
            subject=row["subject"] if row["count"] == 1 else None,
            real_name=real_names.get(row["subject"] or "", ""),
            count=row["count"],
        )
        for row in rows
    ]


def _told(kind: str, detail: str) -> str:
    """The detail as people write it: a factor with their decimal sign."""
    return localize(float(detail)) if kind == ClassEvent.Kind.EXTRA_TIME and detail else detail
