"""The pages of a printed sheet."""

import io
import re

import pytest
from pypdf import PdfReader

from puzzles.assignments.pages.sheets import LAYOUTS, SheetOptions, paper
from puzzles.assignments.pages.sheets_pdf import code_bars, paper_pdf
from puzzles.assignments.services.sheets import Handout, PaperGrid
from puzzles.library.models import Puzzle

PLAIN = {"names": "blank", "name_line": True, "tiers": True, "clues": False, "codes": True}


def puzzle_number(number: int, **fields: object) -> Puzzle:
    """A puzzle that is in no database."""
    givens = "123456789" + "." * 72
    return Puzzle(pk=number, givens=givens, solution="123456789" * 9, clue_count=9, **fields)


def options(on_page: int = 4, *, answers: bool = False, **other: object) -> SheetOptions:
    return SheetOptions(
        title="Lundi", layout=LAYOUTS[on_page, ""], answers=answers, path=False, **{**PLAIN, **other}
    )


def sheets(count: int, wanted: SheetOptions):
    handout = Handout(tuple(PaperGrid(puzzle_number(number), number) for number in range(1, count + 1)))
    return paper([handout], wanted, site="https://school.test/", address_of=lambda grid: f"/g/{grid.number}/")


@pytest.mark.parametrize(
    ("count", "on_page", "pages"), [(12, 4, 3), (13, 4, 4), (1, 6, 1), (5, 1, 5), (3, 2, 2)]
)
def test_a_page_begins_when_the_last_is_full(count, on_page, pages) -> None:
    made = sheets(count, options(on_page))
    assert len(made.pages) == made.page_count == pages
    assert sum(len(page.cards) for page in made.pages) == count
    assert [page.number for page in made.pages] == list(range(1, pages + 1))


def test_every_layout_has_room_for_what_it_is_called_by() -> None:
    assert {number: layout.on_page for (number, _paper), layout in LAYOUTS.items()} == {
        1: 1,
        2: 2,
        4: 4,
        6: 6,
    }


def test_the_sign_of_a_tier_is_so_many_full_dots() -> None:
    grid = PaperGrid(puzzle_number(1, tier=3), 1)
    made = paper([Handout((grid,))], options(), site="", address_of=lambda grid: "")
    (card,) = made.pages[0].cards
    assert [is_full for _at, is_full in card.dots] == [True, True, True, False, False]
    assert "3" in card.tier_words


def test_words_and_codes_are_printed_on_request() -> None:
    (card,) = sheets(1, options(tiers=False, codes=False, clues=True)).pages[0].cards
    assert (card.tier_words, card.address) == ("", "")
    assert "9" in card.clue_words


def test_a_page_has_twenty_answers() -> None:
    assert [len(page) for page in sheets(45, options(answers=True)).solution_pages] == [20, 20, 5]
    assert sheets(45, options()).solution_pages == []


def test_a_pdf_has_the_pages_of_its_paper_with_the_answers_last() -> None:
    reader = PdfReader(io.BytesIO(paper_pdf(sheets(45, options(6, answers=True)), language="fr")))
    assert len(reader.pages) == 8 + 3
    assert "school.test" in reader.pages[0].extract_text()
    last = reader.pages[-1].get_contents().get_data().decode("latin-1")
    assert len(re.findall(r"\((\d)\) Tj", last)) == 5 * 81


@pytest.mark.parametrize("on_page", [1, 2, 4, 6])
def test_nothing_is_drawn_beyond_the_edge_of_the_paper(on_page) -> None:
    made = sheets(on_page, options(on_page, clues=True))
    page = PdfReader(io.BytesIO(paper_pdf(made, language="fr"))).pages[0]
    width, height = (float(size) for size in (page.mediabox.width, page.mediabox.height))
    content = page.get_contents().get_data().decode("latin-1")
    boxes = [
        [float(number) for number in box]
        for box in re.findall(r"([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re", content)
    ]
    assert len(boxes) > on_page
    assert all(x > 20 and y > 20 and x + w < width - 20 and y + h < height - 20 for x, y, w, h in boxes)


def test_the_bars_of_a_code_are_its_dark_modules() -> None:
    size, bars = code_bars("https://school.test/sheets/1/1/")
    dark = {(row, column + step) for row, column, length in bars for step in range(length)}
    assert {(0, step) for step in range(7)} <= dark
    assert (1, 1) not in dark
    assert all(0 <= row < size and 0 <= column < size for row, column in dark)
