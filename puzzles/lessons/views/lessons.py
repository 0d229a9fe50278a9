"""Lessons: the list, the page a teacher leads from, the page of a student."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import UserRequest, get_of_class, teacher_required

from ..models import Lesson, LessonActivity
from ..pages.packs import LESSONS_SHOWN, lesson_page, pack_list, student_lesson_page
from ..services.giving import hand_out_drafts, mark_done


@require_safe
def lesson_list(request: UserRequest) -> HttpResponse:
    """The packs for a teacher, the lessons of their classes for a student."""
    if request.user.is_teacher:
        asked = request.GET.get("class", "")
        known = asked.isdecimal() and len(asked) < 18
        return render(request, "lessons/packs.html", pack_list(request.user, asked if known else ""))
    lessons = Lesson.objects.of(request.user).select_related("classroom")[:LESSONS_SHOWN]
    return render(request, "lessons/student_list.html", {"lessons": lessons})


@require_safe
def lesson(request: UserRequest, pk: int) -> HttpResponse:
    if request.user.is_teacher:
        return render(request, "lessons/lesson.html", lesson_page(own_lesson(request, pk)))
    lessons = Lesson.objects.of(request.user).select_related("classroom")
    page = student_lesson_page(get_object_or_404(lessons, pk=pk), request.user)
    return render(request, "lessons/student_lesson.html", page)


@require_POST
@teacher_required
def activity_done(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """Tick an activity, or take the tick back."""
    rows = LessonActivity.objects.select_related("lesson")
    activity = get_object_or_404(rows, lesson=own_lesson(request, pk), position=position)
    mark_done(activity=activity, is_done=request.POST.get("done") == "1")
    return redirect(f"{activity.lesson.get_absolute_url()}#activity-{position}")


@require_POST
@teacher_required
def lesson_hand_out(request: UserRequest, pk: int) -> HttpResponse:
    """Hand out the work of a lesson that waits as drafts."""
    row = own_lesson(request, pk)
    count = hand_out_drafts(lesson=row)
    words = ngettext("%(count)d assignment is handed out.", "%(count)d assignments are handed out.", count)
    messages.success(request, words % {"count": count})
    return redirect(row)


@require_POST
@teacher_required
def lesson_delete(request: UserRequest, pk: int) -> HttpResponse:
    """Delete the plan of a lesson. What was handed out stays."""
    own_lesson(request, pk).delete()
    messages.success(request, _("The lesson is deleted. Its assignments are kept."))
    return redirect("lessons:list")


def own_lesson(request: UserRequest, pk: int) -> Lesson:
    lesson: Lesson = get_of_class(request, Lesson.objects.select_related("classroom"), pk=pk)
    return lesson
