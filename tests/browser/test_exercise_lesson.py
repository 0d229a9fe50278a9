"""A lesson with a function to write, in French, from the teacher who gives it to the comment that is read."""

import csv
import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.course.models import ExerciseProgress, JudgedExercise

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

WRONG = """def bloc(S, i, j):
    return [S[a][b] for a in range(i, i + 3) for b in range(j, j + 3) if S[a][b]]
"""
RIGHT = """def bloc(S, i, j):
    i, j = i - i % 3, j - j % 3
    return [S[a][b] for a in range(i, i + 3) for b in range(j, j + 3) if S[a][b]]
"""
COMMENT = "Très bien. Essaie maintenant sans la deuxième ligne."
A_CLASS_TAKES_MS = 90_000

PageOf = Callable[..., Page]


def test_a_function_is_given_written_mended_handed_in_judged_again_and_commented(
    page_of: PageOf, teacher: User, student: User, classmate: User, classroom: Classroom
) -> None:
    board = page_of(teacher)
    board.set_viewport_size({"width": 1366, "height": 650})
    phone = page_of(student, is_mobile=True, has_touch=True)
    phone.set_viewport_size({"width": 390, "height": 844})
    errors = errors_of(board), errors_of(phone)
    assignment = give_bloc(board, classroom)
    write_and_mend(phone, board)
    hand_in(phone)
    read_and_comment(board, assignment)
    phone.goto(f"/given/{assignment.pk}/")
    expect(phone.locator(".line").filter(has_text="bloc").first).to_contain_text("réussi")
    phone.locator("#versions-title ~ .lines a").first.click()
    expect(phone.locator("#comments")).to_contain_text(COMMENT)
    check_looks(phone)
    assert errors == ([], [])


def test_a_solution_opens_for_those_who_pass_where_the_class_says_so(
    page_of: PageOf,
    teacher: User,
    student: User,
    classroom: Classroom,
    eventually: Callable[[Callable[[], bool]], None],
) -> None:
    desk = page_of(teacher)
    desk.goto(f"/classes/{classroom.pk}/reference/")
    desk.locator("input[name=opens][value=after_pass]").check()
    desk.get_by_role("button", name="Enregistrer").click()
    page = page_of(student)
    page.goto("/course/mini_projet/exercises/bloc/")
    expect(page.locator("#exercise.ready")).to_be_attached()
    closed = source_of(page)
    assert "def bloc(" in closed
    judge(page, RIGHT)
    expect(verdict_of(page)).to_have_attribute("data-state", "passed")
    eventually(lambda: ExerciseProgress.objects.filter(passed_at__isnull=False).exists())
    assert len(source_of(page)) > len(closed)


def source_of(page: Page) -> str:
    return str(page.request.get("/course/mini_projet.py").text())


def give_bloc(page: Page, classroom: Classroom) -> Assignment:
    """Give `bloc` to the class, as a teacher does, and stay on the page that follows it."""
    page.goto(f"/classes/{classroom.pk}/exercises/new/")
    page.locator("input[name=worksheet][value=mini_projet]").check()
    box = page.locator("input[name=exercises_mini_projet][value=bloc]")
    expect(page.locator("label.chip", has=box)).to_have_text("bloc")
    box.check()
    check_looks(page)
    page.get_by_role("button", name="Vérifier avant de distribuer").click()
    page.get_by_role("button", name="Distribuer").click()
    expect(page.locator("#exercise-table tbody tr")).to_have_count(2)
    check_looks(page)
    return Assignment.objects.get()


def write_and_mend(phone: Page, board: Page) -> None:
    phone.goto("/")
    phone.locator("a[href^='/given/']").first.click()
    phone.get_by_role("link", name="bloc", exact=True).click()
    expect(phone.locator("#exercise.ready")).to_be_attached()
    judge(phone, WRONG)
    expect(verdict_of(phone)).to_have_attribute("data-state", "failed")
    expect(phone.locator("[data-part=board] .ce-asked")).to_have_count(1)
    check_looks(phone)
    # The teacher's table follows by itself.
    expect(cell_of_lea(board)).to_have_class("exercise-cell exercise-tried", timeout=15_000)
    judge(phone, RIGHT)
    expect(verdict_of(phone)).to_have_attribute("data-state", "passed")
    expect(cell_of_lea(board)).to_have_class("exercise-cell exercise-passed", timeout=15_000)


def hand_in(phone: Page) -> None:
    phone.get_by_role("button", name="Rendre").click()
    expect(phone.get_by_text("Rendu sous le nom")).to_be_visible()


def read_and_comment(page: Page, assignment: Assignment) -> None:
    expect(page.locator("#exercise-table .is-handed-in")).to_have_count(1, timeout=15_000)
    # What can be done with programs has come with the first of them.
    judged = page.get_by_role("link", name="Vérifier de nouveau dans ce navigateur")
    judged.click()
    page.get_by_role("button", name="Tout vérifier").click()
    expect(page.get_by_role("status")).to_have_text(
        "Tous les programmes sont vérifiés.", timeout=A_CLASS_TAKES_MS
    )
    check_looks(page)
    assert list(JudgedExercise.objects.filter(judged_by="teacher").values_list("verdict", flat=True)) == [
        "passed"
    ]
    page.goto(assignment.get_absolute_url())
    expect(cell_of_lea(page)).to_have_class("exercise-cell exercise-passed is-handed-in is-confirmed")
    check_files(page, assignment)
    page.locator("#exercise-table a[href*='/course/submissions/']").first.click()
    expect(page.locator(".program-lines")).to_contain_text("def bloc(S, i, j):")
    page.locator("#comment-text").fill(COMMENT)
    page.locator("#comment-line").fill("2")
    page.get_by_role("button", name="Commenter").click()
    expect(page.locator("#line-2 .program-note")).to_have_text(COMMENT)
    check_looks(page)


def check_files(page: Page, assignment: Assignment) -> None:
    """The programs of the class as a zip, and the table as CSV."""
    packed = page.request.get(f"/course/assignments/{assignment.pk}/files/").body()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert [archive.read(name).decode() for name in archive.namelist()] == [RIGHT]
    page.locator("#table-files > summary").click()
    link = page.get_by_role("link", name="CSV simple")
    rows = list(csv.DictReader(io.StringIO(page.request.get(str(link.get_attribute("href"))).text())))
    assert [row["bloc"] for row in rows] == ["réussi, rendu, confirmé par le professeur", "pas vu"]


def judge(page: Page, text: str) -> None:
    page.locator("textarea.editor-text").fill(text)
    page.get_by_role("button", name="Vérifier bloc", exact=True).click()
    expect(page.locator("[data-act=stop]")).to_be_disabled(timeout=60_000)


def verdict_of(page: Page) -> Locator:
    return page.locator("[data-part=verdict]")


def cell_of_lea(page: Page) -> Locator:
    row = page.locator("#exercise-table tbody tr").filter(has=page.locator("a[href*='/lea/']"))
    return row.locator(".exercise-cell")


def check_looks(page: Page) -> None:
    """Nothing that axe finds, nothing wider than the window."""
    found: Any = found_on(page) + width_of(page)
    assert found == []
