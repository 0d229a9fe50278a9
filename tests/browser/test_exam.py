"""Work given to a class, in a real browser: an exam, a pause, the end."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.lifecycle import release_exam, stop_and_collect
from puzzles.play.models import Attempt
from puzzles.play.services.closing import hand_in

from .clocks import stop_clock

LAST = 2
OpenBoard = Callable[..., Any]
Eventually = Callable[..., None]

pytestmark = pytest.mark.django_db(transaction=True)


def ask_for_news(page: Any) -> None:
    """Let the page ask now: it does so when it is seen again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_full_grid_of_an_exam_says_full_right_or_wrong_and_is_handed_in(
    open_board: OpenBoard, eventually: Eventually, exam: Assignment, exam_attempt: Attempt
) -> None:
    page = open_board(exam_attempt)
    expect(page.locator("#time-left")).to_have_text("30 min left")
    page.locator("#c2").press("h")
    expect(page.locator("#status")).to_have_text("Hints are not allowed on this grid.")
    for digit in (exam_attempt.puzzle.solution[LAST], "1"):
        page.locator(f"#c{LAST}").click()
        page.keyboard.press(digit)
        expect(page.locator("#status")).to_have_text("The grid is full.")
        expect(page.locator("#play")).to_have_class("play is-full")
        assert page.locator(".conflict, .pop").count() == 0
        assert page.locator(f"#c{LAST}").get_attribute("aria-label") == f"Row 1, column 3, {digit}"
        page.keyboard.press("Delete")
        expect(page.get_by_role("heading", name="The grid is full.")).to_be_hidden()
    page.keyboard.press("4")
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    for name in ("#board", ".keypad", ".tools"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)
    page.locator("[data-act='undo']").click(trial=True)
    page.get_by_role("link", name="Hand in").click()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_text("You handed it in on").wait_for()
    eventually(lambda: Attempt.objects.get().state == "handed_in")
    # The move made last was sent before it was handed in.
    assert Attempt.objects.get().digits[LAST] == "4"


def test_a_paused_board_is_covered_and_comes_back_as_it_was(
    open_board: OpenBoard, exam: Assignment, exam_attempt: Attempt
) -> None:
    page = open_board(exam_attempt)
    page.locator("#c5").click()
    Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=timezone.now())
    ask_for_news(page)
    page.get_by_role("dialog", name="Eyes on me").wait_for()
    expect(page.locator("#board")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    # Escape, pressed twice, closes any dialog; it is back at once.
    page.get_by_role("dialog", name="Eyes on me").wait_for()
    time_before = page.locator("#timer").text_content()
    page.wait_for_timeout(1500)
    assert page.locator("#timer").text_content() == time_before
    Classroom.objects.update(paused_at=None)
    ask_for_news(page)
    page.locator("#board").wait_for()
    expect(page.locator("#c5")).to_be_focused()


def test_the_answer_to_a_move_reports_a_pause_and_extra_time(
    open_board: OpenBoard, intercept: Callable[..., None], exam: Assignment, exam_attempt: Attempt
) -> None:
    page = open_board(exam_attempt)
    intercept(page, "**/news/", lambda route: route.abort())
    # The script that hears the answers comes after the page.
    expect(page.locator("#time-left")).to_have_text("30 min left")
    Assignment.objects.update(minutes=40)
    page.locator(f"#c{LAST}").press("1")
    expect(page.locator("#time-left")).to_have_text("40 min left")
    Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=timezone.now())
    page.locator(f"#c{LAST}").press("4")
    page.get_by_role("dialog", name="Eyes on me").wait_for()


def test_playing_stops_polling_and_a_slow_site_is_polled_less_often(
    page_of: OpenBoard, exam_attempt: Attempt
) -> None:
    """The answer to a move counts as news; after an answer that took two seconds, twenty are let pass."""
    asked, page = [], page_of(exam_attempt.player)
    stop_clock(page)

    def answer_late(route: Any) -> None:
        asked.append(route)
        page.clock.fast_forward(2_000)
        route.continue_()

    page.route("**/news/", answer_late)
    page.goto(f"/play/{exam_attempt.pk}/")
    page.wait_for_function("() => document.getElementById('timer').textContent !== ''")
    for digit in "1414":
        page.clock.run_for(4_000)
        with page.expect_event("requestfinished", lambda request: request.url.endswith("/moves/")):
            page.locator(f"#c{LAST}").press(digit)
            page.clock.run_for(100)
    assert not asked
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/news/")):
        page.clock.run_for(5_000)
    page.clock.run_for(19_000)
    page.wait_for_timeout(200)
    assert len(asked) == 1
    with page.expect_response("**/news/"):
        page.clock.run_for(2_000)


