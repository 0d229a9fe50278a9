"""Marks in a real browser: changed by keyboard, looked at on a phone, and printed in a report."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment, Competence
from tests.puzzles.assignments.views.test_results import all_play

from .looking import found_on, width_of

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def played(
    transactional_db: None, student: User, classmate: User, assignment_of: Callable[..., Assignment]
) -> Assignment:
    assignment = assignment_of(opens_at=timezone.now() - timedelta(days=1))
    all_play(assignment)
    return assignment


def test_a_mark_is_changed_by_keyboard_and_published(
    page_of: Callable[..., Any], teacher: User, student: User, played: Assignment
) -> None:
    page = page_of(teacher, language="en")
    page.goto(f"/assignments/{played.pk}/")
    page.get_by_role("link", name="Mark of PETIT Léa: 18").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Mark", exact=True).fill("16.5")
    page.get_by_label("Comment for the student").fill("Well argued.")
    page.get_by_role("button", name="Save", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Mark of PETIT Léa: 16.5")).to_be_visible()
    page.get_by_role("button", name="Publish the marks").click()
    expect(page.get_by_text("Students see marks and comments.")).to_be_visible()
    hers = page_of(student, language="en")
    hers.goto(f"/given/{played.pk}/")
    expect(hers.get_by_text("16.5 / 20")).to_be_visible()


def test_the_pages_of_marks_fit_a_phone_and_axe_finds_nothing(
    page_of: Callable[..., Any], teacher: User, classroom: Classroom, played: Assignment
) -> None:
    competence = Competence.objects.create(teacher=teacher, code="TEST", name="Test")
    page = page_of(teacher, language="en")
    page.set_viewport_size(PHONE)
    room = f"/classes/{classroom.pk}"
    pages = [f"/assignments/{played.pk}/", f"/assignments/{played.pk}/grades/lea/", f"{room}/report/"]
    pages += [f"{room}/reports/lea/", f"{room}/reports/", f"{room}/competences/", f"{room}/competences/lea/"]
    pages += ["/competences/", f"/competences/{competence.pk}/"]
    found = {}
    for address in pages:
        page.goto(address)
        if wrong := found_on(page) + width_of(page):
            found[address] = wrong
    assert found == {}
