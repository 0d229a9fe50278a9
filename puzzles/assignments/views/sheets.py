"""Sheets of grids to print, and the page that the QR code on a sheet opens."""

import random
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.audit_log import Action, log_action
from accounts.models import User
from accounts.qr_codes import is_local_address
from accounts.requests import UserRequest
from puzzles.library.models import Collection
from puzzles.library.pages.difficulty import criteria_choices
from puzzles.library.views.long_pages import has_query, long_page
from puzzles.play.pages.collections import GridCard, best_states
from puzzles.play.services.access import locked_puzzles

from ..forms.sheets import SheetForm
from ..models import Assignment
from ..pages.sheets import Paper, paper
from ..pages.sheets_pdf import paper_pdf
from ..services.sheets import PaperError, PaperGrid

SEED_BITS = 32


@require_safe
@long_page(has_query)
def sheets(request: UserRequest) -> HttpResponse:
    """The form and, below it, a preview of the sheets."""
    form = form_of(request)
    printed, refusal = None, ""
    if request.GET and form.is_valid():
        try:
            printed = paper_of(request, form)
        except PaperError as error:
            refusal = str(error)
    context = {
        "form": form,
        "paper": printed,
        "refusal": refusal,
        "criteria": criteria_choices(),
        "query": form.query(),
        "others": form.query(seed=new_seed()),
        "is_local_address": is_local_address(request.build_absolute_uri("/")),
    }
    return render(request, "assignments/sheets.html", context)


@require_safe
@long_page()
def sheets_pdf(request: UserRequest) -> HttpResponse:
    """The sheets as a PDF; without grids, the form with the reason."""
    form = form_of(request)
    try:
        printed = paper_of(request, form, is_pdf=True) if form.is_valid() else None
    except PaperError:
        printed = None
    if printed is None:
        return redirect(f"{reverse('assignments:sheets')}?{form.query()}")
    content = paper_pdf(printed, language=get_language() or "fr")
    name = slugify(printed.title) or "sudoku"
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}.pdf"'},
    )


@require_safe
def sheet_grid(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """The page of a grid on paper, with a button to play it."""
    collection = get_object_or_404(Collection.objects.drawable_by(request.user), pk=pk)
    entries = collection.entries.filter(puzzle__solution_count=1).select_related("puzzle")
    entry = get_object_or_404(entries.defer("puzzle__solution"), number=number)
    is_read_only = bool(locked_puzzles(request.user, [entry.puzzle_id]))
    state = best_states(request.user, [entry.puzzle_id]).get(entry.puzzle_id)
    context = {
        "collection": collection,
        "card": GridCard(entry.number, entry.puzzle, state),
        "is_read_only": is_read_only,
    }
    return render(request, "assignments/sheet_grid.html", context)


def form_of(request: UserRequest) -> SheetForm:
    """The form with a seed, so that the PDF has the same random grids as the preview."""
    asked = request.GET.copy()
    if not asked.get("seed"):
        asked["seed"] = new_seed()
    return SheetForm(asked, player=request.user)


def new_seed() -> str:
    return str(random.SystemRandom().getrandbits(SEED_BITS))


def paper_of(request: UserRequest, form: SheetForm, *, is_pdf: bool = False) -> Paper:
    """The sheets. Raises PaperError."""
    address_of = partial(address_of_grid, request, form.cleaned_data.get("assignment"))
    log_paper(request.user, form.cleaned_data, is_pdf=is_pdf)
    return paper(
        form.handouts(),
        form.options(is_pdf=is_pdf),
        site=request.build_absolute_uri("/"),
        address_of=address_of,
    )


def log_paper(reader: User, asked: dict[str, Any], *, is_pdf: bool) -> None:
    """Log that a file was downloaded, and that the sheets show solutions."""
    source = asked.get("assignment") or asked.get("collection")
    rows = {type(source).__name__.lower(): source.pk} if source else {}
    if is_pdf:
        log_action(Action.EXPORT, by=reader.pk, **rows)
    if asked.get("answers") or asked.get("path"):
        log_action(Action.SOLUTION_SHOWN, by=reader.pk, **rows)


def address_of_grid(request: HttpRequest, assignment: Assignment | None, grid: PaperGrid) -> str:
    """The address where students can play a grid; "" if they cannot."""
    if assignment:
        return request.build_absolute_uri(reverse("assignments:assignee", args=[assignment.pk]))
    if grid.collection is None or grid.collection.audience == Collection.Audience.NOBODY:
        return ""
    return request.build_absolute_uri(
        reverse("assignments:sheet_grid", args=[grid.collection.pk, grid.number])
    )
