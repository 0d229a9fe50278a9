"""Login cards: confirm, create, and open them for some minutes at an address of their own."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from ..forms import NameListForm
from ..models import CardSheet, Classroom, Membership, User
from ..qr_codes import is_local_address, qr_code
from ..requests import UserRequest
from ..services.cards import cards_on, keep_cards, reset_passwords
from ..services.passwords import new_card_key
from ..services.students import ListLine, create_students
from ..signals import running_exams_asked

# Holds the key of the passwords, for the address of its cards only.
KEY_COOKIE = "card_key"
KEY_BYTES = 32
CARDS_ON_A_PAGE = 12

C = TypeVar("C")


def confirm_cards(request: UserRequest, classroom: Classroom, members: Sequence[Membership]) -> HttpResponse:
    """The page that explains what new passwords do, before they are created."""
    in_exam = students_in_exams([member.student for member in members])
    context = {
        "classroom": classroom,
        "members": members,
        "in_exam": [member for member in members if member.student_id in in_exam],
        "card_sheets": readable_sheets(request.user, classroom),
        "is_local_address": is_local_address(login_address(request)),
    }
    return render(request, "accounts/cards_confirm.html", context)


def students_in_exams(students: Sequence[User]) -> set[int]:
    """The keys of the students who are in an exam now."""
    answers: list[tuple[Any, Any]] = running_exams_asked.send(User, students=students)
    return set().union(*(keys for _receiver, keys in answers))


def new_cards(request: UserRequest, classroom: Classroom, members: Iterable[Membership]) -> HttpResponse:
    """Reset the passwords of these members, and go on to their cards."""
    key = new_card_key()
    users = [membership.student for membership in members]
    sheet = reset_passwords(users=users, by=request.user, classroom=classroom, key=key)
    return to_cards(reverse("accounts:class_card_sheet", args=[classroom.pk, sheet.pk]), key)


def add_students(request: UserRequest, classroom: Classroom, names: list[str]) -> HttpResponse:
    """Create the students of this list, and go on to their cards and a report about every line."""
    key = new_card_key()
    results = create_students(teacher=request.user, classroom=classroom, lines=names, key=key)
    sheet = keep_report(request.user, classroom, names, results, key=key)
    return to_cards(reverse("accounts:class_card_sheet", args=[classroom.pk, sheet.pk]), key)


def keep_report(
    teacher: User,
    classroom: Classroom | None,
    names: list[str],
    lines: list[ListLine],
    *,
    key: bytes = b"",
) -> CardSheet:
    """Store the cards of the new students, and what happened to the other lines."""
    return keep_cards(
        by=teacher,
        classroom=classroom,
        cards=[(line.number, line.user) for line in lines if line.user],
        key=key,
        refused=[
            (line.number, names[line.number - 1], str(line.refusal), line.is_double)
            for line in lines
            if line.refusal
        ],
    )


def to_cards(address: str, key: bytes) -> HttpResponse:
    """Redirect to the cards, with their key in a cookie for that address only."""
    response = redirect(address)
    response.set_cookie(
        KEY_COOKIE,
        key.hex(),
        max_age=CardSheet.LIFETIME,
        path=address,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return response


def own_sheets(teacher: User, classroom: Classroom | None) -> QuerySet[CardSheet]:
    return CardSheet.objects.filter(created_by=teacher, classroom=classroom, ends_at__gt=timezone.now())


def readable_sheets(teacher: User, classroom: Classroom) -> QuerySet[CardSheet]:
    """The sheets that this teacher has just created for the class, in any browser, and that have cards."""
    return own_sheets(teacher, classroom).filter(cards__isnull=False).distinct().order_by("ends_at")


def sheet_and_key(
    request: UserRequest, number: int, classroom: Classroom | None
) -> tuple[CardSheet, bytes] | None:
    """The sheet this teacher has just created in this browser, with its key; None once it has expired."""
    sheet = own_sheets(request.user, classroom).filter(pk=number).first()
    try:
        key = bytes.fromhex(request.COOKIES.get(KEY_COOKIE, ""))
    except ValueError:
        return None
    return (sheet, key) if sheet and len(key) == KEY_BYTES else None


def cards_page(request: UserRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The cards of a sheet, or once it has expired an explanation."""
    found = sheet_and_key(request, number, classroom)
    if found is None:
        return render(request, "accounts/cards_expired.html", {"classroom": classroom}, status=410)
    sheet, key = found
    address = login_address(request)
    cards = [
        (card, qr_code(card_address(request, card.code) if card.code else address))
        for card in cards_on(sheet, key=key)
    ]
    refused = [
        {"line": line, "text": text[:40], "whole": text, "reason": reason, "is_double": is_double}
        for line, text, reason, is_double in sheet.refused
    ]
    faulty = [line for line in refused if not line["is_double"]]
    context = {
        "classroom": classroom,
        "cards": [card for card, _qr in cards],
        "sheets": split_into_sheets(cards),
        "ends_at": sheet.ends_at,
        "site_address": request.build_absolute_uri("/"),
        "has_codes": any(card.code for card, _qr in cards),
        "is_local_address": is_local_address(address),
        "is_report": sheet.is_report,
        "card_count": sheet.card_count,
        "doubles": [line for line in refused if line["is_double"]],
        "faulty": faulty,
        # To be corrected and sent again.
        "form": NameListForm(initial={"names": "\n".join(line["whole"] for line in faulty)})
        if faulty
        else None,
    }
    return render(request, "accounts/cards.html", context)


def split_into_sheets(cards: Sequence[C]) -> list[Sequence[C]]:
    """The cards of each sheet of paper."""
    return [cards[start : start + CARDS_ON_A_PAGE] for start in range(0, len(cards), CARDS_ON_A_PAGE)]


def login_address(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("accounts:login"))


def card_address(request: HttpRequest, code: str) -> str:
    """The address in the QR code of a card. The code is behind the #, which no browser sends to a server."""
    return f"{request.build_absolute_uri(reverse('accounts:login_card'))}#{code}"
