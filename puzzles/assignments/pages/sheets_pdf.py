"""Sheets of grids as a PDF: vector lines, digits and QR codes, in the fonts that every reader has."""

import io
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import segno
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from puzzles.engine import column_of, row_of

from .letters import printable
from .sheets import DOTS, Paper, PaperCard, PaperPage, PaperPath, PrintedSolution

PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
MARGIN = 12 * mm
GAP = 8 * mm
HEAD = 14 * mm
FOOT = 6 * mm
# Height of the words above a board: 19 mm with the code, 8 mm if the code is beside the board.
CARD_HEAD, WIDE_CARD_HEAD = 19 * mm, 8 * mm
CODE = 18 * mm
# Size of a digit in a cell; Helvetica's digits are 0.72 of their size high and 0.56 wide.
DIGIT = 0.66
DIGIT_RISE = 0.5 - 0.36 * DIGIT
THIN, BOXES, EDGE = 0.4, 1.9, 2.4
SOLUTION_COLUMNS, SOLUTION_ROWS = 4, 5
PATH_SIZE, PATH_LEADING = 8.5, 11


class Place(NamedTuple):
    """The rectangle of a grid with its words."""

    left: float
    top: float
    width: float
    height: float
    is_wide: bool


def paper_pdf(paper: Paper, *, language: str) -> bytes:
    """The paper as a PDF file."""
    file = io.BytesIO()
    size = landscape(A4) if paper.layout.is_landscape else A4
    canvas = Canvas(file, pagesize=size, lang=language, pageCompression=1)
    canvas.setTitle(paper.title)
    canvas.setSubject(_("Sudoku grids to print"))
    canvas.setAuthor("Sudokusite")
    for page in paper.pages:
        _draw_page(canvas, paper, page)
    canvas.setPageSize(A4)
    for solutions in paper.solution_pages:
        _draw_solutions(canvas, paper, list(solutions))
    if paper.paths:
        _draw_paths(canvas, paper)
    canvas.save()
    return file.getvalue()


# Pages


def _draw_page(canvas: Canvas, paper: Paper, page: PaperPage) -> None:
    """A page of grids."""
    width, height = landscape(A4) if paper.layout.is_landscape else A4
    canvas.setPageSize((width, height))
    _draw_head(canvas, paper, page, width, height)
    _draw_foot(canvas, paper.site, f"{page.number} / {page.last}" if page.last > 1 else "", width)
    columns, rows = paper.layout.columns, paper.layout.rows
    wide = (width - 2 * MARGIN - (columns - 1) * GAP) / columns
    top = height - MARGIN - HEAD
    high = (top - MARGIN - FOOT - (rows - 1) * GAP) / rows
    for at, card in enumerate(page.cards):
        row, column = divmod(at, columns)
        corner = MARGIN + column * (wide + GAP), top - row * (high + GAP)
        _draw_card(canvas, card, Place(*corner, wide, high, paper.layout.is_wide))
    canvas.showPage()


def _draw_head(canvas: Canvas, paper: Paper, page: PaperPage, width: float, height: float) -> None:
    """The heading, and a name or a line for one."""
    base = height - MARGIN - 5 * mm
    room = width - 2 * MARGIN
    if page.reader or paper.has_name_line:
        room -= 92 * mm
    canvas.setFont(BOLD, 14)
    canvas.drawString(MARGIN, base, _fitted(paper.title, BOLD, 14, room))
    left = width - MARGIN - 86 * mm
    if page.reader:
        canvas.drawRightString(width - MARGIN, base, _fitted(page.reader, BOLD, 14, 86 * mm))
    elif paper.has_name_line:
        canvas.setFont(PLAIN, 10)
        words = _("Name:")
        canvas.drawString(left, base, printable(words))
        canvas.setLineWidth(THIN)
        canvas.line(left + _width_of(words, 10) + 2 * mm, base - 1, width - MARGIN, base - 1)


def _draw_foot(canvas: Canvas, left: str, right: str, width: float) -> None:
    canvas.setFont(PLAIN, 8)
    canvas.drawString(MARGIN, MARGIN - 2 * mm, printable(left))
    canvas.drawRightString(width - MARGIN, MARGIN - 2 * mm, printable(right))


