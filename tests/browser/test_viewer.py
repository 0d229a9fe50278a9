"""The viewer of a solver at work, in a real browser."""

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, Trace, trace_run
from puzzles.engine.runs.events import Operation

from .looking import come_to_rest, errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

OpenViewer = Callable[..., Any]
FIGURE_1 = ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6."
NO_SOLUTION = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# 65,147 placements and returns in reading order.
SLOW = "39..4....6...2..3......149.8...3..5...71..98..3.6.....9.6.......1....5........648"
ENDLESS = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"

# What the board shows: the digits, the cell of the last event, the digit struck through there.
BOARD = """() => {
  const cells = [...document.querySelectorAll("[data-run='0'] [data-pane=board] [data-cell]")];
  const at = cells.findIndex((cell) => cell.classList.contains("at"));
  const isDead = at >= 0 && cells[at].classList.contains("dead-end");
  return {
    digits: cells.map((cell, place) => (isDead && place === at ? "?" : cell.textContent || ".")).join(""),
    at,
    struck: isDead ? Number(cells[at].textContent) : 0,
  };
}"""

# How many nodes each frame changes until the run has played past a state: the most, and how many frames did.
COUNT_CHANGES = """(number) => void (window.changes = new Promise((done) => {
  let most = 0;
  let frames = 0;
  const observer = new MutationObserver((changes) => {
    most = Math.max(most, changes.length);
    frames += 1;
    if (frames <= 10 || slider.valueAsNumber <= number) return;
    observer.disconnect();
    done({ most, frames });
  });
  const what = { subtree: true, childList: true, characterData: true, attributes: true };
  const slider = document.getElementById("viewer-slider");
  observer.observe(document.querySelector("[data-viewer]"), what);
}))"""


@pytest.fixture
def open_viewer(page_of: Callable[..., Any], teacher: User) -> OpenViewer:
    """`open_viewer(algorithm, grid, step=, beside=, size=, **options)`: the viewer, its run ready."""

    def open_page(
        algorithm: str,
        grid: str = FIGURE_1,
        *,
        step: int = 0,
        beside: str = "",
        size: tuple[int, int] = (1280, 800),
        **options: Any,
    ) -> Any:
        page = page_of(teacher, language="en", **options)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/algorithms/{algorithm}/?grid={grid}&step={step}&with={beside}")
        page.wait_for_selector("[data-viewer].ready")
        return page

    return open_page


def run_of(algorithm: str, grid: str = FIGURE_1) -> Trace:
    return trace_run(algorithm, Board.from_line(grid))


def state_of(page: Any) -> int:
    return int(page.locator("#viewer-slider").input_value())


def drawn(page: Any, digits: str) -> dict[str, Any]:
    """What the board shows, once it shows these digits, or after 20 seconds: it is drawn frame by frame."""
    until = time.monotonic() + 20
    while (found := page.evaluate(BOARD))["digits"] != digits and time.monotonic() < until:
        page.wait_for_timeout(20)
    result: dict[str, Any] = found
    return result


def assert_shows(page: Any, trace: Trace, number: int) -> None:
    """The page stands at this state of this run."""
    expect(page.locator("#viewer-slider")).to_have_value(str(number))
    state = trace.state(number)
    digits = "".join(str(digit) if digit else "." for digit in state.digits)
    if state.last.operation == Operation.RETURN:
        digits = digits[: state.last.cell] + "?" + digits[state.last.cell + 1 :]
    found = drawn(page, digits)
    if state.last.operation == Operation.RETURN:
        cell = state.last.cell
        assert (found["at"], found["struck"]) == (cell, state.digits[cell] or state.last.digit)
    assert found["digits"] == digits
    tests = r"\D*".join(str(state.counters.tests))
    expect(page.locator("[data-run='0'] .counters b").first).to_have_text(re.compile(rf"^\D*{tests}\D*$"))
    lit = page.locator("[data-run='0'] [aria-current=step]")
    if state.last.operation == Operation.START:
        expect(lit).to_have_count(0)
    else:
        line = ALGORITHMS[trace.algorithm].line(state.last.operation)
        expect(lit).to_have_attribute("data-line", str(line))


