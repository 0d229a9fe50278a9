"""A position: the digits on the grid and the candidates left, in which techniques find steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar

from ..bits import (
    ALL_CANDIDATES,
    ALL_CELLS,
    ALL_PACKED,
    HOUSE_CELLS,
    LEFT_AFTER,
    PACKED_AFTER,
    Candidate,
    CandidateSet,
    CellSet,
    DigitMask,
    candidate_number,
    candidates_of_masks,
    cell_set_of,
    cells_of,
    cells_with_two,
    digits_of,
    has_contradiction,
    pack_masks,
    split_by_digit,
    union,
    unpack_masks,
)
from ..board import Board
from ..cells import CELLS, DIGITS, HOUSES, cell_name, house_name
from ..formats import to_candidate_grid
from .patterns.conjugate_pairs import ColorComponent, StrongLinks, find_color_components, find_strong_links
from .patterns.rectangles import Rectangles, find_rectangles
from .step import Step

Knowledge = TypeVar("Knowledge")


class ContradictionError(ValueError):
    """The position cannot be finished: a cell without a candidate, or a house that lacks a place."""


@dataclass(frozen=True, repr=False)
class Position:
    """The digits of a grid and what is still a candidate where. Made by `from_board` or `from_notes`.

    It prints as a candidate grid; its `repr` names the candidates that are gone, as in `r1c2:34`.

    `candidate_set` and `packed_masks` are the same candidates twice, by digit and by cell; `placed` are
    the digits on the grid. `is_unique` says that the puzzle is known to have one solution, which some
    techniques build on.
    """

    digits: tuple[int, ...]
    candidate_set: CandidateSet
    packed_masks: int
    placed: CandidateSet
    givens: CellSet
    is_unique: bool

    @classmethod
    def from_board(
        cls, board: Board, *, givens: Iterable[int] | None = None, is_unique: bool = False
    ) -> Position:
        """The position of a board: candidates are the digits no peer holds.

        Without `givens` (cells), every digit on the board counts as one.
        """
        # Digits that contradict each other are no error here: `require_consistent` names them.
        candidate_set, packed_masks, placed = ALL_CANDIDATES, ALL_PACKED, 0
        for cell, digit in enumerate(board.digits):
            if digit:
                index = candidate_number(cell, digit)
                candidate_set &= LEFT_AFTER[index]
                packed_masks &= PACKED_AFTER[index]
                placed |= 1 << index
        if givens is None:
            givens = (cell for cell in CELLS if board.digits[cell])
        return cls(board.digits, candidate_set, packed_masks, placed, cell_set_of(givens), is_unique)

    @classmethod
    def from_notes(
        cls,
        board: Board,
        *,
        notes: Sequence[int],
        solution: Board,
        givens: Iterable[int] | None = None,
        is_unique: bool = False,
    ) -> Position:
        """The position of a board as its player has narrowed it.

        `notes` are 81 masks. The notes of a cell narrow its candidates if they hold the true digit; notes
        without it are a mistake, and narrow nothing.
        """
        start = cls.from_board(board, givens=givens, is_unique=is_unique)
        masks = tuple(
            # Notes that lack the true digit would let every technique prove something false.
            mask & noted if noted >> solution.digits[cell] - 1 & 1 else mask
            for cell, (mask, noted) in enumerate(zip(start.masks, notes, strict=True))
        )
        return start._with_masks(masks)

    def __repr__(self) -> str:
        gone = []
        for cell, mask in enumerate(self.board.candidate_masks()):
            if digits := digits_of(mask & ~self.masks[cell]):
                gone.append(f"{cell_name(cell)}:{''.join(map(str, digits))}")
        return f"<Position {self.board.to_line()}{' without ' if gone else ''}{' '.join(gone)}>"

    def __str__(self) -> str:
        return to_candidate_grid(self.board, self.masks)

    # A position never changes, so whatever finders ask for again is worked out once and kept.
    @cached_property
    def cells_with(self) -> tuple[CellSet, ...]:
        """For each digit the cells it is a candidate of; index 0 is empty."""
        return split_by_digit(self.candidate_set)

    @cached_property
    def cells_holding(self) -> tuple[CellSet, ...]:
        """For each digit the cells that hold it; index 0 is empty."""
        return split_by_digit(self.placed)

    @cached_property
    def masks(self) -> tuple[DigitMask, ...]:
        """The candidates of each cell as bits (digit d is bit d - 1); 0 for a filled cell."""
        return unpack_masks(self.packed_masks)

    @cached_property
    def empty(self) -> CellSet:
        """The empty cells."""
        return ALL_CELLS & ~union(self.cells_holding)

    @cached_property
    def bivalue(self) -> dict[DigitMask, CellSet]:
        """The cells with two candidates, by these."""
        by_mask: dict[DigitMask, CellSet] = {}
        for cell in cells_of(cells_with_two(self.cells_with)):
            mask = self.masks[cell]
            by_mask[mask] = by_mask.get(mask, 0) | 1 << cell
        return by_mask

    @cached_property
    def strong_links(self) -> StrongLinks:
        """For each digit its strong links in rows, in columns and in boxes; index 0 has none."""
        return find_strong_links(self.cells_with)

    @cached_property
    def color_components(self) -> tuple[tuple[ColorComponent, ...], ...]:
        """For each digit the connected components of its strong links; index 0 has none."""
        return tuple(map(find_color_components, self.strong_links))

    @cached_property
    def rectangles(self) -> Rectangles:
        """The rectangles that two digits could still fill, though they must not."""
        return find_rectangles(self.cells_with, self.masks, self.bivalue)

    @cached_property
    def knowledge(self) -> dict[Callable[[Position], Any], Any]:
        """What `derived` functions found in this position, by function."""
        return {}

    @property
    def is_complete(self) -> bool:
        """Whether every cell holds a digit, right or wrong."""
        return 0 not in self.digits

    @property
    def board(self) -> Board:
        """The digits as a board."""
        return Board(self.digits)

    @property
    def puzzle(self) -> Board:
        """The givens as a board."""
        return Board(tuple(digit if self.is_given(cell) else 0 for cell, digit in enumerate(self.digits)))

    def is_given(self, cell: int) -> bool:
        """Whether the digit of a cell is a given."""
        return bool(self.givens >> cell & 1)

    def candidates(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending; none for a filled cell."""
        return digits_of(self.masks[cell])

    def candidates_among(self, cells: Iterable[int], digits: Collection[int]) -> tuple[Candidate, ...]:
        """Those of these digits that are candidates of these cells, ascending."""
        return tuple(
            Candidate(cell, digit)
            for cell in sorted(cells)
            for digit in self.candidates(cell)
            if digit in digits
        )

    def cells_for(self, digit: int, house: int) -> tuple[int, ...]:
        """The cells of a house that have this digit as a candidate, ascending."""
        return cells_of(self.cells_with[digit] & HOUSE_CELLS[house])

    def has_candidate(self, cell: int, digit: int) -> bool:
        """Whether the digit is a candidate of the cell."""
        return bool(self.candidate_set >> candidate_number(cell, digit) & 1)

    def place(self, cell: int, digit: int) -> Position:
        """The position with this digit in this cell. Raises ValueError if it is no candidate there."""
        self._require(cell, digit)
        index = candidate_number(cell, digit)
        return Position(
            (*self.digits[:cell], digit, *self.digits[cell + 1 :]),
            self.candidate_set & LEFT_AFTER[index],
            self.packed_masks & PACKED_AFTER[index],
            self.placed | 1 << index,
            self.givens,
            self.is_unique,
        )

    def eliminate(self, candidates: Iterable[Candidate | tuple[int, int]]) -> Position:
        """The position without these (cell, digit) candidates. Raises ValueError if one is not there."""
        candidate_set, packed_masks = self.candidate_set, self.packed_masks
        for cell, digit in candidates:
            self._require(cell, digit)
            # Both forms are kept in step: finders read the one by digit, or the one by cell, without
            # converting.
            candidate_set &= ~(1 << candidate_number(cell, digit))
            packed_masks &= ~(1 << 16 * cell + digit - 1)
        return Position(self.digits, candidate_set, packed_masks, self.placed, self.givens, self.is_unique)

    def apply(self, step: Step) -> Position:
        """The position after a step. Raises ValueError if the step does not belong to it."""
        # Eliminations first: a placement may take away a candidate that the step eliminates as well.
        position = self.eliminate(step.eliminations) if step.eliminations else self
        for cell, digit in step.placements:
            position = position.place(cell, digit)
        return position

    def require_consistent(self) -> None:
        """Raise ContradictionError if a cell has no candidate, or a house no place for a digit, or two."""
        # Two cheap questions about all cells and all houses; which one fails is looked up only then.
        with_candidates = union(self.cells_with)
        if with_candidates != self.empty:
            cell = cells_of(self.empty & ~with_candidates)[0]
            raise ContradictionError(f"{cell_name(cell)} is empty and has no candidate")
        if has_contradiction(self.candidate_set, self.placed):
            raise ContradictionError(self._trouble_in_a_house())

    def _trouble_in_a_house(self) -> str:
        for house, cells in enumerate(HOUSES):
            held = [self.digits[cell] for cell in cells]
            for digit in DIGITS:
                if held.count(digit) > 1:
                    return f"{house_name(house)} holds {digit} twice"
                if digit not in held and not self.cells_for(digit, house):
                    return f"{house_name(house)} has no place for {digit}"
        raise AssertionError("every house is in order")

    def _with_masks(self, masks: Sequence[int]) -> Position:
        return Position(
            self.digits,
            candidates_of_masks(masks),
            pack_masks(masks),
            self.placed,
            self.givens,
            self.is_unique,
        )

    def _require(self, cell: int, digit: int) -> None:
        if cell not in CELLS or digit not in DIGITS or not self.has_candidate(cell, digit):
            raise ValueError(f"{digit!r} is no candidate of cell {cell!r}")


def derived(find: Callable[[Position], Knowledge]) -> Callable[[Position], Knowledge]:
    """Decorate a function of a position: its answer is kept on the position, and freed with it.

    For knowledge found in modules that import this one, which therefore cannot be a property. A cache by
    value would hash integers of 1296 bits for each question, and give a copy what the original found.
    """

    @wraps(find)
    def known(position: Position) -> Knowledge:
        knowledge = position.knowledge
        if find not in knowledge:
            knowledge[find] = find(position)
        answer: Knowledge = knowledge[find]
        return answer

    return known
