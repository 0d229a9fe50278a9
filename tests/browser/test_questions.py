"""Questions as homework in a real browser: written by a teacher, answered on a phone, judged, shown."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment, QuestionAnswer

from .looking import errors_of, found_on, width_of

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def given(transactional_db: None, student: User, questions_of: Callable[..., Assignment]) -> Assignment:
    return questions_of()


def test_a_student_answers_on_a_phone_and_reads_the_results(
    page_of: Callable[..., Any], teacher: User, student: User, given: Assignment
) -> None:
    phone = page_of(student, language="en", has_touch=True)
    phone.set_viewport_size(PHONE)
    errors = errors_of(phone)
    phone.goto(f"/given/{given.pk}/")
    phone.get_by_role("button", name="Begin").tap()
    phone.get_by_label("9", exact=True).tap()
    expect(phone.locator("#saved-1")).to_have_text("✓ Saved: 9")
    phone.get_by_label("row", exact=True).check()
    expect(phone.locator("#saved-2")).to_have_text("✓ Saved: row")
    phone.get_by_label("box", exact=True).check()
    expect(phone.locator("#saved-2")).to_have_text("✓ Saved: row, box")
    phone.locator("#answer-3").fill("many")
    phone.locator("#question-3").get_by_role("button", name="Save").tap()
    expect(phone.locator("#saved-3")).to_have_text("Answer with a number.")
    phone.locator("#answer-3").fill("21")
    phone.locator("#question-3").get_by_role("button", name="Save").tap()
    expect(phone.locator("#saved-3")).to_have_text("✓ Saved: 21")
    expect(phone.locator("#questions-done")).to_have_text("Answered: 3 of 5")
    assert found_on(phone) + width_of(phone) == []
    phone.reload()
    expect(phone.get_by_label("9", exact=True)).to_be_checked()
    expect(phone.locator("#answer-3")).to_have_value("21")
    phone.get_by_role("link", name="Hand in").tap()
    phone.get_by_role("button", name="Hand in").tap()
    expect(phone.locator("#question-3")).to_contain_text("Your answer: 21")

    desk = page_of(teacher, language="en")
    desk.goto(f"/assignments/{given.pk}/")
    desk.get_by_role("button", name="Publish the marks").click()
    expect(desk.get_by_text("Students see marks and comments.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("Right answers: 2 of 5")).to_be_visible()
    expect(phone.locator("#question-3")).to_contain_text("Right: 20")
    expect(phone.get_by_text("8 / 20")).to_be_visible()
    assert found_on(phone) + width_of(phone) == []
    assert errors == []


def test_a_teacher_adds_questions_and_judges_texts(
    page_of: Callable[..., Any], teacher: User, student: User, classroom: Classroom, given: Assignment
) -> None:
    page = page_of(teacher, language="en")
    page.goto(f"/classes/{classroom.pk}/questions/new/")
    page.get_by_label("Title").fill("Four")
    for number in range(1, 5):
        if number == 4:
            page.get_by_role("button", name="Add a question").click()
        block = page.get_by_role("group", name=f"Question {number}")
        block.get_by_text("a short text").click()
        block.get_by_label("Question", exact=True).fill(f"Why {number}?")
    assert found_on(page) + width_of(page) == []
    page.set_viewport_size(PHONE)
    assert width_of(page) == []
    page.get_by_role("button", name="Preview, then hand out").click()
    expect(page.get_by_text("Why 4?")).to_be_visible()
    assert found_on(page) + width_of(page) == []

    assignee = given.assignees.get(student=student)
    QuestionAnswer.objects.create(assignee=assignee, number=5, value="Only two digits")
    page.goto(f"/assignments/{given.pk}/")
    expect(page.get_by_text("1 answer to judge")).to_be_visible()
    assert found_on(page) + width_of(page) == []
    page.get_by_role("button", name="right: Only two digits").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Mark of PETIT Léa: 4")).to_be_visible()
    expect(page.get_by_text("1 answer to judge")).to_be_hidden()
