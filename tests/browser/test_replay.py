"""The replay in a real browser: its rhythm, its keys, its jumps, its line, and the practice copy."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from puzzles.play.models import Attempt, Move

from .clocks import stop_clock
from .looking import found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Any]

# When each move was made: one long pause before the third, and the last two at once.
TIMES_MS = [2000, 3000, 63_000, 64_000, 64_000]


@pytest.fixture
def finished(attempt_of: Callable[..., Attempt], student: User) -> Attempt:
    """A solved attempt of five moves: two digits, a hint, a mistake with the rest, and its correction."""
    attempt = attempt_of(student)
    empty = [cell for cell in range(81) if attempt.puzzle.givens[cell] == "."]
    right = {cell: int(attempt.puzzle.solution[cell]) for cell in empty}
    first, second, *others, last = empty
    rest = [[cell, 0, right[cell], 0, 0] for cell in others]
    fields: list[dict[str, Any]] = [
        {"kind": "d", "cell": first, "digit": right[first], "effect": [[first, 0, right[first], 0, 0]]},
        {"kind": "d", "cell": second, "digit": right[second], "effect": [[second, 0, right[second], 0, 0]]},
        {"kind": "h", "rung": 1, "technique": "hidden_single"},
        {"kind": "d", "cell": last, "digit": 1, "mistake": True, "effect": [*rest, [last, 0, 1, 0, 0]]},
        {"kind": "d", "cell": last, "digit": right[last], "effect": [[last, 1, right[last], 0, 0]]},
    ]
    for number, (each, ms) in enumerate(zip(fields, TIMES_MS, strict=True), 1):
        Move.objects.create(attempt=attempt, number=number, elapsed_ms=ms, **each)
    attempt.digits, attempt.version, attempt.elapsed_ms = attempt.puzzle.solution, 5, TIMES_MS[-1]
    attempt.state, attempt.finished_at, attempt.mistakes = Attempt.State.SOLVED, timezone.now(), 1
    attempt.save()
    return attempt


def open_replay(page: Any, attempt: Attempt, asked: str = "") -> Any:
    page.goto(reverse("play:replay", args=[attempt.pk]) + asked)
    return page.get_by_role("slider")


@pytest.mark.parametrize(("speed", "waits_ms"), [(1, 4000), (4, 1000), (16, 250)])
def test_it_plays_in_the_rhythm_of_play_and_cuts_pauses_short(
    speed: int, waits_ms: int, page_of: PageOf, student: User, finished: Attempt
) -> None:
    page = page_of(student)
    stop_clock(page)
    slider = open_replay(page, finished)
    page.locator(f".replay-speed:has([value='{speed}'])").click()
    page.locator("[data-go=play]").click()
    expect(slider).to_have_value("0")
    # Two seconds to the first move, one to the second; then a minute, which takes no more than four seconds.
    page.clock.run_for(3000 // speed + 1)
    expect(slider).to_have_value("2")
    page.clock.run_for(waits_ms - 20)
    expect(slider).to_have_value("2")
    page.clock.run_for(40)
    expect(slider).to_have_value("3")
    page.clock.run_for(10_000)
    expect(slider).to_have_value("5")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")


def test_its_keys_play_step_and_go_to_both_ends(page_of: PageOf, student: User, finished: Attempt) -> None:
    page = page_of(student, reduced_motion="reduce")
    stop_clock(page)
    slider = open_replay(page, finished)
    page.locator(".replay-player .small-board").click()
    expect(slider).to_be_focused()
    for key, number in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 5)]:
        page.keyboard.press(key)
        expect(slider).to_have_value(str(number))
    page.locator("[data-go=forward]").focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("4")
    slider.focus()
    play = page.locator("[data-go=play]")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "false")
    # On a button, space is the button's.
    page.locator("[data-go=last]").focus()
    page.keyboard.press("Space")
    expect(slider).to_have_value("5")


def test_it_goes_to_mistakes_hints_pauses_and_the_end(
    page_of: PageOf, student: User, finished: Attempt
) -> None:
    page = page_of(student)
    slider = open_replay(page, finished, "?move=0")
    expect(slider).to_have_value("0")
    for kind, number in [("mistake", 4), ("solved", 5), ("hint", 3), ("pause", 3), ("mistake", 4)]:
        page.locator(f"[data-jump={kind}]").click()
        expect(slider).to_have_value(str(number))
    told = page.locator(".move[aria-current]")
    expect(told).to_have_attribute("value", "4")
    expect(page.locator("[data-words]")).to_contain_text("1")


def test_the_line_shows_where_the_slider_is_and_leads_there(
    page_of: PageOf, student: User, finished: Attempt
) -> None:
    page = page_of(student)
    slider, dot = open_replay(page, finished, "?move=0"), page.locator("[data-dot]")
    beginning = float(dot.get_attribute("cx"))
    slider.focus()
    page.keyboard.press("End")
    end = float(dot.get_attribute("cx"))
    assert end > beginning
    chart = page.locator("[data-line]")
    box = chart.bounding_box()
    # In the middle of the long pause only two moves had been made.
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider).to_have_value("2")
    assert beginning < float(dot.get_attribute("cx")) < end


def test_centre_marks_and_colours_come_and_go(
    page_of: PageOf, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student)
    note, centre, colour = 1 << 1, 1 << 9 + 4, 3 << 18
    looks = [0, note, note | centre, note | centre | colour]
    for number, kind in enumerate("ncl", 1):
        effect = [[2, 0, 0, looks[number - 1], looks[number]]]
        Move.objects.create(attempt=attempt, number=number, kind=kind, cell=2, digit=3, effect=effect)
    page = page_of(student)
    slider = open_replay(page, attempt, "?move=3")
    slider.focus()
    for key, centres, is_coloured in [
        ("End", "5", True),
        ("ArrowLeft", "5", False),
        ("ArrowLeft", "", False),
    ]:
        page.keyboard.press(key)
        assert page.locator(".sb-note").text_content() == "2"
        assert "".join(page.locator(".sb-centre").all_text_contents()) == centres
        shapes = [path.get_attribute("d") for path in page.locator(".sb-colour-3").all()]
        assert any(shapes) == is_coloured


def test_a_practice_copy_is_played_on_from_the_position_that_is_shown(
    page_of: PageOf, student: User, finished: Attempt
) -> None:
    page = page_of(student)
    open_replay(page, finished)
    go_on = page.locator("[data-practice] button")
    expect(go_on).to_be_disabled()
    page.locator("[data-go=first]").click()
    page.locator("[data-go=forward]").click()
    expect(go_on).to_be_enabled()
    go_on.click()
    page.wait_for_url("**/play/*/")
    copy = Attempt.objects.get(is_practice=True)
    assert copy.moves.get().target == 1
    shown = page.locator("[role=gridcell]").nth(copy.moves.get().effect[0][0])
    expect(shown).to_contain_text(str(copy.moves.get().effect[0][2]))


def test_without_script_a_position_is_asked_for_and_gone_on_from(
    page_of: PageOf, student: User, finished: Attempt
) -> None:
    page = page_of(student, java_script_enabled=False)
    page.goto(reverse("play:replay", args=[finished.pk]))
    page.locator("#position").fill("2")
    page.locator("#position").press("Enter")
    page.wait_for_url("**?move=2")
    assert len(page.locator(".replay-player .sb-entered").text_content()) == 2
    page.locator("[data-practice] button").click()
    page.wait_for_url("**/play/*/")
    assert Attempt.objects.get(is_practice=True).moves.get().target == 2


def test_the_picture_has_the_same_marks_with_and_without_script(
    page_of: PageOf, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student)
    for number, mark in enumerate((0b1110, 0b11010 << 9, 0b11 << 9 | 4 << 18, 9 << 18), 1):
        Move.objects.create(attempt=attempt, number=number, kind="n", effect=[[number + 1, 0, 0, 0, mark]])
    drawn = "nodes => nodes.map((node) => [...node.attributes].map(({ value }) => value)).sort()"
    marks = ".replay-player :is([class^=sb-note], [class^=sb-centre], [class^=sb-colour]:not([d='']))"
    shown = []
    for runs in (True, False):
        page = page_of(student, java_script_enabled=runs)
        open_replay(page, attempt, "?move=4" if runs else "?move=3")
        if runs:
            page.locator("[data-go=back]").click()
            expect(page.locator(".replay-now [data-count]")).to_contain_text("3")
        shown.append(page.locator(marks).evaluate_all(drawn))
    assert shown[0] == shown[1]
    assert len(shown[0]) == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_replay_with_all_its_marks_is_sound(
    scheme: str, page_of: PageOf, student: User, finished: Attempt
) -> None:
    page = page_of(student, color_scheme=scheme)
    page.set_viewport_size({"width": 320, "height": 640})
    open_replay(page, finished, "?move=3")
    page.locator(".line-table summary").click()
    assert width_of(page) == []
    assert found_on(page) == []


@pytest.mark.parametrize("place", ["play:replay", "play:path"])
def test_on_a_school_laptop_board_and_bar_are_in_sight(
    place: str, page_of: PageOf, student: User, finished: Attempt
) -> None:
    """Board left, the bar right of it, the list below the bar; all of it without scrolling."""
    page = page_of(student)
    page.set_viewport_size({"width": 1366, "height": 650})
    page.goto(reverse(place, args=[finished.pk]))
    board, bar, moves = (
        page.locator(part).bounding_box() for part in (".run-board svg", ".viewer-controls", ".moves")
    )
    assert board["x"] + board["width"] <= min(bar["x"], moves["x"])
    assert board["y"] + board["height"] <= 650
    assert bar["y"] + bar["height"] <= moves["y"]
    assert moves["y"] + moves["height"] <= 650
    assert board["width"] >= 500


def test_the_pages_of_a_game_have_one_head(page_of: PageOf, student: User, finished: Attempt) -> None:
    page = page_of(student)
    for size in [(1366, 650), (1000, 700), (390, 844)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        places = []
        for place in ("play:replay", "play:review", "play:path"):
            page.goto(reverse(place, args=[finished.pk]))
            places.append(page.locator(".game-head .tabs").bounding_box())
        assert places[0] == places[1] == places[2]
