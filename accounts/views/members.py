"""One student of a class: what the teachers know of her, and what they may do for her account."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from .. import services
from ..forms import AccountForm, MemberForm, MoveForm
from ..models import Membership
from ..requests import UserRequest, teacher_required
from .cards import ask_for_cards, new_cards
from .classes import own_member


@require_http_methods(["GET", "HEAD", "POST"])
@teacher_required
def member(request: UserRequest, pk: int, username: str) -> HttpResponse:
    membership = own_member(request, pk, username)
    form = MemberForm(request.POST if request.method == "POST" else None, instance=membership)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("class_page", pk)
    return member_page(request, membership, form=form)


@require_POST
@teacher_required
def member_account(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Extra time, and whether the account may log in."""
    membership = own_member(request, pk, username)
    form = AccountForm(request.POST, student=membership.student)
    if not form.is_valid():
        return member_page(request, membership, account_form=form)
    services.set_account(
        student=membership.student,
        extra_time=form.cleaned_data["extra_time"],
        is_active=form.cleaned_data["is_active"],
        teacher=request.user,
    )
    messages.success(request, _("Saved."))
    return redirect("member", pk, username)


@require_http_methods(["GET", "HEAD", "POST"])
@teacher_required
def member_card(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """A new password, on a new card; a page asks first."""
    membership = own_member(request, pk, username)
    if request.method == "POST":
        return new_cards(request, membership.classroom, [membership])
    return ask_for_cards(request, membership.classroom, [membership])


@require_POST
@teacher_required
def member_move(request: UserRequest, pk: int, username: str) -> HttpResponse:
    membership = own_member(request, pk, username)
    form = MoveForm(request.POST, teacher=request.user, membership=membership)
    if form.is_valid():
        try:
            services.move_student(
                membership=membership, destination=form.cleaned_data["destination"], teacher=request.user
            )
        except services.ClassError as error:
            form.add_error("destination", str(error.message))
        else:
            text = _("%(student)s is now in the class %(classroom)s.")
            messages.success(
                request, text % {"student": membership.student, "classroom": membership.classroom}
            )
            return redirect("class_page", pk)
    return member_page(request, membership, move_form=form)


@require_POST
@teacher_required
def member_release(request: UserRequest, pk: int, username: str) -> HttpResponse:
    membership = own_member(request, pk, username)
    services.release_student(membership=membership, teacher=request.user)
    text = _("%(student)s is no longer in the class.") % {"student": membership.student}
    messages.success(request, text)
    return redirect("class_page", pk)


def member_page(request: UserRequest, membership: Membership, **forms: Any) -> HttpResponse:
    """The page of one student, with the form that was refused if there is one."""
    elsewhere = membership.student.memberships.exclude(pk=membership.pk)
    context = {
        "membership": membership,
        "classroom": membership.classroom,
        "form": MemberForm(instance=membership),
        "account_form": AccountForm(student=membership.student),
        "move_form": MoveForm(teacher=request.user, membership=membership),
        "is_elsewhere": elsewhere.filter(classroom__teachers=request.user).exists(),
        **forms,
    }
    return render(request, "accounts/member.html", context)
