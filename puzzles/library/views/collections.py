"""A teacher's collections: the list, the page of one with its grids, its settings, its deletion."""

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit_log import Action, log_action
from accounts.privacy.deletion import consequences
from accounts.requests import UserRequest, page_with_form, posted, teacher_required

from .. import services as library
from ..forms.collections import DeleteForm
from ..forms.imports import CollectionForm
from ..models import Collection
from ..pages.collections import classes_to_assign_to, collection_cards
from ..pages.entries import EntryCriteria, entry_page


@require_safe
@teacher_required
def collection_list(request: UserRequest) -> HttpResponse:
    """The teacher's own collections, and those that others share with everybody."""
    return render(request, "library/collection_list.html", collection_cards(request.user))


@require_safe
@teacher_required
def collection(request: UserRequest, pk: int) -> HttpResponse:
    """A collection with its grids, page by page or by criteria."""
    collection = visible_collection(request, pk)
    criteria = EntryCriteria.of(request.GET)
    return render(
        request,
        "library/collection.html",
        {
            "collection": collection,
            "is_managed": is_managed(request, collection),
            "is_drawable": collection.owner_id == request.user.pk or collection.is_for_everyone,
            "criteria": criteria,
            "to_assign": criteria.to_assign(collection),
            "choices": criteria.choices(collection),
            "page": entry_page(collection, criteria, request.GET.get("page")),
            "classrooms": classes_to_assign_to(request.user, collection),
        },
    )


@page_with_form
@teacher_required
def collection_settings(request: UserRequest, pk: int) -> HttpResponse:
    """Name, audience and help rules of a collection."""
    collection = own_collection(request, pk)
    before = collection.policy_id
    form = CollectionForm(posted(request), instance=collection)
    if form.is_valid():
        try:
            with transaction.atomic():
                form.save()
        except IntegrityError:
            # Another request has taken the name meanwhile.
            form.add_error("name", _("You already have a collection with this name."))
        else:
            if collection.policy_id != before:
                log_action(
                    Action.POLICY_CHANGED, by=request.user.pk, collection=pk, policy=collection.policy_id
                )
            messages.success(request, _("Saved."))
            return redirect("library:collection", pk)
    name = own_collection(request, pk).name
    return render(
        request, "library/collection_settings.html", {"collection": collection, "name": name, "form": form}
    )


@page_with_form
@teacher_required
def collection_delete(request: UserRequest, pk: int) -> HttpResponse:
    """Delete a collection, once its name is typed. Puzzles and games stay."""
    collection = own_collection(request, pk)
    form = DeleteForm(posted(request), name=collection.name)
    if form.is_valid():
        library.delete_collection(collection=collection)
        messages.success(request, _("The collection is deleted."))
        return redirect("library:collections")
    found = consequences(Collection.objects.managed_by(request.user).filter(pk=pk))
    context = {"collection": collection, "form": form, "consequences": found}
    return render(request, "library/collection_delete.html", context)


def visible_collection(request: UserRequest, pk: int) -> Collection:
    """A collection that this teacher sees: an own one or one for everybody; 404 otherwise."""
    collections = Collection.objects.visible_to(request.user).select_related("policy", "owner")
    return get_object_or_404(collections, pk=pk)


def own_collection(request: UserRequest, pk: int) -> Collection:
    """A collection that this teacher may change; 404 otherwise."""
    return get_object_or_404(Collection.objects.managed_by(request.user).select_related("policy"), pk=pk)


def is_managed(request: UserRequest, collection: Collection) -> bool:
    """Whether this teacher may change the collection."""
    return collection.owner_id == request.user.pk or request.user.is_superuser
