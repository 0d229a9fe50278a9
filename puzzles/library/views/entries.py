"""One grid of a collection: what is known of it, where it leads, and its removal."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import UserRequest, teacher_required

from .. import services as library
from ..pages.collections import classes_to_assign_to
from ..pages.entries import entry_facts, neighbours
from .collections import is_managed, own_collection, visible_collection


@require_safe
@teacher_required
def entry(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """A grid of a collection, without its solution."""
    collection = visible_collection(request, pk)
    entries = collection.entries.select_related("puzzle").defer("puzzle__solution")
    entry = get_object_or_404(entries, number=number)
    return render(
        request,
        "library/entry.html",
        {
            "collection": collection,
            "entry": entry,
            "facts": entry_facts(entry),
            "neighbours": neighbours(entry),
            "is_managed": is_managed(request, collection),
            "classrooms": classes_to_assign_to(request.user, collection) if entry.puzzle.is_offered else [],
        },
    )


@require_POST
@teacher_required
def entry_remove(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """Remove a grid from a collection. Its games and its assignments stay."""
    collection = own_collection(request, pk)
    entry = get_object_or_404(collection.entries, number=number)
    library.remove_entry(entry=entry)
    messages.success(request, _("Grid %(number)d is removed from the collection.") % {"number": number})
    return redirect("library:collection", pk)
