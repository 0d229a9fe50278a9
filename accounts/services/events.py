"""What was done to a class and its students, kept for the class's teachers to read."""

from collections.abc import Iterable

from django.utils import timezone

from ..models import ClassEvent, Classroom, Membership, User

Kind = ClassEvent.Kind


def record_event(
    *, classroom: Classroom, kind: Kind, actor: User | None, subject: User | None = None, detail: str = ""
) -> ClassEvent:
    """Keep that `actor` did this to the class, or to one person of it. `detail` names nobody."""
    return ClassEvent.objects.create(
        classroom=classroom, kind=kind, actor=actor, subject=subject, detail=detail[:120]
    )


def record_students(
    *, classroom: Classroom, kind: Kind, actor: User | None, students: Iterable[User], detail: str = ""
) -> None:
    """Keep that `actor` did this to each of these students of the class, all at once."""
    at = timezone.now()
    ClassEvent.objects.bulk_create(
        ClassEvent(classroom=classroom, kind=kind, actor=actor, subject=student, detail=detail[:120], at=at)
        for student in students
    )


def record_accounts(*, kind: Kind, actor: User | None, users: Iterable[User], detail: str = "") -> None:
    """Keep what was done to these accounts with every class that their bearers are in.

    A student may have teachers in several classes; each may know what another did to the account.
    """
    at = timezone.now()
    ClassEvent.objects.bulk_create(
        ClassEvent(
            classroom_id=classroom, kind=kind, actor=actor, subject_id=student, detail=detail[:120], at=at
        )
        for classroom, student in Membership.objects.filter(student__in=list(users)).values_list(
            "classroom", "student"
        )
    )
