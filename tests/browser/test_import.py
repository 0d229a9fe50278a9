"""A teacher imports a file in a real browser and watches it come in."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import Classroom, User
from puzzles.library import services as library
from puzzles.library.models import Collection, PuzzleImport
from puzzles.library.services.difficulty import grade_slice

from .looking import SMALL_PHONE, errors_of, found_on, width_of

by_hand = pytest.mark.in_process("takes the worker's part by hand, a step at a time")

SAMPLES = Path(__file__).parents[2] / "puzzles" / "samples" / "sudoku.txt"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Some hundred grids, a grid with many solutions, and two lines that are none."""
    path = tmp_path / "easter.txt"
    path.write_text(SAMPLES.read_text() + "." * 81 + "\noops\n=1+1\n")
    return path


@pytest.fixture
def page(page_of: Callable[..., Any], teacher: User) -> Page:
    """The teacher's page; she reads English."""
    User.objects.filter(pk=teacher.pk).update(language=User.Language.ENGLISH)
    page: Page = page_of(teacher)
    return page


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser's console says against the pages."""
    return errors_of(page)


@by_hand
def test_a_teacher_watches_a_file_come_in_and_reads_its_report(
    page: Page, complaints: list[str], file: Path, live_server: Any
) -> None:
    page.goto("/")
    page.get_by_role("link", name="Grids", exact=True).click()
    expect(page.get_by_role("link", name="Grids", exact=True)).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Import grids").first.click()
    page.get_by_label("Files").set_input_files(file)
    page.get_by_role("button", name="Import").click()

    bar = page.get_by_role("progressbar")
    expect(page.get_by_text("Waiting for the worker.")).to_be_visible()
    expect(bar).to_have_attribute("value", "0")
    begun = PuzzleImport.objects.get()
    library.continue_import(import_id=begun.pk, seconds=0)
    begun.refresh_from_db()
    assert 0 < begun.percent_read < 100
    expect(bar).to_have_attribute("value", str(begun.percent_read))
    library.continue_import(import_id=begun.pk, seconds=60)

    done = PuzzleImport.objects.get()
    expect(page.get_by_role("status")).to_have_text(f"Done: {done.grid_count} grids read.")
    expect(bar).to_have_count(0)
    expect(page.locator(".import-count-accepted dd")).to_have_text(str(done.accepted))
    expect(page.locator(".import-count-several_solutions dd")).to_have_text("1")
    rows = page.locator(".rejected-lines tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("found “o”")

    with page.expect_download() as download:
        page.get_by_role("link", name="Report as CSV").click()
    report = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert re.search(r"^rejected,,\d+,1,\d+,.*,'=1\+1$", report, re.MULTILINE)
    page.get_by_role("link", name="Show the grids").click()
    expect(page.get_by_role("heading", name="easter")).to_be_visible()
    expect(page.get_by_role("link", name="Grid 1 ").first).to_be_visible()
    assert complaints == []


def test_a_chosen_file_is_listed_with_its_number_of_lines(
    page: Page, complaints: list[str], file: Path, live_server: Any
) -> None:
    page.goto(reverse("library:import_new"))
    zone, lines = page.locator("[data-drop]"), len(file.read_text().splitlines())
    expect(zone.get_by_text("Drop your files here")).to_be_visible()
    page.get_by_label("Files").set_input_files(file)
    expect(zone.get_by_role("listitem")).to_have_text([f"easter.txt · {lines} lines"])
    zone.dispatch_event("dragover")
    expect(zone).to_have_class(re.compile("is-over"))
    zone.dispatch_event("drop")
    expect(zone).not_to_have_class(re.compile("is-over"))
    assert complaints == []


def test_a_dropped_file_is_chosen(page: Page, complaints: list[str], live_server: Any) -> None:
    page.goto(reverse("library:import_new"))
    line = SAMPLES.read_text().splitlines()[0]
    carried = page.evaluate_handle(
        """(line) => {
          const carried = new DataTransfer();
          carried.items.add(new File([line], "dropped.txt", { type: "text/plain" }));
          return carried;
        }""",
        line,
    )
    page.locator("h1").dispatch_event("drop", {"dataTransfer": carried})
    expect(page.locator("[data-drop]").get_by_role("listitem")).to_have_text(["dropped.txt · 1 line"])
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="dropped.txt")).to_be_visible()
    assert PuzzleImport.objects.get().collection.name == "dropped"
    assert complaints == []


