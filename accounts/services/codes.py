"""Login codes: short, good for one login of one student, for as long as a lesson at most.

How hard they are to guess. A code is one of 24 ** 6 = 1.9e8. Wrong codes are counted twice, like wrong
passwords: by the first half of what was typed, as if it were a user name (five tries, then a wait that
doubles from 30 seconds), and by the address (300 in ten minutes) unless the browser has logged in here
before and has tries of its own left. At a closed address the first try of each first half is looked at, 940
of them in half an hour at most by all processes of a server together. So one address gets 1,840 tries in
half an hour, which finds one of a class's 35 codes in one of 2,900 such half hours. Many addresses together
get ten tries at the 13,824 second halves behind each first half: 97 classes of 100 are safe even after
138,240 guesses in one half hour.

One code guessed at is slowed down by itself: neighbours at the same address have other first halves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..audit import Act, note
from ..codes import HALF, new_code, read_code
from ..models import Classroom, LoginCode, TryCount, User
from ..token_bucket import TokenBucket
from .events import Kind, record_students
from .logins import LoginError, TooManyTriesError, purge_old_rows, remember_device
from .tries import (
    FREE_TRIES,
    count_for_address,
    count_try,
    hashed,
    locked_counts,
    take_back,
    time_left,
    wait_of_closed,
)

CODE_LIFETIME = timedelta(minutes=30)

# Of codes looked at while an address is closed, by all processes: a class at once, then one in two seconds.
FIRST_TRIES = TokenBucket.share(burst=40, per_second=0.5)


class WrongCodeError(LoginError):
    message = _("This code is not good, or no longer. Look at it again, or ask for a new one.")


class TooManyCodesError(TooManyTriesError):
    sentence = _("Too many wrong codes. Try again in {wait}, or log in with your password.")


@dataclass(frozen=True)
class NewCode:
    """A code that was made; it is told here and never again."""

    student: User
    code: str


def make_codes(
    *, classroom: Classroom, students: Iterable[User], teacher: User, lifetime: timedelta = CODE_LIFETIME
) -> list[NewCode]:
    """Give each of these students of the class a code. One made before, and not used, ends by it."""
    students = list(students)
    try:
        return _stored(classroom, students, teacher, lifetime)
    except IntegrityError:
        # Another class drew a first half that is one of these, at this moment: draw again.
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
                made_by=teacher,
                front_hash=_front(new.code),
                code_hash=hashed("code", new.code),
                made_at=now,
                ends_at=now + lifetime,
            )
            for new in made
        )
        record_students(classroom=classroom, kind=Kind.CODE_MADE, actor=teacher, students=students)
    return made


def _fresh_codes(count: int) -> list[str]:
    """Codes that share their first half with no unused one, and begin without anybody's wrong tries."""
    taken = set(LoginCode.objects.unused().values_list("front_hash", flat=True))
    codes: list[str] = []
    while len(codes) < count:
        code = new_code()
        if _front(code) not in taken:
            taken.add(_front(code))
            codes.append(code)
    TryCount.objects.filter(key__in=[_front(code) for code in codes]).delete()
    return codes


def _front(code: str) -> str:
    return hashed("front", code[:HALF])


def revoke_codes(*, classroom: Classroom, teacher: User, student: User | None = None) -> int:
    """Take back what is unused of the class's codes, or of one student's; how many there were."""
    now = timezone.now()
    with transaction.atomic():
        codes = classroom.login_codes.unused().filter(ends_at__gt=now).select_for_update()
        if student is not None:
            codes = codes.filter(student=student)
        found = list(codes.select_related("student"))
        LoginCode.objects.unused().filter(pk__in=[code.pk for code in found]).update(revoked_at=now)
        record_students(
            classroom=classroom,
            kind=Kind.CODE_REVOKED,
            actor=teacher,
            students=[code.student for code in found],
        )
    return len(found)


def check_code(*, code: str, address: str, known_device: str | None, device: str) -> User:
    """Whose code this is; it is used up by it.

    `known_device` is the browser's long-lived token if it came with the request, `device` the one it has from
    now on. Raises WrongCodeError, the same whether the code never was, was used, taken back or ran out;
    TooManyCodesError without looking at it. What cannot be a code is no guess, and is not counted.
    """
    plain = read_code(code)
    if not plain:
        raise WrongCodeError
    front, other = _counted(plain, address, known_device)
    user = _used_up(plain)
    if user is None:
        note(Act.LOGIN_REFUSED)
        raise WrongCodeError
    take_back(own_key=front, address_key=other)
    remember_device(user, device)
    purge_old_rows()
    note(Act.LOGIN_BY_CODE, by=user.pk)
    return user


def _counted(code: str, address: str, known_device: str | None) -> tuple[str, str | None]:
    """Count one try; under which first half, and which browser or else which address, if that is open."""
    front, other = _front(code), hashed("code-address", address)
    keys = [front, other, *([hashed("code-device", known_device)] if known_device else [])]
    with transaction.atomic():
        by_front, by_other, *by_device = locked_counts(keys)
        is_known = bool(by_device) and by_device[0].tries < FREE_TRIES
        if is_known:
            other, by_other = keys[2], by_device[0]
        if wait := time_left(by_front):
            raise TooManyCodesError(max(wait, time_left(by_other)))
        if is_known:
            if wait := time_left(by_other):
                raise TooManyCodesError(wait)
            count_try(by_front)
            count_try(by_other)
            return front, other
        is_closed = bool(time_left(by_other))
        if wait := wait_of_closed(by_front, by_other, FIRST_TRIES):
            raise TooManyCodesError(wait)
        count_try(by_front)
        if is_closed:
            return front, None
        count_for_address(by_other)
    return front, other


def _used_up(code: str) -> User | None:
    """Whose code this is, if it was good until now. Of two who bring it at this moment one is let in."""
    with transaction.atomic():
        found = LoginCode.objects.good().filter(code_hash=hashed("code", code)).select_related("student")
        row = found.first()
        if row is None:
            return None
        now = timezone.now()
        is_mine = LoginCode.objects.unused().filter(pk=row.pk, ends_at__gt=now).update(used_at=now)
    return row.student if is_mine else None
