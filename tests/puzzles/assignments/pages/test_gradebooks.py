"""The files of marks, read as the gradebooks of Moodle and Pronote read them: a class of thirty, hard names.

What was checked against what is in docs/gradebooks.md.
"""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment, Grade
from puzzles.assignments.services.lifecycle import excuse

ClientOf = Callable[[User], Any]
AssignmentOf = Callable[..., Assignment]

NAMES = [
    *("LE GOFF Zoé", "DE LA ROCHEFOUCAULD-MONTMORENCY Marie-Antoinette", "O'NEIL Seán", "N’DIAYE Awa"),
    *('MARTIN "Max" Maxime', "DUPONT, fils Léo", "PETIT; MOREAU Inès", "ÉTIENNE Éric", "ŒUVRARD Chloë"),
    *("ŁUCZAK Żółć", "李 小龍", "ÇELIK Işıl", "ABD-EL-KADER Yasmine", "=SOMME(A1) Tom", "-1 Ugo"),
    *("BACK\\ Slash", "QUOTE\\ End\\", "D'ARTAGNAN Charles", "VAN DER BERG Jan", "MÜLLER Jörg"),
]
COMMENTS = [
    *(
        "",
        "Bien.",
        "Deux lignes.\nLa seconde.",
        'Elle dit : "encore".',
        "Virgule, point-virgule ; tabulation\tici",
    ),
    *(
        'Chemin C:\\temp\\"fin"',
        'Finit par un "antislash" \\',
        "=HYPERLINK()",
        "- à revoir",
        "<b>gras</b> & é",
    ),
]


@pytest.fixture
def thirty(classroom: Classroom, assignment_of: AssignmentOf) -> Assignment:
    """An assignment of thirty: marks with and without decimals, comments, absent and excused students."""
    for number in range(30):
        student = User.objects.create(username=f"s{number:02}")
        name = NAMES[number] if number < len(NAMES) else ""
        Membership.objects.create(classroom=classroom, student=student, real_name=name)
    assignment = assignment_of(name='Contrôle "A", n° 1')
    for number, assignee in enumerate(assignment.assignees.order_by("student__username")):
        if number % 10 == 8:
            Grade.objects.create(assignee=assignee, state=Grade.State.ABSENT)
        elif number % 10 == 9:
            excuse(assignee=assignee)
        else:
            value = Decimal(number % 20) + Decimal("0.25") * (number % 4)
            Grade.objects.create(assignee=assignee, value=value, comment=COMMENTS[number % len(COMMENTS)])
    return assignment


def wanted(assignment: Assignment) -> dict[str, Decimal | None]:
    """User name -> the mark by hand; None for absent and excused students."""
    grades = Grade.objects.filter(assignee__assignment=assignment)
    values = dict(grades.values_list("assignee__student__username", "value"))
    return {
        name: values.get(name) for name in assignment.assignees.values_list("student__username", flat=True)
    }


def fetched(client: Any, assignment: Assignment, lines: str) -> bytes:
    address = f"/assignments/{assignment.pk}/results/?lines={lines}"
    content: bytes = client.get(address, headers={"Accept-Language": "fr"}).content
    return content


# Moodle, by grade/import/csv/classes/load_data.php and lib/csvlib.class.php


class MoodleError(Exception):
    """The import ends; nothing is stored."""


@dataclass
class MoodleImport:
    """A gradebook that imports a file. `users` are those who exist; `is_new` is a new grade item."""

    users: set[str]
    is_new: bool
    grades: dict[str, Decimal | None] = field(default_factory=dict)
    feedback: dict[str, str] = field(default_factory=dict)
    largest: int = 100

    def load(self, content: bytes) -> list[str]:
        """Import the file; returns the headings. The first column is mapped to the user name."""
        text = content.decode().removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip()
        headings, *rows = fgetcsv(text)
        if any(len(row) != len(headings) for row in rows):
            raise MoodleError("csvweirdcolumns")
        for row in rows:
            user, _family, _given, mark, comment = (cell.strip() for cell in row)
            if user not in self.users:
                raise MoodleError("usermappingerror")
            self.grades[user] = self.new_grade(mark) if self.is_new else self.grade(mark)
            if not self.is_new:
                self.feedback[user] = comment
        return [heading.strip() for heading in headings]

    def new_grade(self, mark: str) -> Decimal | None:
        """The column goes into the database as it is, where an empty text is 0."""
        return None if mark == "-" else self.number(mark or "0")

    def grade(self, mark: str) -> Decimal | None:
        """In French a decimal comma is read too."""
        return None if mark in ("", "-") else self.number(mark.replace(",", "."))

    def number(self, mark: str) -> Decimal:
        try:
            number = Decimal(mark)
        except InvalidOperation:
            raise MoodleError("badgrade") from None
        if number > self.largest:
            raise MoodleError("gradevaluetoobig")
        return number


