"""The pages around the board in a real browser: a small phone, keyboard, and no script at all."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Route, expect

from accounts.models import Classroom, User
from puzzles.library.models import Collection, Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services.draws import draw_puzzle
from puzzles.play.services.play import SentOp, play_moves

from .clocks import stop_clock
from .looking import SMALL_PHONE, errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Any]
MakeCollection = Callable[..., Collection]


@pytest.fixture
def played(attempt_of: Callable[..., Attempt], student: User) -> Attempt:
    """An open attempt with four moves: 4 in r1c3, a note in r1c4, 7 in r9c1, and the 7 taken back."""
    attempt = attempt_of(student)
    ops = [Op("d", 2, 4), Op("n", 3, 6), Op("d", 72, 7), Op("u")]
    sent = [SentOp(seq, op, 1000) for seq, op in enumerate(ops, 1)]
    play_moves(player=student, attempt_id=attempt.pk, client="0123456789abcdef", ops=sent)
    return attempt


def test_every_page_is_sound_on_a_small_phone_whatever_its_names(
    page_of: PageOf,
    student: User,
    teacher: User,
    classroom: Classroom,
    played: Attempt,
    collection_of: MakeCollection,
) -> None:
    collection = collection_of(teacher, range(30), name="Grilles-interminablement-longues " * 3)
    draw_puzzle(player=student)
    addresses = {
        student: [
            "/",
            "/history/",
            f"/history/{played.pk}/",
            collection.get_absolute_url(),
            "/techniques/",
            "/techniques/multi_colors_1/?rung=do",
            "/help/",
        ],
        teacher: [
            "/",
            "/classes/",
            f"/classes/{classroom.pk}/",
            f"/classes/{classroom.pk}/live/",
            f"/classes/{classroom.pk}/assignments/",
            f"/classes/{classroom.pk}/table/",
            f"/classes/{classroom.pk}/access/",
            f"/classes/{classroom.pk}/settings/",
            f"/classes/{classroom.pk}/add/",
            f"/classes/{classroom.pk}/members/lea/",
            "/students/lea/",
            f"/history/{played.pk}/",
        ],
    }
    found = {}
    for user, pages in addresses.items():
        page = page_of(user)
        page.set_viewport_size(SMALL_PHONE)
        errors = errors_of(page)
        for address in pages:
            page.goto(address)
            found[f"{address} of {user}"] = found_on(page) + width_of(page) + errors
            errors.clear()
    assert {address: said for address, said in found.items() if said} == {}


def test_the_menu_closes_with_escape_and_by_a_click_beside_it(page_of: PageOf, student: User) -> None:
    page = page_of(student)
    page.goto("/")
    menu, name = page.locator("[data-menu]"), page.locator(".site-header [data-menu] summary")
    name.press("Enter")
    assert menu.get_attribute("open") is not None
    menu.locator("a").first.focus()
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert name.evaluate("node => node === document.activeElement")
    name.click()
    page.locator("main").click(position={"x": 5, "y": 5})
    assert menu.get_attribute("open") is None


def test_a_double_click_on_a_random_grid_begins_one(
    page_of: PageOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(30))
    page = page_of(student)
    page.goto("/")
    page.locator(".choose:has(.draw-forms) > summary").click()
    page.locator(".draw-forms form[data-once] button").first.dblclick(no_wait_after=True)
    page.wait_for_url("**/play/*/")
    assert Attempt.objects.count() == 1


def entered(page: Any) -> dict[str, str]:
    """What the picture shows besides the givens: its digits and its notes."""
    return {
        name: "".join(page.locator(f".replay-player .sb-{name}").all_text_contents())
        for name in ("entered", "note")
    }


def test_the_replay_steps_through_the_moves_both_ways(
    page_of: PageOf, student: User, played: Attempt
) -> None:
    page = page_of(student)
    page.goto(reverse("play:replay", args=[played.pk]))
    slider = page.get_by_role("slider")
    told = page.locator("[data-words]")
    assert entered(page) == {"entered": "4", "note": "6"}
    page.locator("[data-go=back]").click()
    assert entered(page) == {"entered": "47", "note": "6"}
    assert "7" in told.inner_text()
    page.locator("[data-go=first]").click()
    assert entered(page) == {"entered": "", "note": ""}
    assert slider.input_value() == "0"
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert entered(page) == {"entered": "4", "note": "6"}
    assert page.locator(".move[aria-current]").get_attribute("value") == "2"
    page.locator(".move").nth(2).click()
    assert entered(page) == {"entered": "47", "note": "6"}
    assert slider.input_value() == "3"


def test_the_replay_plays_to_the_end_and_stops(page_of: PageOf, student: User, played: Attempt) -> None:
    page = page_of(student)
    stop_clock(page)
    page.goto(reverse("play:replay", args=[played.pk]))
    play = page.locator("[data-go=play]")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    assert page.get_by_role("slider").input_value() == "0"
    page.clock.run_for(60_000)
    expect(play).to_have_attribute("aria-pressed", "false")
    assert page.get_by_role("slider").input_value() == "4"
    assert entered(page) == {"entered": "4", "note": "6"}


def test_without_script_a_grid_is_drawn_and_the_moves_are_read(
    page_of: PageOf, student: User, teacher: User, played: Attempt, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(30))
    page = page_of(student, java_script_enabled=False)
    page.goto(reverse("play:replay", args=[played.pk]))
    assert page.locator(".move").count() == 4
    assert not page.locator("[data-controls]").is_visible()
    assert entered(page) == {"entered": "4", "note": "6"}
    page.goto(collection.get_absolute_url())
    page.locator("button[name=number][value='7']").click()
    page.wait_for_url("**/play/*/")
    assert Attempt.objects.filter(puzzle=collection.entries.get(number=7).puzzle).count() == 1
    page.goto("/")
    page.locator(".site-header [data-menu] summary").click()
    page.locator("[data-logout] button").click()
    page.wait_for_url("**/accounts/login/")


def test_changing_the_language_stays_on_the_page(page_of: PageOf, student: User) -> None:
    page = page_of(student)
    page.goto("/help/")
    assert page.locator("html").get_attribute("lang") == "fr"
    page.locator(".site-header [data-menu] summary").click()
    page.locator("button[name=language][value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.url.endswith("/help/")


def test_a_busy_site_is_retried_three_times_with_growing_pauses(
    page_of: PageOf, student: User, eventually: Callable[..., None]
) -> None:
    page = page_of(student, language="en")
    page.goto("/techniques/x_wing/?rung=nudge")
    asked: list[Route] = []

    def refuse(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body="Later.")

    def wait_for(*, requests: int, retries: str | None) -> None:
        counted = "document.getElementById('example-next').dataset.retries ?? null"
        eventually(lambda: (len(asked), page.evaluate(counted)) == (requests, retries))

    page.route("**/techniques/x_wing/?rung=where", refuse)
    stop_clock(page)
    page.click("#example-next")
    for requests, wait_ms in ((1, 1000), (2, 2000), (3, 4000)):
        wait_for(requests=requests, retries=str(requests))
        page.clock.run_for(wait_ms - 1)
        assert len(asked) == requests
        page.clock.run_for(1)
    wait_for(requests=4, retries=None)
    page.clock.run_for(60_000)
    assert len(asked) == 4
    # Asked for by a person, it begins anew, and what is answered ends it.
    page.click("#example-next")
    wait_for(requests=5, retries="1")
    page.unroute("**/techniques/x_wing/?rung=where")
    page.clock.run_for(1000)
    expect(page.locator("#rung-where")).to_have_attribute("aria-current", "step")


def test_the_whole_row_of_a_grid_leads_to_its_replay_and_a_menu_to_its_review(
    page_of: PageOf, student: User, played: Attempt
) -> None:
    Attempt.objects.filter(pk=played.pk).update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    page = page_of(student, language="en")
    page.goto("/history/")
    row = page.locator(".attempt")
    box = row.bounding_box()
    row.click(position={"x": box["width"] / 2, "y": box["height"] - 4})
    expect(page).to_have_url(re.compile(rf"/history/{played.pk}/$"))
    page.go_back()
    row.locator("summary").click()
    row.get_by_role("link", name="Review of").click()
    expect(page).to_have_url(re.compile(rf"/history/{played.pk}/review/$"))


def test_the_history_shows_the_solve_times_of_the_level_that_is_chosen(
    page_of: PageOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(2))
    for tier in (1, 3):
        attempt = draw_puzzle(player=student)
        Puzzle.objects.filter(pk=attempt.puzzle_id).update(tier=tier)
        ended = {"finished_at": timezone.now(), "move_count": 9, "elapsed_ms": tier * 60_000}
        Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SOLVED, **ended)
    page = page_of(student, language="en", java_script_enabled=False)
    page.goto("/history/")
    expect(page.get_by_text("1 grid: 1 min 00 s.")).to_be_visible()
    expect(page.get_by_text("1 grid: 3 min 00 s.")).to_be_hidden()
    page.get_by_title("Hard").click()
    expect(page.get_by_text("1 grid: 1 min 00 s.")).to_be_hidden()
    expect(page.get_by_text("1 grid: 3 min 00 s.")).to_be_visible()
