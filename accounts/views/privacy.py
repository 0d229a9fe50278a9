"""What is stored about a person: told, given as a file, deleted; and the papers about it."""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from .. import services
from ..audit import Act, note
from ..fair_queue import FairQueue
from ..models import Classroom, Membership, User
from ..privacy import deletion, export
from ..privacy.forms import DeleteOwnForm, DeleteStudentForm
from ..requests import UserRequest, teacher_required

# One export at a time for each person.
_EXPORTS = FairQueue(most_each=1)
LARGEST_IN_MEMORY = 1024 * 1024

page_with_form = require_http_methods(["GET", "HEAD", "POST"])


# About oneself


@require_safe
def privacy_mine(request: UserRequest) -> HttpResponse:
    """What is stored about who asks, by kinds, with an example of each."""
    memberships = request.user.memberships.select_related("classroom").order_by("classroom__name")
    context = {
        "kinds": export.kinds_of(request.user),
        "elsewhere": export.elsewhere(),
        "classes": [membership.classroom for membership in memberships],
    }
    return render(request, "accounts/privacy_mine.html", context)


@require_safe
def privacy_mine_json(request: UserRequest) -> FileResponse:
    """The same as a file, with every row."""
    return document(request.user, export.export(request.user), by=request.user)


@page_with_form
@sensitive_post_parameters("password")
def privacy_delete(request: UserRequest) -> HttpResponse:
    """Delete one's own account, for who knows its password."""
    form = DeleteOwnForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_valid():
        try:
            services.confirm_password(user=request.user, password=form.cleaned_data["password"])
            deletion.delete_account(user=request.user)
        except services.WrongPasswordError:
            form.add_error("password", _("This is not your password."))
        except services.TooManyTriesError as error:
            form.add_error("password", str(error.message))
            status = 429
        except deletion.DeletionError:
            status = 409
        else:
            auth.logout(request)
            return redirect("privacy_deleted")
    context = {
        "form": form,
        "classes": Classroom.objects.filter(memberships__student=request.user),
        "refusal": deletion.reason_to_stay(request.user),
        "consequences": deletion.consequences_for(request.user),
    }
    return render(request, "accounts/privacy_delete.html", context, status=status)


@require_safe
@login_not_required
def privacy_deleted(request: HttpRequest) -> HttpResponse:
    """The goodbye, for who has no account any more."""
    return render(request, "accounts/privacy_deleted.html")


# About a student


@require_safe
@teacher_required
def member_data(request: UserRequest, pk: int, username: str) -> FileResponse | HttpResponseRedirect:
    """All that is stored about a student, for the family: real name and note of the class included."""
    student = own_membership(request, pk, username).student
    if not deletion.may_delete(teacher=request.user, student=student):
        # What another class keeps is not hers to give away.
        text = _("This student is also in a class that you do not teach: ask an administrator for the copy.")
        messages.error(request, text)
        return redirect("member", pk, username)
    return document(student, export.export(student, by_teacher=True), by=request.user)


@page_with_form
@teacher_required
def member_delete(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Delete a student's account; one who is in others' classes too is taken out of hers."""
    membership = own_membership(request, pk, username)
    student = membership.student
    form = DeleteStudentForm(request.POST if request.method == "POST" else None, student=student)
    if form.is_valid():
        if deletion.delete_student(student=student, teacher=request.user):
            messages.success(request, _("The account is deleted, with all that was stored about it."))
        else:
            messages.success(request, _("The student is no longer in your classes."))
        return redirect("class_page", pk)
    context = {
        "form": form,
        "classroom": membership.classroom,
        "membership": membership,
        "is_hers_alone": deletion.may_delete(teacher=request.user, student=student),
        "consequences": deletion.consequences_for(student),
    }
    return render(request, "accounts/privacy_member_delete.html", context)


def own_membership(request: UserRequest, pk: int, username: str) -> Membership:
    """The place of a student in a class of hers."""
    members = Membership.objects.filter(
        classroom__in=Classroom.objects.taught_by(request.user), student__role=User.Role.STUDENT
    )
    return get_object_or_404(
        members.select_related("classroom", "student"), classroom=pk, student__username=username
    )


# About anybody, for administrators


@require_safe
def account_data(request: UserRequest, username: str) -> FileResponse:
    """All that is stored about any account, for an administrator whom somebody asks for it."""
    if not request.user.is_superuser:
        raise Http404
    user = get_object_or_404(User, username=username)
    return document(user, export.export(user, by_teacher=True), by=request.user)


# Papers


@require_safe
@login_not_required
def privacy_notice(request: HttpRequest) -> HttpResponse:
    """What the site keeps about its players and why, in words for a twelve-year-old."""
    return render(request, "accounts/privacy_notice.html", {"retention_days": settings.RETENTION_DAYS})


@require_safe
@teacher_required
def privacy_register_sheet(request: UserRequest) -> HttpResponse:
    """The entry in the school's register of what it does with personal data, on one sheet of A4."""
    return render(
        request,
        "accounts/privacy_register_sheet.html",
        {"retention_days": settings.RETENTION_DAYS, "today": timezone.localdate()},
    )


def document(person: User, pieces: Iterator[str], *, by: User) -> FileResponse:
    """The pieces as a file to keep, named after the account and the day. Raises BusyError.

    It is written before it is sent: the database is not read for as long as somebody takes to fetch it.
    """
    with _EXPORTS.slot(by.pk):
        file = SpooledTemporaryFile(max_size=LARGEST_IN_MEMORY)  # noqa: SIM115  # The answer closes it.
        try:
            for piece in pieces:
                file.write(piece.encode())
        except BaseException:
            file.close()
            raise
    note(Act.EXPORT, by=by.pk, account=person.pk)
    file.seek(0)
    return FileResponse(
        file,
        as_attachment=True,
        filename=f"sudokusite-{person.username}-{timezone.localdate():%Y-%m-%d}.json",
        content_type="application/json; charset=utf-8",
    )
