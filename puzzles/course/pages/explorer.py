"""The explorer: one call of a worksheet's function, the cells it read, and its source."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.engine import CELLS, DIGITS, Board, column_of, row_of
from puzzles.engine.worksheets import DEMOS, EXPLORABLE, FILE_GRIDS, SOLVERS, ExplorerCall, explore

from ..access import ReferenceAccess
from .items import ITEMS, Trial
from .reference import closed_notice
from .sources import function_lines
from .worksheets import SHEETS, sheet_name

FIRST = ("mini_projet", "bloc")

# The first worksheet has several grids: its Figure 2 is the one its method is for.
OWN_GRIDS = {"projet_insa": "easy"}

# More changes of the grid than this are counted, not listed.
CHANGES_LISTED = 9
MAX_VALUE_LENGTH = 1000

# The names of a row and a column in the text, where they are not i and j.
AXES = {"n_valide": ("y", "x"), "tutoriel": ("row", "col")}


@dataclass(frozen=True)
class Asked:
    """A call that a reader asks for, on the worksheet's own grid or on the one in `typed`.

    `start` is the digit in the cell before the call; `text` is the file or the typed answers, None for the
    example.
    """

    module: str
    function: str
    cell: int
    digit: int
    board: Board
    typed: str
    start: int = 0
    sens: bool = True
    line: int = 1
    text: str | None = None

    @property
    def is_solver(self) -> bool:
        """Whether the call shows a solution."""
        return (self.module, self.function) in SOLVERS

    @property
    def boards(self) -> list[Board]:
        """The grids whose digits the call reveals."""
        if self.function == "programme":
            return [Board.from_line(line) for line in FILE_GRIDS]
        return [self.board]

    def call(self) -> ExplorerCall:
        """Make the call."""
        return explore(
            self.module,
            self.function,
            self.board,
            cell=self.cell,
            digit=self.digit,
            start=self.start,
            sens=self.sens,
            line=self.line,
            text=self.text,
        )


@dataclass(frozen=True)
class CellView:
    """A cell of the board: `order` is its place among the cells looked at, 0 for one that was not."""

    number: int
    digit: int
    order: int
    is_chosen: bool
    is_answer: bool


def own_board(module: str) -> Board:
    """The worksheet's own grid."""
    demos = {demo.key: demo.puzzle for demo in DEMOS[module]}
    return Board.from_line(demos.get(OWN_GRIDS.get(module, ""), DEMOS[module][0].puzzle))


def asked_call(
    name: str | None,
    *,
    cell: int | None,
    digit: int | None,
    board: Board | None,
    start: int | None = None,
    sens: bool = True,
    line: int | None = None,
    text: str | None = None,
) -> Asked:
    """The call with what is missing filled in from the worksheet's example of the function."""
    module, _dot, function = (name or ".".join(FIRST)).partition(".")
    example = example_of(module, function)
    return Asked(
        module=module,
        function=function,
        cell=example.cell if cell is None else cell,
        digit=digit or example.digit,
        board=board or own_board(module),
        typed=board.to_line() if board else "",
        start=start or 0,
        sens=sens,
        line=line or 1,
        text=text,
    )


def example_of(module: str, function: str) -> Trial:
    """The first call of a function that the worksheet's page shows."""
    trials = (trial for item in ITEMS[module].values() for trial in item.trials)
    return next((trial for trial in trials if trial.function == function), Trial(function))


def call_address(module: str, function: str, **fields: str | int | None) -> str:
    """The address of a call in the explorer; a field that is None is as in the worksheet's example."""
    named = {name: value for name, value in fields.items() if value is not None}
    query = urlencode({"function": f"{module}.{function}"} | named)
    return f"{reverse('course:explorer')}?{query}"


def explorer_page(
    asked: Asked, *, access: ReferenceAccess, text: str = "", errors: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The page of a call. `text` is the grid as typed, `errors` has a sentence by field."""
    call = asked.call()
    row_name, column_name = AXES.get(asked.module, ("i", "j"))
    rows = board_rows(asked, call)
    return {
        "asked": asked,
        "call": call,
        "choices": [(module, sheet_name(module), names) for module, names in EXPLORABLE.items()],
        "rows": rows,
        "has_answer_cells": any(cell.is_answer for row in rows for cell in row),
        "digits": DIGITS,
        "row_name": row_name,
        "column_name": column_name,
        "value": call.value if len(call.value) <= MAX_VALUE_LENGTH else f"{call.value[:MAX_VALUE_LENGTH]}…",
        "after": after_rows(call),
        "changes": changes_words(asked, call),
        "starts": (0, *DIGITS),
        "lines": function_lines(asked.module, asked.function, access.closed),
        "closed": None if access.is_function_open(asked.function) else closed_notice(access),
        "title": SHEETS[asked.module].title,
        "text": text or asked.typed,
        "errors": errors or {},
        "address": address_of(asked, call),
    }


def address_of(asked: Asked, call: ExplorerCall) -> str:
    """The address that repeats exactly this call."""
    return call_address(
        asked.module,
        asked.function,
        cell=asked.cell,
        digit=asked.digit if call.takes_digit else None,
        grid=asked.typed or None,
        start=asked.start if call.takes_start else None,
        sens=int(asked.sens) if call.takes_start else None,
        line=asked.line if call.takes_line else None,
        text=asked.text if call.text_kind else None,
    )


def after_rows(call: ExplorerCall) -> list[list[tuple[str, bool]]]:
    """The grid after the call: each digit, "" for none, and whether it changed."""
    changed = set(call.changed)
    cells = [(digit if digit != "0" else "", cell in changed) for cell, digit in enumerate(call.after)]
    return [cells[start : start + 9] for start in range(0, len(cells), 9)]


def changes_words(asked: Asked, call: ExplorerCall) -> str:
    """Which cells changed; only their number where there are many."""
    if not call.after:
        return ""
    if not call.changed:
        return _("The grid is unchanged.")
    count = len(call.changed)
    if count > CHANGES_LISTED:
        return ngettext("%(count)d cell has changed.", "%(count)d cells have changed.", count) % {
            "count": count
        }
    before = board_before(asked)
    changes = (
        f"({row_of(cell)}, {column_of(cell)}): {before[cell]} → {call.after[cell]}" for cell in call.changed
    )
    return _("Changed: %(changes)s.") % {"changes": "; ".join(changes)}


def board_before(asked: Asked) -> list[int]:
    """The digits before the call, with the one that `remplissage` tried last."""
    digits = list(asked.board)
    if asked.start and asked.function == "remplissage" and not digits[asked.cell]:
        digits[asked.cell] = asked.start
    return digits


def board_rows(asked: Asked, call: ExplorerCall) -> list[list[CellView]]:
    order = {cell: place for place, cell in enumerate(call.looked_at, 1)}
    answers = set(call.forbidden if call.shows_table else cells_in(call.value))
    digits = board_before(asked)
    cells = [
        CellView(
            number=cell,
            digit=digits[cell],
            order=order.get(cell, 0),
            is_chosen=cell == asked.cell and call.takes_place,
            is_answer=cell in answers,
        )
        for cell in CELLS
    ]
    return [cells[start : start + 9] for start in range(0, 81, 9)]


def cells_in(value: str) -> Iterator[int]:
    """The cells that a value names as pairs of a row and a column."""
    try:
        answer = ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return
    for pair in answer if isinstance(answer, list) else [answer]:
        if isinstance(pair, tuple) and len(pair) == 2 and all(number in range(9) for number in pair):
            yield 9 * pair[0] + pair[1]
