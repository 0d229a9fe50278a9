"""Predicting what a solver does next in a real browser: right, wrong, a round, and a server that is away."""

import base64
import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.course.models import Prediction, PredictionRound
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, Trace, mark, next_question, trace_run, trace_to_bytes
from puzzles.library.models import Puzzle
from tests.lengths import IS_LONG

from .looking import come_to_rest, found_on

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Page]
Eventually = Callable[..., None]

# The questions of a trace, and what the browser holds of some predictions at each.
ASK = """async ({ bytes, predictions }) => {
  const { openTrace } = await import("/static/js/trace.js");
  const { isRight, nextQuestion } = await import("/static/js/prediction_events.js");
  const trace = openTrace(Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)).buffer);
  const questions = [];
  for (let at = nextQuestion(trace, 0); at >= 0; at = nextQuestion(trace, at + 1)) questions.push(at);
  const marks = questions.map((at) =>
    predictions.map(([cell, digit]) => isRight(trace.event(at), { cell, digit })));
  return { questions, marks };
}"""


@pytest.fixture
def run(puzzle: Puzzle) -> Trace:
    """The run that is watched: 1 in r1c3, 2 in r1c4, 4, 8, 9 in r1c8, then twice back."""
    return trace_run("tutoriel", Board.from_line(puzzle.givens))


@pytest.fixture
def open_run(page_of: PageOf, student: User, puzzle: Puzzle) -> Callable[..., Page]:
    """`open_run(algorithm, step=)`: the page of a run in English, where each event is asked for."""

    def open_page(algorithm: str = "tutoriel", step: int = 0, **options: Any) -> Page:
        User.objects.update(language=User.Language.ENGLISH)
        page = page_of(student, reduced_motion="reduce", **options)
        page.goto(f"/algorithms/{algorithm}/?grid={puzzle.givens}&step={step}&predict=1")
        page.locator("#predict-every").select_option("1")
        expect_phase(page, "asking")
        return page

    return open_page


def expect_phase(page: Page, phase: str) -> None:
    expect(page.locator("[data-predict]")).to_have_attribute("data-phase", phase)


def expect_said(page: Page, sentence: str, reason: str) -> None:
    expect(page.locator("[data-predict-sentence]")).to_have_text(sentence)
    expect(page.locator("[data-predict-why]")).to_have_text(reason)


def questions(trace: Trace) -> Iterator[int]:
    number = next_question(trace, 0)
    while number is not None:
        yield number
        number = next_question(trace, number + 1)


def stored() -> list[tuple[int, int | None, int | None, bool]]:
    return list(Prediction.objects.order_by("event").values_list("event", "cell", "digit", "is_right"))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_browser_and_server_ask_and_mark_the_same(algorithm: str, scripts_page: Page, puzzle: Puzzle) -> None:
    trace = trace_run(algorithm, Board.from_line(puzzle.givens))
    cells, digits = ((2, 3, 5, 40, 80), (1, 4, 5, 9)) if IS_LONG else ((2, 3, 80), (1, 4))
    predictions = [(None, None), *((cell, digit) for cell in cells for digit in digits)]
    sent = base64.b64encode(trace_to_bytes(trace)).decode()
    found = scripts_page.evaluate(ASK, {"bytes": sent, "predictions": predictions})
    asked = list(questions(trace))
    assert found["questions"] == asked
    assert found["marks"] == [
        [mark(trace, number, cell=cell, digit=digit) for cell, digit in predictions] for number in asked
    ]


def test_a_right_and_a_wrong_prediction_are_shown_with_their_reason(
    open_run: Callable[..., Page], eventually: Eventually
) -> None:
    page = open_run()
    page.locator("[data-cell='2']").click()
    page.keyboard.press("1")
    expect_said(page, "Right: 1 in r1c3.", "Tried in r1c3: 1 yes.")
    expect(page.locator("[data-cell='2']")).to_have_text("1")
    page.keyboard.press("n")
    expect_phase(page, "asking")
    page.locator("[data-cell='3']").click()
    page.get_by_role("group", name="The digit").get_by_text("4").click()
    expect_said(page, "No: 2 in r1c4. You said: 4 in r1c4.", "Tried in r1c4: 1 no (row 1), 2 yes.")
    expect(page.locator("[data-predict-score]")).to_have_text("1 of 2 right · 0 in a row")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="The digit").get_by_text("1")).to_be_focused()
    eventually(lambda: stored() == [(0, 2, 1, True), (1, 3, 4, False)])


