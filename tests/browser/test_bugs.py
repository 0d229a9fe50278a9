"""The bug gallery in a real browser: a bug is found, then with fewer digits."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.course.models import BugFind
from puzzles.library.models import Puzzle

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_bug_of_bloc_is_found_and_then_with_one_digit(page_of: Callable[..., Any], teacher: User) -> None:
    User.objects.update(language="en")
    page = page_of(teacher)
    page.set_viewport_size({"width": 390, "height": 800})
    errors = errors_of(page)
    page.goto("/course/mini_projet/bugs/bloc/3/")
    status = page.locator("[data-part=status]")
    page.get_by_role("button", name="The worksheet’s grid").click()
    page.get_by_role("spinbutton", name="Row").fill("3")
    page.get_by_role("spinbutton", name="Column").fill("3")
    page.get_by_role("button", name="Run both").click()
    expect(status).to_contain_text("Found with", timeout=60_000)
    expect(page.locator("[data-part=mistake]")).to_contain_text("two rows")
    expect(page.get_by_role("textbox", name="Row 3, column 3")).to_have_class(re.compile("is-asked"))
    missing = page.locator("[data-role=missing]").evaluate_all("all => all.map((cell) => cell.ariaLabel)")
    assert missing
    assert all(name.startswith("Row 5") for name in missing)
    assert found_on(page) + width_of(page) == []
    page.get_by_role("button", name="Empty grid").click()
    page.get_by_role("textbox", name="Row 5, column 3").fill("7")
    page.get_by_role("button", name="Run both").click()
    expect(status).to_contain_text("1 digit; you had", timeout=60_000)
    assert BugFind.objects.get().digits == 1
    assert errors == []


FILL = """(line) => {
  const cells = document.querySelectorAll(".bug-cell");
  cells.forEach((cell, at) => { cell.value = line[at] === "." ? "" : line[at]; });
}"""


def test_a_gallery_page_opened_before_an_exam_solves_nothing_during_it(
    page_of: Callable[..., Any], student: User, exam: Assignment, puzzle: Puzzle
) -> None:
    User.objects.update(language="en")
    page = page_of(student)
    page.goto("/course/tutoriel/bugs/solve/1/")
    begin(student=student, assignment_id=exam.pk)
    page.evaluate(FILL, puzzle.givens)
    page.get_by_role("button", name="Run both").click()
    expect(page.locator("[data-part=status]")).to_have_text("Solvers are switched off during an exam.")
    expect(page.locator("iframe")).to_have_count(0)
    expect(page.get_by_role("heading", name="The right version")).to_be_hidden()


def test_without_an_answer_of_the_site_no_version_runs(page_of: Callable[..., Any], teacher: User) -> None:
    User.objects.update(language="en")
    page = page_of(teacher)
    page.goto("/course/mini_projet/bugs/bloc/3/")
    page.context.set_offline(True)
    page.get_by_role("button", name="Run both").click()
    status = page.locator("[data-part=status]")
    expect(status).to_have_text("The site does not answer. Try again when there is a connection.")
    expect(page.get_by_role("button", name="Run both")).to_be_enabled()
