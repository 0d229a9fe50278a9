"""`path`: how a person solves a grid, one sentence a step."""

from argparse import Namespace
from typing import Any

from ..board import Board
from ..formats import PuzzleRecord, to_grid
from ..grading import Grade, grade_path
from ..techniques import TECHNIQUES, Position, SolvePath, Step, rate, score_of, solve_path
from ..translation import Words, gettext_noop
from ..wording import TECHNIQUE_NAMES, describe, render
from .console import Console
from .grade import grade_data
from .grids import add_grid_argument, has_many, read_grids
from .headings import say_heading
from .refusals import solution_count
from .step_data import step_data
from .verb import EXIT_FINE, Verb


def run(options: Namespace, console: Console) -> int:
    """List the steps with their techniques, draw the grid they lead to, and say how hard that was."""
    for index, record in enumerate(read_grids(options, console)):
        count = solution_count(record, console)
        if not count:
            continue
        start = Position.from_board(Board.from_line(record.puzzle), is_unique=count == 1)
        path = solve_path(start)
        if console.is_json:
            console.say_json(as_data(record, path, console.words))
            continue
        if has_many(options):
            say_heading(record, index, console)
        say_path(path, console)
    return EXIT_FINE


def say_path(path: SolvePath, console: Console) -> None:
    """The steps, where they end, and the grade."""
    words = console.words
    for number, step in enumerate(path.steps, start=1):
        name = words.gettext(TECHNIQUE_NAMES[step.technique])
        console.say(f"{number}. {sentence(step, words)} ({name})")
    console.say(to_grid(path.end.board))
    console.say(verdict(path, words))


def sentence(step: Step, words: Words) -> str:
    """What a step does, and why."""
    return render(describe(step, "do"), words)


def verdict(path: SolvePath, words: Words) -> str:
    """How hard the grid was, or why the path ends early: what has one solution is always solved."""
    if path.is_solved:
        return _solved(grade_path(path), words)
    return words.gettext("Not solved: the grid has several solutions.")


def as_data(record: PuzzleRecord, path: SolvePath, words: Words) -> dict[str, Any]:
    """The same as data. Only a grid with one solution has a grade."""
    place = {"number": record.number, "line": record.line, "puzzle": record.puzzle}
    graded = grade_data(grade_path(path)) if path.end.is_unique else {"solved": path.is_solved}
    steps = [
        step_data(step)
        | {
            "tier": TECHNIQUES[step.technique].tier,
            "score": score_of(step),
            "se": rate(step),
            "text": sentence(step, words),
        }
        for step in path.steps
    ]
    return place | graded | {"grid": path.end.board.to_line(), "steps": steps}


def _solved(graded: Grade, words: Words) -> str:
    if not graded.counts:
        return words.gettext("Solved: no cell is empty.")
    whole, tenth = divmod(round(10 * graded.se), 10)
    message = words.ngettext(
        "Solved in %(count)d step: tier %(tier)s, score %(score)d, hardest technique: %(hardest)s, "
        "about %(whole)d.%(tenth)d on the scale of Sudoku Explainer.",
        "Solved in %(count)d steps: tier %(tier)s, score %(score)d, hardest technique: %(hardest)s, "
        "about %(whole)d.%(tenth)d on the scale of Sudoku Explainer.",
        graded.step_count,
    )
    return message % {
        "count": graded.step_count,
        "tier": f"{graded.tier}.{graded.degree}" if graded.degree else graded.tier,
        "score": graded.score,
        "hardest": words.gettext(TECHNIQUE_NAMES[graded.hardest]),
        "whole": whole,
        "tenth": tenth,
    }


VERB = Verb("path", gettext_noop("explain how a grid is solved, step by step"), add_grid_argument, run)
