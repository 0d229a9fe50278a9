"""Login cards that can be looked at again for some minutes, without a password being stored."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from ..audit import Act, note
from ..models import Card, CardSheet, Classroom, Membership, User
from .events import Kind, record_accounts
from .passwords import card_password, unlock


@dataclass(frozen=True)
class StudentCard:
    """A card that can be printed. `number` is the line of the list that made the student."""

    number: int
    user: User
    real_name: str
    password: str


def reset_passwords(
    *, users: Iterable[User], by: User, key: bytes, classroom: Classroom | None = None
) -> CardSheet:
    """Give each account the password of a new card, numbered from 1, and open it to new tries.

    Whoever is logged in to such an account is logged out, and its earlier cards are no longer shown. All its
    classes are told who did it.
    """
    users = list(users)
    # Hashing is slow on purpose: done before the transaction, so that moves need not wait for it.
    for number, user in enumerate(users, start=1):
        user.password = make_password(card_password(key, number))
    with transaction.atomic():
        User.objects.bulk_update(users, ["password"])
        Card.objects.filter(student__in=users).delete()
        unlock(users=users)
        record_accounts(kind=Kind.PASSWORD_RESET, actor=by, users=users)
        for user in users:
            note(Act.PASSWORD_RESET, by=by.pk, account=user.pk)
        # In the same transaction: another teacher's reset ends these cards, and no password lacks its card.
        return keep_cards(by=by, classroom=classroom, cards=enumerate(users, start=1))


def keep_cards(
    *,
    by: User,
    classroom: Classroom | None,
    cards: Iterable[tuple[int, User]],
    refused: Iterable[tuple[int, str, str, bool]] | None = None,
) -> CardSheet:
    """Keep whose cards these are, by the number that each password was derived by."""
    cards = list(cards)
    with transaction.atomic():
        sheet = CardSheet.objects.create(
            made_by=by,
            classroom=classroom,
            is_report=refused is not None,
            refused=[list(line) for line in refused or ()],
            card_count=len(cards),
            ends_at=timezone.now() + CardSheet.LIFETIME,
        )
        Card.objects.bulk_create(Card(sheet=sheet, number=number, student=user) for number, user in cards)
    return sheet


def cards_on(sheet: CardSheet, *, key: bytes) -> list[StudentCard]:
    """The cards of a sheet as they are now: one whose password was changed since is not among them."""
    members = Membership.objects.managed_by(sheet.made_by)
    if sheet.classroom_id:
        members = members.filter(classroom=sheet.classroom_id)
    cards = sheet.cards.select_related("student").order_by("number")
    members = members.exclude(real_name="").filter(student__in=[card.student_id for card in cards])
    names = members.real_names()
    return [
        StudentCard(
            card.number, card.student, names.get(card.student_id, ""), card_password(key, card.number)
        )
        for card in cards
    ]
