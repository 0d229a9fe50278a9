"""The live board of a class in a real browser: it follows, and says when it hears nothing."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Classroom, Membership, User
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services.play import SentOp, play_moves


@pytest.fixture
def live_of(page_of: Callable[..., Any], teacher: User, classroom: Classroom) -> Callable[..., Any]:
    """`live_of()`: the live board of the teacher's class, on a page whose clock the test turns."""

    def open_page() -> Any:
        page = page_of(teacher, language="en")
        page.clock.install()
        page.goto(f"/classes/{classroom.pk}/live/")
        return page

    return open_page


def seen(attempt: Attempt, **ago: timedelta) -> None:
    now = timezone.now()
    known = {"seen_at": now, "last_move_at": now, "progress_at": now}
    Attempt.objects.filter(pk=attempt.pk).update(**known | {name: now - each for name, each in ago.items()})


def test_a_move_of_a_student_is_on_the_board_soon(
    attempt: Attempt, student: User, live_of: Callable[..., Any]
) -> None:
    seen(attempt)
    page = live_of()
    card = page.locator(f"#card-{student.pk}")
    expect(card.locator(".live-filled")).to_have_text("0 / 51")
    replay = card.get_by_role("link", name="Follow the board of PETIT Léa")
    replay.focus()
    sent = [SentOp(1, Op("d", 2, 9))]
    play_moves(player=student, attempt_id=attempt.pk, client="page", ops=sent)
    page.clock.run_for(4500)
    expect(card.locator(".live-filled")).to_have_text("1 / 51")
    expect(card.get_by_text("1 mistake")).to_be_visible()
    expect(replay).to_be_focused()


def test_a_stuck_student_moves_to_the_top(
    attempt: Attempt,
    student: User,
    classmate: User,
    attempt_of: Callable[..., Attempt],
    live_of: Callable[..., Any],
) -> None:
    seen(attempt)
    other = attempt_of(classmate)
    seen(other)
    page = live_of()
    names = page.locator(".live-name")
    expect(names).to_have_text(["PETIT Léa", "ROUX Tom"])
    seen(other, progress_at=timedelta(minutes=4))
    page.clock.run_for(4500)
    expect(page.get_by_role("heading", name="Stuck")).to_be_visible()
    expect(names).to_have_text(["ROUX Tom", "PETIT Léa"])
    expect(page.locator(".status-stuck")).to_have_text("1 stuck")


def test_minutes_run_on_without_the_server(
    attempt: Attempt, student: User, live_of: Callable[..., Any]
) -> None:
    seen(attempt, last_move_at=timedelta(minutes=2), progress_at=timedelta(minutes=2))
    page = live_of()
    doing = page.locator(f"#card-{student.pk} .live-status")
    expect(doing).to_have_text("idle for 2 min")
    page.context.set_offline(True)
    page.clock.run_for(60_000)
    expect(doing).to_have_text("idle for 3 min")


def test_a_board_that_hears_nothing_says_so_until_it_does(
    attempt: Attempt, live_of: Callable[..., Any]
) -> None:
    page = live_of()
    alert = page.get_by_role("alert")
    expect(alert).to_be_hidden()
    page.context.set_offline(True)
    page.clock.run_for(20_000)
    expect(alert).to_contain_text("No update since")
    page.context.set_offline(False)
    page.clock.run_for(5_000)
    expect(alert).to_be_hidden()


@pytest.mark.parametrize(
    ("width", "height", "smallest"), [(1920, 1080, 130), (1366, 650, 50), (1024, 768, 50)]
)
def test_boards_of_a_class_fill_the_projector_and_nothing_is_below(
    page_of: Callable[..., Any],
    teacher: User,
    classroom: Classroom,
    attempt_of: Callable[..., Attempt],
    width: int,
    height: int,
    smallest: int,
) -> None:
    for number in range(29):
        newcomer = User.objects.create_user(f"student-{number}")
        Membership.objects.create(classroom=classroom, student=newcomer, real_name=f"Name {number}")
        seen(attempt_of(newcomer))
    page = page_of(teacher, language="en")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/classes/{classroom.pk}/live/?projector=1")
    expect(page.locator(".live-card")).to_have_count(29)
    expect(page.locator(".live-cards")).to_have_attribute("style", re.compile("--columns"))
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    last = page.locator(".live-card").last.bounding_box()
    row = page.locator(".live-card").first.bounding_box()["height"]
    assert height - (last["y"] + last["height"]) < row
    assert page.locator(".live-card .small-board").first.bounding_box()["width"] >= smallest


@pytest.mark.parametrize(("count", "smallest"), [(1, 350), (4, 250), (8, 130)])
def test_boards_of_a_few_students_are_large_and_all_in_view(
    page_of: Callable[..., Any],
    teacher: User,
    classroom: Classroom,
    attempt_of: Callable[..., Attempt],
    count: int,
    smallest: int,
) -> None:
    for number in range(count):
        newcomer = User.objects.create_user(f"student-{number}")
        Membership.objects.create(classroom=classroom, student=newcomer, real_name=f"Name {number}")
        seen(attempt_of(newcomer))
    page = page_of(teacher, language="en")
    page.set_viewport_size({"width": 1366, "height": 650})
    page.goto(f"/classes/{classroom.pk}/live/")
    cards = page.locator(".live-card")
    expect(cards).to_have_count(count)
    assert cards.first.locator(".small-board").bounding_box()["width"] >= smallest
    last = cards.last.bounding_box()
    assert last["y"] + last["height"] <= 650
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
