"""Ask the room: questions of a teacher, and the answers of students."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from accounts.forms import first_error
from accounts.requests import UserRequest, get_of_class, student_required, teacher_required
from accounts.responses import plain_response

from ..forms import AnswerForm, PageQuestionForm, QuestionForm, SlideForm
from ..models import Question, Room
from ..pages.rooms import panel_context
from ..services import questions as services
from ..services.questions import NewQuestion
from ..services.rooms import RoomError, room_of
from .following import bar_of
from .rooms import NO_NEWS, class_room_page, own_room


@require_POST
@teacher_required
def ask(request: UserRequest, pk: int) -> HttpResponse:
    """Ask a question of one's own."""
    room = own_room(request, pk)
    form = QuestionForm(request.POST)
    if not form.is_valid():
        shown = room if room.is_open else None
        return class_room_page(request, room.classroom, shown, status=400, form=form)
    services.ask(room=room, asked=form.asked)
    return redirect("rooms:class_room", room.classroom_id)


@require_POST
@teacher_required
def show_slide(request: UserRequest, pk: int) -> HttpResponse:
    """Show a slide on all screens."""
    room = own_room(request, pk)
    form = SlideForm(request.POST, auto_id="slide_%s")
    if not form.is_valid():
        shown = room if room.is_open else None
        return class_room_page(request, room.classroom, shown, status=400, slide_form=form)
    services.ask(room=room, asked=form.asked)
    return redirect("rooms:class_room", room.classroom_id)


@require_POST
@teacher_required
def ask_about(request: UserRequest, pk: int) -> HttpResponse:
    """Ask one of the site's own questions about the page that is shown."""
    room = own_room(request, pk)
    form = PageQuestionForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    services.ask(room=room, asked=question_about(request, form))
    return bar_of(request, room)


def question_about(request: UserRequest, form: PageQuestionForm) -> NewQuestion:
    """The question for the page. Raises RoomError where it has none."""
    board = form.board
    if form.cleaned_data["ask"] == Question.Kind.VERDICT:
        return services.right_or_wrong(text="", is_right=None)
    if form.cleaned_data["ask"] == Question.Kind.NEXT:
        if not (form.algorithm and board):
            raise RoomError(services.NO_QUESTION)
        return services.next_event(algorithm=form.algorithm, board=board, step=form.step, asker=request.user)
    if form.technique:
        return services.where_in_example(form.technique)
    if board:
        return services.where_in_grid(board)
    raise RoomError(services.NO_QUESTION)


@require_POST
@teacher_required
def reveal(request: UserRequest, pk: int) -> HttpResponse:
    """Take no more answers, and show the right one with the bars."""
    question = own_question(request, pk)
    services.reveal(question=question)
    return live_or_page(request, question.room)


@require_POST
@teacher_required
def put_away(request: UserRequest, pk: int) -> HttpResponse:
    """Take the question off the screens."""
    question = own_question(request, pk)
    services.put_away(question=question)
    return live_or_page(request, question.room)


def live_or_page(request: UserRequest, room: Room) -> HttpResponse:
    """The part that changes is fetched at once by a script; without it, the page of the room."""
    if request.htmx:
        return HttpResponse(status=NO_NEWS, headers={"HX-Trigger": "room-changed"})
    return redirect("rooms:class_room", room.classroom_id)


def own_question(request: UserRequest, pk: int) -> Question:
    """A question to a class of this teacher; another's is a 404."""
    questions = Question.objects.select_related("room__classroom")
    question: Question = get_of_class(request, questions, pk=pk)
    return question


@require_POST
@student_required
def answer(request: UserRequest, pk: int) -> HttpResponse:
    """Store the answer; until the question closes, the next one replaces it."""
    question = get_object_or_404(Question.objects.of(request.user).select_related("room"), pk=pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refused(request, first_error(form), 400)
    services.answer(question=question, student=request.user, text=form.cleaned_data["value"])
    room = room_of(request.user)
    if not request.htmx or room is None:
        return redirect("rooms:lessons")
    return render(request, "rooms/_panel.html", panel_context(room, request.user))


def refused(request: UserRequest, sentence: str, status: int) -> HttpResponse:
    """A sentence for a script; a page goes back with it."""
    if request.htmx:
        return plain_response(sentence, status)
    messages.warning(request, sentence)
    return redirect("rooms:lessons")
