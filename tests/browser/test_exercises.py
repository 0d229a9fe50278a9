"""The page of an exercise in a real browser: its editor, its draft in every trouble, judging, and its looks."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from accounts.models import User
from puzzles.course.models import ExerciseProgress, Program, ProgramCopy, Submission

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


def told(page: Page, words: str) -> None:
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
    page = open_exercise("/course/mini_projet/exercises/resoudre/")
    seen = area(page).evaluate(
        "(node) => node.value.split('\\n')[Math.round(node.scrollTop / parseFloat(getComputedStyle(node).lineHeight)) + 1]"
    )
    assert seen.startswith("def resoudre(")


# The draft


def test_what_is_typed_is_on_the_server_a_moment_later(
    open_exercise: Callable[..., Page], student: User
) -> None:
    page = open_exercise()
    told(page, "Saved")
    write(page, "mine = 1")
    told(page, "Saving…")
    told(page, "Saved")
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
    told(page, "Not saved yet: kept in this browser")
    expect(page.locator("[data-part=alert]")).to_contain_text("No connection.")
    assert page.evaluate(KEPT) == 1
    set_offline(page, False)
    told(page, "Saved")
    expect(page.locator("[data-part=alert]")).to_be_empty()
    assert stored() == "typed in a tunnel"


def test_a_reload_before_anything_is_stored_shows_and_stores_it(
    open_exercise: Callable[..., Page], intercept: Callable[..., None]
) -> None:
    page = open_exercise()
    intercept(page, "**/program/", lambda route: route.abort())
    write(page, "before the reload")
    told(page, "Not saved yet: kept in this browser")
    page.reload()
    expect(area(page)).to_have_value("before the reload")
    assert stored() == ""
    page.unroute("**/program/")
    page.evaluate("dispatchEvent(new Event('online'))")
    told(page, "Saved")
    assert stored() == "before the reload"
    assert page.evaluate(KEPT) == 0


def test_what_a_killed_page_left_is_sent_by_whichever_page_comes_next(
    open_exercise: Callable[..., Page], intercept: Callable[..., None], eventually: Callable[..., None]
) -> None:
    page = open_exercise()
    intercept(page, "**/program/", lambda route: route.abort())
    write(page, "left behind")
    told(page, "Not saved yet: kept in this browser")
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
    told(page, "Not saved yet: kept in this browser")
    assert lost == [200]
    write(page, "stored, and then more")
    page.evaluate("dispatchEvent(new Event('online'))")
    told(page, "Saved")
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
    told(two, "Not saved yet: kept in this browser")
    write(one, "of device one")
    told(one, "Saved")
    set_offline(two, False)
    expect(two.locator("[data-part=conflict]")).to_be_visible()
    expect(two.locator("[data-part=their-text]")).to_have_text("of device one")
    told(two, "Two texts: choose one")
    return one, two


def test_two_texts_are_both_shown_and_the_one_that_is_kept_replaces_the_other(
    open_exercise: Callable[..., Page], set_offline: Callable[..., None]
) -> None:
    _one, two = two_texts(open_exercise, set_offline)
    assert stored() == "of device one"
    two.get_by_role("button", name="Go on with this text").click()
    told(two, "Saved")
    expect(two.locator("[data-part=conflict]")).to_be_hidden()
    assert stored() == "of device two"
    assert [each.text for each in ProgramCopy.objects.all()] == ["of device one"]


def test_taking_the_other_text_sets_this_one_aside(
    open_exercise: Callable[..., Page], set_offline: Callable[..., None]
) -> None:
    _one, two = two_texts(open_exercise, set_offline)
    two.get_by_role("button", name="Take the other text").click()
    told(two, "Saved")
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
    two.wait_for_function(f"{KEPT} === 0")
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
    told(page, "Saved")
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
    expect(page.locator("[data-part=alert]")).to_contain_text("Another account is logged in here.")
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


# Without a script, by its looks, and by its weight


def test_without_a_script_a_program_is_written_and_handed_in(page_of: PageOf, student: User) -> None:
    User.objects.update(language="en")
    page = page_of(student, java_script_enabled=False)
    page.goto(BLOC)
    expect(page.get_by_text("the browser needs JavaScript")).to_be_visible()
    expect(page.get_by_role("button", name="Judge all")).to_be_hidden()
    area(page).fill("def bloc(S, i, j):\n    return []\n")
    page.get_by_role("button", name="Save").click()
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
    assert {address: told for address, told in found.items() if told} == {}


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
    page.get_by_role("button", name="Keep and mark my answers").click()
    expect(page.locator("#reason")).to_have_value("One cell less at each call.")
    page.reload()
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('sudoku-reason')).length")
        == 0
    )
