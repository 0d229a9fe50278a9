"""Assignments of several kinds of work, for their teacher: the form, the parts in order, their weights."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.forms import first_error
from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, page_with_form, teacher_required

from ..forms.parts import WeightsForm, WholeForm, whole_values
from ..models import Assignment
from ..pages.parts import whole_page, whole_results
from ..services import parts as services
from ..services.creation import FrozenError
from ..services.sources import SourceError
from .exercises import answer_drafts, offer_recipients, offer_students


@page_with_form
@teacher_required
def whole_new(request: UserRequest, pk: int) -> HttpResponse:
    """The form of a new assignment of several kinds of work: its parts are added to the draft."""
    classroom = get_of_class(request, Classroom.objects.current(), changes=True, pk=pk)
    form = WholeForm(request.POST if request.method == "POST" else None)
    offer_recipients(form, request.user, classroom)
    if form.is_valid():
        drafts = services.create_wholes(
            author=request.user,
            classrooms=form.classes_with(classroom),
            chosen={pk: form.chosen},
            **form.fields_of_assignment(),
        )
        return answer_drafts(request, drafts)
    return form_page(request, classroom, None, form)


def edit_whole(request: UserRequest, assignment: Assignment) -> HttpResponse:
    """Change title, dates and students of a draft. The caller has checked that it is the teacher's."""
    form = WholeForm(
        request.POST if request.method == "POST" else None,
        policies=tuple(part.policy for part in assignment.parts.select_related("policy")),
        initial=whole_values(assignment),
    )
    offer_students(form, assignment)
    if form.is_valid():
        try:
            services.change_whole(whole=assignment, chosen=form.chosen, **form.fields_of_assignment())
        except (SourceError, FrozenError) as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(assignment)
    return form_page(request, assignment.classroom, assignment, form)


def form_page(
    request: UserRequest, classroom: Classroom, assignment: Assignment | None, form: WholeForm
) -> HttpResponse:
    context = {"classroom": classroom, "assignment": assignment, "form": form}
    return render(request, "assignments/whole_form.html", context)


def whole_context(whole: Assignment, *, tab: str, sort: str) -> dict[str, Any]:
    """The context of the chosen tab of an assignment with parts."""
    now = timezone.now()
    page = whole_page(whole, now) | {"tab": tab}
    if tab == "results":
        return page | whole_results(whole, page["parts"], page["rows"], sort=sort, now=now)
    return page | {"weights_form": WeightsForm(parts=page["parts"])}


@require_POST
@teacher_required
@refused_to("assignments:assignment", "pk")
def part_act(request: UserRequest, pk: int, part: int, act: str) -> HttpResponse:
    """Move a part of a draft `up` or `down`, or `remove` it."""
    if act not in ("up", "down", "remove"):
        raise Http404
    with transaction.atomic():
        whole = locked_whole(request, pk)
        chosen = get_object_or_404(whole.parts.locked(), pk=part)
        if act == "remove":
            services.remove_part(whole=whole, part=chosen)
        else:
            services.move_part(whole=whole, part=chosen, by=-1 if act == "up" else 1)
    if act == "remove":
        messages.success(request, _("“%(part)s” is removed.") % {"part": chosen})
    return redirect(whole)


@require_POST
@teacher_required
@refused_to("assignments:assignment", "pk")
def weights(request: UserRequest, pk: int) -> HttpResponse:
    """Change what each part weighs in the mark."""
    with transaction.atomic():
        whole = locked_whole(request, pk)
        form = WeightsForm(request.POST, parts=list(whole.parts.all()))
        if form.is_valid():
            services.set_weights(whole=whole, weights=form.weights())
            messages.success(request, _("The marks now use these weights."))
        else:
            messages.warning(request, first_error(form))
    return redirect(f"{whole.get_absolute_url()}?tab=parts")


def locked_whole(request: UserRequest, pk: int) -> Assignment:
    """Her assignment with parts, locked."""
    found: Assignment = get_of_class(request, Assignment.objects.filter(has_parts=True).locked(), pk=pk)
    return found
