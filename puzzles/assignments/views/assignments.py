"""The teacher's pages of assignments: list, form, page, and what teachers do with them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.audit_log import Action, log_action
from accounts.forms import first_error
from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, page_with_form, teacher_required
from puzzles.course.pages.table import exercise_table
from puzzles.course.pages.worksheets import exercise_label, sheet_name
from puzzles.library.models import Puzzle
from puzzles.library.pages.difficulty import criteria_choices
from puzzles.library.services import PastedGridError
from puzzles.library.views.long_pages import long_page

from ..forms.assignments import (
    AssignmentForm,
    DatesForm,
    DuplicateForm,
    HandedOutForm,
    OwnDateForm,
    draft_values,
)
from ..forms.results import GradeRuleForm
from ..models import Assignee, Assignment
from ..pages.assignments import (
    assignment_page,
    grids_tab,
    preset_words,
    previews_of,
    previews_of_pasted,
    running_first,
    student_name,
)
from ..pages.drills import drill_facts, drill_table, position_cards
from ..pages.questions import question_table
from ..pages.results import results_page, table_context
from ..services import creation, lifecycle, renewal
from ..services.drills import like as drills_like
from ..services.drills import positions_in_order, redraw_positions
from ..services.grades import set_grade_rule
from ..services.parts import duplicate_whole
from ..services.questions import questions_of
from ..services.sources import SourceError
from .drills import edit_drills
from .exercises import answer_drafts, edit_draft, offer_recipients, offer_students
from .parts import edit_whole, whole_context
from .questions import edit_questions

# Most grids drawn beside the form.
GRIDS_PREVIEWED = 10

# List and forms


@require_safe
@teacher_required
def assignment_list(request: UserRequest, pk: int) -> HttpResponse:
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    archived = "archived" in request.GET
    assignments = Assignment.objects.filter(classroom=classroom, archived_at__isnull=not archived)
    rows = running_first(assignments.listed().with_counts(), timezone.now())
    context = {"classroom": classroom, "archived": archived, "assignments": rows}
    return render(request, "assignments/assignment_list.html", context)


def has_pasted(request: HttpRequest) -> bool:
    """Whether grids are to be checked."""
    return request.POST.get("way") == AssignmentForm.Selection.PASTED


@page_with_form
@teacher_required
@long_page(has_pasted)
def assignment_new(request: UserRequest, pk: int) -> HttpResponse:
    """The form of a new assignment. It makes a draft for the teacher to check; htmx asks for a preview."""
    classroom = get_of_class(request, Classroom.objects.current(), changes=True, pk=pk)
    return new_grids(request, classroom, asked_for(request.GET))


def new_grids(
    request: UserRequest, classroom: Classroom, initial: dict[str, Any], whole: Assignment | None = None
) -> HttpResponse:
    """The form of new grids for a class, or as a part of a whole. The caller has checked whose they are."""
    data = request.POST if request.method == "POST" else None
    form = AssignmentForm(data, teacher=request.user, initial=initial)
    offer_recipients(form, request.user, classroom, whole)
    if request.htmx and form.is_bound:
        return preview(request, classroom, form)
    if form.is_valid():
        try:
            drafts = creation.create_for_classes(
                author=request.user,
                classrooms=form.classes_with(classroom),
                source=form.stored_source(request.user),
                chosen={classroom.pk: form.chosen},
                rng=form.rng(),
                **form.fields_of_assignment(),
                **form.part_fields(),
            )
        except (SourceError, PastedGridError) as refusal:
            form.add_error(None, str(refusal))
        else:
            return answer_drafts(request, drafts)
    return form_page(request, classroom, form, None)


@page_with_form
@teacher_required
def assignment_duplicate(request: UserRequest, pk: int) -> HttpResponse:
    """The form of a duplicate, for the same class or others. It makes drafts for the teacher to check."""
    assignment = own_assignment(request, pk, is_listed=True)
    classrooms = Classroom.objects.taught_by(request.user).current()
    data = request.POST if request.method == "POST" else None
    form = DuplicateForm(data, assignment=assignment, classrooms=classrooms)
    if form.is_valid():
        try:
            asked = {
                "author": request.user,
                "classrooms": form.cleaned_data["classes"],
                "name": form.cleaned_data["name"],
                **form.dates(),
            }
            if assignment.has_parts:
                drafts = duplicate_whole(whole=assignment, positions_like=drills_like, **asked)
            else:
                positions_for = drills_like(assignment) if assignment.asks_drills else None
                drafts = creation.duplicate(assignment=assignment, positions_for=positions_for, **asked)
        except SourceError as refusal:
            form.add_error(None, str(refusal))
        else:
            return answer_drafts(request, drafts)
    context = {"assignment": assignment, "classroom": assignment.classroom, "form": form}
    return render(request, "assignments/assignment_duplicate.html", context)


def preview(
    request: UserRequest, classroom: Classroom, form: AssignmentForm, draft: Assignment | None = None
) -> HttpResponse:
    """Preview of the form as it is filled in: grids, students and dates. Nothing is stored."""
    puzzles, is_same = [], True
    form.fields["name"].required = False
    is_valid = form.is_valid()
    if is_valid and not form.pasted:
        is_same = form.source().is_same_for_all
        try:
            puzzles = creation.puzzles_to_draw(
                author=request.user,
                classroom=classroom,
                source=form.source(),
                chosen=form.chosen,
                rng=form.rng(),
                draft=draft,
            )
        except SourceError as refusal:
            form.add_error(None, str(refusal))
    if is_valid and form.pasted:
        count, grids = len(form.pasted.grids), previews_of_pasted(form.pasted, GRIDS_PREVIEWED)
    else:
        count, grids = len(puzzles), previews_of(puzzles[:GRIDS_PREVIEWED])
    context = {
        "form": form,
        "is_same": is_same,
        "count": count,
        "grids": grids,
        "more": max(0, count - GRIDS_PREVIEWED),
        "students": len(creation.students_of(classroom, form.chosen if is_valid else None)),
        "refusal": "" if form.is_blank else first_error(form),
    }
    return render(request, "assignments/_assignment_preview.html", context)


def asked_for(query: QueryDict) -> dict[str, str | None]:
    """Initial values in the address: a collection with criteria or numbers, grids, or a run to predict."""
    values = {name: query.get(name) for name in ("algorithm", "grids", "numbers") if name in query}
    if "numbers" in values:
        values["way"] = AssignmentForm.Selection.NUMBERS
    elif values or query.get("way") == AssignmentForm.Selection.PASTED:
        values["way"] = AssignmentForm.Selection.PASTED
    criteria = {name: query.get(name) for name in ("collection", "tier", "hardest") if name in query}
    return {**criteria, **values}


@page_with_form
@teacher_required
@long_page(has_pasted)
def assignment_edit(request: UserRequest, pk: int) -> HttpResponse:
    """Change a draft, which htmx asks to preview, or title and dates of an assignment that is handed out."""
    assignment = own_assignment(request, pk)
    if not assignment.is_draft:
        return change_dates(request, assignment)
    if assignment.has_parts:
        return edit_whole(request, assignment)
    if assignment.asks_exercises:
        return edit_draft(request, assignment)
    if assignment.asks_drills:
        return edit_drills(request, assignment)
    if assignment.asks_questions:
        return edit_questions(request, assignment)
    initial, policy_id = draft_values(assignment), assignment.policy_id
    data = request.POST if request.method == "POST" else None
    form = AssignmentForm(data, teacher=request.user, initial=initial)
    offer_students(form, assignment)
    if request.htmx and form.is_bound:
        return preview(request, assignment.classroom, form, assignment)
    if form.is_valid():
        try:
            creation.change_draft(
                assignment=assignment,
                source=form.stored_source(request.user),
                chosen=form.chosen,
                rng=form.rng(),
                **form.fields_of_assignment(),
            )
        except (SourceError, PastedGridError, creation.FrozenError) as refusal:
            form.add_error(None, str(refusal))
        else:
            if assignment.policy_id != policy_id:
                log_action(
                    Action.POLICY_CHANGED, by=request.user.pk, assignment=pk, policy=assignment.policy_id
                )
            return redirect(assignment.whole or assignment)
    return form_page(request, assignment.classroom, form, assignment)


def change_dates(request: UserRequest, assignment: Assignment) -> HttpResponse:
    if assignment.whole:
        raise Http404
    form = HandedOutForm(request.POST if request.method == "POST" else None, assignment=assignment)
    if form.is_valid():
        try:
            lifecycle.change_assignment(assignment=assignment, **form.changes())
        except lifecycle.LifecycleError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect(assignment)
    context = {"assignment": assignment, "classroom": assignment.classroom, "form": form}
    return render(request, "assignments/assignment_dates.html", context)


@require_safe
@teacher_required
def assignment(request: UserRequest, pk: int) -> HttpResponse:
    """A draft with a preview of its grids, or an assignment with its results."""
    return kind_page(request, own_assignment(request, pk))


def kind_page(
    request: UserRequest, assignment: Assignment, grade_form: GradeRuleForm | None = None
) -> HttpResponse:
    """The page of an assignment of any kind; `grade_form` is a formula that was refused."""
    tab = chosen_tab(request, assignment)
    if assignment.has_parts:
        page = whole_context(assignment, tab=tab, sort=request.GET.get("sort", ""))
        template = "assignments/whole.html"
    elif assignment.asks_exercises:
        page, template = exercises_page(assignment, tab), "assignments/exercises_assignment.html"
    elif assignment.asks_questions:
        page, template = questions_page(assignment, tab), "assignments/questions_assignment.html"
    elif assignment.asks_drills:
        page, template = drills_context(assignment, tab), "assignments/drills_assignment.html"
    else:
        page, template = assignment_context(request, assignment), "assignments/assignment.html"
    if tab == "results":
        page["grade_form"] = grade_form or GradeRuleForm(assignment=assignment)
    return render(request, template, page, status=400 if grade_form else 200)


def exercises_page(assignment: Assignment, tab: str) -> dict[str, Any]:
    """The context of the chosen tab of an assignment of exercises."""
    page = assignment_page(assignment) | {
        "tab": tab,
        "labels": [exercise_label(assignment.worksheet, key) for key in assignment.exercises],
        "sheet_title": sheet_name(assignment.worksheet),
    }
    return page | table_context(exercise_table(assignment)) if tab == "results" else page


def questions_page(assignment: Assignment, tab: str) -> dict[str, Any]:
    """The context of the chosen tab of an assignment of questions."""
    page = assignment_page(assignment) | {"tab": tab}
    if tab == "results":
        return page | table_context(question_table(assignment))
    return page | {"questions": questions_of(assignment)}


def drills_context(assignment: Assignment, tab: str) -> dict[str, Any]:
    """The context of the chosen tab of an assignment of drills."""
    page = assignment_page(assignment) | drill_facts(assignment) | {"tab": tab}
    if tab == "results":
        return page | table_context(drill_table(assignment))
    return page | {"cards": position_cards(positions_in_order(assignment.positions))}


# What teachers do with an assignment

RELEASED = gettext_lazy("The results are released: your students see them now.")


def handed_out_to(assignment: Assignment) -> str:
    """The message after an assignment was handed out, to all who are not excused."""
    return handed_out_words(assignment.assignees.filter(excused_at=None).count())


def handed_out_words(count: int) -> str:
    words = ngettext("Handed out to %(count)d student.", "Handed out to %(count)d students.", count)
    return words % {"count": count}


def stopped_words(assignment: Assignment, collected: int) -> str:
    """The message after an assignment was stopped, and so many drafts of programs collected."""
    if assignment.has_parts:
        return _("Stopped in all parts. Open grids and newer drafts of programs are collected as they are.")
    if assignment.algorithm:
        return _("Stopped: the predictions made so far count.")
    if assignment.asks_questions:
        return _("Stopped: the answers given so far count.")
    if assignment.asks_drills:
        return _("Stopped: the positions answered so far count.")
    if not assignment.asks_exercises:
        return _("Stopped. Open grids are collected as they are.")
    if not collected:
        return _("Stopped: there was no draft to collect.")
    words = ngettext(
        "Stopped: %(count)d draft is collected.",
        "Stopped: %(count)d drafts are collected.",
        collected,
    )
    return words % {"count": collected}


ClassAct = tuple[Callable[..., Any], Callable[[Assignment, Any], Promise | str]]

# Last part of the address -> the service, which takes a locked assignment, and the message for the teacher.
ACTS: dict[str, ClassAct] = {
    "hand-out": (lifecycle.hand_out_now, lambda row, _result: handed_out_to(row)),
    "newcomers": (lifecycle.hand_out_to_newcomers, lambda _row, given: handed_out_words(len(given))),
    "stop": (lifecycle.stop_assignment, stopped_words),
    "release": (lifecycle.release_exam, lambda *_: RELEASED),
    "end-and-release": (partial(lifecycle.release_exam, end_all=True), lambda *_: RELEASED),
    "archive": (lifecycle.archive_assignment, lambda *_: gettext_lazy("The assignment is archived.")),
    "restore": (
        lifecycle.restore_assignment,
        lambda *_: gettext_lazy("The assignment is no longer archived."),
    ),
}


@require_POST
@teacher_required
@refused_to("assignments:assignment", "pk")
def assignment_act(request: UserRequest, pk: int, act: str) -> HttpResponse:
    """Run one of ACTS on an assignment."""
    if act not in ACTS:
        raise Http404
    return run_act(request, pk, act)


def run_act(request: UserRequest, pk: int, act: str) -> HttpResponse:
    """Run one of ACTS on an assignment, which is read once, locked, through the teacher."""
    do, done = ACTS[act]
    with transaction.atomic():
        assignment = get_of_class(request, Assignment.objects.listed().locked(), pk=pk)
        result = do(assignment=assignment)
    messages.success(request, str(done(assignment, result)))
    return redirect(assignment)


@require_POST
@teacher_required
@refused_to("assignments:assignment", "pk")
def assignment_redraw(request: UserRequest, pk: int) -> HttpResponse:
    """Draw other grids or positions for a draft. The service locks it only to write: drawing is slow."""
    assignment = own_assignment(request, pk)
    if assignment.asks_exercises or assignment.asks_questions or assignment.has_parts:
        raise Http404
    if assignment.asks_drills:
        redraw_positions(assignment=assignment)
        messages.success(request, _("Other positions were chosen."))
    else:
        creation.redraw(assignment=assignment)
        messages.success(request, _("New grids were drawn."))
    return redirect(assignment)


@require_POST
@teacher_required
@refused_to("assignments:assignment", "pk")
def assignment_new_grids(request: UserRequest, pk: int) -> HttpResponse:
    """Replace grids of an exam that its students can draw by new ones, and hand it out with `hand_out`."""
    assignment = own_assignment(request, pk, has_grids=True)
    renewal.make_new_grids(assignment=assignment, teacher=request.user)
    messages.success(request, _("New grids are made: no one has played them, and no one can draw them."))
    return run_act(request, pk, "hand-out") if "hand_out" in request.POST else redirect(assignment)


@require_POST
@teacher_required
@refused_to("assignments:assignment", "pk")
def assignment_delete(request: UserRequest, pk: int) -> HttpResponse:
    """Delete a draft."""
    with transaction.atomic():
        assignment = get_of_class(request, Assignment.objects.listed().locked(), pk=pk)
        lifecycle.delete_draft(assignment=assignment)
    messages.success(request, _("The draft is deleted."))
    return redirect("assignments:list", assignment.classroom_id)


@require_POST
@teacher_required
def assignment_marks(request: UserRequest, pk: int) -> HttpResponse:
    """Change the formula of the suggested marks."""
    assignment = own_assignment(request, pk)
    form = GradeRuleForm(request.POST, assignment=assignment)
    if not form.is_valid():
        return kind_page(request, assignment, form)
    set_grade_rule(assignment=assignment, rule=form.rule())
    messages.success(request, _("The suggested marks now use this formula."))
    return redirect(f"{assignment.get_absolute_url()}#results-title")


@require_POST
@teacher_required
def assignment_try(request: UserRequest, pk: int) -> HttpResponse:
    """Play a grid of the assignment as a teacher, under the students' rules."""
    assignment = own_assignment(request, pk, has_grids=True)
    puzzles = creation.puzzles_of(assignment)
    posted = request.POST.get("puzzle", "")
    puzzle = get_object_or_404(puzzles, pk=posted) if posted.isdecimal() else first_of(puzzles)
    attempt = lifecycle.try_as_student(teacher=request.user, assignment=assignment, puzzle=puzzle)
    return redirect(attempt)


