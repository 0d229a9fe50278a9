"""The page of login cards: the one place where passwords are told, once."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from .. import services
from ..cards import LoginCard, is_of_this_machine, qr_code, sheets
from ..forms import NameListForm
from ..models import Classroom, Membership
from ..requests import UserRequest


def fresh_cards(
    request: UserRequest, classroom: Classroom, memberships: Iterable[Membership]
) -> HttpResponse:
    """Reset the passwords of these members and answer with their cards."""
    real_names = {membership.student: membership.real_name for membership in memberships}
    fresh = services.reset_passwords(users=real_names, by=request.user)
    cards = [LoginCard(real_names[user], user.username, password) for user, password in fresh]
    return cards_page(request, classroom, cards)


def add_report(
    request: UserRequest,
    classroom: Classroom,
    names: list[str],
    answers: list[services.NewStudent | services.RefusedLine],
) -> HttpResponse:
    """The cards of who was made, the report of every line, and what was refused to be sent again."""
    made = [answer for answer in answers if isinstance(answer, services.NewStudent)]
    refused = [answer for answer in answers if isinstance(answer, services.RefusedLine)]
    faulty = [names[answer.line - 1] for answer in refused if not answer.is_double]
    return cards_page(
        request,
        classroom,
        [LoginCard(new.real_name, new.user.username, new.password) for new in made],
        made=made,
        doubles=[answer for answer in refused if answer.is_double],
        faulty=[answer for answer in refused if not answer.is_double],
        form=NameListForm(initial={"names": "\n".join(faulty)}) if faulty else None,
    )


def cards_page(
    request: UserRequest, classroom: Classroom, cards: list[LoginCard], **report: object
) -> HttpResponse:
    address = login_address(request)
    context = {
        "classroom": classroom,
        "cards": cards,
        "sheets": sheets(cards),
        "site_address": request.build_absolute_uri("/"),
        "qr": qr_code(address),
        "is_of_this_machine": is_of_this_machine(address),
        "is_report": bool(report),
        **report,
    }
    return render(request, "accounts/cards.html", context)


def login_address(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("login"))
