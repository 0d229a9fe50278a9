"""The room of a class: its page, past lessons, the projector, and a student's lessons."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, poll, student_required, teacher_required
from puzzles.library.views.downloads import csv_download

from ..forms import QuestionForm, RaceForm, RelayForm, SlideForm
from ..models import Room
from ..pages.rooms import (
    answer_rows,
    class_context,
    lessons_context,
    live_context,
    panel_context,
    results_context,
)
from ..services import race_ends
from ..services import rooms as services

NO_NEWS = 204


@require_safe
@teacher_required
def class_room(request: UserRequest, pk: int) -> HttpResponse:
    """The open room of a class with its question, and the lessons before."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    room = Room.objects.open().filter(classroom=classroom).first()
    return class_room_page(request, classroom, room)


def class_room_page(
    request: UserRequest, classroom: Classroom, room: Room | None, *, status: int = 200, **forms: Any
) -> HttpResponse:
    """The page of a class's room; `forms` are those that were sent, and refused."""
    context = class_context(classroom, room) | {
        "form": QuestionForm(),
        "slide_form": SlideForm(auto_id="slide_%s"),
        "race_form": RaceForm(classroom=classroom),
        "relay_form": RelayForm(classroom=classroom),
    }
    return render(request, "rooms/class_room.html", context | forms, status=status)


@require_POST
@teacher_required
@refused_to("rooms:class_room", "pk")
def open_room(request: UserRequest, pk: int) -> HttpResponse:
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    services.open_room(classroom=classroom)
    return redirect("rooms:class_room", pk)


@require_POST
@teacher_required
def close_room(request: UserRequest, pk: int) -> HttpResponse:
    room = services.close_room(room=own_room(request, pk))
    return redirect("rooms:class_room", room.classroom_id)


@require_safe
@teacher_required
def room_results(request: UserRequest, pk: int) -> HttpResponse:
    """The questions of a room with the answers of everybody."""
    return render(request, "rooms/results.html", results_context(own_room(request, pk)))


@require_safe
@teacher_required
def room_answers(request: UserRequest, pk: int) -> HttpResponse:
    """The answers of a room as a CSV file, for a spreadsheet unless it shall be plain."""
    room = own_room(request, pk)
    kind = "plain" if request.GET.get("form") == "plain" else "excel"
    name = f"{room.classroom.name} {localtime(room.opened_at):%Y-%m-%d %H-%M}"
    return csv_download(answer_rows(room), kind=kind, name=name, by=request.user, room=pk)


@require_safe
@teacher_required
def projector(request: UserRequest, pk: int) -> HttpResponse:
    """The question and its bars, to be read from the back of the room."""
    room = own_room(request, pk)
    if not room.is_open:
        return redirect("rooms:class_room", room.classroom_id)
    return render(request, "rooms/projector.html", live_context(room) | {"where": "projector"})


@require_safe
@teacher_required
@poll
def room_live(request: UserRequest, pk: int) -> HttpResponse:
    """The part of a teacher's page that changes by itself; 204 where it has the newest."""
    room = own_room(request, pk)
    race_ends.settle(room)
    context = live_context(room)
    if context["stamp"] == request.GET.get("stamp"):
        return HttpResponse(status=NO_NEWS)
    if not room.is_open:
        return HttpResponse(status=NO_NEWS, headers={"HX-Refresh": "true"})
    where = request.GET.get("where", "")
    context["where"] = where if where in {"bar", "page", "projector"} else "page"
    return render(request, "rooms/_live.html", context)


@require_safe
@student_required
def lessons(request: UserRequest) -> HttpResponse:
    """The question of the open room, and the questions of the lessons before with the own answers."""
    context = lessons_context(request.user)
    if room := services.room_of(request.user):
        context |= panel_context(room, request.user)
    return render(request, "rooms/lessons.html", context)


def own_room(request: UserRequest, pk: int) -> Room:
    """A room of a class of this teacher; another's is a 404."""
    room: Room = get_of_class(request, Room.objects.select_related("classroom"), pk=pk)
    return room
