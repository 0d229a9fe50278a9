"""A hint: a mistake on the grid, or else the next step, told at four depths and lit on the grid."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..board import Board
from ..cells import HOUSES, HOUSES_OF
from .position import Position
from .solving import next_step
from .step import Step

Rung = Literal["nudge", "where", "why", "do"]

RUNGS: tuple[Rung, ...] = ("nudge", "where", "why", "do")

WRONG_DIGIT = "wrong_digit"
WRONG_NOTES = "wrong_notes"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A cell whose digit is wrong, or whose notes lack the true digit. It never names that digit."""

    technique: str
    cell: int

    @property
    def targets(self) -> tuple[int, ...]:
        """The cell, as a step tells the cells it changes."""
        return (self.cell,)

    @property
    def house(self) -> int:
        """The box of the cell, where the player is told to look."""
        return HOUSES_OF[self.cell][2]


Hint = Mistake | Step


def mistakes(board: Board, *, solution: Board, notes: Sequence[int] | None = None) -> list[Mistake]:
    """The wrong digits of a board, then the notes (81 masks) without the true digit; cells ascending."""
    pairs = list(enumerate(zip(board.digits, solution.digits, strict=True)))
    wrong = [Mistake(WRONG_DIGIT, cell) for cell, (digit, true) in pairs if digit not in (0, true)]
    if notes is not None:
        wrong += [
            Mistake(WRONG_NOTES, cell)
            for cell, (digit, true) in pairs
            if not digit and notes[cell] and not notes[cell] >> true - 1 & 1
        ]
    return wrong


def next_hint(
    board: Board,
    *,
    solution: Board,
    notes: Sequence[int] | None = None,
    givens: Iterable[int] | None = None,
    techniques: Collection[str] | None = None,
) -> Hint | None:
    """What to tell a player: the first mistake, or else the next step. None when no known technique helps.

    The solution is the puzzle's only one. Notes with the true digit narrow the candidates.
    """
    wrong = mistakes(board, solution=solution, notes=notes)
    if wrong:
        return wrong[0]
    if notes is None:
        position = Position.from_board(board, givens=givens, is_unique=True)
    else:
        position = Position.from_notes(board, notes=notes, solution=solution, givens=givens, is_unique=True)
    return next_step(position, techniques=techniques)


def lights(hint: Hint, rung: Rung) -> dict[str, tuple[int, ...]]:
    """The cells to light at a rung, by role; a cell may have several, and the last named shows above.

    "area" are the houses to look at: none yet where only a digit is told. From "why" on come "cover" (the
    houses beside them that the reason names), "cause" (the cells that exclude others), "pattern" (the cells
    of the pattern), the roles a family adds, such as "fin", and "target" (the cells the step changes).
    """
    if rung == "nudge":
        return {}
    if isinstance(hint, Mistake):
        lit = {"area": HOUSES[hint.house]}
    else:
        lit = {"area": _cells_in(hint.houses_as("house"))}
        if rung != "where":
            lit |= _evidence(hint)
    if rung != "where":
        lit["target"] = hint.targets
    return {role: cells for role, cells in lit.items() if cells}


def _evidence(step: Step) -> dict[str, tuple[int, ...]]:
    area = step.houses_as("house") or step.houses_as("base")
    lit = {"area": _cells_in(area), "cover": _cells_in(step.houses_as("cover"))}
    for role in ("cause", "pattern", *(role for role, _ in step.cells if role not in _NOT_ABOVE)):
        lit[role] = step.cells_as(role)
    return lit


# Cells that are lit under others, or, like those an earlier step ruled out, not at all.
_NOT_ABOVE = ("cause", "pattern", "ruled_out")


def _cells_in(houses: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({cell for house in houses for cell in HOUSES[house]}))
