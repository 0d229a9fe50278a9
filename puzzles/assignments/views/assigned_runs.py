"""Runs to predict in an assignment: the page, the run up to its next question, the answers."""

import gzip

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest, page_with_form
from accounts.responses import compressed_response, plain_response
from puzzles.course.forms.viewer import AssignedPredictionForm
from puzzles.course.pages.predictions import run_page
from puzzles.course.pages.viewer import marked_data
from puzzles.course.services import assigned_predictions
from puzzles.engine.runs import trace_to_bytes


@page_with_form
@refused_to("assignments:assignee", "pk")
def assigned_run(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """A run to predict, in prediction mode; opened by POST."""
    if request.method == "POST":
        assigned_predictions.open_run(student=request.user, assignment_id=pk, position=position)
        return redirect("assignments:assigned_run", pk, position)
    run = assigned_predictions.assigned_run(student=request.user, assignment_id=pk, position=position)
    return render(request, "assignments/assigned_run.html", run_page(run))


@require_safe
@refused_to("assignments:assignee", "pk")
def assigned_run_trace(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """The run up to its next question, as bytes."""
    run = assigned_predictions.assigned_run(student=request.user, assignment_id=pk, position=position)
    return compressed_response(request, gzip.compress(trace_to_bytes(run.known), 6, mtime=0))


@require_POST
@refused_to("assignments:assignee", "pk")
def assigned_run_predictions(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """Mark the answer to a question."""
    form = AssignedPredictionForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    asked = {name: form.cleaned_data[name] for name in ("event", "cell", "digit")}
    marked = assigned_predictions.record_assigned_prediction(
        student=request.user, assignment_id=pk, position=position, **asked
    )
    return JsonResponse(marked_data(marked))
