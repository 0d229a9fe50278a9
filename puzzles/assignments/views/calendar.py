"""The calendar of assignments, and its secret addresses for calendar programs."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Classroom
from accounts.requests import UserRequest

from ..forms.calendar import CalendarForm
from ..models import CalendarFeed
from ..pages.calendar import class_calendar, feed_text, student_calendar
from ..services.calendar_feeds import create_feed, find_feed, revoke_feed


@require_safe
def calendar(request: UserRequest) -> HttpResponse:
    """Assignments by due date: a student's own, or those of a teacher's classes."""
    return render(request, "assignments/calendar.html", calendar_context(request))


@require_POST
def calendar_address(request: UserRequest) -> HttpResponse:
    """Create an address of a student's calendar, or of a class; it is shown only in this response."""
    token = create_feed(owner=request.user, classroom=feed_class(request))
    address = request.build_absolute_uri(reverse("assignments:calendar_feed", args=[token]))
    return render(request, "assignments/calendar.html", calendar_context(request) | {"new_address": address})


@require_POST
def calendar_address_revoke(request: UserRequest) -> HttpResponse:
    classroom = feed_class(request)
    if revoke_feed(owner=request.user, classroom=classroom):
        messages.success(request, _("The calendar address no longer works."))
    address = reverse("assignments:calendar")
    return redirect(f"{address}?class={classroom.pk}" if classroom else address)


@require_safe
@login_not_required
def calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar of a secret address, for calendar programs; 404 for any that does not work."""
    try:
        feed = find_feed(token)
    except CalendarFeed.DoesNotExist as error:
        raise Http404 from error
    with translation.override(feed.owner.language or settings.LANGUAGE_CODE):
        text = feed_text(feed, address_of=request.build_absolute_uri, now=timezone.now())
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="sudokusite.ics"'
    response["Cache-Control"] = "private, no-store"
    return response


def feed_class(request: UserRequest) -> Classroom | None:
    """The class whose address is meant, one of the teacher's; None for a student."""
    if request.user.is_student:
        return None
    number = request.POST.get("class", "")
    if not number.isdecimal() or len(number) > 9:
        raise Http404
    return get_object_or_404(Classroom.objects.read_by(request.user).current(), pk=int(number))


def calendar_context(request: UserRequest) -> dict[str, object]:
    user, now = request.user, timezone.now()
    form = CalendarForm(request.POST if request.method == "POST" else request.GET, user=user)
    form.is_valid()
    first, chosen = form.cleaned_data.get("from"), form.cleaned_data.get("class")
    feeds = {feed.classroom_id: feed for feed in CalendarFeed.objects.filter(owner=user)}
    context: dict[str, object] = {"chosen": chosen, "feed": feeds.get(chosen.pk if chosen else None)}
    if user.is_teacher:
        classrooms = list(Classroom.objects.read_by(user).current())
        shown = [chosen] if chosen else classrooms
        return context | {
            "classrooms": classrooms,
            "calendar": class_calendar(shown, first=first, now=now),
        }
    return context | {"calendar": student_calendar(user, first=first, now=now)}
