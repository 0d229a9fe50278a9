"""What the solvers print, beside the run: it grows solution by solution, as on a console."""

import contextlib
import io
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from puzzles.engine.worksheets import DEMOS, source_of

pytestmark = pytest.mark.django_db(transaction=True)

OpenRun = Callable[..., Any]


def printed_by(module: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source_of(module), {"__name__": "__main__"})
    return out.getvalue()


@pytest.fixture
def open_run(page_of: Callable[..., Any], teacher: User) -> OpenRun:
    """`open_run("n_valide", key="worksheet")`: the viewer with the run of a demo grid."""

    def open_page(algorithm: str, *, key: str = "") -> Any:
        grid = next(demo.puzzle for demo in DEMOS[algorithm] if key in ("", demo.key))
        page = page_of(teacher, language="en")
        page.goto(f"/algorithms/{algorithm}/?grid={grid}")
        expect(page.locator(".viewer.ready")).to_be_visible()
        return page

    return open_page


def output(page: Any) -> str:
    return str(page.locator(".run-printed").text_content())


def has_lines(page: Any, count: int) -> None:
    page.wait_for_function(
        "count => document.querySelector('.run-printed').textContent.split('\\n').length - 1 === count",
        arg=count,
    )


@pytest.mark.parametrize("module", ["n_valide", "td_iteratif", "tutoriel", "propagation"])
def test_at_its_end_a_run_has_printed_what_the_script_prints(module: str, open_run: OpenRun) -> None:
    page = open_run(module)
    page.keyboard.press("End")
    expect(page.locator(".run-printed")).to_have_text(printed_by(module), use_inner_text=False)


def test_the_fifth_worksheets_script_ends_with_the_grid_and_its_solution(open_run: OpenRun) -> None:
    page = open_run("mini_projet")
    assert output(page) == ""
    page.keyboard.press("End")
    expect(page.locator(".run-output")).to_contain_text("Value of the call: True")
    assert printed_by("mini_projet").endswith(output(page))
    assert output(page).startswith("Pour la grille :\n")


def test_the_next_solution_is_one_press_away_and_is_printed(open_run: OpenRun) -> None:
    page = open_run("n_valide", key="several")
    for count in range(1, 7):
        page.locator("[data-find=solution]").click()
        has_lines(page, 9 * count)
    page.locator("[data-find=solution]").click()
    expect(page.locator("[data-words]")).to_have_text("There is none after this step.")
    page.keyboard.press("Shift+S")
    has_lines(page, 45)


def test_going_back_takes_back_what_was_printed(open_run: OpenRun) -> None:
    page = open_run("n_valide")
    page.keyboard.press("End")
    has_lines(page, 18)
    page.keyboard.press("Home")
    expect(page.locator(".run-printed")).to_have_text("")


def test_a_run_without_a_solution_prints_what_its_text_prints(open_run: OpenRun) -> None:
    page = open_run("td_iteratif", key="none")
    page.keyboard.press("End")
    expect(page.locator(".run-printed")).to_have_text("Le problème n'a pas été résolu.")


def test_the_simple_method_prints_nothing_but_has_a_value(open_run: OpenRun) -> None:
    page = open_run("projet_insa", key="easy")
    page.keyboard.press("End")
    expect(page.locator(".run-output")).to_contain_text("Value of the call: 1")
    assert output(page) == ""


def test_the_matrix_can_be_shown_at_each_iteration(open_run: OpenRun) -> None:
    page = open_run("td_iteratif")
    for _step in range(4):
        page.keyboard.press("ArrowRight")
    page.get_by_label("M at each turn").check()
    # After 3 in (0, 0), forward, 5 in (0, 1), forward: three turns have begun.
    page.wait_for_function("document.querySelector('.run-printed').textContent.split('\\n\\n').length === 3")
    turns = output(page).split("\n\n")
    assert [turn.splitlines()[0][:6] for turn in turns] == ["[0, 0,", "[3, 0,", "[3, 5,"]
