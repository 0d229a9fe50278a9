"""Competences: a teacher's list, and the levels of the students of a class."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Classroom
from accounts.requests import UserRequest, get_of_class, page_with_form, posted, teacher_required

from ..forms.competences import CompetenceForm, LevelsForm
from ..services.competences import CompetenceError, levels_of, save_competence, set_levels, start_list
from ..services.following.live import members_of


@page_with_form
@teacher_required
def competence_list(request: UserRequest) -> HttpResponse:
    """The list, and a form for one more."""
    form = CompetenceForm(posted(request))
    if form.is_valid():
        try:
            competence = save_competence(teacher=request.user, competence=form.save(commit=False))
        except CompetenceError as refusal:
            form.add_error("code", str(refusal))
        else:
            return redirect("assignments:competence", competence.pk)
    context = {"competences": request.user.competences.all(), "form": form}
    return render(request, "assignments/competences.html", context)


@require_POST
@teacher_required
def competence_start(request: UserRequest) -> HttpResponse:
    start_list(teacher=request.user)
    return redirect("assignments:competences")


@page_with_form
@teacher_required
def competence(request: UserRequest, pk: int) -> HttpResponse:
    """Change a competence, and what shows it."""
    found = get_object_or_404(request.user.competences.all(), pk=pk)
    form = CompetenceForm(posted(request), instance=found)
    if form.is_valid():
        try:
            save_competence(teacher=request.user, competence=form.save(commit=False))
        except CompetenceError as refusal:
            form.add_error("code", str(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("assignments:competences")
    # The form has changed the row in memory: the title is the name that is kept.
    context = {"competence": request.user.competences.get(pk=pk), "form": form}
    return render(request, "assignments/competence.html", context)


@require_POST
@teacher_required
def competence_delete(request: UserRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(request.user.competences.all(), pk=pk)
    found.delete()
    messages.success(request, _("The competence is deleted."))
    return redirect("assignments:competences")


@require_safe
@teacher_required
def class_competences(request: UserRequest, pk: int) -> HttpResponse:
    """The levels of the class."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    members = sorted(members_of(classroom), key=lambda member: member.sort_key)
    levels = levels_of(teacher=request.user, students=[member.student_id for member in members])
    context = {
        "classroom": classroom,
        "competences": request.user.competences.all(),
        "rows": [(member, levels[member.student_id]) for member in members],
    }
    return render(request, "assignments/class_competences.html", context)


@page_with_form
@teacher_required
def student_competences(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """The levels of a student, changed by hand."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    member = next((each for each in members_of(classroom) if each.student.username == username), None)
    if member is None:
        raise Http404
    levels = levels_of(teacher=request.user, students=[member.student_id])[member.student_id]
    form = LevelsForm(posted(request), levels=levels)
    if form.is_valid():
        set_levels(student=member.student, levels=form.levels())
        messages.success(request, _("%(student)s: saved.") % {"student": member.shown_name})
        return redirect("assignments:class_competences", pk)
    context = {"classroom": classroom, "member": member, "form": form}
    return render(request, "assignments/student_competences.html", context)