def test_going_back_is_predicted_by_its_button_and_by_its_key(
    open_run: Callable[..., Page], eventually: Eventually
) -> None:
    page = open_run(step=5)
    page.keyboard.press("r")
    expect(page.locator("[data-predict-sentence]")).to_have_text("Right: it goes back.")
    expect(page.locator("[data-predict-why]")).to_have_text(
        re.compile(r"^Tried in r1c9: 1 no \(row 1\), .* 9 no \(row 1\)\. No digit is left for r1c9\.$")
    )
    page.get_by_role("button", name="Next question").click()
    page.get_by_role("button", name="It goes back").click()
    expect_said(page, "Right: it goes back.", "In r1c8, 9 has been tried: no digit is left.")
    eventually(lambda: stored() == [(5, None, None, True), (6, None, None, True)])


def test_the_keyboard_alone_is_enough_and_sees_nothing_before_its_time(open_run: Callable[..., Page]) -> None:
    page = open_run(step=1)
    page.keyboard.press("2")
    expect(page.locator("[data-predict-cell]")).to_have_text("Choose a cell on the grid first.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator(".run-tests")).to_contain_text("Shown after your prediction.")
    expect(page.locator("[data-cell='3']")).to_have_text("")
    page.locator("[data-cell='0']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "2"):
        page.keyboard.press(key)
    expect(page.locator("[data-predict-sentence]")).to_have_text("Right: 2 in r1c4.")
    assert found_on(page) == []


def test_a_round_has_ten_questions_and_is_stored_whole(
    open_run: Callable[..., Page], run: Trace, student: User, eventually: Eventually
) -> None:
    page = open_run()
    asked = list(questions(run))[:10]
    for number in asked:
        expect(page.locator("[data-predict-count]")).to_have_text(f"Question {asked.index(number) + 1} of 10")
        expect_phase(page, "asking")
        event = run.event(number)
        if mark(run, number, cell=None, digit=None):
            page.keyboard.press("r")
        else:
            page.locator(f"[data-cell='{event.cell}']").click()
            page.keyboard.press(str(event.digit if number else 9))
        page.keyboard.press("n")
    expect_said(
        page,
        "9 of 10 predictions were right; the longest streak was 9.",
        "Your history keeps this round.",
    )
    eventually(lambda: Prediction.objects.count() == 10)
    kept = PredictionRound.objects.get()
    assert (kept.player, kept.algorithm, kept.grid, kept.asked, kept.right) == (
        student,
        "tutoriel",
        run.puzzle,
        10,
        9,
    )
    page.get_by_role("button", name="Another round").click()
    expect(page.locator("[data-predict-count]")).to_have_text("Question 1 of 10")
    page.keyboard.press("r")
    eventually(lambda: sorted(PredictionRound.objects.values_list("asked", flat=True)) == [1, 10])


def test_an_answer_that_the_server_refuses_is_shown_and_sent_again(
    open_run: Callable[..., Page], intercept: Callable[..., None], eventually: Eventually
) -> None:
    page = open_run()
    is_away = [True]

    def answer(route: Route) -> None:
        if is_away[0]:
            route.abort()
        else:
            route.continue_()

    intercept(page, "**/predictions/", answer)
    page.keyboard.press("r")
    alert = page.locator("[data-predict-alert]")
    expect(alert).to_contain_text("1 answer is not saved yet.")
    page.keyboard.press("n")
    page.keyboard.press("r")
    expect(alert).to_contain_text("2 answers are not saved yet.")
    assert stored() == []
    is_away[0] = False
    expect(alert).to_be_empty()
    eventually(lambda: [event for event, *_ in stored()] == [0, 1])


def test_on_a_phone_the_whole_board_and_the_keys_of_a_question_are_in_sight(
    open_run: Callable[..., Page],
) -> None:
    page = open_run()
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("[data-pane=board]").evaluate("(board) => board.scrollIntoView()")
    page.locator("[data-cell='80']").click()
    for part in ("[data-cell='0']", ".predict-keys", "[data-predict-back]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_table_is_not_wider_than_a_phone(page_of: PageOf, student: User, puzzle: Puzzle) -> None:
    page = page_of(student)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"/algorithms/n_valide/table/?grid={puzzle.givens}")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_table_to_print_begins_at_the_step_that_is_shown(open_run: Callable[..., Page]) -> None:
    page = open_run(step=100)
    expect(page.get_by_role("link", name="Trace table")).to_be_hidden()
    more = page.locator(".viewer-more > summary")
    more.click()
    expect(page.get_by_role("link", name="Trace table")).to_be_hidden()
    page.get_by_role("button", name="Predict the next step").click()
    more.click()
    link = page.get_by_role("link", name="Trace table")
    expect(link).to_have_attribute("href", re.compile("&start=100$"))
    link.click()
    expect(page.locator(".trace-table tbody th").first).to_have_text("101")
    expect(page.get_by_role("button", name="Print")).to_be_visible()


def test_the_table_and_its_answers_print_on_two_pages_without_what_surrounds_them(
    page_of: PageOf, student: User, puzzle: Puzzle
) -> None:
    page = page_of(student)
    page.goto(f"/algorithms/td_iteratif/table/?grid={puzzle.givens}&answers=1")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 2
    page.emulate_media(media="print")
    for hidden in (".site-header", ".table-form", ".site-footer"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".blank")).to_have_count(28)


# Nothing is seen in advance

# All that the page says in text: what is shown, what is read aloud, and what a pointer is told.
TEXTS = """() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll("main *")].filter(shown);
  const names = ["aria-label", "aria-valuetext", "aria-description", "title", "alt"];
  const attributes = all.flatMap((element) => names.map((name) => element.getAttribute(name) ?? ""));
  return [document.querySelector("main").innerText, ...attributes].join("\\n");
}"""
CHIPS = "document.querySelectorAll('.run:not([hidden]) .trials:not([hidden]) :is(.good, .refused)').length"
# The states that the visible runs show.
STATES = """() => window.runs
  .filter(({ element }) => element.querySelector("[data-cell]").checkVisibility())
  .map(({ number }) => number)"""
KEEP_RUNS = "addEventListener('viewer-ready', (event) => (window.runs = event.detail.runs))"

# The course's fourth grid with only these cells of its solution left empty: a run of a few dozen steps.
FEW_EMPTY = (2, 3, 5, 6, 7, 8, 10, 11, 15, 16, 17, 18, 22, 23, 25, 40, 64)


@pytest.fixture
def short_line(puzzle: Puzzle) -> str:
    solution = puzzle.solution or ""
    return "".join("." if cell in FEW_EMPTY else digit for cell, digit in enumerate(solution))


def name_of(cell: int) -> str:
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def expect_untold(page: Page, trace: Trace, question: int) -> None:
    """See that no pane knows what event `question` will be, nor anything after it."""
    # A state is drawn in the next frame.
    come_to_rest(page)
    states = page.evaluate(STATES)
    assert len(states) == 1
    assert states[0] <= question
    assert page.evaluate(CHIPS) == 0 or states[0] < question
    event = trace.event(question)
    if 0 <= event.cell < 81 and event.digit and not mark(trace, question, cell=None, digit=None):
        before = page.locator(f".run:not([hidden]) [data-cell='{event.cell}']").inner_text()
        assert before != str(event.digit)
        if (event.cell, event.digit) in placed_before(trace, question):
            return
        texts = page.evaluate(TEXTS)
        assert not re.search(rf"\b{event.digit} in {name_of(event.cell)}\b", texts)
    curve = page.locator(".viewer-track")
    assert curve.evaluate("(curve) => getComputedStyle(curve).visibility") == "hidden"


def placed_before(trace: Trace, question: int) -> list[tuple[int, int]]:
    """What an earlier event has placed: that may still be told."""
    return [(event.cell, event.digit) for number, event in trace.events() if number < question]


def answer_rightly(page: Page, trace: Trace, question: int) -> None:
    event = trace.event(question)
    if mark(trace, question, cell=None, digit=None):
        page.keyboard.press("r")
        return
    page.locator(f".run:not([hidden]) [data-cell='{event.cell}']").click()
    page.keyboard.press(str(event.digit))


@pytest.mark.parametrize("pace", ["1", "3", "10"])
@pytest.mark.parametrize(
    ("algorithm", "beside"), [*((name, "") for name in ALGORITHMS), ("td_iteratif", "tutoriel")]
)
def test_a_whole_run_is_predicted_and_no_pane_knows_an_answer_before(
    algorithm: str, beside: str, pace: str, page_of: PageOf, student: User, short_line: str
) -> None:
    if pace != "1" and not IS_LONG and algorithm not in ("tutoriel", "propagation"):
        pytest.skip("each solver is asked at each pace in the long form")
    User.objects.update(language=User.Language.ENGLISH)
    trace = trace_run(algorithm, Board.from_line(short_line))
    page = page_of(student, reduced_motion="reduce")
    page.add_init_script(KEEP_RUNS)
    page.goto(f"/algorithms/{algorithm}/?grid={short_line}&with={beside}&predict=1")
    page.locator("details.run-events summary").first.click()
    expect_phase(page, "asking")
    page.locator("#predict-every").select_option(pace)
    asked, left = [], list(questions(trace))
    while left:
        expect_phase(page, "asking")
        question = page.evaluate("window.runs[0].limit")
        assert question in left
        asked.append(question)
        left = [each for each in left if each > question]
        for key in ("End", "b", "."):
            page.keyboard.press(key)
            expect_untold(page, trace, question)
        answer_rightly(page, trace, question)
        expect(page.locator("[data-predict-sentence]")).to_have_attribute("data-verdict", "right")
        for key in ("End", "."):
            if left:
                expect_untold(page, trace, left[0])
            page.keyboard.press(key)
        page.keyboard.press("n")
        if len(left) < int(pace):
            break
        if len(asked) % 10 == 0:
            # Between two rounds everything is shown, and what is shown is asked no more.
            expect_phase(page, "over")
            left = [each for each in left if each > page.evaluate("window.runs[0].seen")]
            page.keyboard.press("n")
    expect_phase(page, "over")


def test_an_event_already_shown_is_no_question(page_of: PageOf, student: User, puzzle: Puzzle) -> None:
    User.objects.update(language=User.Language.ENGLISH)
    page = page_of(student, reduced_motion="reduce")
    page.add_init_script(KEEP_RUNS)
    page.goto(f"/algorithms/tutoriel/?grid={puzzle.givens}")
    page.get_by_role("button", name="Predict the next step").click()
    expect_phase(page, "asking")
    # The tests before the first step were told.
    assert page.evaluate("window.runs[0].limit") == 1
    page.get_by_role("button", name="Predict the next step").click()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Predict the next step").click()
    expect(page.locator("[data-predict-sentence]")).to_contain_text("You have already seen this run")


# Assigned


@pytest.fixture
def assigned(student: User, assignment_of: Callable[..., Assignment]) -> Assignment:
    """Four predictions of the tutorial's run on the fixture `puzzle`, begun."""
    given = assignment_of(algorithm="tutoriel", predictions=4, name="Read the code")
    begin(student=student, assignment_id=given.pk)
    return given


def test_an_assigned_run_asks_at_once_and_its_page_holds_nothing_behind_the_question(
    page_of: PageOf, student: User, assigned: Assignment, run: Trace, eventually: Eventually
) -> None:
    User.objects.update(language=User.Language.ENGLISH)
    page = page_of(student, reduced_motion="reduce")
    page.add_init_script(KEEP_RUNS)
    traces: list[bytes] = []
    page.on("response", lambda got: traces.append(got.body()) if got.url.endswith("/trace/") else None)
    page.goto(f"/given/{assigned.pk}/")
    page.get_by_role("button", name="Start grid 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Read the code: run 1")
    for absent in ("Predict the next step", "Trace table", "Link to this step", "Grid, algorithm"):
        expect(page.get_by_text(absent)).to_have_count(0)
    asked = list(questions(run))[2::3][:4]
    for number, question in enumerate(asked):
        expect_phase(page, "asking")
        expect(page.locator("[data-predict-count]")).to_have_text(f"Question {number + 1} of 4")
        for key in ("End", "b", "."):
            page.keyboard.press(key)
            expect_untold(page, run, question)
        assert page.evaluate("window.runs[0].trace.length") == question
        assert page.evaluate("window.runs[0].trace.planes.codes.length") == question
        if number == 1:
            # What is reloaded goes on where it was.
            page.reload()
            expect_phase(page, "asking")
        answer_rightly(page, run, question)
        expect_phase(page, "answered")
        expect(page.locator("[data-predict-sentence]")).to_have_attribute("data-verdict", "right")
        if number < 3:
            expect_untold(page, run, asked[number + 1])
        page.keyboard.press("n")
    expect(page.locator("[data-predict-sentence]")).to_have_text("4 of 4 predictions were right.")
    assert max(len(gzip.compress(trace)) for trace in traces) < len(trace_to_bytes(run))
    page.get_by_role("button", name="Back to the assignment").click()
    expect(page.get_by_text("4 of 4 predictions, 4 right")).to_be_visible()
    assert PredictionRound.objects.get().is_finished
