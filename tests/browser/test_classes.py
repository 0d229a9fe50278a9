"""A class from its first name to the cards on paper, in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import CardSheet, Membership, User
from accounts.services.cards import cards_on, reset_passwords
from accounts.services.passwords import new_card_key

from .looking import errors_of, found_on, width_of

LONG_NAME = "Maximilien-Alexandre Jean-Baptiste Emmanuel de La Rochefoucauld-Montmorency"
TOO_TALL = "cards => cards.filter(card => card.scrollHeight > card.clientHeight + 1).length"


@pytest.mark.django_db(transaction=True)
def test_a_class_is_made_and_its_cards_are_printed_without_a_script(
    page_of: Callable[..., Any], teacher: User
) -> None:
    page = page_of(teacher, language="en", java_script_enabled=False)
    page.set_viewport_size({"width": 718, "height": 1000})
    page.goto("/")
    page.get_by_role("link", name="Create a class").click()
    page.get_by_label("Class name").fill("6e B")
    names = [LONG_NAME, *(f"Student {number}" for number in range(24))]
    page.get_by_label("Names, one per line").fill("\n".join(names))
    page.get_by_role("button", name="Create class").click()
    expect(page.locator(".login-card")).to_have_count(25)
    assert Membership.objects.filter(classroom__teachers=teacher).count() == 25
    page.wait_for_load_state("networkidle")
    page.emulate_media(media="print")
    assert page.get_by_text("Result of the list").is_hidden()
    assert page.locator(".login-card").evaluate_all(TOO_TALL) == 0
    assert re.findall(rb"/Count (\d+)", page.pdf(prefer_css_page_size=True)) == [b"3"]


@pytest.mark.django_db(transaction=True)
def test_a_new_password_is_confirmed_and_logs_the_student_in(
    page_of: Callable[..., Any], teacher: User, student: User
) -> None:
    page = page_of(teacher, language="en")
    page.goto(f"/classes/{student.studied_in.get().pk}/")
    page.locator("summary", has_text="Account of PETIT Léa").click()
    page.get_by_role("link", name="New password and card… lea").click()
    expect(page.get_by_text("Create a new password for PETIT Léa?")).to_be_visible()
    assert not CardSheet.objects.exists()
    page.get_by_role("button", name="Create new card").click()
    expect(page.locator(".login-card dd")).to_have_count(2)
    page.wait_for_load_state()
    user_name, password = page.locator(".login-card dd").all_inner_texts()
    door = page_of(None, language="en")
    door.goto("/accounts/login/")
    door.get_by_label("User name").fill(user_name)
    door.locator("input[name=password]").fill(password)
    door.locator("input[name=password]").press("Enter")
    expect(door.get_by_role("heading", level=1)).to_contain_text("Hello lea")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [390, 1366])
def test_title_and_tabs_of_a_class_have_one_place_on_all_its_pages(
    page_of: Callable[..., Any], teacher: User, student: User, width: int
) -> None:
    page = page_of(teacher, language="fr")
    page.set_viewport_size({"width": width, "height": 650})
    places = set()
    for path in ("", "live/", "assignments/", "table/", "techniques/", "access/", "settings/"):
        page.goto(f"/classes/{student.studied_in.get().pk}/{path}")
        expect(page.locator(".tabs > [aria-current]")).to_be_in_viewport(ratio=1)
        title, tabs = page.locator("h1").bounding_box(), page.locator(".tabs").bounding_box()
        places.add((title["x"], title["y"], tabs["x"], tabs["y"], tabs["height"]))
    assert len(places) == 1


@pytest.mark.django_db(transaction=True)
def test_a_scanned_code_logs_the_student_in_and_leaves_no_trace(
    page_of: Callable[..., Any], teacher: User, student: User
) -> None:
    page = page_of(teacher, language="en")
    page.goto(f"/classes/{student.studied_in.get().pk}/codes/")
    page.get_by_role("button", name="Create codes for the whole class").click()
    expect(page.locator(".code-tile strong")).to_be_hidden()
    page.get_by_label("lea").check()
    code = page.locator(".code-tile strong").inner_text()
    assert page.get_by_text("PETIT Léa").is_hidden()
    door = page_of(None, language="en")
    door.goto(f"/accounts/login/code/#{code.replace('-', '')}")
    field = door.get_by_label("Code", exact=True)
    expect(field).to_have_value(code)
    assert code.replace("-", "") not in door.url
    door.get_by_role("button", name="Log in").click()
    expect(door.get_by_role("heading", level=1)).to_contain_text("Hello lea")


@pytest.mark.django_db(transaction=True)
def test_a_scanned_card_logs_its_student_in_with_one_press(
    page_of: Callable[..., Any], teacher: User, student: User
) -> None:
    key = new_card_key()
    sheet = reset_passwords(users=[student], by=teacher, classroom=student.studied_in.get(), key=key)
    [card] = cards_on(sheet, key=key)
    door, sent = page_of(None, language="en"), []
    errors = errors_of(door)
    door.on("request", lambda request: sent.append(request.url + str(request.headers.get("referer"))))
    door.set_viewport_size({"width": 390, "height": 844})
    door.goto(f"/accounts/login/card/#{card.code}")
    button = door.get_by_role("button", name="Log in")
    expect(button).to_be_focused()
    expect(door.get_by_label("User name")).to_be_hidden()
    assert card.code not in door.url
    assert [*found_on(door), *width_of(door)] == []
    door.keyboard.press("Enter")
    expect(door.get_by_role("heading", level=1)).to_contain_text("Hello lea")
    assert not any(card.code in address for address in sent)
    door.goto(f"/accounts/login/card/#{card.code}")
    expect(door.get_by_role("link", name="That is me: continue")).to_be_visible()
    assert card.code not in door.url
    assert errors == []


@pytest.mark.django_db(transaction=True)
def test_without_a_script_a_scanned_card_leads_to_typing(
    page_of: Callable[..., Any], student: User, password: str
) -> None:
    door = page_of(None, language="en", java_script_enabled=False)
    door.goto("/accounts/login/card/#AAAAAAAAAAAAAAAAAAAAAA")
    door.get_by_label("User name").fill("lea")
    door.locator("input[name=password]").fill(password)
    door.get_by_role("button", name="Log in").click()
    expect(door.get_by_role("heading", level=1)).to_contain_text("Hello lea")