# What teachers do for one student

# The services take a locked assignee; those of DATE_ACTS also the student's own due date.
STUDENT_ACTS: dict[str, tuple[Callable[..., Any], Promise]] = {
    "excuse": (lifecycle.excuse, gettext_lazy("%(student)s is excused.")),
    "take-back": (lifecycle.take_back_excuse, gettext_lazy("%(student)s is no longer excused.")),
}
DATE_ACTS: dict[str, tuple[Callable[..., Any], Promise]] = {
    "reopen": (lifecycle.reopen, gettext_lazy("%(student)s can continue.")),
    "extend": (lifecycle.set_own_due_date, gettext_lazy("%(student)s has a new due date.")),
}


@require_POST
@teacher_required
def assignment_student_act(request: UserRequest, pk: int, username: str, act: str) -> HttpResponse:
    """Run one of the acts on an assignee, who is read once, locked, through the teacher."""
    if act not in STUDENT_ACTS | DATE_ACTS:
        raise Http404
    do, done = (STUDENT_ACTS | DATE_ACTS)[act]
    try:
        with transaction.atomic():
            assignees = Assignee.objects.filter(assignment__whole=None).locked()
            assignee = get_of_class(request, assignees, assignment=pk, student__username=username)
            student = student_name(assignee)
            do(assignee=assignee, **(own_date(request) if act in DATE_ACTS else {}))
    except lifecycle.LifecycleError as refusal:
        words = _("%(student)s: %(refusal)s")
        messages.warning(request, words % {"student": student, "refusal": refusal})
    else:
        messages.success(request, str(done) % {"student": student})
    return redirect("assignments:assignment", pk)


