"""A drill answered by touch, by keyboard and with a mouse."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puzzles.engine import Candidate, search
from puzzles.engine.techniques import example_of
from puzzles.training.models import DrillAnswer, TrainingPosition

from .board import press
from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

X_WING = example_of("x_wing")
PAGE = "/techniques/x_wing/drill/"


@pytest.fixture
def row(transactional_db: None) -> TrainingPosition:
    made = TrainingPosition.of(X_WING.position, "x_wing", TrainingPosition.Origin.EXAMPLE)
    made.save()
    return made


@pytest.fixture
def open_drill(page_of: Callable[..., Page], student: Any, row: TrainingPosition) -> Callable[..., Page]:
    def open_page(*, size: tuple[int, int] = (1366, 650), level: int = 2, **options: Any) -> Page:
        page = page_of(student, language="en", **options)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{PAGE}?level={level}")
        return page

    return open_page


def true_mark() -> Candidate:
    """A candidate that must not be removed."""
    solution = search(X_WING.position.board).solution
    assert solution is not None
    cell = X_WING.step.eliminations[0].cell
    return Candidate(cell, solution[cell])


def choose(page: Page, cell: int) -> None:
    """Go to a cell by the keyboard."""
    page.focus("#board [tabindex='0']")
    press(page, "Control+Home " + "ArrowDown " * (cell // 9) + "ArrowRight " * (cell % 9))


def test_the_keyboard_is_enough(open_drill: Callable[..., Page]) -> None:
    page = open_drill()
    errors = errors_of(page)
    wrong = true_mark()
    choose(page, wrong.cell)
    press(page, f"{wrong.digit} Enter")
    expect(page.locator("#drill-verdict")).to_contain_text("This is not right.")
    press(page, f"{wrong.digit}")
    for cell, digit in X_WING.step.eliminations:
        choose(page, cell)
        press(page, str(digit))
        expect(page.locator(f"#c{cell} .n{digit}")).to_have_class(re.compile("is-struck"))
        expect(page.locator(f"#c{cell}")).to_have_attribute("aria-label", re.compile(f"removed: {digit}"))
    press(page, "Enter")
    expect(page.locator("#drill-end")).to_have_text("Found: X-Wing.")
    expect(page.get_by_role("link", name="Next position")).to_be_focused()
    expect(page).to_have_url(re.compile(rf"{PAGE}\d+/$"))
    kept = DrillAnswer.objects.get()
    assert (kept.verdict, kept.tries) == ("found", 2)
    assert errors + found_on(page) + width_of(page) == []


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_a_finger_is_enough(size: tuple[int, int], open_drill: Callable[..., Page]) -> None:
    page = open_drill(size=size, has_touch=True, is_mobile=True)
    errors = errors_of(page)
    assert found_on(page) + width_of(page) == []
    for cell, digit in X_WING.step.eliminations:
        page.tap(f"#c{cell}")
        page.tap(f".digit-key[data-digit='{digit}']")
        expect(page.locator(f"#c{cell} .n{digit}")).to_have_class(re.compile("is-struck"))
    page.get_by_role("button", name="Answer").tap()
    expect(page.locator("#drill-end")).to_have_text("Found: X-Wing.")
    assert errors + found_on(page) + width_of(page) == []


def test_a_mouse_strikes_a_candidate_and_takes_it_back(open_drill: Callable[..., Page]) -> None:
    page = open_drill()
    cell, digit = X_WING.step.eliminations[0]
    note = page.locator(f"#c{cell} .n{digit}")
    note.click()
    expect(note).to_have_class(re.compile("is-struck"))
    expect(page.locator("[name=marks]")).to_have_value(f"r{cell // 9 + 1}c{cell % 9 + 1}-{digit}")
    note.click()
    expect(note).not_to_have_class(re.compile("is-struck"))
    note.click()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("[name=marks]")).to_have_value("")
    page.get_by_role("button", name="Show the step").click()
    expect(page.locator("#drill-end")).to_have_text("Here it is: X-Wing.")


def test_a_digit_is_placed_where_that_is_asked(open_drill: Callable[..., Page]) -> None:
    page = open_drill()
    mark = true_mark()
    choose(page, mark.cell)
    press(page, f"Space {mark.digit}")
    expect(page.locator(f"#c{mark.cell} .drill-digit")).to_have_text(str(mark.digit))
    press(page, "Enter")
    expect(page.locator("#drill-verdict")).to_contain_text("True, but")


def test_one_of_three_is_named(open_drill: Callable[..., Page]) -> None:
    page = open_drill(level=3)
    cell, digit = X_WING.step.eliminations[0]
    page.locator(f"#c{cell} .n{digit}").click()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#drill-verdict")).to_contain_text("Choose one of the three techniques too.")
    page.locator(".segments").get_by_text("X-Wing").click()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#drill-end")).to_contain_text("Found: X-Wing.")
    assert found_on(page) == []


def test_without_a_script_the_answer_is_typed(open_drill: Callable[..., Page]) -> None:
    page = open_drill(java_script_enabled=False)
    cell, digit = X_WING.step.eliminations[0]
    page.fill("[name=marks]", f"r{cell // 9 + 1}c{cell % 9 + 1}-{digit}")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#drill-end")).to_contain_text("Found: X-Wing.")
    page.click("#rung-nudge")
    expect(page.locator("#rung-nudge")).to_have_attribute("aria-current", "step")
