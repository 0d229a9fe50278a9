"""Accounts in a real browser: the first teacher, her class, and the way in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Classroom, User
from accounts.services.setup import issue_setup_token

from .looking import found_on, width_of

PageOf = Callable[..., Page]
PHONE = {"width": 360, "height": 640}

pytestmark = pytest.mark.django_db(transaction=True)


def fill(page: Page, **fields: str) -> None:
    for name, text in fields.items():
        page.locator(f"[name={name}]").fill(text)


def log_in(page: Page, username: str, password: str) -> None:
    page.goto("/accounts/login/")
    fill(page, username=username, password=password)
    page.locator("[name=password]").press("Enter")


def test_from_the_token_to_a_student_who_is_logged_in(page_of: PageOf) -> None:
    token = issue_setup_token()
    hers = page_of(None, language="en")
    hers.goto("/")
    hers.get_by_role("link", name="Create the first account").click()
    expect(hers.locator("[name=token]")).to_be_visible()
    hers.wait_for_load_state()
    assert found_on(hers) == []
    fill(hers, token=token, username="Mme.Martin", password1="four corners", password2="four corners")
    hers.get_by_role("button", name="Create account").click()
    expect(hers.get_by_text("first teacher")).to_be_visible()

    hers.goto("/admin/accounts/user/students/")
    fill(hers, new_class="6e B", names="Zoé Martin\nNoah Petit")
    hers.get_by_role("button", name="Create students").click()
    cells = hers.locator("tbody tr").first.locator("td")
    expect(cells.first).to_have_text("MARTIN Zoé")
    hers.wait_for_load_state()
    row = cells.all_inner_texts()

    his = page_of(None)
    log_in(his, f" {row[1].capitalize()} ", row[2])
    expect(his.locator(".site-user")).to_have_text(row[1])
    assert Classroom.objects.get().students.count() == 2


def test_a_password_can_be_shown_while_typing_and_is_sent_as_a_password(
    page_of: PageOf, student: User, password: str
) -> None:
    page = page_of(None, language="en")
    page.set_viewport_size(PHONE)
    page.goto("/accounts/login/")
    field, button = page.locator("[name=password]"), page.locator(".show-password")
    fill(page, username="lea", password="wrong")
    button.click()
    expect(field).to_have_attribute("type", "text")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("do not match")
    expect(field).to_have_attribute("type", "password")
    expect(field).to_be_focused()


def test_the_login_works_without_script(page_of: PageOf, student: User, password: str) -> None:
    page = page_of(None, java_script_enabled=False)
    expect(page.locator(".show-password")).to_have_count(0)
    log_in(page, "lea", password)
    expect(page.locator(".site-user")).to_have_text("lea")
    page.goto("/accounts/settings/")
    expect(page.locator("#main")).to_contain_text("lea")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_about_accounts_are_open_to_everyone(
    page_of: PageOf, student: User, password: str, scheme: str
) -> None:
    page = page_of(None, color_scheme=scheme)
    page.set_viewport_size(PHONE)
    log_in(page, "lea", "wrong")
    expect(page.get_by_role("alert")).to_be_visible()
    page.wait_for_load_state()
    found = {"login": found_on(page)}
    log_in(page, "lea", password)
    expect(page.locator(".site-user")).to_have_text("lea")
    for name in ("settings", "password"):
        page.goto(f"/accounts/{name}/")
        found[name] = found_on(page) + width_of(page)
    assert not any(found.values()), found
