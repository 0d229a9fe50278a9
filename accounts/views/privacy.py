"""Personal data: "My data", exports, deletion, the privacy notice and the school's register sheet."""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from ..audit_log import Action, log_action
from ..fair_queue import FairQueue
from ..forms import DeleteOwnForm, DeleteStudentForm
from ..models import Classroom, User
from ..privacy import deletion, export
from ..privacy.readable import readable
from ..refusals import Refusal, refused_to
from ..requests import UserRequest, page_with_form, posted, teacher_required
from ..services.logins import confirm_password
from .classes import own_member

# One export at a time for each person.
_EXPORTS = FairQueue(most_each=1)
MAX_IN_MEMORY = 1024 * 1024


# One's own data


@require_safe
def privacy_mine(request: UserRequest) -> HttpResponse:
    """What is stored about the user, by kind, with an example of each."""
    context = {
        "kinds": export.kinds_of(request.user),
        "elsewhere": export.elsewhere(),
        "has_classes": request.user.memberships.exists(),
    }
    return render(request, "accounts/privacy_mine.html", context)


@require_safe
def privacy_mine_json(request: UserRequest) -> FileResponse:
    """The same as a file, with every row."""
    return document(request.user, export.export(request.user), by=request.user)


@require_safe
def privacy_mine_copy(request: UserRequest) -> FileResponse:
    """The same as a page to read, in a file."""
    return page_file(request.user, by=request.user)


@page_with_form
@sensitive_post_parameters("password")
def privacy_delete(request: UserRequest) -> HttpResponse:
    """Delete one's own account, after the password was entered."""
    form = DeleteOwnForm(posted(request))
    if form.is_valid():
        with form.refusals("password"):
            confirm_password(user=request.user, password=form.cleaned_data["password"])
            deletion.delete_account(user=request.user)
            auth.logout(request)
            return redirect("accounts:privacy_deleted")
    context = {
        "form": form,
        "classes": Classroom.objects.filter(memberships__student=request.user),
        "refusal": deletion.deletion_refusal(request.user),
        "consequences": deletion.account_consequences(request.user),
    }
    return render(request, "accounts/privacy_delete.html", context, status=form.status)


@require_safe
@login_not_required
def privacy_deleted(request: HttpRequest) -> HttpResponse:
    """Confirms the deletion of one's own account."""
    return render(request, "accounts/privacy_deleted.html")


# A student's data, for teachers


@require_safe
@teacher_required
@refused_to("accounts:member", "pk", "username")
def member_data(request: UserRequest, pk: int, username: str) -> FileResponse:
    """Everything stored about a student, for the family: with the class's real name and note."""
    student = student_of_her_own(request, pk, username)
    return document(student, export.export(student, by_teacher=True), by=request.user)


@require_safe
@teacher_required
@refused_to("accounts:member", "pk", "username")
def member_copy(request: UserRequest, pk: int, username: str) -> FileResponse:
    """The same as a page that a family can read, in a file."""
    return page_file(student_of_her_own(request, pk, username), by=request.user, by_teacher=True)


def student_of_her_own(request: UserRequest, pk: int, username: str) -> User:
    """A student of the class. Raises Refusal if another teacher's class stores something too."""
    student = own_member(request, pk, username).student
    if not deletion.may_delete(teacher=request.user, student=student):
        # She must not give away what another class stores.
        raise Refusal(
            _("This student is also in a class of another teacher: ask an administrator for the copy.")
        )
    return student


@page_with_form
@teacher_required
def member_delete(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Delete a student's account; one with other teachers too is removed from her classes."""
    membership = own_member(request, pk, username)
    student = membership.student
    form = DeleteStudentForm(posted(request), student=student)
    if form.is_valid():
        if deletion.delete_student(student=student, teacher=request.user):
            messages.success(request, _("The account was deleted with all its data."))
        else:
            messages.success(request, _("The student was removed from your classes."))
        return redirect("accounts:class_page", pk)
    context = {
        "form": form,
        "classroom": membership.classroom,
        "membership": membership,
        "is_hers_alone": deletion.may_delete(teacher=request.user, student=student),
        "consequences": deletion.account_consequences(student),
    }
    return render(request, "accounts/privacy_member_delete.html", context)


@require_safe
def account_data(request: UserRequest, username: str) -> FileResponse:
    """Everything stored about any account, for administrators."""
    user = any_account(request, username)
    return document(user, export.export(user, by_teacher=True), by=request.user)


@require_safe
def account_copy(request: UserRequest, username: str) -> FileResponse:
    """The same as a page to read, in a file."""
    return page_file(any_account(request, username), by=request.user, by_teacher=True)


def any_account(request: UserRequest, username: str) -> User:
    """The account, for administrators; 404 for others."""
    if not request.user.is_superuser:
        raise Http404
    return get_object_or_404(User, username=username)


# Documents


@require_safe
@login_not_required
def privacy_notice(request: HttpRequest) -> HttpResponse:
    """The privacy notice, in words for twelve-year-olds."""
    return render(request, "accounts/privacy_notice.html", {"retention_days": settings.RETENTION_DAYS})


@require_safe
@teacher_required
def privacy_register_sheet(request: UserRequest) -> HttpResponse:
    """The site's entry in the school's record of processing (GDPR, article 30), on one sheet of A4."""
    return render(
        request,
        "accounts/privacy_register_sheet.html",
        {"retention_days": settings.RETENTION_DAYS, "today": timezone.localdate()},
    )


def page_file(person: User, *, by: User, by_teacher: bool = False) -> FileResponse:
    """The copy to read, as a download. Raises BusyError."""
    # A generator: the rows are searched in the slot of the export.
    pieces = (readable(person, by_teacher=by_teacher) for _once in range(1))
    return document(person, pieces, by=by, suffix="html", content_type="text/html")


def document(
    person: User,
    pieces: Iterator[str],
    *,
    by: User,
    suffix: str = "json",
    content_type: str = "application/json",
) -> FileResponse:
    """The pieces as a download, named after the account and the day. Raises BusyError.

    It is written before it is sent, so that a slow download does not keep a database query open.
    """
    with _EXPORTS.slot(by.pk):
        file = SpooledTemporaryFile(max_size=MAX_IN_MEMORY)  # noqa: SIM115  # The response closes it.
        try:
            for piece in pieces:
                file.write(piece.encode())
        except BaseException:
            file.close()
            raise
    log_action(Action.EXPORT, by=by.pk, account=person.pk)
    file.seek(0)
    return FileResponse(
        file,
        as_attachment=True,
        filename=f"sudokusite-{person.username}-{timezone.localdate():%Y-%m-%d}.{suffix}",
        content_type=f"{content_type}; charset=utf-8",
    )
