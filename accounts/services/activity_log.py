"""Activity log: what was done to a class and its students, for the teachers of the class to read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from django.utils.formats import localize

from ..models import ClassActivity, Classroom, Membership, User

Kind = ClassActivity.Kind


def record_activity(
    *, classroom: Classroom, kind: Kind, actor: User | None, subject: User | None = None, detail: str = ""
) -> ClassActivity:
    """Record what `actor` did to the class, or to one person in it. `detail` must not name anybody."""
    return ClassActivity.objects.create(
        classroom=classroom, kind=kind, actor=actor, subject=subject, detail=detail[:120]
    )


def record_student_activity(
    *, classroom: Classroom, kind: Kind, actor: User | None, students: Iterable[User]
) -> None:
    """Record what `actor` did to each of these students of the class, at one moment."""
    at = timezone.now()
    ClassActivity.objects.bulk_create(
        ClassActivity(classroom=classroom, kind=kind, actor=actor, subject=student, at=at)
        for student in students
    )


def record_account_activity(
    *, kind: Kind, actor: User | None, users: Iterable[User], detail: str = ""
) -> None:
    """Record what was done to these accounts, in every class of theirs.

    A student may have teachers in several classes; each may know what another did to the account.
    """
    at = timezone.now()
    members = Membership.objects.filter(student__in=list(users)).values_list("classroom", "student")
    ClassActivity.objects.bulk_create(
        ClassActivity(
            classroom_id=classroom, kind=kind, actor=actor, subject_id=student, detail=detail[:120], at=at
        )
        for classroom, student in members
    )


@dataclass(frozen=True)
class Activity:
    """One line of the log: what one person did at one moment. `subject` is set if it concerns one person."""

    at: datetime
    actor: str | None
    kind: str
    detail: str
    subject: str | None
    real_name: str
    count: int


def latest_activity(
    rows: QuerySet[ClassActivity], real_names: dict[str, str], *, limit: int
) -> list[Activity]:
    """The latest lines, newest first: one line for what was done to many students at once."""
    groups = (
        rows.values("at", "kind", "detail", "actor__username")
        .annotate(count=Count("pk"), subject=Min("subject__username"), last=Min("pk"))
        .order_by("-at", "-last")[:limit]
    )
    return [
        Activity(
            at=group["at"],
            actor=group["actor__username"],
            kind=str(Kind(group["kind"]).label),
            # A factor, with the decimal sign of the reader's language.
            detail=localize(float(group["detail"]))
            if group["kind"] == Kind.EXTRA_TIME and group["detail"]
            else group["detail"],
            subject=group["subject"] if group["count"] == 1 else None,
            real_name=real_names.get(group["subject"] or "", ""),
            count=group["count"],
        )
        for group in groups
    ]
