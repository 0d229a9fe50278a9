"""Files for a student's own folder, and every printed command run in a folder that holds only these."""

import ast
import html
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Classroom, User
from puzzles.course.models import EXERCISES, ReferenceRule
from puzzles.engine.archive import engine_archive
from puzzles.engine.judge.notebook import notebook_text
from puzzles.engine.judge.starters import starter_of
from puzzles.engine.worksheets import COURSE_MODULES, WORKSHEETS
from puzzles.library.models import Collection
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
GRID_FILE, ARCHIVE = "/course/sudoku.txt", "/course/sudoku.pyz"
# The worksheets themselves name these two.
FILE_NAMES = {"projet_insa": "sudoku_nom_prenom.py", "tutoriel": "sudoku.py"}
DRAWN = """\
-----
| 790|304|108|
| 000|006|000|
| 000|080|059|
-----
| 030|000|497|
| 000|000|000|
| 217|000|030|
-----
| 470|010|000|
| 000|700|000|
| 302|609|071|
-----
"""


@pytest.fixture
def reader(client_of: ClientOf, student: User) -> Client:
    return client_of(student)


@pytest.fixture
def folder(reader: Client, tmp_path: Path) -> Path:
    """A folder with nothing but what the site gives a student to download."""
    for address in (GRID_FILE, ARCHIVE):
        (tmp_path / address.rpartition("/")[2]).write_bytes(reader.get(address).content)
    for worksheet in WORKSHEETS:
        starter = reader.get(f"/course/{worksheet}/starter.py")
        (tmp_path / FILE_NAMES.get(worksheet, f"{worksheet}.py")).write_bytes(starter.content)
    return tmp_path


