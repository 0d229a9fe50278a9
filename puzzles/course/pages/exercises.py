"""The pages of exercises: names and grids, how far a student is, and what the scripts need to know."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.engine.judge import grids
from puzzles.engine.judge.exercise import CLASS, FUNCTION, METHOD, QUESTIONS, SCRIPT, VARIABLE
from puzzles.engine.judge.starters import starter_of
from puzzles.engine.worksheets import Question

from ..access import may_see_reference
from ..models import EXERCISES, SOURCE_BYTES, Answer, ExerciseProgress, JudgedExercise, Program

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Place:
    """Which argument of a call is what, counted from 0, and which cells the function looks at.

    `lists`: it gives the digits of these cells; `excludes`: it gives the digits that these cells leave.
    """

    house: str = ""
    row: int | None = None
    column: int | None = None
    position: int | None = None
    digit: int | None = None
    lists: bool = False
    excludes: bool = False

    def for_script(self) -> dict[str, Any]:
        is_cell = self.position is not None or None not in (self.row, self.column)
        return asdict(self) | {"isCell": is_cell}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a worksheet calls an exercise: its number there, the name to write, and its kind."""

    number: str
    name: Words
    kind: str = FUNCTION
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet: its number, title, grid, how it numbers its exercises, and the exercises by key."""

    number: int
    title: Words
    numbering: Words
    grid: str
    exercises: Mapping[str, Facts]


QUESTION = gettext_lazy("Question %(number)s")
EXERCISE = gettext_lazy("Exercise %(number)s")
STEP = gettext_lazy("Step %(number)s")


def _of_cell(house: str, *, digit: int | None = None, at: int = 0) -> Place:
    return Place(house, row=at, column=at + 1, digit=digit)


SHEETS: dict[str, Sheet] = {
    "projet_insa": Sheet(
        1,
        gettext_lazy("A class Sudoku and the simple method"),
        QUESTION,
        grids.PROJET_INSA,
        {
            "sudoku": Facts("1", "Sudoku", CLASS),
            "lire_fichier_sudoku": Facts("2", "lire_fichier_sudoku"),
            "saisir_sudoku": Facts("3", "saisir_sudoku"),
            "afficher_sudoku": Facts("4", "afficher_sudoku", METHOD),
            "est_valide": Facts("5", "est_valide", METHOD),
            "resoudre_simple": Facts("6", "resoudre_simple", METHOD),
            "resoudre": Facts("7", "resoudre", METHOD),
            "programme": Facts("8", "programme", SCRIPT),
        },
    ),
    "n_valide": Sheet(
        2,
        gettext_lazy("Every solution, by recursion"),
        STEP,
        grids.N_VALIDE,
        {
            "grid": Facts("1", "grid", VARIABLE),
            "n_valide": Facts("2", "n_valide", place=_of_cell("peers", digit=2)),
            "solve": Facts("3", "solve"),
        },
    ),
    "td_iteratif": Sheet(
        3,
        gettext_lazy("Forward and backward, without recursion"),
        QUESTION,
        grids.TD_ITERATIF,
        {
            "test_ligne": Facts("1", "test_ligne", place=_of_cell("row", digit=2)),
            "test_colonne": Facts("2", "test_colonne", place=_of_cell("column", digit=2)),
            "test_carre": Facts("3", "test_carre", place=_of_cell("box", digit=2)),
            "test": Facts("4", "test", place=_of_cell("peers", digit=2)),
            "protection": Facts("5", "protection"),
            "remplissage": Facts("6", "remplissage", place=_of_cell("peers")),
            "avance_case": Facts("7", "avance_case", place=_of_cell("")),
            "recule_case": Facts("8", "recule_case", place=_of_cell("")),
            "resolution": Facts("9", "resolution"),
            "lancer": Facts("10", "resolution(M)", SCRIPT),
        },
    ),
    "tutoriel": Sheet(
        4,
        gettext_lazy("The first solution, by recursion"),
        STEP,
        grids.TUTORIEL,
        {
            "board": Facts("1", "board", VARIABLE),
            "print_board": Facts("2", "print_board"),
            "find_empty": Facts("3", "find_empty"),
            "is_valid": Facts("4", "is_valid", place=Place("peers", position=2, digit=1)),
            "solve": Facts("5", "solve"),
            "script": Facts("6", "sudoku.py", SCRIPT),
        },
    ),
    "mini_projet": Sheet(
        5,
        gettext_lazy("Row, column, block: the possible digits"),
        EXERCISE,
        grids.MINI_PROJET,
        {
            "grille": Facts("1", "S", VARIABLE),
            "printsudoku": Facts("1", "printSudoku"),
            "ligne": Facts("2", "ligne", place=Place("row", row=1, lists=True)),
            "colonne": Facts("3", "colonne", place=Place("column", column=1, lists=True)),
            "bloc": Facts("4", "bloc", place=Place("box", row=1, column=2, lists=True)),
            "possibles": Facts("5", "possibles", place=Place("peers", row=1, column=2, excludes=True)),
            "suivante": Facts("6", "suivante", place=_of_cell("")),
            "questions": Facts("7", gettext_lazy("questions"), QUESTIONS),
            "resoudre": Facts("8", "resoudre", place=Place("", row=1, column=2)),
            "script": Facts("8", gettext_lazy("the whole program"), SCRIPT),
        },
    ),
}

# The state of an exercise: its word and the class of its sign.
STATES: dict[str, Words] = {
    "new": gettext_lazy("not begun"),
    "tried": gettext_lazy("tried"),
    "passed": gettext_lazy("passed"),
}


@dataclass(frozen=True, slots=True)
class ExerciseLine:
    """An exercise in a list: where it is, how it is called, and how far its student is.

    `is_code` says that the name stands in a program.
    """

    key: str
    label: str
    name: str
    kind: str
    url: str
    state: str
    state_word: str
    tries: int
    is_code: bool
    is_seen: bool
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    key: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """A question with its choices as they were answered; `mark` is right, nearly, wrong or empty."""

    key: str
    text: str
    choices: list[ChoiceLine]
    takes_several: bool
    mark: str
    reason: str


def exercises_page(worksheet: str, user: User) -> dict[str, Any]:
    """The exercises of a worksheet, and how far its student is with each."""
    lines = exercise_lines(worksheet, user)
    passed = sum(line.state == "passed" for line in lines)
    following = next((line for line in lines if line.state != "passed"), None)
    return _sheet_context(worksheet) | {
        "lines": lines,
        "passed": passed,
        "count": len(lines),
        "following": following,
    }


def exercise_page(worksheet: str, key: str, user: User, program: Program) -> dict[str, Any]:
    """The page of one exercise with the student's program for its worksheet."""
    sheet = SHEETS[worksheet]
    lines = exercise_lines(worksheet, user, current=key)
    at = list(sheet.exercises).index(key)
    text = program.text if program.text.strip() else starter_of(worksheet)
    return _sheet_context(worksheet) | {
        "line": lines[at],
        "lines": lines,
        "previous": lines[at - 1] if at else None,
        "next": lines[at + 1] if at + 1 < len(lines) else None,
        "statement": f"course/statements/{worksheet}/{key}.html",
        "program": program,
        "text": text,
        "copies": list(program.copies.defer("text")) if program.pk else [],
        "parts": open_parts(worksheet, user),
        "config": exercise_config(worksheet, key, user, program, text),
        "reference_url": reverse("course:worksheet", args=[worksheet]) + _anchor(worksheet, key),
        "is_reference_open": lines[at].state == "passed" and may_see_reference(user, worksheet, key),
    }


