"""The grid argument of a verb: 81 characters, a file, or `-` for standard input."""

import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from ..formats import (
    NotAPuzzleFileError,
    PuzzleFormatError,
    PuzzleRecord,
    RejectedRecord,
    describe_fault,
    describe_file_fault,
    read_puzzle,
    read_puzzles,
)
from ..formats.lines import read_cells
from ..translation import Words
from .console import Console
from .verb import TerminalError

STANDARD_INPUT = "-"

_PIECE_BYTES = 65536
_LONGEST_NUMBER = 18
_FILE_NAME = re.compile(r".*[/\\].*|.*\.[A-Za-z]\w{0,7}|[^\W\d_]\w*")

Record = PuzzleRecord | RejectedRecord


def add_grid_argument(parser: ArgumentParser, words: Words) -> None:
    """Let a verb take a grid, a file or standard input, and the number of one grid in it."""
    parser.add_argument(
        "grid",
        metavar=words.gettext("GRID"),
        help=words.gettext("81 characters (0 . * _ - are empty cells), a file, or - for standard input"),
    )
    parser.add_argument(
        "--line",
        type=positive_number(words),
        metavar="N",
        help=words.gettext("only grid N, counted from 1; blank lines and comments do not count"),
    )


def positive_number(words: Words) -> Callable[[str], int]:
    """A reader of numbers from 1 on, for an argument."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER and int(text):
            return int(text)
        raise ArgumentTypeError(words.gettext("“%(text)s” is not a positive whole number") % {"text": text})

    return read


def has_many(options: Namespace) -> bool:
    """Whether the argument may name several grids, so that each answer needs a heading."""
    return options.line is None and (options.grid == STANDARD_INPUT or os.path.exists(options.grid))


def read_grids(options: Namespace, console: Console) -> Iterator[PuzzleRecord]:
    """The grids that the argument names, as they are read; lines that are no grid go to standard error.

    Raises TerminalError when there is nothing to read.
    """
    records = iter(_open_argument(options.grid, console))
    if options.line is not None:
        records = iter([nth_record(records, options.line, console.words)])
    for record in records:
        if isinstance(record, RejectedRecord):
            console.complain_of(record)
        else:
            yield record


def nth_record(records: Iterator[Record], number: int, words: Words) -> Record:
    """The grid of this number, accepted or rejected. Raises TerminalError beyond the last one."""
    last = 0
    for record in records:
        if record.number == number:
            return record
        last = record.number
    raise no_such_grid(number, last, words)


def no_such_grid(number: int, last: int, words: Words) -> TerminalError:
    """The refusal of a number beyond the last grid."""
    message = words.gettext("there is no grid %(number)d: the last one is grid %(last)d")
    return TerminalError(message % {"number": number, "last": last})


def read_file(name: str, words: Words) -> Iterator[Record]:
    """The grids of a file, accepted or rejected. Raises TerminalError for a file that cannot be read."""
    with open_file(name, words) as file:
        try:
            yield from read_puzzles(iter(lambda: file.read(_PIECE_BYTES), b""))
        except NotAPuzzleFileError as error:
            raise TerminalError(f"{name}: {describe_file_fault(error.reason, words)}") from None


@contextmanager
def open_file(name: str, words: Words) -> Iterator[BinaryIO]:
    """A file open for reading. Raises TerminalError where it cannot be read."""
    try:
        with open(name, "rb") as file:
            yield file
    except FileNotFoundError:
        raise TerminalError(words.gettext("there is no file “%(name)s”") % {"name": name}) from None
    except IsADirectoryError:
        raise TerminalError(words.gettext("“%(name)s” is a folder, not a file") % {"name": name}) from None
    except OSError as error:
        message = words.gettext("the file “%(name)s” cannot be read (%(reason)s)")
        raise TerminalError(message % {"name": name, "reason": error.strerror}) from None


def _open_argument(argument: str, console: Console) -> Iterator[Record]:
    if argument == STANDARD_INPUT:
        return _read_standard_input(console)
    if os.path.exists(argument) or _is_file_name(argument):
        return read_file(argument, console.words)
    return iter([_read_argument(argument, console.words)])


def _is_file_name(argument: str) -> bool:
    """Whether an argument that is neither file nor grid was meant as a file: few of its signs are cells."""
    return 2 * len(read_cells(argument)) < len(argument) and bool(_FILE_NAME.fullmatch(argument))


def _read_standard_input(console: Console) -> Iterator[Record]:
    try:
        yield from read_puzzles(console.pieces())
    except NotAPuzzleFileError as error:
        raise TerminalError(describe_file_fault(error.reason, console.words)) from None


def _read_argument(argument: str, words: Words) -> PuzzleRecord:
    try:
        return read_puzzle(argument)
    except PuzzleFormatError as error:
        raise TerminalError(describe_fault(error.fault, words)) from None
