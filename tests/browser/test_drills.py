"""A drill answered by touch, by keyboard and with a mouse."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import create_assignment, hand_out
from puzzles.assignments.services.sources import Source
from puzzles.engine import Candidate, search
from puzzles.engine.techniques import example_of
from puzzles.library.services.policies import policy_with
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


def test_a_teacher_gives_it_and_sees_it_found(
    page_of: Callable[..., Page], teacher: Any, classroom: Any, student: Any, row: TrainingPosition
) -> None:
    desk = page_of(teacher, language="en")
    desk.set_viewport_size({"width": 1366, "height": 650})
    errors = errors_of(desk)
    desk.goto(f"/classes/{classroom.pk}/drills/new/?technique=x_wing")
    desk.get_by_label("How many positions").fill("1")
    press(desk, "Tab")
    expect(desk.locator(".assignment-preview")).to_contain_text("For 1 student")
    expect(desk.locator(".assignment-preview svg")).to_have_count(1)
    assert found_on(desk) + width_of(desk) == []
    desk.get_by_role("button", name="Preview, then hand out").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("X-Wing, 1 position")
    desk.get_by_role("button", name="Hand out").click()
    expect(desk.locator("#drill-table")).to_contain_text("0 of 1 have answered every position")
    assert found_on(desk) + width_of(desk) == []
    lea = page_of(student, language="en", has_touch=True, is_mobile=True)
    lea.set_viewport_size({"width": 390, "height": 844})
    lea.goto(f"/given/{Assignment.objects.get().pk}/")
    assert found_on(lea) + width_of(lea) == []
    lea.get_by_role("button", name="Begin").tap()
    expect(lea.locator("[data-drill-pad]")).to_be_visible()
    assert found_on(lea) + width_of(lea) == []
    for cell, digit in X_WING.step.eliminations:
        lea.tap(f"#c{cell}")
        lea.tap(f".digit-key[data-digit='{digit}']")
    lea.get_by_role("button", name="Answer").tap()
    expect(lea.locator("#drill-end")).to_have_text("Found: X-Wing.")
    lea.get_by_role("link", name="To the assignment").tap()
    expect(lea.locator(".assignee-grids .state")).to_have_text("at the first try")
    assert found_on(lea) + width_of(lea) == []
    expect(desk.locator("#drill-table")).to_contain_text("1 of 1 have answered every position")
    expect(desk.locator("#drill-table")).to_contain_text("found by 1 of 1, 1 at the first try")
    assert errors + found_on(desk) + width_of(desk) == []


def test_by_keyboard_the_next_position_of_an_assignment_follows(
    page_of: Callable[..., Page], teacher: Any, classroom: Any, student: Any, row: TrainingPosition
) -> None:
    draft = create_assignment(
        author=teacher,
        classroom=classroom,
        name="Fish",
        source=Source(),
        policy=policy_with(),
        technique="x_wing",
        positions=[row.pk],
    )
    page = page_of(student, language="en")
    page.goto(f"/given/{hand_out(assignment=draft).pk}/")
    page.get_by_role("button", name="Begin").focus()
    press(page, "Enter")
    wrong = true_mark()
    choose(page, wrong.cell)
    press(page, f"{wrong.digit} Enter")
    expect(page.locator("#drill-verdict")).to_contain_text("This is not right.")
    page.reload()
    for cell, digit in X_WING.step.eliminations:
        choose(page, cell)
        press(page, str(digit))
    press(page, "Enter")
    expect(page.locator("#drill-end")).to_have_text("Found: X-Wing.")
    expect(page.get_by_role("link", name="To the assignment")).to_be_focused()
    press(page, "Enter")
    expect(page.locator(".assignee-grids .state")).to_have_text("2 tries")


def test_without_a_script_the_answer_is_typed(open_drill: Callable[..., Page]) -> None:
    page = open_drill(java_script_enabled=False)
    cell, digit = X_WING.step.eliminations[0]
    page.fill("[name=marks]", f"r{cell // 9 + 1}c{cell % 9 + 1}-{digit}")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#drill-end")).to_contain_text("Found: X-Wing.")
    page.click("#rung-nudge")
    expect(page.locator("#rung-nudge")).to_have_attribute("aria-current", "step")