def _draw_card(canvas: Canvas, card: PaperCard, place: Place) -> None:
    """A grid with its words, as large as its place allows."""
    head = WIDE_CARD_HEAD if place.is_wide else CARD_HEAD
    code = CODE + 2 * mm if place.is_wide and card.address else 0
    side = min(place.width - code, place.height - head)
    _draw_words(canvas, card, place)
    if card.address and place.is_wide:
        _draw_code(canvas, card.address, place.left + place.width - CODE, place.top - head - CODE)
    elif card.address:
        _draw_code(canvas, card.address, place.left + side - CODE, place.top - CODE)
    _draw_board(canvas, place.left, place.top - head, side, card.givens)


def _draw_words(canvas: Canvas, card: PaperCard, place: Place) -> None:
    """The number, tier and clue count of a grid: in a row in wide places, else in a column."""
    base = place.top - (5 if place.is_wide else 6) * mm
    canvas.setFont(BOLD, 13)
    canvas.drawString(place.left, base, printable(card.label))
    left = place.left
    if place.is_wide:
        left += _width_of(card.label, 13, BOLD) + 4 * mm
    canvas.setFont(PLAIN, 9.5)
    for words in filter(None, (card.tier_words, card.clue_words)):
        base -= 0 if place.is_wide else 5 * mm
        sign = _draw_tier(canvas, card.tier, left, base) if card.tier and words == card.tier_words else 0
        canvas.drawString(left + sign, base, printable(words))
        if place.is_wide:
            left += sign + _width_of(words, 9.5) + 4 * mm


def _draw_tier(canvas: Canvas, tier: int, left: float, base: float) -> float:
    """The sign of a tier: five dots, some filled. Returns its width."""
    canvas.setLineWidth(THIN)
    for dot in range(DOTS):
        canvas.circle(left + (1.3 + 3 * dot) * mm, base + 1.1 * mm, 1.1 * mm, fill=int(dot < tier))
    return 16.5 * mm


# Boards


def _draw_board(
    canvas: Canvas, left: float, top: float, side: float, givens: str, solution: str = ""
) -> None:
    """A grid with its upper left corner here: givens in bold, other digits, lines."""
    cell = side / 9
    _write_digits(canvas, left, top, cell, enumerate(givens), BOLD)
    others = ((at, digit) for at, digit in enumerate(solution) if givens[at] == ".")
    _write_digits(canvas, left, top, cell, others, PLAIN)
    places = [step * cell for step in range(10)]
    thin = [place for step, place in enumerate(places) if step % 3]
    _draw_lines(canvas, left, top, side, thin, THIN)
    weight = min(1.0, side / (70 * mm))
    _draw_lines(canvas, left, top, side, [places[3], places[6]], BOXES * weight)
    canvas.setLineWidth(EDGE * weight)
    canvas.rect(left, top - side, side, side)


def _draw_lines(
    canvas: Canvas, left: float, top: float, side: float, places: list[float], weight: float
) -> None:
    canvas.setLineWidth(weight)
    canvas.lines([(left + place, top, left + place, top - side) for place in places])
    canvas.lines([(left, top - place, left + side, top - place) for place in places])


def _write_digits(
    canvas: Canvas, left: float, top: float, cell: float, digits: Iterator[tuple[int, str]], font: str
) -> None:
    """Digits centred in their cells, in one text object."""
    size = DIGIT * cell
    text = canvas.beginText()
    text.setFont(font, size)
    half = canvas.stringWidth("0", font, size) / 2
    for at, digit in digits:
        if digit != ".":
            text.setTextOrigin(
                left + (column_of(at) + 0.5) * cell - half,
                top - (row_of(at) + 1 - DIGIT_RISE) * cell,
            )
            text.textOut(digit)
    canvas.drawText(text)


# Codes


def _draw_code(canvas: Canvas, address: str, left: float, base: float) -> None:
    """The QR code of an address as one path of bars, with its quiet zone."""
    count, bars = code_bars(address)
    module = CODE / (count + 4)
    path = canvas.beginPath()
    for row, column, length in bars:
        # Slightly higher than the row, so that printers leave no gap between two rows.
        high = 1.02 * module
        path.rect(left + (column + 2) * module, base + (count + 1 - row) * module, length * module, high)
    canvas.drawPath(path, stroke=0, fill=1)


