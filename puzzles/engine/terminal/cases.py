"""Positions in lines of JSON: a grid, its givens, the candidates that are gone, the technique asked for."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..board import Board
from ..cells import CELLS
from ..formats import PuzzleFormatError, describe_fault, read_puzzle
from ..formats.line_splitter import decode_line
from ..search import SearchLimitError, search
from ..techniques import Position
from ..translation import Words
from .console import Console
from .grids import STANDARD_INPUT, open_file
from .step_data import from_triple

_CODE = re.compile(r"[0-9]{4}")


class CaseError(ValueError):
    """A line that is no position; the text says where and what was expected."""


@dataclass(frozen=True, slots=True)
class StepCase:
    """A position to look for steps in, and the code of the one technique asked for; None for all."""

    position: Position
    code: str | None


def read_lines(name: str, console: Console) -> Iterator[tuple[int, str]]:
    """The lines of a file, or of standard input, that are not blank, with their numbers.

    Raises TerminalError for a file that cannot be read.
    """
    if name == STANDARD_INPUT:
        yield from _numbered(iter(console.answer, None))
    else:
        with open_file(name, console.words) as file:
            yield from _numbered(file)


def read_case(line: str, number: int, words: Words) -> StepCase:
    """The case in a line of JSON. Raises CaseError."""
    reader = _Reader(line, number, words)
    grid = reader.board("grid")
    givens = reader.board("givens") if reader.has("givens") else grid
    start = Position.from_board(
        grid, givens=set(CELLS) - set(givens.empty_cells), is_unique=_has_one_solution(givens)
    )
    gone = [candidate for candidate in reader.removed() if start.has_candidate(*candidate)]
    return StepCase(start.eliminate(gone), reader.code())


class _Reader:
    """A line of JSON, whose errors name the place of the wrong value."""

    def __init__(self, line: str, number: int, words: Words) -> None:
        self._line, self._number, self._words = line, number, words
        try:
            self._values = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._error(getattr(error, "colno", 1), self._expected_object()) from None
        if not isinstance(self._values, dict) or "grid" not in self._values:
            raise self._error(1, self._expected_object())

    def has(self, name: str) -> bool:
        """Whether the line has such a value."""
        return self._values.get(name) is not None

    def board(self, name: str) -> Board:
        """The grid of this name."""
        text = self._values[name]
        if not isinstance(text, str):
            raise self._error(self._column_of(name), self._words.gettext("a grid of 81 characters in quotes"))
        try:
            return Board.from_line(read_puzzle(text).puzzle)
        except PuzzleFormatError as error:
            before = max(self._line.find(text, self._column_of(name)), 0)
            fault = replace(error.fault, line=self._number, column=before + error.column)
            raise CaseError(describe_fault(fault, self._words)) from None

    def removed(self) -> list[Any]:
        """The candidates that are gone, as (cell, digit)."""
        try:
            return [from_triple(triple) for triple in self._values.get("removed") or ()]
        except (ValueError, TypeError):
            expected = self._words.gettext("a list of [digit, row, column], each 1 to 9")
            raise self._error(self._column_of("removed"), expected) from None

    def code(self) -> str | None:
        """The code of the technique asked for; None if none is."""
        code = self._values.get("code")
        if code is None or (isinstance(code, str) and _CODE.fullmatch(code)):
            return code
        raise self._error(self._column_of("code"), self._words.gettext("a code of four digits in quotes"))

    def _column_of(self, name: str) -> int:
        return max(self._line.find(f'"{name}"') + 1, 1)

    def _expected_object(self) -> str:
        return self._words.gettext("a JSON object with a “grid”")

    def _error(self, column: int, expected: str) -> CaseError:
        message = self._words.gettext("line %(line)d, column %(column)d: expected %(expected)s")
        return CaseError(message % {"line": self._number, "column": column, "expected": expected})


def _numbered(lines: Any) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, start=1):
        text = decode_line(line).removeprefix("\ufeff").rstrip("\r\n")
        if text.strip():
            yield number, text


def _has_one_solution(givens: Board) -> bool:
    """Whether the puzzle is known to have one solution."""
    try:
        return search(givens).count == 1
    except SearchLimitError:
        return False
