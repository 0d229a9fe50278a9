"""Join codes: students with an account join a class by themselves."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ..codes import new_code, read_code
from ..models import Classroom, Membership, User
from ..refusals import Refusal
from .activity_log import Kind, record_activity
from .classes import current_class, delete_former_records
from .throttle import count_failure, hashed, locked_throttles, remaining_wait, undo_count, wait_text

LIFETIME = timedelta(days=7)


class JoinError(Refusal):
    """A student cannot join; answered with the form."""

    def __init__(self, sentence: str | Promise, *, status: int = 200) -> None:
        super().__init__(sentence)
        self.status = status


def open_join_code(*, classroom: Classroom, teacher: User) -> Classroom:
    """Give the class a new join code for a week; it replaces an earlier one."""
    with transaction.atomic():
        locked = current_class(classroom)
        # The loop draws at least once: the class's own old code exists too.
        while not locked.join_code or Classroom.objects.filter(join_code=locked.join_code).exists():
            locked.join_code = new_code()
        locked.join_code_ends_at = timezone.now() + LIFETIME
        locked.save(update_fields=["join_code", "join_code_ends_at"])
        record_activity(classroom=locked, kind=Kind.JOIN_OPENED, actor=teacher)
    return locked


def close_join_code(*, classroom: Classroom, teacher: User) -> None:
    """End the join code. Students who joined stay."""
    with transaction.atomic():
        opened = Classroom.objects.filter(pk=classroom.pk).exclude(join_code="")
        if opened.update(join_code="", join_code_ends_at=None):
            record_activity(classroom=classroom, kind=Kind.JOIN_CLOSED, actor=teacher)


def join_class(*, student: User, code: str) -> tuple[Classroom, bool]:
    """Add the student to the class with this code; returns the class and whether she is new there.

    Wrong codes are counted for each account, with a wait that grows. Raises JoinError.
    """
    plain = read_code(code)
    if not plain:
        raise JoinError(_("A code has six letters and digits, like K7M-4RX."))
    key = hashed("join", str(student.pk))
    # Counted in a transaction of its own: the refusal below must not roll the count back.
    with transaction.atomic():
        [count] = locked_throttles([key])
        if wait := remaining_wait(count):
            sentence = format_lazy(_("Too many wrong codes. Try again in {wait}."), wait=wait_text(wait))
            raise JoinError(sentence, status=429)
        count_failure(count, student.pk)
    with transaction.atomic():
        classroom = Classroom.objects.select_for_update().joinable().filter(join_code=plain).first()
        if classroom is None:
            raise JoinError(_("No class can be joined with this code. Check it, or ask your teacher."))
        _membership, is_new = Membership.objects.get_or_create(classroom=classroom, student=student)
        if is_new:
            delete_former_records(student)
            record_activity(classroom=classroom, kind=Kind.MEMBER_JOINED, actor=student, subject=student)
    undo_count(own_key=key)
    return classroom, is_new
