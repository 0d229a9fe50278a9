"""The pages of a room: the teacher's, the bar, the projector, the panel of a phone, and past lessons."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.db.models import Count, Q
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from accounts.models import Classroom, Membership, User
from accounts.names import RealName, name_key
from puzzles.library.pages.csv import Cell

from ..models import Answer, Question, Relay, Room
from ..services.answers import is_right
from ..services.rooms import is_leadable, present
from .questions import on_screen, question_for, question_text, question_view, tally, value_label
from .races import RaceView, own_race, race_view
from .relays import RelayView, own_relay, relay_results, relay_view

LATEST_ROOMS = 20
LESSONS = 5
# A grid of each may have to be looked up among those that are locked.
MOST_QUESTIONS = 60


def live_context(room: Room, *, is_teacher: bool = True) -> dict[str, Any]:
    """The question on the screens with its answers, and how many follow. `stamp` changes with any of it."""
    question = on_screen(room)
    here = present(room)
    counts = tally(question, present=here) if question else None
    following = room.attendances.filter(is_following=True).count()
    race = race_on_screen(room)
    shown = (question.pk, question.status, counts.answered, counts.present) if question and counts else ()
    return {
        "room": room,
        "race": race,
        "view": question_view(question) if question else None,
        "tally": counts,
        "present": here,
        "following": following,
        "stamp": "-".join(map(str, (room.version, here, following, *shown, race.stamp if race else 0))),
    }


def race_on_screen(room: Room) -> RaceView | RelayView | None:
    """The race or the relay that is on the screens of a room."""
    race = room.races.on_screen().first()
    if race is None:
        return None
    return relay_view(race) if race.relay_or_none else race_view(race)


def bar_context(room: Room, address: str) -> dict[str, Any]:
    """The bar above a teacher's page at this address."""
    return live_context(room) | {
        "address": address,
        "is_elsewhere": is_leadable(address) and page_of(room.address) != page_of(address),
        "asks": questions_about(address),
    }


def page_of(address: str) -> str:
    """The address without the part of the page that is in view."""
    return address.partition("#")[0]


def questions_about(address: str) -> list[str]:
    """The site's own questions that can be asked about a page: `next`, `cell`, `verdict`."""
    try:
        parts = urlsplit(address)
        match = resolve(parts.path)
    # `urlsplit` raises ValueError for brackets that are no address of a host.
    except (Resolver404, ValueError):
        return []
    query = parse_qs(parts.query)
    if match.view_name == "course:viewer":
        return ["next", "cell"] if query.get("grid") else []
    if match.view_name in {"training:technique", "play:shared_grid", "play:own_grid_path"}:
        return ["cell"]
    return ["verdict"] if match.view_name in {"course:exercise", "course:bug"} else []


def class_context(classroom: Classroom, room: Room | None) -> dict[str, Any]:
    """The page of a class's room: the open one, and those before."""
    is_asked = ~Q(questions__kind=Question.Kind.SLIDE)
    rooms = classroom.rooms.annotate(
        asked=Count("questions", filter=is_asked, distinct=True),
        answered=Count("questions__answers", distinct=True),
    )
    past = [each for each in rooms[:LATEST_ROOMS] if not each.is_open]
    return {"classroom": classroom, "past": past} | (live_context(room) if room else {"room": None})


def results_context(room: Room) -> dict[str, Any]:
    """A room's questions with all answers, by name, and its relays: for the teachers of the class alone."""
    answers = list(Answer.objects.filter(question__room=room).select_related("student"))
    names = real_names(room, answers)
    by_question: dict[int, list[dict[str, Any]]] = {}
    questions = list(room.questions.asked())
    known = {question.pk: question for question in questions}
    for answer in answers:
        question = known[answer.question_id]
        by_question.setdefault(question.pk, []).append(
            {
                "name": names.get(answer.student_id) or answer.student.username,
                "username": answer.student.username,
                "label": value_label(question, answer.value),
                "is_right": is_right(question, answer.value),
            }
        )
    rows = [
        {
            "question": question,
            "text": question_text(question),
            "right": ", ".join(value_label(question, value) for value in question.right),
            "answers": sorted(by_question.get(question.pk, []), key=lambda each: name_key(each["name"])),
            "right_count": sum(bool(each["is_right"]) for each in by_question.get(question.pk, [])),
        }
        for question in questions
    ]
    relays = (
        Relay.objects.filter(race__room=room).select_related("race", "puzzle").order_by("race__starts_at")
    )
    results = [{"relay": relay, "teams": relay_results(relay, names)} for relay in relays]
    return {"room": room, "classroom": room.classroom, "rows": rows, "relays": results}


def real_names(room: Room, answers: Iterable[Answer]) -> dict[int, RealName]:
    """The real names of the class, and of those who answered and have left it."""
    students = {answer.student_id for answer in answers}
    return Membership.objects.names_for_class(room.classroom_id, students)


def answer_rows(room: Room) -> list[list[Cell]]:
    """A room's answers as rows of a file below the headings: a student each, with a column a question."""
    answers = list(Answer.objects.filter(question__room=room).select_related("student", "question"))
    names = real_names(room, answers)
    students = {answer.student_id: answer.student for answer in answers}
    students |= User.objects.filter(memberships__classroom=room.classroom_id).in_bulk()
    given = {(answer.student_id, answer.question_id): answer for answer in answers}
    questions = list(room.questions.asked())
    heads = [f"{question.number}. {question_text(question)}" for question in questions]
    rows: list[list[Cell]] = [[_("Real name"), _("User name"), *heads]]
    for student in sorted(students.values(), key=lambda each: name_key(names.get(each.pk) or each.username)):
        found = [given.get((student.pk, question.pk)) for question in questions]
        rows.append([names.get(student.pk, ""), student.username, *map(filed_value, found)])
    return rows


def filed_value(answer: Answer | None) -> Cell:
    """An answer as a file has it: a number stays one."""
    if answer is None:
        return ""
    if answer.question.kind == Question.Kind.NUMBER:
        return Decimal(answer.value)
    return value_label(answer.question, answer.value)


def panel_context(room: Room, student: User) -> dict[str, Any]:
    """What lies over a student's page: the way to the teacher's page, and the question."""
    question = on_screen(room)
    view = question_for(student, question) if question else None
    counts = (
        tally(question, present=0)
        if question and question.is_revealed and view and not view.refusal
        else None
    )
    race = room.races.on_screen().first()
    context = {"room": room, "view": view, "tally": counts, "race": None}
    if race is None:
        return context
    return context | (own_relay(race, student) if race.relay_or_none else own_race(race, student))


def lessons_context(student: User) -> dict[str, Any]:
    """The last lessons of a student: the questions, the own answers, and the right ones once revealed."""
    rooms = Room.objects.of(student).filter(questions__isnull=False).distinct()[:LESSONS]
    questions = Question.objects.asked().filter(room__in=list(rooms)).select_related("room__classroom")
    own = dict(
        Answer.objects.filter(student=student, question__in=questions).values_list("question", "value")
    )
    lessons: dict[int, dict[str, Any]] = {}
    for question in questions.order_by("-room__opened_at", "number")[:MOST_QUESTIONS]:
        value = own.get(question.pk, "")
        if question.status != Question.Status.AWAY or (not value and not question.is_revealed):
            continue
        lesson = lessons.setdefault(question.room_id, {"room": question.room, "rows": []})
        view = question_for(student, question)
        lesson["rows"].append(view)
    return {"lessons": list(lessons.values())}
