"""Drills as an assignment: the teacher's form and results, and the student's next position."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.forms import first_error
from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import (
    UserRequest,
    get_of_class,
    is_fragment_wanted,
    page_with_form,
    poll,
    teacher_required,
)
from puzzles.engine import TECHNIQUES
from puzzles.library.pages.difficulty import technique_name
from puzzles.library.services.policies import policy_with
from puzzles.training.models import TrainingPosition
from puzzles.training.pages.drills import assigned_head, drill_page
from puzzles.training.pages.techniques import step_page
from puzzles.training.services.answers import first_step
from puzzles.training.services.assigned_drills import assigned_drills, next_assigned_drill
from puzzles.training.views.drills import drill_answer
from puzzles.training.views.steps import asked_rung

from ..forms.drills import DrillsForm, drill_values
from ..models import Assignment
from ..pages.drills import drill_table, file_rows, position_cards
from ..services import creation
from ..services.drills import TooFewError, choose_positions, drilled_techniques, positions_in_order
from ..services.lifecycle import masters_among
from ..services.sources import Source, SourceError
from .exercises import answer_drafts, offer_recipients, offer_students
from .tables import file_of, news_of


@page_with_form
@teacher_required
def drills_new(request: UserRequest, pk: int) -> HttpResponse:
    """The form of a new assignment of drills. It makes a draft to check; htmx asks for a preview."""
    classroom = get_of_class(request, Classroom.objects.current(), changes=True, pk=pk)
    return new_drills(request, classroom)


def new_drills(request: UserRequest, classroom: Classroom, whole: Assignment | None = None) -> HttpResponse:
    """The form of new drills for a class, or as a part of a whole. The caller has checked whose they are."""
    asked = {"technique": request.GET.get("technique"), "spares_masters": "unmastered" in request.GET}
    form = DrillsForm(
        request.POST if request.method == "POST" else None,
        positions=drilled_techniques(),
        initial={name: value for name, value in asked.items() if value},
    )
    offer_recipients(form, request.user, classroom, whole)
    if request.htmx and form.is_bound:
        return preview(request, classroom, form)
    if form.is_valid():
        try:
            drafts = creation.create_for_classes(
                classrooms=form.classes_with(classroom),
                positions_for=lambda each: choose_positions(classroom=each, **form.choice(), rng=form.rng()),
                author=request.user,
                source=Source(),
                chosen={classroom.pk: form.chosen},
                policy=policy_with(),
                **form.fields_of_assignment(),
                **form.part_fields(),
            )
        except SourceError as refusal:
            form.add_error("count", str(refusal))
        else:
            return answer_drafts(request, drafts)
    return form_page(request, classroom, None, form)


def edit_drills(request: UserRequest, assignment: Assignment) -> HttpResponse:
    """Change a draft of drills. The caller has checked that it is the teacher's."""
    data = request.POST if request.method == "POST" else None
    form = DrillsForm(data, positions=drilled_techniques(), initial=drill_values(assignment))
    offer_students(form, assignment)
    if request.htmx and form.is_bound:
        return preview(request, assignment.classroom, form, assignment)
    if form.is_valid():
        try:
            positions = positions_for(form, assignment.classroom, assignment)
            creation.change_draft(
                assignment=assignment,
                source=Source(),
                chosen=form.chosen,
                positions=positions,
                **form.fields_of_assignment(),
            )
        except TooFewError as refusal:
            form.add_error("count", str(refusal))
        except creation.FrozenError as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(assignment.whole or assignment)
    return form_page(request, assignment.classroom, assignment, form)


def positions_for(form: DrillsForm, classroom: Classroom, draft: Assignment | None) -> list[int]:
    """The positions of the form: those of the draft, unless it asks for others. Raises TooFewError."""
    choice = form.choice()
    if draft and choice == {
        "technique": draft.technique,
        "level": draft.drill_level,
        "count": len(draft.positions),
    }:
        return list(draft.positions)
    return choose_positions(classroom=classroom, **choice, rng=form.rng())


def preview(
    request: UserRequest, classroom: Classroom, form: DrillsForm, draft: Assignment | None = None
) -> HttpResponse:
    """Preview of the form as it is filled in. Nothing is stored."""
    positions: list[int] = []
    if form.is_valid():
        try:
            positions = positions_for(form, classroom, draft)
        except TooFewError as refusal:
            form.add_error("count", str(refusal))
    chosen = None if form.errors else form.chosen
    students = [student.pk for student in creation.students_of(classroom, chosen)]
    spared = set()
    if not form.errors and form.cleaned_data["spares_masters"]:
        spared = masters_among(students, form.cleaned_data["technique"])
    context = {
        "form": form,
        "cards": position_cards(positions_in_order(positions)),
        "students": len(students) - len(spared),
        "spared": len(spared),
        "refusal": first_error(form),
    }
    return render(request, "assignments/_drills_preview.html", context)


def form_page(
    request: UserRequest, classroom: Classroom, assignment: Assignment | None, form: DrillsForm
) -> HttpResponse:
    context = {"classroom": classroom, "assignment": assignment, "form": form}
    return render(request, "assignments/drills_form.html", context)


# Results


def own_drills(request: UserRequest, pk: int) -> Assignment:
    rows = Assignment.objects.with_rights(request.user).handed_out().of_drills()
    found: Assignment = get_of_class(request, rows.select_related("classroom", "policy"), pk=pk)
    return found


@require_safe
@teacher_required
@poll
def drills_news(request: UserRequest, pk: int) -> HttpResponse:
    """The results of the class; 204 if the page has the same."""
    return news_of(request, drill_table(own_drills(request, pk)), "assignments/_drill_table.html")


@require_safe
@teacher_required
def drills_csv(request: UserRequest, pk: int) -> HttpResponse:
    """The results of the class as a file."""
    table = drill_table(own_drills(request, pk))
    return file_of(request, table, file_rows(table))


@require_safe
@teacher_required
def drill_position(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """A position of an assignment with its step, as far as a rung: to look at with the class.

    Scripts get the step alone.
    """
    rows = Assignment.objects.of_drills()
    assignment = get_of_class(request, rows.select_related("classroom"), pk=pk)
    keys = assignment.positions[number - 1 : number] if number else []
    row = get_object_or_404(TrainingPosition, pk__in=keys)
    address = reverse("assignments:drill_position", args=[pk, number])
    page = step_page(row.position, first_step(row), asked_rung(request, "nudge"), address)
    if is_fragment_wanted(request):
        response = render(request, "training/_example.html", page)
    else:
        page |= {
            "assignment": assignment,
            "number": number,
            "technique": TECHNIQUES[row.technique],
            "technique_name": technique_name(row.technique),
        }
        response = render(request, "assignments/drill_position.html", page)
    patch_vary_headers(response, ["HX-Request"])
    return response


# The student's next position


@page_with_form
@refused_to("assignments:assignee", "pk")
def assigned_drill(request: UserRequest, pk: int) -> HttpResponse:
    """The next position of an assignment; an answer to it is judged at once."""
    drills = assigned_drills(student=request.user, assignment_id=pk)
    technique = drills.assignee.assignment.technique
    around = {"assigned": assigned_head(drills.assignee, len(drills.ended))}
    if request.method == "POST":
        return drill_answer(request, technique, assignment_id=pk, around=around)
    found = next_assigned_drill(drills)
    number = drills.next_number(found.row)
    return render(request, "training/drill.html", drill_page(found, technique, number=number) | around)
