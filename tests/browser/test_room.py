"""A room in real browsers: phones follow the teacher's steps, answer, and lose nothing of their own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import Classroom, User
from puzzles.play.models import Attempt
from puzzles.rooms.models import Answer, Question, Room
from puzzles.rooms.services.questions import NewQuestion, ask, reveal
from puzzles.rooms.services.rooms import close_room, hold, lead, open_room

from .looking import come_to_rest, errors_of, found_on, width_of

GRID = ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6."
VIEWER = f"/algorithms/td_iteratif/?grid={GRID}"
PHONE = {"width": 390, "height": 844}
PageOf = Callable[..., Page]


@pytest.fixture
def room(transactional_db: None, classroom: Classroom, student: User) -> Room:
    """The open room of the class."""
    return open_room(classroom=classroom)


@pytest.fixture
def phone(page_of: PageOf, student: User) -> Page:
    """The student's phone."""
    page = page_of(student, language="en")
    page.set_viewport_size(PHONE)
    return page


def test_a_phone_follows_the_steps_of_the_teacher(
    page_of: PageOf, teacher: User, phone: Page, room: Room
) -> None:
    board = page_of(teacher, language="en")
    board.goto(VIEWER)
    board.get_by_role("button", name="Lead the class").click()
    expect(board.get_by_role("button", name="Let go")).to_be_visible()
    phone.goto("/help/")
    phone.get_by_role("button", name="Follow").click()
    phone.wait_for_url("**/algorithms/td_iteratif/**")
    expect(phone.get_by_role("button", name="Step aside")).to_be_visible()
    board.locator("[data-go=forward]").click(click_count=3)
    expect(phone.locator("[data-slider]")).to_have_value("3")
    board.goto("/techniques/x_wing/")
    phone.wait_for_url("**/techniques/x_wing/**")
    board.get_by_role("link", name="Where?").click()
    phone.wait_for_url("**rung=where**")
    board.get_by_role("button", name="Let go").click()
    expect(phone.get_by_role("button", name="Step aside")).to_be_hidden()


def test_a_phone_comes_to_the_part_of_the_page_that_the_teacher_reads(
    page_of: PageOf, teacher: User, phone: Page, room: Room, eventually: Callable[..., None]
) -> None:
    board = page_of(teacher, language="en")
    board.set_viewport_size({"width": 1366, "height": 650})
    board.goto("/course/td_iteratif/")
    board.get_by_role("button", name="Lead the class").click()
    phone.goto("/help/")
    phone.get_by_role("button", name="Follow").click()
    phone.wait_for_url("**/course/td_iteratif/")
    board.locator("#grids").evaluate("part => part.scrollIntoView()")
    eventually(lambda: Room.objects.get().address == "/course/td_iteratif/#grids-title")
    expect(phone.locator("#grids-title")).to_be_in_viewport()
    phone.reload()
    expect(phone.locator("#grids-title")).to_be_in_viewport()
    # The teacher is not told to lead to where the class is.
    board.reload()
    expect(board.get_by_role("button", name="Let go")).to_be_visible()
    expect(board.get_by_role("button", name="Lead here")).to_be_hidden()
    phone.get_by_role("button", name="Step aside").click()
    expect(phone.get_by_role("button", name="Follow")).to_be_visible()
    phone.evaluate("scrollTo(0, 0)")
    board.locator("#algorithm").evaluate("part => part.scrollIntoView()")
    eventually(lambda: Room.objects.get().address == "/course/td_iteratif/#algorithm-title")
    expect(phone.locator("h1")).to_be_in_viewport()


def test_a_step_that_was_not_heard_is_led_to_once_the_site_is_back(
    page_of: PageOf,
    teacher: User,
    room: Room,
    intercept: Callable[..., None],
    eventually: Callable[..., None],
) -> None:
    board = page_of(teacher, language="en")
    board.goto(VIEWER)
    board.get_by_role("button", name="Lead the class").click()
    eventually(lambda: Room.objects.get().address)
    failures = []

    def fail_once(route: Route) -> None:
        if failures:
            route.continue_()
        else:
            failures.append(route)
            route.fulfill(status=502)

    intercept(board, "**/lead/", fail_once)
    board.locator("[data-go=forward]").click()
    eventually(lambda: failures and Room.objects.get().address.endswith("step=1"))


