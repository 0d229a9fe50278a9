"""Going on from a position of a finished attempt."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.requests import UserRequest

from ..forms.play import first_error
from ..forms.practice import PositionForm
from ..models import Attempt
from ..services.practice import PracticeError, practise
from .doors import leads_to_work


@require_POST
@leads_to_work
def practice(request: UserRequest, pk: int) -> HttpResponse:
    """Go on from a position of a finished attempt in a practice copy."""
    form = PositionForm(request.POST)
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        messages.error(request, first_error(form))
        return redirect("replay", pk)
    number = form.cleaned_data["move"]
    try:
        return redirect(practise(player=request.user, attempt_id=pk, number=number))
    except Attempt.DoesNotExist:
        raise Http404 from None
    except PracticeError as refusal:
        messages.warning(request, str(refusal))
        return redirect(f"{reverse('replay', args=[pk])}?move={number}")
