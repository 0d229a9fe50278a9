"""The course's functions called one at a time: the call, its value, what it prints, reads and writes.

Each call runs the text students read, in a new namespace, on a copy of the grid. Functions that look
at a grid are given one that notes which cells are read. What a function would read from a file or ask its
user comes from a text; solvers stop after `CALL_LIMIT` calls.
"""

import inspect
import io
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import CodeType, FrameType
from typing import Any, SupportsIndex

from ..board import Board
from .sources import COURSE_MODULES, UnknownSourceError, functions_of, source_of


def _functions(module: str) -> tuple[str, ...]:
    try:
        return tuple(functions_of(module))
    except UnknownSourceError:
        return ()


# Every function of the course, in the order of its text; none of a text that this copy comes without.
EXPLORABLE: dict[str, tuple[str, ...]] = {module: _functions(module) for module in COURSE_MODULES}

# Functions that find digits by search or by rules: their result reveals the solution.
SOLVERS = frozenset(
    {
        ("projet_insa", "resoudre_simple"),
        ("projet_insa", "resoudre"),
        ("projet_insa", "solution_partielle"),
        ("projet_insa", "solution_complete"),
        ("projet_insa", "programme"),
        ("n_valide", "solve"),
        ("td_iteratif", "resolution"),
        ("tutoriel", "solve"),
        ("mini_projet", "resoudre"),
        ("mini_projet", "solution"),
        ("propagation", "propager"),
        ("propagation", "chercher"),
        ("propagation", "resoudre"),
    }
)

FILE_NAME = "sudoku.txt"
# About a second of calls. Every solver finishes on the grid of its worksheet within it.
CALL_LIMIT = 600_000
LONGEST_OUTPUT = 10_000
MOST_ANSWERS = 12

_LINE = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"
_OTHER_LINE = "004036005005100080137804602050400036490073208006080970809765001602300040000900807"
# The grids that `programme` has in its file.
FILE_GRIDS = (_LINE, _OTHER_LINE)
_FILE = f"{_LINE}\n{_OTHER_LINE}\n"

# The kind of text that a function reads, and an example of it.
FILE, ANSWERS, ARGUMENT = "file", "answers", "argument"
_TEXTS = {
    ("projet_insa", "grille_de"): (ARGUMENT, _LINE),
    ("projet_insa", "placer"): (ARGUMENT, "135"),
    ("projet_insa", "lignes_du_fichier"): (FILE, _FILE),
    ("projet_insa", "lire_fichier_sudoku"): (FILE, _FILE),
    ("projet_insa", "grille_au_hasard"): (FILE, _FILE),
    ("projet_insa", "saisir_sudoku"): (ANSWERS, f"12\n{_LINE}\n"),
    ("projet_insa", "demander"): (ANSWERS, "oui\n"),
    ("projet_insa", "solution_partielle"): (ANSWERS, "4\n"),
    ("projet_insa", "programme"): (ANSWERS, "2\n4\n3\nq\n"),
}

_GRIDS = ("M", "S", "board", "matrice_originale", "grille")
_DIGITS = ("nombre", "n", "num", "chiffre")
_PLACES = ("i", "j", "y", "x", "pos", "haut", "gauche")
# Arguments that a call names instead of showing them.
_NAMED = (*_GRIDS, "liste_protegee", "C", "sudoku")
# Methods that are called before `memoriser` has filled M.
_BEFORE_M = ("__init__", "memoriser", "interdire")


@dataclass(frozen=True, slots=True)
class ExplorerCall:
    """One call: as it is written, its value as Python shows it, its output, and the cells it read, in order.

    A cell that was read several times is listed once, at its first read. `takes_place`, `takes_digit` and
    `takes_line` say whether another cell (or its row or column alone), digit or line number would change the
    call; `takes_start` the same of the digit in the cell and of `sens`. `text_kind` is FILE, ANSWERS,
    ARGUMENT, or "" where the call reads no text.

    `after` is the grid that was written, or that is the value: 81 digits, "" where there is none; `changed`
    are its cells that differ from before. `forbidden` are the cells where M forbids the digit now. `error` is
    the exception; `is_stopped` means that the call took too long.
    """

    text: str
    value: str
    printed: str
    looked_at: tuple[int, ...]
    takes_place: bool
    takes_digit: bool
    takes_line: bool = False
    takes_start: bool = False
    text_kind: str = ""
    given_text: str = ""
    after: str = ""
    changed: tuple[int, ...] = ()
    forbidden: tuple[int, ...] = ()
    shows_table: bool = False
    error: str = ""
    is_stopped: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """The inputs of a call: a cell, a digit, the digit in the cell before, the direction, a line, a text."""

    cell: int = 0
    digit: int = 1
    start: int = 0
    sens: bool = True
    line: int = 1
    text: str | None = None


