"""Codes: short ones that log a student in once, and the one that lets students join a class."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from .. import services
from ..cards import is_of_this_machine, qr_code
from ..codes import written
from ..forms import JoinForm
from ..models import Classroom, LoginCode, Membership
from ..requests import UserRequest, student_required, teacher_required
from .classes import members_of, own_class, page_with_form


@dataclass(frozen=True)
class CodeSlip:
    """A code as it is given out; it is told here and never again."""

    username: str
    real_name: str
    code: str
    qr: SafeString


@dataclass(frozen=True)
class CodeLine:
    """A student of the class, and the code that was made last."""

    member: Membership
    code: LoginCode | None


@page_with_form
@teacher_required
def class_codes(request: UserRequest, pk: int) -> HttpResponse:
    """Which students have a code; by POST, new ones for the students chosen, or for all of the class."""
    classroom = own_class(request, pk, is_current=True)
    members = members_of(classroom).filter(student__is_active=True)
    if request.method == "POST":
        if request.POST.get("who") != "all":
            members = members.filter(student__username__in=request.POST.getlist("student"))
        if members:
            return code_slips(request, classroom, list(members))
        messages.error(request, _("Choose one student at least."))
    lines = code_lines(classroom)
    context = {
        "classroom": classroom,
        "lines": lines,
        "minutes": services.CODE_LIFETIME.seconds // 60,
        "is_any_unused": any(
            line.code is not None and line.code.state == LoginCode.State.UNUSED for line in lines
        ),
    }
    return render(request, "accounts/codes.html", context)


@require_POST
@teacher_required
def class_codes_revoke(request: UserRequest, pk: int) -> HttpResponse:
    """Take back one student's unused code, or all of the class."""
    classroom = own_class(request, pk)
    username = request.POST.get("student")
    members = members_of(classroom).filter(student__username=username) if username else None
    if members is not None and not members:
        return redirect("class_codes", pk)
    student = members[0].student if members else None
    count = services.revoke_codes(classroom=classroom, teacher=request.user, student=student)
    text = ngettext("%d code taken back.", "%d codes taken back.", count)
    messages.success(request, text % count)
    return redirect("class_codes", pk)


@page_with_form
@student_required
def class_join(request: UserRequest) -> HttpResponse:
    """Come into a class by its join code; and which classes one is in."""
    form = JoinForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_valid():
        try:
            classroom, is_new = services.join_class(student=request.user, code=form.cleaned_data["code"])
        except services.JoinError as error:
            form.add_error("code", str(error.message))
            status = 429 if error.is_wait else 200
        else:
            text = (
                _("You are in the class %(name)s now.")
                if is_new
                else _("You were in the class %(name)s already.")
            )
            messages.success(request, text % {"name": classroom.name})
            return redirect("home")
    classes = Classroom.objects.current().filter(students=request.user)
    context = {"form": form, "classes": classes}
    return render(request, "accounts/class_join.html", context, status=status)


def code_slips(request: UserRequest, classroom: Classroom, members: list[Membership]) -> HttpResponse:
    """Make the codes and answer with them, to be shown to the class or printed."""
    names = {member.student_id: member.real_name for member in members}
    made = services.make_codes(
        classroom=classroom, students=[member.student for member in members], teacher=request.user
    )
    address = request.build_absolute_uri(reverse("login_code"))
    slips = [
        CodeSlip(
            new.student.username, names[new.student.pk], written(new.code), qr_code(f"{address}#{new.code}")
        )
        for new in made
    ]
    context = {
        "classroom": classroom,
        "slips": sorted(slips, key=lambda slip: slip.username),
        "address": address,
        "ends_at": timezone.now() + services.CODE_LIFETIME,
        "is_of_this_machine": is_of_this_machine(address),
    }
    return render(request, "accounts/code_slips.html", context)


def code_lines(classroom: Classroom) -> list[CodeLine]:
    """Every student of the class who may log in, with the last code."""
    last = {code.student_id: code for code in classroom.login_codes.order_by("made_at", "pk")}
    members = members_of(classroom).filter(student__is_active=True)
    return [CodeLine(member, last.get(member.student_id)) for member in members]
