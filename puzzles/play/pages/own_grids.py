"""A grid of one's own: what is known of it, in words, and the forms in which it goes out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from puzzles.engine import CELLS, DIGITS, Board, Conflict, conflict_cells, is_valid, to_line
from puzzles.engine.formats import to_candidate_grid, to_fpuzzles
from puzzles.library.models import Puzzle
from puzzles.library.pages.difficulty import criteria_choices
from puzzles.library.services.difficulty import grade_values

from ..game import marks_to_text, new_game
from ..models import OwnGrid
from ..pictures.small_board import SmallBoard, small_board
from ..services.hints import Explanation
from ..services.own_grids import FEWEST_CLUES, MOST_LISTED, Reading, Verdict
from .play import CellView, board_rows, house_name
from .solution_path import path_facts, path_lines, path_place
from .watch_addresses import FIRST_TO_WATCH, with_grid

CONFLICTS_TOLD = 4
# The algorithm of the course that goes on after a solution.
FINDS_ALL = "n_valide"

# Where these sites take a grid in their address. Nothing is asked of them: the reader follows a link.
_SUDOKUWIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
_SUDOKUPAD = "https://sudokupad.app/?puzzleid=fpuzzles"


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence about a grid; `mark` is `good`, `bad` or "" for neither."""

    sentence: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class CopyForm:
    """A form in which a grid goes out as text."""

    key: str
    title: str
    text: str
    rows: int


@dataclass(frozen=True, slots=True)
class KeptGrid:
    """A kept grid as its card shows it."""

    grid: OwnGrid
    title: str
    address: str
    board: SmallBoard


def editor_page(user: User, wished_tier: int | None = None) -> dict[str, Any]:
    """The page where grids are brought in: an empty board, and the grids that are kept."""
    return {
        "wished_tier": wished_tier,
        "rows": editor_rows(Reading(Board((0,) * 81))),
        "digits": DIGITS,
        "kept": kept_grids(user),
        "most": OwnGrid.MOST,
        "tiers": criteria_choices().tiers,
        "config": {"judges": False},
    }


def editor_rows(reading: Reading) -> list[list[CellView]]:
    """The cells of a grid that is being written: every digit may be changed."""
    state = replace(new_game((0,) * 81), digits=reading.board.digits)
    return board_rows(replace(state, marks=reading.notes) if reading.notes else state, judges=False)


def looked_at(reading: Reading, verdict: Verdict | None = None, *, site: str) -> dict[str, Any]:
    """All that is shown of a grid that was read; without a verdict nothing is known but its digits."""
    line = reading.board.to_line()
    return {
        "line": line,
        "reading": reading,
        "notes": marks_to_text(reading.notes) if reading.notes else "",
        "facts": facts(verdict) if verdict else [],
        "solutions": listed_solutions(verdict) if verdict else None,
        "watch_all_url": with_grid("course:viewer", FINDS_ALL, line),
        "puzzle": graded_puzzle(verdict) if verdict and verdict.grade else None,
        "is_playable": bool(verdict and verdict.is_playable and reading.board.empty_cells),
        "share_url": site + shared_address(reading.board),
        "path_url": reverse("play:own_grid_path", args=[address_line(reading.board)]),
        "watch_url": with_grid("course:viewer", FIRST_TO_WATCH, line),
        "copies": copies(reading),
        "elsewhere": elsewhere(reading.board),
        "data": read_data(reading, verdict),
    }


def read_data(reading: Reading, verdict: Verdict | None = None) -> dict[str, Any]:
    """What the script of the editor paints: the grid, its notes, and the cells that repeat a digit."""
    repeated = conflict_cells(reading.board) if verdict and verdict.conflicts else frozenset()
    return {"line": reading.board.to_line(), "notes": list(reading.notes), "conflicts": sorted(repeated)}


def facts(verdict: Verdict) -> list[Fact]:
    """What is known of a grid, in sentences."""
    clues = ngettext("%(count)d digit.", "%(count)d digits.", verdict.clue_count)
    told = [Fact(clues % {"count": verdict.clue_count})]
    if verdict.conflicts:
        return told + _conflict_facts(verdict.conflicts)
    if verdict.count is None:
        return [*told, _uncounted(verdict)]
    if verdict.count == 0:
        return [*told, Fact(_("It has no solution: some digit is wrong."), "bad")]
    if verdict.clue_count == len(CELLS):
        return [
            *told,
            Fact(_("It is full, and solved: every row, column and box holds each digit once."), "good"),
        ]
    if verdict.count > 1:
        return [*told, Fact(_("It has more than one solution: it needs more digits."), "bad")]
    return [*told, Fact(_("It has exactly one solution."), "good"), Fact(_class_sentence(verdict))]


@dataclass(frozen=True, slots=True)
class ListedSolutions:
    """The solutions of a grid that has several, each as 81 digits, and a sentence about how many."""

    sentence: str
    lines: tuple[str, ...]


