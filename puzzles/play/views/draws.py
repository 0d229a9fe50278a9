"""Drawing grids, and the collections they come from."""

from dataclasses import replace
from tempfile import SpooledTemporaryFile

from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.requests import UserRequest
from puzzles.library.models import Collection
from puzzles.library.pages.difficulty import criteria_choices
from puzzles.library.views.long_pages import LONG_PAGES

from ..forms.draws import DrawForm
from ..models import Attempt
from ..pages.collections import collection_page, collection_row, harder_than_asked
from ..services.draws import DrawError, NothingLeftError, draw_puzzle, grid_lines, take_puzzle

# A file of more is written to disk until it is sent.
MAX_IN_MEMORY = 1024 * 1024


@require_POST
def draw(request: UserRequest) -> HttpResponse:
    """Start a grid and go to it, or say why there is none."""
    form = DrawForm(request.POST, player=request.user)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("home:home")
    try:
        return redirect(asked_for(request, form))
    except DrawError as refusal:
        refusal.back = form.cleaned_data["collection"] or "home:home"
        if isinstance(refusal, NothingLeftError):
            refusal.back = other_offer(form) or refusal.back
        raise


def other_offer(form: DrawForm) -> str:
    """Another way to such a grid: the technique's page, or the form that makes one of this tier; or ""."""
    if technique := form.cleaned_data["technique"]:
        return reverse("training:technique", args=[technique])
    criteria = form.criteria()
    if not replace(criteria, tier=None).is_open:
        return ""
    return f"{reverse('play:own_grids')}?tier={criteria.tier or ''}"


def asked_for(request: UserRequest, form: DrawForm) -> Attempt:
    collection, number = form.cleaned_data["collection"], form.cleaned_data["number"]
    if number:
        return take_puzzle(player=request.user, collection=collection, number=number)
    attempt = draw_puzzle(player=request.user, collection=collection, criteria=form.criteria())
    if warning := harder_than_asked(attempt, form.criteria()):
        messages.info(request, warning)
    return attempt


@require_safe
def collection(request: UserRequest, pk: int) -> HttpResponse:
    """A collection that the player may draw from, with its grids page by page."""
    collections = Collection.objects.drawable_by(request.user).select_related("policy")
    collection = get_object_or_404(collections, pk=pk)
    return render(
        request,
        "play/collection.html",
        {
            "row": collection_row(collection, request.user),
            "criteria": criteria_choices(collection),
            "grids": collection_page(collection, request.user, request.GET.get("page", "")),
        },
    )


@require_safe
def collection_lines(request: UserRequest, pk: int) -> FileResponse:
    """The grids of a collection as the course's programs read them: 81 digits a line, 0 for an empty cell.

    The file is written before it is sent, so that no slow reader keeps the database busy.
    """
    collection = get_object_or_404(Collection.objects.drawable_by(request.user), pk=pk)
    file = SpooledTemporaryFile(max_size=MAX_IN_MEMORY)  # noqa: SIM115  # The answer closes it.
    with LONG_PAGES.slot(request.user.pk):
        for line in grid_lines(reader=request.user, collection=collection):
            file.write(f"{line}\n".encode())
    file.seek(0)
    return FileResponse(
        file,
        as_attachment=True,
        filename=f"{slugify(collection.name) or 'sudoku'}.txt",
        content_type="text/plain; charset=us-ascii",
    )
