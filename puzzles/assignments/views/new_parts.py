"""The forms of new parts: those of each kind of work, without dates and students."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, page_with_form, teacher_required
from puzzles.engine.runs import ALGORITHMS
from puzzles.library.views.long_pages import long_page

from ..models import Assignment
from ..services.creation import refuse_handed_out
from .assignments import asked_for, has_pasted, new_grids
from .drills import new_drills
from .exercises import new_exercises
from .questions import new_questions


def grid_part(request: UserRequest, whole: Assignment) -> HttpResponse:
    return new_grids(request, whole.classroom, {"name": _("Grids")} | asked_for(request.GET), whole)


def prediction_part(request: UserRequest, whole: Assignment) -> HttpResponse:
    initial = {"name": _("Predictions"), "algorithm": next(iter(ALGORITHMS)), "count": 1}
    return new_grids(request, whole.classroom, initial, whole)


def exercise_part(request: UserRequest, whole: Assignment) -> HttpResponse:
    return new_exercises(request, whole.classroom, whole)


def drill_part(request: UserRequest, whole: Assignment) -> HttpResponse:
    return new_drills(request, whole.classroom, whole)


def question_part(request: UserRequest, whole: Assignment) -> HttpResponse:
    return new_questions(request, whole.classroom, whole)


# Kind of work, as in the address -> its form.
FORMS: dict[str, Callable[[UserRequest, Assignment], HttpResponse]] = {
    "grids": grid_part,
    "predictions": prediction_part,
    "exercises": exercise_part,
    "drills": drill_part,
    "questions": question_part,
}


@page_with_form
@teacher_required
@long_page(has_pasted)
@refused_to("assignments:assignment", "pk")
def part_new(request: UserRequest, pk: int, kind: str) -> HttpResponse:
    """The form of a new part of a draft."""
    if kind not in FORMS:
        raise Http404
    rows = Assignment.objects.filter(has_parts=True)
    whole = get_of_class(request, rows.select_related("classroom", "policy"), changes=True, pk=pk)
    refuse_handed_out(whole)
    return FORMS[kind](request, whole)
