"""Deletion of accounts, with every row that holds the person."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import models, router, transaction
from django.db.models import QuerySet
from django.db.models.deletion import Collector
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..audit_log import Action, log_action
from ..models import ClassActivity, Classroom, FormerStudent, Membership, User
from ..refusals import Refusal
from ..services.activity_log import record_activity
from ..services.classes import remove_student
from ..signals import former_deletion_asked
from .registry import HANDOVERS, LOCATIONS, Words, title_of


class DeletionError(Refusal):
    """An account cannot be deleted."""


class LastAdministratorError(DeletionError):
    """Nobody would be left to administer the site."""


class OnlyTeacherError(DeletionError):
    """Students would be left without a teacher."""


@dataclass(frozen=True)
class Consequences:
    """Effects of a deletion on other rows: the number of each table that are deleted or only unlinked."""

    deleted: list[tuple[Words, int]]
    unlinked: list[tuple[Words, int]]


Groups = defaultdict[type[models.Model], list[Iterable[Any]]]


class _Collector(Collector):
    """Django's collector without the tables whose rows get a new owner first."""

    handed_over: frozenset[str] = frozenset()

    def related_objects(self, related_model: Any, related_fields: Any, objs: Any) -> QuerySet[Any]:
        rows = super().related_objects(related_model, related_fields, objs)
        return rows.none() if related_model._meta.label in self.handed_over else rows


def consequences(rows: QuerySet[Any], *, handed_over: frozenset[str] = frozenset()) -> Consequences:
    """Rows deleted together with these, themselves included, as Django's own collector finds them."""
    # Private parts of Django's collector, but the only way to the same rows that `delete` takes.
    collector = _Collector(using=router.db_for_write(rows.model), origin=rows)
    collector.handed_over = handed_over
    collector.collect(rows)
    deleted: Groups = defaultdict(list)
    unlinked: Groups = defaultdict(list)
    for model, instances in collector.data.items():
        deleted[model].append(instances)
    for queryset in collector.fast_deletes:
        deleted[queryset.model].append(queryset)
    for (field, _value), updates in collector.field_updates.items():
        unlinked[field.model].extend(updates)  # type: ignore[arg-type]  # Lists and querysets of rows.
    return Consequences(_counts(deleted), _counts(unlinked))


def account_consequences(*users: User, by: User | None = None) -> Consequences:
    """The same for accounts, without what another teacher takes over."""
    is_handed_over = any(user.is_teacher and _heir(user, by) for user in users)
    tables = [table for handover in HANDOVERS for table in handover.tables] if is_handed_over else []
    rows = User.objects.filter(pk__in=[user.pk for user in users])
    return consequences(rows, handed_over=frozenset(tables))


def _counts(groups: Groups) -> list[tuple[Words, int]]:
    """The number of distinct rows of each table, without the link tables of many-to-many fields."""
    counts = []
    for model, parts in groups.items():
        if model._meta.auto_created:
            continue
        if len(parts) == 1 and isinstance(parts[0], QuerySet):
            # A collection has a million entries: counted by the database.
            count = parts[0].count()
        else:
            keys: set[Any] = set()
            for part in parts:
                keys.update(
                    part.values_list("pk", flat=True) if isinstance(part, QuerySet) else (r.pk for r in part)
                )
            count = len(keys)
        if count:
            counts.append((title_of(model), count))
    return counts


def may_delete(*, teacher: User, student: User) -> bool:
    """Whether this teacher may delete the student: all classes are hers, or there is none any more.

    See `reason_to_keep_former` for a student without a class.
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
    """The reason why a former teacher cannot delete a student without a class; None if she can.

    Only teachers of the last class can, and not while others need the student's work.
    """
    left = FormerStudent.objects.filter(student=student)
    last = left.order_by("-left_at").values("left_at")[:1]
    if not left.filter(teacher=teacher, left_at=last).exists():
        return _("Only the teachers of the student's last class can delete the account.")
    answers = former_deletion_asked.send(User, student=student)
    return next((reason for _receiver, reason in answers if reason), None)


def _is_former(student: User, teacher: User) -> bool:
    return User.objects.formerly_taught_by(teacher).filter(pk=student.pk).exists()


def deletion_refusal(user: User, by: User | None = None) -> DeletionError | None:
    """The error that refuses to delete this account now, to `by` or its owner; None if it can be deleted."""
    if not user.is_teacher:
        return None
    if _heir(user, by) is None:
        return LastAdministratorError(_("There is no other administrator to take over the collections."))
    shared = Classroom.teachers.through.objects.exclude(user=user).values("classroom")
    alone = (
        Classroom.objects.taught_by(user)
        .filter(memberships__isnull=False)
        .exclude(pk__in=shared)
        .distinct()
        .values_list("name", flat=True)
    )
    if alone:
        text = _(
            "These classes have students and no other teacher: %(classes)s. Add a teacher to them first, or"
            " delete their students."
        )
        return OnlyTeacherError(text % {"classes": ", ".join(alone)})
    return None


@transaction.atomic
def delete_account(*, user: User, by: User | None = None) -> None:
    """Delete the account with every row that holds the person. `by` is who does it, if not the owner.

    An administrator takes over a teacher's work that others still need. Raises DeletionError.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    # Locked, so that a class does not lose its other teacher at the same moment.
    list(Classroom.objects.select_for_update().filter(pk__in=user.classrooms.values("pk")).order_by("pk"))
    if refusal := deletion_refusal(user, by):
        raise refusal
    if user.is_teacher and (heir := _heir(user, by)):
        for handover in HANDOVERS:
            handover.act(user, heir)
    for membership in user.memberships.select_related("classroom"):
        # For the other teachers of the class; it names nobody.
        record_activity(classroom=membership.classroom, kind=ClassActivity.Kind.ACCOUNT_DELETED, actor=by)
    for place in LOCATIONS.values():
        if place.delete:
            place.delete(user)
    log_action(Action.ACCOUNT_DELETED, by=by.pk if by else None, account=user.pk)
    user.delete()


@transaction.atomic
def delete_student(*, student: User, teacher: User) -> bool:
    """Delete a student's account if all classes are this teacher's; else only remove it from her classes.

    Returns whether it was deleted. Raises DeletionError for a student without a class who must be kept.
    """
    User.objects.select_for_update().get(pk=student.pk)
    if _is_former(student, teacher) and (reason := reason_to_keep_former(teacher=teacher, student=student)):
        raise DeletionError(reason)
    if may_delete(teacher=teacher, student=student):
        delete_account(user=student, by=teacher)
        return True
    for membership in Membership.objects.taught_by(teacher).filter(student=student).distinct():
        remove_student(membership=membership, teacher=teacher)
    return False


def _heir(teacher: User, by: User | None) -> User | None:
    """The administrator who takes over the teacher's work: the one who deletes the account, or the first."""
    heirs = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=teacher.pk).order_by("pk")
    return by if by and by in heirs else heirs.first()
