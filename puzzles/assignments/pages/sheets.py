"""Sheets of grids: the content of each page, for the browser and for the PDF."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.library.models import Puzzle
from puzzles.library.pages.difficulty import tier_label
from puzzles.play.pages.solution_path import PathLine, path_lines, path_sum
from puzzles.play.pictures.small_board import SmallBoard, small_board
from puzzles.play.services.hints import explain

from ..services.sheets import Handout, PaperGrid
from .letters import is_printable

SOLUTIONS_ON_A_PAGE = 20
DOTS = 5

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Layout:
    """Grids on an A4 page. In wide places the code is beside the board, else above it."""

    columns: int
    rows: int
    is_landscape: bool = False
    is_wide: bool = False

    @property
    def on_page(self) -> int:
        return self.columns * self.rows

    @property
    def name(self) -> str:
        """The layout in a CSS class: `2x3`."""
        return f"{self.columns}x{self.rows}"


# (grids a page, orientation) -> layout. "" is the orientation with the largest boards.
LAYOUTS = {
    (1, "portrait"): Layout(1, 1),
    (1, "landscape"): Layout(1, 1, is_landscape=True, is_wide=True),
    (2, "portrait"): Layout(1, 2, is_wide=True),
    (2, "landscape"): Layout(2, 1, is_landscape=True),
    (4, "portrait"): Layout(2, 2),
    (4, "landscape"): Layout(2, 2, is_landscape=True, is_wide=True),
    (6, "portrait"): Layout(2, 3, is_wide=True),
    (6, "landscape"): Layout(3, 2, is_landscape=True, is_wide=True),
}
LAYOUTS |= {
    (1, ""): LAYOUTS[1, "portrait"],
    (2, ""): LAYOUTS[2, "landscape"],
    (4, ""): LAYOUTS[4, "portrait"],
    (6, ""): LAYOUTS[6, "portrait"],
}


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetOptions:
    """Options of printed sheets. `names` is the choice in the sheets' form."""

    title: str
    layout: Layout
    names: str
    name_line: bool
    tiers: bool
    clues: bool
    codes: bool
    answers: bool
    path: bool
    # In a PDF, a user name replaces a real name whose letters the fonts lack.
    is_pdf: bool = False


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A grid on a page; `address` is in its QR code, "" for none."""

    label: str
    tier: int | None
    tier_words: str
    clue_words: str
    address: str
    givens: str
    board: SmallBoard

    @property
    def dots(self) -> list[tuple[int, bool]]:
        """The sign of the tier: the positions of five dots, and which are filled."""
        return [(6 + 12 * dot, dot < (self.tier or 0)) for dot in range(DOTS)]


@dataclass(frozen=True, slots=True)
class PaperPage:
    """A page of grids; `reader` is the name at the top, "" to write it by hand."""

    reader: str
    cards: Sequence[PaperCard]
    number: int
    last: int


@dataclass(frozen=True, slots=True)
class PrintedSolution:
    """A solved grid, named as on its sheet."""

    label: str
    givens: str
    solution: str
    board: SmallBoard


@dataclass(frozen=True, slots=True)
class PaperPath:
    """The explained solution of a grid."""

    label: str
    sum: str
    lines: list[PathLine]


@dataclass(frozen=True, slots=True)
class Paper:
    """All that is printed."""

    title: str
    layout: Layout
    site: str
    has_name_line: bool
    pages: list[PaperPage]
    solution_pages: list[Sequence[PrintedSolution]] = field(default_factory=list)
    paths: list[PaperPath] = field(default_factory=list)

    @property
    def page_count(self) -> int:
        """The number of pages of grids."""
        return len(self.pages)


def paper(
    handouts: list[Handout], options: SheetOptions, *, site: str, address_of: Callable[[PaperGrid], str]
) -> Paper:
    """The pages for these handouts; `address_of` gives the address to play a grid, or ""."""
    pages = [page for handout in handouts for page in pages_of(handout, options, address_of)]
    named = list(named_puzzles(handouts, options))
    solutions = [printed_solution(puzzle, label) for label, puzzle in named] if options.answers else []
    return Paper(
        title=options.title,
        layout=options.layout,
        site=site,
        has_name_line=options.name_line,
        pages=pages,
        solution_pages=list(batched(solutions, SOLUTIONS_ON_A_PAGE)),
        paths=[solution_path(puzzle, label) for label, puzzle in named] if options.path else [],
    )


def pages_of(
    handout: Handout, options: SheetOptions, address_of: Callable[[PaperGrid], str]
) -> list[PaperPage]:
    """The pages of one student."""
    parts = list(batched(handout.grids, options.layout.on_page))
    reader = reader_of(handout, options)
    return [
        PaperPage(reader, [card(grid, options, address_of) for grid in part], number, len(parts))
        for number, part in enumerate(parts, 1)
    ]


def reader_of(handout: Handout, options: SheetOptions) -> str:
    """The name at the top of a handout."""
    if handout.student is None or options.names == "blank":
        return ""
    real_name = handout.real_name if options.names == "real" else ""
    if options.is_pdf and not is_printable(real_name):
        real_name = ""
    return real_name or handout.student.username


def card(grid: PaperGrid, options: SheetOptions, address_of: Callable[[PaperGrid], str]) -> PaperCard:
    puzzle = grid.puzzle
    tier = puzzle.tier if options.tiers else None
    return PaperCard(
        label=grid_label(grid.number),
        tier=tier,
        tier_words=tier_label(tier) if tier else "",
        clue_words=clue_words(puzzle) if options.clues else "",
        address=address_of(grid) if options.codes else "",
        givens=puzzle.givens,
        board=small_board(puzzle.givens, puzzle.givens),
    )


def grid_label(number: int) -> str:
    return _("Grid %(number)d") % {"number": number}


def clue_words(puzzle: Puzzle) -> str:
    words = ngettext("%(count)d given digit", "%(count)d given digits", puzzle.clue_count)
    return words % {"count": puzzle.clue_count}


# For the teacher only


def named_puzzles(handouts: list[Handout], options: SheetOptions) -> Iterator[tuple[str, Puzzle]]:
    """Each grid once with a label, which names the student if students have different grids."""
    different = {tuple(grid.puzzle.pk for grid in handout.grids): handout for handout in handouts}
    for handout in different.values():
        reader = reader_of(handout, options) or str(handout.student or "")
        for grid in handout.grids:
            label = grid_label(grid.number)
            yield (f"{label} · {reader}" if len(different) > 1 else label), grid.puzzle


def printed_solution(puzzle: Puzzle, label: str) -> PrintedSolution:
    board = small_board(puzzle.givens, puzzle.solution)
    return PrintedSolution(label, puzzle.givens, puzzle.solution, board)


def solution_path(puzzle: Puzzle, label: str) -> PaperPath:
    """The explained solution, as far as the site's techniques go."""
    explanation = explain(puzzle.givens)
    sentence = path_sum(explanation)
    if explanation.is_unfinished:
        sentence = _("The next steps take long to find.")
    elif not explanation.is_whole:
        sentence += " " + _("From here on the techniques known here go no further.")
    return PaperPath(label, sentence.strip(), path_lines(explanation))


def batched(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The rows in batches of this size."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
