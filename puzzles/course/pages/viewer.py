"""The viewer's page: a solver at work, with its source and the data of the scripts."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Classroom, User
from puzzles.engine import Board, conflicts
from puzzles.engine.runs import ALGORITHMS, EVENT_SENTENCES, OUTSIDE_SENTENCES, Algorithm, describe_event
from puzzles.engine.worksheets import functions_of, source_of
from puzzles.play.pages.access import refusal_context
from puzzles.play.pictures.small_board import grid_picture
from puzzles.play.services.watching import WatchError

from ..access import reference_access
from ..services.predictions import Marked
from .reference import closed_notice
from .sources import SourceBlock, function_lines

MAX_TEXT_LENGTH = 2000

_CALL = re.compile(r"\b(\w+)\(")


@dataclass(frozen=True)
class RunView:
    """One of the runs of a page."""

    algorithm: str
    letter: str
    title: str
    blocks: tuple[SourceBlock, ...]


def viewer_page(
    board: Board, algorithms: list[str], step: int, *, reader: User, asks: bool = False
) -> dict[str, Any]:
    """One run or two on the same grid; `asks` turns predictions on at once."""
    accesses = {name: reference_access(reader, name) for name in algorithms}
    runs = [run_view(ALGORITHMS[name], access.closed) for name, access in accesses.items()]
    line = board.to_line()
    return {
        "title": " · ".join(run.title for run in runs),
        "runs": runs,
        "grid": line,
        "board": grid_picture(line),
        "step": step,
        "algorithms": algorithm_choices(),
        "data": {
            "runs": [run_data(run, line) for run in runs],
            "step": step,
            "sentences": event_sentences(),
            "asks": asks,
        },
        "warnings": grid_warnings(board),
        "closed": [(name, notice) for name in accesses if (notice := closed_notice(accesses[name]))],
    }


def with_grid(name: str, algorithm: str, line: str, **fields: str | int) -> str:
    """The address of a page about an algorithm on a grid."""
    return f"{reverse(name, args=[algorithm])}?{urlencode({'grid': line, **fields})}"


def classes_to_assign(teacher: User, algorithm: str, board: Board) -> list[tuple[str, str]]:
    """The teacher's classes, each with the address of a new assignment to predict this run."""
    query = urlencode({"algorithm": algorithm, "grids": board.to_line()})
    classrooms = Classroom.objects.taught_by(teacher).current().order_by("name")
    return [(room.name, f"{reverse('assignments:new', args=[room.pk])}?{query}") for room in classrooms]


def grid_warnings(board: Board) -> list[str]:
    """What to know about a grid before trusting a run on it."""
    if not conflicts(board):
        return []
    return [
        _(
            "This grid has no solution: a row, column or box holds the same digit twice. The solvers do "
            "not check the given digits, so some never finish, and some even call the grid solved."
        )
    ]


def choosing_page(algorithm: str, text: str = "", error: str = "") -> dict[str, Any]:
    """The form that asks for a grid: what was typed, and why it is not a grid."""
    return {
        "title": _(ALGORITHMS[algorithm].title),
        "algorithm": algorithm,
        "algorithms": algorithm_choices(),
        "text": text[:MAX_TEXT_LENGTH],
        "error": error,
    }


def refusal_page(refusal: WatchError, board: Board, algorithms: list[str], step: int) -> dict[str, Any]:
    """The page of a locked grid: the attempt that locks it, and the fields that give it up."""
    first, *others = algorithms
    return refusal_context(refusal) | {
        "give_up_url": reverse("course:give_up_and_watch", args=[first]) if refusal.may_give_up else "",
        "fields": {
            "attempt": refusal.attempt.pk if refusal.attempt else "",
            "grid": board.to_line(),
            "with": "".join(others[:1]),
            "step": step,
        },
    }


def viewer_address(board: Board, algorithms: list[str], step: int = 0) -> str:
    """The address of the viewer for these algorithms, at a step."""
    first, *others = algorithms
    fields: dict[str, str | int] = {}
    if others:
        fields["with"] = others[0]
    if step:
        fields["step"] = step
    return with_grid("course:viewer", first, board.to_line(), **fields)


def event_sentences() -> dict[str, dict[str, str]]:
    """What each kind of event did, by the number of its operation, in the words of the engine."""
    return {
        "events": {str(operation.value): _(text) for operation, text in EVENT_SENTENCES.items()},
        "outside": {str(operation.value): _(text) for operation, text in OUTSIDE_SENTENCES.items()},
    }


def marked_data(marked: Marked) -> dict[str, Any]:
    """A marked prediction for the script: right or not, the event, and the round's score."""
    event = marked.event
    return {
        "isRight": marked.is_right,
        "expected": {"operation": int(event.operation), "cell": event.cell, "digit": event.digit},
        "words": describe_event(event, translation),
        "asked": marked.asked,
        "right": marked.right,
    }


def run_view(algorithm: Algorithm, closed: frozenset[str]) -> RunView:
    blocks = run_blocks(algorithm.name, closed)
    return RunView(algorithm.name, algorithm.letter, _(algorithm.title), blocks)


def run_data(run: RunView, line: str) -> dict[str, str]:
    """A run for the scripts: what it is, and where its trace, its table and its predictions are."""
    return {
        "algorithm": run.algorithm,
        "letter": run.letter,
        "title": run.title,
        "traceUrl": with_grid("course:trace", run.algorithm, line),
        "tableUrl": with_grid("course:trace_table", run.algorithm, line),
        "predictUrl": reverse("course:predict", args=[run.algorithm]),
    }


def algorithm_choices() -> list[tuple[str, str]]:
    """Every algorithm: its name in addresses, and its title."""
    return [(name, _(algorithm.title)) for name, algorithm in ALGORITHMS.items()]


@cache
def run_blocks(algorithm: str, closed: frozenset[str]) -> tuple[SourceBlock, ...]:
    """The functions that a run goes through, in the order of the module; closed ones without their bodies."""
    run_through = functions_run_through(algorithm)
    return tuple(
        SourceBlock(name, function_lines(algorithm, name, closed))
        for name in functions_of(algorithm)
        if name in run_through
    )


def functions_run_through(algorithm: str) -> set[str]:
    """The functions with the statements of events, the one that tests, and all that they call."""
    lines, functions = source_of(algorithm).splitlines(), functions_of(algorithm)
    found = {function for function, _statement, _nth in ALGORITHMS[algorithm].statements.values()}
    waiting = found | {test for test in [ALGORITHMS[algorithm].test] if test}
    found = set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        text = "\n".join(lines[number - 1] for number in functions[name])
        waiting |= {called for called in _CALL.findall(text) if called in functions} - found
    return found