class _StoppedError(Exception):
    """The call takes too long."""


class WatchedRow(list[int]):
    """A row that notes its reads."""

    def __init__(self, digits: Iterable[int], first_cell: int, reads: list[int]) -> None:
        super().__init__(digits)
        self._first_cell = first_cell
        self._reads = reads

    def __getitem__(self, column: SupportsIndex | slice) -> Any:
        columns = range(9)[column]
        self._reads.extend(
            self._first_cell + each for each in ([columns] if isinstance(columns, int) else columns)
        )
        return super().__getitem__(column)

    def __iter__(self) -> Iterator[int]:
        return (self[column] for column in range(9))

    def __repr__(self) -> str:
        return repr(list(self))


class _Console:
    """Output and typed answers of a call, as a terminal shows a dialogue."""

    def __init__(self, answers: str) -> None:
        self._answers = answers.splitlines()[:MOST_ANSWERS]
        self._written: list[str] = []
        self._length = 0

    @property
    def text(self) -> str:
        return "".join(self._written)

    def write(self, text: str) -> int:
        self._written.append(text[: max(0, LONGEST_OUTPUT - self._length)])
        self._length += len(text)
        return len(text)

    def print(self, *values: object, **options: Any) -> None:
        print(*values, **options, file=self)

    def input(self, question: str = "") -> str:
        self.write(question)
        if not self._answers:
            raise EOFError
        answer = self._answers.pop(0)
        self.write(f"{answer}\n")
        return answer


def watched_grid(digits: Iterable[int], reads: list[int]) -> list[list[int]]:
    """The digits as nine rows; each read of a cell is appended to `reads`."""
    whole = list(digits)
    return [WatchedRow(whole[start : start + 9], start, reads) for start in range(0, 81, 9)]


def plain_grid(digits: Iterable[int]) -> list[list[int]]:
    """The digits as nine rows."""
    whole = list(digits)
    return [whole[start : start + 9] for start in range(0, 81, 9)]


def namespace_of(module: str) -> dict[str, Any]:
    """A fresh namespace in which a module of the course has run, as if pasted into Python."""
    namespace: dict[str, Any] = {"__name__": module}
    exec(_compiled(module), namespace)  # noqa: S102  our own text, the one students read
    return namespace


def explore(module: str, function: str, board: Board, **wanted: Any) -> ExplorerCall:
    """Call a function of the course on a copy of a board, with the inputs of `Wanted`.

    Raises UnknownSourceError.
    """
    if function not in EXPLORABLE.get(module, ()):
        raise UnknownSourceError(f"{module}.{function} cannot be called: expected one of {EXPLORABLE}")
    return _PreparedCall(module, function, board, Wanted(**wanted)).call()


def text_of(module: str, function: str) -> tuple[str, str]:
    """The kind of text that a function reads (FILE, ANSWERS, ARGUMENT, or ""), and an example of it."""
    return _TEXTS.get((module, function), ("", ""))


