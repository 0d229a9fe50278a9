"""Four walks through the site, each followed call by call: files, own functions and SQL.

Not collected with the tests: `python -m tests.house` runs it. Each walk is done once before it is measured,
so that imports and caches do not count, and goes through the test client, so middlewares count.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.library import services as library
from puzzles.library.models import PuzzleImport
from puzzles.play.models import Attempt

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path.cwd()
OWN = tuple(str(ROOT / part) + os.sep for part in ("accounts", "puzzles", "sudokusite"))
ENGINE = str(ROOT / "puzzles" / "engine") + os.sep
SAMPLES = ROOT / "puzzles" / "samples" / "sudoku.txt"
LINES_OF_A_BATCH = 40
# What the form of the upload has been filled with beforehand.
UPLOAD = {
    "audience": "everyone",
    "hint_rung": "4",
    "checking": "on",
    "auto_notes": "on",
    "partial_cells": "20",
    "solution": "any_time",
}

ClientOf = Callable[[User], Client]


class Walk:
    """What one request calls: our functions (comprehensions apart), and the statements it sends."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.codes: set[CodeType] = set()
        self.calls = 0

    def __enter__(self) -> "Walk":
        self.queries = CaptureQueriesContext(connection)
        self.queries.__enter__()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *problem: Any) -> None:
        sys.setprofile(None)
        self.queries.__exit__(*problem)
        if problem[0] is None:
            _keep(self.figures())

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OWN) and not code.co_name.startswith("<"):
            self.codes.add(code)
            self.calls += 1

    def figures(self) -> dict[str, Any]:
        """The figures of the walk; the engine's files and functions are counted apart."""
        engine = {code for code in self.codes if code.co_filename.startswith(ENGINE)}
        rest = self.codes - engine
        return {
            "walk": self.name,
            "files": len({code.co_filename for code in rest}),
            "functions": len(rest),
            "engine_files": len({code.co_filename for code in engine}),
            "engine_functions": len(engine),
            "sql": len(self.queries),
            "calls": self.calls,
        }


def _keep(figures: dict[str, Any]) -> None:
    with open(os.environ["WALKS"], "a") as file:
        file.write(json.dumps(figures) + "\n")


def send(client: Client, attempt: Attempt, *, seq: int, digit: int) -> None:
    form = {"client": "a" * 16, "version": seq - 1, "ops": f"1 {seq}.2.d.{digit}.830"}
    answer = client.post(f"/play/{attempt.pk}/moves/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content


def test_a_digit(student: User, attempt_of: Callable[..., Attempt], client_of: ClientOf) -> None:
    attempt, client = attempt_of(student), client_of(student)
    send(client, attempt, seq=1, digit=1)
    with Walk("a digit"):
        send(client, attempt, seq=2, digit=4)
    attempt.refresh_from_db()
    assert attempt.digits[2] == "4"


def test_a_hint(
    student: User, classmate: User, attempt_of: Callable[..., Attempt], client_of: ClientOf
) -> None:
    for player in (classmate, student):
        attempt, client = attempt_of(player), client_of(player)
        send(client, attempt, seq=1, digit=4)
        address, form = f"/play/{attempt.pk}/hint/", {"version": 1}
        if player == classmate:
            client.post(address, form, headers={"HX-Request": "true"})
            continue
        with Walk("a hint, first press"):
            answer = client.post(address, form, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert "hint" in answer.content.decode()


def test_handing_out(
    teacher: User,
    student: User,
    classroom: Classroom,
    assignment_of: Callable[..., Assignment],
    client_of: ClientOf,
) -> None:
    client = client_of(teacher)
    client.post(f"/assignments/{assignment_of(is_draft=True).pk}/hand-out/")
    assignment = assignment_of(is_draft=True, name="Tuesday")
    with Walk("handing out an assignment") as walk:
        client.post(f"/assignments/{assignment.pk}/hand-out/")
    assignment.refresh_from_db()
    assert not assignment.is_draft
    table = f'FROM "{Assignment._meta.db_table}"'
    reads = [query["sql"] for query in walk.queries if table in query["sql"].split("WHERE")[0]]
    _keep({"walk": "handing out, reads of the row", "sql": len(reads)})


def upload(client: Client, lines: list[str], name: str) -> None:
    """Upload these lines as a file of a new collection, as the page of imports does."""
    file = SimpleUploadedFile(f"{name}.txt", "\n".join(lines).encode())
    answer = client.post(reverse("library:import_new"), {**UPLOAD, "name": name, "file": [file]})
    assert answer.status_code == 302, answer.content


def test_an_import(teacher: User, client_of: ClientOf) -> None:
    lines = [line for line in SAMPLES.read_text().splitlines() if len(line) == 81]
    client = client_of(teacher)
    upload(client, lines[-3:], "before")
    library.continue_import(import_id=PuzzleImport.objects.latest("pk").pk)
    with Walk("an import, the upload"):
        upload(client, lines[:LINES_OF_A_BATCH], "measured")
    begun = PuzzleImport.objects.latest("pk")
    with Walk(f"an import, one batch of {LINES_OF_A_BATCH} lines"):
        library.continue_import(import_id=begun.pk)
    begun.refresh_from_db()
    assert begun.accepted == LINES_OF_A_BATCH
