"""Work for a class, as its teachers make it, hand it out, follow it and end it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit import Act, note
from accounts.models import Classroom
from accounts.requests import UserRequest, teacher_required

from ..course.pages.names import exercise_label
from ..course.pages.table import exercise_table
from ..course.services.collecting import archive_exercises, stop_exercises
from ..display.assignments import assignment_lines, assignment_page, preset_words
from ..display.explorer import sheet_name
from ..display.grades import wish_choices
from ..display.results import results_page
from ..forms.assignments import AssignmentForm, DatesForm, HandedOutForm, OwnDateForm, draft_values
from ..forms.play import first_error
from ..forms.results import MarkRuleForm
from ..models import Assignee, Assignment, Puzzle
from ..services.assignments import lifecycle, making, renewing
from ..services.assignments.sources import SourceError
from ..tasks import wake_reviews
from .exercises import edit_draft

page_with_form = require_http_methods(["GET", "HEAD", "POST"])


# The list, and new work


@require_safe
@teacher_required
def assignment_list(request: UserRequest, pk: int) -> HttpResponse:
    classroom = get_object_or_404(Classroom.objects.taught_by(request.user), pk=pk)
    archived = "archived" in request.GET
    context = {
        "classroom": classroom,
        "archived": archived,
        "lines": assignment_lines(classroom, archived=archived),
    }
    return render(request, "assignment_list.html", context)


@page_with_form
@teacher_required
def assignment_new(request: UserRequest, pk: int) -> HttpResponse:
    """A form, and then a draft to be looked at before it is handed out."""
    classroom = get_object_or_404(Classroom.objects.taught_by(request.user).current(), pk=pk)
    form = AssignmentForm(
        request.POST if request.method == "POST" else None,
        teacher=request.user,
        initial=asked_for(request.GET),
    )
    if form.is_valid():
        try:
            draft = making.make_assignment(
                author=request.user,
                classroom=classroom,
                source=form.source(),
                **form.fields_of_assignment(),
            )
        except SourceError as refusal:
            form.add_error(None, str(refusal))
        else:
            note(Act.POLICY_CHANGED, by=request.user.pk, assignment=draft.pk, policy=draft.policy_id)
            return redirect(draft)
    return form_page(request, classroom, form, None)


def asked_for(query: QueryDict) -> dict[str, str | None]:
    """What an address puts into a new form: the collection, or the run that is to be predicted."""
    run = {name: query.get(name) for name in ("algorithm", "grids") if name in query}
    if run:
        run["way"] = AssignmentForm.Way.PASTED
    return {"collection": query.get("collection"), **run}


@page_with_form
@teacher_required
def assignment_edit(request: UserRequest, pk: int) -> HttpResponse:
    """A draft may be changed altogether; of what is handed out, the title and the dates."""
    assignment = own_assignment(request, pk)
    if not assignment.is_draft:
        return change_dates(request, assignment)
    if assignment.asks_exercises:
        return edit_draft(request, assignment)
    initial, policy_id = draft_values(assignment), assignment.policy_id
    data = request.POST if request.method == "POST" else None
    form = AssignmentForm(data, teacher=request.user, initial=initial)
    if form.is_valid():
        try:
            making.change_draft(assignment=assignment, source=form.source(), **form.fields_of_assignment())
        except (SourceError, making.FrozenError) as refusal:
            form.add_error(None, str(refusal))
        else:
            if assignment.policy_id != policy_id:
                note(Act.POLICY_CHANGED, by=request.user.pk, assignment=pk, policy=assignment.policy_id)
            return redirect(assignment)
    return form_page(request, assignment.classroom, form, assignment)


def change_dates(request: UserRequest, assignment: Assignment) -> HttpResponse:
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
    return render(request, "assignment_dates.html", context)


@require_safe
@teacher_required
def assignment(request: UserRequest, pk: int) -> HttpResponse:
    """A draft with its preview, or what was handed out with everybody's progress."""
    assignment = own_assignment(request, pk)
    if assignment.asks_exercises:
        context = assignment_page(assignment) | {
            "table": exercise_table(assignment),
            "labels": [exercise_label(assignment.worksheet, key) for key in assignment.exercises],
            "sheet_title": sheet_name(assignment.worksheet),
        }
        return render(request, "course/assignment.html", context)
    return render(request, "assignment.html", assignment_context(request, assignment))


