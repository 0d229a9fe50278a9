"""A player's preferences."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.forms import first_error
from accounts.requests import UserRequest, page_with_form, wanted_page

from ..forms.preferences import BoardForm, TechniquesForm
from ..models import Preferences
from ..pages.preferences import techniques_by_tier
from ..services.techniques import switch_techniques, techniques_off


@page_with_form
def technique_settings(request: UserRequest) -> HttpResponse:
    """The techniques hints may use, in their order, each with a switch."""
    if request.method == "POST":
        form = TechniquesForm(request.POST)
        if form.is_valid():
            switch_techniques(player=request.user, on=form.cleaned_data["on"])
            messages.success(request, _("Your choice of techniques is saved."))
            return redirect("play:technique_settings")
        messages.error(request, first_error(form))
    context = {"tiers": techniques_by_tier(), "off": techniques_off(request.user.pk)}
    return render(request, "play/technique_settings.html", context)


@page_with_form
def board_settings(request: UserRequest) -> HttpResponse:
    """How the board looks and behaves for this player; `next` leads back to a grid."""
    back = wanted_page(request, default="play:board_settings")
    posted = request.POST if request.method == "POST" else None
    form = BoardForm(posted, instance=Preferences.objects.of(request.user))
    if form.is_valid():
        Preferences.objects.update_or_create(player=request.user, defaults=form.cleaned_data)
        messages.success(request, _("Your board settings are saved."))
        return HttpResponseRedirect(back)
    return render(request, "play/board_settings.html", {"form": form, "next": back})
