"""Lesson packs in a browser: given in few clicks, reordered by keyboard, read on a phone."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.lessons.models import Lesson
from puzzles.lessons.services.giving import Giving, give_to_class
from puzzles.lessons.services.packs import copy_pack, find_pack

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Page]
PHONE = {"width": 390, "height": 844}


def test_a_worksheet_is_given_to_two_classes_in_three_clicks(
    page_of: PageOf, teacher: User, student: User, classroom: Classroom
) -> None:
    second = Classroom.objects.create(name="6e C")
    second.teachers.add(teacher)
    Membership.objects.create(classroom=second, student=User.objects.create_user("nina"))
    page = page_of(teacher, language="en")
    page.goto("/")
    page.get_by_role("link", name="Lesson packs").click()
    page.get_by_role("link", name="3. Forward and backward").click()
    page.get_by_label("Work due on").fill(f"{timezone.localdate() + timedelta(days=3)}")
    page.get_by_role("button", name="Give this lesson").click()
    expect(page.get_by_text("Given to 2 classes.")).to_be_visible()
    assert set(Lesson.objects.values_list("classroom", flat=True)) == {classroom.pk, second.pk}
    assert Assignment.objects.handed_out().count() == 6


def test_activities_are_reordered_by_keyboard(page_of: PageOf, teacher: User) -> None:
    row = copy_pack(owner=teacher, pack=find_pack(teacher, "n_valide"))
    first, second = (each["title"] for each in row.activities[:2])
    page = page_of(teacher, language="en")
    page.goto(reverse("lessons:pack_edit", args=[row.pk]))
    names = page.locator(".edit-step .line-name")
    page.get_by_role("button", name=f"Move down: {first}").focus()
    page.keyboard.press("Enter")
    expect(names.nth(1)).to_have_text(first)
    expect(names.nth(0)).to_have_text(second)
    # The next Tab goes on from the activity that was moved.
    page.keyboard.press("Tab")
    expect(page.locator("#activity-2").locator(":focus")).to_have_count(1)


def test_a_student_reads_the_lesson_on_a_phone(
    page_of: PageOf, teacher: User, student: User, classroom: Classroom
) -> None:
    today = timezone.localdate()
    giving = Giving(takes_place_on=today, due_on=today, token="a" * 32)
    pack = find_pack(teacher, "mini_projet")
    give_to_class(teacher=teacher, pack=pack, classroom=classroom, giving=giving)
    page = page_of(student, language="en")
    page.set_viewport_size(PHONE)
    errors = errors_of(page)
    page.goto("/")
    page.get_by_role("link", name="5. Row, column, block").click()
    expect(page.get_by_text("What does suivante(0, 8) return?")).to_be_visible()
    assert found_on(page) + width_of(page) + errors == []
    page.get_by_role("link", name="Write ligne, colonne, bloc and possibles").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Write ligne, colonne, bloc and possibles")
