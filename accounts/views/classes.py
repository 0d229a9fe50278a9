"""A teacher's classes: made, filled from a list of names, and kept in order; and the login cards."""

from collections.abc import Iterable

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from .. import services
from ..cards import LoginCard, is_of_this_machine, qr_code, sheets
from ..forms import ClassForm, MemberForm, MoveForm, NameListForm
from ..models import Classroom, Membership, User
from ..requests import UserRequest, teacher_required

page_with_form = require_http_methods(["GET", "HEAD", "POST"])


# Classes


@page_with_form
@teacher_required
def class_list(request: UserRequest) -> HttpResponse:
    form = ClassForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            classroom = services.create_class(teacher=request.user, name=form.cleaned_data["name"])
        except services.ClassError as error:
            form.add_error("name", str(error.message))
        else:
            return redirect("class_page", classroom.pk)
    is_student = Q(memberships__student__role=User.Role.STUDENT)
    classes = Classroom.objects.taught_by(request.user)
    counted = classes.annotate(student_count=Count("memberships", filter=is_student))
    return render(request, "accounts/class_list.html", {"form": form, "classes": counted})


@require_safe
@teacher_required
def class_page(request: UserRequest, pk: int) -> HttpResponse:
    classroom = own_class(request, pk)
    context = {
        "classroom": classroom,
        "members": members_of(classroom).order_by("real_name", "student__username"),
        "teachers": classroom.teachers.order_by("username"),
        "is_of_this_machine": is_of_this_machine(login_address(request)),
    }
    return render(request, "accounts/class_page.html", context)


@page_with_form
@teacher_required
def class_add(request: UserRequest, pk: int) -> HttpResponse:
    """Make the students of a list; the answer, not stored anywhere, is their login cards."""
    classroom = get_object_or_404(Classroom.objects.taught_by(request.user).current(), pk=pk)
    form = NameListForm(request.POST, request.FILES) if request.method == "POST" else NameListForm()
    if form.is_valid():
        names = form.cleaned_data["names"]
        answers = services.create_students(teacher=request.user, classroom=classroom, lines=names)
        return add_report(request, classroom, names, answers)
    context = {
        "classroom": classroom,
        "form": form,
        "is_of_this_machine": is_of_this_machine(login_address(request)),
    }
    return render(request, "accounts/class_add.html", context)


@require_POST
@teacher_required
def class_cards(request: UserRequest, pk: int) -> HttpResponse:
    """Fresh passwords, and so new cards, for all of the class who may log in."""
    classroom = own_class(request, pk)
    return fresh_cards(request, classroom, members_of(classroom).filter(student__is_active=True))


@require_POST
@teacher_required
def class_archive(request: UserRequest, pk: int) -> HttpResponse:
    services.archive_class(classroom=own_class(request, pk))
    messages.success(request, _("The class is in the archive."))
    return redirect("class_list")


@require_POST
@teacher_required
def class_restore(request: UserRequest, pk: int) -> HttpResponse:
    services.restore_class(classroom=own_class(request, pk))
    messages.success(request, _("The class is out of the archive."))
    return redirect("class_page", pk)


# Members


@page_with_form
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
def member_card(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """A fresh password, on a new card."""
    membership = own_member(request, pk, username)
    return fresh_cards(request, membership.classroom, [membership])


@require_POST
@teacher_required
def member_move(request: UserRequest, pk: int, username: str) -> HttpResponse:
    membership = own_member(request, pk, username)
    form = MoveForm(request.POST, teacher=request.user, membership=membership)
    if form.is_valid():
        try:
            services.move_student(membership=membership, destination=form.cleaned_data["destination"])
        except services.ClassError as error:
            form.add_error("destination", str(error.message))
        else:
            messages.success(
                request,
                _("%(student)s is now in the class %(classroom)s.")
                % {"student": membership.student, "classroom": membership.classroom},
            )
            return redirect("class_page", pk)
    return member_page(request, membership, move_form=form)


@require_POST
@teacher_required
def member_release(request: UserRequest, pk: int, username: str) -> HttpResponse:
    membership = own_member(request, pk, username)
    services.release_student(membership=membership)
    text = _("%(student)s is no longer in the class.") % {"student": membership.student}
    messages.success(request, text)
    return redirect("class_page", pk)


# What is hers


def own_class(request: UserRequest, pk: int) -> Classroom:
    return get_object_or_404(Classroom.objects.taught_by(request.user), pk=pk)


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


# Answers


def member_page(
    request: UserRequest,
    membership: Membership,
    *,
    form: MemberForm | None = None,
    move_form: MoveForm | None = None,
) -> HttpResponse:
    elsewhere = membership.student.memberships.exclude(pk=membership.pk)
    context = {
        "membership": membership,
        "classroom": membership.classroom,
        "form": form or MemberForm(instance=membership),
        "move_form": move_form or MoveForm(teacher=request.user, membership=membership),
        "is_elsewhere": elsewhere.filter(classroom__teachers=request.user).exists(),
    }
    return render(request, "accounts/member.html", context)


def fresh_cards(
    request: UserRequest, classroom: Classroom, memberships: Iterable[Membership]
) -> HttpResponse:
    """Reset the passwords of these members and answer with their cards."""
    real_names = {membership.student: membership.real_name for membership in memberships}
    fresh = services.reset_passwords(users=real_names)
    cards = [LoginCard(real_names[user], user.username, password) for user, password in fresh]
    return cards_page(request, classroom, cards)


def add_report(
    request: UserRequest,
    classroom: Classroom,
    names: list[str],
    answers: list[services.NewStudent | services.RefusedLine],
) -> HttpResponse:
    """The cards of who was made, the report of every line, and what was refused to be sent again."""
    made = [answer for answer in answers if isinstance(answer, services.NewStudent)]
    refused = [answer for answer in answers if isinstance(answer, services.RefusedLine)]
    faulty = [names[answer.line - 1] for answer in refused if not answer.is_double]
    return cards_page(
        request,
        classroom,
        [LoginCard(new.real_name, new.user.username, new.password) for new in made],
        made=made,
        doubles=[answer for answer in refused if answer.is_double],
        faulty=[answer for answer in refused if not answer.is_double],
        form=NameListForm(initial={"names": "\n".join(faulty)}) if faulty else None,
    )


def cards_page(
    request: UserRequest, classroom: Classroom, cards: list[LoginCard], **report: object
) -> HttpResponse:
    address = login_address(request)
    context = {
        "classroom": classroom,
        "cards": cards,
        "sheets": sheets(cards),
        "site_address": request.build_absolute_uri("/"),
        "qr": qr_code(address),
        "is_of_this_machine": is_of_this_machine(address),
        "is_report": bool(report),
        **report,
    }
    return render(request, "accounts/cards.html", context)


def login_address(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("login"))