def own_date(request: UserRequest) -> dict[str, Any]:
    """The date in the form. Raises LifecycleError if it cannot be read."""
    form = OwnDateForm(request.POST)
    if not form.is_valid():
        raise lifecycle.LifecycleError(first_error(form))
    return {"due_at": form.cleaned_data["due_at"]}


def own_assignment(
    request: UserRequest, pk: int, *, has_grids: bool = False, is_listed: bool = False
) -> Assignment:
    rows: Any = Assignment.objects.with_rights(request.user)
    rows = rows.select_related("policy", "classroom", "author", "whole")
    if has_grids:
        rows = rows.with_puzzles()
    if is_listed:
        rows = rows.listed()
    assignment: Assignment = get_of_class(request, rows, pk=pk)
    return assignment


def first_of(puzzles: Any) -> Puzzle:
    puzzle: Puzzle = get_object_or_404(puzzles.order_by("pk")[:1])
    return puzzle


def assignment_context(request: UserRequest, assignment: Assignment) -> dict[str, Any]:
    """The context of the chosen tab of an assignment's page."""
    student, tab = request.GET.get("student", ""), chosen_tab(request, assignment)
    page = assignment_page(assignment) | {"tab": tab}
    if tab == "grids":
        page |= grids_tab(assignment, page["rows"], student=student)
    elif tab == "results":
        results = results_page(assignment, student=student, sort=request.GET.get("sort", ""))
        rows = {row.assignee.pk: row for row in page["rows"]}
        page["results"] = results
        page["lines"] = [
            (rows[result.assignee.pk], result, mark)
            for result, mark in results.rows
            if result.assignee.pk in rows
        ]
    return page


def chosen_tab(request: UserRequest, assignment: Assignment) -> str:
    """The tab in the address, else the first one: a draft has no results, exercises have no grids."""
    tabs = {
        "results": not assignment.is_draft,
        "parts": assignment.has_parts,
        "grids": not assignment.worksheet and not assignment.has_parts,
        "rules": True,
    }
    available = [tab for tab, is_there in tabs.items() if is_there]
    asked = request.GET.get("tab", "")
    return asked if asked in available else available[0]


def form_page(
    request: UserRequest, classroom: Classroom, form: DatesForm, assignment: Assignment | None
) -> HttpResponse:
    context = {
        "classroom": classroom,
        "assignment": assignment,
        "form": form,
        "criteria": criteria_choices(),
        "presets": preset_words(),
    }
    return render(request, "assignments/assignment_form.html", context)
