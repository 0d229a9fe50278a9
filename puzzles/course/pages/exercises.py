"""The pages of exercises: how far a student is, the program and the answers, and what the scripts need."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.engine.judge.exercise import Exercise
from puzzles.engine.judge.exercises import exercises_of
from puzzles.engine.judge.starters import starter_of
from puzzles.engine.worksheets import Question

from ..access import may_see_reference
from ..models import EXERCISES, SOURCE_BYTES, Answer, ExerciseProgress, JudgedExercise, Program
from .worksheets import SHEETS, exercise_address, exercise_label, exercise_name, exercise_number


@dataclass(frozen=True, slots=True)
class ExerciseLine:
    """An exercise in a list. `label` is its name as HTML; `progress` is not stored where there is none."""

    key: str
    number: str
    name: str
    label: str
    url: str
    progress: ExerciseProgress


def exercise_line(
    worksheet: str, key: str, progress: ExerciseProgress | None, assignee_id: int | None = None
) -> ExerciseLine:
    """An exercise in a list; `assignee_id` is the key of the assignee whose assignment the list is of."""
    return ExerciseLine(
        key=key,
        number=exercise_number(worksheet, key),
        name=exercise_name(worksheet, key),
        label=exercise_label(worksheet, key),
        url=exercise_address(worksheet, key, assignee_id),
        progress=progress or ExerciseProgress(),
    )


def exercise_lines(
    worksheet: str, keys: Iterable[str], student: User, assignee_id: int | None = None
) -> list[ExerciseLine]:
    """These exercises of a worksheet, and how far the student is with each."""
    rows = ExerciseProgress.objects.filter(student=student).of_worksheet(worksheet)
    progress = {row.exercise: row for row in rows}
    return [exercise_line(worksheet, key, progress.get(key), assignee_id) for key in keys]


def exercises_page(worksheet: str, user: User) -> dict[str, Any]:
    """The exercises of a worksheet, and the first that has not passed yet."""
    lines = exercise_lines(worksheet, EXERCISES[worksheet], user)
    open_lines = [line for line in lines if not line.progress.passed_at]
    return {
        "worksheet": worksheet,
        "sheet": SHEETS[worksheet],
        "lines": lines,
        "passed": len(lines) - len(open_lines),
        "following": open_lines[0] if open_lines else None,
    }


def exercise_page(worksheet: str, key: str, user: User, program: Program) -> dict[str, Any]:
    """The page of one exercise with the student's program for its worksheet."""
    lines = exercise_lines(worksheet, EXERCISES[worksheet], user)
    at = list(EXERCISES[worksheet]).index(key)
    starter = starter_of(worksheet)
    text = program.text if program.text.strip() else starter
    functions = EXERCISES[worksheet][key]
    anchor = f"#f-{functions[0]}" if functions and functions[0] else ""
    return {
        "worksheet": worksheet,
        "sheet": SHEETS[worksheet],
        "line": lines[at],
        "lines": lines,
        "previous": lines[at - 1] if at else None,
        "next": lines[at + 1] if at + 1 < len(lines) else None,
        "statement": f"course/statements/{worksheet}/{key}.html",
        "program": program,
        "text": text,
        "is_begun": text.split() != starter.split(),
        "copies": list(program.copies.defer("text")) if program.pk else [],
        "assignees": open_assignees(worksheet, user),
        "config": exercise_config(worksheet, key, user, program, text),
        "reference_url": reverse("course:worksheet", args=[worksheet]) + anchor,
        "is_reference_open": bool(lines[at].progress.passed_at) and may_see_reference(user, worksheet, key),
    }


