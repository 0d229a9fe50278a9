"""Trace tables to print: some events of a run, with blanks to fill in."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.fair_queue import BusyError
from accounts.models import User
from accounts.requests import UserRequest
from puzzles.engine.runs import ALGORITHMS, EventNotKeptError
from puzzles.play.services.watching import WatchError, require_watchable

from ..access import reference_access
from ..forms.trace_tables import TraceTableForm
from ..pages.trace_tables import TraceSheet, trace_sheet, usual_start
from ..pages.viewer import with_grid
from ..services.traces import watched_run


@require_safe
def trace_table(request: UserRequest, algorithm: str) -> HttpResponse:
    if algorithm not in ALGORITHMS:
        raise Http404
    form = TraceTableForm(request.GET)
    context: dict[str, object] = {"form": form, "title": _(ALGORITHMS[algorithm].title)}
    status = 400
    if form.is_valid():
        line = form.board.to_line()
        context |= {"grid": line, "viewer_url": with_grid("course:viewer", algorithm, line)}
        try:
            require_watchable(request.user, form.board)
            context["sheet"] = asked_sheet(form, algorithm, reader=request.user)
            status = 200 if context["sheet"] else 400
        except WatchError as refusal:
            context["refusal"], status = refusal, 403
        except BusyError as refusal:
            context["refusal"], status = refusal, 503
    return render(request, "course/trace_table.html", context, status=status)


def asked_sheet(form: TraceTableForm, algorithm: str, *, reader: User) -> TraceSheet | None:
    """The table that the form asks for; None when the run has nothing there, which the form then says."""
    trace = watched_run(algorithm, form.board.to_line(), asker=reader.pk)
    asked = {name: form.cleaned_data[name] for name in ("start", "rows", "blanks", "sheet")}
    if asked["start"] is None:
        asked["start"] = usual_start(trace)
    try:
        sheet = trace_sheet(trace, closed=reference_access(reader, algorithm).closed, **asked)
    except EventNotKeptError:
        sheet = None
    if sheet is None or not sheet.rows:
        form.refuse_start(trace)
        return None
    return sheet
