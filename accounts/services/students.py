"""Students: many accounts from a list of names, and one student's account settings."""

import random
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..fields import plain_letters
from ..models import Classroom, Membership, User
from ..names import RealName, parse_name
from ..pseudonyms import pseudonyms
from .activity_log import Kind, record_account_activity, record_student_activity
from .classes import create_class
from .passwords import card_password, new_card_key

MAX_NAME_LENGTH = 120
NOBODY = RealName.of("", "")
NO_NAME = _("This is not a name.")
TAKEN = _("This user name is taken.")
TWICE = _("This name is in the list twice: add something to tell them apart.")
IN_CLASS = _("A student with this name is already in the class.")


@dataclass(frozen=True)
class ListLine:
    """A line of the list, with its new student or the reason why there is none.

    The password cannot be shown again.
    """

    number: int
    text: str
    real_name: RealName = NOBODY
    username: str = ""
    password: str = ""
    refusal: str | Promise = ""
    user: User | None = None

    @property
    def is_double(self) -> bool:
        """Whether the name is fine but exists already."""
        return any(self.refusal is double for double in (TAKEN, TWICE, IN_CLASS))

    @property
    def key(self) -> tuple[bool, str]:
        """The key that must be unique: a real name in the class, a user name on the site."""
        return bool(self.real_name), plain_letters(self.real_name) or self.username


def create_students(
    *,
    teacher: User,
    classroom: Classroom | str,
    lines: Iterable[str],
    lines_are_user_names: bool = False,
    key: bytes | None = None,
) -> list[ListLine]:
    """Create an account in the class for every line; returns the lines in the same order.

    A class given by name is the teacher's own of that name, created if she has none. A line is a real name,
    split by `parse_name` unless it is a RealName. It is stored with the class and never with the account,
    which gets a pseudonym. With `lines_are_user_names` a line is the user name itself. Blank lines are
    skipped. A list sent twice creates nobody twice. With a `key` the passwords are those of its login cards,
    by the number of the line.
    """
    parsed = [_parsed(number, text, lines_are_user_names) for number, text in _numbered(lines)]
    key = key or new_card_key()
    try:
        return _stored(parsed, teacher, classroom, key)
    except IntegrityError:
        # Somebody else has just taken one of the user names: draw again.
        return _stored(parsed, teacher, classroom, key)


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, start=1):
        if isinstance(line, RealName):
            text: str = RealName.of(_tidy(line.family), _tidy(line.given))
        else:
            text = _tidy(line)
        if text:
            yield number, text


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text.replace("\ufeff", "")).split())


def _parsed(number: int, text: str, is_user_name: bool) -> ListLine:
    """The line, checked by itself."""
    if len(text) > MAX_NAME_LENGTH or not text.isprintable() or not any(map(str.isalnum, text)):
        return ListLine(number, text[:40], refusal=NO_NAME)
    if not is_user_name:
        name = text if isinstance(text, RealName) else parse_name(text)
        return ListLine(number, text, real_name=name)
    try:
        return ListLine(number, text, username=User._meta.get_field("username").clean(text, None))
    except ValidationError as error:
        return ListLine(number, text, refusal=error.messages[0])


def _stored(lines: list[ListLine], teacher: User, classroom: Classroom | str, key: bytes) -> list[ListLine]:
    lines = list(_with_pseudonyms(_without_doubles(lines, _existing(classroom, teacher)), key))
    # Hashing is slow on purpose: done before the transaction, so that moves need not wait for it.
    hashes = {line.number: make_password(line.password) for line in lines if not line.refusal}
    users: dict[int, User] = {}
    with transaction.atomic():
        # The same list may be sent twice at this moment: the second must see the first's students.
        User.objects.select_for_update().get(pk=teacher.pk)
        found = _existing(classroom, teacher)
        if found:
            # A class has several teachers, and a colleague may send the list too.
            Classroom.objects.select_for_update().get(pk=found.pk)
        lines = list(_without_doubles(lines, found))
        accepted = [line for line in lines if not line.refusal]
        if accepted:
            found = found or create_class(teacher=teacher, name=str(classroom))
            created = User.objects.bulk_create(
                User(username=line.username, password=hashes[line.number]) for line in accepted
            )
            users = {line.number: user for line, user in zip(accepted, created, strict=True)}
            Membership.objects.bulk_create(
                Membership(
                    classroom=found,
                    student=users[line.number],
                    family_name=line.real_name.family,
                    given_name=line.real_name.given,
                )
                for line in accepted
            )
            record_student_activity(
                classroom=found, kind=Kind.MEMBER_CREATED, actor=teacher, students=created
            )
    return [replace(line, user=users.get(line.number)) for line in lines]


def _existing(classroom: Classroom | str, teacher: User) -> Classroom | None:
    if isinstance(classroom, Classroom):
        return classroom
    return Classroom.objects.taught_by(teacher).current().filter(name=classroom).first()


def _without_doubles(lines: list[ListLine], classroom: Classroom | None) -> Iterator[ListLine]:
    """The lines, refused where the name exists: earlier in the list, in the class, or on the site."""
    members = Membership.objects.filter(classroom=classroom).real_names().values()
    user_names = [line.username for line in lines if not line.real_name]
    taken = User.objects.filter(username__in=user_names).values_list("username", flat=True)
    doubles: dict[tuple[bool, str], str | Promise] = {
        (True, plain_letters(name)): IN_CLASS for name in members
    }
    doubles |= {(False, name): TAKEN for name in taken}
    for line in lines:
        refusal = line.refusal or doubles.get(line.key, "")
        doubles.setdefault(line.key, TWICE)
        yield replace(line, refusal=refusal)


def _with_pseudonyms(lines: Iterable[ListLine], key: bytes) -> Iterator[ListLine]:
    """The lines, with an unused pseudonym for each real name, and the password of each card."""
    names = _free_names(secrets.SystemRandom())
    for line in lines:
        if not line.refusal:
            password = card_password(key, line.number)
            line = replace(line, username=line.username or next(names), password=password)
        yield line


def _free_names(rng: random.Random) -> Iterator[str]:
    drawn: set[str] = set()
    names = pseudonyms(rng)
    while True:
        batch = [name for name in dict.fromkeys(islice(names, 100)) if name not in drawn]
        drawn.update(batch)
        taken = set(User.objects.filter(username__in=batch).values_list("username", flat=True))
        yield from (name for name in batch if name not in taken)


def set_account(*, student: User, extra_time: Decimal, is_active: bool, teacher: User) -> User:
    """Set the extra-time factor, and activate or deactivate the account. All its classes' logs record it.

    A deactivated account is logged out at its next request, wherever it is logged in.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=student.pk)
        if locked.extra_time != extra_time:
            record_account_activity(
                kind=Kind.EXTRA_TIME, actor=teacher, users=[locked], detail=f"{extra_time:.2f}"
            )
        if locked.is_active != is_active:
            kind = Kind.ACCOUNT_ACTIVATED if is_active else Kind.ACCOUNT_DEACTIVATED
            record_account_activity(kind=kind, actor=teacher, users=[locked])
        locked.extra_time, locked.is_active = extra_time, is_active
        locked.save(update_fields=["extra_time", "is_active"])
    return locked
