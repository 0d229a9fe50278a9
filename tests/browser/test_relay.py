"""A relay in real browsers: two phones of one team and the projector."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.rooms.models import Relay, RelayMember, RelayTeam, Room

from .looking import errors_of, found_on, width_of

PHONE = {"width": 390, "height": 844}
PageOf = Callable[..., Page]
IS_BELOW = "document.documentElement.scrollHeight > window.innerHeight + 1"


@pytest.fixture
def room(room_lacking: Callable[[int], Room]) -> Room:
    """The open room of the class; the first grid of its collection lacks three digits."""
    return room_lacking(3)


def test_two_phones_fill_one_grid_before_the_projector(
    page_of: PageOf, teacher: User, student: User, classmate: User, room: Room
) -> None:
    board = page_of(teacher, language="en")
    phones = {each.pk: page_of(each, language="en") for each in (student, classmate)}
    errors = [errors_of(page) for page in (board, *phones.values())]
    for phone in phones.values():
        phone.set_viewport_size(PHONE)
        phone.goto("/help/")
    board.goto(f"/classes/{room.classroom_id}/room/")
    expect(board.get_by_text("2 students here")).to_be_visible()
    assert found_on(board) == []
    relay_form = board.get_by_role("region", name="Start a relay")
    relay_form.get_by_label("Collection").select_option(label="Warm-up")
    relay_form.get_by_label("Or the number of a grid").fill("1")
    relay_form.get_by_label("Digits a turn").fill("1")
    relay_form.get_by_label("Seconds a turn").fill("300")
    board.get_by_role("button", name="Start the relay").click()
    board.get_by_role("link", name="Projector").first.click()
    expect(board.get_by_text("The relay starts in")).to_be_visible()
    for phone in phones.values():
        expect(phone.get_by_text("Your name in the race:")).to_be_visible()
    for phone in phones.values():
        phone.wait_for_url("**/rooms/relays/*/")
        expect(phone.locator("#room")).to_be_hidden()
        assert width_of(phone) == []
    names = dict(RelayMember.objects.values_list("place", "name"))
    first, second = (phones[member.student_id] for member in RelayMember.objects.order_by("place"))
    expect(board.locator(".relay-row")).to_contain_text(names[1])
    expect(first.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(second.get_by_text(f"Turn of {names[1]}")).to_be_visible()
    expect(second.get_by_text("You are next.")).to_be_visible()
    expect(second.get_by_role("list", name="Order of the turns")).to_have_text(f"{names[1]}{names[2]}")
    # Above the teacher's other pages the relay takes one line.
    desk = page_of(teacher, language="en")
    desk.goto("/help/")
    expect(desk.get_by_role("button", name="End the relay")).to_be_visible()
    # Its styles come with the bar.
    desk.wait_for_function("() => document.getElementById('room').offsetHeight < 60")
    desk.close()
    # The keys of who waits rest, and the pages fit the window.
    for phone, rests in ((first, "false"), (second, "true")):
        phone.locator("#c0").click()
        expect(phone.get_by_role("button", name="5", exact=True)).to_have_attribute("aria-disabled", rests)
        assert not phone.evaluate(IS_BELOW)
        assert found_on(phone) == []
    assert found_on(board) == []
    # By a tap: first a wrong digit, which is not placed.
    first.get_by_role("button", name="9", exact=True).click()
    expect(first.get_by_text("9 is wrong here: 10 s more.")).to_be_visible()
    expect(first.locator("#c0")).to_have_text("")
    first.get_by_role("button", name="5", exact=True).click()
    expect(second.locator("#c0")).to_have_text("5")
    expect(board.locator(".relay-row")).to_contain_text(names[2])
    # By keyboard: an arrow key, then a digit.
    expect(second.get_by_text("Your turn", exact=True)).to_be_visible()
    second.locator("#c0").focus()
    second.keyboard.press("ArrowRight")
    second.keyboard.press("3")
    expect(first.locator("#c1")).to_have_text("3")
    # A reload, and a second device, find everything.
    expect(first.get_by_text("Your turn", exact=True)).to_be_visible()
    first.reload()
    expect(first.locator("#c1")).to_have_text("3")
    first.locator("#c2").click()
    first.get_by_role("button", name="4", exact=True).click()
    for phone in (first, second):
        expect(phone.get_by_text("Place of your team: 1", exact=True)).to_be_visible()
        assert found_on(phone) == []
    expect(board.locator(".race-winners")).to_contain_text("Team 1")
    assert found_on(board) == []
    assert RelayTeam.objects.get().mistakes == 1
    assert Relay.objects.get().race.is_over
    assert not any(errors)
    board.get_by_role("button", name="Put away").click()
    expect(board.locator(".race")).to_have_count(0)
