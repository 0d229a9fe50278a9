"""Students in no class any more, for the teachers who had them: put into a class again, or deleted."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from .. import services
from ..forms import EnrolForm
from ..models import User
from ..privacy import deletion
from ..privacy.forms import DeleteStudentForm
from ..requests import UserRequest, teacher_required

page_with_form = require_http_methods(["GET", "HEAD", "POST"])


@page_with_form
@teacher_required
def former_student(request: UserRequest, username: str) -> HttpResponse:
    """Put the student into a class of hers."""
    student = own_former(request, username)
    form = EnrolForm(request.POST if request.method == "POST" else None, teacher=request.user)
    if form.is_valid():
        destination = form.cleaned_data["destination"]
        try:
            services.enrol_former_student(student=student, classroom=destination, teacher=request.user)
        except services.ClassError as error:
            form.add_error("destination", str(error.message))
        else:
            text = _("%(student)s is now in the class %(classroom)s.")
            messages.success(request, text % {"student": student, "classroom": destination})
            return redirect("member", destination.pk, student.username)
    left = student.former_teachers.get(teacher=request.user)
    return render(request, "accounts/former_student.html", {"student": student, "left": left, "form": form})


@page_with_form
@teacher_required
def former_student_delete(request: UserRequest, username: str) -> HttpResponse:
    """Delete the account, once its user name is typed."""
    student = own_former(request, username)
    form = DeleteStudentForm(request.POST if request.method == "POST" else None, student=student)
    if form.is_valid():
        try:
            is_deleted = deletion.delete_student(student=student, teacher=request.user)
        except deletion.DeletionError as refusal:
            messages.error(request, str(refusal.message))
            return redirect("former_student", student.username)
        if is_deleted:
            messages.success(request, _("The account is deleted, with all that was stored about it."))
        else:
            messages.error(request, _("This student is in a class already."))
        return redirect("student_list")
    context = {
        "reason_to_keep": deletion.reason_to_keep_former(teacher=request.user, student=student),
        "form": form,
        "student": student,
        "consequences": deletion.consequences_for(student),
    }
    return render(request, "accounts/former_student_delete.html", context)


def own_former(request: UserRequest, username: str) -> User:
    return get_object_or_404(User.objects.formerly_taught_by(request.user), username=username)
