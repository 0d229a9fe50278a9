"""Classes: made, put away and taken out again, and who goes where."""

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import Classroom, Membership, User


class ClassError(Exception):
    """What was asked of a class cannot be done; the text is for the teacher."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


def create_class(*, teacher: User, name: str) -> Classroom:
    """Make a class of this teacher's. Two of hers that are in use never bear the same name."""
    with transaction.atomic():
        # The same form may come in twice at this moment.
        User.objects.select_for_update().get(pk=teacher.pk)
        if Classroom.objects.taught_by(teacher).current().filter(name=name).exists():
            raise ClassError(_("You have a class of this name already."))
        classroom = Classroom.objects.create(name=name)
        classroom.teachers.add(teacher)
    return classroom


def archive_class(*, classroom: Classroom) -> Classroom:
    """Put the class away. Its students and all they did stay; one put away before keeps its date."""
    if classroom.archived_at is None:
        classroom.archived_at = timezone.now()
        classroom.save(update_fields=["archived_at"])
    return classroom


def restore_class(*, classroom: Classroom) -> Classroom:
    """Take the class out of the archive."""
    classroom.archived_at = None
    classroom.save(update_fields=["archived_at"])
    return classroom


def move_student(*, membership: Membership, destination: Classroom) -> Membership:
    """Put the student into another class, with the real name and the note."""
    with transaction.atomic():
        classroom = Classroom.objects.select_for_update().get(pk=destination.pk)
        if classroom.archived_at:
            raise ClassError(_("That class is in the archive."))
        if classroom.memberships.filter(student=membership.student_id).exists():
            raise ClassError(_("This student is in that class already."))
        if not Membership.objects.filter(pk=membership.pk).update(classroom=classroom):
            raise ClassError(_("This student is no longer in the class."))
    membership.classroom = classroom
    return membership


def release_student(*, membership: Membership) -> None:
    """Take the student out of the class, real name and note with it. The account stays."""
    membership.delete()
