"""Classes: made, named, put away and taken out again, paused; who teaches them and who goes where."""

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..fields import normalize_user_name
from ..models import ClassEvent, Classroom, LoginCode, Membership, User
from ..signals import class_resumed
from .events import Kind, record_event


class ClassError(Exception):
    """What was asked of a class cannot be done; the text is for the teacher."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


# A class as a whole


def create_class(*, teacher: User, name: str) -> Classroom:
    """Make a class of this teacher's. Two of hers that are in use never bear the same name."""
    with transaction.atomic():
        _refuse_second(teacher, name)
        classroom = Classroom.objects.create(name=name)
        classroom.teachers.add(teacher)
        record_event(classroom=classroom, kind=Kind.CLASS_MADE, actor=teacher)
    return classroom


def rename_class(*, classroom: Classroom, name: str, teacher: User) -> Classroom:
    """Give the class another name; the one it had is told to its teachers."""
    with transaction.atomic():
        _refuse_second(teacher, name, but=classroom)
        before, classroom.name = Classroom.objects.get(pk=classroom.pk).name, name
        if before != name:
            classroom.save(update_fields=["name"])
            record_event(classroom=classroom, kind=Kind.CLASS_RENAMED, actor=teacher, detail=before)
    return classroom


def _refuse_second(teacher: User, name: str, *, but: Classroom | None = None) -> None:
    # The same form may come in twice at this moment.
    User.objects.select_for_update().get(pk=teacher.pk)
    others = Classroom.objects.taught_by(teacher).current().filter(name=name)
    if others.exclude(pk=but.pk if but else 0).exists():
        raise ClassError(_("You have a class of this name already."))


def archive_class(*, classroom: Classroom, teacher: User) -> Classroom:
    """Put the class away, its codes ended. Students and all they did stay; twice keeps the first date."""
    with transaction.atomic():
        resume_class(classroom=classroom)
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.archived_at is None:
            locked.archived_at = timezone.now()
            locked.join_code, locked.join_code_ends_at = "", None
            locked.save(update_fields=["archived_at", "join_code", "join_code_ends_at"])
            locked.login_codes.unused().update(revoked_at=locked.archived_at)
            record_event(classroom=locked, kind=Kind.CLASS_ARCHIVED, actor=teacher)
    classroom.archived_at = locked.archived_at
    return classroom


def restore_class(*, classroom: Classroom, teacher: User) -> Classroom:
    """Take the class out of the archive."""
    with transaction.atomic():
        archived = Classroom.objects.filter(pk=classroom.pk).exclude(archived_at=None)
        if archived.update(archived_at=None):
            record_event(classroom=classroom, kind=Kind.CLASS_RESTORED, actor=teacher)
    classroom.archived_at = None
    return classroom


# "Eyes on me"


def pause_class(*, classroom: Classroom) -> Classroom:
    """Cover the boards of the class from now on; one paused before stays so since then."""
    with transaction.atomic():
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.archived_at:
            raise ClassError(_("This class is in the archive."))
        if locked.paused_at is None:
            locked.paused_at = timezone.now()
            locked.save(update_fields=["paused_at"])
    return locked


def resume_class(*, classroom: Classroom) -> Classroom:
    """Uncover the boards. `class_resumed` tells, in the same transaction, how long they were covered."""
    with transaction.atomic():
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.paused_at is not None:
            seconds = max(0, round((timezone.now() - locked.paused_at).total_seconds()))
            paused_at, locked.paused_at = locked.paused_at, None
            locked.save(update_fields=["paused_at"])
            class_resumed.send(Classroom, classroom=locked, seconds=seconds, paused_at=paused_at)
    return locked


# Teachers


def add_teacher(*, classroom: Classroom, username: str, by: User) -> User:
    """Let a colleague see and do all that the teachers of this class may."""
    teachers = User.objects.in_charge().filter(is_active=True)
    colleague = teachers.filter(username=normalize_user_name(username)).first()
    if colleague is None:
        raise ClassError(_("There is no teacher of this user name."))
    with transaction.atomic():
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.teachers.filter(pk=colleague.pk).exists():
            raise ClassError(_("This colleague teaches the class already."))
        locked.teachers.add(colleague)
        record_event(classroom=locked, kind=Kind.TEACHER_ADDED, actor=by, subject=colleague)
    return colleague


def remove_teacher(*, classroom: Classroom, teacher: User, by: User) -> None:
    """Take a teacher, be it oneself, out of the class. Somebody who can log in stays."""
    with transaction.atomic():
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        others = locked.teachers.in_charge().filter(is_active=True).exclude(pk=teacher.pk)
        if not others.exists():
            raise ClassError(_("A class keeps at least one teacher: add a colleague first."))
        if locked.teachers.filter(pk=teacher.pk).exists():
            locked.teachers.remove(teacher)
            record_event(classroom=locked, kind=Kind.TEACHER_REMOVED, actor=by, subject=teacher)


# Students


def move_student(*, membership: Membership, destination: Classroom, teacher: User) -> Membership:
    """Put the student into another class, with the real name and the note."""
    with transaction.atomic():
        classroom = Classroom.objects.select_for_update().get(pk=destination.pk)
        if classroom.archived_at:
            raise ClassError(_("That class is in the archive."))
        if classroom.memberships.filter(student=membership.student_id).exists():
            raise ClassError(_("This student is in that class already."))
        if not Membership.objects.filter(pk=membership.pk).update(classroom=classroom):
            raise ClassError(_("This student is no longer in the class."))
        before = membership.classroom
        _left(membership, Kind.MEMBER_MOVED_OUT, teacher, detail=classroom.name)
        record_event(
            classroom=classroom,
            kind=Kind.MEMBER_MOVED_IN,
            actor=teacher,
            subject=membership.student,
            detail=before.name,
        )
    membership.classroom = classroom
    return membership


def release_student(*, membership: Membership, teacher: User) -> None:
    """Take the student out of the class, real name and note with it. The account stays."""
    with transaction.atomic():
        deleted, _rows = Membership.objects.filter(pk=membership.pk).delete()
        if deleted:
            _left(membership, Kind.MEMBER_RELEASED, teacher)


def _left(membership: Membership, kind: ClassEvent.Kind, teacher: User, *, detail: str = "") -> None:
    """End what the class gave the student to come in with, and keep who did it."""
    codes = LoginCode.objects.unused().filter(classroom=membership.classroom_id)
    codes.filter(student=membership.student_id).update(revoked_at=timezone.now())
    record_event(
        classroom=membership.classroom, kind=kind, actor=teacher, subject=membership.student, detail=detail
    )
