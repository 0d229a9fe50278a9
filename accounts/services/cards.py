"""Login cards that can be opened again for some minutes, without storing a password."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from ..audit_log import Action, log_action
from ..models import Card, CardCode, CardSheet, Classroom, Membership, User
from .activity_log import Kind, record_account_activity
from .card_codes import card_code, hashed_code, store_card_codes
from .passwords import card_password
from .throttle import unlock


@dataclass(frozen=True)
class StudentCard:
    """A card to print. `number` is the line of the list of names, or the number of the account.

    `code` is the secret of its QR code; "" if the card logs in by typing only.
    """

    number: int
    user: User
    real_name: str
    password: str
    code: str


def reset_passwords(
    *, users: Iterable[User], by: User, key: bytes, classroom: Classroom | None = None
) -> CardSheet:
    """Give each account the password of a new card, numbered from 1, and unlock it.

    The accounts are logged out everywhere, and their earlier cards are no longer shown. The activity logs of
    all their classes record who did it.
    """
    users = list(users)
    # Hashing is slow on purpose: done before the transaction, so that moves need not wait for it.
    for number, user in enumerate(users, start=1):
        user.password = make_password(card_password(key, number))
    with transaction.atomic():
        User.objects.bulk_update(users, ["password"])
        Card.objects.filter(student__in=users).delete()
        CardCode.objects.filter(student__in=users).delete()
        unlock(users=users)
        record_account_activity(kind=Kind.PASSWORD_RESET, actor=by, users=users)
        for user in users:
            log_action(Action.PASSWORD_RESET, by=by.pk, account=user.pk)
        # In the same transaction: a simultaneous reset ends these cards, and no password lacks its card.
        return keep_cards(by=by, classroom=classroom, cards=enumerate(users, start=1), key=key)


def keep_cards(
    *,
    by: User,
    classroom: Classroom | None,
    cards: Iterable[tuple[int, User]],
    key: bytes = b"",
    refused: Iterable[tuple[int, str, str, bool]] | None = None,
) -> CardSheet:
    """Store whose cards these are, with the number from which each password is derived.

    With their key, the QR codes of the cards log in, if the class allows it.
    """
    cards = list(cards)
    with transaction.atomic():
        sheet = CardSheet.objects.create(
            created_by=by,
            classroom=classroom,
            is_report=refused is not None,
            refused=[list(line) for line in refused or ()],
            card_count=len(cards),
            ends_at=timezone.now() + CardSheet.LIFETIME,
        )
        Card.objects.bulk_create(Card(sheet=sheet, number=number, student=user) for number, user in cards)
        if key and classroom is not None:
            store_card_codes(classroom=classroom, cards=cards, key=key)
    return sheet


def cards_on(sheet: CardSheet, *, key: bytes) -> list[StudentCard]:
    """The cards of a sheet, without those whose password has been changed since."""
    members = Membership.objects.managed_by(sheet.created_by)
    if sheet.classroom_id:
        members = members.filter(classroom=sheet.classroom_id)
    cards = sheet.cards.select_related("student").order_by("number")
    members = members.named().filter(student__in=[card.student_id for card in cards])
    names = members.real_names()
    students = [card.student_id for card in cards]
    valid = set(CardCode.objects.valid().filter(student__in=students).values_list("code_hash", flat=True))
    return [
        StudentCard(
            number=card.number,
            user=card.student,
            real_name=names.get(card.student_id, ""),
            password=card_password(key, card.number),
            code=code if hashed_code(code := card_code(key, card.number)) in valid else "",
        )
        for card in cards
    ]
