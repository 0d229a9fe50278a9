"""Histories: a student's own, and those that a teacher sees."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.requests import UserRequest, get_of_class, teacher_required
from puzzles.course.pages.history import course_history
from puzzles.course.pages.predictions import predictions_of
from puzzles.play.models import Attempt
from puzzles.play.pages.attempt_rows import attempt_rows
from puzzles.play.pages.statistics import overview_of
from puzzles.training.pages.growth import growth_of
from puzzles.training.pages.techniques import mastery_cards
from puzzles.training.services.switches import switches_of

from ..pages.classes import student_heading

ATTEMPTS_ON_A_PAGE = 20


@require_safe
def history(request: UserRequest) -> HttpResponse:
    return render(request, "home/history.html", history_context(request, request.user))


@require_safe
@teacher_required
def student_list(request: UserRequest) -> HttpResponse:
    """The address of an earlier list of all students: the classes have their tables."""
    return redirect("accounts:class_list")


@require_safe
@teacher_required
def student_history(request: UserRequest, username: str) -> HttpResponse:
    student = get_of_class(request, User.objects, username=username)
    context = history_context(request, student)
    if "overview" in context and switches_of(student).ratings:
        context["growth"] = growth_of(student)
    return render(
        request,
        "home/student_history.html",
        context | student_heading(student, request.user) | {"student": student},
    )


def history_context(request: UserRequest, player: User) -> dict[str, object]:
    """A page of attempts, filtered by `state`; the first unfiltered page has the overview too."""
    attempts = Attempt.objects.played_by(player).readable_by(request.user)
    state = request.GET.get("state", "")
    if state in Attempt.State:
        attempts = attempts.filter(state=state)
    page = Paginator(attempts.for_history().open_first(), ATTEMPTS_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    context: dict[str, object] = {
        "rows": attempt_rows(page.object_list, request.user),
        "page": page,
        "state": state if state in Attempt.State else "",
        "states": Attempt.State.choices,
        "is_own": player == request.user,
    }
    if context["state"] or page.number > 1:
        return context
    return context | {
        "overview": overview_of(player, request.user),
        "techniques": mastery_cards(player),
        "predictions": predictions_of(player),
        "course_history": course_history(player, request.user),
    }
