"""Classes: create, rename, archive, pause and delete; their teachers, and students who move."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import Case, When
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..audit_log import Action, log_action
from ..fields import normalize_user_name
from ..models import CardCode, ClassActivity, Classroom, FormerStudent, LoginCode, Membership, User
from ..refusals import Refusal
from ..signals import class_deleting, class_end_asked, class_resumed
from .activity_log import Kind, record_activity


class ClassError(Refusal):
    """Something cannot be done to a class; the reason is for the teacher."""


ARCHIVED = _("This class is archived.")
IN_A_CLASS = _("This student is in a class already.")


def locked_class(classroom: Classroom) -> Classroom:
    """The row, locked until the transaction ends."""
    return Classroom.objects.select_for_update().get(pk=classroom.pk)


def current_class(classroom: Classroom) -> Classroom:
    """The same, of a class that must not be archived. Raises ClassError."""
    locked = locked_class(classroom)
    if locked.archived_at:
        raise ClassError(ARCHIVED)
    return locked


# The class as a whole


def create_class(*, teacher: User, name: str) -> Classroom:
    """Create a class of this teacher. Two of her current classes never have the same name."""
    with transaction.atomic():
        _require_free_name(teacher, name)
        classroom = Classroom.objects.create(name=name, owner=teacher)
        classroom.teachers.add(teacher)
        record_activity(classroom=classroom, kind=Kind.CLASS_CREATED, actor=teacher)
    return classroom


def rename_class(*, classroom: Classroom, name: str, teacher: User) -> Classroom:
    """Rename the class; the activity log keeps the old name."""
    with transaction.atomic():
        _require_free_name(teacher, name, but=classroom)
        before, classroom.name = Classroom.objects.get(pk=classroom.pk).name, name
        if before != name:
            classroom.save(update_fields=["name"])
            record_activity(classroom=classroom, kind=Kind.CLASS_RENAMED, actor=teacher, detail=before)
    return classroom


def _require_free_name(teacher: User, name: str, *, but: Classroom | None = None) -> None:
    # Locked: the same form may be sent twice at this moment.
    User.objects.select_for_update().get(pk=teacher.pk)
    others = Classroom.objects.taught_by(teacher).current().filter(name=name)
    if others.exclude(pk=but.pk if but else 0).exists():
        raise ClassError(_("You already have a class with this name."))


def archive_class(*, classroom: Classroom, teacher: User) -> Classroom:
    """Archive the class and end its codes. Students and their work stay; twice keeps the first date."""
    with transaction.atomic():
        resume_class(classroom=classroom)
        locked = locked_class(classroom)
        if locked.archived_at is None:
            _require_owner(locked, teacher)
            if reason := _objection(locked):
                raise ClassError(reason)
            locked.archived_at = timezone.now()
            locked.join_code, locked.join_code_ends_at = "", None
            locked.save(update_fields=["archived_at", "join_code", "join_code_ends_at"])
            locked.login_codes.unused().update(revoked_at=locked.archived_at)
            record_activity(classroom=locked, kind=Kind.CLASS_ARCHIVED, actor=teacher)
    classroom.archived_at = locked.archived_at
    return classroom


def restore_class(*, classroom: Classroom, teacher: User) -> Classroom:
    """Take the class out of the archive."""
    with transaction.atomic():
        archived = Classroom.objects.filter(pk=classroom.pk).exclude(archived_at=None)
        if archived.update(archived_at=None):
            record_activity(classroom=classroom, kind=Kind.CLASS_RESTORED, actor=teacher)
    classroom.archived_at = None
    return classroom


def reason_to_keep(classroom: Classroom) -> str | Promise | None:
    """The reason why this class cannot be deleted now; None if it can."""
    if classroom.archived_at is None:
        return _("Only an archived class can be deleted.")
    return _objection(classroom)


def _objection(classroom: Classroom) -> str | Promise | None:
    """The first objection of other apps to archiving or deleting a class; None without one."""
    answers = class_end_asked.send(Classroom, classroom=classroom)
    return next((reason for _receiver, reason in answers if reason), None)


def delete_class(*, classroom: Classroom, by: User) -> None:
    """Delete an archived class with its assignments; accounts and games stay. Raises ClassError.

    Its teachers can still find the students.
    """
    with transaction.atomic():
        locked = locked_class(classroom)
        if reason := reason_to_keep(locked):
            raise ClassError(reason)
        students = User.objects.students().filter(memberships__classroom=locked)
        record_former_students(classroom=locked, students=students)
        class_deleting.send(Classroom, classroom=locked)
        log_action(Action.CLASS_DELETED, by=by.pk, classroom=locked.pk)
        locked.delete()


def record_former_students(*, classroom: Classroom, students: Iterable[User]) -> None:
    """Record for the teachers of the class that these students were in it."""
    # The same moment for all: it decides which class was the last.
    now = timezone.now()
    teachers = list(classroom.teachers.all())
    rows = [
        FormerStudent(teacher=teacher, student=student, class_name=classroom.name, left_at=now)
        for student in students
        for teacher in teachers
    ]
    FormerStudent.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["teacher", "student"],
        update_fields=["class_name", "left_at"],
    )


def delete_former_records(student: User) -> None:
    """The student is in a class again: former teachers can no longer find or delete the account."""
    FormerStudent.objects.filter(student=student).delete()


# "Eyes on me"


def pause_class(*, classroom: Classroom) -> Classroom:
    """Cover the boards of the class; a pause that has begun goes on."""
    with transaction.atomic():
        locked = current_class(classroom)
        if locked.paused_at is None:
            locked.paused_at = timezone.now()
            locked.save(update_fields=["paused_at"])
    return locked


def resume_class(*, classroom: Classroom) -> Classroom:
    """Uncover the boards. `class_resumed` is sent in the same transaction with the length of the pause."""
    with transaction.atomic():
        locked = locked_class(classroom)
        if locked.paused_at is not None:
            seconds = max(0, round((timezone.now() - locked.paused_at).total_seconds()))
            paused_at, locked.paused_at = locked.paused_at, None
            locked.save(update_fields=["paused_at"])
            class_resumed.send(Classroom, classroom=locked, seconds=seconds, paused_at=paused_at)
    return locked


def switch_practice(*, classroom: Classroom, switches: Mapping[str, bool]) -> Classroom:
    """Set fields of the class such as `has_storm`: what its students have in practice."""
    for name, is_on in switches.items():
        setattr(classroom, name, is_on)
    classroom.save(update_fields=list(switches))
    return classroom


# Teachers


def add_teacher(*, classroom: Classroom, username: str, by: User, reads_only: bool = False) -> User:
    """Give a colleague the rights of the teachers of this class, or let them look at it."""
    teachers = User.objects.in_charge().filter(is_active=True)
    colleague = teachers.filter(username=normalize_user_name(username)).first()
    if colleague is None:
        raise ClassError(_("There is no teacher with this user name."))
    with transaction.atomic():
        locked = locked_class(classroom)
        if locked.teachers.filter(pk=colleague.pk).exists():
            raise ClassError(_("This colleague already teaches the class."))
        set_rights(classroom=locked, colleague=colleague, by=by, reads_only=reads_only)
    return colleague


def set_rights(*, classroom: Classroom, colleague: User, by: User, reads_only: bool) -> None:
    """Make a colleague a teacher of the class, or somebody who only sees it. The owner keeps all rights."""
    with transaction.atomic():
        locked = locked_class(classroom)
        if reads_only and colleague == owner_of(locked):
            raise ClassError(_("The owner of the class has all rights."))
        gained, lost = locked.teachers, locked.readers
        if reads_only:
            gained, lost = lost, gained
        lost.remove(colleague)
        gained.add(colleague)
        kind = Kind.READER_ADDED if reads_only else Kind.TEACHER_ADDED
        record_activity(classroom=locked, kind=kind, actor=by, subject=colleague)


def remove_teacher(*, classroom: Classroom, teacher: User, by: User) -> None:
    """Remove a teacher or reader, possibly oneself. A teacher who can log in must remain; the owner stays."""
    with transaction.atomic():
        locked = locked_class(classroom)
        if locked.readers.filter(pk=teacher.pk).exists():
            locked.readers.remove(teacher)
            record_activity(classroom=locked, kind=Kind.TEACHER_REMOVED, actor=by, subject=teacher)
            return
        others = locked.teachers.in_charge().filter(is_active=True).exclude(pk=teacher.pk)
        if not others.exists():
            raise ClassError(_("A class needs at least one teacher: add a colleague first."))
        if teacher != by and not by.is_superuser and teacher == owner_of(locked):
            raise ClassError(_("Only the owner can give up the class."))
        if locked.teachers.filter(pk=teacher.pk).exists():
            locked.teachers.remove(teacher)
            record_activity(classroom=locked, kind=Kind.TEACHER_REMOVED, actor=by, subject=teacher)


def hand_over(*, classroom: Classroom, username: str, by: User) -> User:
    """Make another teacher of the class its owner. Only the owner may, or an administrator."""
    with transaction.atomic():
        locked = locked_class(classroom)
        _require_owner(locked, by)
        teachers = locked.teachers.in_charge().filter(is_active=True)
        colleague: User | None = teachers.filter(username=normalize_user_name(username)).first()
        if colleague is None:
            raise ClassError(_("This colleague does not teach the class."))
        locked.owner = colleague
        locked.save(update_fields=["owner"])
        record_activity(classroom=locked, kind=Kind.OWNER_CHANGED, actor=by, subject=colleague)
    return colleague


def owner_of(classroom: Classroom) -> User | None:
    """The owner, if they teach the class and can log in; else the teacher who has had it longest."""
    rows = Classroom.teachers.through.objects.filter(classroom=classroom, user__is_active=True)
    is_other = Case(When(user=classroom.owner_id, then=0), default=1)
    first = rows.select_related("user").order_by(is_other, "pk").first()
    return first.user if first else None


def _require_owner(classroom: Classroom, teacher: User) -> None:
    if not teacher.is_superuser and teacher != owner_of(classroom):
        raise ClassError(_("Only the owner of the class can do this."))


# Students


def move_student(*, membership: Membership, destination: Classroom, teacher: User) -> Membership:
    """Move the student to another class, with real name and note."""
    with transaction.atomic():
        classroom = current_class(destination)
        if classroom.memberships.filter(student=membership.student_id).exists():
            raise ClassError(_("This student is in that class already."))
        if not Membership.objects.filter(pk=membership.pk).update(classroom=classroom):
            raise ClassError(_("This student is no longer in the class."))
        delete_former_records(membership.student)
        before = membership.classroom
        _leave(membership, Kind.MEMBER_MOVED_OUT, teacher, detail=classroom.name)
        record_activity(
            classroom=classroom,
            kind=Kind.MEMBER_MOVED_IN,
            actor=teacher,
            subject=membership.student,
            detail=before.name,
        )
    membership.classroom = classroom
    return membership


def remove_student(*, membership: Membership, teacher: User) -> None:
    """Remove the student from the class, real name and note included. The account stays."""
    with transaction.atomic():
        deleted, _rows = Membership.objects.filter(pk=membership.pk).delete()
        if deleted:
            _leave(membership, Kind.MEMBER_REMOVED, teacher)
            if membership.student.is_student:
                record_former_students(classroom=membership.classroom, students=[membership.student])


def enrol_former_student(*, student: User, classroom: Classroom, teacher: User) -> Membership:
    """Put a student without a class into this one."""
    with transaction.atomic():
        # Locked first: a colleague may enrol the student, or delete the account, at this moment.
        User.objects.select_for_update().filter(pk=student.pk).first()
        locked = current_class(classroom)
        if not User.objects.formerly_taught_by(teacher).filter(pk=student.pk).exists():
            raise ClassError(IN_A_CLASS)
        membership = Membership.objects.create(classroom=locked, student=student)
        delete_former_records(student)
        record_activity(classroom=locked, kind=Kind.MEMBER_MOVED_IN, actor=teacher, subject=student)
    return membership


def _leave(membership: Membership, kind: ClassActivity.Kind, teacher: User, *, detail: str = "") -> None:
    """Revoke the student's login codes and the card of this class, and record who did it."""
    codes = LoginCode.objects.unused().filter(classroom=membership.classroom_id)
    codes.filter(student=membership.student_id).update(revoked_at=timezone.now())
    CardCode.objects.filter(classroom=membership.classroom_id, student=membership.student_id).delete()
    record_activity(
        classroom=membership.classroom, kind=kind, actor=teacher, subject=membership.student, detail=detail
    )
