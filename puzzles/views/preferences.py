"""How a player wishes to play."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.requests import UserRequest

from ..display.preferences import technique_switches
from ..forms.play import first_error
from ..forms.preferences import TechniquesForm
from ..services.preferences import switch_techniques, techniques_off


@require_http_methods(["GET", "HEAD", "POST"])
def technique_settings(request: UserRequest) -> HttpResponse:
    """The techniques hints may use, in their order; switched on and off here."""
    if request.method == "POST":
        form = TechniquesForm(request.POST)
        if form.is_valid():
            switch_techniques(player=request.user, on=form.cleaned_data["on"])
            messages.success(request, _("Your choice of techniques is saved."))
            return redirect("technique_settings")
        messages.error(request, first_error(form))
    tiers = technique_switches(techniques_off(request.user.pk))
    return render(request, "technique_settings.html", {"tiers": tiers})