def _anchor(worksheet: str, key: str) -> str:
    """Where the reference of an exercise begins in the worksheet's text."""
    functions = EXERCISES[worksheet][key]
    return f"#f-{functions[0]}" if functions and functions[0] else ""


def open_parts(worksheet: str, user: User) -> list[Assignee]:
    """The student's parts in assignments of this worksheet that take a program now, newest first.

    An assignment that was handed out before the student joined the class has a new part, which is stored
    when they hand in.
    """
    now = timezone.now()
    own = Assignee.objects.filter(student=user)
    classes = Classroom.objects.filter(memberships__student=user)
    rows = Assignment.objects.handed_out().filter(
        Q(pk__in=own.values("assignment")) | Q(classroom__in=classes.values("pk")),
        worksheet=worksheet,
        classroom__archived_at=None,
        archived_at=None,
        stopped_at=None,
        opens_at__lte=now,
    )
    given = list(rows.select_related("policy", "classroom").order_by("-pk"))
    stored = {part.assignment_id: part for part in own.filter(assignment__in=given)} if given else {}
    parts = []
    for assignment in given:
        part = stored.get(assignment.pk) or Assignee(student=user)
        part.assignment = assignment
        if not part.excluded_at and not part.is_closed(now):
            parts.append(part)
    return parts


