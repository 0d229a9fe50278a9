"""Classes: made, named, put away and taken out again, paused; who teaches them and who goes where."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..audit import Act, note
from ..fields import normalize_user_name
from ..models import ClassEvent, Classroom, FormerStudent, LoginCode, Membership, User
from ..signals import class_deleting, class_end_asked, class_resumed
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
    """Put the class away, its codes ended. Students and all they did stay; twice keeps the first date.

    Raises ClassError with a reason against it.
    """
    with transaction.atomic():
        resume_class(classroom=classroom)
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.archived_at is None:
            if reason := _objection(locked):
                raise ClassError(reason)
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


def reason_to_keep(classroom: Classroom) -> str | Promise | None:
    """Why this class cannot be deleted now; None if it can."""
    if classroom.archived_at is None:
        return _("Only a class in the archive can be deleted.")
    return _objection(classroom)


def _objection(classroom: Classroom) -> str | Promise | None:
    """What the rest of the site has against archiving or deleting a class; None if nothing."""
    answers = class_end_asked.send(Classroom, classroom=classroom)
    return next((reason for _receiver, reason in answers if reason), None)


def delete_class(*, classroom: Classroom, by: User) -> None:
    """Delete an archived class with its work; accounts and games stay. Raises ClassError with a reason.

    Its students are found again by those who taught them.
    """
    with transaction.atomic():
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        reason = reason_to_keep(locked)
        if reason:
            raise ClassError(reason)
        students = User.objects.students().filter(memberships__classroom=locked)
        remember_students(classroom=locked, students=students)
        class_deleting.send(Classroom, classroom=locked)
        note(Act.CLASS_DELETED, by=by.pk, classroom=locked.pk)
        locked.delete()


def remember_students(*, classroom: Classroom, students: Iterable[User]) -> None:
    """Keep for the teachers of the class that these students were in it."""
    # One moment for all: who left last is asked of it.
    now = timezone.now()
    rows = [
        FormerStudent(teacher=teacher, student=student, class_name=classroom.name, left_at=now)
        for student in students
        for teacher in classroom.teachers.all()
    ]
    FormerStudent.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["teacher", "student"],
        update_fields=["class_name", "left_at"],
    )


def forget_former(student: User) -> None:
    """End what lets former teachers find and delete an account: it is in a class again."""
    FormerStudent.objects.filter(student=student).delete()


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
        forget_former(membership.student)
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
            if membership.student.is_student:
                remember_students(classroom=membership.classroom, students=[membership.student])


def enrol_former_student(*, student: User, classroom: Classroom, teacher: User) -> Membership:
    """Put a student who is in no class into this one."""
    with transaction.atomic():
        # Locked first: a colleague may enrol the student, or delete the account, at this moment.
        User.objects.select_for_update().filter(pk=student.pk).first()
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.archived_at:
            raise ClassError(_("That class is in the archive."))
        if not User.objects.formerly_taught_by(teacher).filter(pk=student.pk).exists():
            raise ClassError(_("This student is in a class already."))
        membership = Membership.objects.create(classroom=locked, student=student)
        forget_former(student)
        record_event(classroom=locked, kind=Kind.MEMBER_MOVED_IN, actor=teacher, subject=student)
    return membership


def _left(membership: Membership, kind: ClassEvent.Kind, teacher: User, *, detail: str = "") -> None:
    """End what the class gave the student to come in with, and keep who did it."""
    codes = LoginCode.objects.unused().filter(classroom=membership.classroom_id)
    codes.filter(student=membership.student_id).update(revoked_at=timezone.now())
    record_event(
        classroom=membership.classroom, kind=kind, actor=teacher, subject=membership.student, detail=detail
    )