def open_assignees(worksheet: str, user: User) -> list[Assignee]:
    """The student in each assignment of this worksheet that takes a program now, newest first.

    An assignment handed out before the student joined the class gives a new row, which is stored when they
    hand in.
    """
    now = timezone.now()
    own = Assignee.objects.filter(student=user)
    classes = Classroom.objects.filter(memberships__student=user)
    rows = Assignment.objects.handed_out().filter(
        Q(pk__in=own.values("assignment")) | Q(classroom__in=classes.values("pk"), for_group=False),
        worksheet=worksheet,
        classroom__archived_at=None,
        archived_at=None,
        stopped_at=None,
        opens_at__lte=now,
    )
    assignments = list(rows.select_related("policy", "classroom").order_by("-pk"))
    stored = (
        {each.assignment_id: each for each in own.filter(assignment__in=assignments)} if assignments else {}
    )
    assignees = []
    for assignment in assignments:
        assignee = stored.get(assignment.pk) or Assignee(student=user)
        assignee.assignment = assignment
        if not assignee.excused_at and not assignee.is_closed(now):
            assignees.append(assignee)
    return assignees


def exercise_config(worksheet: str, key: str, user: User, program: Program, text: str) -> dict[str, Any]:
    """What the script of the page needs to know."""
    return {
        "worksheet": worksheet,
        "exercise": key,
        "language": (get_language() or "en")[:2],
        "grid": SHEETS[worksheet].grid,
        "verdicts": {code: str(label) for code, label in JudgedExercise.Verdict.choices},
        "program": {
            "user": user.pk,
            "worksheet": worksheet,
            "url": reverse("course:program", args=[worksheet]),
            "version": program.version,
            "text": text,
        },
        "urls": {
            "verdicts": reverse("course:verdicts", args=[worksheet]),
            "login": f"{reverse('accounts:login')}?next={exercise_address(worksheet, key)}",
            "files": {"sudoku.txt": reverse("course:grid_file")} if worksheet == "projet_insa" else {},
        },
        "exercises": [
            {
                "key": each.key,
                "name": exercise_name(worksheet, each.key),
                "kind": each.kind,
                "at": call_facts(each),
            }
            for each in exercises_of(worksheet)
        ],
        "largest": SOURCE_BYTES,
    }


# Which cells a function looks at: a house of the cell of its call, or all of them.
_HOUSES = {
    "n_valide": "peers",
    "is_valid": "peers",
    "test_ligne": "row",
    "test_colonne": "column",
    "test_carre": "box",
    "test": "peers",
    "remplissage": "peers",
    "ligne": "row",
    "colonne": "column",
    "bloc": "box",
    "possibles": "peers",
}
# The worksheets' names of the parameters that say a row, a column, a cell or a digit.
_PARAMETERS = {
    "row": ("i", "y"),
    "column": ("j", "x"),
    "position": ("pos",),
    "digit": ("n", "nombre", "num"),
}


def call_facts(exercise: Exercise) -> dict[str, Any]:
    """What the script needs to draw a call: which argument is what, counted from 0, and the cells looked at.

    `lists`: the function returns the digits of these cells; `excludes`: the digits that they leave.
    """
    names = list(exercise.parameters)
    found = {
        fact: next((names.index(name) for name in known if name in names), None)
        for fact, known in _PARAMETERS.items()
    }
    return found | {
        "house": _HOUSES.get(exercise.key, ""),
        "lists": exercise.key in ("ligne", "colonne", "bloc"),
        "excludes": exercise.key == "possibles",
        "isCell": found["position"] is not None or None not in (found["row"], found["column"]),
    }


def question_lines(questions: tuple[Question, ...], user: User, worksheet: str) -> dict[str, Any]:
    """The questions with the choices answered last, each marked, and the reason in the student's words."""
    answers = {row.question: row for row in Answer.objects.filter(student=user, worksheet=worksheet)}
    chosen = [set(answers[each.key].choices) if each.key in answers else set() for each in questions]
    marks = [mark_of(question, choices) for question, choices in zip(questions, chosen, strict=True)]
    reason = answers.get(questions[-1].key)
    return {
        "questions": list(zip(questions, chosen, marks, strict=True)),
        "is_marked": any(marks),
        "right": sum(mark in ("right", "nearly") for mark in marks),
        "reason": reason.text if reason else "",
    }


def mark_of(question: Question, chosen: set[str]) -> str:
    if not chosen:
        return ""
    if question.is_nearly_right(chosen):
        return "nearly"
    return "right" if question.mark(chosen) else "wrong"