@pytest.mark.parametrize("algorithm", ["tutoriel", "td_iteratif", "mini_projet"])
def test_keys_step_through_the_run(open_viewer: OpenViewer, algorithm: str) -> None:
    trace = run_of(algorithm)
    page = open_viewer(algorithm, step=60)
    assert_shows(page, trace, 60)
    page.keyboard.press("ArrowRight")
    page.keyboard.press(".")
    assert_shows(page, trace, 62)
    for key in ("ArrowLeft", ",", "ArrowLeft"):
        page.keyboard.press(key)
    assert_shows(page, trace, 59)
    page.keyboard.press("End")
    assert_shows(page, trace, trace.length)
    page.keyboard.press("ArrowRight")
    assert_shows(page, trace, trace.length)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert_shows(page, trace, 0)


def test_keys_lead_to_the_next_placement_return_and_change(open_viewer: OpenViewer) -> None:
    trace = run_of("tutoriel")
    events = dict(trace.events())
    backs = [number + 1 for number, event in events.items() if event.operation == Operation.RETURN]
    changes = [number + 1 for number, event in events.items() if event.cell == 30]
    page = open_viewer("tutoriel")
    page.keyboard.press("b")
    assert_shows(page, trace, backs[0])
    page.keyboard.press("b")
    assert_shows(page, trace, backs[1])
    page.keyboard.press("Shift+B")
    assert_shows(page, trace, backs[0])
    page.keyboard.press("n")
    page.keyboard.press("c")
    expect(page.locator("[data-words]")).to_have_text("Choose a cell of the grid first.")
    page.locator("[data-cell='30']").first.click()
    page.keyboard.press("c")
    assert_shows(page, trace, next(change for change in changes if change > backs[0]))
    page.keyboard.press("End")
    page.keyboard.press("b")
    expect(page.locator("[data-words]")).to_have_text("There is none after this step.")
    page.keyboard.press("Shift+C")
    assert_shows(page, trace, changes[-1])


def test_a_digit_kept_until_its_cell_is_left_changes_then(open_viewer: OpenViewer) -> None:
    trace = run_of("mini_projet", NO_SOLUTION)
    digits = [trace.state(number).digits[16] for number in range(trace.length + 1)]
    changes = [number for number in range(1, trace.length + 1) if digits[number] != digits[number - 1]]
    assert any(digits[number] == 0 for number in changes)
    page = open_viewer("mini_projet", NO_SOLUTION)
    page.locator("[data-cell='16']").first.click()
    for change in changes[:6]:
        page.keyboard.press("c")
        assert_shows(page, trace, change)


def test_the_arrows_choose_a_cell_while_the_board_has_the_focus(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=40)
    page.evaluate("document.addEventListener('cell-chosen', (event) => (window.chosen = event.detail.cell))")
    page.locator("[data-cell='40']").first.click()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("window.chosen") == 30
    assert state_of(page) == 40
    page.keyboard.press(".")
    assert state_of(page) == 41
    expect(page.locator("[data-cell][tabindex='0']")).to_have_count(1)
    assert "Row 4, column 4" in (page.locator("[data-cell='30']").first.get_attribute("aria-label") or "")


