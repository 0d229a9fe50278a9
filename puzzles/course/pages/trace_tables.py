"""Trace tables to print: the events of a run in rows, with blanks to fill in, and their answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from random import Random
from textwrap import dedent
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from puzzles.engine import CELLS
from puzzles.engine.runs import (
    ALGORITHMS,
    PLACEMENTS,
    Algorithm,
    Operation,
    TableRow,
    Trace,
    trace_table,
)
from puzzles.engine.translation import cell_label
from puzzles.engine.worksheets import functions_of
from puzzles.play.pictures.small_board import SmallBoard, small_board

from .sources import SourceLine, function_lines

# The columns. The number of the event is always shown.
TITLES = {
    "line": gettext_noop("line of code"),
    "operation": gettext_noop("operation"),
    "cell": gettext_noop("cell"),
    "digit": gettext_noop("digit"),
    "tried": gettext_noop("digits tried"),
    "looked_at": gettext_noop("cells looked at"),
    "tests": gettext_noop("tests"),
    "placements": gettext_noop("placements"),
    "returns": gettext_noop("returns"),
    "forward": gettext_noop("steps forward"),
    "backward": gettext_noop("steps backward"),
    "writes": gettext_noop("writes"),
    "useful_writes": gettext_noop("useful"),
    "depth": gettext_noop("depth"),
}
COLUMNS = {
    "A": ("tried", "operation", "cell", "digit", "line", "tests", "placements", "returns", "depth"),
    "B": ("tried", "operation", "cell", "digit", "line", "tests", "forward", "backward"),
    "C": ("looked_at", "operation", "cell", "digit", "line", "placements", "writes", "useful_writes"),
    "D": ("tried", "operation", "cell", "digit", "line", "tests", "placements", "returns", "depth"),
    "E": ("operation", "cell", "digit", "line", "tests", "placements", "writes", "depth"),
}
# The solver decides these: a reader who can fill them in has understood it. The others are counted.
MATTERS = ("tried", "looked_at", "operation", "cell", "digit")

OPERATION_NAMES = {
    Operation.PLACE: gettext_noop("placement"),
    Operation.RETURN: gettext_noop("going back"),
    Operation.ADVANCE: gettext_noop("one cell forward"),
    Operation.RETREAT: gettext_noop("one cell backward"),
    Operation.SOLUTION: gettext_noop("solution"),
    Operation.OVER: gettext_noop("end, nothing left to try"),
    Operation.WRITE_ROW: gettext_noop("M: row"),
    Operation.WRITE_ROW_AGAIN: gettext_noop("M: row, again"),
    Operation.WRITE_COLUMN: gettext_noop("M: column"),
    Operation.WRITE_COLUMN_AGAIN: gettext_noop("M: column, again"),
    Operation.WRITE_BOX: gettext_noop("M: box"),
    Operation.WRITE_BOX_AGAIN: gettext_noop("M: box, again"),
    Operation.REMOVE_GIVEN: gettext_noop("candidate off (given)"),
    Operation.REMOVE: gettext_noop("candidate off"),
    Operation.PLACE_NAKED: gettext_noop("only candidate"),
    Operation.PLACE_HIDDEN: gettext_noop("only place"),
    Operation.CHOOSE: gettext_noop("choice"),
}
NOTHING = "–"


@dataclass(frozen=True)
class Slot:
    """The text in one column of a row, and whether it is left blank for the reader."""

    text: str
    is_blank: bool = False


@dataclass(frozen=True)
class Row:
    number: int
    slots: list[Slot]


@dataclass(frozen=True)
class CodeLine:
    """A line of a function, moved to the left edge of the paper, with its number in the module."""

    number: int
    text: str


@dataclass(frozen=True)
class TraceSheet:
    """What the page prints: the grid before the first row, the functions, and the rows."""

    title: str
    board: SmallBoard
    start: int
    operations: list[str]
    functions: list[list[CodeLine]]
    columns: dict[str, str]
    rows: list[Row]
    blank_count: int


def trace_sheet(
    trace: Trace, *, start: int, rows: int, blanks: int, sheet: int, closed: frozenset[str]
) -> TraceSheet:
    """The table of some rows from a state on. The same sheet number always has the same blanks.

    Functions that answer `closed` exercises are shown without their bodies.

    Raises EventNotKeptError.
    """
    algorithm = ALGORITHMS[trace.algorithm]
    names = COLUMNS[algorithm.letter]
    chance = Random(f"{sheet} {trace.algorithm} {trace.puzzle} {start}")
    all_texts = [_texts(row, names) for row in trace_table(trace, start=start, rows=rows)]
    # The first row stays whole, as the example.
    numbered = [Row(start + 1, [Slot(text) for text in texts]) for texts in all_texts[:1]]
    for number, (before, texts) in enumerate(pairwise(all_texts), start + 2):
        asked = _asked(names, before, texts, chance)[:blanks]
        numbered.append(
            Row(number, [Slot(text, name in asked) for name, text in zip(names, texts, strict=True)])
        )
    return TraceSheet(
        title=_(algorithm.title),
        board=_board(trace, start),
        start=start,
        operations=[_(OPERATION_NAMES[operation]) for operation in algorithm.statements],
        functions=_functions(algorithm, closed),
        columns={name: _(TITLES[name]) for name in names},
        rows=numbered,
        blank_count=sum(slot.is_blank for row in numbered for slot in row.slots),
    )


def usual_start(trace: Trace) -> int:
    """The state from which a table is worth reading: shortly before the first placement."""
    first = next((number for number, event in trace.events() if event.operation in PLACEMENTS), 0)
    return max(first - 2, 0)


def _texts(row: TableRow, names: Iterable[str]) -> list[str]:
    event = row.event
    tried = " ".join(str(trial.digit) for trial in row.tried)
    texts: dict[str, Any] = {
        **row.counters._asdict(),
        "line": row.line,
        "operation": _(OPERATION_NAMES[event.operation]),
        "cell": cell_label(event.cell, translation) if event.cell in CELLS else NOTHING,
        "digit": event.digit or NOTHING,
        "tried": tried or NOTHING,
        "looked_at": len(row.tried) or NOTHING,
        "depth": row.depth,
    }
    return [str(texts[name]) for name in names]


def _asked(names: tuple[str, ...], before: list[str], texts: list[str], chance: Random) -> list[str]:
    """The columns in the order in which they are left blank.

    First, alternately, what the solver decides and which counters changed; then what can be copied from the
    row above.
    """
    changed = {name: text not in (NOTHING, old) for name, text, old in zip(names, texts, before, strict=True)}
    has_text = {name: text != NOTHING for name, text in zip(names, texts, strict=True)}
    mixed = sorted(names, key=lambda _name: chance.random())
    decided = [name for name in mixed if name in MATTERS and has_text[name]]
    counted = [name for name in mixed if name not in MATTERS and changed[name]]
    alternating = [name for pair in zip_longest(decided, counted) for name in pair if name]
    return alternating + [name for name in mixed if name not in alternating]


def _board(trace: Trace, start: int) -> SmallBoard:
    digits = "".join(str(digit) if digit else "." for digit in trace.state(start).digits)
    return small_board(trace.puzzle, digits)


def _functions(algorithm: Algorithm, closed: frozenset[str]) -> list[list[CodeLine]]:
    """The functions with the statements of events, and the one that tests, in their order."""
    wanted = {function for function, _statement, _nth in algorithm.statements.values()} | {algorithm.test}
    shown = []
    for name in functions_of(algorithm.name):
        if name in wanted:
            lines = without_examples(function_lines(algorithm.name, name, closed))
            texts = dedent("\n".join(line.text for line in lines)).split("\n")
            shown.append([CodeLine(line.number, text) for line, text in zip(lines, texts, strict=True)])
    return shown


def without_examples(lines: Iterable[SourceLine]) -> list[SourceLine]:
    """The lines without a docstring's examples: the table and the text share a printed page."""
    kept, is_example = [], False
    for line in lines:
        text = line.text.strip()
        is_example = text.startswith(">>>") or (is_example and not text.startswith('"""'))
        if not is_example:
            kept.append(line)
    return kept
