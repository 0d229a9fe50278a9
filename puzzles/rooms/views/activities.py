"""Activities of a lesson on all screens: their page is led to, their question is asked."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, teacher_required
from puzzles.lessons.models import Lesson, LessonActivity
from puzzles.lessons.pages.packs import activity_address
from puzzles.lessons.services.activities import Kind, from_json

from ..models import Room
from ..services.questions import ask, of_activity
from ..services.rooms import lead


@require_POST
@teacher_required
@refused_to("lessons:lesson", "pk")
def show_activity(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """Show an activity on all screens of the class's open room, and to the teacher."""
    lesson = get_of_class(request, Lesson.objects, pk=pk)
    activity = from_json(get_object_or_404(LessonActivity, lesson=lesson, position=position).data)
    room = Room.objects.open().filter(classroom=lesson.classroom_id).first()
    if room is None:
        messages.warning(request, _("Open the room of the class first."))
        return redirect("rooms:class_room", lesson.classroom_id)
    if activity.kind == Kind.QUESTION:
        ask(room=room, asked=of_activity(activity))
        return redirect("rooms:projector", room.pk)
    address = activity_address(activity)
    lead(room=room, address=address)
    return redirect(address)
