"""One line of text: the cells on it, and whether it is a bar, a caption or a section."""

import re

EMPTY_CELLS = "0.*_-"
CELLS = "123456789" + EMPTY_CELLS
SPACES = " \t\f\v\x1a\x1c\x1d\x1e\x1f\x85\xa0\u2007\u2009\u200b\u202f\u2028\u2029\u3000\ufeff"
_DRAWN = "".join(map(chr, range(0x2500, 0x2580)))  # the characters made for drawing boxes
SEPARATORS = SPACES + "|,;:!/'\"[](){}" + _DRAWN

_TO_DOTS = str.maketrans(dict.fromkeys(EMPTY_CELLS, "."))
_NO_CELL = re.compile(f"[^{re.escape(CELLS)}]+")
_STRANGE = re.compile(f"[^{re.escape(CELLS + SEPARATORS)}]")
_WITHOUT_DRAWING = str.maketrans("", "", SPACES + _DRAWN)
_BAR = re.compile(r"[-+=|]*")
# Frames of `.ss` and of drawn grids: *-----------*  .-----.-----.  :-----+-----:  '-----'
_FRAME = re.compile(r"[*.:'|+](?:[-=]{3,}[*.:'|+])+")
_DASHES_FOR_CELLS = re.compile(r"[-|]*")
_CAPTION = re.compile(
    r"(grid|grille|puzzle|sudoku|game|jeu)?\s*(n\s*[°º]|no\.?|nr\.?|#)?\s*\d{1,9}\s*[.:)]?", re.IGNORECASE
)
_SECTION = re.compile(r"\[([a-z ]+)\]", re.IGNORECASE)
_FIELD_DELIMITERS = ",;\t|"
_CELL = re.compile(f"[{re.escape(CELLS)}]")
# A line of HoDoKu's library: `:technique:digit:grid:deleted candidates:eliminations:comment:`, a `+` before
# what was placed.
_LIBRARY_LINE = re.compile(r"\s*:\d{4}(?:-\d+)?:[^:]*:((?:\+?[0-9.]){81}):.*", re.DOTALL)
_TO_BARS = str.maketrans(dict.fromkeys("│┃┆┇┊┋╎╏║", "|"))


def is_blank(text: str) -> bool:
    """Whether there is nothing but white space here."""
    return not text.strip(SPACES)


def without_comment(text: str) -> str:
    """The text before the first `#`."""
    return text.partition("#")[0]


def library_grid(text: str) -> str | None:
    """The grid of a line of HoDoKu's library, at its place in the line; None for any other line."""
    found = _LIBRARY_LINE.fullmatch(text)
    return " " * found.start(1) + found[1].replace("+", " ") if found else None


def first_strange(text: str) -> int | None:
    """The index of the first character that is neither a cell nor a separator."""
    found = _STRANGE.search(text)
    return found.start() if found else None


def read_cells(text: str) -> str:
    """The cells of a text, `.` for each empty one; anything else is ignored.

    Nine (or 81) fields that hold one cell or nothing, as copied from a spreadsheet or drawn with a bar
    around each cell, count as nine (or 81).
    """
    cells = _plain_cells(text)
    if len(cells) < 81 and len(cells) != 9:
        fields = _single_fields(text)
        if fields:
            return "".join(_plain_cells(field) or "." for field in fields)
    return cells


def cell_columns(text: str) -> list[int]:
    """The index of each cell that `read_cells` reads."""
    if len(_plain_cells(text)) == len(read_cells(text)):
        return [index for index, character in enumerate(text) if character in CELLS]
    columns, start = [], len(text) - len(_inner(text))
    for field in _single_fields(text):
        cell = _CELL.search(field)
        columns.append(start + (cell.start() if cell else 0))
        start += len(field) + 1
    return columns


def is_bar(text: str, *, in_grid: bool) -> bool:
    """Whether a line only draws. Outside a nine-line grid 81 dashes are 81 empty cells."""
    core = text.translate(_WITHOUT_DRAWING)
    if not in_grid and core.count("-") == 81 and _DASHES_FOR_CELLS.fullmatch(core):
        return False
    if _BAR.fullmatch(core):
        return not is_blank(text)
    return len(read_cells(text)) not in (9, 81) and bool(_FRAME.fullmatch(core))


def is_caption(text: str) -> bool:
    """Whether a line is only the title of the grid that follows, as `Grid 01` or `Grille n° 3`."""
    stripped = text.strip(SPACES)
    return stripped[:1].isalpha() and bool(_CAPTION.fullmatch(stripped))


def section_name(text: str) -> str | None:
    """The name between the brackets of a line such as `[Puzzle]`, in lower case."""
    found = _SECTION.fullmatch(text.strip(SPACES))
    return found[1].strip().lower() if found else None


def _plain_cells(text: str) -> str:
    return _NO_CELL.sub("", text).translate(_TO_DOTS)


def _inner(text: str) -> str:
    """The text from its first field on, with one kind of bar."""
    body = text.lstrip(SPACES.replace("\t", "")).translate(_TO_BARS)
    return body[1:] if body.startswith("|") else body


def _single_fields(text: str) -> list[str]:
    """The fields of a text that splits into nine or 81 of at most one cell each, else none."""
    body = _inner(text)
    for delimiter in _FIELD_DELIMITERS:
        if body.count(delimiter) >= 8:
            fields = body.split(delimiter)
            if delimiter == "|" and is_blank(fields[-1]):
                del fields[-1]  # a bar after the last cell; what follows it is no cell
            if len(fields) in (9, 81) and all(len(_plain_cells(field)) <= 1 for field in fields):
                return fields
    return []
