"""A teacher's classes: create, add students, pause, share with colleagues, archive."""

from django.contrib import messages
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ..codes import format_code
from ..forms import ClassForm, ColleagueForm, NameListForm, NewClassForm, PracticeForm
from ..models import Classroom, Membership, User
from ..qr_codes import is_local_address
from ..refusals import refused_to
from ..requests import UserRequest, get_of_class, page_with_form, teacher_required, wanted_page
from ..services.activity_log import Activity, latest_activity
from ..services.card_codes import switch_card_codes
from ..services.classes import (
    add_teacher,
    archive_class,
    create_class,
    hand_over,
    owner_of,
    pause_class,
    remove_teacher,
    rename_class,
    restore_class,
    resume_class,
    set_rights,
    switch_practice,
)
from ..services.join_codes import close_join_code, open_join_code
from ..signals import class_roster_asked
from .cards import add_students, cards_page, confirm_cards, login_address, new_cards, readable_sheets
from .former_students import former_students_of

LATEST, MAX_EVENTS = 6, 300


@page_with_form
@teacher_required
def class_list(request: UserRequest) -> HttpResponse:
    """The teacher's classes, and a form that creates one, with its students if names are entered."""
    form = NewClassForm(request.POST, request.FILES) if request.method == "POST" else NewClassForm()
    if form.is_valid():
        with form.refusals("name"):
            classroom = create_class(teacher=request.user, name=form.cleaned_data["name"])
            if any(form.cleaned_data["names"]):
                return add_students(request, classroom, form.cleaned_data["names"])
            return redirect("accounts:class_page", classroom.pk)
    is_student = Q(memberships__student__role=User.Role.STUDENT)
    classes = Classroom.objects.read_by(request.user)
    counted = classes.annotate(student_count=Count("memberships", filter=is_student))
    context = {
        "form": form,
        "classes": [each for each in counted if not each.archived_at],
        "archived": [each for each in counted if each.archived_at],
        "former_students": former_students_of(request.user),
        "is_local_address": is_local_address(login_address(request)),
    }
    return render(request, "accounts/class_list.html", context)


@require_safe
@teacher_required
def class_page(request: UserRequest, pk: int) -> HttpResponse:
    """The overview of a class: what its students did, or a form for their names while it has none."""
    classroom = own_class(request, pk)
    members = sorted(members_of(classroom), key=lambda each: each.sort_key)
    context = {
        "classroom": classroom,
        "members": members,
        "roster": class_roster_asked.send(Classroom, classroom=classroom)[0][1] if members else None,
        "card_sheets": readable_sheets(request.user, classroom),
        "is_local_address": is_local_address(login_address(request)),
        "form": NameListForm(),
    }
    return render(request, "accounts/class_page.html", context)


@require_safe
@teacher_required
def class_access(request: UserRequest, pk: int) -> HttpResponse:
    """The page with the join code of a class, its cards and its teachers."""
    return access_page(request, own_class(request, pk), ColleagueForm())


@require_safe
@teacher_required
def class_settings(request: UserRequest, pk: int) -> HttpResponse:
    """The name of a class, its rules and its end, and the latest activity."""
    classroom = own_class(request, pk)
    return render_settings(request, classroom, ClassForm(instance=classroom))


@page_with_form
@teacher_required
def class_add(request: UserRequest, pk: int) -> HttpResponse:
    """Create students from a list of names; their login cards come next."""
    classroom = own_class(request, pk, is_current=True)
    form = NameListForm(request.POST, request.FILES) if request.method == "POST" else NameListForm()
    if form.is_valid():
        return add_students(request, classroom, form.cleaned_data["names"])
    context = {
        "classroom": classroom,
        "form": form,
        "is_local_address": is_local_address(login_address(request)),
    }
    return render(request, "accounts/class_add.html", context)


@page_with_form
@teacher_required
def class_cards(request: UserRequest, pk: int) -> HttpResponse:
    """New passwords on new cards for all active students, after a confirmation."""
    classroom = own_class(request, pk)
    active = members_of(classroom).filter(student__is_active=True)
    members = sorted(active, key=lambda member: member.sort_key)
    answer = new_cards if request.method == "POST" else confirm_cards
    return answer(request, classroom, members)


