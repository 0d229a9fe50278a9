"""axe, which knows the rules that people with disabilities rely on, finds nothing against the site.

Nor does the console of the browser, and no page is wider than its window.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.views.defaults import server_error
from playwright.sync_api import Page, expect

from accounts.models import Classroom, User
from puzzles.play.models import Attempt, Preferences

from ..url_matrix.cast import VISITORS, new_cast
from ..url_matrix.rooms import ROOMS
from .board import press
from .looking import COLOURS, SMALL_PHONE, errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Page]

# Each page is seen in one of these, and the colours of the board in all: they are told in one style sheet.
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
LOOKS = [("dark", PHONE), ("contrast", DESKTOP), ("light", DESKTOP)]

# Who looks at a page: the first of these who is let in.
READERS = ("student", "teacher", "admin", "nobody")

# Pages that say no.
REFUSALS = [
    "/nothing/",
    "/students/",
    "/algorithms/td_iteratif/?grid={attempt_grid}",
    "/course/explorer/?grid={exam_grid}",
    "/broken/",
]

# Templates that are another page for another reader or another row.
ALSO = [
    ("teacher", "/"),
    ("teacher", "/history/{solved}/"),
    ("teacher", "/assignments/{draft}/"),
    ("teacher", "/assignments/{draft}/?tab=rules"),
    ("teacher", "/lessons/"),
    ("teacher", "/lessons/{lesson}/"),
    ("teacher", "/admin/accounts/classroom/{class}/change/"),
    ("teacher", "/admin/accounts/membership/{membership}/delete/"),
]

# Menus lie over what else there is: they are opened on the board.
UNFOLD = "document.querySelectorAll('details:not([data-menu])').forEach((node) => { node.open = true; })"


# Pages


# What `documents` has found: to ask for all addresses takes seconds, and each look would find the same.
DOCUMENTS: list[tuple[str, str]] = []


def documents(people: dict[str, User], things: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Who looks at which address: one for each template, and every state of a grid that is played."""
    seen: set[str] = set()
    clients = {name: Client() for name in READERS}
    for name, user in people.items():
        if name in clients:
            clients[name].force_login(user)
    for room in ROOMS:
        for address, row in room.TABLE.items():
            answers = dict(zip(VISITORS, row.get("GET", row.get("GET,else", ["login"] * 7)), strict=True))
            reader = next((name for name in READERS if answers[name].startswith("200")), "")
            if not reader:
                continue
            answer = clients[reader].get(address.format_map(things))
            template = answer.templates[0].name if answer.templates else None
            # A page that is downloaded as a file has a test of its own: tests/browser/test_privacy.py.
            is_html = answer["Content-Type"].startswith("text/html") and not answer.streaming
            is_page = is_html and b"<html" in answer.content
            if is_page and (template not in seen or template == "play/play.html"):
                seen.add(str(template))
                yield reader, address


@pytest.mark.parametrize("look", range(len(LOOKS)))
def test_nothing_is_found_on_any_page(look: int, page_of: PageOf) -> None:
    people, things = new_cast()
    if not DOCUMENTS:
        DOCUMENTS.extend(documents(people, things))
    # The hidden frame of students' programs is a script and nothing to be seen.
    looked_at = [each for each in DOCUMENTS if each[1] != "/course/sandbox/"]
    assert len(looked_at) > 60
    looked_at += [*ALSO, *(("student", address) for address in REFUSALS)]
    found: dict[str, list[str]] = {}
    theme, size = LOOKS[look]
    User.objects.update(theme=theme)
    pages: dict[str, Page] = {}
    errors: dict[str, list[str]] = {}
    for reader, address in looked_at[look :: len(LOOKS)]:
        if reader not in pages:
            pages[reader] = page_of(people.get(reader), reduced_motion="reduce")
            pages[reader].set_viewport_size(SMALL_PHONE if size == PHONE else size)
            pages[reader].route("**/broken/", answer_with_error)
            errors[reader] = errors_of(pages[reader])
        page = pages[reader]
        page.goto(address.format_map(things))
        page.evaluate(UNFOLD)
        told = found_on(page) + width_of(page) + errors[reader]
        found[f"{address} of {reader}"] = [each for each in told if not is_a_refusal(each)]
        errors[reader].clear()
    assert {address: told for address, told in found.items() if told} == {}


def is_a_refusal(said: str) -> bool:
    """Whether the console tells of a page that says no, which is what was asked for."""
    return re.search(r"the server responded with a status of (403|404|500)", said) is not None


def answer_with_error(route: Any) -> None:
    answer = server_error(RequestFactory().get("/broken/"))
    route.fulfill(status=answer.status_code, content_type="text/html", body=answer.content.decode())


# The board


