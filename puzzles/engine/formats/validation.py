"""Validation of texts that were meant as grids, rows or solutions: the fault, if there is one."""

from typing import Any

from ..cells import CELLS, HOUSES
from .faults import (
    BAD_CHARACTER,
    LENGTH,
    REPEATED_GIVEN,
    ROW_LENGTH,
    ROWS,
    SOLUTION_CHARACTER,
    SOLUTION_DIFFERS,
    SOLUTION_LENGTH,
    SOLUTION_REPEATS,
    Fault,
    shown_character,
)
from .lines import cell_columns, first_strange, read_cells
from .records import LocatedText, PuzzleRecord, RejectedRecord, excerpt_of


def puzzle_fault(piece: LocatedText) -> Fault | None:
    """What keeps a text from being the 81 cells of a grid."""
    strange = _strange_fault(piece, BAD_CHARACTER)
    if strange:
        return strange
    count = len(read_cells(piece.text))
    return None if count == 81 else _count_fault(piece, 81, LENGTH, {"count": count})


def rows_fault(rows: list[LocatedText]) -> Fault | None:
    """What keeps lines from being the nine rows of a grid: the first fault of a row, else their number."""
    for number, row in enumerate(rows, start=1):
        strange = _strange_fault(row, BAD_CHARACTER)
        count = len(read_cells(row.text))
        if strange:
            return strange
        if len(rows) == 1:
            return _count_fault(row, 81, LENGTH, {"count": count})
        if count != 9:
            return _count_fault(row, 9, ROW_LENGTH, {"count": count, "row": number})
    if len(rows) == 9:
        return None
    return Fault(ROWS, rows[0].line, rows[0].column, {"count": len(rows)})


def solution_fault(puzzle: str, piece: LocatedText) -> Fault | None:
    """What keeps a text from being a solution of a puzzle: a character, a given, a digit twice in a house."""
    strange = _strange_fault(piece, SOLUTION_CHARACTER)
    if strange:
        return strange
    solution = read_cells(piece.text)
    if len(solution) != 81:
        return _count_fault(piece, 81, SOLUTION_LENGTH, {"count": len(solution)})
    if "." in solution:
        character = piece.text[cell_columns(piece.text)[solution.index(".")]]
        return _cell_fault(piece, solution.index("."), SOLUTION_CHARACTER, {"character": character})
    for cell in CELLS:
        if puzzle[cell] not in (".", solution[cell]):
            details = {"cell": cell, "digit": int(solution[cell]), "given": int(puzzle[cell])}
            return _cell_fault(piece, cell, SOLUTION_DIFFERS, details)
    repeat = find_repeat(solution)
    return _cell_fault(piece, repeat["cells"][1], SOLUTION_REPEATS, repeat) if repeat else None


def near_row(text: str, *, in_grid: bool) -> bool:
    """Whether a line looks like a mistyped row of nine cells: a cell too many, one missing, a letter.

    Within a grid more is taken for a row, so that one broken line does not shift the rows after it.
    """
    strange = sum(first_strange(character) is not None for character in text[:200])
    total = len(read_cells(text)) + strange
    if in_grid:
        return 0 < total < 15 and 2 * strange <= total
    return 8 <= total <= 10 and strange <= 2


def find_repeat(line: str) -> dict[str, Any] | None:
    """The first digit twice in a house: `digit`, `house` (0-26) and both `cells`; None when there is none."""
    for house, cells in enumerate(HOUSES):
        first: dict[str, int] = {}
        for cell in cells:
            digit = line[cell]
            if digit in first:
                return {"digit": int(digit), "house": house, "cells": [first[digit], cell]}
            if digit != ".":
                first[digit] = cell
    return None


def reject_repeat(record: PuzzleRecord) -> RejectedRecord | None:
    """The record as rejected, at the second place, when a house has a given twice; else None."""
    repeat = find_repeat(record.puzzle)
    if repeat is None:
        return None
    line, column = record.place_of(repeat["cells"][1])
    texts = [piece.text for piece in record.pieces if piece.line == line] or [record.puzzle]
    fault = Fault(REPEATED_GIVEN, line, column, repeat)
    return RejectedRecord(record.number, record.line, fault, excerpt_of(texts[0]))


def _strange_fault(piece: LocatedText, reason: str) -> Fault | None:
    index = first_strange(piece.text)
    if index is None:
        return None
    details = {"character": shown_character(piece.text[index])}
    return Fault(reason, piece.line, piece.column + index, details)


def _cell_fault(piece: LocatedText, cell: int, reason: str, details: dict[str, Any]) -> Fault:
    return Fault(reason, piece.line, piece.column + cell_columns(piece.text)[cell], details)


def _count_fault(piece: LocatedText, wanted: int, reason: str, details: dict[str, int]) -> Fault:
    """The fault of a wrong number of cells, at the first cell too many or after the last one."""
    columns = cell_columns(piece.text)
    if len(columns) > wanted:
        column = columns[wanted]
    else:
        column = columns[-1] + 1 if columns else 0
    return Fault(reason, piece.line, piece.column + column, details)
