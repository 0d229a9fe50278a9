"""Former students, who have no class now: their former teachers enrol them again or delete the account."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from ..forms import DeleteStudentForm, EnrolForm
from ..models import FormerStudent, User
from ..privacy import deletion
from ..refusals import refused_to
from ..requests import UserRequest, page_with_form, posted, teacher_required
from ..services.classes import enrol_former_student


@page_with_form
@teacher_required
def former_student(request: UserRequest, username: str) -> HttpResponse:
    """Enrol the student in a class of hers."""
    student = own_former_student(request, username)
    form = EnrolForm(posted(request), teacher=request.user)
    if form.is_valid():
        with form.refusals("destination"):
            destination = form.cleaned_data["destination"]
            enrol_former_student(student=student, classroom=destination, teacher=request.user)
            text = _("%(student)s is now in the class %(classroom)s.")
            messages.success(request, text % {"student": student, "classroom": destination})
            return redirect("accounts:member", destination.pk, student.username)
    left = student.former_teachers.get(teacher=request.user)
    return render(request, "accounts/former_student.html", {"student": student, "left": left, "form": form})


@page_with_form
@teacher_required
@refused_to("accounts:former_student", "username")
def former_student_delete(request: UserRequest, username: str) -> HttpResponse:
    """Delete the account, after its user name was typed."""
    student = own_former_student(request, username)
    form = DeleteStudentForm(posted(request), student=student)
    if form.is_valid():
        if deletion.delete_student(student=student, teacher=request.user):
            messages.success(request, _("The account was deleted with all its data."))
        else:
            messages.error(request, _("This student is in a class already."))
        return redirect("accounts:class_list")
    context = {
        "reason_to_keep": deletion.reason_to_keep_former(teacher=request.user, student=student),
        "form": form,
        "student": student,
        "consequences": deletion.account_consequences(student),
    }
    return render(request, "accounts/former_student_delete.html", context)


def former_students_of(teacher: User) -> QuerySet[FormerStudent]:
    """The teacher's records of students who have no class now."""
    left = User.objects.formerly_taught_by(teacher)
    return teacher.former_students.filter(student__in=left).select_related("student")


def own_former_student(request: UserRequest, username: str) -> User:
    return get_object_or_404(User.objects.formerly_taught_by(request.user), username=username)
