"""While a reference solution is closed, no line of what it does is in any answer to a student.

Asked are all addresses of the tables that a student is let in to, and besides, one by one, every worksheet,
its plain text, its exercises, each of its functions in the explorer, its run alone and beside another, its
trace table, and each bug of its gallery.
"""

import html
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.course.models import EXERCISES, ReferenceRule, ReferenceShown
from puzzles.course.pages.bugs import bugs_of
from puzzles.course.services.progress import record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.engine.worksheets import EXPLORABLE, WORKSHEETS, bodies_of, functions_of, source_of
from tests.url_matrix.asking import Visits

from .crawling import Answer, ask, pages

pytestmark = pytest.mark.django_db

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# A shorter line may stand anywhere; so may the plain call of a function, and what the solver beyond the
# worksheets does, too, whose text is always open.
SHORTEST = 9
PLAIN_CALL = re.compile(r"\w+\(\w*\)")
TAG = re.compile(r"<[^>]*>")


def squeezed(text: str) -> str:
    """A text without tags and blanks: a page cuts its lines into pieces."""
    return re.sub(r"\s", "", html.unescape(TAG.sub("", text)))


@cache
def open_text(worksheet: str) -> str:
    """What stays readable: all but the bodies."""
    hidden = {number for lines in bodies_of(worksheet).values() for number in lines}
    lines = source_of(worksheet).splitlines()
    return squeezed("\n".join(line for number, line in enumerate(lines, 1) if number not in hidden))


@cache
def body_lines(worksheet: str, function: str) -> set[str]:
    """The lines of a function that give it away."""
    lines = source_of(worksheet).splitlines()
    shown = open_text(worksheet) + squeezed(source_of("propagation"))
    found = {re.sub(r"\s", "", lines[number - 1]) for number in bodies_of(worksheet).get(function, ())}
    return {
        line
        for line in found
        if len(line) >= SHORTEST and line not in shown and not PLAIN_CALL.fullmatch(line)
    }


@cache
def secrets(*, but: frozenset[tuple[str, str]] = frozenset()) -> dict[str, str]:
    """Lines of the reference texts -> where they stand; those of the exercises in `but` left out."""
    return {
        line: f"{worksheet}.{function}"
        for worksheet, exercises in EXERCISES.items()
        for key, functions in exercises.items()
        # What a script calls is what its page offers to call.
        for function in filter(None, functions)
        if (worksheet, key) not in but
        for line in body_lines(worksheet, function)
    }


def lines_in(answer: Answer, lines: dict[str, str]) -> list[str]:
    """Which of these lines an answer holds, in the files of an archive too."""
    texts = [answer.text]
    if zipfile.is_zipfile(io.BytesIO(answer.body)):
        with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
            # Single statements like `while True:` stand elsewhere in the engine too.
            names = [
                name
                for name in archive.namelist()
                if "engine/" not in name
                or ("engine/worksheets/" in name and Path(name).stem in WORKSHEETS)
                or "engine/runs/" in name
                or "mutants" in name
            ]
            texts += [archive.read(name).decode("utf-8", "replace") for name in names]
    whole = "\n".join(squeezed(text) + re.sub(r"\s", "", text) for text in texts)
    return [f"{answer}: {where}: {line}" for line, where in lines.items() if line in whole]


def addresses(worksheet: str) -> Iterator[str]:
    """Where the text of a worksheet's reference is shown, or what shows it."""
    yield f"/course/{worksheet}/"
    yield f"/course/{worksheet}.py"
    yield f"/course/{worksheet}/?matrix=numpy"
    yield f"/course/{worksheet}.py?matrix=numpy"
    yield f"/course/{worksheet}/exercises/"
    yield f"/course/{worksheet}/bugs/"
    yield f"/course/{worksheet}/starter.py"
    for key in EXERCISES[worksheet]:
        yield f"/course/{worksheet}/exercises/{key}/"
    for function in EXPLORABLE[worksheet]:
        yield f"/course/explorer/?function={worksheet}.{function}"
    yield f"/algorithms/{worksheet}/?grid={GRID}"
    yield f"/algorithms/{worksheet}/?grid={GRID}&step=40&predict=1"
    yield f"/algorithms/propagation/?grid={GRID}&with={worksheet}"
    yield f"/algorithms/{worksheet}/table/?grid={GRID}"
    yield f"/course/{worksheet}/exercises/watch/?grid={GRID}&with={worksheet}"
    yield f"/algorithms/{worksheet}/trace/?grid={GRID}"


def bug_addresses(worksheet: str) -> list[str]:
    """The page of each bug of a worksheet's gallery."""
    return [
        f"/course/{worksheet}/bugs/{key}/{number}/"
        for key in EXERCISES[worksheet]
        for number, _bug in enumerate(bugs_of(worksheet, key), start=1)
    ]


def close(visits: Visits, opens: str) -> None:
    opens_at = timezone.now() + timedelta(days=1) if opens == "from_date" else None
    for classroom in Classroom.objects.all():
        fields = {"opens": opens, "opens_at": opens_at}
        ReferenceRule.objects.update_or_create(classroom=classroom, defaults=fields)


