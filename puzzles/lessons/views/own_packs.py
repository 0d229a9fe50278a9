"""A teacher's own packs: copy, change, import, delete."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.requests import UserRequest, get_of_class, page_with_form, posted, teacher_required
from puzzles.assignments.models import Assignment

from ..forms.packs import ActivityForm, ImportForm, PackForm
from ..models import LessonPack
from ..pages.packs import pack_page
from ..services import packs
from ..services.activities import Kind
from ..services.templates import count_left_out, keep_as_pack

ACTS: dict[str, packs.Change] = {
    "up": partial(packs.move_activity, up=True),
    "down": partial(packs.move_activity, up=False),
    "remove": packs.remove_activity,
}


@page_with_form
@teacher_required
def pack_new(request: UserRequest) -> HttpResponse:
    """An empty pack of the teacher's own."""
    form = PackForm(posted(request))
    if form.is_valid():
        data = form.cleaned_data
        row = packs.create_pack(owner=request.user, title=data["title"], summary=data["summary"])
        if data["is_shared"]:
            LessonPack.objects.filter(pk=row.pk).update(is_shared=True)
        return redirect("lessons:pack_edit", row.pk)
    return render(request, "lessons/pack_new.html", {"form": form})


@require_POST
@teacher_required
def pack_copy(request: UserRequest, key: str) -> HttpResponse:
    """A copy to change, of any pack that the teacher may read."""
    row = packs.copy_pack(owner=request.user, pack=packs.find_pack(request.user, key))
    return redirect("lessons:pack_edit", row.pk)


@require_POST
@teacher_required
def pack_from_assignment(request: UserRequest, pk: int) -> HttpResponse:
    """A pack of the teacher's own with the work of an assignment of hers."""
    assignments = Assignment.objects.select_related("policy", "classroom")
    assignment = get_of_class(request, assignments, pk=pk)
    row = keep_as_pack(assignment=assignment, teacher=request.user)
    text = _("Kept as a lesson pack: give it to any class, or share it with your colleagues below.")
    messages.success(request, text)
    if count := count_left_out(assignment):
        text = ngettext(
            "%(count)d question was left out: a lesson pack holds only questions with one right choice.",
            "%(count)d questions were left out: a lesson pack holds only questions with one right choice.",
            count,
        )
        messages.warning(request, text % {"count": count})
    return redirect("lessons:pack_edit", row.pk)


@page_with_form
@teacher_required
def pack_import(request: UserRequest) -> HttpResponse:
    """A pack of the teacher's own from a file."""
    form = ImportForm(posted(request), request.FILES or None)
    if form.is_valid():
        try:
            row = packs.import_pack(owner=request.user, data=form.cleaned_data["file"].read())
        except packs.PackError as refusal:
            form.add_error("file", str(refusal))
        else:
            return redirect(row)
    return render(request, "lessons/pack_import.html", {"form": form})


@page_with_form
@teacher_required
def pack_edit(request: UserRequest, key: str) -> HttpResponse:
    """Title, summary and sharing of an own pack, and its activities with their buttons."""
    row = packs.own_pack(request.user, key)
    form = PackForm(posted(request), instance=row)
    if form.is_valid():
        row.changed_at = timezone.now()
        row.save(update_fields=["title", "summary", "is_shared", "changed_at"])
        messages.success(request, _("Saved."))
        return redirect(row)
    context = pack_page(packs.pack_of(row), request.user) | {"form": form, "kinds": Kind.choices, "row": row}
    context["next_number"] = len(row.activities) + 1
    return render(request, "lessons/pack_edit.html", context)


@page_with_form
@teacher_required
def activity_edit(request: UserRequest, key: str, number: int) -> HttpResponse:
    """The form of an activity; the number after the last adds one of the kind in the address."""
    row = packs.own_pack(request.user, key)
    activities = packs.pack_of(row).activities
    if not 1 <= number <= len(activities) + 1:
        raise Http404
    activity = activities[number - 1] if number <= len(activities) else None
    kind = activity.kind if activity else request.GET.get("kind", "")
    if kind not in Kind.values:
        raise Http404
    form = ActivityForm(posted(request), kind=kind, activity=activity)
    if form.is_valid():
        change = partial(packs.put_activity, activity=form.activity)
        return changed(request, key, number, change, may_append=activity is None)
    context = {
        "row": row,
        "form": form,
        "version": request.POST.get("version", row.version),
        "kind_label": Kind(kind).label,
    }
    return render(request, "lessons/activity_form.html", context)


@require_POST
@teacher_required
def activity_act(request: UserRequest, key: str, number: int, act: str) -> HttpResponse:
    """Move an activity up or down, or remove it."""
    if act not in ACTS:
        raise Http404
    return changed(request, key, number, ACTS[act])


def changed(
    request: UserRequest, key: str, number: int, change: packs.Change, *, may_append: bool = False
) -> HttpResponse:
    """Change the pack of the version that the form shows, and go to the activity in its list."""
    posted_version = request.POST.get("version", "")
    row, number = packs.change_activities(
        teacher=request.user,
        key=key,
        number=number,
        version=int(posted_version) if posted_version.isdecimal() and len(posted_version) < 10 else 0,
        change=change,
        may_append=may_append,
    )
    return redirect(f"{reverse('lessons:pack_edit', args=[row.pk])}#activity-{number}")


@require_POST
@teacher_required
def pack_delete(request: UserRequest, key: str) -> HttpResponse:
    """Delete an own pack. Lessons that were given from it stay."""
    packs.own_pack(request.user, key).delete()
    messages.success(request, _("The pack is deleted. Lessons given from it are kept."))
    return redirect("lessons:list")
