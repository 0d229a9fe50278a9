"""A teacher's classes: made, filled from a list of names, paused, shared and put away."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from .. import services
from ..cards import is_of_this_machine
from ..codes import written
from ..fields import plain_letters
from ..forms import ClassForm, ColleagueForm, NameListForm, NewClassForm
from ..models import Classroom, Membership, User
from ..requests import UserRequest, teacher_required
from ..trail import acts_in
from .cards import add_students, ask_for_cards, cards_page, login_address, new_cards, readable_sheets

page_with_form = require_http_methods(["GET", "HEAD", "POST"])

LAST_ACTS, MOST_ACTS = 6, 300


@page_with_form
@teacher_required
def class_list(request: UserRequest) -> HttpResponse:
    """The teacher's classes, and a form that makes one, with its students if their names are there."""
    form = NewClassForm(request.POST, request.FILES) if request.method == "POST" else NewClassForm()
    if form.is_valid():
        try:
            classroom = services.create_class(teacher=request.user, name=form.cleaned_data["name"])
        except services.ClassError as error:
            form.add_error("name", str(error.message))
        else:
            return filled(request, classroom, form.cleaned_data["names"])
    is_student = Q(memberships__student__role=User.Role.STUDENT)
    classes = Classroom.objects.taught_by(request.user)
    counted = classes.annotate(student_count=Count("memberships", filter=is_student))
    context = {
        "form": form,
        "classes": [each for each in counted if not each.archived_at],
        "archived": [each for each in counted if each.archived_at],
        "is_of_this_machine": is_of_this_machine(login_address(request)),
    }
    return render(request, "accounts/class_list.html", context)


def filled(request: UserRequest, classroom: Classroom, names: list[str]) -> HttpResponse:
    """The cards of the students of a new class, or its page while it has none."""
    if not any(names):
        return redirect("class_page", classroom.pk)
    return add_students(request, classroom, names)


@require_safe
@teacher_required
def class_page(request: UserRequest, pk: int) -> HttpResponse:
    return class_answer(request, own_class(request, pk))


@page_with_form
@teacher_required
def class_add(request: UserRequest, pk: int) -> HttpResponse:
    """Make the students of a list; their login cards are next."""
    classroom = own_class(request, pk, is_current=True)
    form = NameListForm(request.POST, request.FILES) if request.method == "POST" else NameListForm()
    if form.is_valid():
        return add_students(request, classroom, form.cleaned_data["names"])
    context = {
        "classroom": classroom,
        "form": form,
        "is_of_this_machine": is_of_this_machine(login_address(request)),
    }
    return render(request, "accounts/class_add.html", context)


@page_with_form
@teacher_required
def class_cards(request: UserRequest, pk: int) -> HttpResponse:
    """New passwords, and so new cards, for all of the class who may log in; a page asks first."""
    classroom = own_class(request, pk)
    members = list(members_of(classroom).filter(student__is_active=True))
    if request.method == "POST":
        return new_cards(request, classroom, members)
    return ask_for_cards(request, classroom, members)