Look = tuple[str, dict[str, int]]


@pytest.fixture(params=LOOKS, ids=[f"{theme} {size['width']}" for theme, size in LOOKS])
def look(request: pytest.FixtureRequest) -> Look:
    """One of the looks."""
    found: Look = request.param
    return found


@pytest.fixture
def rules(look: Look) -> Mapping[str, Any]:
    """The rules asked for the board: all for each size; then, in other colours, those these may break."""
    sizes = [size for _theme, size in LOOKS[: LOOKS.index(look)]]
    return COLOURS if look[1] in sizes else {}


@pytest.fixture
def open_play(look: Look, transactional_db: None, page_of: PageOf) -> Callable[[Attempt], Page]:
    """`open_play(attempt)`: its page in a new window of its player, in one of the looks."""
    theme, size = look

    def open_page(attempt: Attempt) -> Page:
        User.objects.update(theme=theme, language="en")
        page = page_of(attempt.player, reduced_motion="reduce", has_touch=size == PHONE)
        page.set_viewport_size(size)
        page.goto(f"/play/{attempt.pk}/")
        page.wait_for_function("() => document.getElementById('timer').textContent !== ''")
        return page

    return open_page


def ask_for_hint(page: Page) -> None:
    """One more of what a hint tells."""
    # Also where it comes folded on a phone.
    told = page.locator("#hint").text_content()
    page.locator("#help-hint button").click()
    page.wait_for_function("(told) => document.getElementById('hint').textContent !== told", arg=told)


def test_nothing_is_found_on_the_board_in_any_state(
    open_play: Callable[[Attempt], Page],
    rules: Mapping[str, Any],
    attempt_of: Callable[..., Attempt],
    student: User,
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"centre_marks": True, "colours": True})
    page = open_play(attempt_of(student))
    found = {"a new game": found_on(page, asked=rules)}
    page.locator("#c2").click()
    for state, keys in {
        "a conflict": "5",
        "the other digit of a conflict": "ArrowLeft",
        "several cells": "Control+z ArrowRight Shift+ArrowRight Shift+ArrowDown",
        "notes in several cells": "n 1 2",
        "centre marks": "c 4 5 6",
        "colours": "v 1 ArrowRight 2 ArrowLeft ArrowDown 3 ArrowDown 4 ArrowDown 5",
        "all notes, and the digit after lit": "z f .",
        "a digit that is placed": "Control+Home ArrowRight ArrowRight 4",
    }.items():
        press(page, keys)
        found[state] = found_on(page, asked=rules)
    for dialog, key in {"#keys-dialog": "?", "#rest": "p"}.items():
        press(page, key)
        expect(page.locator(dialog)).to_be_visible()
        found[f"the dialog {dialog}"] = found_on(page, asked=rules)
        page.locator(f"{dialog} form button").click()
        expect(page.locator(dialog)).to_be_hidden()
    for menu in page.locator("[data-menu]:visible").all():
        menu.locator("summary").click()
        found[f"the menu {menu.text_content()}"] = found_on(page, asked=rules)
        press(page, "Escape")
    page.evaluate(UNFOLD)
    for rung in range(1, 5):
        ask_for_hint(page)
        found[f"{rung} of a hint"] = found_on(page, asked=rules)
    more = page.locator("[data-help-more]")
    if more.is_visible():
        more.click()
        found["more help"] = found_on(page, asked=rules)
    page.locator("#help-steps button").click()
    expect(page.locator("#hint .steps, #hint [data-step], #hint details").first).to_be_visible()
    found["all steps"] = found_on(page, asked=rules)
    assert {state: told for state, told in found.items() if told} == {}


def test_nothing_is_found_when_a_game_ends_or_is_cut_off(
    open_play: Callable[[Attempt], Page],
    rules: Mapping[str, Any],
    attempt_of: Callable[..., Attempt],
    set_offline: Callable[..., None],
    student: User,
    classroom: Classroom,
) -> None:
    attempt = attempt_of(student)
    last = attempt.puzzle.givens.index(".")
    solution = attempt.puzzle.solution
    attempt.digits = f"{solution[:last]}.{solution[last + 1 :]}"
    attempt.save(update_fields=["digits"])
    page = open_play(attempt)
    set_offline(page, True)
    page.locator(f"#c{last}").click()
    press(page, "Shift+1")
    expect(page.locator("#alert")).not_to_be_empty()
    found = {"no connection": found_on(page, asked=rules)}
    set_offline(page, False)
    expect(page.locator("#alert")).to_be_empty()
    press(page, solution[last])
    expect(page.locator("#finish")).to_contain_text("Solved")
    found["solved"] = found_on(page, asked=rules)
    assert {state: told for state, told in found.items() if told} == {}
