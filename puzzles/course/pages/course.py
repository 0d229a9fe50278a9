"""The course on its pages: the worksheets, each with its parts and its grids."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from puzzles.engine import Board
from puzzles.engine.archive import ARCHIVE_NAME
from puzzles.engine.judge.exercise import QUESTIONS, program_name_of
from puzzles.engine.judge.starters import WORKSHEETS as WITH_STARTERS
from puzzles.engine.runs import ALGORITHMS
from puzzles.engine.worksheets import (
    BEYOND,
    DEMOS,
    EXPLORABLE,
    FIGURE_3,
    WORKSHEETS,
    Demo,
    explore,
    functions_of,
)
from puzzles.play.pictures.small_board import SmallBoard, small_board

from ..access import ReferenceAccess
from ..models import exercise_of
from .addresses import exercise_address
from .exercises import SHEETS as EXERCISE_SHEETS
from .explorer import call_address, own_board, sheet_name
from .reference import closed_notice
from .sources import numpy_blocks, source_blocks
from .viewer import algorithm_choices, viewer_address
from .worksheets import GRID, PLACES, SHEETS, Part, Trial

PROGRAM = f"python {ARCHIVE_NAME}"

# The worksheet whose matrix is one of numpy: its text is shown for lists or for numpy.
NUMPY_SHEET = "td_iteratif"

# The worksheet that is a notebook.
NOTEBOOK_SHEET = "mini_projet"

# The function to begin with, where the first of the text does not look at a grid.
FIRST_CALLS = {"projet_insa": "est_valide", "mini_projet": "ligne", "propagation": "candidats"}

# Only a list of cells is longer.
LONGEST_VALUE = 60


@dataclass(frozen=True)
class SheetCard:
    """A worksheet in a list: `number` is "" for what goes beyond the worksheets."""

    name: str
    number: str
    title: str
    teaches: str
    algorithm: str
    board: SmallBoard
    watch_url: str


@dataclass(frozen=True)
class TrialView:
    """A call to try: as it is written, what it gives where that is a value, and where to try it.

    `grid` names the grid where it is not the worksheet's own.
    """

    text: str
    value: str
    url: str
    grid: str = ""


@dataclass(frozen=True)
class FigureStep:
    """A step of Figure 3: its picture, what it says, and where to check it."""

    board: SmallBoard
    sentence: str
    url: str


@dataclass(frozen=True)
class PartView:
    """A part of a worksheet: `links` are addresses and what they say, `exercises` addresses and names."""

    label: str
    asks: str
    functions: tuple[str, ...]
    trials: list[TrialView]
    commands: list[str]
    links: list[tuple[str, str]]
    exercises: list[tuple[str, str]] = field(default_factory=list)
    code: str = ""
    figure: list[FigureStep] = field(default_factory=list)


@dataclass(frozen=True)
class DemoCard:
    """A grid to watch the worksheet's algorithm on, alone or beside another."""

    key: str
    title: str
    board: SmallBoard
    watch_url: str
    beside_url: str
    explore_url: str


def course_index() -> dict[str, Any]:
    """The worksheets, what goes beyond them, and the algorithms to choose from."""
    return {
        "cards": [sheet_card(name) for name in SHEETS],
        "algorithms": algorithm_choices(),
    }


def sheet_titles(names: Iterable[str]) -> dict[str, str]:
    """The worksheets by name, each with its number and its title."""
    return {name: sheet_name(name) for name in names}


def sheet_card(name: str) -> SheetCard:
    sheet, board = SHEETS[name], own_board(name)
    return SheetCard(
        name=name,
        number=str(WORKSHEETS.index(name) + 1) if name in WORKSHEETS else "",
        title=str(sheet.title),
        teaches=str(sheet.teaches),
        algorithm=_(ALGORITHMS[name].title),
        board=picture(board.to_line()),
        watch_url=viewer_address(board, [name]),
    )