def _sheet_context(worksheet: str) -> dict[str, Any]:
    sheet = SHEETS[worksheet]
    return {"worksheet": worksheet, "sheet": sheet}


def label_of(worksheet: str, key: str) -> str:
    """What the worksheet calls an exercise: Exercise 4."""
    sheet = SHEETS[worksheet]
    return str(sheet.numbering) % {"number": sheet.exercises[key].number}


def exercise_lines(worksheet: str, user: User, current: str = "") -> list[ExerciseLine]:
    rows = ExerciseProgress.objects.filter(student=user, worksheet=worksheet)
    progress = {row.exercise: row for row in rows}
    return [
        _line(worksheet, key, progress.get(key), is_current=key == current) for key in EXERCISES[worksheet]
    ]


def _line(worksheet: str, key: str, row: ExerciseProgress | None, *, is_current: bool) -> ExerciseLine:
    facts = SHEETS[worksheet].exercises[key]
    state = (
        "new" if row is None or not (row.tries or row.passed_at) else "passed" if row.passed_at else "tried"
    )
    return ExerciseLine(
        key=key,
        label=label_of(worksheet, key),
        name=str(facts.name),
        kind=facts.kind,
        url=reverse("course:exercise", args=[worksheet, key]),
        state=state,
        state_word=row.get_last_verdict_display() if row and state == "tried" else str(STATES[state]),
        tries=row.tries if row else 0,
        is_code=not isinstance(facts.name, Promise),
        is_seen=row is not None,
        is_current=is_current,
    )


def exercise_config(worksheet: str, key: str, user: User, program: Program, text: str) -> dict[str, Any]:
    """What the script of the page needs to know."""
    sheet = SHEETS[worksheet]
    return {
        "worksheet": worksheet,
        "exercise": key,
        "language": (get_language() or "en")[:2],
        "grid": sheet.grid,
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
            "login": f"{reverse('accounts:login')}?next={reverse('course:exercise', args=[worksheet, key])}",
            "files": {"sudoku.txt": reverse("course:grid_file")} if worksheet == "projet_insa" else {},
        },
        "exercises": [
            {
                "key": each,
                "name": str(facts.name),
                "kind": facts.kind,
                "at": facts.place.for_script(),
            }
            for each, facts in sheet.exercises.items()
        ],
        "largest": SOURCE_BYTES,
    }


def question_lines(questions: tuple[Question, ...], user: User, worksheet: str) -> dict[str, Any]:
    """The questions with what the student answered last, marked, and their reason in their own words."""
    answers = {row.question: row for row in Answer.objects.filter(student=user, worksheet=worksheet)}
    lines = [_question(each, answers.get(each.key)) for each in questions]
    reason = answers.get(questions[-1].key)
    return {
        "questions": lines,
        "is_marked": any(line.mark for line in lines),
        "right": sum(line.mark in ("right", "nearly") for line in lines),
        "reason": reason.text if reason else "",
    }


def _question(question: Question, answer: Answer | None) -> QuestionLine:
    chosen = set(answer.choices) if answer else set()
    return QuestionLine(
        key=question.key,
        text=_(question.text),
        choices=[ChoiceLine(key, _(text), key in chosen) for key, text in question.choices.items()],
        takes_several=len(question.right) > 1,
        mark=_mark(question, chosen),
        reason=_(question.reason),
    )


def _mark(question: Question, chosen: set[str]) -> str:
    if not chosen:
        return ""
    if question.is_nearly_right(chosen):
        return "nearly"
    return "right" if question.mark(chosen) else "wrong"
