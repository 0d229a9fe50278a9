"""Follow me: the teacher's bar and addresses, and the poll and the panel of students.

Phones hold a stream of events, which takes no thread (sudokusite/serving/streams.py), and poll every five
seconds besides; where no stream arrives they poll every 0.6 s. `python -m tests.load.room` on two cores, with
40 idle sockets; milliseconds, median / 95 % / slowest:

                             35 phones                        120 phones
                      streams          polls          streams          polls
step to a phone       53/151/276       307/572/613    75/347/488       342/636/1290
question to a phone   175/278/286      339/587/626    505/788/948      489/830/961
kB a minute, phone    58               165            59               158

A question is asked for by all phones at once.
"""

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.requests import UserRequest, poll, student_required, teacher_required
from accounts.responses import STREAMS_AVAILABLE, plain_response, stream_response
from puzzles.play.services.watching import is_writing_exam

from ..forms import AddressForm, SwitchForm
from ..models import MAX_ADDRESS, Room
from ..pages.rooms import bar_context, panel_context
from ..services import race_ends
from ..services import rooms as services
from .rooms import NO_NEWS, own_room

QUIET = {"lead": "", "panel": "", "following": False}


# The teacher


@require_safe
@teacher_required
@poll
def bar(request: UserRequest) -> HttpResponse:
    """The bar above a teacher's page; 204 while no room is open."""
    rooms = Room.objects.taught_by(request.user).open().select_related("classroom")
    room = rooms.first()
    if room is None:
        return HttpResponse(status=NO_NEWS)
    address = request.GET.get("at", "")[: MAX_ADDRESS + 1]
    return render(request, "rooms/_bar.html", bar_context(room, address) | {"where": "bar"})


def bar_of(request: UserRequest, room: Room) -> HttpResponse:
    """The bar after an act on it; without script the page of the room."""
    if not request.htmx:
        return redirect("rooms:class_room", room.classroom_id)
    room.refresh_from_db()
    address = request.POST.get("at", "")[: MAX_ADDRESS + 1]
    return render(request, "rooms/_bar.html", bar_context(room, address) | {"where": "bar"})


@require_POST
@teacher_required
def lead(request: UserRequest, pk: int) -> HttpResponse:
    """Lead the class to an address of the site; the page of the teacher sends it whenever it changes."""
    room = own_room(request, pk)
    form = AddressForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    services.lead(room=room, address=form.cleaned_data["address"])
    return bar_of(request, room) if "at" in request.POST else HttpResponse(status=NO_NEWS)


@require_POST
@teacher_required
def let_go(request: UserRequest, pk: int) -> HttpResponse:
    room = own_room(request, pk)
    services.let_go(room=room)
    return bar_of(request, room)


@require_POST
@teacher_required
def hold(request: UserRequest, pk: int) -> HttpResponse:
    """Hold those who follow (`on` is 1), or allow them to step aside."""
    room = own_room(request, pk)
    form = SwitchForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    services.hold(room=room, is_on=form.is_on)
    return bar_of(request, room)


# Students


@require_POST
@student_required
@poll
def news(request: UserRequest) -> HttpResponse:
    """What has changed in the room since `known`; 204 where nothing has, after one query."""
    room = services.room_seen_by(request.user)
    known = known_state(room)
    if room:
        services.record_presence(room=room, student=request.user)
    if known == request.POST.get("known", ""):
        return HttpResponse(status=NO_NEWS)
    if room is None or is_writing_exam(request.user):
        return JsonResponse({"known": known, "room": 0} | QUIET)
    panel_parts = (
        room.question_shown,
        room.question_status,
        room.answered_at,
        room.is_followed,
        room.is_holding,
        *race_state(room),
    )
    return JsonResponse(
        {
            "known": known,
            "room": room.pk,
            "lead": room.address,
            "following": room.is_followed,
            "panel": f"{bool(room.address)} {panel_parts}",
        }
    )


def known_state(room: Room | None) -> str:
    """The state of a room for one student, short; "" for no room."""
    if room is None:
        return ""
    answered_ms = round(1000 * room.answered_at.timestamp()) if room.answered_at else 0
    race = ".".join(map(str, race_state(room)))
    return f"{room.pk}.{room.version}.{int(room.is_followed)}.{answered_ms}.{race}"


def race_state(room: Room) -> tuple[int, ...]:
    """The race on the screens, whether it is over, and the student's game of it with whether it has ended."""
    if room.race_shown is None:
        return ()
    is_over = room.race_ends_at <= timezone.now()
    return room.race_shown, int(is_over), room.race_game or 0, int(room.race_done_at is not None)


@require_safe
@student_required
@poll
def events(request: UserRequest) -> HttpResponse:
    """Open a stream of the room's versions; 204 without a room, or where the server holds no streams."""
    can_stream = request.method == "GET" and request.META.get(STREAMS_AVAILABLE)
    room = services.room_of(request.user) if can_stream else None
    if room is None:
        return HttpResponse(status=NO_NEWS)
    return stream_response(channel=room.pk, account=request.user.pk)


@require_safe
@student_required
@poll
def panel(request: UserRequest) -> HttpResponse:
    """The way to the teacher's page, and the question; 204 without a room."""
    room = services.room_of(request.user)
    if room is None:
        return HttpResponse(status=NO_NEWS)
    race_ends.settle(room)
    return render(request, "rooms/_panel.html", panel_context(room, request.user))


@require_POST
@student_required
def follow(request: UserRequest) -> HttpResponse:
    """Follow the teacher (`on` is 1), or step aside."""
    form = SwitchForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    room = services.room_of(request.user)
    if room is None:
        raise Http404
    services.follow(room=room, student=request.user, is_on=form.is_on)
    if request.htmx:
        return HttpResponse(status=NO_NEWS)
    return redirect(room.address if form.is_on else "home:home")
