"""A student sees what is stored, takes it along and leaves."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from accounts.models import User
from puzzles.play.models import Attempt

from .looking import found_on, width_of

KEPT = "() => Object.keys(localStorage).filter(key => key.startsWith('sudoku-op:')).length"


def test_a_student_takes_everything_along_and_leaves(
    page_of: Callable[..., Any],
    student: User,
    attempt_of: Callable[..., Attempt],
    password: str,
    tmp_path: Path,
) -> None:
    attempt = attempt_of(student)
    page = page_of(student, language="en")
    page.goto("/accounts/data/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    file = tmp_path / "mine.json"
    download.value.save_as(file)
    told = json.loads(file.read_text())
    assert [row["id"] for row in told["stored"]["play.Attempt"]["rows"]] == [attempt.pk]
    page.get_by_role("link", name="Delete my account").click()
    page.get_by_label("Your password").fill(password)
    page.get_by_role("button", name="Delete permanently").click()
    page.get_by_role("heading", name="Account deleted").wait_for()
    assert not User.objects.filter(username="lea").exists()
    page.goto("/accounts/data/")
    assert "/accounts/login/" in page.url


def test_moves_that_wait_in_the_browser_go_with_the_account(
    page_of: Callable[..., Any],
    student: User,
    attempt_of: Callable[..., Attempt],
    password: str,
    break_sending: Callable[..., None],
) -> None:
    attempt = attempt_of(student)
    page = page_of(student, language="en")
    page.goto(f"/play/{attempt.pk}/")
    break_sending(page)
    page.get_by_role("grid").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".cell:not(.given)").first.click()
    page.keyboard.press("4")
    page.wait_for_function(f"() => ({KEPT})() > 0")
    page.goto("/accounts/delete/")
    page.get_by_label("Your password").fill(password)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete permanently").click()
    page.get_by_role("heading", name="Account deleted").wait_for()
    assert page.evaluate(KEPT) == 0


def test_the_copy_to_read_is_a_page_for_itself(
    page_of: Callable[..., Any], student: User, attempt_of: Callable[..., Attempt], tmp_path: Path
) -> None:
    attempt_of(student)
    page = page_of(student, language="en")
    page.goto("/accounts/data/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a copy to read").click()
    file = tmp_path / "mine.html"
    download.value.save_as(file)
    family, asked = page_of(None, language="en", bypass_csp=True), []
    family.set_viewport_size({"width": 390, "height": 844})
    family.on("request", lambda request: asked.append(request.url))
    family.goto(file.as_uri())
    family.get_by_role("link", name="Grids played").wait_for()
    assert [*found_on(family), *width_of(family)] == []
    assert asked == [file.as_uri()]