def answers(visits: Visits, worksheet: str, visitor: str = "outside") -> Iterator[Answer]:
    for address in addresses(worksheet):
        yield ask(visits, visitor, "GET", address)
        yield ask(visits, visitor, "GET", address, **{"HX-Request": "true"})


@pytest.mark.parametrize("worksheet", WORKSHEETS)
@pytest.mark.parametrize("opens", ["never", "after_pass"])
def test_no_address_of_a_worksheet_shows_a_closed_body(opens: str, worksheet: str, visits: Visits) -> None:
    close(visits, opens)
    asked = list(answers(visits, worksheet))
    assert {each.response.status_code for each in asked} == {200}
    assert [line for each in asked for line in lines_in(each, secrets())] == []


@pytest.mark.parametrize("worksheet", WORKSHEETS)
@pytest.mark.parametrize("opens", ["never", "from_date", "after_pass"])
def test_no_bug_of_the_gallery_shows_a_closed_body(opens: str, worksheet: str, visits: Visits) -> None:
    """Both versions stand on its page: the right one as a whole, with all that it calls."""
    close(visits, opens)
    asked = [
        ask(visits, "outside", method, address + part)
        for address in bug_addresses(worksheet)
        for method, part in (("GET", ""), ("GET", "case/"), ("POST", "tries/"))
    ]
    assert asked
    assert {each.response.status_code for each in asked} == {403}
    assert [line for each in asked for line in lines_in(each, secrets())] == []


def test_a_bug_is_closed_while_a_function_that_it_calls_is(visits: Visits) -> None:
    close(visits, "after_pass")
    student = User.objects.get(username="zoe")
    passed = {"mini_projet": "possibles", "tutoriel": "solve", "td_iteratif": "test"}
    for worksheet, key in passed.items():
        record_verdicts(student=student, worksheet=worksheet, verdicts=[ReportedVerdict(key, "passed")])
        lines = secrets(but=frozenset({(worksheet, key)}))
        asked = [ask(visits, "outside", "GET", address) for address in bug_addresses(worksheet)]
        assert [line for each in asked for line in lines_in(each, lines)] == []


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_the_same_addresses_show_the_reference_to_readers_with_access(worksheet: str, visits: Visits) -> None:
    """Else the test above would find nothing wherever it looked."""
    close(visits, "never")
    shown = [where for each in answers(visits, worksheet, "other") for where in lines_in(each, secrets())]
    for kind in (f"/course/{worksheet}/", ".py", "/course/explorer/", "/table/", "/algorithms/"):
        assert any(kind in line for line in shown), kind


def test_no_page_of_the_site_shows_a_closed_body(visits: Visits) -> None:
    close(visits, "never")
    lines = secrets()
    assert [
        line for answer in pages(visits, "student", "mate", "outside") for line in lines_in(answer, lines)
    ] == []


def test_the_archive_holds_no_closed_line(visits: Visits) -> None:
    close(visits, "never")
    assert lines_in(ask(visits, "outside", "GET", "/course/sudoku.pyz"), secrets()) == []


def test_only_the_body_of_the_passed_exercise_is_opened(visits: Visits) -> None:
    close(visits, "after_pass")
    student = User.objects.get(username="zoe")
    record_verdicts(student=student, worksheet="mini_projet", verdicts=[ReportedVerdict("bloc", "passed")])
    closed = secrets(but=frozenset({("mini_projet", "bloc")}))
    asked = list(answers(visits, "mini_projet"))
    assert [line for each in asked for line in lines_in(each, closed)] == []
    opened = dict.fromkeys(body_lines("mini_projet", "bloc"), "bloc")
    assert all(lines_in(asked[at], opened) for at in (0, 2))


def test_without_a_class_a_reference_is_shown_on_request(visits: Visits) -> None:
    student = User.objects.get(username="zoe")
    student.memberships.all().delete()
    assert [line for each in answers(visits, "tutoriel") for line in lines_in(each, secrets())] == []
    page = ask(visits, "outside", "GET", "/course/tutoriel/")
    assert "/course/tutoriel/exercises/solve/reference/" in page.text
    ReferenceShown.objects.create(student=student, worksheet="tutoriel", exercise="solve")
    opened = dict.fromkeys(body_lines("tutoriel", "solve"), "solve")
    assert lines_in(ask(visits, "outside", "GET", "/course/tutoriel.py"), opened)


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_signatures_and_descriptions_stay_readable(worksheet: str, visits: Visits) -> None:
    close(visits, "never")
    plain = ask(visits, "outside", "GET", f"/course/{worksheet}.py").body.decode()
    lines = source_of(worksheet).splitlines()
    for name, numbers in functions_of(worksheet).items():
        assert lines[numbers.start - 1] in plain
        closed: Any = name in {each for functions in EXERCISES[worksheet].values() for each in functions}
        if closed:
            assert lines[bodies_of(worksheet)[name].start - 2] in plain
    compile(plain, worksheet, "exec")


def test_every_exercise_with_a_function_has_lines_to_look_for() -> None:
    found = set(secrets().values())
    missing = [
        f"{worksheet}/{key}"
        for worksheet, exercises in EXERCISES.items()
        for key, functions in exercises.items()
        if any(functions) and not any(f"{worksheet}.{name}" in found for name in functions)
    ]
    assert missing == []