def worksheet_page(
    name: str,
    *,
    access: ReferenceAccess,
    is_teacher: bool,
    tells_values: bool,
    is_numpy: bool = False,
    hidden: Collection[str] = (),
) -> dict[str, Any]:
    """A worksheet: what it asks and where that is here, its grids, its text.

    Without `tells_values` the calls to try stand there without what they give: the reader plays that grid.
    `is_numpy` shows the text for a matrix of numpy, where there is one; `hidden` are the keys of demo grids
    that are held back.
    """
    sheet = SHEETS[name]
    names = list(SHEETS)
    place = names.index(name)
    return {
        "card": sheet_card(name),
        "idea": sheet.idea,
        "look_for": sheet.look_for,
        "parts": [
            part_view(name, part, is_teacher=is_teacher, tells_values=tells_values, hidden=hidden)
            for part in sheet.parts
        ],
        "questions_url": questions_address(name) if name in EXERCISE_SHEETS else "",
        "first_call": f"{name}.{first_call(name)}",
        "is_beyond": name == BEYOND,
        "starter": starter_file(name),
        "judge_command": judge_command(name),
        "needs_numpy": name == NUMPY_SHEET,
        "notebook": f"{name}.ipynb" if name == NOTEBOOK_SHEET else "",
        "demos": [demo_card(name, demo) for demo in DEMOS[name] if demo.key not in hidden],
        "beside": _(ALGORITHMS[beside(name)].title),
        "functions": [(each, trial_address(name, each)) for each in functions_of(name)],
        "blocks": numpy_blocks() if is_numpy and access.is_whole else source_blocks(name, access.closed),
        "matrix": matrix_of(name, access, is_numpy=is_numpy),
        "closed": closed_notice(access),
        "previous": sheet_card(names[place - 1]) if place else None,
        "next": sheet_card(names[place + 1]) if place + 1 < len(names) else None,
    }


def matrix_of(module: str, access: ReferenceAccess, *, is_numpy: bool) -> str:
    """What the matrix of the text is: "list" or "numpy"; "" where there is nothing to choose."""
    if module != NUMPY_SHEET or not access.is_whole:
        return ""
    return "numpy" if is_numpy else "list"


def starter_file(module: str) -> str:
    """The name under which a student keeps the starter of a worksheet; "" where there is none."""
    return program_name_of(module) if module in WITH_STARTERS else ""


def judge_command(module: str) -> str:
    """What judges the student's own file in a terminal; "" where nothing is to be written."""
    file = starter_file(module)
    return f"{PROGRAM} judge {module} {file}" if file else ""


def part_view(
    module: str,
    part: Part,
    *,
    is_teacher: bool,
    tells_values: bool = True,
    hidden: Collection[str] = (),
) -> PartView:
    sheet, line = SHEETS[module], own_board(module).to_line()
    numbered = [each for each in sheet.parts if not each.name]
    label = part.name or str(sheet.numbering) % {"number": numbered.index(part) + 1}
    trials = [trial_view(module, trial) for trial in part.trials if trial.demo not in hidden]
    links = [
        (place_address(module, place, is_teacher=is_teacher), str(PLACES[place])) for place in part.places
    ]
    return PartView(
        label=label,
        asks=str(part.asks),
        functions=part.functions,
        trials=[trial if tells_values else replace(trial, value="") for trial in trials],
        commands=[f"{PROGRAM} {command.replace(GRID, line)}" for command in part.commands],
        links=[(address, words) for address, words in links if address],
        exercises=exercise_links(module, part),
        code=part.code,
        figure=figure_3() if part.shows_figure_3 and tells_values else [],
    )


def exercise_links(module: str, part: Part) -> list[tuple[str, str]]:
    """The exercises of a part, by address and name: those it names, and those its functions answer."""
    if module not in EXERCISE_SHEETS:
        return []
    answered = {exercise_of(module, function) for function in part.functions}
    return [
        (exercise_address(module, key), str(facts.name))
        for key, facts in EXERCISE_SHEETS[module].exercises.items()
        if key in answered or key in part.exercises
    ]


