"""Login codes: short, for one login of one student, valid for a lesson at most.

How hard they are to guess. A code is one of 24 ** 6 = 1.9e8. Wrong codes are counted twice, like wrong
passwords: by the first half of what was typed, as if it were a user name (five attempts, then a wait that
doubles from 30 seconds), and by the address (300 in ten minutes) unless the browser is known and has failures
left. At a locked address the first attempt for each first half is checked, at most 940 in half an hour by all
processes of a server together. So one address gets 1,840 attempts in half an hour, which finds one of a
class's 35 codes in one of 2,900 such half hours. Many addresses together get ten attempts at the 13,824
second halves behind each first half: 97 classes of 100 are safe even after 138,240 guesses in a half hour.

A guessed code is throttled by itself: neighbours at the same address have other first halves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..audit_log import Action, log_action
from ..codes import HALF, new_code, read_code
from ..models import Classroom, LoginCode, LoginThrottle, User
from ..token_bucket import TokenBucket
from .activity_log import Kind, record_student_activity
from .logins import LoginError, ThrottledError, delete_old_rows, remember_device
from .throttle import (
    FREE_FAILURES,
    count_address_failure,
    count_failure,
    hashed,
    locked_throttles,
    remaining_wait,
    undo_count,
    wait_at_locked_address,
)

CODE_LIFETIME = timedelta(minutes=30)

# Codes checked while an address is locked, by all processes: a class at once, then one in two seconds.
FIRST_ATTEMPTS = TokenBucket.share(burst=40, per_second=0.5)


class WrongCodeError(LoginError):
    sentence = _("This code is not valid (any more). Check it, or ask for a new one.")


class CodesThrottledError(ThrottledError):
    sentence = _("Too many wrong codes. Try again in {wait}, or log in with your password.")


@dataclass(frozen=True)
class NewCode:
    """A code just created; it cannot be shown again."""

    student: User
    code: str


def make_codes(
    *, classroom: Classroom, students: Iterable[User], teacher: User, lifetime: timedelta = CODE_LIFETIME
) -> list[NewCode]:
    """Create a code for each of these students of the class. It replaces an earlier, unused one."""
    students = list(students)
    try:
        return _stored(classroom, students, teacher, lifetime)
    except IntegrityError:
        # Another class has just drawn one of these first halves: draw again.
        return _stored(classroom, students, teacher, lifetime)


def _stored(classroom: Classroom, students: list[User], teacher: User, lifetime: timedelta) -> list[NewCode]:
    now = timezone.now()
    with transaction.atomic():
        # Locked in one order: two teachers may press the button at this moment.
        list(User.objects.select_for_update().filter(pk__in=[user.pk for user in students]).order_by("pk"))
        LoginCode.objects.unused().filter(student__in=students).update(revoked_at=now)
        made = [NewCode(*pair) for pair in zip(students, _fresh_codes(len(students)), strict=True)]
        LoginCode.objects.bulk_create(
            LoginCode(
                classroom=classroom,
                student=new.student,
                created_by=teacher,
                front_hash=_front(new.code),
                code_hash=hashed("code", new.code),
                created_at=now,
                ends_at=now + lifetime,
            )
            for new in made
        )
        record_student_activity(classroom=classroom, kind=Kind.CODE_CREATED, actor=teacher, students=students)
    return made


def _fresh_codes(count: int) -> list[str]:
    """Codes whose first halves are not in use, without anybody's failures."""
    taken = set(LoginCode.objects.unused().values_list("front_hash", flat=True))
    codes: list[str] = []
    while len(codes) < count:
        code = new_code()
        if _front(code) not in taken:
            taken.add(_front(code))
            codes.append(code)
    LoginThrottle.objects.filter(key__in=[_front(code) for code in codes]).delete()
    return codes


def _front(code: str) -> str:
    return hashed("front", code[:HALF])


def revoke_codes(*, classroom: Classroom, teacher: User, student: User | None = None) -> int:
    """Revoke the class's unused codes, or one student's; returns how many."""
    now = timezone.now()
    with transaction.atomic():
        codes = classroom.login_codes.unused().filter(ends_at__gt=now).select_for_update()
        if student is not None:
            codes = codes.filter(student=student)
        found = list(codes.select_related("student"))
        LoginCode.objects.unused().filter(pk__in=[code.pk for code in found]).update(revoked_at=now)
        students = [code.student for code in found]
        record_student_activity(classroom=classroom, kind=Kind.CODE_REVOKED, actor=teacher, students=students)
    return len(found)


def check_code(*, code: str, address: str, known_device: str | None, device: str) -> User:
    """The student whose code this is; the code is used up.

    `known_device` is the browser's long-lived token if the request had one, `device` the one it has from now
    on. Raises WrongCodeError, the same whether the code never existed, was used, was revoked or has expired;
    CodesThrottledError without checking it. Text that cannot be a code is not counted.
    """
    plain = read_code(code)
    if not plain:
        raise WrongCodeError
    front, other = _counted(plain, address, known_device)
    user = _used_up(plain)
    if user is None:
        log_action(Action.LOGIN_REFUSED)
        raise WrongCodeError
    undo_count(own_key=front, address_key=other)
    remember_device(user, device)
    delete_old_rows()
    log_action(Action.LOGIN_BY_CODE, by=user.pk)
    return user


def _counted(code: str, address: str, known_device: str | None) -> tuple[str, str | None]:
    """Count one attempt; the keys of the first half and of the browser, or else of an unlocked address."""
    front, other = _front(code), hashed("code-address", address)
    keys = [front, other, *([hashed("code-device", known_device)] if known_device else [])]
    with transaction.atomic():
        by_front, by_other, *by_device = locked_throttles(keys)
        is_known = bool(by_device) and by_device[0].failures < FREE_FAILURES
        if is_known:
            other, by_other = keys[2], by_device[0]
        if wait := remaining_wait(by_front):
            raise CodesThrottledError(max(wait, remaining_wait(by_other)))
        if is_known:
            if wait := remaining_wait(by_other):
                raise CodesThrottledError(wait)
            # A known browser spares the address: its own five failures are its limit.
            count_failure(by_front)
            count_failure(by_other)
            return front, other
        is_locked = bool(remaining_wait(by_other))
        if wait := wait_at_locked_address(by_front, by_other, FIRST_ATTEMPTS):
            raise CodesThrottledError(wait)
        count_failure(by_front)
        if is_locked:
            # A right code must not unlock the address for guesses.
            return front, None
        count_address_failure(by_other)
    return front, other


def _used_up(code: str) -> User | None:
    """The student whose valid code this was. Of two simultaneous requests one succeeds."""
    with transaction.atomic():
        found = LoginCode.objects.valid().filter(code_hash=hashed("code", code)).select_related("student")
        row = found.first()
        if row is None:
            return None
        now = timezone.now()
        # The condition is in the update itself: the row may have been used since it was read.
        is_mine = LoginCode.objects.unused().filter(pk=row.pk, ends_at__gt=now).update(used_at=now)
    return row.student if is_mine else None
