"""The teacher's pages of exercises, and of when a class may read the reference solutions."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit_log import Action, log_action
from accounts.models import Classroom, User
from accounts.requests import UserRequest, get_of_class, page_with_form, teacher_required
from puzzles.course.models import EXERCISES, ReferenceRule
from puzzles.course.pages.table import exercise_table, table_rows
from puzzles.course.pages.worksheets import sheet_name
from puzzles.library.services.policies import policy_with

from ..forms.assignments import GroupForm
from ..forms.exercises import ExercisesForm, ReferenceRuleForm, exercise_values
from ..models import Assignment
from ..services import creation
from ..services.sources import Source
from .tables import file_of


@page_with_form
@teacher_required
def exercises_new(request: UserRequest, pk: int) -> HttpResponse:
    """The form of a new assignment of exercises. It makes a draft for the teacher to check."""
    classroom = get_of_class(request, Classroom.objects.current(), changes=True, pk=pk)
    return new_exercises(request, classroom)


def new_exercises(
    request: UserRequest, classroom: Classroom, whole: Assignment | None = None
) -> HttpResponse:
    """The form of new exercises for a class, or as a part. The caller has checked whose they are."""
    asked = request.GET.get("worksheet", "")
    form = ExercisesForm(
        request.POST if request.method == "POST" else None,
        titles={name: sheet_name(name) for name in EXERCISES},
        initial={"worksheet": asked if asked in EXERCISES else "mini_projet"},
    )
    offer_recipients(form, request.user, classroom, whole)
    rule_form = offered_rule(request, classroom)
    if all_valid(form, rule_form):
        drafts = creation.create_for_classes(
            author=request.user,
            classrooms=form.classes_with(classroom),
            source=Source(),
            chosen={classroom.pk: form.chosen},
            policy=policy_with(),
            **form.fields_of_assignment(),
            **form.part_fields(),
        )
        save_offered_rule(request, rule_form)
        return answer_drafts(request, drafts)
    return form_page(request, classroom, None, form, rule_form)


def other_classes(teacher: User, classroom: Classroom) -> QuerySet[Classroom]:
    """The other current classes of a teacher."""
    return Classroom.objects.taught_by(teacher).current().exclude(pk=classroom.pk)


def offer_recipients(
    form: GroupForm, teacher: User, classroom: Classroom, whole: Assignment | None = None
) -> None:
    """Offer the students of the class and the teacher's other classes; none for a part of a whole."""
    if whole:
        form.become_part(whole)
        return
    form.offer_classes(other_classes(teacher, classroom))
    form.offer_students(classroom)


def offer_students(form: GroupForm, draft: Assignment) -> None:
    """Offer the students of the class of a draft; none for a part of a whole."""
    if draft.whole:
        form.become_part(draft.whole)
    else:
        form.offer_students(draft.classroom)


def answer_drafts(request: UserRequest, drafts: list[Assignment]) -> HttpResponse:
    """Log the rules of new drafts, go to the first or its whole, and name the classes of the others."""
    for draft in drafts:
        if not draft.has_minutes:
            # Their policy has no rules to choose.
            continue
        log_action(Action.POLICY_CHANGED, by=request.user.pk, assignment=draft.pk, policy=draft.policy_id)
    if others := ", ".join(str(draft.classroom) for draft in drafts[1:]):
        messages.success(
            request, _("There is a draft for these classes too: %(classes)s.") % {"classes": others}
        )
    return redirect(drafts[0].whole or drafts[0])


def edit_draft(request: UserRequest, assignment: Assignment) -> HttpResponse:
    """Change a draft of exercises. The caller has checked that it is the teacher's."""
    form = ExercisesForm(
        request.POST if request.method == "POST" else None,
        titles={name: sheet_name(name) for name in EXERCISES},
        initial=exercise_values(assignment),
    )
    offer_students(form, assignment)
    rule_form = offered_rule(request, assignment.classroom)
    if all_valid(form, rule_form):
        try:
            creation.change_draft(
                assignment=assignment, source=Source(), chosen=form.chosen, **form.fields_of_assignment()
            )
        except creation.FrozenError as refusal:
            form.add_error(None, str(refusal))
        else:
            save_offered_rule(request, rule_form)
            return redirect(assignment.whole or assignment)
    return form_page(request, assignment.classroom, assignment, form, rule_form)


def form_page(
    request: UserRequest,
    classroom: Classroom,
    assignment: Assignment | None,
    form: ExercisesForm,
    rule_form: ReferenceRuleForm | None,
) -> HttpResponse:
    context = {"classroom": classroom, "assignment": assignment, "form": form, "rule_form": rule_form}
    return render(request, "assignments/exercises_form.html", context)


def offered_rule(request: UserRequest, classroom: Classroom) -> ReferenceRuleForm | None:
    """The form of the rule for reference solutions, offered while they are always open to the class."""
    rule = rule_of(classroom)
    if rule.opens != ReferenceRule.Opens.ALWAYS:
        return None
    data = request.POST if "reference-opens" in request.POST else None
    return ReferenceRuleForm(data, instance=rule, prefix="reference")


def all_valid(form: ExercisesForm, rule_form: ReferenceRuleForm | None) -> bool:
    """Validate both forms, so that both show their errors."""
    is_rule_fine = rule_form is None or not rule_form.is_bound or rule_form.is_valid()
    return form.is_valid() and is_rule_fine


def save_offered_rule(request: UserRequest, rule_form: ReferenceRuleForm | None) -> None:
    if rule_form is not None and rule_form.is_bound and rule_form.has_changed():
        save_rule(request, rule_form.save(commit=False))


@require_safe
@teacher_required
def exercises_csv(request: UserRequest, pk: int) -> HttpResponse:
    """The table of students and exercises as a file."""
    rows = Assignment.objects.handed_out().of_exercises()
    table = exercise_table(get_of_class(request, rows.select_related("classroom"), pk=pk))
    return file_of(request, table, table_rows(table))


@page_with_form
@teacher_required
def reference_rule(request: UserRequest, pk: int) -> HttpResponse:
    """The form of when a class may read the reference solutions; a fragment for the class's page."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    form = ReferenceRuleForm(request.POST if request.method == "POST" else None, instance=rule_of(classroom))
    if form.is_valid():
        save_rule(request, form.save(commit=False))
        messages.success(request, _("Saved."))
        return redirect("accounts:class_settings", pk)
    context: dict[str, Any] = {"classroom": classroom, "form": form}
    template = "assignments/_reference_rule.html" if request.htmx else "assignments/reference_rule.html"
    return render(request, template, context)


def rule_of(classroom: Classroom) -> ReferenceRule:
    """The rule of a class, or a new one."""
    return ReferenceRule.objects.filter(classroom=classroom).first() or ReferenceRule(classroom=classroom)


def save_rule(request: UserRequest, rule: ReferenceRule) -> None:
    """Save the rule of a class. Two teachers who save at once leave one row."""
    ReferenceRule.objects.update_or_create(
        classroom=rule.classroom,
        defaults={"opens": rule.opens, "opens_at": rule.opens_at, "changed_at": timezone.now()},
    )
    log_action(Action.POLICY_CHANGED, by=request.user.pk, classroom=rule.classroom_id)
