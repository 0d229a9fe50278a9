"""Many students at once, from a list of names."""

import random
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..fields import plain_letters
from ..models import Classroom, Membership, User
from ..pseudonyms import pseudonyms
from .events import Kind, record_event, record_students
from .passwords import card_password, new_card_key

LONGEST_NAME = 120
NO_NAME = _("This is not a name.")
TAKEN = _("This user name is taken.")
TWICE = _("This name stands twice in the list: add something to tell them apart.")
IN_CLASS = _("Somebody of this name is in the class already.")


@dataclass(frozen=True)
class NewStudent:
    """A student that was made; the password is told here and never again."""

    line: int
    real_name: str
    user: User
    password: str


@dataclass(frozen=True)
class RefusedLine:
    """A line that made no student, and why."""

    line: int
    text: str
    reason: str | Promise

    @property
    def is_double(self) -> bool:
        """Whether nothing is wrong with the name but that it was there before."""
        return any(self.reason is double for double in (TAKEN, TWICE, IN_CLASS))


@dataclass(frozen=True)
class _Wish:
    line: int
    text: str
    real_name: str = ""
    username: str = ""
    refusal: str | Promise = ""

    @property
    def key(self) -> tuple[bool, str]:
        """What must not come twice: a real name in the class, a user name on the site."""
        return bool(self.real_name), plain_letters(self.real_name) or self.username


def create_students(
    *,
    teacher: User,
    classroom: Classroom | str,
    lines: Iterable[str],
    lines_are_user_names: bool = False,
    key: bytes | None = None,
) -> list[NewStudent | RefusedLine]:
    """Make an account in the class for every line; one answer a line, in their order.

    A class given by its name is the teacher's own of that name; it is made if she has none. A line is a real
    name, which is kept for the class and never in the account (a pseudonym is made), or with
    `lines_are_user_names` the user name itself. Blank lines are left out. A list sent twice makes nobody
    twice. With a `key` the passwords are those of its cards, by the number of the line.
    """
    wishes = [_wish(number, text, lines_are_user_names) for number, text in _numbered(lines)]
    key = key or new_card_key()
    try:
        return _stored(wishes, teacher, classroom, key)
    except IntegrityError:
        # Somebody else took one of the user names just now: look again.
        return _stored(wishes, teacher, classroom, key)


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, start=1):
        text = " ".join(unicodedata.normalize("NFC", line.replace("\ufeff", "")).split())
        if text:
            yield number, text


def _wish(number: int, text: str, is_user_name: bool) -> _Wish:
    """What a line asks for, judged by itself."""
    if len(text) > LONGEST_NAME or not text.isprintable() or not any(map(str.isalnum, text)):
        return _Wish(number, text[:40], refusal=NO_NAME)
    if not is_user_name:
        return _Wish(number, text, real_name=text)
    try:
        username = User._meta.get_field("username").clean(text, None)
    except ValidationError as error:
        return _Wish(number, text, refusal=error.messages[0])
    return _Wish(number, text, username=username)


def _stored(
    wishes: list[_Wish], teacher: User, classroom: Classroom | str, key: bytes
) -> list[NewStudent | RefusedLine]:
    wishes = list(_with_names(_without_doubles(wishes, _standing(classroom, teacher))))
    passwords = {wish.line: card_password(key, wish.line) for wish in wishes if not wish.refusal}
    # Hashing is slow on purpose: done before the transaction, so that moves need not wait for it.
    hashes = {line: make_password(password) for line, password in passwords.items()}
    users: dict[int, User] = {}
    with transaction.atomic():
        # The same list may come in twice at this moment: the second must see the first's students.
        User.objects.select_for_update().get(pk=teacher.pk)
        standing = _standing(classroom, teacher)
        if standing:
            # A class has several teachers, and a colleague may send the list too.
            Classroom.objects.select_for_update().get(pk=standing.pk)
        wishes = list(_without_doubles(wishes, standing))
        accepted = [wish for wish in wishes if not wish.refusal]
        if accepted:
            made = [User(username=wish.username, password=hashes[wish.line]) for wish in accepted]
            users = dict(zip((wish.line for wish in accepted), User.objects.bulk_create(made), strict=True))
            _enrol(accepted, users, standing or _new_classroom(str(classroom), teacher), teacher)
    return [
        RefusedLine(wish.line, wish.text, wish.refusal)
        if wish.refusal
        else NewStudent(wish.line, wish.real_name, users[wish.line], passwords[wish.line])
        for wish in wishes
    ]


def _enrol(wishes: list[_Wish], users: dict[int, User], classroom: Classroom, teacher: User) -> None:
    Membership.objects.bulk_create(
        Membership(classroom=classroom, student=users[wish.line], real_name=wish.real_name) for wish in wishes
    )
    record_students(classroom=classroom, kind=Kind.MEMBER_MADE, actor=teacher, students=users.values())


def _standing(classroom: Classroom | str, teacher: User) -> Classroom | None:
    """The class that is meant, if it is there."""
    if isinstance(classroom, Classroom):
        return classroom
    return Classroom.objects.taught_by(teacher).current().filter(name=classroom).first()


def _new_classroom(name: str, teacher: User) -> Classroom:
    classroom = Classroom.objects.create(name=name)
    classroom.teachers.add(teacher)
    record_event(classroom=classroom, kind=Kind.CLASS_MADE, actor=teacher)
    return classroom


def _without_doubles(wishes: list[_Wish], classroom: Classroom | None) -> Iterator[_Wish]:
    """The wishes, refused where the name was there before: in the list, in the class, or on the site."""
    members = Membership.objects.filter(classroom=classroom).values_list("real_name", flat=True)
    wished = [wish.username for wish in wishes if not wish.real_name]
    taken = User.objects.filter(username__in=wished).values_list("username", flat=True)
    unwelcome: dict[tuple[bool, str], str | Promise] = {
        (True, plain_letters(name)): IN_CLASS for name in members
    }
    unwelcome |= {(False, name): TAKEN for name in taken}
    for wish in wishes:
        refusal = wish.refusal or unwelcome.get(wish.key, "")
        unwelcome.setdefault(wish.key, TWICE)
        yield replace(wish, refusal=refusal)


def _with_names(wishes: Iterable[_Wish]) -> Iterator[_Wish]:
    """The wishes, with a free pseudonym for whoever has no user name."""
    names = _free_names(secrets.SystemRandom())
    for wish in wishes:
        yield wish if wish.username or wish.refusal else replace(wish, username=next(names))


def _free_names(rng: random.Random) -> Iterator[str]:
    drawn: set[str] = set()
    names = pseudonyms(rng)
    while True:
        batch = [name for name in dict.fromkeys(islice(names, 100)) if name not in drawn]
        drawn.update(batch)
        taken = set(User.objects.filter(username__in=batch).values_list("username", flat=True))
        yield from (name for name in batch if name not in taken)
