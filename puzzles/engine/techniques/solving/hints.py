"""A hint: a mistake on the grid, or else the next step; it is revealed in four rungs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from ...bits import Candidate
from ...board import Board
from ...cells import HOUSES, HOUSES_OF, PEERS, cell_name
from ..catalogue import CATALOGUE, TECHNIQUES
from ..position import Position
from ..step import Step, technique_label
from .justification import direct_proofs
from .paths import next_step

Rung = Literal["nudge", "where", "why", "do"]

RUNGS: tuple[Rung, ...] = ("nudge", "where", "why", "do")

WRONG_DIGIT = "wrong_digit"
WRITE_NOTES = "write_notes"

# Steps of this tier are seen without notes.
_NOTE_FREE_TIER = 1

# What a mistake is explained by: chains would be no answer to "why?".
_REASONS = frozenset(technique.id for technique in CATALOGUE if technique.tier <= 3)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A cell whose digit is wrong. It never names the true digit.

    `form` says why the digit cannot be there: it is "seen" by an equal one, in `causes`; or a step shows it
    once the mistakes are gone, `shown_by` is its technique: a "step" that rests on `causes`, a "single" that
    fills the cell, or one that places the digit "elsewhere". Without a form no single step shows it.
    """

    technique: str
    cell: int
    form: str = ""
    shown_by: str = ""
    causes: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{technique_label(self.technique)}: {cell_name(self.cell)}"

    @property
    def targets(self) -> tuple[int, ...]:
        """The cell, named as in a step."""
        return (self.cell,)

    @property
    def house(self) -> int:
        """The box of the cell, where the player should look."""
        return HOUSES_OF[self.cell][2]

    def to_dict(self) -> dict[str, Any]:
        """The mistake as JSON values."""
        reason = {"form": self.form, "shown_by": self.shown_by, "causes": list(self.causes)}
        return {"technique": self.technique, "cell": self.cell} | (reason if self.form else {})


@dataclass(frozen=True, slots=True)
class WriteNotes:
    """The advice to write notes into the empty cells, where no step is left that is seen without them.

    `form` is "by_hand" where nobody does it for the player.
    """

    cells: tuple[int, ...]
    form: str = ""

    def __str__(self) -> str:
        return technique_label(self.technique)

    @property
    def technique(self) -> str:
        """The id under which it is worded and counted, as a step's technique is."""
        return WRITE_NOTES

    @property
    def targets(self) -> tuple[int, ...]:
        """The empty cells, named as in a step."""
        return self.cells

    def to_dict(self) -> dict[str, Any]:
        """The advice as JSON values."""
        return {"technique": WRITE_NOTES, "cells": list(self.cells), "form": self.form}


Hint = Mistake | WriteNotes | Step


def hint_from_dict(data: Mapping[str, Any]) -> Hint:
    """The hint whose `to_dict` wrote this."""
    if data["technique"] == WRITE_NOTES:
        return WriteNotes(tuple(data["cells"]), data["form"])
    if data["technique"] == WRONG_DIGIT:
        reason = data.get("form", ""), data.get("shown_by", ""), tuple(data.get("causes", ()))
        return Mistake(data["technique"], data["cell"], *reason)
    return Step.from_dict(data)


def is_same_hint(earlier: Hint, later: Hint) -> bool:
    """Whether a hint found later continues one that was given.

    A step goes on as long as it leads to some of the same results: the player may have begun to carry it
    out, or moved elsewhere so that another pattern shows it now.
    """
    if earlier.technique != later.technique:
        return False
    if isinstance(earlier, Step) and isinstance(later, Step):
        results = {*earlier.placements, *earlier.eliminations}
        return not results.isdisjoint(later.placements + later.eliminations)
    return isinstance(earlier, WriteNotes) or earlier.targets == later.targets


def mistakes(board: Board, *, solution: Board) -> list[Mistake]:
    """The wrong digits of a board, cells ascending. Notes are never a mistake: a player need not note all."""
    return [
        Mistake(WRONG_DIGIT, cell)
        for cell, (digit, true) in enumerate(zip(board.digits, solution.digits, strict=True))
        if digit not in (0, true)
    ]


