"""A race in real browsers: two phones and the projector."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.play.models import Attempt
from puzzles.rooms.models import Attendance, Race, Room

from .board import press
from .looking import errors_of, found_on, width_of

PHONE = {"width": 390, "height": 844}
PageOf = Callable[..., Page]


@pytest.fixture
def room(room_lacking: Callable[[int], Room]) -> Room:
    """The open room of the class; the first grid of its collection lacks one digit, and another one."""
    return room_lacking(2)


def test_two_phones_race_before_the_projector(
    page_of: PageOf, teacher: User, student: User, classmate: User, room: Room
) -> None:
    board = page_of(teacher, language="en")
    phones = [page_of(each, language="en") for each in (student, classmate)]
    errors = [errors_of(page) for page in (board, *phones)]
    for phone in phones:
        phone.set_viewport_size(PHONE)
        phone.goto("/help/")
    board.goto(f"/classes/{room.classroom_id}/room/")
    expect(board.get_by_text("2 students here")).to_be_visible()
    form = board.get_by_role("region", name="Start a race")
    form.get_by_label("Collection").select_option(label="Warm-up")
    form.get_by_label("Or the number of a grid").fill("1")
    board.get_by_role("button", name="Start the race").click()
    board.get_by_role("link", name="Projector").first.click()
    expect(board.get_by_text("The race starts in")).to_be_visible()
    for phone in phones:
        expect(phone.get_by_text("Your name in the race:")).to_be_visible()
        assert width_of(phone) == []
    for phone in phones:
        phone.wait_for_url("**/play/*/")
        expect(phone.locator("#room")).to_be_hidden()
    names = dict(Race.objects.get().entries.values_list("student", "name"))
    for name in names.values():
        expect(board.get_by_text(name)).to_be_visible()
    assert found_on(board) == []
    first, second = phones
    first.locator("#c0").click()
    press(first, "5")
    row = board.locator(".race-row").filter(has_text=names[student.pk])
    expect(row).to_contain_text("50 %")
    first.locator("#c1").click()
    press(first, "3")
    first.get_by_role("link", name="To the race").click()
    expect(first.get_by_text("Places are told at the end of the race.")).to_be_visible()
    expect(row).to_contain_text("100 %")
    board.get_by_role("button", name="End the race").click()
    expect(board.locator(".race-others")).to_contain_text(names[classmate.pk])
    expect(board.locator(".race-winners")).to_contain_text(names[student.pk])
    expect(first.get_by_text("Your place: 1.")).to_be_visible()
    second.goto("/help/")
    expect(second.get_by_text("Well tried.")).to_be_visible()
    for page in (board, first, second):
        assert found_on(page) == []
    assert Attempt.objects.filter(state=Attempt.State.SOLVED).get().player == student
    assert not any(errors)
    assert Attendance.objects.count() == 2