@require_safe
@teacher_required
def class_card_sheet(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """Cards just made, for some minutes."""
    return cards_page(request, own_class(request, pk), number)


@require_safe
@teacher_required
def class_events(request: UserRequest, pk: int) -> HttpResponse:
    """All that was done to the class and its students."""
    classroom = own_class(request, pk)
    acts = acts_in(classroom, names_in(members_of(classroom)), most=MOST_ACTS)
    return render(request, "accounts/class_events.html", {"classroom": classroom, "acts": acts})


# Acts on the class as a whole


@require_POST
@teacher_required
def class_rename(request: UserRequest, pk: int) -> HttpResponse:
    classroom = own_class(request, pk)
    form = ClassForm(request.POST, instance=Classroom(pk=pk))
    if form.is_valid():
        try:
            services.rename_class(classroom=classroom, name=form.cleaned_data["name"], teacher=request.user)
        except services.ClassError as error:
            form.add_error("name", str(error.message))
        else:
            return redirect("class_page", pk)
    return class_answer(request, own_class(request, pk), rename_form=form)


@require_POST
@teacher_required
def class_archive(request: UserRequest, pk: int) -> HttpResponse:
    try:
        services.archive_class(classroom=own_class(request, pk), teacher=request.user)
    except services.ClassError as error:
        messages.error(request, str(error.message))
        return redirect("class_page", pk)
    messages.success(request, _("The class is in the archive."))
    return redirect("class_list")


@require_POST
@teacher_required
def class_restore(request: UserRequest, pk: int) -> HttpResponse:
    services.restore_class(classroom=own_class(request, pk), teacher=request.user)
    messages.success(request, _("The class is out of the archive."))
    return redirect("class_page", pk)


@require_POST
@teacher_required
def class_pause(request: UserRequest, pk: int) -> HttpResponse:
    """Cover the boards of the class (`on` is 1) or uncover them, and go back to the page of the button."""
    classroom = own_class(request, pk, is_current=True)
    if request.POST.get("on") == "1":
        services.pause_class(classroom=classroom)
    else:
        services.resume_class(classroom=classroom)
    wanted = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        wanted = resolve_url("class_page", pk)
    return HttpResponseRedirect(wanted)


# Ways in, and who teaches


@require_POST
@teacher_required
def class_join_code(request: UserRequest, pk: int) -> HttpResponse:
    """Open the class under a new join code (`open` is 1), or close it."""
    classroom = own_class(request, pk, is_current=True)
    if request.POST.get("open") == "1":
        services.open_join_code(classroom=classroom, teacher=request.user)
    else:
        services.close_join_code(classroom=classroom, teacher=request.user)
    return HttpResponseRedirect(reverse("class_page", args=[pk]) + "#join")


@require_POST
@teacher_required
def teacher_add(request: UserRequest, pk: int) -> HttpResponse:
    classroom = own_class(request, pk)
    form = ColleagueForm(request.POST)
    if form.is_valid():
        try:
            colleague = services.add_teacher(
                classroom=classroom, username=form.cleaned_data["username"], by=request.user
            )
        except services.ClassError as error:
            form.add_error("username", str(error.message))
        else:
            text = _("%(teacher)s teaches this class now, with all that you may do.")
            messages.success(request, text % {"teacher": colleague})
            return redirect("class_page", pk)
    return class_answer(request, classroom, colleague_form=form)


@require_POST
@teacher_required
def teacher_remove(request: UserRequest, pk: int, username: str) -> HttpResponse:
    classroom = own_class(request, pk)
    teacher: User = get_object_or_404(classroom.teachers, username=username)
    try:
        services.remove_teacher(classroom=classroom, teacher=teacher, by=request.user)
    except services.ClassError as error:
        messages.error(request, str(error.message))
        return redirect("class_page", pk)
    text = _("%(teacher)s teaches the class %(classroom)s no longer.")
    messages.success(request, text % {"teacher": teacher, "classroom": classroom})
    return redirect("class_list") if teacher == request.user else redirect("class_page", pk)


# What is hers


def own_class(request: UserRequest, pk: int, *, is_current: bool = False) -> Classroom:
    """The class of this number if she teaches it, and for acts of a lesson if it is in use; 404 otherwise."""
    classes = Classroom.objects.taught_by(request.user)
    return get_object_or_404(classes.current() if is_current else classes, pk=pk)


def own_member(request: UserRequest, pk: int, username: str) -> Membership:
    members = members_of(own_class(request, pk))
    return get_object_or_404(members, student__username=username)


def members_of(classroom: Classroom) -> QuerySet[Membership]:
    """The students in a class; nobody who has become a teacher, whose password is not hers to reset."""
    return (
        classroom.memberships.filter(student__role=User.Role.STUDENT)
        .select_related("student", "classroom")
        .order_by("real_name", "student__username")
    )


def names_in(members: QuerySet[Membership]) -> dict[str, str]:
    """The real name of each user name of the class."""
    return {member.student.username: member.real_name for member in members}


# Answers


def class_answer(request: UserRequest, classroom: Classroom, **forms: Any) -> HttpResponse:
    """The page of the class, with the form that was refused if there is one."""
    members = members_of(classroom)
    context = {
        "classroom": classroom,
        "members": sorted(members, key=lambda each: plain_letters(each.real_name)),
        "teachers": classroom.teachers.order_by("username"),
        "join_code": written(classroom.join_code) if classroom.is_joinable else "",
        "join_address": request.build_absolute_uri(reverse("class_join")),
        "acts": acts_in(classroom, names_in(members), most=LAST_ACTS),
        "is_of_this_machine": is_of_this_machine(login_address(request)),
        "card_sheets": readable_sheets(request.user, classroom),
        "form": NameListForm(),
        "rename_form": ClassForm(instance=classroom),
        "colleague_form": ColleagueForm(),
        **forms,
    }
    return render(request, "accounts/class_page.html", context)
