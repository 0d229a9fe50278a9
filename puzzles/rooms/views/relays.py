"""Relays: started by the teacher; the page of a member, its poll, and the digits placed."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest, poll, student_required, teacher_required
from accounts.responses import plain_response
from puzzles.play.services.watching import is_writing_exam

from ..forms import MoveForm, RelayForm
from ..models import Relay, RelayMember, Room
from ..pages.relays import relay_page, team_state
from ..services import race_ends, relay_moves
from ..services import relays as services
from ..services.rooms import RoomError
from .rooms import NO_NEWS, class_room_page


@require_POST
@teacher_required
def start_relay(request: UserRequest, pk: int) -> HttpResponse:
    """Start a relay in an open room."""
    room = get_object_or_404(Room.objects.taught_by(request.user).select_related("classroom"), pk=pk)
    form = RelayForm(request.POST, classroom=room.classroom)
    if form.is_valid():
        with form.refusals():
            names = ("minutes", "team_size", "digits_a_turn", "turn_seconds")
            rules = {name: form.cleaned_data[name] for name in names}
            services.start_relay(room=room, author=request.user, source=form.source, **rules)
            return redirect("rooms:class_room", room.classroom_id)
    room.refresh_from_db()
    return class_room_page(
        request, room.classroom, room if room.is_open else None, status=400, relay_form=form
    )


@require_safe
@student_required
@refused_to("rooms:lessons")
def relay(request: UserRequest, pk: int) -> HttpResponse:
    """The grid of the student's team."""
    member = own_member(request, pk)
    if is_writing_exam(request.user):
        raise RoomError(_("Finish your exam first."))
    relay_moves.record_member(member=member)
    return render(request, "rooms/relay.html", relay_page(member, relay_moves.members_now(member)))


@require_POST
@student_required
@poll
def relay_news(request: UserRequest, pk: int) -> HttpResponse:
    """What has changed in the team since `known`, 204 for nothing. `back` gives the member turns again."""
    member = own_member(request, pk)
    relay_moves.record_member(member=member, is_back="back" in request.POST)
    state = team_state(member, relay_moves.members_now(member))
    if state["known"] == request.POST.get("known", ""):
        return HttpResponse(status=NO_NEWS)
    return JsonResponse(state)


@require_POST
@student_required
def relay_place(request: UserRequest, pk: int) -> HttpResponse:
    """Place a digit in the grid of the team, or hear that it is wrong."""
    member = own_member(request, pk)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    move = relay_moves.place_digit(member=member, **form.cleaned_data)
    race_ends.settle(member.team.relay.race.room)
    member = own_member(request, pk)
    state = team_state(member, relay_moves.members_now(member))
    return JsonResponse({"is_right": move.is_right} | state)


def own_member(request: UserRequest, pk: int) -> RelayMember:
    """The student in a team of a relay of their class that has started; another's is a 404."""
    rows = RelayMember.objects.filter(relay__in=Relay.objects.of(request.user), student=request.user)
    rows = rows.select_related("student", "team__relay__race__room__classroom", "team__relay__puzzle")
    return get_object_or_404(rows, relay=pk, relay__race__starts_at__lte=timezone.now())
