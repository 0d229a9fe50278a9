"""The end of an account: every row that holds the person, wherever it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import models, router, transaction
from django.db.models import QuerySet
from django.db.models.deletion import Collector
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..audit import Act, note
from ..models import ClassEvent, Classroom, FormerStudent, Membership, User
from ..services.classes import release_student
from ..services.events import record_event
from ..signals import former_deletion_asked
from .register import HAND_OVERS, PLACES, Words, title_of


class DeletionError(Exception):
    """Why an account stays; the text is for whoever wanted it deleted."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


class LastAdministratorError(DeletionError):
    """Without an administrator nobody could ever repair anything."""


class OnlyTeacherError(DeletionError):
    """Students would be left whom no teacher sees."""


@dataclass(frozen=True)
class Consequences:
    """What a deletion does to other rows, by table: how many go along, and how many stay without the link."""

    goes: list[tuple[Words, int]]
    stays: list[tuple[Words, int]]


class _Collector(Collector):
    """Django's collector, which leaves out the rows of tables that somebody takes over."""

    handed_over: frozenset[str] = frozenset()

    def related_objects(self, related_model: Any, related_fields: Any, objs: Any) -> QuerySet[Any]:
        rows = super().related_objects(related_model, related_fields, objs)
        return rows.none() if related_model._meta.label in self.handed_over else rows


def consequences(rows: QuerySet[Any], *, handed_over: frozenset[str] = frozenset()) -> Consequences:
    """What goes with these rows, themselves included, as Django's own collector finds it."""
    collector = _Collector(using=router.db_for_write(rows.model), origin=rows)
    collector.handed_over = handed_over
    collector.collect(rows)
    parts: dict[type[models.Model], list[Iterable[models.Model]]] = {}
    for model, instances in collector.data.items():
        parts.setdefault(model, []).append(instances)
    for queryset in collector.fast_deletes:
        parts.setdefault(queryset.model, []).append(queryset)
    freed: dict[type[models.Model], list[Iterable[models.Model]]] = {}
    for (field, _value), updates in collector.field_updates.items():
        freed.setdefault(field.model, []).extend(updates)  # type: ignore[arg-type]  # lists and querysets of rows
    return Consequences(_counted(parts), _counted(freed))


def account_consequences(users: QuerySet[User], by: User | None = None) -> Consequences:
    """The same for accounts: what a teacher's heir takes over is not counted."""
    is_handed_over = any(user.is_teacher and _heir(user, by) for user in users)
    taken = [table for hand_over in HAND_OVERS for table in hand_over.tables]
    return consequences(users, handed_over=frozenset(taken if is_handed_over else ()))


def consequences_for(user: User) -> Consequences:
    """What goes with this account."""
    return account_consequences(User.objects.filter(pk=user.pk))


def _counted(parts: dict[type[models.Model], list[Iterable[models.Model]]]) -> list[tuple[Words, int]]:
    """How many rows of each table, each row once. What only links two tables is no row to anybody."""
    found = ((model, _distinct(some)) for model, some in parts.items() if not model._meta.auto_created)
    return [(title_of(model), count) for model, count in found if count]


def _distinct(parts: list[Iterable[models.Model]]) -> int:
    if len(parts) == 1 and isinstance(parts[0], QuerySet):
        # A collection has a million entries: counted, not read.
        return parts[0].count()
    keys: set[Any] = set()
    for part in parts:
        keys.update(part.values_list("pk", flat=True) if isinstance(part, QuerySet) else (r.pk for r in part))
    return len(keys)


def may_delete(*, teacher: User, student: User) -> bool:
    """Whether the student is this teacher's alone: in no class but hers, or in none any more.

    See `reason_to_keep_former` for a student in no class.
    """
    if _is_former(student, teacher):
        return reason_to_keep_former(teacher=teacher, student=student) is None
    classes = Membership.objects.filter(student=student)
    return (
        student.is_student
        and teacher.is_teacher
        and classes.taught_by(teacher).exists()
        and not classes.exclude(classroom__teachers=teacher).exists()
    )


