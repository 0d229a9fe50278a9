"""The pictures beside the board of the viewer agree with the engine's trace."""

import base64
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, Event, Operation, Trace, trace_run, trace_to_bytes
from puzzles.engine.runs.events import USEFUL_WRITES

pytestmark = pytest.mark.django_db(transaction=True)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# The same with a digit that fits and is wrong.
UNSOLVABLE = EASY.replace("53.", "531", 1)
# No solution; even with propagation it costs millions of events to know.
ENDLESS = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."

KEEP_RUNS = "addEventListener('viewer-ready', (event) => (window.runs = event.detail.runs))"
SHOW = "(number) => { runs[0].show(number); runs[0].draw(); }"
CALLS = """() => [...document.querySelectorAll('.calls > .call:not(.none, .closed)')].map((row) =>
  ['level', 'text', 'value'].map((part) => row.querySelector(`.call-${part}`).textContent))"""

# Draw a pane anew beside the old one, which has seen many other states: the same picture comes out.
DRAWN_ANEW = """async ([name, numbers]) => {
  const old = document.querySelector(`[data-pane="${name}"]`);
  for (const number of numbers) { runs[0].show(number); runs[0].draw(); }
  const place = document.createElement("div");
  old.after(place);
  const { create } = await import(`/static/js/panes/${name}.js`);
  create(place, runs[0]).show(runs[0].cursor);
  const pictures = [old, place].map((each) => each.querySelector("canvas").toDataURL());
  place.remove();
  return pictures;
}"""

BRANCHES = """async ([data, numbers]) => {
  const { openTrace } = await import("/static/js/trace.js");
  const { searchTree } = await import("/static/js/panes/search_tree.js");
  const trace = openTrace(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)).buffer);
  const cursor = trace.cursor();
  return numbers.map((number) => {
    cursor.seek(number);
    return searchTree(trace).branch(cursor).map(({ cell, digit, options }) =>
      [cell, digit, options.map(({ digit, state, size }) => [digit, state, size])]);
  });
}"""

Open = Callable[..., Page]


@pytest.fixture
def open_run(page_of: Callable[..., Any], teacher: User) -> Open:
    """`open_run(algorithm, grid)`: the viewer with this run, all panes drawn; `runs` stands in the page."""

    def open_page(algorithm: str, grid: str) -> Page:
        User.objects.update(language="en")
        page: Page = page_of(teacher)
        page.add_init_script(KEEP_RUNS)
        page.goto(f"/algorithms/{algorithm}/?grid={grid}")
        page.wait_for_selector("[data-viewer].ready")
        return page

    return open_page


def run_of(algorithm: str, grid: str) -> Trace:
    return trace_run(algorithm, Board.from_line(grid))


