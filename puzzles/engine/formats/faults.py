"""What can be wrong with a file of grids, as data, and the sentences for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..translation import ENGLISH, Words, cell_label, gettext_noop, house_label

Details = Mapping[str, Any]

BAD_CHARACTER = "bad_character"
LENGTH = "length"
ROW_LENGTH = "row_length"
ROWS = "rows"
TOO_LONG = "too_long"
NO_PUZZLE = "no_puzzle"
SEVERAL = "several"
REPEATED_GIVEN = "repeated_given"
SOLUTION_CHARACTER = "solution_character"
SOLUTION_LENGTH = "solution_length"
SOLUTION_DIFFERS = "solution_differs"
SOLUTION_REPEATS = "solution_repeats"

EMPTY = "empty"
NO_GRID = "no_grid"
BINARY = "binary"
PICTURE = "picture"
ARCHIVE = "archive"
DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a grid was refused: a reason, the place (1-based), and the plain data its sentence needs."""

    reason: str
    line: int
    column: int
    details: Details = field(default_factory=dict)


class PuzzleFormatError(ValueError):
    """A text that is no grid; `line`, `column`, `found` and `expected` say where and why."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(describe_fault(fault))

    @property
    def line(self) -> int:
        """The line of the fault, 1-based."""
        return self.fault.line

    @property
    def column(self) -> int:
        """The column of the fault, 1-based."""
        return self.fault.column

    @property
    def found(self) -> str:
        """What was found there, in English."""
        return describe_found(self.fault)

    @property
    def expected(self) -> str:
        """What was expected there, in English."""
        return describe_expected(self.fault)


class NotAPuzzleFileError(ValueError):
    """A whole file that holds no grid; `reason` is one of the codes of `describe_file_fault`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(describe_file_fault(reason))


def describe_fault(fault: Fault, words: Words = ENGLISH) -> str:
    """The sentence for a fault: line, column, what was found, what was expected."""
    return words.gettext("line %(line)d, column %(column)d: found %(found)s; expected %(expected)s") % {
        "line": fault.line,
        "column": fault.column,
        "found": describe_found(fault, words),
        "expected": describe_expected(fault, words),
    }


def describe_found(fault: Fault, words: Words = ENGLISH) -> str:
    """What was found at the fault."""
    return _FOUND[fault.reason](fault.details, words)


def describe_expected(fault: Fault, words: Words = ENGLISH) -> str:
    """What was expected at the fault."""
    return words.gettext(_EXPECTED[fault.reason]) % fault.details


def describe_file_fault(reason: str, words: Words = ENGLISH) -> str:
    """The sentence that says why a file is no file of grids."""
    return words.gettext(_FILE_FAULTS[reason])


def shown_character(character: str) -> str:
    """A character as a reader can see it: itself, or its number when it cannot be printed."""
    return character if character.isprintable() else f"U+{ord(character):04X}"


def _found_character(details: Details, words: Words) -> str:
    return words.gettext("“%(character)s”") % details


def _found_cells(details: Details, words: Words) -> str:
    return words.ngettext("%(count)d cell", "%(count)d cells", details["count"]) % details


def _found_row_cells(details: Details, words: Words) -> str:
    message = words.ngettext(
        "%(count)d cell in row %(row)d", "%(count)d cells in row %(row)d", details["count"]
    )
    return message % details


def _found_rows(details: Details, words: Words) -> str:
    message = words.ngettext("%(count)d row of 9 cells", "%(count)d rows of 9 cells", details["count"])
    return message % details


def _found_too_long(details: Details, words: Words) -> str:
    return words.gettext("more than %(count)d characters") % details


def _found_columns(details: Details, words: Words) -> str:
    return words.ngettext("%(count)d column", "%(count)d columns", details["count"]) % details


def _found_grids(details: Details, words: Words) -> str:
    return words.ngettext("%(count)d grid", "%(count)d grids", details["count"]) % details


def _found_repeat(details: Details, words: Words) -> str:
    first, second = details["cells"]
    return words.gettext("%(digit)d twice in one house (%(house)s: %(first)s and %(second)s)") % {
        "digit": details["digit"],
        "house": house_label(details["house"], words),
        "first": cell_label(first, words),
        "second": cell_label(second, words),
    }


def _found_solution_character(details: Details, words: Words) -> str:
    return words.gettext("“%(character)s” in the solution") % details


def _found_solution_cells(details: Details, words: Words) -> str:
    message = words.ngettext(
        "a solution of %(count)d cell", "a solution of %(count)d cells", details["count"]
    )
    return message % details


def _found_other_digit(details: Details, words: Words) -> str:
    return words.gettext("%(digit)d at %(cell)s in the solution") % {
        "digit": details["digit"],
        "cell": cell_label(details["cell"], words),
    }


def _found_solution_repeat(details: Details, words: Words) -> str:
    return words.gettext("a solution with %(repeat)s") % {"repeat": _found_repeat(details, words)}


_FOUND: dict[str, Callable[[Details, Words], str]] = {
    BAD_CHARACTER: _found_character,
    LENGTH: _found_cells,
    ROW_LENGTH: _found_row_cells,
    ROWS: _found_rows,
    TOO_LONG: _found_too_long,
    NO_PUZZLE: _found_columns,
    SEVERAL: _found_grids,
    REPEATED_GIVEN: _found_repeat,
    SOLUTION_CHARACTER: _found_solution_character,
    SOLUTION_LENGTH: _found_solution_cells,
    SOLUTION_DIFFERS: _found_other_digit,
    SOLUTION_REPEATS: _found_solution_repeat,
}

_EXPECTED = {
    BAD_CHARACTER: gettext_noop("a digit 1 to 9, or 0 . * _ - for an empty cell"),
    LENGTH: gettext_noop("81 cells, or nine lines of 9"),
    ROW_LENGTH: gettext_noop("9 cells"),
    ROWS: gettext_noop("9 rows"),
    TOO_LONG: gettext_noop("81 cells, or nine lines of 9"),
    NO_PUZZLE: gettext_noop("the puzzle in column %(wanted)d of %(width)d"),
    SEVERAL: gettext_noop("one grid"),
    REPEATED_GIVEN: gettext_noop("each digit once in a row, column or box"),
    SOLUTION_CHARACTER: gettext_noop("a digit 1 to 9"),
    SOLUTION_LENGTH: gettext_noop("a solution of 81 digits"),
    SOLUTION_DIFFERS: gettext_noop("the given %(given)d"),
    SOLUTION_REPEATS: gettext_noop("each digit once in a row, column or box"),
}

_FILE_FAULTS = {
    EMPTY: gettext_noop("The file is empty."),
    NO_GRID: gettext_noop("The file holds no grid, only blank lines, comments or titles."),
    BINARY: gettext_noop("This is not a text file."),
    PICTURE: gettext_noop("This is a picture, not a text file of grids."),
    ARCHIVE: gettext_noop(
        "This is an archive, or a document of a word processor or spreadsheet: save it as text or CSV."
    ),
    DOCUMENT: gettext_noop("This is a formatted document: save it as plain text."),
}
