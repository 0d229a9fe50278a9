"""`grade`: how hard each puzzle is."""

from argparse import Namespace
from typing import Any

from ..board import Board
from ..formats import PuzzleRecord
from ..grading import Grade, grade
from ..translation import gettext_noop
from .console import Console
from .grids import add_grid_argument, read_grids
from .refusals import refuse, solution_count
from .verb import EXIT_FINE, Verb

HEADER = "puzzle,tier,score,hardest,se"


def run(options: Namespace, console: Console) -> int:
    """CSV with a header; hardest is the id of a technique, nothing where no cell is empty."""
    for index, record in enumerate(read_grids(options, console)):
        if not index and not console.is_json:
            console.say(HEADER)
        count = solution_count(record, console)
        if count == 1:
            say_grade(record, grade(Board.from_line(record.puzzle)), console)
        elif count:
            message = console.words.gettext(
                "line %(line)d: the grid has several solutions, so it has no grade"
            )
            refuse(record, "several_solutions", message, console)
    return EXIT_FINE


def say_grade(record: PuzzleRecord, graded: Grade, console: Console) -> None:
    """One line of CSV, or all of the grade as data."""
    if console.is_json:
        place = {"number": record.number, "line": record.line, "puzzle": record.puzzle}
        console.say_json(place | grade_data(graded))
        return
    console.say(f"{record.puzzle},{graded.tier},{graded.score},{graded.hardest},{graded.se:.1f}")


def grade_data(graded: Grade) -> dict[str, Any]:
    """A grade as JSON values; no hardest technique where no cell is empty, a degree in tier 5 alone."""
    return {
        "tier": graded.tier,
        "degree": graded.degree or None,
        "score": graded.score,
        "hardest": graded.hardest or None,
        "se": graded.se,
        "solved": graded.is_solved,
        "techniques": dict(graded.counts),
    }


VERB = Verb("grade", gettext_noop("grade how hard puzzles are"), add_grid_argument, run)
