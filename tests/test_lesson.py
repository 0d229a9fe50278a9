"""One whole lesson in French: a class is made, a file imported, grids played, helped, solved, reviewed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Error, Page, expect

from accounts.models import User
from puzzles.engine import cell_name
from puzzles.library.models import Collection, Puzzle, PuzzleImport
from puzzles.play.models import Attempt, Move

pytestmark = pytest.mark.django_db(transaction=True)

SAMPLES = Path(__file__).parents[1] / "puzzles" / "samples" / "sudoku.txt"
# The fifth grid of the samples is the course's fourth worksheet's.
NUMBER = 5
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HELPED = 2


def french(message: str) -> str:
    """The French of a sentence of the site."""
    with override("fr"):
        return gettext(message)


def log_in(page: Page, username: str, password: str) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=username]").fill(username)
    page.locator("input[name=password]").fill(password)
    page.locator("input[name=password]").press("Enter")
    expect(page.locator("[data-menu]")).to_be_visible()


def make_class(page: Page, names: list[str]) -> dict[str, tuple[str, str]]:
    """Paste names in the admin; the user name and password that the page shows for each."""
    page.goto("/admin/")
    page.get_by_role("link", name=french("Create students from a list")).click()
    page.get_by_label(french("Name of the new class")).fill("6e B")
    page.get_by_label(french("Names, one per line")).fill("\n".join(names))
    page.locator("form:has(textarea) [type=submit]").click()
    rows = page.locator("tbody tr").filter(has_text=re.compile("|".join(names)))
    expect(rows).to_have_count(len(names))
    accounts = {}
    for row in rows.all():
        cells = [text.strip() for text in row.locator("td, th").all_inner_texts()]
        name = next(each for each in cells if each in names)
        username, password = [each for each in cells if each and each != name][:2]
        accounts[name] = (username, password)
    return accounts


def import_file(page: Page, file: Path, run_tasks: Callable[..., None]) -> None:
    page.goto("/")
    page.get_by_role("link", name=french("Import grids"), exact=True).first.click()
    page.get_by_label(french("Files")).set_input_files(file)
    page.get_by_role("button", name=french("Import"), exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    # The grids are graded later, while the class plays.
    run_tasks(until=lambda: not PuzzleImport.objects.filter(finished_at=None).exists())
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator(".import-count-rejected dd")).to_have_text("1")


def open_grid(page: Page, number: int) -> Attempt:
    page.goto("/")
    page.get_by_text(french("By collection or by number")).click()
    page.locator("input[name=number]").fill(str(number))
    page.locator("input[name=number]").press("Enter")
    page.wait_for_url("**/play/*/")
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
    return Attempt.objects.get(pk=int(page.url.split("/")[-2]))


def type_digit(page: Page, cell: int, digit: str) -> None:
    page.locator(f"#c{cell}").click()
    page.keyboard.press(digit)


def ask_four_times(page: Page) -> None:
    """Nudge, where, why, do: the fourth press fills a cell."""
    for rung in range(1, 5):
        page.keyboard.press("h")
        expect(page.locator(".hint-rungs .is-revealed")).to_have_count(rung)


def test_a_lesson_from_the_file_to_the_history(
    page_of: Callable[..., Any], teacher: User, password: str, run_tasks: Callable[..., None], tmp_path: Path
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text(SAMPLES.read_text() + "12345\n")

    # The teacher makes a class and imports a file.
    room = page_of(None)
    log_in(room, teacher.username, password)
    accounts = make_class(room, ["PETIT Léa", "ROUX Tom"])
    import_file(room, file, run_tasks)
    assert Collection.objects.get().entry_count == Puzzle.objects.count() > 300

    # A student logs in and is given a random grid.
    desk = page_of(None)
    received: list[str] = []
    desk.on("response", lambda answer: received.append(body_of(answer)))
    log_in(desk, *accounts["PETIT Léa"])
    desk.get_by_text(french("By technique or by score")).click()
    desk.get_by_role("button", name=french("A grid at random"), exact=True).click()
    desk.wait_for_url("**/play/*/")
    drawn = Attempt.objects.get()

    # She takes the teacher's grid 5, repeats a digit, takes it back, and asks for help.
    attempt = open_grid(desk, NUMBER)
    givens = attempt.puzzle.givens
    type_digit(desk, 2, "5")
    expect(desk.locator("#c2")).to_have_attribute("aria-invalid", "true")
    expect(desk.locator("#c0")).to_have_attribute("aria-invalid", "true")
    desk.keyboard.press("Control+z")
    expect(desk.locator("[aria-invalid=true]")).to_have_count(0)
    ask_four_times(desk)
    attempt.refresh_from_db()
    assert (attempt.hints_nudge, attempt.hints_do) == (1, 1)
    empty = [cell for cell in range(81) if attempt.digits[cell] == "."]
    assert len(empty) == givens.count(".") - 1

    # She asks for one cell and solves the rest herself; no answer before the last one held the solution.
    desk.keyboard.press("Escape")
    shown = empty.pop()
    desk.locator(f"#c{shown}").click()
    if desk.locator("[data-help-more]").is_visible():
        desk.locator("[data-help-more]").click()
    desk.get_by_role("button", name=french("Fill this cell")).click()
    expect(desk.locator(f"#c{shown}")).to_contain_text(SOLUTION[shown])
    for cell in empty:
        type_digit(desk, cell, SOLUTION[cell])
    expect(desk.locator("#play")).to_have_class(re.compile("is-finished"))
    attempt.refresh_from_db()
    assert (attempt.state, attempt.digits) == ("solved", SOLUTION)
    assert (attempt.cells_shown, attempt.mistakes) == (HELPED, 1)
    assert not any(SOLUTION in body for body in received if '"state": "solved"' not in body)

    # She lets the random grid be shown, and finds both in her history.
    desk.goto(f"/play/{drawn.pk}/")
    if desk.locator("[data-help-more]").is_visible():
        desk.locator("[data-help-more]").click()
    desk.locator(".help-solution a").click()
    desk.get_by_role("button", name=french("Show it"), exact=True).click()
    expect(desk.locator("#play")).to_have_class(re.compile("is-finished"))
    drawn.refresh_from_db()
    assert drawn.state == "shown"
    desk.goto("/history/")
    expect(desk.get_by_text(french("solution shown"), exact=True).first).to_be_visible()
    expect(desk.locator(f"a[href='/history/{attempt.pk}/']").first).to_be_visible()

    # The replay ends as the attempt did, and the moves replay to the grid.
    desk.goto(f"/history/{attempt.pk}/")
    expect(desk.get_by_role("slider")).to_be_visible()
    assert replayed(attempt, givens) == SOLUTION

    # The classmate finds nothing of hers; the teacher sees what she did.
    beside = page_of(None)
    log_in(beside, *accounts["ROUX Tom"])
    assert beside.goto(f"/history/{attempt.pk}/").status == 404
    assert beside.goto(f"/play/{attempt.pk}/").status == 404
    room.goto(f"/classes/{teacher.classrooms.get().pk}/table/")
    row = room.locator("tr", has_text="PETIT Léa")
    assert [text.strip() for text in row.locator("td.number").all_inner_texts()][:2] == ["2", "1"]
    row.get_by_role("link").first.click()
    expect(room.locator(f"a[href='/history/{attempt.pk}/']").first).to_be_visible()


def body_of(answer: Any) -> str:
    """What the browser received, as text; nothing for a redirect, nor of what a page was left before."""
    if answer.status in range(300, 400) or answer.status == 204:
        return ""
    try:
        body = answer.body()
    except Error:
        body = b""
    return answer.headers.get("hx-trigger", "") + body.decode("utf-8", "replace")


def replayed(attempt: Attempt, givens: str) -> str:
    """The grid that the recorded effects lead to."""
    digits = list(givens.replace(".", "0"))
    for move in Move.objects.filter(attempt=attempt).order_by("number"):
        for cell, before, after, *_notes in move.effect:
            assert digits[cell] == str(before), f"move {move.number} begins elsewhere in {cell_name(cell)}"
            digits[cell] = str(after)
    return "".join(digits)