def test_under_the_bar_the_whole_board_of_the_viewer_is_seen(
    page_of: PageOf, teacher: User, room: Room
) -> None:
    lead(room=room, address="/techniques/x_wing/")
    question = ask(room=room, asked=NewQuestion(Question.Kind.CHOICE, "How many?", ["8", "9"], ["1"]))
    board = page_of(teacher, language="fr")
    board.set_viewport_size({"width": 1366, "height": 650})
    for show in (lambda: None, lambda: reveal(question=question)):
        show()
        board.goto(VIEWER)
        expect(board.locator("#room-put-away")).to_be_visible()
        come_to_rest(board)
        controls = board.locator(".viewer-controls").bounding_box()
        run = board.locator("[data-pane=board]").bounding_box()
        assert controls
        assert run
        assert run["y"] + run["height"] <= controls["y"]
        assert found_on(board) + width_of(board) == []


def test_who_steps_aside_is_left_alone_and_goes_back(phone: Page, room: Room) -> None:
    lead(room=room, address="/techniques/x_wing/")
    phone.goto("/help/")
    phone.get_by_role("button", name="Follow").click()
    phone.wait_for_url("**/techniques/x_wing/")
    phone.get_by_role("button", name="Step aside").click()
    phone.get_by_role("link", name="Back to my page").click()
    phone.wait_for_url("**/help/")
    expect(phone.get_by_role("button", name="Follow")).to_be_visible()
    lead(room=room, address="/techniques/")
    phone.get_by_role("button", name="Follow").click()
    phone.wait_for_url("**/techniques/")
    hold(room=room, is_on=True)
    expect(phone.get_by_text("Stay here for a moment.")).to_be_visible()
    expect(phone.get_by_role("button", name="Step aside")).to_be_hidden()


def test_a_question_is_answered_by_one_tap_and_revealed(phone: Page, room: Room) -> None:
    errors = errors_of(phone)
    phone.goto("/help/")
    asked = NewQuestion(Question.Kind.CHOICE, "How many cells has a row?", ["8", "9"], ["1"])
    question = ask(room=room, asked=asked)
    phone.get_by_role("button", name="A 8").click()
    expect(phone.get_by_role("button", name="A 8")).to_have_attribute("aria-pressed", "true")
    phone.get_by_role("button", name="B 9").click()
    expect(phone.get_by_role("button", name="B 9")).to_have_attribute("aria-pressed", "true")
    assert found_on(phone) + width_of(phone) == []
    assert Answer.objects.get().value == "1"
    reveal(question=question)
    expect(phone.get_by_text("1 right")).to_be_visible()
    close_room(room=room)
    expect(phone.locator("#room")).to_be_hidden()
    assert errors == []


def test_a_question_is_revealed_while_the_page_asks_for_news(
    page_of: PageOf,
    teacher: User,
    room: Room,
    intercept: Callable[..., None],
    eventually: Callable[..., None],
) -> None:
    ask(room=room, asked=NewQuestion(Question.Kind.CHOICE, "How many?", ["8", "9"], ["1"]))
    board = page_of(teacher, language="en")
    board.goto(f"/classes/{room.classroom_id}/room/")
    asked: list[Route] = []
    # A site with much to do is slow to answer.
    intercept(board, "**/live/**", lambda route: asked.append(route))
    eventually(lambda: bool(asked))
    board.get_by_role("button", name="Reveal").click()
    eventually(lambda: Question.objects.get().status == Question.Status.REVEALED)
    board.unroute_all(behavior="ignoreErrors")


