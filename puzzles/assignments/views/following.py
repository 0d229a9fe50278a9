"""The live board and the table of a class."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import Classroom
from accounts.requests import UserRequest, get_of_class, poll, teacher_required
from puzzles.library.views.downloads import csv_download

from ..forms.following import DEFAULT_DAYS, LiveForm, TableForm
from ..pages.class_table import file_rows, table_page
from ..pages.live_board import LiveChoice, assignments_to_follow, live_board, live_news
from ..services.following import EVER

NO_NEWS = 204


@require_safe
@teacher_required
def class_live(request: UserRequest, pk: int) -> HttpResponse:
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    choice = live_choice(request, classroom)
    context = live_context(classroom, choice) | {
        "board": live_board(classroom, choice, timezone.now()),
        "assignments": assignments_to_follow(classroom),
    }
    return render(request, "assignments/class_live.html", context)


@require_safe
@teacher_required
@poll
def class_live_news(request: UserRequest, pk: int) -> HttpResponse:
    """Changes since the cards with these stamps; 204 without changes."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    choice = live_choice(request, classroom)
    news = live_news(classroom, choice, request.GET.getlist("card"), timezone.now())
    if news is None:
        return HttpResponse(status=NO_NEWS)
    return render(request, "assignments/_live_news.html", live_context(classroom, choice) | {"news": news})


@require_safe
@teacher_required
def class_table(request: UserRequest, pk: int) -> HttpResponse:
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    form = TableForm(request.GET)
    form.is_valid()
    days = form.cleaned_data.get("days") or DEFAULT_DAYS
    page = table_page(classroom, days=days, sort=form.cleaned_data.get("sort", ""), now=timezone.now())
    kind = form.cleaned_data.get("file")
    if kind:
        name = classroom.name if days == EVER else f"{classroom.name} {days}"
        return csv_download(file_rows(page), kind=kind, name=name, by=request.user, classroom=pk)
    return render(request, "assignments/class_table.html", {"classroom": classroom, "page": page})


def live_choice(request: UserRequest, classroom: Classroom) -> LiveChoice:
    """The choice in the address, without invalid values."""
    form = LiveForm(request.GET, classroom=classroom)
    form.is_valid()
    asked = form.cleaned_data
    return LiveChoice(
        assignment=asked.get("assignment"),
        is_projector=asked.get("projector", False),
        shows_mistakes=asked.get("mistakes", True),
    )


def live_context(classroom: Classroom, choice: LiveChoice) -> dict[str, object]:
    return {"classroom": classroom, "choice": choice}