def test_moves_made_in_a_pause_unheard_of_wait_until_it_ends(
    open_board: OpenBoard, eventually: Eventually, exam: Assignment, exam_attempt: Attempt
) -> None:
    page = open_board(exam_attempt)
    since = timezone.now() - timedelta(seconds=70)
    Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=since)
    page.locator(f"#c{LAST}").click()
    page.keyboard.press("1")
    expect(page.locator("#alert")).to_contain_text("Your moves are saved here and sent later.")
    ask_for_news(page)
    page.get_by_role("dialog", name="Eyes on me").wait_for()
    assert Attempt.objects.get().digits[LAST] == "."
    Classroom.objects.update(paused_at=None)
    ask_for_news(page)
    eventually(lambda: Attempt.objects.get().digits[LAST] == "1")
    expect(page.locator("#alert")).to_be_empty()
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")


def test_a_board_opened_during_a_pause_comes_when_the_class_goes_on(
    page_of: OpenBoard, student: User, exam: Assignment, exam_attempt: Attempt
) -> None:
    Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=timezone.now())
    page = page_of(student, language="en")
    page.goto(exam_attempt.get_absolute_url())
    page.get_by_role("heading", name="Eyes on me").wait_for()
    assert page.locator("#board").count() == 0
    Classroom.objects.filter(pk=exam.classroom_id).update(paused_at=None)
    page.locator("#board").wait_for()


def test_the_end_closes_the_board_and_says_so(
    open_board: OpenBoard, exam: Assignment, exam_attempt: Attempt
) -> None:
    page = open_board(exam_attempt)
    stop_and_collect(exam)
    ask_for_news(page)
    page.get_by_role("heading", name="Handed in").wait_for()
    expect(page.locator("#play")).to_have_class(re.compile(r"\bis-finished\b"))
    expect(page.locator(".keypad")).to_be_hidden()


def test_the_last_minutes_are_said_and_the_end_comes_by_itself(
    open_board: OpenBoard, exam: Assignment, exam_attempt: Attempt
) -> None:
    exam.assignees.update(began_at=timezone.now() - timedelta(minutes=29))
    page = open_board(exam_attempt)
    expect(page.locator("#status")).to_have_text("1 min left")
    exam.assignees.update(began_at=timezone.now() - timedelta(minutes=29, seconds=54))
    page.get_by_role("heading", name="Handed in").wait_for()


def test_a_move_on_another_device_comes_by_the_news(
    open_board: OpenBoard, eventually: Eventually, exam_attempt: Attempt
) -> None:
    first, second = open_board(exam_attempt), open_board(exam_attempt)
    second.locator("#c2").click()
    second.keyboard.press("5")
    eventually(lambda: Attempt.objects.get().digits[2] == "5")
    ask_for_news(first)
    eventually(lambda: first.locator("#c2").text_content() == "5")


def test_after_the_release_a_wrong_digit_is_marked_once_and_its_right_one_shown_on_demand(
    open_board: OpenBoard, exam: Assignment, exam_attempt: Attempt, student: User
) -> None:
    solution = exam_attempt.puzzle.solution
    Attempt.objects.update(digits=f"{solution[:2]}1{solution[3:]}")
    hand_in(student=student, assignment_id=exam.pk)
    release_exam(assignment=exam)
    page = open_board(exam_attempt)
    expect(page.locator("#c2")).to_have_attribute("aria-label", "Row 1, column 3, 1, wrong")
    expect(page.locator(".hint-wrong")).to_have_count(1)
    page.get_by_role("button", name="Show the right digit").click()
    expect(page.locator("#corrections")).to_contain_text("right: 4")
    expect(page.get_by_role("button", name="Show the right digit")).to_have_count(0)
