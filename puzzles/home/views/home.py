"""The home page and the help page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import Classroom
from accounts.requests import UserRequest, teacher_required
from puzzles.play.pages.terms import glossary

from ..pages.digest import week_digest
from ..pages.home import student_home, teacher_home


@require_safe
def home(request: UserRequest) -> HttpResponse:
    """Games to continue and to begin; for teachers, classes and imports first."""
    if request.user.is_teacher:
        return render(request, "home/home_teacher.html", teacher_home(request.user))
    return render(request, "home/home.html", student_home(request.user))


@require_safe
@teacher_required
def digest(request: UserRequest) -> HttpResponse:
    """This week of each class: due, not begun, handed in, to look at, to release and to mark."""
    classrooms = list(Classroom.objects.read_by(request.user).current())
    now = timezone.now()
    return render(request, "home/digest.html", {"digests": week_digest(classrooms, now)})


@require_safe
def glossary_page(request: UserRequest) -> HttpResponse:
    """The words of hints and what they mean."""
    return render(request, "home/glossary.html", {"terms": glossary()})


@require_safe
def help_page(request: UserRequest) -> HttpResponse:
    return render(request, "home/help.html")