# What is done to the whole of it


def act(
    request: UserRequest, pk: int, do: Callable[[Assignment], Any], done: Callable[[Any], str]
) -> HttpResponse:
    """Do something to an assignment of one's own, and tell how it went on its page."""
    assignment = own_assignment(request, pk)
    try:
        result = do(assignment)
    except (lifecycle.LifecycleError, making.FrozenError, SourceError) as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(request, done(result))
    return redirect(assignment)


def act_on_grids(
    request: UserRequest, pk: int, do: Callable[[Assignment], Any], done: Callable[[Any], str]
) -> HttpResponse:
    """The same for what is done to grids; an assignment of exercises has none."""
    own_assignment(request, pk, has_grids=True)
    return act(request, pk, do, done)


@require_POST
@teacher_required
def assignment_redraw(request: UserRequest, pk: int) -> HttpResponse:
    """Other grids for a draft."""
    return act_on_grids(
        request, pk, lambda row: making.deal(assignment=row), lambda _row: _("The grids are drawn anew.")
    )


@require_POST
@teacher_required
def assignment_new_grids(request: UserRequest, pk: int) -> HttpResponse:
    """New grids for the draft of an exam, in place of those that its students can draw."""
    return act_on_grids(
        request,
        pk,
        lambda row: renewing.make_new_grids(assignment=row, teacher=request.user),
        lambda _row: _("New grids are made: nobody has met them, and nobody can draw them."),
    )


@require_POST
@teacher_required
def assignment_hand_out(request: UserRequest, pk: int) -> HttpResponse:
    return act(
        request,
        pk,
        lambda row: lifecycle.hand_out_now(assignment=row),
        lambda row: handed_out_words(row.assignees.count()),
    )


@require_POST
@teacher_required
def assignment_newcomers(request: UserRequest, pk: int) -> HttpResponse:
    """Grids for who joined the class after they were handed out."""
    return act(
        request,
        pk,
        lambda row: lifecycle.give_now(assignment=row),
        lambda given: handed_out_words(len(given)),
    )


@require_POST
@teacher_required
def assignment_stop(request: UserRequest, pk: int) -> HttpResponse:
    if own_assignment(request, pk).asks_exercises:
        return act(request, pk, lambda row: stop_exercises(assignment=row), collected_words)
    answer = act(
        request,
        pk,
        lambda row: lifecycle.stop_assignment(assignment=row),
        lambda row: (
            _("Stopped: the predictions made so far count.")
            if row.algorithm
            else _("Stopped: what was open is collected as it stands.")
        ),
    )
    wake_reviews()
    return answer


@require_POST
@teacher_required
def assignment_release(request: UserRequest, pk: int) -> HttpResponse:
    answer = act(
        request,
        pk,
        lambda row: lifecycle.release_exam(assignment=row, end_all="end_all" in request.POST),
        lambda _row: _("The results are released: your students see them now."),
    )
    wake_reviews()
    return answer


@require_POST
@teacher_required
def assignment_archive(request: UserRequest, pk: int) -> HttpResponse:
    return act(
        request,
        pk,
        lambda row: (
            archive_exercises(assignment=row)
            if row.asks_exercises
            else lifecycle.archive_assignment(assignment=row)
        ),
        lambda _row: _("In the archive."),
    )


@require_POST
@teacher_required
def assignment_restore(request: UserRequest, pk: int) -> HttpResponse:
    return act(
        request,
        pk,
        lambda row: lifecycle.restore_assignment(assignment=row),
        lambda _row: _("Out of the archive."),
    )


@require_POST
@teacher_required
def assignment_delete(request: UserRequest, pk: int) -> HttpResponse:
    """Delete a draft and go back to the list; what was handed out stays."""
    assignment = own_assignment(request, pk)
    try:
        lifecycle.delete_draft(assignment=assignment)
    except lifecycle.LifecycleError as refusal:
        messages.warning(request, str(refusal))
        return redirect(assignment)
    messages.success(request, _("The draft is deleted."))
    return redirect("assignment_list", assignment.classroom_id)


@require_POST
@teacher_required
def assignment_try(request: UserRequest, pk: int) -> HttpResponse:
    """A grid of the assignment, played by the teacher under the rules her students have."""
    assignment = own_assignment(request, pk, has_grids=True)
    puzzles = making.puzzles_of(assignment)
    posted = request.POST.get("puzzle", "")
    puzzle = get_object_or_404(puzzles, pk=posted) if posted.isdecimal() else first_of(puzzles)
    attempt = lifecycle.try_as_student(teacher=request.user, assignment=assignment, puzzle=puzzle)
    return redirect(attempt)