@require_safe
@teacher_required
def class_card_sheet(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """Cards just created, for some minutes."""
    return cards_page(request, own_class(request, pk), number)


@require_safe
@teacher_required
def class_activity(request: UserRequest, pk: int) -> HttpResponse:
    """The whole activity log."""
    classroom = own_class(request, pk)
    activity = activity_in(classroom, members_of(classroom), limit=MAX_EVENTS)
    context = {"classroom": classroom, "activity": activity}
    return render(request, "accounts/class_activity.html", context)


@require_POST
@teacher_required
def class_rename(request: UserRequest, pk: int) -> HttpResponse:
    classroom = own_class(request, pk)
    form = ClassForm(request.POST, instance=Classroom(pk=pk))
    if form.is_valid():
        with form.refusals("name"):
            rename_class(classroom=classroom, name=form.cleaned_data["name"], teacher=request.user)
            return redirect("accounts:class_settings", pk)
    return render_settings(request, own_class(request, pk), form)


@require_POST
@teacher_required
@refused_to("accounts:class_settings", "pk")
def class_archive(request: UserRequest, pk: int) -> HttpResponse:
    archive_class(classroom=own_class(request, pk), teacher=request.user)
    messages.success(request, _("The class was archived."))
    return redirect("accounts:class_list")


@require_POST
@teacher_required
def class_restore(request: UserRequest, pk: int) -> HttpResponse:
    restore_class(classroom=own_class(request, pk), teacher=request.user)
    messages.success(request, _("The class was restored."))
    return redirect("accounts:class_page", pk)


@require_POST
@teacher_required
@refused_to("accounts:class_list")
def class_pause(request: UserRequest, pk: int) -> HttpResponse:
    """Cover the boards of the class (`on` is 1) or uncover them, and go back to the page of the button."""
    classroom = own_class(request, pk, is_current=True)
    if request.POST.get("on") == "1":
        pause_class(classroom=classroom)
    else:
        resume_class(classroom=classroom)
    return HttpResponseRedirect(wanted_page(request, default=reverse("accounts:class_page", args=[pk])))


@require_POST
@teacher_required
def class_practice(request: UserRequest, pk: int) -> HttpResponse:
    """Switch what the students of the class have in practice on or off."""
    form = PracticeForm(request.POST)
    if form.is_valid():
        switch_practice(classroom=own_class(request, pk), switches=form.cleaned_data)
        messages.success(request, _("Saved."))
    return redirect("accounts:class_settings", pk)


@require_POST
@teacher_required
def class_card_codes(request: UserRequest, pk: int) -> HttpResponse:
    """Let cards log in by their QR codes (`on` is 1), or revoke the codes of all cards of the class."""
    is_on = request.POST.get("on") == "1"
    switch_card_codes(classroom=own_class(request, pk), teacher=request.user, is_on=is_on)
    if is_on:
        messages.success(request, _("The QR codes of cards created from now on log in."))
    else:
        messages.success(request, _("The QR codes of printed cards no longer log in; the passwords do."))
    return redirect("accounts:class_access", pk)


@require_POST
@teacher_required
@refused_to("accounts:class_list")
def class_join_code(request: UserRequest, pk: int) -> HttpResponse:
    """Open the class with a new join code (`open` is 1), or end the code."""
    classroom = own_class(request, pk, is_current=True)
    change = open_join_code if request.POST.get("open") == "1" else close_join_code
    change(classroom=classroom, teacher=request.user)
    return HttpResponseRedirect(reverse("accounts:class_access", args=[pk]) + "#join")


@require_POST
@teacher_required
def teacher_add(request: UserRequest, pk: int) -> HttpResponse:
    classroom = own_class(request, pk)
    form = ColleagueForm(request.POST)
    if form.is_valid():
        with form.refusals("username"):
            username = form.cleaned_data["username"]
            reads_only = form.cleaned_data["reads_only"]
            colleague = add_teacher(
                classroom=classroom, username=username, by=request.user, reads_only=reads_only
            )
            messages.success(request, rights_words(reads_only=reads_only) % {"teacher": colleague})
            return redirect("accounts:class_access", pk)
    return access_page(request, classroom, form)


@require_POST
@teacher_required
@refused_to("accounts:class_access", "pk")
def teacher_remove(request: UserRequest, pk: int, username: str) -> HttpResponse:
    # Who only reads the class may leave it.
    if username == request.user.username:
        classroom = get_object_or_404(Classroom.objects.read_by(request.user), pk=pk)
    else:
        classroom = own_class(request, pk)
    teacher: User = get_object_or_404(colleagues_of(classroom), username=username)
    remove_teacher(classroom=classroom, teacher=teacher, by=request.user)
    text = _("%(teacher)s no longer teaches the class %(classroom)s.")
    messages.success(request, text % {"teacher": teacher, "classroom": classroom})
    if teacher == request.user:
        return redirect("accounts:class_list")
    return redirect("accounts:class_access", pk)


@require_POST
@teacher_required
@refused_to("accounts:class_access", "pk")
def teacher_rights(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Let a colleague change the class or only see it, or make them its owner (`rights`)."""
    classroom = own_class(request, pk)
    colleague: User = get_object_or_404(colleagues_of(classroom), username=username)
    rights = request.POST.get("rights")
    if rights == "owner":
        hand_over(classroom=classroom, username=username, by=request.user)
        text = _("%(teacher)s is now the owner of this class.")
    else:
        reads_only = rights == "read"
        set_rights(classroom=classroom, colleague=colleague, by=request.user, reads_only=reads_only)
        text = rights_words(reads_only=reads_only)
    messages.success(request, text % {"teacher": colleague})
    return redirect("accounts:class_access", pk)


def rights_words(*, reads_only: bool) -> str:
    if reads_only:
        return _("%(teacher)s can now see this class, and change nothing.")
    return _("%(teacher)s now teaches this class.")


# Rows of the teacher's own classes


def own_class(request: UserRequest, pk: int, *, is_current: bool = False) -> Classroom:
    """The class if she teaches it, with `is_current` only if it is not archived; 404 otherwise."""
    classes = Classroom.objects.current() if is_current else Classroom.objects.all()
    classroom: Classroom = get_of_class(request, classes, pk=pk)
    return classroom


def own_member(request: UserRequest, pk: int, username: str) -> Membership:
    return get_object_or_404(members_of(own_class(request, pk)), student__username=username)


def members_of(classroom: Classroom) -> QuerySet[Membership]:
    """The students in a class; nobody who has become a teacher, whose password she must not reset."""
    return (
        classroom.memberships.filter(student__role=User.Role.STUDENT)
        .select_related("student", "classroom")
        .order_by("family_name", "given_name", "student__username")
    )


def activity_in(classroom: Classroom, members: QuerySet[Membership], *, limit: int) -> list[Activity]:
    names: dict[str, str] = {member.student.username: member.real_name for member in members}
    return latest_activity(classroom.activities.all(), names, limit=limit)


def colleagues_of(classroom: Classroom) -> QuerySet[User]:
    """The teachers of the class and those who only see it, with `reads_only`."""
    reads, teaches = (
        Exists(rows.filter(user=OuterRef("pk"), classroom=classroom))
        for rows in (Classroom.readers.through.objects, Classroom.teachers.through.objects)
    )
    return User.objects.annotate(reads_only=reads).filter(reads | teaches).order_by("username")


def access_page(request: UserRequest, classroom: Classroom, colleague_form: ColleagueForm) -> HttpResponse:
    context = {
        "classroom": classroom,
        "teachers": colleagues_of(classroom),
        "owner": owner_of(classroom),
        "join_code": format_code(classroom.join_code) if classroom.is_joinable else "",
        "join_address": request.build_absolute_uri(reverse("accounts:class_join")),
        "login_address": login_address(request),
        "is_local_address": is_local_address(login_address(request)),
        "card_sheets": readable_sheets(request.user, classroom),
        "card_code_count": classroom.card_codes.valid().count(),
        "colleague_form": colleague_form,
    }
    return render(request, "accounts/class_access.html", context)


def render_settings(request: UserRequest, classroom: Classroom, rename_form: ClassForm) -> HttpResponse:
    context = {
        "classroom": classroom,
        "rename_form": rename_form,
        "practice_form": PracticeForm(instance=classroom),
        "activity": activity_in(classroom, members_of(classroom), limit=LATEST),
    }
    return render(request, "accounts/class_settings.html", context)