def run(folder: Path, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    python, *arguments = shlex.split(command)
    assert python == "python"
    return subprocess.run(
        [sys.executable, "-I", "-S", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONUTF8": "1", "LANG": "fr_FR.UTF-8"},
        timeout=60,
    )


def printed_commands(client: Client, module: str) -> list[str]:
    """The commands on the page of a worksheet, as they are read."""
    text = client.get(f"/course/{module}/").content.decode()
    return [html.unescape(found) for found in re.findall(r'<code class="command">([^<]*)</code>', text)]


# The grids of the file


def naive_grid(file: Path, n: int) -> list[list[int]]:
    """Three lines that any student writes."""
    line = file.open().readlines()[n - 1].strip()
    digits = [int(character) for character in line]
    return [digits[start : start + 9] for start in range(0, 81, 9)]


def test_a_naive_reader_reads_the_first_line_and_the_last(folder: Path) -> None:
    file = folder / "sudoku.txt"
    count = len(file.open().readlines())
    assert count == 606
    assert naive_grid(file, 1)[0] == [7, 9, 0, 3, 0, 4, 1, 0, 8]
    assert [len(row) for row in naive_grid(file, count)] == [9] * 9


def test_every_line_is_81_digits_and_nothing_else(reader: Client) -> None:
    found = reader.get(GRID_FILE)
    assert found["Content-Type"] == "text/plain; charset=us-ascii"
    assert re.fullmatch(rb"(?:[0-9]{81}\n)+", found.content)


def test_a_collection_comes_as_lines_of_81_digits(
    reader: Client, bring_in: Callable[..., Any], grids: list[str]
) -> None:
    bring_in(["# Monday", "", *grids[:3], "not a grid"])
    collection = Collection.objects.get()
    Collection.objects.update(audience=Collection.Audience.EVERYONE)
    found = reader.get(f"/collections/{collection.pk}/sudoku.txt")
    assert found["Content-Disposition"] == 'attachment; filename="sudoku.txt"'
    assert b"".join(found).decode() == "".join(line.replace(".", "0") + "\n" for line in grids[:3])


def test_a_collection_that_one_may_not_see_gives_no_lines(
    reader: Client, bring_in: Callable[..., Any], grids: list[str]
) -> None:
    bring_in(grids[:1])
    collection = Collection.objects.get()
    Collection.objects.update(audience=Collection.Audience.NOBODY)
    assert reader.get(f"/collections/{collection.pk}/sudoku.txt").status_code == 404


def test_a_grid_locked_by_an_assignment_is_left_out_of_the_lines(
    client_of: ClientOf, exam_attempt: Attempt, student: User, classmate: User, teacher: User
) -> None:
    collection = Collection.objects.create(
        owner=teacher,
        name="All",
        audience=Collection.Audience.EVERYONE,
        policy=exam_attempt.policy,
        entry_count=1,
        drawable_count=1,
    )
    collection.entries.create(puzzle=exam_attempt.puzzle, number=1, line=1, position=1)
    where = reverse("play:collection_lines", args=[collection.pk])
    assert b"".join(client_of(student).get(where)) == b""
    # No gap tells others that the grid is chosen for an exam.
    expected = exam_attempt.puzzle.givens.replace(".", "0") + "\n"
    assert b"".join(client_of(classmate).get(where)).decode() == expected


# The engine in one file


def test_the_archive_is_a_file_to_keep_and_is_not_sent_twice(reader: Client) -> None:
    found = reader.get(ARCHIVE)
    assert found["Content-Disposition"] == 'attachment; filename="sudoku.pyz"'
    assert found.content.startswith(b"#!/usr/bin/env python3\nPK")
    assert reader.get(ARCHIVE, headers={"If-None-Match": found["ETag"]}).status_code == 304


def test_the_archive_rests_while_its_reader_writes_an_exam(
    client_of: ClientOf, exam_attempt: Attempt, student: User, classmate: User
) -> None:
    assert client_of(student).get(ARCHIVE).status_code == 403
    assert client_of(classmate).get(ARCHIVE).status_code == 200


def test_texts_that_a_reader_may_not_see_are_not_in_their_archive(
    reader: Client, classroom: Classroom, client_of: ClientOf, teacher: User, tmp_path: Path
) -> None:
    ReferenceRule.objects.create(classroom=classroom, opens=ReferenceRule.Opens.NEVER)
    found = reader.get(ARCHIVE).content
    assert found == engine_archive(without=frozenset(WORKSHEETS)) != engine_archive()
    assert client_of(teacher).get(ARCHIVE).content == engine_archive()
    (tmp_path / "sudoku.pyz").write_bytes(found)
    grid = "010078000080040900005600010100060005040915072067080400000300100070890023000004000"
    answer = run(tmp_path, f"python sudoku.pyz trace mini_projet {grid} --events 1")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "(tests 9, placements 1" in answer.stdout


# The commands on the pages


def test_the_commands_of_the_worksheets_second_question_draw_its_grid(folder: Path) -> None:
    assert run(folder, "python sudoku.pyz show sudoku.txt --line 1").stdout == DRAWN


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_every_printed_command_runs_in_the_students_folder(module: str, reader: Client, folder: Path) -> None:
    commands = printed_commands(reader, module)
    assert commands
    for command in commands:
        answer = run(folder, command, typed="q\n")
        # 1 is the answer no, as of a grid that is not full and of functions that are not written yet.
        assert (answer.returncode in (0, 1), answer.stderr) == (True, ""), command


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_a_worksheet_leads_to_the_files_its_commands_need(module: str, reader: Client) -> None:
    text = reader.get(f"/course/{module}/").content.decode()
    assert f'href="{ARCHIVE}"' in text
    assert f'href="{GRID_FILE}"' in text
    assert (f'href="/course/{module}/starter.py"' in text) == (module in WORKSHEETS)


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_each_exercise_of_a_worksheet_is_reached_from_the_part_that_asks_for_it(
    worksheet: str, reader: Client
) -> None:
    text = reader.get(f"/course/{worksheet}/").content.decode()
    for key in EXERCISES[worksheet]:
        assert f'href="/course/{worksheet}/exercises/{key}/"' in text, key


# The starters


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_a_starter_is_a_file_to_keep(worksheet: str, reader: Client) -> None:
    found = reader.get(f"/course/{worksheet}/starter.py")
    name = FILE_NAMES.get(worksheet, f"{worksheet}.py")
    assert found["Content-Disposition"] == f'attachment; filename="{name}"'
    assert found.content.decode() == starter_of(worksheet)
    # The commands in the text are for this very file.
    assert f"python -m doctest {name}" in found.content.decode()


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_the_reference_is_kept_under_the_name_that_the_worksheet_gives(
    worksheet: str, reader: Client
) -> None:
    page = reader.get(f"/course/{worksheet}/").content.decode()
    name = FILE_NAMES.get(worksheet, f"{worksheet}.py")
    assert f'href="/course/{worksheet}.py" download="{name}"' in page


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_a_worksheet_says_when_its_starter_needs_more_than_python(worksheet: str, reader: Client) -> None:
    text = reader.get(f"/course/{worksheet}/").content.decode()
    assert ("python -m pip install numpy" in text) == ("import numpy" in starter_of(worksheet))


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_no_starter_holds_what_is_to_be_written(worksheet: str, reader: Client) -> None:
    text = reader.get(f"/course/{worksheet}/starter.py").content.decode()
    bodies = {
        node.name: ast.unparse(node.body[-1])
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    }
    assert bodies
    assert set(bodies.values()) == {"..."}


def test_the_fifth_worksheet_is_a_notebook_to_complete(reader: Client) -> None:
    found = reader.get("/course/mini_projet/starter.ipynb")
    assert found["Content-Disposition"] == 'attachment; filename="mini_projet.ipynb"'
    assert found.content.decode() == notebook_text()
    assert 'href="/course/mini_projet/starter.ipynb"' in reader.get("/course/mini_projet/").content.decode()
    assert reader.get("/course/tutoriel/starter.ipynb").status_code == 404


def test_modules_beyond_the_worksheets_have_no_starter(reader: Client) -> None:
    assert reader.get("/course/propagation/starter.py").status_code == 404
    assert reader.get("/course/..%2Fexplorer/starter.py").status_code == 404
