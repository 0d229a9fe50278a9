"""The course in a real browser: its pages sound, the explorer by mouse and keyboard, and without a script."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Any]
LOOKS = {
    "a small phone in light": ({"width": 320, "height": 640}, "light"),
    "a desktop in dark": ({"width": 1280, "height": 800}, "dark"),
}
PAGES = [
    "/course/",
    "/course/?algorithm=tutoriel&grid=12",
    "/course/projet_insa/",
    "/course/mini_projet/",
    "/course/mini_projet/exercises/questions/",
    "/course/explorer/?function=td_iteratif.protection",
    "/course/explorer/?function=tutoriel.print_board&grid=12",
]


@pytest.fixture
def explorer(page_of: PageOf, student: User) -> Any:
    """The explorer with `bloc(S, 3, 4)`."""
    page = page_of(student, language="en")
    page.goto("/course/explorer/")
    return page


def shows(page: Any, call: str, value: str) -> None:
    expect(page.locator(".result-call")).to_have_text(call)
    expect(page.locator(".result-value code")).to_have_text(value)
    # Until then a form of what came is sent as without a script, and the page that follows has no focus.
    expect(page.locator(".htmx-swapping, .htmx-settling")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_of_the_course_is_sound(look: str, page_of: PageOf, student: User) -> None:
    size, theme = LOOKS[look]
    page = page_of(student, color_scheme=theme)
    page.set_viewport_size(size)
    errors, found = errors_of(page), {}
    for address in PAGES:
        page.goto(address)
        found[address] = found_on(page) + width_of(page) + errors
        errors.clear()
    assert {address: told for address, told in found.items() if told} == {}


def test_a_click_calls_the_function_for_a_cell_and_going_back_finds_the_call_before(explorer: Any) -> None:
    shows(explorer, "bloc(S, 3, 4)", "[6, 9, 1, 5, 8]")
    explorer.locator("#c0").click()
    shows(explorer, "bloc(S, 0, 0)", "[1, 8, 5]")
    assert explorer.url.endswith("/course/explorer/?function=mini_projet.bloc&cell=0")
    expect(explorer.locator("#c0")).to_be_focused()
    expect(explorer.locator("#course-news")).to_have_text("bloc(S, 0, 0) → [1, 8, 5]. It looked at 9 cells.")
    # Pages hold a name: none of them is kept in the browser of a machine that others use too.
    kept = explorer.evaluate("({...localStorage, ...sessionStorage})")
    assert "Function explorer" not in str(kept)
    assert set(kept) <= {"htmx-current-path-for-history"}
    explorer.go_back()
    shows(explorer, "bloc(S, 3, 4)", "[6, 9, 1, 5, 8]")
    expect(explorer.locator("#main h1")).to_have_text("Function explorer")


def test_another_function_is_called_at_once_for_the_same_cell(explorer: Any) -> None:
    explorer.locator("#c1").click()
    shows(explorer, "bloc(S, 0, 1)", "[1, 8, 5]")
    explorer.locator("#explorer-function").select_option("mini_projet.colonne")
    shows(explorer, "colonne(S, 1)", "[1, 8, 4, 6, 7]")


def test_the_board_is_one_tab_stop_where_arrows_move_and_digits_call(explorer: Any) -> None:
    explorer.goto("/course/explorer/?function=tutoriel.is_valid&cell=0&digit=1")
    assert explorer.locator("#call-board button[tabindex='0']").count() == 1
    explorer.locator("#c0").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        explorer.keyboard.press(key)
    expect(explorer.locator("#c2")).to_be_focused()
    explorer.keyboard.press("3")
    shows(explorer, "is_valid(board, 3, (0, 2))", "False")
    expect(explorer.locator("#c2")).to_be_focused()
    explorer.keyboard.press("ArrowDown")
    explorer.keyboard.press("Enter")
    shows(explorer, "is_valid(board, 3, (1, 2))", "False")
    explorer.keyboard.press("End")
    expect(explorer.locator("#c17")).to_be_focused()


def test_a_digit_calls_nothing_new_for_a_function_without_one(explorer: Any) -> None:
    explorer.locator("#c0").focus()
    explorer.keyboard.press("7")
    shows(explorer, "bloc(S, 0, 0)", "[1, 8, 5]")
    assert explorer.locator("#d7").count() == 0


def test_cells_and_digits_can_be_chosen_without_script(page_of: PageOf, student: User) -> None:
    page = page_of(student, language="en", java_script_enabled=False)
    page.goto("/course/explorer/?function=n_valide.n_valide")
    page.locator("#c80").click()
    expect(page.locator(".result-call")).to_have_text("n_valide(8, 8, 1)")
    page.locator("#d9").click()
    shows(page, "n_valide(8, 8, 9)", "False")
    page.locator("#explorer-function").select_option("mini_projet.suivante")
    page.locator("#explorer-call").click()
    shows(page, "suivante(8, 8)", "(9, 0)")
