"""The course on its pages: the list of worksheets, and a worksheet with its items and its grids."""

from collections.abc import Collection
from functools import cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from puzzles.engine import Board
from puzzles.engine.archive import ARCHIVE_NAME
from puzzles.engine.judge.cases import program_name_of
from puzzles.engine.runs import ALGORITHMS
from puzzles.engine.worksheets import (
    BEYOND,
    DEMOS,
    EXPLORABLE,
    FIGURE_3,
    Demo,
    annex,
    explore,
    functions_of,
)
from puzzles.play.pictures.small_board import SmallBoard, grid_picture, small_board

from ..access import ReferenceAccess
from ..models import EXERCISES, exercise_of
from .exercises import exercise_line
from .explorer import call_address, own_board
from .items import GRID, ITEMS, Trial
from .reference import closed_notice
from .sources import numpy_blocks, source_blocks
from .viewer import algorithm_choices, viewer_address
from .worksheets import SHEETS, STEP, exercise_address, exercise_name, exercise_number

PROGRAM = f"python {ARCHIVE_NAME}"

# The worksheet whose matrix is one of numpy: its text is shown for lists or for numpy.
NUMPY_SHEET = "td_iteratif"

# The worksheet that is a notebook.
NOTEBOOK_SHEET = "mini_projet"

# The function to call first, where the first of the text does not look at a grid.
FIRST_CALLS = {"projet_insa": "est_valide", "mini_projet": "ligne", "propagation": "candidats"}

# Exercises that a reader has passed: pairs of a worksheet and an exercise.
Passed = Collection[tuple[str, str]]

# Only a list of cells is longer.
MAX_VALUE_LENGTH = 60


class TrialView(NamedTuple):
    """A call to try: its text, its value where that is shown, and its address in the explorer.

    `grid` names the grid where it is not the worksheet's own.
    """

    text: str
    value: str
    url: str
    grid: str = ""


class FigureStep(NamedTuple):
    """A step of Figure 3: the grid after it, the cell and its digit, and a call that proves it."""

    board: SmallBoard
    row: int
    column: int
    digit: int
    url: str


def course_index(last: str | None, passed: Passed) -> dict[str, Any]:
    """The worksheets, the one to continue with its next exercise, and the algorithms to choose from.

    The one to continue is `last`, or else the first with an exercise left.
    """
    cards = [sheet_card(name) | worksheet_progress(name, passed) for name in SHEETS]
    unfinished = [card for card in cards if card["following"]]
    return {
        "cards": cards,
        "current": next((card for card in unfinished if card["name"] == last), next(iter(unfinished), None)),
        "is_begun": bool(last or passed),
        "passed": sum(card["passed"] for card in cards),
        "exercises": sum(card["exercises"] for card in cards),
        "algorithms": algorithm_choices(),
    }


def worksheet_progress(name: str, passed: Passed) -> dict[str, Any]:
    """How many exercises of a worksheet are passed, and the first that is not."""
    keys = EXERCISES.get(name, {})
    unfinished = [key for key in keys if (name, key) not in passed]
    return {
        "passed": len(keys) - len(unfinished),
        "exercises": len(keys),
        "following": exercise_line(name, unfinished[0], None) if unfinished else None,
    }


def sheet_card(name: str) -> dict[str, Any]:
    """A worksheet in a list, with the algorithm that it teaches."""
    board = own_board(name)
    return {
        "name": name,
        "sheet": SHEETS[name],
        "algorithm": _(ALGORITHMS[name].title),
        "watch_url": viewer_address(board, [name]),
    }


def worksheet_page(
    name: str,
    *,
    access: ReferenceAccess,
    is_teacher: bool,
    shows_values: bool,
    is_numpy: bool = False,
    hidden: Collection[str] = (),
    passed: Passed = (),
) -> dict[str, Any]:
    """The page of a worksheet.

    Without `shows_values` no call shows its value: the reader plays that grid. `is_numpy` chooses the source
    for a numpy matrix; `hidden` are the keys of demo grids that the reader may not see.
    """
    names = list(SHEETS)
    place = names.index(name)
    is_choice = name == NUMPY_SHEET and access.is_whole
    program = program_name_of(name) if name in EXERCISES else ""
    return worksheet_progress(name, passed) | {
        "name": name,
        "sheet": SHEETS[name],
        "algorithm": _(ALGORITHMS[name].title),
        "watch_url": viewer_address(own_board(name), [name]),
        "propagation_url": viewer_address(own_board(name), [BEYOND]),
        "questions_url": exercise_address(name, "questions")
        if "questions" in EXERCISES.get(name, {})
        else "",
        "items": {
            key: item_context(name, key, is_teacher=is_teacher, hidden=hidden, passed=passed)
            for key in ITEMS[name]
        },
        "shows_values": shows_values,
        "figure_3": figure_3() if shows_values else [],
        "annex": f"import numpy as np\n\n{annex()}",
        "first_call": f"{name}.{first_call(name)}",
        "program": program,
        "judge_command": f"{PROGRAM} judge {name} {program}" if program else "",
        "needs_numpy": name == NUMPY_SHEET,
        "notebook": f"{name}.ipynb" if name == NOTEBOOK_SHEET else "",
        "demos": [demo_context(name, demo) for demo in DEMOS[name] if demo.key not in hidden],
        "beside": _(ALGORITHMS[beside(name)].title),
        "functions": [
            (each, call_address(name, each) if each in EXPLORABLE[name] else "")
            for each in functions_of(name)
        ],
        "blocks": numpy_blocks() if is_numpy and is_choice else source_blocks(name, access.closed),
        "matrix": ("numpy" if is_numpy else "list") if is_choice else "",
        "closed": closed_notice(access),
        "previous": sheet_card(names[place - 1]) if place else None,
        "next": sheet_card(names[place + 1]) if place + 1 < len(names) else None,
    }


