"""Login cards: asked about, made, and looked at for some minutes at an address of their own."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from .. import services
from ..cards import LoginCard, is_of_this_machine, qr_code, sheets
from ..forms import NameListForm
from ..models import CardSheet, Classroom, Membership, User
from ..requests import UserRequest
from ..signals import running_exams_asked

# Holds the key of the passwords, for the address of its cards only.
KEY_COOKIE = "card_key"
KEY_BYTES = 32


def ask_for_cards(request: UserRequest, classroom: Classroom, members: Sequence[Membership]) -> HttpResponse:
    """The page that says what new passwords do, before there are any."""
    in_exam = students_in_exams([member.student for member in members])
    context = {
        "classroom": classroom,
        "members": members,
        "in_exam": [member for member in members if member.student_id in in_exam],
        "card_sheets": readable_sheets(request.user, classroom),
    }
    return render(request, "accounts/cards_ask.html", context)


def students_in_exams(students: Sequence[User]) -> set[int]:
    """The keys of those of these students who are in an exam now."""
    answers: list[tuple[Any, Any]] = running_exams_asked.send(User, students=students)
    return set().union(*(keys for _receiver, keys in answers))


def new_cards(request: UserRequest, classroom: Classroom, memberships: Iterable[Membership]) -> HttpResponse:
    """Reset the passwords of these members, and go on to their cards."""
    key = services.new_card_key()
    users = [membership.student for membership in memberships]
    sheet = services.reset_passwords(users=users, by=request.user, classroom=classroom, key=key)
    return to_cards(reverse("class_card_sheet", args=[classroom.pk, sheet.pk]), key)


def add_students(request: UserRequest, classroom: Classroom, names: list[str]) -> HttpResponse:
    """Make the students of this list, and go on to their cards and the report of every line."""
    key = services.new_card_key()
    answers = services.create_students(teacher=request.user, classroom=classroom, lines=names, key=key)
    sheet = keep_report(request.user, classroom, names, answers)
    return to_cards(reverse("class_card_sheet", args=[classroom.pk, sheet.pk]), key)


def keep_report(
    teacher: User,
    classroom: Classroom | None,
    names: list[str],
    answers: list[services.NewStudent | services.RefusedLine],
) -> CardSheet:
    """Keep the cards of who was made, and what became of the other lines."""
    made = [answer for answer in answers if isinstance(answer, services.NewStudent)]
    refused = [answer for answer in answers if isinstance(answer, services.RefusedLine)]
    return services.keep_cards(
        by=teacher,
        classroom=classroom,
        cards=[(new.line, new.user) for new in made],
        refused=[(each.line, names[each.line - 1], str(each.reason), each.is_double) for each in refused],
    )


def to_cards(address: str, key: bytes) -> HttpResponse:
    """To the cards, with their key in a cookie that goes to no other address."""
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


def readable_sheets(teacher: User, classroom: Classroom) -> QuerySet[CardSheet]:
    """The sheets with cards that this teacher made for the class a moment ago, in whichever browser."""
    own = CardSheet.objects.filter(made_by=teacher, classroom=classroom, ends_at__gt=timezone.now())
    return own.filter(cards__isnull=False).distinct().order_by("ends_at")


def shown_sheet(
    request: UserRequest, number: int, classroom: Classroom | None
) -> tuple[CardSheet, bytes] | None:
    """The sheet that this teacher made a moment ago in this browser, with its key; None once it is over."""
    own = CardSheet.objects.filter(made_by=request.user, classroom=classroom, ends_at__gt=timezone.now())
    sheet = own.filter(pk=number).first()
    try:
        key = bytes.fromhex(request.COOKIES.get(KEY_COOKIE, ""))
    except ValueError:
        return None
    return (sheet, key) if sheet and len(key) == KEY_BYTES else None


def cards_page(request: UserRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The cards of a sheet, however often they are asked for; a sentence once its minutes are over."""
    found = shown_sheet(request, number, classroom)
    if found is None:
        return render(request, "accounts/cards_gone.html", {"classroom": classroom}, status=410)
    sheet, key = found
    made = services.cards_on(sheet, key=key)
    cards = [LoginCard(each.real_name, each.user.username, each.password) for each in made]
    address = login_address(request)
    context = {
        "classroom": classroom,
        "cards": cards,
        "sheets": sheets(cards),
        "ends_at": sheet.ends_at,
        "site_address": request.build_absolute_uri("/"),
        "qr": qr_code(address),
        "is_of_this_machine": is_of_this_machine(address),
        "is_report": sheet.is_report,
        "card_count": sheet.card_count,
        "made": made,
        **refused_lines(sheet),
    }
    return render(request, "accounts/cards.html", context)


def refused_lines(sheet: CardSheet) -> dict[str, object]:
    """The lines that made nobody: doubles, and faulty ones in a form to be put right."""
    lines = [
        {"line": line, "text": text[:40], "whole": text, "reason": reason, "is_double": is_double}
        for line, text, reason, is_double in sheet.refused
    ]
    faulty = [line for line in lines if not line["is_double"]]
    whole = "\n".join(line["whole"] for line in faulty)
    return {
        "doubles": [line for line in lines if line["is_double"]],
        "faulty": faulty,
        "form": NameListForm(initial={"names": whole}) if faulty else None,
    }


def login_address(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("login"))
