"""Login codes, with which a student logs in once; and the page where students join a class."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from ..codes import format_code
from ..forms import JoinForm
from ..models import Classroom, LoginCode, Membership
from ..qr_codes import is_local_address, qr_code
from ..requests import UserRequest, page_with_form, posted, student_required, teacher_required
from ..services.join_codes import join_class
from ..services.login_codes import CODE_LIFETIME, make_codes, revoke_codes
from .classes import members_of, own_class


@page_with_form
@teacher_required
def class_codes(request: UserRequest, pk: int) -> HttpResponse:
    """Which students have a code; by POST, new ones for the chosen students, or for the whole class."""
    classroom = own_class(request, pk, is_current=True)
    members = members_of(classroom).filter(student__is_active=True)
    if request.method == "POST":
        if request.POST.get("who") != "all":
            members = members.filter(student__username__in=request.POST.getlist("student"))
        if members:
            return code_slips(request, classroom, list(members))
        messages.error(request, _("Choose at least one student."))
        members = members_of(classroom).filter(student__is_active=True)
    latest = {code.student_id: code for code in classroom.login_codes.order_by("created_at", "pk")}
    by_name = sorted(members, key=lambda member: member.sort_key)
    lines = [{"member": member, "code": latest.get(member.student_id)} for member in by_name]
    context = {
        "classroom": classroom,
        "lines": lines,
        "minutes": CODE_LIFETIME.seconds // 60,
        "is_any_unused": any(
            line["code"] and line["code"].state == LoginCode.State.UNUSED  # type: ignore[union-attr]
            for line in lines
        ),
    }
    return render(request, "accounts/codes.html", context)


@require_POST
@teacher_required
def class_codes_revoke(request: UserRequest, pk: int) -> HttpResponse:
    """Revoke one student's unused code, or all of the class."""
    classroom = own_class(request, pk)
    username = request.POST.get("student")
    member = members_of(classroom).filter(student__username=username).first() if username else None
    if member or not username:
        student = member.student if member else None
        count = revoke_codes(classroom=classroom, teacher=request.user, student=student)
        messages.success(request, ngettext("%d code revoked.", "%d codes revoked.", count) % count)
    return redirect("accounts:class_codes", pk)


@page_with_form
@student_required
def class_join(request: UserRequest) -> HttpResponse:
    """Join a class with its join code; lists the student's classes."""
    form = JoinForm(posted(request))
    if form.is_valid():
        with form.refusals("code"):
            classroom, is_new = join_class(student=request.user, code=form.cleaned_data["code"])
            joined = _("You have joined the class %(name)s.")
            text = joined if is_new else _("You are already in the class %(name)s.")
            messages.success(request, text % {"name": classroom.name})
            return redirect("home:home")
    classes = Classroom.objects.current().filter(students=request.user)
    context = {"form": form, "classes": classes}
    return render(request, "accounts/class_join.html", context, status=form.status)


def code_slips(request: UserRequest, classroom: Classroom, members: list[Membership]) -> HttpResponse:
    """Create codes and show them, to project or print. They cannot be shown again."""
    names = {member.student_id: member.real_name for member in members}
    new_codes = make_codes(
        classroom=classroom, students=[member.student for member in members], teacher=request.user
    )
    address = request.build_absolute_uri(reverse("accounts:login_code"))
    slips = [
        {
            "username": new.student.username,
            "real_name": names[new.student.pk],
            "code": format_code(new.code),
            "qr": qr_code(f"{address}#{new.code}"),
        }
        for new in sorted(new_codes, key=lambda new: new.student.username)
    ]
    context = {
        "classroom": classroom,
        "slips": slips,
        "address": address,
        "ends_at": timezone.now() + CODE_LIFETIME,
        "is_local_address": is_local_address(address),
    }
    return render(request, "accounts/code_slips.html", context)