def item_context(
    worksheet: str, key: str, *, is_teacher: bool, hidden: Collection[str] = (), passed: Passed = ()
) -> dict[str, Any]:
    """What `_item.html` shows of an item, apart from the sentence that says what it asks for."""
    item, line = ITEMS[worksheet][key], own_board(worksheet).to_line()
    is_numbered = worksheet in EXERCISES and SHEETS[worksheet].numbering != STEP
    answered = {exercise_of(worksheet, function) for function in item.functions} | set(item.exercises)
    return {
        "label": exercise_number(worksheet, key) if is_numbered else key,
        "functions": item.functions,
        "trials": [trial_view(worksheet, trial) for trial in item.trials if trial.demo not in hidden],
        "commands": [f"{PROGRAM} {command.replace(GRID, line)}" for command in item.commands],
        "links": [link for link in item.links if is_teacher or link != "import"],
        "exercises": [
            (exercise_address(worksheet, each), exercise_name(worksheet, each), (worksheet, each) in passed)
            for each in EXERCISES.get(worksheet, ())
            if each in answered
        ],
    }


@cache
def trial_view(worksheet: str, trial: Trial) -> TrialView:
    """A call with its value on the worksheet's own grid; the same in every language."""
    # `resolution` prints, and returns None on any grid; on the worksheet's own it takes a second.
    demo = demo_of(worksheet, trial.demo)
    called_on = demo or (demo_of(worksheet, "easy") if trial.function == "resolution" else None)
    board = Board.from_line(called_on.puzzle) if called_on else own_board(worksheet)
    call = explore(
        worksheet,
        trial.function,
        board,
        cell=trial.cell,
        digit=trial.digit,
        start=trial.start,
        sens=trial.sens,
    )
    # The value of a solver that returns a grid would be the solution.
    value = "" if call.printed or (call.after and call.value.startswith("[")) else call.value
    if len(value) > MAX_VALUE_LENGTH:
        value = f"{value[:MAX_VALUE_LENGTH].rpartition(', ')[0]}, …"
    address = call_address(
        worksheet,
        trial.function,
        cell=trial.cell,
        digit=trial.digit,
        grid=demo.puzzle if demo else None,
        start=trial.start if call.takes_start else None,
        sens=int(trial.sens) if call.takes_start else None,
    )
    return TrialView(call.text, value, address, demo.title if demo else "")


def demo_of(worksheet: str, key: str) -> Demo | None:
    return next((demo for demo in DEMOS[worksheet] if demo.key == key), None)


def figure_3() -> list[FigureStep]:
    """The steps of the first worksheet's Figure 3: in each, the cell has a single digit left."""
    own = board = own_board("projet_insa")
    steps = []
    for row, column, digit in FIGURE_3:
        cell = 9 * (row - 1) + column - 1
        url = call_address("projet_insa", "permis", cell=cell, grid=board.to_line())
        board = board.place(cell, digit)
        picture = small_board(own.to_line(), board.to_line())
        steps.append(FigureStep(picture, row, column, digit, url))
    return steps


def first_call(worksheet: str) -> str:
    """The first function of a worksheet that looks at a grid."""
    return FIRST_CALLS.get(worksheet, EXPLORABLE[worksheet][0])


def beside(worksheet: str) -> str:
    """The algorithm to compare with: propagation; for propagation itself, the fourth worksheet's."""
    return BEYOND if worksheet != BEYOND else "tutoriel"


def demo_context(worksheet: str, demo: Demo) -> dict[str, Any]:
    """A grid to watch the worksheet's algorithm on, alone or beside another."""
    board = Board.from_line(demo.puzzle)
    return {
        "title": _(demo.title),
        "board": grid_picture(demo.puzzle),
        "watch_url": viewer_address(board, [worksheet]),
        "beside_url": viewer_address(board, [worksheet, beside(worksheet)]),
        "explore_url": call_address(worksheet, first_call(worksheet), grid=demo.puzzle),
    }
