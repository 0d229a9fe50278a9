"""Grids out of a stream of bytes, in whatever of the known forms they come; a mixture works too.

One line may be a grid of 81 cells, a row of a nine-line grid, a line of a table, or something that only
surrounds grids: a bar, a comment, a title, a section of a `.sdk` file. What was meant to be a grid and is
none is rejected with its reason and keeps its number, so that the numbers stay the file's.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import count
from typing import Any

from .faults import EMPTY, NO_GRID, NO_PUZZLE, TOO_LONG, Fault, NotAPuzzleFileError
from .line_splitter import MAX_LINE_BYTES, LineSplitter, decode_line
from .lines import is_bar, is_blank, is_caption, library_grid, read_cells, section_name, without_comment
from .nine_lines import OpenGrid, Rows
from .records import LocatedText, PuzzleRecord, Record, RejectedRecord, excerpt_of
from .tables import Layout, guess_layout, read_header, split_fields, start_of_field
from .validation import near_row, puzzle_fault, rows_fault, solution_fault

_CELL_BYTES = b"0123456789.*_-"
_TO_DOTS = bytes.maketrans(b"0*_-", b"....")
# How many lines are looked at together, to see whether all are plain.
_PLAIN_LINES = 64
# Sections of a `.sdk` file beside the puzzle: how a player left it. Nine lines each.
_SKIPPED_SECTIONS = frozenset(
    ("state", "pencilmarks", "pencil marks", "candidates", "notes", "colors", "colours", "solution")
)


def read_puzzles(chunks: Iterable[bytes]) -> Iterator[Record]:
    """The grids of a file and its rejected places, in order, as the pieces of the file come.

    Raises NotAPuzzleFileError for a file that is no text or holds no grid at all.
    """
    reader = PuzzleReader()
    for chunk in chunks:
        yield from reader.feed(chunk)
    yield from reader.finish()


class PuzzleReader:
    """Reads grids from pieces of bytes; `state()` between two pieces is all that is needed to go on later."""

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._splitter = LineSplitter(state.get("splitter"))
        self._grid = OpenGrid(state.get("grid"))
        self._layout = Layout(**state["layout"]) if state.get("layout") else None
        self._skipped_lines: int = state.get("skipped_lines", 0)
        self._line: int = state.get("line", 0)
        self._number: int = state.get("number", 0)
        self._records: list[Record] = []

    def state(self) -> dict[str, Any]:
        """A small JSON value; `PuzzleReader(state)` continues where this one stopped."""
        return {
            "splitter": self._splitter.state(),
            "grid": self._grid.state(),
            "layout": asdict(self._layout) if self._layout else None,
            "skipped_lines": self._skipped_lines,
            "line": self._line,
            "number": self._number,
        }

    @property
    def line(self) -> int:
        """How many lines were read."""
        return self._line

    @property
    def number(self) -> int:
        """The number of the last grid, accepted or rejected."""
        return self._number

    def feed(self, chunk: bytes) -> list[Record]:
        """The records that are complete with this piece. Raises NotAPuzzleFileError."""
        self._read_lines(self._splitter.feed(chunk))
        return self._taken_records()

    def finish(self) -> list[Record]:
        """The last records, once no more bytes come. Raises NotAPuzzleFileError where there was no grid."""
        self._read_lines(self._splitter.finish())
        self._judge_rows(self._grid.end())
        if not self._number:
            raise NotAPuzzleFileError(NO_GRID if self._line else EMPTY)
        return self._taken_records()

    def _taken_records(self) -> list[Record]:
        records, self._records = self._records, []
        return records

    def _read_lines(self, lines: list[bytes]) -> None:
        # The plain form of large files does not pay for the others.
        for start in range(0, len(lines), _PLAIN_LINES):
            some = lines[start : start + _PLAIN_LINES]
            if not self._grid and _are_plain(some):
                self._take_plain(some)
            else:
                self._read_each(some)

    def _read_each(self, lines: list[bytes]) -> None:
        for raw in lines:
            if not self._grid and _are_plain([raw]):
                self._take_plain([raw])
                continue
            self._line += 1
            if len(raw) > MAX_LINE_BYTES:
                self._read_long_line(decode_line(raw))
            else:
                self._read_line(decode_line(raw))

    def _take_plain(self, lines: list[bytes]) -> None:
        """Take lines that are a grid each, all at once."""
        cells = b"".join(lines).translate(_TO_DOTS).decode("ascii")
        puzzles = [cells[start : start + 81] for start in range(0, len(cells), 81)]
        numbers, places = count(self._number + 1), count(self._line + 1)
        self._records += map(PuzzleRecord, numbers, places, puzzles)
        self._number += len(puzzles)
        self._line += len(puzzles)
        self._skipped_lines = 0

    def _read_long_line(self, text: str) -> None:
        is_comment = "#" in text and is_blank(without_comment(text))
        if not is_comment:
            self._reject(Fault(TOO_LONG, self._line, 1, {"count": MAX_LINE_BYTES}), text)

    def _read_line(self, text: str) -> None:
        text = library_grid(text) or text
        body = without_comment(text)
        if is_blank(body):
            self._read_blank(text)
        elif (section := section_name(body)) in _SKIPPED_SECTIONS or section == "puzzle":
            self._judge_rows(self._grid.end())
            self._skipped_lines = 0 if section == "puzzle" else 9
        elif is_bar(body, in_grid=bool(self._grid)):
            self._grid.draw()
        elif self._skipped_lines:
            self._skipped_lines -= 1
        else:
            self._read_content(body, text)

    def _read_blank(self, text: str) -> None:
        if "#" in text:
            return
        if len(read_cells(text)) == 9:  # an empty row of a spreadsheet: eight tabs
            self._judge_rows(self._grid.add(LocatedText(self._line, 1, text)))
        elif self._grid:
            self._judge_rows(self._grid.pause())

    def _read_content(self, body: str, text: str) -> None:
        header = read_header(text)
        if header:
            self._judge_rows(self._grid.end())
            self._layout = header
        elif layout := self._table_layout(text):
            self._layout = layout
            self._read_table_line(text, layout)
        elif len(read_cells(body)) == 9:
            self._judge_rows(self._grid.add(LocatedText(self._line, 1, body)))
        elif is_caption(body):
            self._judge_rows(self._grid.end())
        elif near_row(body, in_grid=bool(self._grid)):
            self._judge_rows(self._grid.add(LocatedText(self._line, 1, body)))
        else:
            self._judge_puzzle(LocatedText(self._line, 1, body), None, text)

    def _table_layout(self, text: str) -> Layout | None:
        """The layout of the table this line belongs to: the one that is open, or one it begins."""
        layout = self._layout
        if layout is None or layout.delimiter not in text:
            return guess_layout(text)
        if len(split_fields(text, layout.delimiter)) == layout.width:
            return layout
        guess = guess_layout(text)
        # One name alone, as in a title, says nothing of the columns that follow.
        return layout if guess and layout.has_header and layout.width > 1 else guess

    def _read_table_line(self, text: str, layout: Layout) -> None:
        fields = split_fields(text, layout.delimiter)
        if all(is_blank(field) for field in fields):
            return
        if len(fields) != layout.width and not self._fits(layout, text):
            details = {"count": len(fields), "width": layout.width, "wanted": layout.puzzle + 1}
            self._reject(Fault(NO_PUZZLE, self._line, len(text) + 1, details), text)
            return
        puzzle = self._field(text, fields, layout.puzzle)
        solution = None
        if layout.solution is not None and layout.solution < len(fields):
            solution = self._field(text, fields, layout.solution)
        self._judge_puzzle(puzzle, solution, text)

    def _fits(self, layout: Layout, text: str) -> bool:
        """Whether a line with more or fewer fields than the header still has its grid in the right one."""
        guess = guess_layout(text)
        return guess is not None and guess.puzzle == layout.puzzle

    def _field(self, text: str, fields: list[str], index: int) -> LocatedText:
        start = start_of_field(text, fields, index)
        return LocatedText(self._line, start + 1, without_comment(fields[index]))

    def _judge_puzzle(self, piece: LocatedText, solution: LocatedText | None, text: str) -> None:
        fault = puzzle_fault(piece)
        puzzle = read_cells(piece.text)
        solution_cells = None
        if solution and not fault and not is_blank(solution.text):
            fault = solution_fault(puzzle, solution)
            solution_cells = read_cells(solution.text)
        if fault:
            self._reject(fault, text)
            return
        self._judge_rows(self._grid.end())
        self._number += 1
        self._records.append(PuzzleRecord(self._number, piece.line, puzzle, solution_cells, (piece,)))

    def _judge_rows(self, rows: Rows) -> None:
        """Give the verdict on the rows of a grid that has ended; none when there is nothing on them."""
        if all(is_blank(row.text) for row in rows):
            return
        self._number += 1
        line = rows[0].line
        fault = rows_fault(rows)
        if fault is None:
            puzzle = "".join(read_cells(row.text) for row in rows)
            self._records.append(PuzzleRecord(self._number, line, puzzle, None, tuple(rows)))
        else:
            text = next(row.text for row in rows if row.line == fault.line)
            self._records.append(RejectedRecord(self._number, line, fault, excerpt_of(text)))

    def _reject(self, fault: Fault, text: str) -> None:
        self._judge_rows(self._grid.end())
        self._number += 1
        self._records.append(RejectedRecord(self._number, fault.line, fault, excerpt_of(text)))


def _are_plain(lines: list[bytes]) -> bool:
    """Whether each of these lines is a grid of exactly 81 characters, and nothing else."""
    return set(map(len, lines)) == {81} and not b"".join(lines).translate(None, _CELL_BYTES)