class _PreparedCall:
    """One call being made."""

    def __init__(self, module: str, function: str, board: Board, wanted: Wanted) -> None:
        self._function, self._board, self._wanted = function, board, wanted
        self._text_kind, text = text_of(module, function)
        self._text = text if wanted.text is None else wanted.text
        self._console = _Console(self._text if self._text_kind == ANSWERS else "")
        self._namespace = self._furnished(namespace_of(module))
        self._before = self._digits_before()
        self._reads: list[int] = []
        is_solver = (module, function) in SOLVERS
        self._grid = plain_grid(self._before) if is_solver else watched_grid(self._before, self._reads)
        self._namespace |= {"grid": self._grid} if "grid" in self._namespace else {}
        self._sudoku = self._made_sudoku()

    def call(self) -> ExplorerCall:
        called = self._called()
        values = self._values()
        names = [name for name in inspect.signature(called).parameters if name in values]
        self._reads.clear()
        value, error, is_stopped = _call_limited(called, [values[name] for name in names])
        looked_at = tuple(dict.fromkeys(self._reads))
        after = self._after(value)
        return ExplorerCall(
            text=f"{self._title}({', '.join(_written(name, values[name]) for name in names)})",
            value="" if error or is_stopped else _shown(value),
            printed=self._console.text,
            looked_at=looked_at,
            takes_place=any(name in _PLACES for name in names),
            takes_digit=any(name in _DIGITS for name in names) or self._function == "memoriser",
            takes_line="ligne" in names or self._function == "grille_au_hasard",
            takes_start="sens" in names,
            text_kind=self._text_kind,
            given_text=self._text,
            after=after,
            changed=tuple(cell for cell in range(81) if after and after[cell] != str(self._before[cell])),
            forbidden=self._forbidden(),
            shows_table=self._function in ("memoriser", "interdire"),
            error=error,
            is_stopped=is_stopped,
        )

    @property
    def _title(self) -> str:
        return "Sudoku" if self._function == "__init__" else self._function

    def _digits_before(self) -> list[int]:
        """The board; for `remplissage` with the digit that was tried last, where the cell is not given."""
        digits = list(self._board)
        if self._function == "remplissage" and not digits[self._wanted.cell]:
            digits[self._wanted.cell] = self._wanted.start
        return digits

    def _furnished(self, namespace: dict[str, Any]) -> dict[str, Any]:
        """The namespace with our own console, file and seeded random numbers."""
        content = self._text if self._text_kind == FILE else _FILE

        def open_text(name: str, **_options: Any) -> io.StringIO:
            if name != FILE_NAME:
                raise FileNotFoundError
            return io.StringIO(content)

        namespace |= {"print": self._console.print, "input": self._console.input, "open": open_text}
        if "random" in namespace:
            namespace["random"] = random.Random(self._wanted.line)
        return namespace

    def _made_sudoku(self) -> Any:
        """The object whose methods are called, its table M filled where they look at it."""
        if "Sudoku" not in self._namespace:
            return None
        sudoku = self._namespace["Sudoku"](plain_grid(self._before))
        sudoku.grille = self._grid
        if self._function == "interdire":
            sudoku.M = [[[0] * 9 for _column in range(9)] for _row in range(9)]
        elif self._function not in _BEFORE_M:
            sudoku.memoriser()
        return sudoku

    def _called(self) -> Callable[..., Any]:
        if self._function == "__init__":
            made: Callable[..., Any] = self._namespace["Sudoku"]
            return made
        is_method = self._function not in self._namespace
        called: Callable[..., Any] = (
            getattr(self._sudoku, self._function) if is_method else self._namespace[self._function]
        )
        return called

    def _values(self) -> dict[str, Any]:
        """The value for each name of an argument."""
        wanted, namespace = self._wanted, self._namespace
        row, column = divmod(wanted.cell, 9)
        values: dict[str, Any] = dict.fromkeys(_GRIDS, self._grid) | dict.fromkeys(_DIGITS, wanted.digit)
        values |= {"i": row, "y": row, "j": column, "x": column, "pos": (row, column)}
        values |= {"haut": row // 3 * 3, "gauche": column // 3 * 3, "sens": wanted.sens}
        values |= {"fichier": FILE_NAME, "ligne": wanted.line, "texte": self._text, "coup": self._text}
        values |= {"question": "? ", "sudoku": self._sudoku}
        if "protection" in namespace:
            values["liste_protegee"] = namespace["protection"](plain_grid(self._board))
        if "candidats" in namespace:
            values["C"] = namespace["candidats"](plain_grid(self._board))
        return values

    def _after(self, value: Any) -> str:
        """The grid that is the value, or that was written; "" for neither."""
        for found in (getattr(value, "grille", value), self._sudoku.grille if self._sudoku else self._grid):
            if _is_grid(found):
                line = "".join(str(digit) for row in found for digit in list.__iter__(row))
                if found is not self._grid or line != "".join(map(str, self._before)):
                    return line
        return ""

    def _forbidden(self) -> tuple[int, ...]:
        """The cells to which M forbids the digit."""
        if not self._sudoku or not self._sudoku.M:
            return ()
        table, k = self._sudoku.M, self._wanted.digit - 1
        return tuple(cell for cell in range(81) if table[cell // 9][cell % 9][k])


@cache
def _compiled(module: str) -> CodeType:
    return compile(source_of(module), f"{module}.py", "exec")


def _call_limited(called: Callable[..., Any], arguments: list[Any]) -> tuple[Any, str, bool]:
    """The value, what was raised, and whether the call was stopped."""
    try:
        with _limited():
            return called(*arguments), "", False
    except _StoppedError:
        return None, "", True
    except Exception as error:
        return None, f"{type(error).__name__}: {error}", False


@contextmanager
def _limited() -> Iterator[None]:
    """Raise _StoppedError in this thread after CALL_LIMIT calls of functions."""
    left = CALL_LIMIT

    def count(frame: FrameType, _event: str, _argument: Any) -> None:
        # Resuming a generator is a call event too, but not a call.
        nonlocal left
        left -= not frame.f_code.co_flags & inspect.CO_GENERATOR
        if left < 0:
            raise _StoppedError

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def _is_grid(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 9
        and all(isinstance(row, list) and len(row) == 9 for row in value)
        and all(isinstance(digit, int) for row in value for digit in list.__iter__(row))
    )


def _written(name: str, value: Any) -> str:
    return name if name in _NAMED else repr(value)


def _shown(value: Any) -> str:
    return "<Sudoku>" if hasattr(value, "grille") else repr(value)