def test_pasted_grids_are_imported(page: Page, complaints: list[str], live_server: Any) -> None:
    page.goto(reverse("library:import_new"))
    lines = "\n".join(SAMPLES.read_text().splitlines()[:3])
    page.locator("h1").evaluate(
        """(place, lines) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", lines);
          place.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        lines,
    )
    expect(page.get_by_label("Or paste the grids")).to_have_value(lines)
    expect(page.get_by_label("Or paste the grids")).to_be_focused()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="Pasted on")).to_be_visible()
    assert bytes(PuzzleImport.objects.get().chunks.get().data).decode().split() == lines.split()
    assert complaints == []


def test_a_pasted_grid_is_given_to_a_class_in_three_clicks(
    page: Page, complaints: list[str], classroom: Classroom, student: User, live_server: Any
) -> None:
    page.goto("/")
    page.get_by_role("link", name="Assign a grid from a newspaper").click()
    field = page.get_by_role("textbox", name="Grids")
    expect(field).to_be_focused()
    line = SAMPLES.read_text().splitlines()[0].replace("0", ".")
    page.keyboard.insert_text(line)
    page.get_by_role("button", name="Preview, then hand out").click()
    page.get_by_role("button", name="Hand out").first.click()
    expect(page.get_by_text("Handed out to 1 student.")).to_be_visible()
    assert student.assignees.get().assigned_puzzles.get().puzzle.givens == line
    assert complaints == []


@pytest.mark.parametrize("name", ["collections", "collection", "entry", "collection_settings", "import_new"])
def test_the_pages_of_grids_are_sound_on_a_phone(
    page: Page, teacher: User, collection_of: Callable[..., Collection], name: str, live_server: Any
) -> None:
    collection = collection_of(teacher, range(1, 4))
    page.set_viewport_size({"width": 390, "height": 844})
    arguments = {"collections": [], "import_new": [], "entry": [collection.pk, 1]}
    page.goto(reverse(f"library:{name}", args=arguments.get(name, [collection.pk])))
    assert found_on(page) + width_of(page) == []
    page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    assert width_of(page) == []


@by_hand
def test_the_polling_stops_when_the_file_is_in_and_graded(page: Page, file: Path, live_server: Any) -> None:
    file.write_text("\n".join(SAMPLES.read_text().splitlines()[2:5]))
    page.goto(reverse("library:import_new"))
    page.get_by_label("Files").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    begun = PuzzleImport.objects.get()
    library.continue_import(import_id=begun.pk, seconds=60)
    expect(page.get_by_role("status")).to_contain_text("Done")
    expect(page.get_by_text("Graded so far: 0 of 3 grids")).to_be_visible()
    grade_slice(seconds=60)
    expect(page.get_by_text("Graded so far: 3 of 3 grids")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(3500)
    assert asked == []


def test_the_rules_of_a_new_collection_step_aside_for_a_standing_one(
    page: Page, teacher: User, live_server: Any
) -> None:
    library.open_collection(owner=teacher, name="Winter")
    page.goto(reverse("library:import_new"))
    page.get_by_text("Help while playing").click()
    expect(page.get_by_label("Hints up to")).to_be_visible()
    page.get_by_role("combobox", name="Collection").select_option("Winter")
    expect(page.get_by_label("Hints up to")).to_be_hidden()
    page.get_by_role("combobox", name="Collection").select_option("a new collection")
    expect(page.get_by_label("Hints up to")).to_be_visible()


def test_a_picture_named_txt_is_a_sentence(page: Page, tmp_path: Path, live_server: Any) -> None:
    picture = tmp_path / "sudoku.txt"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    page.goto(reverse("library:import_new"))
    page.get_by_label("Files").set_input_files(picture)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("This is a picture, not a text file of grids.")).to_be_visible()
    assert not Collection.objects.exists()