def test_a_dropped_phone_and_a_reload_lose_nothing(
    phone: Page, room: Room, set_offline: Callable[..., None]
) -> None:
    phone.goto("/help/")
    question = ask(room=room, asked=NewQuestion(Question.Kind.CHOICE, "How many?", ["8", "9"], ["1"]))
    phone.get_by_role("button", name="B 9").click()
    expect(phone.get_by_role("button", name="B 9")).to_have_attribute("aria-pressed", "true")
    set_offline(phone, True)
    reveal(question=question)
    lead(room=room, address="/techniques/")
    set_offline(phone, False)
    expect(phone.get_by_text("1 right")).to_be_visible(timeout=15_000)
    expect(phone.get_by_role("button", name="Follow")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("1 right")).to_be_visible()


def test_the_reason_of_a_refusal_is_shown(page_of: PageOf, teacher: User, phone: Page, room: Room) -> None:
    ask(room=room, asked=NewQuestion(Question.Kind.NUMBER, "How many?"))
    phone.goto("/help/")
    phone.get_by_label("Your answer").fill("nine")
    phone.get_by_role("button", name="Answer").click()
    expect(phone.get_by_text("Answer with a number.")).to_be_visible()
    board = page_of(teacher, language="en")
    board.goto(f"/algorithms/td_iteratif/?grid={'.' * 81}")
    board.locator("#room summary").click()
    board.get_by_role("button", name="Ask: where is the step?").click()
    expect(board.get_by_text("No known technique goes on here.")).to_be_visible()


def test_a_cell_is_tapped_on_the_board(phone: Page, room: Room) -> None:
    asked = NewQuestion(Question.Kind.CELL, right=["0"], givens=GRID, digits=GRID)
    ask(room=room, asked=asked)
    phone.goto("/help/")
    phone.get_by_role("button", name="r9c9").click()
    expect(phone.get_by_text("Your answer: r9c9.")).to_be_visible()
    phone.keyboard.press("Tab")
    assert found_on(phone) + width_of(phone) == []


def test_moves_are_stored_before_an_open_board_follows(
    attempt: Attempt, open_board: Callable[..., Page], classroom: Classroom
) -> None:
    page = open_board(attempt, size=(390, 844))
    room = open_room(classroom=classroom)
    lead(room=room, address="/techniques/x_wing/")
    follow = page.get_by_role("button", name="Follow")
    expect(follow).to_be_visible(timeout=15_000)
    page.locator("#c2").click()
    page.keyboard.press("9")
    follow.click()
    page.wait_for_url("**/techniques/x_wing/")
    attempt.refresh_from_db()
    assert attempt.digits[2] == "9"
    page.get_by_role("button", name="Step aside").click()
    page.get_by_role("link", name="Back to my page").click()
    page.wait_for_url(f"**/play/{attempt.pk}/")


def test_what_is_typed_is_not_lost_by_following(phone: Page, room: Room) -> None:
    lead(room=room, address="/techniques/x_wing/")
    phone.goto("/grids/")
    field = phone.locator("main textarea").first
    field.fill("53..7....")
    phone.get_by_role("button", name="Follow").click()
    expect(phone.get_by_text("Something you typed here is not saved yet.")).to_be_visible()
    expect(field).to_have_value("53..7....")
    field.fill("")
    phone.wait_for_url("**/techniques/x_wing/")


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080)])
def test_the_projector_shows_question_and_bars(
    page_of: PageOf, teacher: User, student: User, room: Room, size: tuple[int, int]
) -> None:
    page = page_of(teacher, language="en")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    ask(room=room, asked=NewQuestion(Question.Kind.CHOICE, "How many?", ["8", "9"], ["1"]))
    page.goto(f"/rooms/{room.pk}/projector/")
    expect(page.get_by_text("How many?")).to_be_in_viewport()
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator(".room-row")).to_have_count(2)
    expect(page.get_by_role("button", name="Put away")).to_be_in_viewport()
    assert found_on(page) + width_of(page) == []