def fgetcsv(text: str) -> Iterator[list[str]]:
    """The rows as PHP reads them: a backslash before a quotation mark keeps the cell open."""
    row, cell, at, is_quoted = [], "", 0, False
    while at < len(text):
        sign, after = text[at], text[at + 1 : at + 2]
        at += 1
        if is_quoted:
            if sign == "\\" and after:
                cell, at = cell + sign + after, at + 1
            elif sign == '"' and after == '"':
                cell, at = cell + '"', at + 1
            elif sign == '"':
                is_quoted = False
            else:
                cell += sign
        elif sign == '"' and not cell:
            is_quoted = True
        elif sign == ",":
            row, cell = [*row, cell], ""
        elif sign == "\n":
            yield [*row, cell]
            row, cell = [], ""
        else:
            cell += sign
    yield [*row, cell]


@pytest.mark.parametrize("is_new", [True, False])
def test_moodle_reads_every_mark_and_no_mark_of_the_absent(
    client_of: ClientOf, teacher: User, thirty: Assignment, is_new: bool
) -> None:
    marks = wanted(thirty)
    assert len(marks) == 30
    assert list(marks.values()).count(None) == 6
    moodle = MoodleImport(set(marks), is_new)
    headings = moodle.load(fetched(client_of(teacher), thirty, "moodle"))
    assert headings[:4] == ["username", "lastname", "firstname", 'Contrôle "A", n° 1 (/ 20)']
    assert moodle.grades == marks


def test_moodle_reads_every_comment(client_of: ClientOf, teacher: User, thirty: Assignment) -> None:
    moodle = MoodleImport(set(wanted(thirty)), is_new=False)
    moodle.load(fetched(client_of(teacher), thirty, "moodle"))
    assert {*moodle.feedback.values()} == {
        *("", "Bien.", "Deux lignes.\nLa seconde.", 'Elle dit : "encore".'),
        *(
            "Virgule, point-virgule ; tabulation\tici",
            'Chemin C:\\temp\\ "fin"',
            'Finit par un "antislash" \\',
        ),
        *("'=HYPERLINK()",),
    }


def test_the_reader_refuses_what_moodle_refuses() -> None:
    head = "username,lastname,firstname,mark,feedback\n"
    for row, error in (
        ("who,A,B,1,", "usermappingerror"),
        ("lea,A,B,1", "csvweirdcolumns"),
        ("lea,A,B,Abs,", "badgrade"),
        ("lea,A,B,101,", "gradevaluetoobig"),
        ('lea,A,B,1,"ends in \\"\nlea,A,B,1,"again, "', "csvweirdcolumns"),
    ):
        with pytest.raises(MoodleError, match=error):
            MoodleImport({"lea"}, is_new=True).load((head + row).encode())
    moodle = MoodleImport({"lea"}, is_new=True)
    moodle.load(f"{head}lea,A,B,,".encode())
    assert moodle.grades == {"lea": 0}


# Pronote: the column of marks is pasted beside the list of the class, in the order of the names


def test_pronote_gets_a_mark_or_a_sign_for_each_student_in_the_order_of_names(
    client_of: ClientOf, teacher: User, thirty: Assignment
) -> None:
    text = fetched(client_of(teacher), thirty, "pronote").decode("utf-8-sig")
    heading, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=";")
    assert heading == ["Nom", "Prénom", "Note sur 20"]
    assert len(rows) == 30
    marks = [mark for _family, _given, mark in rows]
    assert {mark for mark in marks if not mark[:1].isdecimal()} == {"Abs", "Disp"}
    numbers = sorted(Decimal(mark.replace(",", ".")) for mark in marks if mark[:1].isdecimal())
    assert numbers == sorted(mark for mark in wanted(thirty).values() if mark is not None)
    assert not any("." in mark for mark in marks)
    # Accents and case do not count in the order; everybody is on one line.
    family_names = [family for family, _given, _mark in rows]
    assert family_names.index("ÇELIK") < family_names.index("D'ARTAGNAN") < family_names.index("ÉTIENNE")
    assert not any("\n" in cell or "\t" in cell for row in rows for cell in row)


def test_a_student_without_a_mark_yet_is_not_graded(
    client_of: ClientOf, teacher: User, student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(due_at=timezone.now() + timezone.timedelta(days=1))
    hers = client_of(teacher)
    assert "PETIT;Léa;N.Not" in fetched(hers, assignment, "pronote").decode("utf-8-sig")
    assert b"lea,PETIT,L\xc3\xa9a,-," in fetched(hers, assignment, "moodle")
