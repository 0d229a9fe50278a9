"""Practice copies: a finished attempt continued from one of its positions."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.forms import first_error
from accounts.requests import UserRequest

from ..forms.play import PositionForm
from ..models import Attempt
from ..services.practice import PracticeError, practise


@require_POST
def practice(request: UserRequest, pk: int) -> HttpResponse:
    """Continue from a position of a finished attempt in a practice copy."""
    form = PositionForm(request.POST)
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        messages.error(request, first_error(form))
        return redirect("play:replay", pk)
    number = form.cleaned_data["move"]
    try:
        return redirect(practise(player=request.user, attempt_id=pk, number=number))
    except PracticeError as refusal:
        refusal.back = f"{reverse('play:replay', args=[pk])}?move={number}"
        raise
