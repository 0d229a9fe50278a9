"""Assignments of questions: the teacher's form and results, and the student's answers."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, page_with_form, poll, posted, teacher_required
from puzzles.library.services.policies import policy_with

from ..forms.questions import (
    JudgementForm,
    QuestionForm,
    QuestionForms,
    QuestionsForm,
    forms_of_draft,
    values_of_draft,
)
from ..models import Assignment
from ..pages.questions import assignee_questions, question_rows, question_table
from ..pages.results import table_context
from ..services import creation
from ..services.assignees import find_assignee
from ..services.questions import MOST_QUESTIONS, AnswerError, answer_question, judge_text
from ..services.sources import Source
from .exercises import answer_drafts, offer_recipients, offer_students
from .tables import file_of, news_of


@page_with_form
@teacher_required
def questions_new(request: UserRequest, pk: int) -> HttpResponse:
    """The form of a new assignment of questions. It makes a draft for the teacher to check."""
    classroom = get_of_class(request, Classroom.objects.current(), changes=True, pk=pk)
    return new_questions(request, classroom)


def new_questions(
    request: UserRequest, classroom: Classroom, whole: Assignment | None = None
) -> HttpResponse:
    """The form of new questions for a class, or as a part. The caller has checked whose they are."""
    form, questions = QuestionsForm(posted(request)), QuestionForms(posted(request))
    offer_recipients(form, request.user, classroom, whole)
    if form.is_bound and all([form.is_valid(), questions.is_valid()]):
        drafts = creation.create_for_classes(
            author=request.user,
            classrooms=form.classes_with(classroom),
            source=Source(),
            chosen={classroom.pk: form.chosen},
            policy=policy_with(),
            questions=questions.questions(),
            **form.fields_of_assignment(),
            **form.part_fields(),
        )
        return answer_drafts(request, drafts)
    return form_page(request, classroom, None, form, questions)


def edit_questions(request: UserRequest, assignment: Assignment) -> HttpResponse:
    """Change a draft of questions. The caller has checked that it is the teacher's."""
    form = QuestionsForm(posted(request), initial=values_of_draft(assignment))
    questions = forms_of_draft(posted(request), assignment)
    offer_students(form, assignment)
    if form.is_bound and all([form.is_valid(), questions.is_valid()]):
        try:
            creation.change_draft(
                assignment=assignment,
                source=Source(),
                chosen=form.chosen,
                questions=questions.questions(),
                **form.fields_of_assignment(),
            )
        except creation.FrozenError as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(assignment.whole or assignment)
    return form_page(request, assignment.classroom, assignment, form, questions)


def form_page(
    request: UserRequest,
    classroom: Classroom,
    assignment: Assignment | None,
    form: QuestionsForm,
    questions: QuestionForms,
) -> HttpResponse:
    context = {"classroom": classroom, "assignment": assignment, "form": form, "questions": questions}
    return render(request, "assignments/questions_form.html", context)


@require_safe
@teacher_required
def blank_question(request: UserRequest, number: int) -> HttpResponse:
    """One more question in the form, for a script."""
    if not 1 <= number <= MOST_QUESTIONS:
        raise Http404
    context = {
        "question": QuestionForm(number=number),
        "next_number": number + 1 if number < MOST_QUESTIONS else None,
    }
    return render(request, "assignments/_more_questions.html", context)


# Results


def own_questions(request: UserRequest, pk: int) -> Assignment:
    rows = Assignment.objects.with_rights(request.user).handed_out().of_questions()
    found: Assignment = get_of_class(request, rows.select_related("classroom", "policy"), pk=pk)
    return found


@require_safe
@teacher_required
@poll
def questions_news(request: UserRequest, pk: int) -> HttpResponse:
    """The results of the class; 204 if the page has the same."""
    return news_of(request, question_table(own_questions(request, pk)), "assignments/_question_table.html")


@require_safe
@teacher_required
def questions_csv(request: UserRequest, pk: int) -> HttpResponse:
    """The results of the class as a file."""
    table = question_table(own_questions(request, pk))
    return file_of(request, table, question_rows(table))


@require_POST
@teacher_required
def judge_question(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """Say of a text whether it is right, for all students who gave it. Scripts get the results."""
    assignment, form = own_questions(request, pk), JudgementForm(request.POST)
    if not form.is_valid():
        raise Http404
    judge_text(
        assignment=assignment,
        number=number,
        value=form.cleaned_data["value"],
        is_right=form.cleaned_data["right"] == "1",
    )
    if request.htmx:
        context = table_context(question_table(assignment))
        return render(request, "assignments/_question_table.html", context)
    return redirect(f"{assignment.get_absolute_url()}#question-{number}")


# The student


@require_POST
@refused_to("assignments:assignee", "pk")
def answer(request: UserRequest, pk: int, number: int) -> HttpResponse:
    """Store an answer. Scripts get a line with the stored answer, never whether it is right."""
    refusal = ""
    try:
        answer_question(
            student=request.user, assignment_id=pk, number=number, sent=request.POST.getlist("answer")
        )
    except AnswerError as error:
        if not request.htmx:
            raise
        refusal = str(error)
    if not request.htmx:
        return redirect("assignments:assignee", pk)
    page = assignee_questions(find_assignee(student=request.user, assignment_id=pk))
    if not 1 <= number <= len(page["questions"]):
        raise Http404
    context = {"question": page["questions"][number - 1], "refusal": refusal, **page}
    return render(request, "assignments/_question_kept.html", context)
