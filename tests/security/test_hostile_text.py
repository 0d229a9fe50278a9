"""Texts that people and files bring stay texts wherever they stand: pages, admin, paper, tables."""

import csv
import io
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Classroom, Membership
from puzzles.assignments.models import Assignment
from puzzles.course.models import Answer as CourseAnswer
from puzzles.course.models import Comment, JudgedExercise, Program, ProgramCopy, Submission
from puzzles.course.services.verdicts import TEXTS
from puzzles.engine.worksheets import EXERCISE_7
from puzzles.library.models import Collection, PuzzleImport, RejectedLine
from puzzles.play.models import OwnGrid
from tests.url_matrix.asking import Visits, outer_transaction

from .crawling import Answer, ask, pages

# A formula for a spreadsheet; out of an attribute, a text and a script; and into a template.
HOSTILE = """=A1'"></script><svg/onload=alert(1)>{{7*7}}${7*7}<img src=x onerror=alert(1)>"""
SIGNS = tuple("=+-@\t\r")
# More of what holds their names than the tables of addresses ask for.
FURTHER = [
    "/classes/{class}/techniques/?form=excel",
    "/classes/{class}/table/?file=plain",
    "/assignments/{homework}/results/?lines=students&form=plain",
    "/sheets/?assignment={homework}&for_each=on&names=real&answers=on&path=on",
    "/sheets/pdf/?assignment={homework}&for_each=on&names=real&answers=on&path=on",
    "/sheets/pdf/?collection={for_everyone}&numbers=1&title=%3Cb%3E%26%3Cx",
    "/admin/library/entry/?collection__id__exact={for_everyone}",
    "/library/{for_everyone}/?tier=1&q=%3Cb%3E",
]
FURTHER_OF_STUDENT = [
    "/course/mini_projet/exercises/bloc/",
    "/course/mini_projet/exercises/questions/",
    "/course/mini_projet/exercises/watch/",
    "/course/mini_projet/program/",
    "/course/mini_projet/program/file/",
]
FURTHER_OF_ADMIN = ["/admin/accounts/user/{student_pk}/delete/"]

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def hostile(django_db_setup: None, django_db_blocker: Any) -> Iterator[Visits]:
    """The cast, with one hostile text as every name, note, heading, comment and line of theirs."""
    with django_db_blocker.unblock(), outer_transaction():
        visits = Visits()
        text = HOSTILE
        Classroom.objects.update(name=text[:80])
        Membership.objects.update(family_name=text[:120], given_name=text[:120], note=text)
        Assignment.objects.update(name=text[:80])
        for collection in Collection.objects.all():
            Collection.objects.filter(pk=collection.pk).update(name=f"{text}{collection.pk}"[:120])
        PuzzleImport.objects.update(file_name=text[:120])
        details = {"character": text[:3], "count": 80}
        RejectedLine.objects.update(excerpt=text[:80], reason="bad_character", details=details)
        OwnGrid.objects.update(name=text[:80])
        hostile_programs(text)
        yield visits
        transaction.set_rollback(True)


def hostile_programs(text: str) -> None:
    """What students write in the course, and what their browsers and teachers say of it."""
    details = dict.fromkeys(TEXTS, text) | {"line": 1}
    Submission.objects.update(source=f"{text}\n" * 3, assignment_name=text[:80])
    for submission in Submission.objects.all():
        judged = {"exercise": "bloc", "verdict": "printed_wrong", "details": details}
        for judge in JudgedExercise.Judge.values:
            JudgedExercise.objects.create(submission=submission, judged_by=judge, **judged)
        Comment.objects.create(submission=submission, text=text, line=1)
        student = submission.student
        program = Program.objects.create(student=student, worksheet="mini_projet", text=text, version=1)
        ProgramCopy.objects.create(program=program, text=text)
        key = EXERCISE_7[-1].key
        CourseAnswer.objects.create(student=student, worksheet="mini_projet", question=key, text=text)


class Elements(HTMLParser):
    """What a browser would make elements and attributes of."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.scripts: list[str] = []
        self._is_data = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = dict(attributes)
        self._is_data = tag == "script" and "src" not in names
        if names.get("src") == "x" or any(name.startswith("on") for name in names):
            self.found.append(self.get_starttag_text() or tag)
        for name in ("href", "src", "action", "formaction"):
            if (names.get(name) or "").strip().lower().startswith(("javascript:", "data:text")):
                self.found.append(f"{tag} {name}={names[name]}")

    def handle_data(self, data: str) -> None:
        if self._is_data:
            self.scripts.append(data)
            self._is_data = False


def test_hostile_texts_are_shown_as_text(hostile: Visits) -> None:
    seen, wrong = 0, []
    further = [
        ask(hostile, name, "GET", address.format_map(hostile.things))
        for name, addresses in (
            ("teacher", FURTHER),
            ("admin", FURTHER_OF_ADMIN),
            ("student", FURTHER_OF_STUDENT),
        )
        for address in addresses
    ]
    assert {answer.response.status_code for answer in further} == {200}
    for answer in chain(further, pages(hostile, "student", "teacher", "admin")):
        seen += "onerror=alert" in answer.text
        wrong += [f"{answer}: {fault}" for fault in faults(answer)]
    assert wrong == []
    # So many pages show one of these texts: were there none, nothing would have been tried.
    assert seen > 30


def faults(answer: Answer) -> list[str]:
    """What a browser or a spreadsheet would run of this answer."""
    if any("<svg" in value or "\n" in value for _name, value in answer.response.items()):
        return ["a text stands in a header as it is"]
    if answer.kind == "text/html":
        read = Elements(answer.body.decode())
        # The frame of students' programs is a script and nothing else, the same for everybody.
        is_frame = answer.address == "/course/sandbox/"
        found = read.found + [script for script in read.scripts if not is_frame and not is_json(script)]
        # A template that was given the text to read would have reckoned.
        return found + (["49"] if "49${7*7}" in answer.text else [])
    if answer.kind == "text/csv":
        rows = csv.reader(
            io.StringIO(answer.body.decode("utf-8-sig"), newline=""), delimiter=delimiter(answer)
        )
        return [cell for row in rows for cell in row if cell.startswith(SIGNS) and not is_number(cell)]
    if answer.response.get("X-Content-Type-Options") != "nosniff":
        return ["a browser may take it for a page"] if answer.kind != "text/html" and answer.body else []
    return []


def is_json(script: str) -> bool:
    json.loads(script)
    return True


def delimiter(answer: Answer) -> str:
    return ";" if answer.body.startswith(b"\xef\xbb\xbf") else ","


def is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(",", "", 1).replace(".", "", 1).isdecimal()
