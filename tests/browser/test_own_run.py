"""A student's own solver in the viewer: recorded messages are played beside the worksheet's run.

What runs a program in the browser has its own tests; here a runner hands on what CPython has recorded.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from puzzles.course.models import Program
from puzzles.engine import Board
from puzzles.engine.judge import event_stream, grids, recording
from puzzles.engine.runs import trace_run
from tests.solvers import (
    COPYING,
    EVERY_SOLUTION,
    FLAT_CLASS,
    FORGETS_BOX,
    ITERATIVE,
    NEVER_EMPTIES,
    RECURSIVE,
)

from .looking import come_to_rest, errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

OpenRun = Callable[..., Any]

RUNNER = """
const RUNS = %s;
export class Runner {
  constructor(listeners) { Object.assign(this, listeners); }
  async start({ task }) {
    for (const message of RUNS[task].messages) this.onMessage(message);
    await Promise.resolve();
    this.onEnd(RUNS[task].reason);
  }
  stop() { this.onEnd("stopped"); }
}
"""

# Where two traces part, and whether the states of the two go together.
PART = """async ([messages, url]) => {
  const { Recording } = await import("/static/js/course/own_trace.js");
  const { findDivergence, alignment } = await import("/static/js/course/divergence.js");
  const { fetchTrace } = await import("/static/js/trace.js");
  const other = await fetchTrace(url);
  const recording = new Recording(other.puzzle);
  for (const message of messages) {
    if (message.kind === "recording") recording.begin(message);
    if (message.kind === "trace") recording.add(message);
  }
  const own = recording.trace(messages.at(-1));
  const { pairs, ...divergence } = findDivergence(own, other);
  const align = alignment(pairs, own, other);
  const [mine, theirs] = [own.cursor(), other.cursor()];
  const isTogether = pairs.every(([number]) => {
    mine.seek(number);
    theirs.seek(align(number));
    return mine.digits.join() === theirs.digits.join();
  });
  return { ...divergence, isTogether };
}"""


# Whether both boards show the same digits.
SAME_BOARDS = """() => {
  const texts = [0, 1].map((run) => {
    const cells = document.querySelectorAll(`[data-run="${run}"] [data-pane=board] [data-cell]`);
    return [...cells].map((cell) => cell.textContent);
  });
  return texts[0].join() === texts[1].join();
}"""


@pytest.fixture
def page(page_of: Callable[..., Any], student: User) -> Any:
    """A page of the site, from which its scripts can be fetched."""
    page = page_of(student, language="en")
    page.goto("/help/")
    return page


@pytest.fixture
def open_run(page_of: Callable[..., Any], student: User) -> OpenRun:
    """`open_run(source, worksheet=, grid=, address=, reason=, size=, ...)`: the page of a recorded run."""

    def open_page(
        source: str,
        *,
        worksheet: str = "tutoriel",
        grid: str = grids.FIGURE_1,
        address: str = "",
        reason: str = "finished",
        size: tuple[int, int] = (1280, 800),
        language: str = "en",
        **options: Any,
    ) -> Any:
        Program.objects.create(student=student, worksheet=worksheet, text=source)
        page = page_of(student, language=language, **options)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        messages = recorded(source, worksheet, grid)
        runs = {
            "record": {
                "messages": [each for each in messages if reason == "finished" or each["kind"] != "recorded"],
                "reason": reason,
            },
            "count": {"messages": counted(source, worksheet), "reason": "finished"},
        }
        body = RUNNER % json.dumps(runs)

        def answer(route: Route) -> None:
            route.fulfill(body=body, content_type="text/javascript")

        page.route("**/js/course/runner.js", answer)
        page.said = errors_of(page)
        page.goto(f"/course/{worksheet}/exercises/watch/?grid={grid}{address}")
        return page

    return open_page


@pytest.fixture
def open_real(page_of: Callable[..., Any], student: User) -> OpenRun:
    """`open_real(source, worksheet, grid)`: the page with a program that really runs in the browser."""

    def open_page(source: str, worksheet: str, grid: str) -> Any:
        Program.objects.create(student=student, worksheet=worksheet, text=source)
        page = page_of(student, language="en")
        page.said = errors_of(page)
        page.goto(f"/course/{worksheet}/exercises/watch/?grid={grid}")
        return page

    return open_page


def recorded(source: str, worksheet: str, grid: str) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    recording.record(source, worksheet, grid, messages.append)
    return messages


def counted(source: str, worksheet: str) -> list[dict[str, Any]]:
    lines = [grids.PROJET_INSA, grids.FIGURE_1, grids.FIGURE_2, grids.TUTORIEL]
    messages: list[dict[str, Any]] = []
    recording.count(source, worksheet, lines, messages.append)
    return messages


def part(page: Any, source: str, worksheet: str, algorithm: str, grid: str) -> dict[str, Any]:
    url = f"/algorithms/{algorithm}/trace/?grid={grid}"
    found: dict[str, Any] = page.evaluate(PART, [recorded(source, worksheet, grid), url])
    return found


# The pages of the viewer draw with the next frame.
ONE_EMPTY_CELL = """() => [
  ...document.querySelectorAll("[data-run='0'] [data-pane=board] [data-cell]"),
].filter((cell) => !cell.textContent).length === 1"""


def digits_on(page: Any, run: int) -> str:
    cells = page.locator(f"[data-run='{run}'] [data-pane=board] [data-cell]")
    return "".join(text or "." for text in cells.all_text_contents())


def test_own_solver_is_played_step_by_step(open_run: OpenRun) -> None:
    page = open_run(RECURSIVE, address="&step=1")
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-status]")).to_contain_text("It gave True.")
    lines = RECURSIVE.split("\n")
    written = lines.index("            board[i][j] = n") + 1
    lit = page.locator("[data-run='0'] [aria-current=step]")
    expect(lit).to_have_attribute("data-line", str(written))
    expect(page.locator("[data-run='0'] .call-text").first).to_have_text("solve(board)")
    expect(page.locator("[data-words]")).to_contain_text("4 in r1c1")
    page.locator("[data-viewer]").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-run='0'] .run-board")).to_have_attribute("data-end", "solved")
    totals = trace_run("tutoriel", Board.from_line(grids.FIGURE_1)).totals
    counters = page.locator("[data-run='0'] .counters b")
    expect(counters.nth(0)).to_have_text(str(totals.placements))
    expect(counters.nth(1)).to_have_text(str(totals.returns))
    solved = digits_on(page, 0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-run='0'] .run-board")).not_to_have_attribute("data-end", "solved")
    page.wait_for_function(ONE_EMPTY_CELL)
    assert solved.count(".") == 0
    assert page.said == []


def test_wrong_solver_is_led_to_where_it_parts(open_run: OpenRun) -> None:
    page = open_run(NEVER_EMPTIES)
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-divergence-text]")).to_contain_text("The runs differ from placement")
    page.get_by_role("button", name="Go there").click()
    page.wait_for_function("() => Number(document.getElementById('viewer-slider').value) > 0")
    page.wait_for_function(f"() => !({SAME_BOARDS})()")


def test_on_a_phone_what_the_other_does_stays_in_sight_where_they_part(open_run: OpenRun) -> None:
    page = open_run(NEVER_EMPTIES)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("[data-viewer].ready")
    page.get_by_role("button", name="Go there").click()
    page.locator("[data-run='0'] .run-board").scroll_into_view_if_needed()
    page.mouse.wheel(0, 300)
    expect(page.locator("[data-divergence-text]")).to_be_in_viewport()


def test_runs_side_by_side_keep_step(open_run: OpenRun) -> None:
    page = open_run(RECURSIVE, address="&step=100")
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-divergence-text]")).to_contain_text("The runs are identical: 167 placements")
    expect(page.locator("[data-divergence-go]")).to_be_hidden()
    page.wait_for_function(SAME_BOARDS)


def test_counts_of_several_grids_become_a_table_and_a_chart(open_run: OpenRun) -> None:
    page = open_run(RECURSIVE)
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-chart]")).to_be_hidden()
    page.get_by_role("button", name="Count mine").click()
    expect(page.locator("[data-mine]").nth(0)).to_have_text("759")
    expect(page.locator("[data-mine]").nth(4)).to_have_text("—")
    expect(page.locator("[data-chart] svg.chart-picture")).to_be_visible()
    expect(page.locator("[data-chart] .own-mine")).to_have_count(5)


def test_run_that_is_stopped_is_shown_as_far_as_it_came(open_run: OpenRun) -> None:
    page = open_run(RECURSIVE, reason="too_slow")
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-status]")).to_contain_text("was stopped")
    expect(page.locator("[data-divergence-text]")).to_contain_text("as far as both are followed")


def test_program_that_breaks_off_names_its_line(open_run: OpenRun) -> None:
    source = RECURSIVE.replace("board[i][j] = 0", "board[i][j + 90] = 0")
    page = open_run(source)
    page.wait_for_selector("[data-viewer].ready")
    line = source.split("\n").index("            board[i][j + 90] = 0") + 1
    expect(page.locator("[data-status]")).to_contain_text(f"stopped on line {line}: IndexError")


def test_without_a_program_the_page_leads_to_where_it_is_written(
    page_of: Callable[..., Any], student: User
) -> None:
    page = page_of(student, language="en")
    page.goto("/course/tutoriel/exercises/watch/")
    expect(page.locator("[data-status]")).to_have_text(
        "You have not written a program for this worksheet yet."
    )
    for part in ("[data-viewer]", "[data-counts]"):
        expect(page.locator(part)).to_be_hidden()
    page.get_by_role("link", name="Write the functions yourself").click()
    page.wait_for_url("**/course/tutoriel/exercises/")


def test_text_that_cannot_be_read_names_its_line(open_run: OpenRun) -> None:
    page = open_run("def solve(board:\n    return True\n")
    expect(page.locator("[data-status]")).to_contain_text("Line 1 cannot be read")
    expect(page.locator("[data-viewer].ready")).to_have_count(0)


def test_text_of_the_student_is_shown_as_text(open_run: OpenRun) -> None:
    page = open_run(RECURSIVE + "# <img src=x onerror=alert(1)>\n")
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-run='0'] .code-comment").last).to_have_text("# <img src=x onerror=alert(1)>")
    assert page.locator("[data-run='0'] .code img").count() == 0


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_page_is_accessible_and_fits(open_run: OpenRun, size: tuple[int, int]) -> None:
    page = open_run(NEVER_EMPTIES, size=size, language="fr")
    page.wait_for_selector("[data-viewer].ready")
    assert found_on(page) + width_of(page) == []


def test_on_a_phone_ones_own_board_is_seen_whole_above_the_controls(open_run: OpenRun) -> None:
    page = open_run(NEVER_EMPTIES, size=(390, 844), language="fr", is_mobile=True, has_touch=True)
    page.wait_for_selector("[data-viewer].ready")
    come_to_rest(page)
    board = page.locator("[data-run='0'] .run-board").bounding_box()
    controls = page.locator(".viewer-controls").bounding_box()
    assert board
    assert controls
    assert board["y"] + board["height"] <= min(844, controls["y"])
    page.locator(".viewer-more > summary").click()
    expect(page.locator("[data-projector]")).to_be_visible()
    expect(page.locator(".viewer-keys")).to_be_hidden()


def test_on_a_desktop_the_text_begins_in_sight_under_its_board(open_run: OpenRun) -> None:
    page = open_run(NEVER_EMPTIES)
    page.wait_for_selector("[data-viewer].ready")
    come_to_rest(page)
    for run in (0, 1):
        board = page.locator(f"[data-run='{run}'] .run-board").bounding_box()
        source = page.locator(f"[data-run='{run}'] .run-source").bounding_box()
        assert board
        assert source
        assert board["y"] + board["height"] <= source["y"] < 800


@pytest.mark.parametrize(
    ("source", "worksheet", "beside"),
    [
        (RECURSIVE, "tutoriel", "tutoriel"),
        (COPYING, "tutoriel", "tutoriel"),
        (ITERATIVE, "td_iteratif", "td_iteratif"),
        (EVERY_SOLUTION, "n_valide", "n_valide"),
        (FLAT_CLASS, "projet_insa", "tutoriel"),
    ],
)
def test_program_runs_in_the_browser_and_is_played(
    open_real: OpenRun, source: str, worksheet: str, beside: str
) -> None:
    page = open_real(source, worksheet, grids.FIGURE_1)
    page.wait_for_selector("[data-viewer].ready", timeout=60_000)
    placements = trace_run(beside, Board.from_line(grids.FIGURE_1)).totals.placements
    expect(page.locator("[data-divergence-text]")).to_contain_text("The runs are identical")
    expect(page.locator("[data-divergence-text]")).to_contain_text(f"{placements:,} placements")
    assert page.said == []


def test_right_solver_of_another_manner_never_parts(page: Any) -> None:
    found = part(page, RECURSIVE, "tutoriel", "mini_projet", grids.TUTORIEL)
    assert (found["kind"], found["count"], found["isTogether"]) == ("same", 4208, True)


def test_digits_written_before_they_are_tested_are_no_placements(page: Any) -> None:
    found = part(page, ITERATIVE, "td_iteratif", "td_iteratif", grids.FIGURE_1)
    assert (found["kind"], found["count"]) == ("same", 167)


def test_long_run_is_played_to_its_end_over_what_is_left_out(
    open_run: OpenRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"HEAD_EVENTS": 400, "PIECE": 100, "TAIL_PIECES": 5}.items():
        monkeypatch.setattr(event_stream, name, value)
    page = open_run(RECURSIVE, grid=grids.TUTORIEL)
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-status]")).to_contain_text("The first 400 steps and the last")
    page.locator("[data-viewer]").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-run='0'] .run-board")).to_have_attribute("data-end", "solved")
    totals = trace_run("tutoriel", Board.from_line(grids.TUTORIEL)).totals
    counters = page.locator("[data-run='0'] .counters b")
    expect(counters.nth(0)).to_have_text(f"{totals.placements:,}")
    expect(counters.nth(1)).to_have_text(f"{totals.returns:,}")
    page.wait_for_function(SAME_BOARDS)
    # Back through what is kept of the end, over the rest, into what is kept of the start.
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-run='0'] .call-text").first).to_have_text("solve(board)")
    tail = page.evaluate("document.querySelector('[data-hole]').getAttribute('width')")
    assert float(tail) > 0
    page.keyboard.press("Home")
    expect(page.locator("[data-count]")).to_contain_text("Step 0")
    assert page.said == []


def test_cells_are_named_as_the_worksheet_counts_them(open_run: OpenRun) -> None:
    page = open_run(NEVER_EMPTIES)
    page.wait_for_selector("[data-viewer].ready")
    expect(page.locator("[data-divergence-text]")).not_to_be_empty()
    text = page.locator("[data-divergence-text]").inner_text()
    named = re.findall(r"board\[(\d)\]\[(\d)\] \(r(\d)c(\d)\)", text)
    assert named
    assert all((int(i) + 1, int(j) + 1) == (int(row), int(column)) for i, j, row, column in named)


def test_cell_that_is_not_emptied_is_named(page: Any) -> None:
    found = part(page, NEVER_EMPTIES, "tutoriel", "tutoriel", grids.FIGURE_1)
    assert found["kind"] in ("filled", "cell", "ended")
    assert found["step"] > 0


def test_a_digit_already_in_its_box_is_named(page: Any) -> None:
    found = part(page, FORGETS_BOX, "tutoriel", "tutoriel", grids.FIGURE_1)
    assert found["kind"] == "conflict"
    assert found["count"] == 0 or found["step"] > 0


def test_messages_of_another_shape_are_refused(page: Any) -> None:
    names = page.evaluate(
        """async () => {
          const { Recording } = await import("/static/js/course/own_trace.js");
          const given = [
            { events: "x", frames: "" },
            { events: 5, frames: "" },
            { events: "\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000", frames: "" },
            { events: "\\u000b\\u00ff\\u0001\\u0000\\u0000\\u0000", frames: "" },
            { events: "\\u000b\\u0001\\u0001\\u0000\\u0001\\u0000", frames: "" },
          ];
          return given.map((message) => {
            try {
              const recording = new Recording(".".repeat(81));
              recording.begin({ functions: [{ name: "solve", parameters: [] }], solver: "solve" });
              recording.add(message);
              recording.trace();
              return "taken";
            } catch (error) {
              return error.constructor.name;
            }
          });
        }"""
    )
    assert names == ["TraceFormatError"] * 5