def hint_position(
    board: Board,
    *,
    solution: Board,
    notes: Sequence[int],
    givens: Iterable[int] | None = None,
    are_notes_complete: bool | None = None,
    ruled_out: Iterable[Candidate] = (),
) -> Position:
    """The position in which the next step is looked for, as its player has narrowed it.

    Complete notes (81 masks) narrow the candidates; others, such as pairs alone, say nothing about the digits
    they lack. Where it is not known, they are complete once every empty cell has some. `ruled_out` are
    candidates that were shown to be false.
    """
    if are_notes_complete is None:
        are_notes_complete = all(notes[cell] for cell in board.empty_cells)
    counted = notes if are_notes_complete else (0,) * len(notes)
    position = Position.from_notes(board, notes=counted, solution=solution, givens=givens, is_unique=True)
    return position.eliminate([each for each in ruled_out if position.has_candidate(*each)])


def next_hint(
    board: Board,
    *,
    solution: Board,
    notes: Sequence[int] | None = None,
    givens: Iterable[int] | None = None,
    techniques: Collection[str] | None = None,
    are_notes_complete: bool | None = None,
    ruled_out: Iterable[Candidate] = (),
    fills_notes: bool = True,
    find: Callable[[Position], Step | None] | None = None,
) -> Hint | None:
    """The hint for a player: the first mistake, or else the next step. None when no known technique helps.

    The solution is the puzzle's only one. `notes` narrow the candidates as in `hint_position`. While there
    are none at all, the hint is to write them before any step that needs them; `fills_notes` says whether
    they can be filled in for the player. With `notes` None nothing is known about them. `find` finds the next
    step for callers that do not search for it themselves.
    """
    find = find or partial(next_step, techniques=techniques)
    wrong = mistakes(board, solution=solution)
    if wrong:
        return _with_reason(wrong[0], board, solution)
    if notes is None:
        return find(Position.from_board(board, givens=givens, is_unique=True))
    position = hint_position(
        board,
        solution=solution,
        notes=notes,
        givens=givens,
        are_notes_complete=are_notes_complete,
        ruled_out=ruled_out,
    )
    step = find(position)
    # A player with notes no longer needs this advice, and a single needs no notes.
    if step is None or any(notes) or TECHNIQUES[step.technique].tier == _NOTE_FREE_TIER:
        return step
    return WriteNotes(board.empty_cells, form="" if fills_notes else "by_hand")


def _with_reason(mistake: Mistake, board: Board, solution: Board) -> Mistake:
    """The mistake with why its digit cannot be there, as seen from the right digits alone."""
    cell, digit = mistake.cell, board[mistake.cell]
    # A reason that rests on another mistake would be wrong itself.
    right = Board(tuple(held if held == true else 0 for held, true in zip(board, solution, strict=True)))
    seeing = [peer for peer in PEERS[cell] if right[peer] == digit]
    if seeing:
        return replace(mistake, form="seen", causes=tuple(sorted(seeing)))
    position = Position.from_board(right, is_unique=True)
    steps = direct_proofs(position, cell=cell, digit=digit, is_placement=False, techniques=_REASONS)
    step = next(steps, None)
    if step is None:
        return mistake
    if step.placements:
        is_here = any(placed == cell for placed, _digit in step.placements)
        return replace(mistake, form="single" if is_here else "elsewhere", shown_by=step.technique)
    evidence = {one for role, members in step.cells if role != "ruled_out" for one in members}
    return replace(mistake, form="step", shown_by=step.technique, causes=tuple(sorted(evidence - {cell})))


def highlights(hint: Hint, rung: Rung) -> dict[str, tuple[int, ...]]:
    """The cells to light at a rung, by role; a cell may have several, and the last named shows above.

    "area" are the houses to look at: none yet where only a digit is named. From "why" on come "cover" (the
    houses beside them that the reason names), "cause" (the cells that exclude others), "pattern" (the cells
    of the pattern), the roles a family adds, such as "fin", and "target" (the cells the step changes).
    """
    if rung == "nudge":
        return {}
    if isinstance(hint, WriteNotes):
        return {"area": hint.cells}
    if isinstance(hint, Mistake):
        lit = {"area": HOUSES[hint.house]}
        if rung != "where":
            lit["cause"] = hint.causes
    else:
        lit = {"area": _cells_in(hint.houses_as("house"))}
        if rung == "where":
            lit["area"] += _cells_in(hint.houses_as("begin"))
        else:
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
