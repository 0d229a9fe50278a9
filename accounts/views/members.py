"""One student of a class: what the teachers know about her, and her account."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..forms import AccountForm, MemberForm, MoveForm
from ..models import CardCode, Membership
from ..requests import UserRequest, page_with_form, posted, teacher_required
from ..services.card_codes import revoke_card_code
from ..services.classes import move_student, remove_student
from ..services.students import set_account
from .cards import confirm_cards, new_cards
from .classes import own_member


@page_with_form
@teacher_required
def member(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Real name and note."""
    membership = own_member(request, pk, username)
    form = MemberForm(posted(request), instance=membership)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("accounts:class_page", pk)
    return member_page(request, membership, form=form)


@require_POST
@teacher_required
def member_account(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Extra time, and whether the account is active."""
    membership = own_member(request, pk, username)
    form = AccountForm(request.POST, student=membership.student)
    if not form.is_valid():
        return member_page(request, membership, account_form=form)
    set_account(
        student=membership.student,
        extra_time=form.cleaned_data["extra_time"],
        is_active=form.cleaned_data["is_active"],
        teacher=request.user,
    )
    messages.success(request, _("Saved."))
    return redirect("accounts:member", pk, username)


@page_with_form
@teacher_required
def member_card(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """A new password on a new card, after a confirmation."""
    membership = own_member(request, pk, username)
    answer = new_cards if request.method == "POST" else confirm_cards
    return answer(request, membership.classroom, [membership])


@require_POST
@teacher_required
def member_card_code(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Revoke the QR code of the student's card, which may be lost; the password stays."""
    membership = own_member(request, pk, username)
    if revoke_card_code(classroom=membership.classroom, student=membership.student, teacher=request.user):
        messages.success(request, _("The QR code of this card no longer logs in; the password does."))
    return redirect("accounts:member", pk, username)


@require_POST
@teacher_required
def member_move(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Move the student to another class."""
    membership = own_member(request, pk, username)
    form = MoveForm(request.POST, teacher=request.user, membership=membership)
    if form.is_valid():
        with form.refusals("destination"):
            destination = form.cleaned_data["destination"]
            move_student(membership=membership, destination=destination, teacher=request.user)
            text = _("%(student)s is now in the class %(classroom)s.")
            messages.success(request, text % {"student": membership.shown_name, "classroom": destination})
            return redirect("accounts:class_page", pk)
    return member_page(request, membership, move_form=form)


@require_POST
@teacher_required
def member_remove(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Remove the student from the class."""
    membership = own_member(request, pk, username)
    remove_student(membership=membership, teacher=request.user)
    messages.success(
        request, _("%(student)s was removed from the class.") % {"student": membership.shown_name}
    )
    return redirect("accounts:class_page", pk)


def member_page(request: UserRequest, membership: Membership, **forms: Any) -> HttpResponse:
    """The student's page, with the form that has errors if there is one."""
    elsewhere = membership.student.memberships.exclude(pk=membership.pk)
    context = {
        "membership": membership,
        "classroom": membership.classroom,
        "form": MemberForm(instance=membership),
        "account_form": AccountForm(student=membership.student),
        "move_form": MoveForm(teacher=request.user, membership=membership),
        "has_card_code": CardCode.objects.valid()
        .filter(classroom=membership.classroom_id, student=membership.student_id)
        .exists(),
        "is_elsewhere": elsewhere.filter(classroom__teachers=request.user).exists(),
        **forms,
    }
    return render(request, "accounts/member.html", context)
