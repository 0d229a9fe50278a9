"""A student's own solver at work: its page with the worksheet's run beside it, counts on several grids."""

from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.judge import grids, recorder
from puzzles.engine.judge.recorded_program import CHOICES
from puzzles.engine.runs import ALGORITHMS, trace_run
from puzzles.engine.worksheets import BEYOND
from puzzles.play.pictures.small_board import grid_picture

from ..access import reference_access
from .reference import closed_notice
from .viewer import RunView, algorithm_choices, event_sentences, grid_warnings, run_data, run_view
from .worksheets import SHEETS

NOTHING = "none"
SIMPLE = "resoudre_simple"

# How each worksheet writes the grid: its cells are named as in its text.
GRID_NAMES = {
    "projet_insa": "grille",
    "n_valide": "grid",
    "td_iteratif": "M",
    "tutoriel": "board",
    "mini_projet": "S",
}

# The grids to count on: those of the worksheets. Everybody may watch them.
COUNTED = (
    (gettext_lazy("Worksheet 1, the file"), grids.PROJET_INSA),
    (gettext_lazy("Worksheet 1, figure 1"), grids.FIGURE_1),
    (gettext_lazy("Worksheet 1, figure 2"), grids.FIGURE_2),
    (gettext_lazy("Worksheet 3"), grids.TD_ITERATIF),
    (gettext_lazy("Worksheet 4"), grids.TUTORIEL),
    (gettext_lazy("Worksheet 5"), grids.MINI_PROJET),
)


def own_run_page(
    worksheet: str, board: Board, *, text: str, beside: list[str], solver: str, step: int, reader: User
) -> dict[str, Any]:
    """A student's own program at work, with one algorithm beside it or none.

    `solver` is the function to run, "" for the first one in the program that the worksheet asks for.
    """
    line = board.to_line()
    reference = reference_of(worksheet, solver)
    accesses = [reference_access(reader, name) for name in beside]
    others = [run_view(ALGORITHMS[access.worksheet], access.closed) for access in accesses]
    own = RunView("", "own", _("Your program"), ())
    facts = {"algorithm": "own", "letter": "own", "title": own.title}
    return {
        "title": _("Your program at work"),
        "worksheet": worksheet,
        "sheet": SHEETS[worksheet],
        "runs": [own, *others],
        "grid": line,
        "board": grid_picture(line),
        "step": step,
        "reference_title": _("the worksheet’s") if reference == worksheet else _(ALGORITHMS[reference].title),
        "solver": solver,
        "solvers": list(CHOICES.get(worksheet, ())),
        "grids": [(title, grid) for title, grid in COUNTED],
        "choices": algorithm_choices(),
        "beside": beside[0] if beside else NOTHING,
        "closed": [(access.worksheet, notice) for access in accesses if (notice := closed_notice(access))],
        "warnings": grid_warnings(board),
        "data": {
            "runs": [facts, *(run_data(run, line) for run in others)],
            "step": step,
            "sentences": own_sentences(),
            "own": {
                "text": text,
                "user": reader.pk,
                "worksheet": worksheet,
                "grid": line,
                "gridName": GRID_NAMES[worksheet],
                "solver": solver,
                "counted": counted_grids(reference),
            },
        },
    }


def own_sentences() -> dict[str, dict[str, str]]:
    """What each kind of event did; a student's program does some things that no other run does."""
    sentences = event_sentences()
    sentences["events"] |= {
        str(recorder.RETURN): _("%(digit)s is taken out of %(cell)s"),
        str(recorder.OVER): _("the program has ended without a solution"),
        str(recorder.REPLACE): _("%(digit)s in %(cell)s, over another digit"),
        str(recorder.RAISED): _("the program broke off"),
        str(recorder.WRONG): _("the grid is full, but not valid"),
        str(recorder.CUT): _("the program goes on, but is not followed any further"),
    }
    return sentences


def refused_grid_page(worksheet: str, text: str, error: str) -> dict[str, Any]:
    """The form that asks for a grid, with why this one cannot be read."""
    return {
        "title": _("Your program at work"),
        "worksheet": worksheet,
        "sheet": SHEETS[worksheet],
        "text": text[:2000],
        "error": error,
        "address": reverse("course:own_run", args=[worksheet]),
    }


def reference_of(worksheet: str, solver: str) -> str:
    """The algorithm to compare a student's solver with: the worksheet's own.

    Any solver answers the seventh question of the first worksheet; its own algorithm is for the sixth.
    """
    return "tutoriel" if worksheet == "projet_insa" and solver != SIMPLE else worksheet


def worksheet_board(worksheet: str, solver: str = "") -> Board:
    """The grid of a worksheet; for the simple method that of Figure 2, which is simple."""
    return Board.from_line(grids.FIGURE_2 if solver == SIMPLE else SHEETS[worksheet].grid)


def counted_grids(reference: str) -> list[dict[str, Any]]:
    """The grids to count on, with the placements of the worksheet's solver and of propagation."""
    counts = zip(COUNTED, placements_of(reference), placements_of(BEYOND), strict=True)
    return [
        {
            "title": str(title),
            "grid": grid,
            "reference": referenced,
            "reference_text": number_format(referenced, force_grouping=True),
            "beyond": beyond,
            "beyond_text": number_format(beyond, force_grouping=True),
        }
        for (title, grid), referenced, beyond in counts
    ]


@cache
def placements_of(algorithm: str) -> tuple[int, ...]:
    """How many placements an algorithm needs on each of these grids: about 0.1 s for all, once."""
    boards = (Board.from_line(grid) for _title, grid in COUNTED)
    return tuple(trace_run(algorithm, board).totals.placements for board in boards)
