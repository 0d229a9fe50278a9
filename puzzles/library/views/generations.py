"""New grids: order them, follow the progress, and stop it."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import Refusal
from accounts.requests import UserRequest, page_with_form, poll, teacher_required

from .. import services as library
from ..forms.generation import GenerationForm
from ..models import Collection, Entry, PuzzleGeneration
from ..pages.collections import classes_to_assign_to
from ..pages.generation import kind
from .imports import JOBS_ON_A_PAGE
from .jobs import progress

EXAMPLES = 5
FRAGMENT = "library/_generation.html"


@require_safe
@teacher_required
def generation_list(request: UserRequest) -> HttpResponse:
    """The orders of a teacher, newest first."""
    orders = PuzzleGeneration.objects.owned_by(request.user).select_related("collection")
    page = Paginator(orders, JOBS_ON_A_PAGE).get_page(request.GET.get("page"))
    rows = [(order, kind(order.tier, order.hardest)) for order in page]
    return render(request, "library/generation_list.html", {"page": page, "rows": rows})


@page_with_form
@teacher_required
def generation_new(request: UserRequest) -> HttpResponse:
    """The form that orders new grids."""
    form = GenerationForm(
        request.POST if request.method == "POST" else None,
        owner=request.user,
        initial={"collection": request.GET.get("collection", "")},
    )
    if form.is_valid():
        try:
            started = library.start_generation(
                owner=request.user, collection=form.place(), kind=form.kind(), **form.wanted()
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(started)
    return render(request, "library/generation_form.html", {"form": form})


@require_safe
@teacher_required
def generation(request: UserRequest, pk: int) -> HttpResponse:
    """How far an order is, and the newest grids."""
    order = own_order(request, pk)
    return render(
        request,
        "library/job.html",
        generation_context(request, order)
        | {"title": kind(order.tier, order.hardest), "job": order, "fragment": FRAGMENT},
    )


@require_safe
@teacher_required
@poll
def generation_progress(request: UserRequest, pk: int) -> HttpResponse:
    return progress(request, own_order(request, pk), FRAGMENT, generation_context)


@require_POST
@teacher_required
def generation_stop(request: UserRequest, pk: int) -> HttpResponse:
    """Stop the search; the grids found so far stay."""
    order = library.stop_generation(generation=own_order(request, pk))
    messages.success(request, _("Stopped. The grids made so far are in the collection."))
    return redirect(order)


def own_order(request: UserRequest, pk: int) -> PuzzleGeneration:
    """The order, if this person may see it; 404 otherwise."""
    orders = PuzzleGeneration.objects.managed_by(request.user).select_related("collection")
    return get_object_or_404(orders, pk=pk)


def generation_context(request: UserRequest, job: PuzzleGeneration) -> dict[str, Any]:
    """What the fragment is drawn from."""
    return {
        "generation": job,
        "examples": newest(job.collection) if job.made else [],
        "classrooms": classes_to_assign_to(request.user, job.collection) if job.made else [],
    }


def newest(collection: Collection) -> list[Entry]:
    """The grids that came last."""
    entries = Entry.objects.filter(collection=collection).select_related("puzzle").defer("puzzle__solution")
    return list(entries.order_by("-number")[:EXAMPLES])