def test_the_name_of_a_cell_follows_what_it_holds_and_enter_chooses_it(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel")
    cells = page.locator("[role=gridcell]")
    cells.nth(0).focus()
    expect(cells.nth(0)).to_have_attribute("aria-label", "Row 1, column 1, empty")
    page.keyboard.press(".")
    expect(cells.nth(0)).to_have_attribute("aria-label", "Row 1, column 1, 4")
    page.keyboard.press("Enter")
    expect(page.locator("[data-find=cell]")).to_have_text("change of r1c1")
    page.keyboard.press("ArrowRight")
    expect(cells.nth(1)).to_have_attribute("aria-label", "Row 1, column 2, given 2")
    assert cells.nth(0).get_attribute("aria-label") is None


def test_the_address_and_the_link_lead_to_the_step(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=10)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**&step=13&**")
    link = page.locator("[data-link]").get_attribute("href")
    assert parse_qs(urlsplit(link).query)["step"] == ["13"]
    page.goto(link)
    page.wait_for_selector("[data-viewer].ready")
    assert_shows(page, run_of("tutoriel"), 13)


def test_a_run_plays_to_its_end_and_stops(open_viewer: OpenViewer) -> None:
    trace = run_of("tutoriel")
    page = open_viewer("tutoriel")
    page.select_option("#viewer-speed", "1")
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Pause")
    page.select_option("#viewer-speed", "1000")
    expect(page.locator("[data-words]")).to_have_text("a solution")
    assert_shows(page, trace, trace.length)
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Play")


def test_the_steps_are_described_in_words(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=40)
    page.locator(".run-events summary").click()
    lines = page.locator(".run-log li")
    expect(lines).to_have_count(40)
    event = run_of("tutoriel").event(39)
    expect(lines.first).to_contain_text(str(event.digit))
    page.keyboard.press("End")
    expect(lines).to_have_count(50)
    expect(lines.first).to_have_text("a solution")
    page.keyboard.press("ArrowLeft")
    expect(lines.first).to_have_attribute("value", str(run_of("tutoriel").length - 1))


def test_the_tests_before_the_next_step_are_those_of_the_run(open_viewer: OpenViewer) -> None:
    trace = run_of("tutoriel")
    number = next(n for n in range(20, trace.length) if len(trace.tests_before(n)) > 4)
    page = open_viewer("tutoriel", step=number)
    tried = [trial.digit for trial in trace.tests_before(number)]
    expect(page.locator(".trials .refused, .trials .good")).to_have_count(len(tried))
    good = [tried[-1]] if trace.event(number).operation == Operation.PLACE else []
    assert [int(text) for text in page.locator(".trials .good b").all_inner_texts()] == good


def test_two_algorithms_go_by_one_clock(open_viewer: OpenViewer) -> None:
    page = open_viewer("td_iteratif", beside="propagation", step=2)
    page.keyboard.press("ArrowRight")
    boards = page.locator("[data-pane=board]")
    for place, algorithm in enumerate(["td_iteratif", "propagation"]):
        digits = run_of(algorithm).state(3).digits
        cells = boards.nth(place).locator("[data-cell]")
        expect(cells).to_have_text([str(digit or "") for digit in digits])
    page.keyboard.press("End")
    length = max(run_of("td_iteratif").length, run_of("propagation").length)
    expect(page.locator("#viewer-slider")).to_have_value(str(length))
    expect(page.locator("[data-pane=board][data-end=solved]")).to_have_count(2)


def test_two_runs_are_numbered(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", beside="n_valide", step=1)
    expect(page.locator("[data-words]")).to_have_text("1. 4 in r1c1 · 2. 4 in r1c1")
    titles = [title[:3] for title in page.locator(".run-title").all_inner_texts()]
    assert titles == ["1. ", "2. "]
    page.locator(".viewer-more > summary").click()
    assert page.locator("[data-table]").all_inner_texts() == ["Trace table 1", "Trace table 2"]


def test_the_simple_method_says_that_it_is_stuck(open_viewer: OpenViewer) -> None:
    page = open_viewer("projet_insa")
    page.keyboard.press("End")
    expect(page.locator("[data-words]")).to_contain_text("the simple method stops")


def test_the_slider_jumps_over_what_a_long_run_has_not_kept(open_viewer: OpenViewer) -> None:
    trace = run_of("tutoriel", ENDLESS)
    page = open_viewer("tutoriel", ENDLESS, step=trace.head - 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    number = state_of(page)
    snapshots = [frame.number for frame in trace.keyframes if trace.head < frame.number <= trace.tail]
    assert number == snapshots[0]
    assert_shows(page, trace, number)
    expect(page.locator("[data-gap]")).to_contain_text("are not kept")
    page.keyboard.press("ArrowLeft")
    assert state_of(page) == trace.head
    page.locator("#viewer-slider").evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input'));"
        " slider.dispatchEvent(new Event('change')); }",
        (trace.head + trace.tail) // 2,
    )
    assert_shows(page, trace, state_of(page))
    expect(page.locator(".counters > div").first).to_contain_text("more than")


def test_the_slider_is_led_through_what_is_not_kept_by_all_its_arrows(open_viewer: OpenViewer) -> None:
    trace = run_of("tutoriel", ENDLESS)
    page = open_viewer("tutoriel", ENDLESS, step=(trace.head + trace.tail) // 2)
    before = state_of(page)
    page.locator("#viewer-slider").focus()
    page.keyboard.press("ArrowUp")
    assert state_of(page) > before
    page.keyboard.press("ArrowDown")
    assert state_of(page) == before
    page.keyboard.press("End")
    expect(page.locator("[data-pane=tests]")).to_contain_text("The solver is not at its end")


def test_a_frame_of_a_fast_run_touches_few_nodes(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", SLOW)
    page.select_option("#viewer-speed", "10000")
    page.evaluate(COUNT_CHANGES, 5_000)
    page.keyboard.press(" ")
    found = page.evaluate("window.changes")
    assert found["frames"] > 10
    # 81 cells at most, a line, the counters, and what stands beside the slider; the stack has about 40 parts.
    assert found["most"] <= 160


def test_reduced_motion_goes_step_by_step(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", reduced_motion="reduce")
    expect(page.locator("[data-play]")).to_be_hidden()
    expect(page.locator("[data-calm]")).to_be_visible()
    page.keyboard.press(" ")
    page.wait_for_timeout(500)
    assert state_of(page) == 0
    page.keyboard.press("ArrowRight")
    assert state_of(page) == 1


def test_projector_size_fills_the_window(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=50)
    come_to_rest(page)
    before = page.locator("[data-pane=board]").bounding_box()["width"]
    page.keyboard.press("f")
    expect(page.locator(".site-header")).to_be_hidden()
    come_to_rest(page)
    assert page.locator("[data-pane=board]").bounding_box()["width"] > before * 1.1
    assert found_on(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".site-header")).to_be_visible()


def test_on_the_projector_docstrings_are_folded(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=50)
    docstring = page.locator(".code-line:has(> .code-doc)").first
    expect(docstring).to_be_visible()
    page.keyboard.press("f")
    expect(docstring).to_be_hidden()
    page.keyboard.press("Escape")
    expect(docstring).to_be_visible()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_is_sound_on_a_small_phone(open_viewer: OpenViewer, algorithm: str) -> None:
    page = open_viewer(algorithm, step=200, size=(360, 640), color_scheme="dark")
    errors = errors_of(page)
    page.reload()
    page.wait_for_selector("[data-viewer].ready")
    page.keyboard.press("ArrowRight")
    come_to_rest(page)
    assert width_of(page) + found_on(page) + errors == []


def test_the_main_parts_fit_on_one_screen(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=100)
    come_to_rest(page)
    for part in (
        "[data-pane=board]",
        ".viewer-buttons",
        "[data-pane=source]",
        ".counters",
        "[data-pane=stack]",
    ):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 800, part
    expect(page.locator("[data-run='0'] [aria-current=step]")).to_be_in_viewport()


def test_on_a_school_laptop_the_board_is_large_and_no_call_of_the_stack_is_cut(
    open_viewer: OpenViewer,
) -> None:
    page = open_viewer("tutoriel", step=100, size=(1366, 650))
    page.keyboard.press("b")
    come_to_rest(page)
    assert page.locator("[data-pane=board]").bounding_box()["width"] >= 420
    facts = page.locator(".run-facts").bounding_box()
    calls = [each.bounding_box() for each in page.locator(".calls > li:not(.none)").all()]
    assert len(calls) == 1 + 4 + 1 + 1
    assert max(call["y"] + call["height"] for call in calls) <= facts["y"] + facts["height"]


def test_on_a_phone_the_line_of_the_step_is_on_the_first_screen(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=100, size=(390, 844))
    come_to_rest(page)
    expect(page.locator("[data-run='0'] [aria-current=step]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-play]")).to_be_in_viewport(ratio=1)


def test_the_projector_is_left_by_its_key_after_it_was_chosen_in_the_menu(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=50)
    page.locator(".viewer-more > summary").click()
    page.locator("[data-projector]").click()
    expect(page.locator(".site-header")).to_be_hidden()
    expect(page.locator("[data-projector]")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator(".site-header")).to_be_visible()


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1366, 650), (1920, 1080)])
def test_no_line_of_the_text_is_cut(size: tuple[int, int], open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=100, size=size)
    for _ in ("normal", "projector"):
        come_to_rest(page)
        assert page.locator("[data-pane=source]").evaluate("(text) => text.scrollWidth <= text.clientWidth")
        expect(page.locator("[data-run='0'] [aria-current=step]")).to_be_in_viewport(ratio=1)
        page.keyboard.press("f")


@pytest.mark.parametrize("size", [(1280, 800), (1366, 650), (1920, 1080)])
def test_a_class_sees_counters_stack_and_controls_at_once(
    size: tuple[int, int], open_viewer: OpenViewer
) -> None:
    page = open_viewer("tutoriel", step=100, size=size)
    page.keyboard.press("f")
    come_to_rest(page)
    for part in ("[data-pane=board]", ".counters", ".call.top", ".viewer-controls"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("algorithm", ["tutoriel", "td_iteratif"])
@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
def test_on_a_low_screen_the_controls_are_beside_the_board(
    algorithm: str, size: tuple[int, int], open_viewer: OpenViewer
) -> None:
    page = open_viewer(algorithm, step=60, size=size)
    come_to_rest(page)
    board = page.locator("[data-pane=board]")
    board.evaluate("(board) => board.scrollIntoView()")
    box = board.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    expect(page.locator("[data-play]")).to_be_in_viewport(ratio=1)
    assert page.locator("[data-play]").bounding_box()["x"] >= box["x"] + box["width"]


def test_a_run_that_cannot_be_fetched_shows_a_message(page_of: Callable[..., Any], teacher: User) -> None:
    page = page_of(teacher, language="en")
    page.route(re.compile(r"/trace/\?"), lambda route: route.fulfill(status=500))
    page.goto(f"/algorithms/tutoriel/?grid={FIGURE_1}")
    expect(page.locator("[data-failure]")).to_contain_text("The run could not be loaded")


def test_a_server_that_is_busy_with_other_runs_is_asked_again(
    page_of: Callable[..., Any], teacher: User
) -> None:
    page = page_of(teacher)
    busy = iter([503])
    page.route(
        re.compile(r"/trace/\?"),
        lambda route: route.fulfill(status=503) if next(busy, None) else route.continue_(),
    )
    page.goto(f"/algorithms/tutoriel/?grid={FIGURE_1}")
    expect(page.locator("[data-viewer].ready")).to_be_visible()


def test_a_letter_is_a_key_only_while_the_focus_is_in_the_viewer(open_viewer: OpenViewer) -> None:
    page = open_viewer("tutoriel", step=5)
    page.locator(".site-name").focus()
    page.keyboard.press("b")
    page.keyboard.press(".")
    assert state_of(page) == 5
    page.locator("[data-viewer]").focus()
    page.keyboard.press(".")
    expect(page.locator("#viewer-slider")).to_have_value("6")
