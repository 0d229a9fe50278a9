"""What a hint draws above the board: links, rings and candidates that fall. It grows with the board."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.engine import Board, Position, next_step
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.game import marks_to_text
from puzzles.play.models import Attempt

from .looking import come_to_rest, found_on

PageOf = Callable[..., Page]

pytestmark = pytest.mark.django_db(transaction=True)

GIVENS = ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6."
SOLUTION = "426571398857293146139468275971385624543726819682149753794632581265814937318957462"
# The skyscraper of 3 that comes up on this grid: its roofs, its feet, and the cells that lose the 3.
ROOFS, FEET, TARGETS = (38, 52), (65, 70), (42, 45)


@pytest.fixture
def attempt(student: User) -> Attempt:
    """An attempt whose next step is a skyscraper, all notes written."""
    student.language = User.Language.ENGLISH
    student.save()
    position = Position.from_board(Board.from_line(GIVENS), is_unique=True)
    while (step := next_step(position)) is not None and step.technique != "skyscraper":
        position = position.apply(step)
    puzzle = Puzzle.objects.create(
        givens=GIVENS, clue_count=31, solution_count=1, solution=SOLUTION, solving_class="harder"
    )
    policy, _created = HelpPolicy.objects.get_or_create()
    return Attempt.objects.create(
        player=student,
        puzzle=puzzle,
        policy=policy,
        digits=position.board.to_line(),
        marks=marks_to_text(position.masks),
    )


def board(page_of: PageOf, attempt: Attempt) -> Page:
    page = page_of(attempt.player)
    page.goto(f"/play/{attempt.pk}/")
    expect(page.locator("#c0[tabindex]")).to_be_visible()
    return page


def press(page: Page, times: int) -> None:
    """Press the key of the hint so many times, each after the answer to the one before."""
    page.locator("#c0").click()
    told = page.locator("#hint .is-revealed").count()
    for rung in range(told + 1, told + times + 1):
        page.keyboard.press("h")
        expect(page.locator("#hint .is-revealed")).to_have_count(rung)


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_links_are_drawn_with_the_reason_and_eliminations_with_the_step(
    page_of: PageOf, attempt: Attempt
) -> None:
    page = board(page_of, attempt)
    press(page, 2)
    expect(page.locator("#links > *")).to_have_count(0)
    press(page, 1)
    expect(page.locator(".link-strong")).to_have_count(2)
    expect(page.locator(".link-weak")).to_have_count(1)
    expect(page.locator(".ringed.part-pattern")).to_have_count(len(ROOFS))
    expect(page.locator(".ringed.part-second")).to_have_count(len(FEET))
    expect(page.locator(".removed")).to_have_count(0)
    press(page, 1)
    expect(page.locator(".removed-digit")).to_have_text(["3"] * len(TARGETS))
    for cell in TARGETS:
        expect(page.locator(f"#c{cell} > .n3")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (800, 600), (1280, 900)])
def test_the_rings_are_on_their_notes_on_a_board_of_any_size(
    page_of: PageOf, attempt: Attempt, size: tuple[int, int]
) -> None:
    page = board(page_of, attempt)
    press(page, 3)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator(".ringed")).to_have_count(4)
    come_to_rest(page)
    note, ring = centre(page, f"#c{FEET[0]} > .n3"), centre(page, ".ringed.part-second")
    assert ring == pytest.approx(note, abs=1.5)


def test_drawings_are_hidden_from_screen_readers_and_removed_with_the_hint(
    page_of: PageOf, attempt: Attempt
) -> None:
    page = board(page_of, attempt)
    press(page, 3)
    expect(page.locator("#links")).to_have_attribute("aria-hidden", "true")
    assert found_on(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#links > *")).to_have_count(0)


def test_an_elimination_is_closed_by_its_undo_and_by_no_other_note(page_of: PageOf, attempt: Attempt) -> None:
    page = board(page_of, attempt)
    press(page, 4)
    page.keyboard.press("Shift+4")
    page.keyboard.press("Shift+4")
    expect(page.locator(".hint-text")).to_contain_text("Remove 3 from")
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(page.locator(f"#c{TARGETS[0]} > .n3")).to_have_count(1)
    expect(page.locator(".hint")).to_have_count(0)


def test_an_open_drawing_is_drawn_again_after_a_reload(page_of: PageOf, attempt: Attempt) -> None:
    page = board(page_of, attempt)
    press(page, 3)
    page.reload()
    expect(page.locator(".link")).to_have_count(3)


def test_without_notes_the_hint_writes_them(page_of: PageOf, attempt: Attempt) -> None:
    attempt.marks = ""
    attempt.save()
    page = board(page_of, attempt)
    press(page, 3)
    expect(page.get_by_role("region", name="Write the notes")).to_be_visible()
    expect(page.locator(".cell > i")).to_have_count(0)
    press(page, 1)
    expect(page.locator(f"#c{TARGETS[0]} > .n3")).to_have_count(1)