def numbers_of(trace: Trace) -> list[int]:
    """States from all over a run, forward and backward, and the last; always one after a return."""
    far = [trace.length * part // 7 for part in (1, 5, 3, 6, 2)]
    back = next((n + 1 for n in range(far[1], trace.length) if is_return(trace.event(n))), 1)
    return [0, 1, 2, *far, back, back + 1, trace.length - 1, trace.length]


def is_return(event: Event) -> bool:
    return event.operation == Operation.RETURN


# The call stack


def tried(trace: Trace, number: int, level: int, cells: list[int]) -> str:
    """The digit that the call of a level tries, as the pane writes it."""
    name = {"tutoriel": "num", "n_valide": "n", "mini_projet": "k"}[trace.algorithm]
    state = trace.state(number)
    cell = cells[level - 1]
    is_top = level == trace.depth(number)
    if cell == 81:
        return {"tutoriel": "→ True", "n_valide": "print", "mini_projet": "→ True"}[trace.algorithm]
    if is_top and state.last.operation == Operation.OVER:
        return "return" if trace.algorithm == "n_valide" else "→ False"
    if trace.puzzle[cell] != ".":
        return trace.puzzle[cell]
    digit = state.last.digit if is_top and is_return(state.last) else state.digits[cell]
    return f"{name} = {digit}" if digit else ""


@pytest.mark.parametrize(("size", "newest"), [((1440, 900), 6), ((1366, 650), 4), ((390, 844), 6)])
@pytest.mark.parametrize("algorithm", ["tutoriel", "n_valide", "mini_projet"])
def test_the_stack_has_the_open_calls_with_their_cells_and_digits(
    open_run: Open, algorithm: str, size: tuple[int, int], newest: int
) -> None:
    trace = run_of(algorithm, EASY)
    page = open_run(algorithm, EASY)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    passes_givens = algorithm == "mini_projet"
    cells = [cell for cell, sign in enumerate(EASY) if sign == "." or passes_givens] + [81]
    for number in numbers_of(trace):
        page.evaluate(SHOW, number)
        depth = trace.depth(number)
        levels = [*range(depth, max(depth - newest, 0), -1), *([1] if depth > newest else [])]
        calls = page.evaluate(CALLS)
        assert [int(level) for level, _, _ in calls] == levels
        assert [value for _, _, value in calls] == [tried(trace, number, each, cells) for each in levels]
        if passes_givens:
            places = [divmod(cells[level - 1], 9) for level in levels]
            assert [text for _, text, _ in calls] == [f"resoudre(S, {i}, {j})" for i, j in places]
        has_closed = page.locator(".call.closed").count() == 1
        assert has_closed == is_return(trace.state(number).last)


def test_a_stack_of_82_calls_is_eight_rows_and_a_line_of_digits(open_run: Open) -> None:
    trace = run_of("mini_projet", EASY)
    page = open_run("mini_projet", EASY)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(SHOW, trace.length)
    assert page.locator(".calls > li").count() == 9
    assert page.locator(".calls-digits").inner_text() == "".join(map(str, trace.final.digits[75:0:-1]))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


# The strip


def test_the_strip_shows_line_direction_and_locks(open_run: Open) -> None:
    trace = run_of("td_iteratif", EASY)
    page = open_run("td_iteratif", EASY)
    assert page.locator(".strip-locks").inner_text() == "Protected cells: 30"
    retreats = [n + 1 for n, event in trace.events() if event.operation == Operation.RETREAT]
    for number in [*numbers_of(trace), retreats[0], retreats[-1]]:
        page.evaluate(SHOW, number)
        last = trace.state(number).last
        i, j = divmod(last.cell, 9)
        assert page.locator(".strip-place").inner_text() == f"i, j = {i}, {j}"
        way = "goes back" if last.operation == Operation.RETREAT else "goes forward"
        assert page.locator(".strip-sense").inner_text() == f"sens = {way == 'goes forward'}"
        assert page.locator(".strip-direction").inner_text() == way


def test_a_run_that_fails_leaves_the_strip_before_its_first_cell(open_run: Open) -> None:
    trace = run_of("td_iteratif", UNSOLVABLE)
    page = open_run("td_iteratif", UNSOLVABLE)
    page.evaluate(SHOW, trace.length)
    assert not trace.is_solved
    assert page.locator(".strip-place").inner_text() == "i, j = -1, 8"
    assert page.locator(".strip-sense").inner_text() == "sens = False"


# The layers of M


def test_the_layers_count_what_m_forbids_and_separate_new_writes_from_repeated(open_run: Open) -> None:
    trace = run_of("projet_insa", EASY)
    page = open_run("projet_insa", EASY)
    for number in [*numbers_of(trace), *range(30, 36)]:
        page.evaluate(SHOW, number)
        state = trace.state(number)
        forbidden = sum(mask.bit_count() for mask in state.masks)
        assert page.locator(".layers-count").inner_text() == f"Forbidden: {forbidden} of 729"
        if Operation.WRITE_ROW <= state.last.operation <= Operation.WRITE_BOX_AGAIN:
            i, j = divmod(state.last.cell, 9)
            assert page.locator(".layers-write").inner_text() == f"M[{i}][{j}][{state.last.digit - 1}] = 1"
            worth = "new: 0 → 1" if state.last.operation in USEFUL_WRITES else "repeated: 1 → 1"
            assert page.locator(".layers-worth").inner_text() == worth


def test_the_layers_of_a_solved_grid_forbid_648(open_run: Open) -> None:
    page = open_run("projet_insa", EASY)
    page.evaluate(SHOW, run_of("projet_insa", EASY).length)
    assert page.locator(".layers-count").inner_text() == "Forbidden: 648 of 729"


def test_the_layers_name_the_call_that_writes(open_run: Open) -> None:
    trace = run_of("projet_insa", EASY)
    page = open_run("projet_insa", EASY)
    # The third given, r1c5, writes the events 48 to 71; then the first placement its own.
    placed = next(n for n, event in trace.events() if event.operation == Operation.PLACE)
    i, j = divmod(trace.event(placed).cell, 9)
    placement = f"interdire({i}, {j}, {trace.event(placed).digit})"
    for number, call in [(48, "interdire(0, 1, 3)"), (49, "interdire(0, 4, 7)"), (72, "interdire(0, 4, 7)")]:
        page.evaluate(SHOW, number)
        assert page.locator(".layers-call").inner_text() == call
    for number in (placed + 1, placed + 25):
        page.evaluate(SHOW, number)
        assert page.locator(".layers-call").inner_text() == placement


# Candidates and the search tree


def choices_after(events: Any, numbers: list[int]) -> list[list[list[int]]]:
    """The open choices in each of these states, from the events alone."""
    found: dict[int, list[list[int]]] = {}
    path: list[list[int]] = []
    wanted = set(numbers)
    for number, (code, cell) in enumerate(events):
        if number in wanted:
            found[number] = list(path)
        if code // 10 == Operation.CHOOSE:
            path.append([cell, code % 10])
        elif code // 10 == Operation.RETURN:
            path.pop()
        if len(found) == len(wanted):
            break
    return [found.get(number, path) for number in numbers]


def test_the_tree_has_the_open_choices_and_the_candidates_are_counted(open_run: Open) -> None:
    trace = run_of("propagation", HARD)
    page = open_run("propagation", HARD)
    numbers = numbers_of(trace)
    expected = choices_after(zip(trace.codes, trace.cells, strict=True), numbers)
    assert max(map(len, expected)) > 6
    for number, choices in zip(numbers, expected, strict=True):
        page.evaluate(SHOW, number)
        state = trace.state(number)
        path = ", ".join(f"r{cell // 9 + 1}c{cell % 9 + 1} = {digit}" for cell, digit in choices)
        assert page.locator(".search-tree > .visually-hidden").text_content() == path
        caption = page.locator(".search-tree > .pane-caption").inner_text()
        if choices:
            assert caption == f"Open choices: {len(choices)}. Dead ends: {state.counters.returns}."
        left = sum(mask.bit_count() for mask in state.masks)
        assert page.locator(".candidates-count").inner_text() == f"Candidates left: {left}"


def test_the_tree_is_known_where_the_events_before_are_not_kept(page_of: Callable[..., Any]) -> None:
    trace = trace_run("propagation", Board.from_line(ENDLESS), event_limit=230_000)
    gap = [keyframe.number for keyframe in trace.keyframes if trace.head < keyframe.number < trace.tail]
    numbers = [trace.tail + 999, 5, trace.head, *gap[:3], trace.tail, trace.head - 3000, trace.length]
    pieces = ALGORITHMS["propagation"].pieces(Board.from_line(ENDLESS))
    events = chain.from_iterable(zip(piece.codes, piece.cells, strict=True) for piece in pieces)
    branches = [
        [[cell, digit] for cell, digit, _ in branch if digit]
        for branch in branches_in(page_of(None), trace, numbers)
    ]
    assert branches == choices_after(events, numbers)


def test_the_tree_knows_what_led_nowhere_and_what_is_left_to_try(page_of: Callable[..., Any]) -> None:
    trace = run_of("propagation", HARD)
    # Dead ends under each open choice (and under none), as digits with the number of their choices.
    dead: list[list[tuple[int, int]]] = [[]]
    path: list[list[Any]] = []
    expected = {}
    for number, event in trace.events():
        if event.operation == Operation.CHOOSE:
            path.append([*event[1:], trace.state(number).masks[event.cell]])
            dead.append([])
        elif is_return(event):
            size = 1 + sum(size for _, size in dead.pop())
            dead[-1].append((event.digit, size))
            last = path.pop()
        if number % 1300 > 1295:
            rows = [*path, *([[last[0], 0, last[2]]] if dead[-1] else [])]
            expected[number + 1] = [
                [cell, digit, options_of(mask, digit, failed)]
                for (cell, digit, mask), failed in zip(rows, dead, strict=False)
            ]
    numbers = sorted(expected, key=lambda number: number % 7)
    branches = branches_in(page_of(None), trace, numbers)
    assert branches == [expected[number] for number in numbers]
    states = {state for branch in branches for row in branch for _, state, _ in row[2]}
    assert states == {"open", "dead", "untried"}


def branches_in(page: Page, trace: Trace, numbers: list[int]) -> Any:
    """The branches of the search tree that the browser finds in a trace."""
    page.goto("/accounts/login/")
    return page.evaluate(BRANCHES, [base64.b64encode(trace_to_bytes(trace)).decode(), numbers])


def options_of(mask: int, digit: int, failed: list[tuple[int, int]]) -> list[list[Any]]:
    """What became of each candidate of a choice."""
    sizes = dict(failed)
    states = {each: "dead" if each in sizes else "untried" for each in range(1, 10) if mask >> each - 1 & 1}
    if digit:
        states[digit] = "open"
    return [[each, state, sizes.get(each, 0)] for each, state in states.items()]


# Every picture


@pytest.mark.parametrize(
    ("algorithm", "grid", "panes"),
    [
        ("mini_projet", EASY, ["stack"]),
        ("td_iteratif", EASY, ["strip"]),
        ("projet_insa", EASY, ["layers"]),
        ("propagation", HARD, ["candidates", "tree"]),
    ],
)
def test_a_picture_is_the_same_from_wherever_one_comes(
    open_run: Open, algorithm: str, grid: str, panes: list[str]
) -> None:
    numbers = numbers_of(run_of(algorithm, grid))
    page = open_run(algorithm, grid)
    for pane in panes:
        seen = set()
        for last in (numbers[4], numbers[8], numbers[9], numbers[-1]):
            old, anew = page.evaluate(DRAWN_ANEW, [pane, [*numbers, last]])
            assert old == anew
            seen.add(old)
        assert len(seen) > 1


def test_a_picture_follows_the_theme(open_run: Open, eventually: Callable[..., None]) -> None:
    page = open_run("td_iteratif", EASY)
    picture = "document.querySelector('.strip canvas').toDataURL()"
    light = page.evaluate(picture)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    eventually(lambda: page.evaluate(picture) != light)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    eventually(lambda: page.evaluate(picture) == light)