def place_address(module: str, place: str, *, is_teacher: bool) -> str:
    """Where a link of a part leads; nowhere for what is not for this reader."""
    match place:
        case "watch":
            return viewer_address(own_board(module), [module])
        case "propagation":
            return viewer_address(own_board(module), [BEYOND])
        case "play":
            return reverse("home:home")
        case "own_grid":
            return f"{reverse('course:course')}#own-grid"
        case "import":
            return reverse("admin:library_puzzleimport_add") if is_teacher else ""
        case "questions":
            return questions_address(module)
    return f"#{place}"


def questions_address(module: str) -> str:
    """The exercise in which a worksheet's questions are answered, marked and kept; "" for one without."""
    keys = [key for key, facts in EXERCISE_SHEETS[module].exercises.items() if facts.kind == QUESTIONS]
    return reverse("course:exercise", args=[module, keys[0]]) if keys else ""


@cache
def trial_view(module: str, trial: Trial) -> TrialView:
    """A call with its value on the worksheet's own grid; the same in every language."""
    # The iterative solver prints, and gives None, on any grid; on its worksheet's own that takes a second.
    demo = demo_of(module, trial.demo)
    called_on = demo or (demo_of(module, "easy") if trial.function == "resolution" else None)
    board = Board.from_line(called_on.puzzle) if called_on else own_board(module)
    call = explore(
        module,
        trial.function,
        board,
        cell=trial.cell,
        digit=trial.digit,
        start=trial.start,
        sens=trial.sens,
    )
    # The value of a solver that gives a grid would be the solution.
    value = "" if call.printed or (call.after and call.value.startswith("[")) else call.value
    if len(value) > LONGEST_VALUE:
        value = f"{value[:LONGEST_VALUE].rpartition(', ')[0]}, …"
    grid = demo.puzzle if demo else ""
    address = call_address(module, trial.function, cell=trial.cell, digit=trial.digit, grid=grid)
    if call.takes_start:
        address += f"&start={trial.start}&sens={int(trial.sens)}"
    return TrialView(call.text, value, address, demo.title if demo else "")


def demo_of(module: str, key: str) -> Demo | None:
    """A grid of a worksheet by its key."""
    return next((demo for demo in DEMOS[module] if demo.key == key), None)


def figure_3() -> list[FigureStep]:
    """The steps of the first worksheet's Figure 3: each cell has a single digit left when its turn comes."""
    board = own_board("projet_insa")
    steps = []
    for row, column, digit in FIGURE_3:
        cell = 9 * (row - 1) + column - 1
        url = call_address("projet_insa", "permis", cell=cell, grid=board.to_line())
        board = board.place(cell, digit)
        sentence = _("Cell (%(row)d, %(column)d) can hold only %(digit)d.")
        steps.append(
            FigureStep(
                small_board(own_board("projet_insa").to_line(), board.to_line()),
                sentence % {"row": row, "column": column, "digit": digit},
                url,
            )
        )
    return steps


def first_call(module: str) -> str:
    """The first function of a worksheet that looks at a grid."""
    return FIRST_CALLS.get(module, EXPLORABLE[module][0])


def trial_address(module: str, function: str) -> str:
    """Where a function can be called, "" for one that is watched instead."""
    return call_address(module, function) if function in EXPLORABLE[module] else ""


def beside(module: str) -> str:
    """The algorithm to compare one with: propagation, and the fourth worksheet's for propagation itself."""
    return BEYOND if module != BEYOND else "tutoriel"


def demo_card(module: str, demo: Demo) -> DemoCard:
    board = Board.from_line(demo.puzzle)
    return DemoCard(
        key=demo.key,
        title=_(demo.title),
        board=picture(demo.puzzle),
        watch_url=viewer_address(board, [module]),
        beside_url=viewer_address(board, [module, beside(module)]),
        explore_url=call_address(module, first_call(module), grid=demo.puzzle),
    )


def picture(line: str) -> SmallBoard:
    return small_board(line, line)
