"""A teacher gives grids to her class, as she would: by clicking."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection
from tests.browser.looking import found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_five_grids_are_given_in_two_clicks_and_the_form_asks_only_what_it_needs(
    page_of: Callable[..., Any],
    teacher: User,
    student: User,
    classroom: Classroom,
    collection_of: Callable[..., Collection],
) -> None:
    collection_of(teacher, range(1, 12))
    page = page_of(teacher, language="en")
    page.goto(f"/classes/{classroom.pk}/assignments/new/")
    expect(page.get_by_label("How many")).to_be_visible()
    expect(page.get_by_label("Difference allowed, in percent")).to_be_hidden()
    page.get_by_label("different, of equal work").check()
    expect(page.get_by_label("Difference allowed, in percent")).to_be_visible()
    page.get_by_label("the same for all").check()
    page.get_by_label("exam", exact=True).check()
    expect(page.get_by_text("This is an exam: there are no hints")).to_be_visible()
    expect(page.get_by_label("Hints per grid")).to_be_hidden()
    page.get_by_role("button", name="Preview, then hand out").click()
    expect(page.locator(".grid-preview")).to_have_count(5)
    page.get_by_role("button", name="Hand out", exact=True).click()
    expect(page.get_by_text("Handed out to 1 student.")).to_be_visible()
    assert Assignment.objects.get().is_exam


@pytest.mark.parametrize("size", [(1366, 650), (390, 844)])
def test_some_students_are_ticked_by_name(
    page_of: Callable[..., Any],
    teacher: User,
    student: User,
    classmate: User,
    classroom: Classroom,
    collection_of: Callable[..., Collection],
    size: tuple[int, int],
) -> None:
    collection_of(teacher, range(1, 12))
    other = Classroom.objects.create(name="Other")
    other.teachers.add(teacher)
    page = page_of(teacher, language="en")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/classes/{classroom.pk}/assignments/new/")
    expect(page.get_by_label("Other")).to_be_visible()
    expect(page.get_by_label("PETIT Léa")).to_be_hidden()
    page.get_by_role("radio", name="some students").check()
    expect(page.get_by_label("Other")).to_be_hidden()
    page.get_by_label("PETIT Léa").check()
    expect(page.get_by_text("For 1 student, the same for all")).to_be_visible()
    assert found_on(page) + width_of(page) == []
    page.get_by_role("button", name="Preview, then hand out").click()
    page.get_by_role("button", name="Hand out").click()
    expect(page.get_by_text("Handed out to 1 student.")).to_be_visible()


def test_what_is_given_and_the_button_are_in_sight_beside_the_form(
    page_of: Callable[..., Any],
    teacher: User,
    student: User,
    classroom: Classroom,
    collection_of: Callable[..., Collection],
) -> None:
    collection_of(teacher, range(1, 12))
    page = page_of(teacher, language="en")
    page.set_viewport_size({"width": 1366, "height": 650})
    page.goto(f"/classes/{classroom.pk}/assignments/new/")
    expect(page.get_by_role("button", name="Preview, then hand out")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="5 grids")).to_be_in_viewport(ratio=1)
    page.get_by_label("How many").fill("3")
    page.get_by_label("How many").press("Tab")
    expect(page.get_by_role("heading", name="3 grids")).to_be_visible()
    expect(page.locator(".preview-grids > li")).to_have_count(3)


def test_a_grid_is_tried_as_a_student_sees_it(
    page_of: Callable[..., Any],
    teacher: User,
    student: User,
    assignment_of: Callable[..., Assignment],
) -> None:
    exam = assignment_of(is_exam=True)
    page = page_of(teacher, language="en")
    page.goto(exam.get_absolute_url())
    button = page.get_by_role("button", name="Try it")
    expect(button).to_have_count(0)
    page.get_by_role("navigation", name="This assignment").get_by_role("link", name="Grids").click()
    button.click()
    page.wait_for_url("**/play/**")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