def listed_solutions(verdict: Verdict) -> ListedSolutions | None:
    """The first solutions of a grid that has several."""
    found = len(verdict.solutions)
    if found < 2:
        return None
    if found > MOST_LISTED:
        sentence = _("More than %(count)d solutions. The first of them:") % {"count": MOST_LISTED}
    else:
        sentence = _("Its %(count)d solutions:") % {"count": found}
    return ListedSolutions(sentence, verdict.solutions[:MOST_LISTED])


def copies(reading: Reading) -> list[CopyForm]:
    """The grid as text: one line, nine lines, and with its candidates where each cell has some."""
    board = reading.board
    line = to_line(board)
    nine = "\n".join(line[at : at + 9] for at in range(0, 81, 9))
    found = [
        CopyForm("line", _("81 characters (also HoDoKu)"), line, 2),
        CopyForm("nine", _("Nine lines"), nine, 9),
    ]
    masks = reading.notes or tuple(board.candidate_masks())
    if all(mask or digit for mask, digit in zip(masks, board, strict=True)):
        drawn = to_candidate_grid(board, masks)
        found.append(CopyForm("candidates", _("With candidates (HoDoKu, SudokuWiki)"), drawn, 13))
    return found


def elsewhere(board: Board) -> list[tuple[str, str]]:
    """Other sites that take this grid: (name, address)."""
    return [
        ("SudokuWiki", _SUDOKUWIKI + to_line(board, empty="0")),
        ("SudokuPad", _SUDOKUPAD + quote(to_fpuzzles(board), safe="")),
    ]


def shared_address(board: Board) -> str:
    """The path under which anybody can look at a grid and play it."""
    return reverse("play:shared_grid", args=[address_line(board)])


def address_line(board: Board) -> str:
    """A grid as it stands in addresses: programs that find links in texts take dots for the end of one."""
    return to_line(board, empty="0")


def kept_grids(user: User) -> list[KeptGrid]:
    """The cards of the grids that somebody keeps, the newest first."""
    grids = OwnGrid.objects.owned_by(user).select_related("puzzle").defer("puzzle__solution")
    return [_kept(grid) for grid in grids]


def graded_puzzle(verdict: Verdict) -> Puzzle | None:
    """A puzzle that is stored nowhere, for the words of its grade; a full grid has none."""
    if verdict.grade is None or verdict.solving_class is None or verdict.clue_count == len(CELLS):
        return None
    return Puzzle(solving_class=verdict.solving_class, **grade_values(verdict.grade))


def shared_page(board: Board) -> dict[str, Any]:
    """What anybody sees of a shared grid, with the data of the board that is played in the browser."""
    line = board.to_line()
    return {
        "line": line,
        "address_line": address_line(board),
        "rows": board_rows(new_game(board.digits)),
        "digits": DIGITS,
        "wishes": {"modes": "centre colour"},
        "board": small_board(line, line),
        "clue_count": board.clue_count,
        "is_full": not board.empty_cells,
        "is_solved": is_valid(board),
        "game": {"line": line},
        "config": {"judges": True},
    }


def own_path_page(board: Board, explanation: Explanation, number: int, *, may_order: bool) -> dict[str, Any]:
    """What the page of a path shows for a grid of one's own."""
    line = board.to_line()
    place = path_place(explanation, number, line)
    return {
        "path_url": reverse("play:own_grid_path", args=[address_line(board)]),
        "back_url": shared_address(board),
        "back_words": _("The grid"),
        "place": place,
        "lines": path_lines(explanation),
    } | path_facts(explanation, may_order=may_order)


def _kept(grid: OwnGrid) -> KeptGrid:
    givens = grid.puzzle.givens
    when = timezone.localtime(grid.created_at).strftime("%d/%m/%Y")
    title = grid.name or _("Grid of %(date)s") % {"date": when}
    return KeptGrid(grid, title, shared_address(Board.from_line(givens)), small_board(givens, givens))


def _conflict_facts(found: Sequence[Conflict]) -> list[Fact]:
    told = [
        Fact(
            _("%(digit)d stands more than once in %(house)s.")
            % {"digit": conflict.digit, "house": house_name(conflict.house)},
            "bad",
        )
        for conflict in found[:CONFLICTS_TOLD]
    ]
    more = len(found) - len(told)
    if more > 0:
        sentence = ngettext("And %(count)d more like that.", "And %(count)d more like that.", more)
        told.append(Fact(sentence % {"count": more}, "bad"))
    return told


def _uncounted(verdict: Verdict) -> Fact:
    if verdict.is_too_long:
        return Fact(_("How many solutions it has could not be found out in the time there is."), "bad")
    if not verdict.clue_count:
        return Fact(_("The grid is empty."))
    return Fact(
        _("No digits repeat. A grid with one solution only has at least %(fewest)d digits.")
        % {"fewest": FEWEST_CLUES}
    )


def _class_sentence(verdict: Verdict) -> str:
    if verdict.solving_class == "simple":
        return _("It is simple: the simple method of the course solves it.")
    if verdict.solving_class == "singles":
        return _("It is not simple in the sense of the course, but singles solve it.")
    return _("It is not simple: it takes more than singles.")