# One student


def act_on_student(
    request: UserRequest, pk: int, username: str, do: Callable[[Assignee], Any], done: str
) -> HttpResponse:
    """Do something to the part of one student, and tell how it went on the page of the assignment."""
    assignment = own_assignment(request, pk)
    assignee = get_object_or_404(assignment.assignees, student__username=username)
    try:
        do(assignee)
    except lifecycle.LifecycleError as refusal:
        words = _("%(student)s: %(refusal)s")
        messages.warning(request, words % {"student": username, "refusal": refusal})
    else:
        messages.success(request, done % {"student": username})
    return redirect(assignment)


def with_own_date(request: UserRequest, do: Callable[..., Assignee]) -> Callable[[Assignee], Assignee]:
    """Do it with the date that the request gives. Raises LifecycleError for one that cannot be read."""

    def done(assignee: Assignee) -> Assignee:
        form = OwnDateForm(request.POST)
        if not form.is_valid():
            raise lifecycle.LifecycleError(first_error(form))
        return do(assignee=assignee, due_at=form.cleaned_data["due_at"])

    return done


@require_POST
@teacher_required
def assignment_reopen(request: UserRequest, pk: int, username: str) -> HttpResponse:
    do = with_own_date(request, lifecycle.reopen)
    return act_on_student(request, pk, username, do, _("%(student)s can go on."))


@require_POST
@teacher_required
def assignment_extend(request: UserRequest, pk: int, username: str) -> HttpResponse:
    do = with_own_date(request, lifecycle.set_own_due_date)
    return act_on_student(request, pk, username, do, _("The date of %(student)s is changed."))


@require_POST
@teacher_required
def assignment_exclude(request: UserRequest, pk: int, username: str) -> HttpResponse:
    def do(assignee: Assignee) -> Assignee:
        return lifecycle.exclude(assignee=assignee)

    return act_on_student(request, pk, username, do, _("%(student)s is let off."))


@require_POST
@teacher_required
def assignment_include(request: UserRequest, pk: int, username: str) -> HttpResponse:
    def do(assignee: Assignee) -> Assignee:
        return lifecycle.include(assignee=assignee)

    return act_on_student(request, pk, username, do, _("%(student)s is in it again."))


# What is hers


def own_assignment(request: UserRequest, pk: int, *, has_grids: bool = False) -> Assignment:
    rows = Assignment.objects.taught_by(request.user).select_related("policy", "classroom", "author")
    if has_grids:
        rows = rows.filter(worksheet="")
    return get_object_or_404(rows, pk=pk)


def first_of(puzzles: Any) -> Puzzle:
    puzzle: Puzzle = get_object_or_404(puzzles.order_by("pk")[:1])
    return puzzle


# Answers


def assignment_context(
    request: UserRequest, assignment: Assignment, mark_form: MarkRuleForm | None = None
) -> dict[str, Any]:
    """What the page of an assignment is drawn from; the results once it is handed out."""
    student = request.GET.get("student", "")
    page = assignment_page(assignment, student=student)
    if not assignment.is_draft:
        page["results"] = results_page(assignment, student=student)
        page["mark_form"] = mark_form or MarkRuleForm(assignment=assignment)
    return page


def form_page(
    request: UserRequest, classroom: Classroom, form: DatesForm, assignment: Assignment | None
) -> HttpResponse:
    context = {
        "classroom": classroom,
        "assignment": assignment,
        "form": form,
        "wishes": wish_choices(),
        "presets": preset_words(),
    }
    return render(request, "assignment_form.html", context)


def handed_out_words(count: int) -> str:
    words = ngettext("Handed out to %(count)d student.", "Handed out to %(count)d students.", count)
    return words % {"count": count}


def collected_words(count: int) -> str:
    """What became of the drafts when an assignment of exercises was stopped."""
    if not count:
        return _("Stopped: there was no draft to collect.")
    words = ngettext(
        "Stopped: %(count)d draft is collected as it stands.",
        "Stopped: %(count)d drafts are collected as they stand.",
        count,
    )
    return words % {"count": count}
