"""Races: start, end and put away by the teacher; a student opens the grid."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from accounts.refusals import refused_to
from accounts.requests import UserRequest, student_required, teacher_required

from ..forms import RaceForm
from ..models import Race, Room
from ..services import race_ends
from ..services import races as services
from ..services.relays import join_relay
from .rooms import class_room_page

NO_NEWS = 204


@require_POST
@teacher_required
def start_race(request: UserRequest, pk: int) -> HttpResponse:
    """Start a race in an open room."""
    room = get_object_or_404(Room.objects.taught_by(request.user).select_related("classroom"), pk=pk)
    form = RaceForm(request.POST, classroom=room.classroom)
    if form.is_valid():
        with form.refusals():
            asked = form.cleaned_data
            services.start_race(
                room=room,
                author=request.user,
                source=form.source,
                minutes=asked["minutes"],
                teams=asked["teams"],
            )
            return redirect("rooms:class_room", room.classroom_id)
    room.refresh_from_db()
    return class_room_page(
        request, room.classroom, room if room.is_open else None, status=400, race_form=form
    )


@require_POST
@teacher_required
def end_race(request: UserRequest, pk: int) -> HttpResponse:
    """End the race: the first three come on the screens."""
    race = race_ends.end_race(race=own_race(request, pk))
    return live_or_page(request, race)


@require_POST
@teacher_required
def put_race_away(request: UserRequest, pk: int) -> HttpResponse:
    """Take the race off the screens."""
    race = own_race(request, pk)
    race_ends.put_race_away(race=race)
    return live_or_page(request, race)


def live_or_page(request: UserRequest, race: Race) -> HttpResponse:
    """The part that changes is fetched at once by a script; without it, the page of the room."""
    if request.htmx:
        return HttpResponse(status=NO_NEWS, headers={"HX-Trigger": "room-changed"})
    return redirect("rooms:class_room", race.room.classroom_id)


def own_race(request: UserRequest, pk: int) -> Race:
    """A race of a class of this teacher; another's is a 404."""
    return get_object_or_404(Race.objects.taught_by(request.user).select_related("room"), pk=pk)


@require_POST
@student_required
@refused_to("rooms:lessons")
def open_race_grid(request: UserRequest, pk: int) -> HttpResponse:
    """Open the grid of the race, or that of a team of the relay; or come back to it."""
    race = get_object_or_404(Race.objects.of(request.user).select_related("relay"), pk=pk)
    if race.relay_or_none:
        return redirect(join_relay(race=race, student=request.user))
    return redirect(services.open_race_grid(race=race, student=request.user))
