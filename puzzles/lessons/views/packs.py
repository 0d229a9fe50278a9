"""Packs for teachers: read, give to classes, print, export."""

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.audit_log import Action, log_action
from accounts.models import Classroom
from accounts.requests import UserRequest, page_with_form, posted, teacher_required
from puzzles.play.pictures.small_board import grid_picture

from ..forms.packs import MAX_TICKED, GiveForm
from ..models import Lesson
from ..pages.packs import pack_page, unticked_first
from ..services.giving import give_pack
from ..services.packs import find_pack, pack_file


@page_with_form
@teacher_required
def pack(request: UserRequest, key: str) -> HttpResponse:
    """A pack with its plan, and the form that gives it to classes."""
    found = find_pack(request.user, key)
    classrooms = list(
        Classroom.objects.taught_by(request.user).current().annotate(student_count=Count("memberships"))
    )
    asked = request.GET.get("class", "")
    ticked = [each.pk for each in classrooms if str(each.pk) == asked]
    form = GiveForm(
        posted(request),
        classrooms=classrooms,
        ticked=ticked or unticked_first(classrooms, found, MAX_TICKED),
    )
    if form.is_valid():
        lessons = give_pack(
            teacher=request.user,
            pack=found,
            classrooms=list(form.cleaned_data["classes"]),
            giving=form.giving(),
        )
        return answer_given(request, lessons)
    context = pack_page(found, request.user) | {"form": form, "has_classes": bool(classrooms)}
    return render(request, "lessons/pack.html", context)


def answer_given(request: UserRequest, lessons: list[Lesson]) -> HttpResponse:
    """Log the rules of the work that was given, say what happened, and go to the lesson."""
    lacking = False
    for lesson in lessons:
        for row in lesson.activities.select_related("assignment"):
            lacking |= row.assignment is None and row.data["kind"] == "grids"
            if given := row.assignment:
                log_action(
                    Action.POLICY_CHANGED, by=request.user.pk, assignment=given.pk, policy=given.policy_id
                )
    words = ngettext("Given to %(count)d class.", "Given to %(count)d classes.", len(lessons))
    messages.success(request, words % {"count": len(lessons)})
    if lacking:
        messages.warning(
            request,
            _("The site has no grids of this difficulty yet: import or generate some, then assign them."),
        )
    return redirect(lessons[0]) if len(lessons) == 1 else redirect("lessons:list")


@require_safe
@teacher_required
def handout(request: UserRequest, key: str) -> HttpResponse:
    """What students get on paper: the activities, questions with boxes, grids, without notes and answers."""
    page = pack_page(find_pack(request.user, key), request.user)
    pictures = {step.number: grid_picture(step.activity.grid) for step in page["steps"] if step.activity.grid}
    context: dict[str, Any] = page | {
        "rows": [(step, pictures.get(step.number)) for step in page["steps"]],
    }
    return render(request, "lessons/handout.html", context)


@require_safe
@teacher_required
def pack_export(request: UserRequest, key: str) -> HttpResponse:
    """A pack as a JSON file."""
    found = find_pack(request.user, key)
    name = slugify(str(found.title)) or found.key
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return HttpResponse(pack_file(found), content_type="application/json; charset=utf-8", headers=headers)
