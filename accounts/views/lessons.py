"""What the pages of a student poll during a lesson, and the raised hand."""

from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import UserRequest, poll, sent_by_script, student_required, wanted_page

from ..services.lessons import lesson_of, set_hand


@require_safe
@student_required
@poll
def lesson(request: UserRequest) -> HttpResponse:
    """Whether the page is to be covered, the hand, and if a room is open; 204 if `state` says so already.

    `Retry-After` is when to ask again; without it the page need not.
    """
    found = lesson_of(request.user)
    news = {"paused": found.is_paused, "hand": found.is_hand_raised, "room": found.has_room}
    state = "".join(str(int(each)) for each in news.values())
    response = HttpResponse(status=204)
    if request.GET.get("state") != state:
        response = JsonResponse({"state": state, **news})
    if found.ask_after_s is not None:
        response["Retry-After"] = str(found.ask_after_s)
    return response


@require_POST
@student_required
def hand(request: UserRequest) -> HttpResponse:
    """Raise the hand (`on` is 1), or take it down."""
    set_hand(student=request.user, is_raised=request.POST.get("on") == "1")
    if sent_by_script(request):
        return HttpResponse(status=204)
    return HttpResponseRedirect(wanted_page(request))
