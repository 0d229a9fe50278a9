"""The admin's page that creates students from a list of names."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from ..forms import StudentsForm
from ..models import User
from ..requests import posted
from ..services.passwords import new_card_key
from ..services.students import create_students
from ..views.cards import keep_report, to_cards


def add_students(request: HttpRequest, teacher: User, context: dict[str, Any]) -> HttpResponse:
    """Create the students of a list; the next page shows their passwords."""
    form = StudentsForm(posted(request), teacher=teacher)
    context = {**context, "title": _("Students from a list"), "form": form}
    if not form.is_valid():
        return TemplateResponse(request, "accounts/admin_students.html", context)
    key, names = new_card_key(), form.cleaned_data["names"]
    answers = create_students(
        teacher=teacher,
        classroom=form.cleaned_data["classroom"] or form.cleaned_data["new_class"],
        lines=names,
        lines_are_user_names=form.cleaned_data["kind"] == StudentsForm.USER_NAMES,
        key=key,
    )
    sheet = keep_report(teacher, None, names, answers)
    return to_cards(reverse("admin:accounts_user_cards", args=[sheet.pk]), key)
