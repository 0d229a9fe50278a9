"""The page of an exercise in a real browser: editor, draft in every trouble, judging, and looks."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.course.models import ExerciseProgress, Program, ProgramCopy, Submission
from puzzles.play.services.closing import hand_in

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Any]
BLOC = "/course/mini_projet/exercises/bloc/"
LIGNE = "/course/mini_projet/exercises/ligne/"
LOOKS = {
    "a small phone in light": ({"width": 320, "height": 640}, "light"),
    "a desktop in dark": ({"width": 1366, "height": 650}, "dark"),
}
PAGES = [
    "/course/mini_projet/exercises/",
    BLOC,
    "/course/projet_insa/exercises/afficher_sudoku/",
    "/course/td_iteratif/exercises/remplissage/",
    "/course/mini_projet/exercises/questions/",
]
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('sudoku-program:')).length"


@pytest.fixture
def open_exercise(page_of: PageOf, student: User) -> Callable[..., Page]:
    """`open_exercise(address=, page=, **options)`: an exercise in a window, ready for keys."""

    def open_page(address: str = BLOC, *, page: Page | None = None, **options: Any) -> Page:
        User.objects.update(language="en")
        page = page or page_of(student, **options)
        page.goto(address)
        expect(page.locator("#exercise.ready")).to_be_attached()
        return page

    return open_page


def area(page: Page) -> Any:
    return page.locator("textarea.editor-text")


def write(page: Page, text: str) -> None:
    """Put a text in the place of all there is, as a person who pastes it."""
    area(page).fill(text)


def expect_saving(page: Page, words: str) -> None:
    expect(page.locator("[data-part=saving]")).to_have_text(words)


def stored() -> str:
    found = Program.objects.first()
    return found.text if found else ""


# The editor


def test_enter_and_tab_indent_as_python_is_written(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, "")
    page.keyboard.type("def f(x):\nif x:\nreturn 1\nelse")
    assert area(page).input_value() == "def f(x):\n    if x:\n        return 1\n    else"
    page.keyboard.press("Backspace")
    page.keyboard.type("e:\npass")
    assert area(page).input_value().endswith("\n    else:\n        pass")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    assert area(page).input_value().endswith("pass\n")
    page.keyboard.press("Tab")
    page.keyboard.type("x")
    assert area(page).input_value().endswith("pass\n    x")


def test_several_lines_move_and_are_commented_together_and_undo_takes_it_back(
    open_exercise: Callable[..., Page],
) -> None:
    page = open_exercise()
    write(page, "a = 1\nb = 2\nc = 3")
    area(page).evaluate("(node) => node.setSelectionRange(0, 9)")
    page.keyboard.press("Tab")
    assert area(page).input_value() == "    a = 1\n    b = 2\nc = 3"
    page.keyboard.press("Control+/")
    assert area(page).input_value() == "    # a = 1\n    # b = 2\nc = 3"
    page.keyboard.press("Control+/")
    page.keyboard.press("Shift+Tab")
    assert area(page).input_value() == "a = 1\nb = 2\nc = 3"
    for _time in range(4):
        page.keyboard.press("Control+z")
    assert area(page).input_value() == "a = 1\nb = 2\nc = 3"
    page.keyboard.press("Control+y")
    assert area(page).input_value() == "    a = 1\n    b = 2\nc = 3"


def test_a_keyboard_user_leaves_the_editor_by_escape_and_tab(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    area(page).focus()
    before = area(page).input_value()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(area(page)).not_to_be_focused()
    assert area(page).input_value() == before
    area(page).focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(area(page)).not_to_be_focused()
    area(page).focus()
    page.keyboard.press("Tab")
    expect(area(page)).to_be_focused()


def test_every_line_has_its_number_beside_it(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, "\n".join("abc"))
    numbers = page.locator("[data-numbers]")
    assert numbers.evaluate("(node) => node.textContent.trim()") == "1\n2\n3"
    write(page, "\n".join(["x = 1"] * 300))
    area(page).evaluate("(node) => { node.scrollTop = 2000; }")
    expect(numbers).to_have_css("translate", "0px -2000px")


def test_the_editor_opens_at_the_function_of_the_exercise(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise("/course/mini_projet/exercises/colonne/")
    line = "Math.round(node.scrollTop / parseFloat(getComputedStyle(node).lineHeight)) + 1"
    seen = area(page).evaluate(f"(node) => node.value.split('\\n')[{line}]")
    assert seen.startswith("def colonne(")


# The draft


def test_typed_code_is_saved_on_the_server_after_a_moment(
    open_exercise: Callable[..., Page], student: User
) -> None:
    page = open_exercise()
    expect_saving(page, "Saved")
    write(page, "mine = 1")
    expect_saving(page, "Saving…")
    expect_saving(page, "Saved")
    assert stored() == "mine = 1"
    assert ExerciseProgress.objects.get().exercise == "bloc"
    assert page.evaluate(KEPT) == 0
    assert open_exercise(LIGNE, page=page).locator("textarea.editor-text").input_value() == "mine = 1"


def test_offline_nothing_is_lost_and_it_is_said(
    open_exercise: Callable[..., Page], set_offline: Callable[..., None]
) -> None:
    page = open_exercise()
    set_offline(page, True)
    write(page, "typed in a tunnel")
    expect_saving(page, "Not saved yet: kept in this browser")
    expect(page.locator("[data-part=alert]")).to_contain_text("No connection.")
    assert page.evaluate(KEPT) == 1
    set_offline(page, False)
    expect_saving(page, "Saved")
    expect(page.locator("[data-part=alert]")).to_be_empty()
    assert stored() == "typed in a tunnel"


# No request for drafts arrives while this stands, not even the last one of a page that goes away.
CUT_OFF = """() => {
  const { fetch } = window;
  const isCut = (url) => localStorage.getItem("cut-off") && String(url).includes("/program/");
  window.fetch = (url, ...rest) => (isCut(url) ? Promise.reject() : fetch(url, ...rest));
}"""


def test_a_reload_before_anything_is_stored_shows_and_stores_it(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    page.add_init_script(f"({CUT_OFF})()")
    page.evaluate("localStorage.setItem('cut-off', '1')")
    page.reload()
    write(page, "before the reload")
    expect_saving(page, "Not saved yet: kept in this browser")
    page.reload()
    expect(area(page)).to_have_value("before the reload")
    expect_saving(page, "Not saved yet: kept in this browser")
    assert stored() == ""
    page.evaluate("localStorage.removeItem('cut-off')")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_saving(page, "Saved")
    assert stored() == "before the reload"
    assert page.evaluate(KEPT) == 0


def test_an_exercise_that_was_only_opened_counts_as_seen(
    open_exercise: Callable[..., Page], student: User, eventually: Callable[..., None]
) -> None:
    open_exercise().goto("/course/mini_projet/exercises/questions/")
    seen = ExerciseProgress.objects.filter(student=student, tries=0)
    eventually(lambda: {row.exercise for row in seen.all()} == {"bloc", "questions"})


def test_drafts_left_by_a_killed_page_are_sent_by_the_next_page(
    open_exercise: Callable[..., Page], intercept: Callable[..., None], eventually: Callable[..., None]
) -> None:
    page = open_exercise()
    intercept(page, "**/program/", lambda route: route.abort())
    write(page, "left behind")
    expect_saving(page, "Not saved yet: kept in this browser")
    other = page.context.new_page()
    page.close()
    other.goto("/help/")
    eventually(lambda: stored() == "left behind")
    eventually(lambda: other.evaluate(KEPT) == 0)


def test_a_lost_answer_is_no_conflict(
    open_exercise: Callable[..., Page], intercept: Callable[..., None]
) -> None:
    page = open_exercise()
    lost: list[int] = []

    def store_and_lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.fallback()

    intercept(page, "**/program/", store_and_lose)
    write(page, "stored, and nobody knows")
    expect_saving(page, "Not saved yet: kept in this browser")
    assert lost == [200]
    write(page, "stored, and then more")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_saving(page, "Saved")
    assert stored() == "stored, and then more"
    assert not ProgramCopy.objects.exists()


def test_a_page_where_nothing_was_typed_takes_the_text_of_the_other(
    open_exercise: Callable[..., Page],
) -> None:
    one = open_exercise()
    two = open_exercise(LIGNE, page=one.context.new_page())
    write(one, "of page one")
    expect(area(two)).to_have_value("of page one")
    write(two, "of page one, and two")
    expect(area(one)).to_have_value("of page one, and two")
    assert not ProgramCopy.objects.exists()


def two_texts(open_exercise: Callable[..., Page], set_offline: Callable[..., None]) -> tuple[Page, Page]:
    """Two devices of one student: one has typed without a connection what the other does not know."""
    one, two = open_exercise(), open_exercise()
    set_offline(two, True)
    write(two, "of device two")
    expect_saving(two, "Not saved yet: kept in this browser")
    write(one, "of device one")
    expect_saving(one, "Saved")
    set_offline(two, False)
    expect(two.locator("[data-part=conflict]")).to_be_visible()
    expect(two.locator("[data-part=their-text]")).to_have_text("of device one")
    expect_saving(two, "Two texts: choose one")
    return one, two


def test_two_texts_are_both_shown_and_the_one_that_is_kept_replaces_the_other(
    open_exercise: Callable[..., Page], set_offline: Callable[..., None]
) -> None:
    _one, two = two_texts(open_exercise, set_offline)
    assert stored() == "of device one"
    two.get_by_role("button", name="Keep this text").click()
    expect_saving(two, "Saved")
    expect(two.locator("[data-part=conflict]")).to_be_hidden()
    assert stored() == "of device two"
    assert [each.text for each in ProgramCopy.objects.all()] == ["of device one"]
    expect(two.locator("[data-part=aside-text]")).to_have_text("of device one")


def test_taking_the_other_text_sets_this_one_aside(
    open_exercise: Callable[..., Page], set_offline: Callable[..., None]
) -> None:
    _one, two = two_texts(open_exercise, set_offline)
    two.get_by_role("button", name="Use the other text").click()
    expect_saving(two, "Saved")
    expect(area(two)).to_have_value("of device one")
    assert stored() == "of device one"
    assert [each.text for each in ProgramCopy.objects.all()] == ["of device two"]
    assert two.evaluate(KEPT) == 0
    two.reload()
    two.get_by_text("Texts set aside (1)").click()
    assert two.request.get(two.locator(".copies a").get_attribute("href") or "").text() == "of device two"


def test_typing_goes_on_during_a_conflict_and_survives_a_reload(
    open_exercise: Callable[..., Page], set_offline: Callable[..., None]
) -> None:
    _one, two = two_texts(open_exercise, set_offline)
    write(two, "of device two, and more")
    two.reload()
    expect(two.locator("#exercise.ready")).to_be_attached()
    two.wait_for_function(f"() => {KEPT} === 0")
    assert stored() == "of device one"
    assert [each.text for each in ProgramCopy.objects.all()] == ["of device two, and more"]


def test_an_ended_session_is_said_and_a_login_in_another_window_saves_all(
    open_exercise: Callable[..., Page], student: User, password: str
) -> None:
    page = open_exercise()
    page.context.clear_cookies(name="sessionid")
    write(page, "after the session")
    alert = page.locator("[data-part=alert]")
    expect(alert).to_contain_text("Your session has ended.")
    assert page.evaluate(KEPT) == 1
    with page.expect_popup() as popup:
        alert.get_by_role("link", name="Log in").click()
    login = popup.value
    login.fill("input[name=username]", student.username)
    login.fill("input[name=password]", password)
    login.press("input[name=password]", "Enter")
    expect(login.locator("textarea.editor-text")).to_have_value("after the session")
    page.bring_to_front()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect_saving(page, "Saved")
    expect(alert).to_be_empty()
    assert stored() == "after the session"


def test_another_account_in_the_same_browser_gets_nothing_of_it(
    open_exercise: Callable[..., Page], client_of: Callable[..., Any], classmate: User
) -> None:
    page = open_exercise()
    session = client_of(classmate).cookies["sessionid"].value
    address = page.evaluate("location.origin")
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    write(page, "hers")
    expect(page.locator("[data-part=alert]")).to_contain_text("Another account is logged in.")
    other = open_exercise(page=page.context.new_page())
    assert "hers" not in area(other).input_value()
    assert not Program.objects.exists()
    assert page.evaluate(KEPT) == 1


def test_logging_out_stores_what_waits_and_leaves_nothing_in_the_browser(
    open_exercise: Callable[..., Page], eventually: Callable[..., None]
) -> None:
    page = open_exercise()
    write(page, "the last words")
    page.locator(".site-header .menu > summary").first.click()
    page.locator("[data-logout] button").first.click()
    page.wait_for_url("**/accounts/login/**")
    assert stored() == "the last words"
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('sudoku'))") == []


# Judging and running


WRONG = """def bloc(S, i, j):
    return [S[a][b] for a in range(i // 3 * 3, i // 3 * 3 + 3) for b in range(j, j + 3) if b < 9 and S[a][b]]
"""
RIGHT = """def bloc(S, i, j):
    x, y = i - i % 3, j - j % 3
    return [S[a][b] for a in range(x, x + 3) for b in range(y, y + 3) if S[a][b]]
"""


def judge(page: Page, name: str = "Judge bloc") -> None:
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("[data-part=stop]")).to_be_disabled(timeout=60_000)
    expect(page.locator("[data-part=stop]")).to_be_hidden()


def verdict(page: Page) -> Any:
    return page.locator("[data-part=verdict]")


def test_a_wrong_function_is_shown_on_the_smallest_grid_mended_and_passes(
    open_exercise: Callable[..., Page], eventually: Callable[..., None]
) -> None:
    page = open_exercise()
    errors = errors_of(page)
    write(page, WRONG)
    judge(page)
    expect(verdict(page)).to_have_attribute("data-state", "failed")
    expect(verdict(page)).to_contain_text("bloc: wrong")
    facts = page.locator("[data-part=facts] code")
    assert facts.first.text_content().startswith("bloc(S, ")
    assert page.locator("[data-part=board] .sb-given").count() == 1
    expect(page.locator("[data-part=board] .ce-asked")).to_have_count(1)
    # The block: its one digit is missing from the value.
    expect(page.locator("[data-part=board] .ce-area")).to_have_count(8)
    expect(page.locator("[data-part=board] .ce-missing")).to_have_count(1)
    expect(page.locator("[data-part=legend]")).to_contain_text("but missing from the value")
    assert "Grid of one digit. Row " in (page.locator("[data-part=board]").get_attribute("aria-label") or "")
    assert found_on(page) + width_of(page) == []
    line = page.locator("[data-exercise=bloc]")
    expect(line).to_have_attribute("data-state", "tried")
    eventually(lambda: ExerciseProgress.objects.filter(exercise="bloc", tries=1).exists())
    write(page, RIGHT)
    judge(page)
    expect(verdict(page)).to_have_attribute("data-state", "passed")
    expect(line).to_have_attribute("data-state", "passed")
    eventually(lambda: ExerciseProgress.objects.get(exercise="bloc").passed_at is not None)
    assert errors == []
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_text("Handed in as")).to_be_visible()
    expect(page.locator("[data-part=verdict-name]")).to_have_text("bloc: passed")
    submission = Submission.objects.get()
    assert submission.source == RIGHT
    assert [(each.exercise, each.verdict) for each in submission.verdicts.all()] == [("bloc", "passed")]


def test_a_verdict_is_seen_once_and_heard(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, "def bloc(S, i, j):\n    return S[i][j + 10]\n")
    judge(page)
    sentence = page.locator("[data-part=verdict-sentence]").inner_text()
    assert "IndexError" in sentence
    expect(page.locator("[data-part=status]")).to_contain_text("IndexError")
    expect(page.locator("[data-part=status]")).to_have_class(re.compile("visually-hidden"))
    expect(page.locator("[data-exercise=bloc] [data-sentence]")).to_have_text("")


def test_on_a_phone_all_buttons_are_in_one_row(page_of: PageOf, student: User) -> None:
    page = page_of(student, is_mobile=True, has_touch=True)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(BLOC)
    expect(page.locator("#exercise.ready")).to_be_visible()
    for is_running in (False, True):
        page.evaluate("(isOn) => exercise.classList.toggle('is-running', isOn)", is_running)
        buttons = page.locator(".exercise-bar > button:visible")
        assert buttons.count() == 2
        assert len({box["y"] for box in (each.bounding_box() for each in buttons.all()) if box}) == 1


def test_on_a_phone_the_editor_begins_on_the_first_screen(page_of: PageOf, student: User) -> None:
    page = page_of(student, is_mobile=True, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/course/projet_insa/exercises/resoudre_simple/")
    expect(page.locator("#exercise.ready")).to_be_visible()
    expect(page.locator(".exercise-statement")).to_have_attribute("open", "")
    box = page.locator(".editor").bounding_box()
    assert box
    assert box["y"] <= 844 - 300
    assert found_on(page) == []


def test_an_error_is_marked_at_its_line_and_a_button_leads_there(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, "def bloc(S, i, j):\n    x = 1\n    return S[i][j + 10]\n")
    judge(page)
    expect(verdict(page)).to_contain_text("IndexError")
    expect(page.locator("[data-band]")).to_be_visible()
    page.get_by_role("button", name="Go to line 3").click()
    chosen = "(node) => node.value.slice(node.selectionStart, node.selectionEnd)"
    assert area(page).evaluate(chosen) == "    return S[i][j + 10]"
    page.keyboard.press("End")
    page.keyboard.type("  ")
    expect(page.locator("[data-band]")).to_be_hidden()


def test_a_file_that_is_no_python_is_said_with_its_line(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, "def bloc(S, i, j):\n    return [\n\ndef f(: pass\n")
    judge(page)
    expect(verdict(page)).to_contain_text("Nothing can be judged")
    expect(page.get_by_role("button", name="Go to line")).to_be_visible()
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_text("Python cannot read line")).to_be_visible()
    write(page, "S = 1")
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_text("Handed in as")).to_be_visible()
    expect(page.get_by_text("Python cannot read line")).to_have_count(0)


def test_judging_all_shows_a_verdict_for_every_exercise(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, WRONG)
    judge(page, "Judge all")
    expect(page.locator("[data-part=status]")).to_contain_text("passed.")
    expect(page.locator("[data-exercise=ligne] [data-state-word]")).to_have_text("not defined")
    expect(page.locator("[data-exercise=bloc] [data-state-word]")).to_have_text("wrong")
    expect(page.locator("[data-exercise=questions]")).to_have_attribute("data-state", "new")


def test_an_endless_loop_is_stopped_by_its_button(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, "def bloc(S, i, j):\n    while True:\n        pass\n")
    page.get_by_role("button", name="Judge bloc", exact=True).click()
    expect(page.locator("[data-part=status]")).to_have_text("Judging bloc…", timeout=60_000)
    page.get_by_role("button", name="Stop").click()
    expect(verdict(page)).to_contain_text("stopped")
    expect(page.get_by_role("button", name="Judge all")).to_be_enabled()


def test_a_program_prints_and_asks(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise()
    write(page, "name = input('Who? ')\nprint('Hello', name)\nprint(input(), '!')\n")
    page.get_by_role("button", name="Run", exact=True).click()
    answer = page.locator("[data-part=answer]")
    expect(answer).to_be_focused(timeout=60_000)
    expect(page.locator("[data-part=prompt]")).to_have_text("Who?")
    answer.fill("Ada")
    answer.press("Enter")
    expect(page.locator("[data-part=prompt]")).to_have_text("The program asks:")
    answer.fill("Bye")
    answer.press("Enter")
    expect(page.locator("[data-part=output]")).to_have_text("Who? Ada\nHello Ada\nBye\nBye !")
    expect(page.locator("[data-part=status]")).to_have_text("The program has ended.")


DIALOGUE = (
    "while True:\n    said = input('? ')\n    if said == 'q':\n        break\n    print('read', said)\n"
)


def test_answers_typed_fast_all_arrive_and_the_keyboard_stays_in_the_field(
    open_exercise: Callable[..., Page],
) -> None:
    page = open_exercise()
    write(page, DIALOGUE)
    page.get_by_role("button", name="Run", exact=True).click()
    field = page.locator("[data-part=answer]")
    expect(field).to_be_focused(timeout=60_000)
    for each in ("x", "1", "2"):
        page.keyboard.type(each)
        page.keyboard.press("Enter")
    expect(page.locator("[data-part=output]")).to_contain_text("read 2", timeout=60_000)
    text = page.locator("[data-part=output]").text_content() or ""
    assert [each for each in ("x", "1", "2") if f"read {each}\n" in text] == ["x", "1", "2"]
    expect(field).to_be_focused()
    page.keyboard.type("q")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=status]")).to_have_text("The program has ended.", timeout=60_000)
    expect(field).to_be_hidden()
    expect(page.locator("[data-part=output]")).to_be_focused()


def test_a_program_that_waits_for_an_answer_can_be_stopped_on_a_phone_too(
    open_exercise: Callable[..., Page],
) -> None:
    page = open_exercise()
    page.set_viewport_size({"width": 390, "height": 844})
    write(page, DIALOGUE)
    page.get_by_role("button", name="Run", exact=True).click()
    status = page.locator("[data-part=status]")
    expect(status).to_have_text("The program waits for your answer.", timeout=60_000)
    page.get_by_role("button", name="Stop").click()
    expect(status).to_have_text("Stopped.")
    expect(page.locator("[data-part=ask]")).to_be_hidden()


def test_the_status_says_how_a_program_ended(
    open_exercise: Callable[..., Page], page_of: PageOf, student: User
) -> None:
    page = page_of(student)
    page.clock.install()
    open_exercise(page=page)
    write(page, "print(1 / 0)\n")
    page.get_by_role("button", name="Run", exact=True).click()
    status = page.locator("[data-part=status]")
    expect(status).to_have_text("The program stopped with an error.", timeout=60_000)
    write(page, "while True:\n    print('again')\n")
    page.get_by_role("button", name="Run", exact=True).click()
    # What it prints has come, so its ten seconds have begun.
    expect(page.locator("[data-part=output]")).to_contain_text("again", timeout=60_000)
    page.clock.fast_forward(10_000)
    expect(status).to_have_text("The program was stopped after 10 seconds.", timeout=60_000)


def test_a_verdict_of_an_earlier_text_says_so_until_the_text_is_back(
    open_exercise: Callable[..., Page],
) -> None:
    page = open_exercise()
    write(page, RIGHT)
    stale = page.locator("[data-part=stale]")
    judge(page)
    expect(verdict(page)).to_have_attribute("data-state", "passed")
    expect(stale).to_be_hidden()
    # It has opened the reference: the page leads there.
    expect(page.get_by_role("link", name="The reference solution is open")).to_be_visible()
    write(page, WRONG)
    expect(stale).to_have_text("before the last change")
    write(page, RIGHT)
    expect(stale).to_be_hidden()


def test_handing_in_without_a_connection_hands_in_nothing_and_says_so(
    open_exercise: Callable[..., Page], set_offline: Callable[..., None], eventually: Callable[..., None]
) -> None:
    page = open_exercise()
    write(page, RIGHT)
    expect_saving(page, "Saved")
    set_offline(page, True)
    page.get_by_role("button", name="Hand in", exact=True).click()
    expect(page.get_by_text("Nothing was handed in: there is no connection.")).to_be_visible()
    expect(area(page)).to_have_value(RIGHT)
    page.get_by_role("button", name="Hand in when the connection is back").click()
    expect(page.get_by_text("Keep this page open.")).to_be_visible()
    assert not Submission.objects.exists()
    page.context.set_offline(False)
    expect(page.get_by_text("Handed in as")).to_be_visible()
    assert Submission.objects.get().source == RIGHT


@pytest.mark.parametrize(
    ("address", "source", "title"),
    [
        ("possibles", "def possibles(S, i, j):\n    return None\n", "Wrong on an empty grid"),
        ("grille", "S = [[0] * 9 for _ in range(9)]\n", "The grid of this case"),
    ],
)
def test_a_board_is_named_after_what_it_shows(
    open_exercise: Callable[..., Page], address: str, source: str, title: str
) -> None:
    page = open_exercise(f"/course/mini_projet/exercises/{address}/")
    write(page, source)
    page.locator("[data-act=judge]").click()
    expect(verdict(page)).to_have_attribute("data-state", "failed", timeout=60_000)
    expect(page.locator("[data-part=board-title]")).to_have_text(title)


def test_where_several_grids_are_right_nothing_else_is_said_to_be_expected(
    open_exercise: Callable[..., Page],
) -> None:
    page = open_exercise()
    after = "12" + "." * 79
    picture = page.evaluate(
        """async (after) => {
  const { pictureOf } = await import("/static/js/course/counterexample.js");
  const verdict = { grid: "1" + ".".repeat(80), grid_after: after, call: "resoudre(S, 0, 0)" };
  const { marks } = pictureOf(verdict, { house: "" });
  return [...marks].map(([cell, { role, expected }]) => [cell, role, expected ?? null]);
}""",
        after,
    )
    assert picture == [[1, "left", None]]


def test_a_program_of_the_first_worksheet_finds_the_file_of_grids(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise("/course/projet_insa/exercises/programme/")
    write(page, "lines = open('sudoku.txt').readlines()\nprint(len(lines), lines[0][:9])")
    page.locator("[data-act=run]").click()
    expect(page.locator("[data-part=output]")).to_have_text("606 790304108\n", timeout=60_000)


# Without a script, by its looks, and by its weight


def test_without_a_script_a_program_is_written_and_handed_in(page_of: PageOf, student: User) -> None:
    User.objects.update(language="en")
    page = page_of(student, java_script_enabled=False)
    page.goto(BLOC)
    expect(page.locator("noscript > .message")).to_contain_text("the browser needs JavaScript")
    area(page).fill("def bloc(S, i, j):\n    return []\n")
    page.locator("noscript > [name=save]").click()
    expect(page.get_by_text("Your program is saved.")).to_be_visible()
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_text("Handed in as")).to_be_visible()
    assert Submission.objects.get().source == "def bloc(S, i, j):\n    return []\n"


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_of_exercises_is_sound(look: str, page_of: PageOf, student: User) -> None:
    size, theme = LOOKS[look]
    page = page_of(student, color_scheme=theme)
    page.set_viewport_size(size)
    errors, found = errors_of(page), {}
    for address in PAGES:
        page.goto(address)
        found[address] = found_on(page) + width_of(page) + errors
        errors.clear()
    assert {address: problems for address, problems in found.items() if problems} == {}


def test_the_first_load_is_light(page_of: PageOf, student: User, site_as_sent: str) -> None:
    """At most 90 KB as the site sends it, compressed, before Python is asked for."""
    page = page_of(student, base_url=site_as_sent)
    answers: list[Response] = []
    weights: list[float] = []
    page.on("response", lambda answer: answers.append(answer))
    protocol = page.context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    page.goto(BLOC, wait_until="networkidle")
    assert len(weights) == len(answers) > 10
    assert not any("brython" in answer.url for answer in answers)
    assert sum(weights) <= 90 * 1024


def test_a_reason_in_ones_own_words_survives_a_reload(page_of: PageOf, student: User) -> None:
    page = page_of(student, language="en")
    page.goto("/course/mini_projet/exercises/questions/")
    page.locator("#reason").fill("One cell less at each call.")
    page.reload()
    expect(page.locator("#reason")).to_have_value("One cell less at each call.")
    page.get_by_role("button", name="Save and check my answers").click()
    expect(page.locator("#reason")).to_have_value("One cell less at each call.")
    page.reload()
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('sudoku-reason')).length")
        == 0
    )


# An exam begins elsewhere


def test_a_page_opened_before_an_exam_runs_nothing_until_it_is_over(
    open_exercise: Callable[..., Page], student: User, exam: Assignment
) -> None:
    page = open_exercise()
    status = page.locator("[data-part=status]")
    output = page.locator("[data-part=output]")
    begin(student=student, assignment_id=exam.pk)
    write(page, "print('solved')")
    expect_saving(page, "Saved")
    expect(status).to_have_text("Solvers are switched off during an exam.")
    for name in ("Judge bloc", "Judge all", "Run"):
        page.get_by_role("button", name=name, exact=True).click()
    area(page).press("Control+Enter")
    expect(page.locator("iframe")).to_have_count(0)
    expect(output).to_have_text("")
    hand_in(student=student, assignment_id=exam.pk)
    with page.expect_response(lambda answer: "/program/?version=" in answer.url):
        page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(output).to_have_text("solved\n", timeout=60_000)


# What is seen after a run


def test_on_a_phone_the_statement_is_open_until_the_program_is_begun(
    open_exercise: Callable[..., Page], page_of: PageOf, student: User
) -> None:
    page = page_of(student, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    open_exercise(page=page)
    statement = page.locator(".exercise-statement")
    expect(statement).to_have_attribute("open", "")
    Program.objects.update_or_create(
        student=student, worksheet="mini_projet", defaults={"text": "def bloc(S, i, j): ...", "version": 1}
    )
    page.reload()
    expect(page.locator("#exercise.ready")).to_be_attached()
    expect(statement).not_to_have_attribute("open", "")
    page.set_viewport_size({"width": 1366, "height": 650})
    page.reload()
    expect(statement).to_have_attribute("open", "")


def test_a_phone_shows_how_many_passed_after_judging_all(open_exercise: Callable[..., Page]) -> None:
    page = open_exercise(is_mobile=True, has_touch=True)
    page.set_viewport_size({"width": 360, "height": 640})
    write(page, "def ligne(S, i):\n    return [digit for digit in S[i] if digit]\n")
    page.get_by_role("button", name="Judge all").click()
    expect(page.locator("[data-part=status]")).to_contain_text("1 of 9", timeout=60_000)
    expect(page.locator("[data-part=status]")).to_be_in_viewport()


def test_an_old_verdict_is_cleared_when_a_new_text_runs(
    open_exercise: Callable[..., Page],
) -> None:
    page = open_exercise()
    verdict = page.locator("[data-part=verdict]")
    write(page, "def bloc(S, i, j)\n    return []\n")
    page.locator("[data-act=judge]").click()
    expect(verdict).to_contain_text("Line 1", timeout=60_000)
    write(page, "print(1)\n")
    page.locator("[data-act=run]").click()
    expect(page.locator("[data-part=output]")).to_have_text(re.compile(r"1\s*"), timeout=60_000)
    expect(verdict).not_to_contain_text("ine 1")
    expect(verdict).to_have_attribute("data-state", "none")