@lru_cache(maxsize=256)
def code_bars(address: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The width of a code in modules, and its dark bars: row, column, length."""
    matrix = segno.make(address, micro=False, error="m").matrix
    bars = []
    for row, modules in enumerate(matrix):
        start = None
        for column, dark in enumerate([*modules, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                bars.append((row, start, column - start))
                start = None
    return len(matrix), tuple(bars)


# For the teacher only


def _draw_solutions(canvas: Canvas, paper: Paper, solutions: list[PrintedSolution]) -> None:
    """A page of small solved grids."""
    width, height = A4
    canvas.setPageSize(A4)
    canvas.setFont(BOLD, 14)
    heading = f"{_('Answers')} · {paper.title}"
    canvas.drawString(MARGIN, height - MARGIN - 5 * mm, _fitted(heading, BOLD, 14, width - 2 * MARGIN))
    _draw_foot(canvas, paper.site, _("For the teacher"), width)
    gap = 6 * mm
    side = (width - 2 * MARGIN - (SOLUTION_COLUMNS - 1) * gap) / SOLUTION_COLUMNS
    for place, printed in enumerate(solutions):
        row, column = divmod(place, SOLUTION_COLUMNS)
        left = MARGIN + column * (side + gap)
        top = height - MARGIN - HEAD - row * (side + 8.5 * mm)
        canvas.setFont(BOLD, 9)
        canvas.drawString(left, top, _fitted(printed.label, BOLD, 9, side))
        _draw_board(canvas, left, top - 1.5 * mm, side, printed.givens, printed.solution)
    canvas.showPage()


def _draw_paths(canvas: Canvas, paper: Paper) -> None:
    """The explained solutions, in two columns, each under its heading."""
    width, height = A4
    columns = Columns(canvas, paper.site, width, height)
    for path in paper.paths:
        _write_path(columns, path)
    columns.end()


def _write_path(columns: "Columns", path: PaperPath) -> None:
    columns.write(path.label, BOLD, 11, lines_ahead=4)
    if path.sum:
        columns.write(path.sum, PLAIN, PATH_SIZE)
    for line in path.lines:
        columns.write(line.words, PLAIN, PATH_SIZE, title=f"{line.number}. {line.title}")
    columns.skip()


class Columns:
    """Text in two columns, page after page."""

    def __init__(self, canvas: Canvas, site: str, width: float, height: float) -> None:
        self.canvas = canvas
        self.site = site
        self.page_width = width
        self.width = (width - 2 * MARGIN - GAP) / 2
        self.top = height - MARGIN
        self.bottom = MARGIN + FOOT
        self.column = 0
        self.at = self.top

    def write(self, words: str, font: str, size: float, *, title: str = "", lines_ahead: int = 1) -> None:
        """A paragraph that begins with a title in bold.

        It begins in the next column if this one has fewer than `lines_ahead` lines left.
        """
        if self.at - lines_ahead * PATH_LEADING < self.bottom:
            self.turn()
        indent = _width_of(f"{title}  ", size, BOLD) if title else 0
        for number, line in enumerate(_wrapped(printable(words), font, size, self.width, indent)):
            if self.at - PATH_LEADING < self.bottom:
                self.turn()
            self.at -= PATH_LEADING * max(1.0, size / PATH_SIZE)
            left = MARGIN + self.column * (self.width + GAP)
            if not number:
                self.canvas.setFont(BOLD, size)
                self.canvas.drawString(left, self.at, printable(title))
                left += indent
            self.canvas.setFont(font, size)
            self.canvas.drawString(left, self.at, line)

    def skip(self) -> None:
        self.at -= 1.5 * PATH_LEADING

    def turn(self) -> None:
        """Go to the next column, after the second to the next page."""
        if self.column:
            self.end()
        self.column = 1 - self.column
        self.at = self.top

    def end(self) -> None:
        """End the page."""
        _draw_foot(self.canvas, self.site, _("For the teacher"), self.page_width)
        self.canvas.showPage()


# Words


def _fitted(words: str, font: str, size: float, room: float) -> str:
    """The words, cut to fit into the room."""
    text = printable(words)
    while len(text) > 1 and _width_of(text, size, font) > room:
        text = text[:-2].rstrip() + "…"
    return text


def _wrapped(words: str, font: str, size: float, room: float, indent: float) -> Iterator[str]:
    """The lines of a paragraph with an indented first line."""
    first, *rest = simpleSplit(words, font, size, room - indent) or [""]
    yield first
    yield from simpleSplit(" ".join(rest), font, size, room)


def _width_of(words: str, size: float, font: str = PLAIN) -> float:
    return float(stringWidth(printable(words), font, size))
