"""The end of an account: every row that holds the person, wherever it is."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..audit import Act, note
from ..models import ClassEvent, Classroom, Membership, User
from ..services.classes import release_student
from ..services.events import record_event
from .register import HAND_OVERS, PLACES


class DeletionError(Exception):
    """Why an account stays; the text is for whoever wanted it deleted."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


class LastAdministratorError(DeletionError):
    """Without an administrator nobody could ever repair anything."""


class OnlyTeacherError(DeletionError):
    """Students would be left whom no teacher sees."""


def may_delete(*, teacher: User, student: User) -> bool:
    """Whether the student is this teacher's alone: in no class but hers, at least in one of them."""
    classes = Membership.objects.filter(student=student)
    return (
        student.is_student
        and teacher.is_teacher
        and classes.taught_by(teacher).exists()
        and not classes.exclude(classroom__teachers=teacher).exists()
    )


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
    heir = _heir(user, by)
    if user.is_teacher and heir:
        for hand_over in HAND_OVERS:
            hand_over(user, heir)
    _tell_classes(user, by)
    for place in PLACES.values():
        if place.erase:
            place.erase(user)
    note(Act.ACCOUNT_DELETED, by=by.pk if by else None, account=user.pk)
    user.delete()


@transaction.atomic
def delete_student(*, student: User, teacher: User) -> bool:
    """Delete a student's account, if it is this teacher's alone; else take it out of her classes.

    Whether it was deleted.
    """
    User.objects.select_for_update().get(pk=student.pk)
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


def _heir(teacher: User, by: User | None) -> User | None:
    """The administrator who takes over the teacher's work: who deletes the account, or the first one."""
    heirs = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=teacher.pk).order_by("pk")
    return by if by and by in heirs else heirs.first()


def _tell_classes(student: User, by: User | None) -> None:
    """Leave a line for the teachers of the student's classes, which names nobody."""
    for membership in student.memberships.select_related("classroom"):
        record_event(classroom=membership.classroom, kind=ClassEvent.Kind.ACCOUNT_DELETED, actor=by)
