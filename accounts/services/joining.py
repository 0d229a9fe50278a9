"""Join codes: how a student who has an account comes into a class without the teacher typing."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ..codes import new_code, read_code
from ..models import Classroom, Membership, User
from .classes import ClassError, forget_former
from .events import Kind, record_event
from .tries import count_try, hashed, locked_counts, take_back, time_left, wait_in_words

LIFETIME = timedelta(days=7)


class JoinError(Exception):
    """Why the student is in no other class than before; the text is for the student."""

    def __init__(self, message: str | Promise, *, is_wait: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.is_wait = is_wait


def open_join_code(*, classroom: Classroom, teacher: User) -> Classroom:
    """Give the class a new join code, good for a week; one it had before ends."""
    with transaction.atomic():
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.archived_at:
            raise ClassError(_("This class is in the archive."))
        locked.join_code = _free_code()
        locked.join_code_ends_at = timezone.now() + LIFETIME
        locked.save(update_fields=["join_code", "join_code_ends_at"])
        record_event(classroom=locked, kind=Kind.JOIN_OPENED, actor=teacher)
    return locked


def close_join_code(*, classroom: Classroom, teacher: User) -> None:
    """Let nobody in by the code any more. Who came in stays."""
    with transaction.atomic():
        closed = Classroom.objects.filter(pk=classroom.pk).exclude(join_code="")
        if closed.update(join_code="", join_code_ends_at=None):
            record_event(classroom=classroom, kind=Kind.JOIN_CLOSED, actor=teacher)


def join_class(*, student: User, code: str) -> tuple[Classroom, bool]:
    """Put the student into the class of this code: the class, and whether she was not in it before.

    Wrong codes are counted for each account, with a wait that grows. JoinError for a code that is not open.
    """
    plain = read_code(code)
    if not plain:
        raise JoinError(_("A code has six letters and digits, like K7M-4RX."))
    key = _counted(student)
    with transaction.atomic():
        classroom = Classroom.objects.select_for_update().joinable().filter(join_code=plain).first()
        if classroom is None:
            raise JoinError(_("No class is open under this code. Look at it again, or ask your teacher."))
        _membership, is_new = Membership.objects.get_or_create(classroom=classroom, student=student)
        if is_new:
            forget_former(student)
            record_event(classroom=classroom, kind=Kind.MEMBER_JOINED, actor=student, subject=student)
    take_back(own_key=key)
    return classroom, is_new


def _counted(student: User) -> str:
    """Count one try of this account; the key it is counted under."""
    key = hashed("join", str(student.pk))
    with transaction.atomic():
        [count] = locked_counts([key])
        wait = time_left(count)
        if wait:
            sentence = _("Too many wrong codes. Try again in {wait}.")
            raise JoinError(format_lazy(sentence, wait=wait_in_words(wait)), is_wait=True)
        count_try(count, student.pk)
    return key


def _free_code() -> str:
    while True:
        code = new_code()
        if not Classroom.objects.filter(join_code=code).exists():
            return code
