"""The course's functions called one at a time: the call, its value, what it prints, the cells it looks at.

Each call runs the text students read, in a namespace of its own, on a grid that notes which cells are read.
The solvers themselves are not called here: their runs are watched in `algorithms`.
"""

import inspect
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any, SupportsIndex

from ..board import Board
from .sources import UnknownSourceError, source_of

EXPLORABLE: dict[str, tuple[str, ...]] = {
    "projet_insa": (
        "afficher_sudoku",
        "est_valide",
        "test_region",
        "test_ligne",
        "test_colonne",
        "permis",
        "case_simple",
    ),
    "n_valide": ("n_valide",),
    "td_iteratif": (
        "test_ligne",
        "test_colonne",
        "test_carre",
        "test",
        "protection",
        "remplissage",
        "avance_case",
        "recule_case",
    ),
    "tutoriel": ("print_board", "find_empty", "is_valid"),
    "mini_projet": ("printSudoku", "ligne", "colonne", "bloc", "possibles", "suivante"),
    "propagation": ("liees",),
}

_GRIDS = ("M", "S", "board", "matrice_originale")
_DIGITS = ("nombre", "n", "num")
_PLACES = ("i", "j", "y", "x", "pos", "haut", "gauche")


@dataclass(frozen=True, slots=True)
class Call:
    """One call: as it is written, its value as Python shows it, its output, and the cells it read, in order.

    A cell that was read several times is there once, at its first place. `takes_place` and `takes_digit` tell
    whether another cell (or its row or column alone), or another digit, would be another call.
    """

    text: str
    value: str
    printed: str
    looked_at: tuple[int, ...]
    takes_place: bool
    takes_digit: bool


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


def watched_grid(digits: Iterable[int], reads: list[int]) -> list[list[int]]:
    """The digits as nine rows; each read of a cell is appended to `reads`."""
    whole = list(digits)
    return [WatchedRow(whole[start : start + 9], start, reads) for start in range(0, 81, 9)]


def namespace_of(module: str) -> dict[str, Any]:
    """A fresh namespace in which a module of the course has run, as if pasted into Python."""
    namespace: dict[str, Any] = {"__name__": module}
    exec(_compiled(module), namespace)  # noqa: S102  our own text, the one students read
    return namespace


def explore(module: str, function: str, board: Board, *, cell: int = 0, digit: int = 1) -> Call:
    """Call a function for a cell and a digit of a board. Raises UnknownSourceError.

    Whatever the function changes, it changes in a copy.
    """
    if function not in EXPLORABLE.get(module, ()):
        raise UnknownSourceError(f"{module}.{function} cannot be called: expected one of {EXPLORABLE}")
    reads: list[int] = []
    namespace, output = namespace_of(module), io.StringIO()
    grid = watched_grid(board, reads)
    namespace["print"] = lambda *values, **options: print(*values, **options, file=output)
    called = _prepared(namespace, function, grid)
    values = _values(namespace, grid, board, cell, digit)
    names = list(inspect.signature(called).parameters)
    reads.clear()
    value = called(*(values[name] for name in names))
    text = f"{function}({', '.join(name if name in _WRITTEN else repr(values[name]) for name in names)})"
    return Call(
        text=text,
        value=repr(value),
        printed=output.getvalue(),
        looked_at=tuple(dict.fromkeys(reads)),
        takes_place=any(name in _PLACES for name in names),
        takes_digit=any(name in _DIGITS for name in names),
    )


_WRITTEN = (*_GRIDS, "liste_protegee")


@cache
def _compiled(module: str) -> CodeType:
    return compile(source_of(module), f"{module}.py", "exec")


def _prepared(namespace: dict[str, Any], function: str, grid: list[list[int]]) -> Callable[..., Any]:
    """The function or method itself, its grid in place where it is not an argument."""
    if "Sudoku" in namespace:
        sudoku = namespace["Sudoku"]()
        sudoku.grille = grid
        sudoku.memoriser()
        method: Callable[..., Any] = getattr(sudoku, function)
        return method
    namespace["grid"] = grid
    called: Callable[..., Any] = namespace[function]
    return called


def _values(
    namespace: dict[str, Any], grid: list[list[int]], board: Board, cell: int, digit: int
) -> dict[str, Any]:
    """What each name of an argument stands for."""
    row, column = divmod(cell, 9)
    values: dict[str, Any] = dict.fromkeys(_GRIDS, grid)
    values |= {"i": row, "y": row, "j": column, "x": column, "pos": (row, column)}
    values |= dict.fromkeys(_DIGITS, digit) | {"sens": True}
    values |= {"haut": row // 3 * 3, "gauche": column // 3 * 3}
    if "protection" in namespace:
        values["liste_protegee"] = namespace["protection"](watched_grid(board, []))
    return values
