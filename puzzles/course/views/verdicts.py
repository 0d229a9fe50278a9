"""What a student's browser reports: exercises opened, verdicts of the judge, a reference asked for."""

from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.requests import UserRequest

from ..access import reference_access
from ..forms.verdicts import read_verdicts
from ..models import EXERCISES, is_exercise
from ..services import progress


@require_POST
def verdicts(request: UserRequest, worksheet: str) -> HttpResponse:
    """Count the verdicts of a JSON list as tries. A version that is handed in sends its own."""
    require_worksheet(worksheet)
    found = read_verdicts(request, worksheet)
    newly_passed = progress.record_verdicts(student=request.user, worksheet=worksheet, verdicts=found)
    access = reference_access(request.user, worksheet) if newly_passed else None
    opened = [key for key in newly_passed if access and access.is_open(key)]
    return JsonResponse({"newly_passed": newly_passed, "opened": opened})


@require_POST
def seen(request: UserRequest, worksheet: str, key: str) -> HttpResponse:
    """The page of an exercise was opened: reported by the page itself, as no GET stores anything."""
    if not is_exercise(worksheet, key):
        raise Http404
    progress.record_seen(student=request.user, worksheet=worksheet, exercise=key)
    return HttpResponse(status=204)


@require_POST
def show_reference(request: UserRequest, worksheet: str, key: str) -> HttpResponse:
    """Show a reference to a student without a class who asks for it, and keep that they asked."""
    if not is_exercise(worksheet, key):
        raise Http404
    if reference_access(request.user, worksheet).may_ask:
        progress.record_shown(student=request.user, worksheet=worksheet, exercise=key)
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("course:worksheet", args=[worksheet])
    return HttpResponseRedirect(back)


def require_worksheet(worksheet: str) -> None:
    if worksheet not in EXERCISES:
        raise Http404
