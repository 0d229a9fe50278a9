"""The page on which a list of names becomes a class."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from .. import services
from ..forms import StudentsForm
from ..models import User


def add_students(request: HttpRequest, teacher: User, context: dict[str, Any]) -> HttpResponse:
    """Make the students of a list; the answer, not stored anywhere, tells their passwords."""
    form = StudentsForm(request.POST if request.method == "POST" else None, teacher=teacher)
    context = {**context, "title": _("Students from a list"), "form": form}
    if not form.is_valid():
        return TemplateResponse(request, "accounts/admin_students.html", context)
    answers = services.create_students(
        teacher=teacher,
        classroom=form.cleaned_data["classroom"] or form.cleaned_data["new_class"],
        lines=form.cleaned_data["names"],
        lines_are_user_names=form.cleaned_data["kind"] == StudentsForm.USER_NAMES,
    )
    made = [answer for answer in answers if isinstance(answer, services.NewStudent)]
    context |= {
        "title": _("New students"),
        "class_name": form.cleaned_data["classroom"] or form.cleaned_data["new_class"],
        "rows": [
            {"real_name": new.real_name, "username": new.user.username, "password": new.password}
            for new in made
        ],
        "refused": [answer for answer in answers if isinstance(answer, services.RefusedLine)],
    }
    return TemplateResponse(request, "accounts/admin_passwords.html", context)