def reason_to_keep_former(*, teacher: User, student: User) -> str | Promise | None:
    """Why a former teacher cannot delete the account of a student in no class; None if she can.

    Only the teachers of the class left last can, and not while others need what the student did.
    """
    left = FormerStudent.objects.filter(student=student)
    last = left.order_by("-left_at").values("left_at")[:1]
    if not left.filter(teacher=teacher, left_at=last).exists():
        return _("Only the teachers of the class that the student left last can delete the account.")
    answers = former_deletion_asked.send(User, student=student)
    return next((reason for _receiver, reason in answers if reason), None)


def _is_former(student: User, teacher: User) -> bool:
    return User.objects.formerly_taught_by(teacher).filter(pk=student.pk).exists()


def reason_to_stay(user: User, by: User | None = None) -> DeletionError | None:
    """Why this account cannot be deleted now, by `by` or by its bearer; None if it can."""
    if not user.is_teacher:
        return None
    if _heir(user, by) is None:
        return LastAdministratorError(
            _("There is no other administrator, who could take over what others still need.")
        )
    alone = ", ".join(left_alone(user).values_list("name", flat=True))
    if alone:
        text = _(
            "These classes have students and no other teacher: %(classes)s. Add a teacher to them first, or"
            " delete their students."
        )
        return OnlyTeacherError(text % {"classes": alone})
    return None


@transaction.atomic
def delete_account(*, user: User, by: User | None = None) -> None:
    """Delete the account with every row that holds the person. `by` is who does it, if somebody else.

    What others still need of a teacher's work goes to an administrator. Raises DeletionError with a reason.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    # Locked, so that a class does not lose its other teacher at the same moment.
    list(Classroom.objects.select_for_update().filter(pk__in=user.classrooms.values("pk")).order_by("pk"))
    refusal = reason_to_stay(user, by)
    if refusal:
        raise refusal
    _hand_over(user, _heir(user, by))
    _tell_classes(user, by)
    for place in PLACES.values():
        if place.erase:
            place.erase(user)
    note(Act.ACCOUNT_DELETED, by=by.pk if by else None, account=user.pk)
    user.delete()


@transaction.atomic
def delete_student(*, student: User, teacher: User) -> bool:
    """Delete a student's account, if it is this teacher's alone; else take it out of her classes.

    Whether it was deleted. Raises DeletionError for a student in no class whose account has to stay.
    """
    User.objects.select_for_update().get(pk=student.pk)
    if _is_former(student, teacher) and (reason := reason_to_keep_former(teacher=teacher, student=student)):
        raise DeletionError(reason)
    if may_delete(teacher=teacher, student=student):
        delete_account(user=student, by=teacher)
        return True
    for membership in Membership.objects.taught_by(teacher).filter(student=student).distinct():
        release_student(membership=membership, teacher=teacher)
    return False


def left_alone(teacher: User) -> QuerySet[Classroom]:
    """Classes with students that have no teacher but this one."""
    shared = Classroom.teachers.through.objects.exclude(user=teacher).values("classroom")
    return (
        Classroom.objects.taught_by(teacher)
        .filter(memberships__isnull=False)
        .exclude(pk__in=shared)
        .distinct()
    )


def _hand_over(teacher: User, heir: User | None) -> None:
    if teacher.is_teacher and heir:
        for hand_over in HAND_OVERS:
            hand_over.act(teacher, heir)


def _heir(teacher: User, by: User | None) -> User | None:
    """The administrator who takes over the teacher's work: who deletes the account, or the first one."""
    heirs = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=teacher.pk).order_by("pk")
    return by if by and by in heirs else heirs.first()


def _tell_classes(student: User, by: User | None) -> None:
    """Leave a line for the teachers of the student's classes, which names nobody."""
    for membership in student.memberships.select_related("classroom"):
        record_event(classroom=membership.classroom, kind=ClassEvent.Kind.ACCOUNT_DELETED, actor=by)
