"""A position: what a person sees who looks for the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar

from ..bits import (
    ALL_CELLS,
    ALL_LANES,
    ALL_LAYERS,
    HOUSE_BOARDS,
    LANES_AFTER,
    LAYERS_AFTER,
    Candidate,
    board_of,
    boards_of,
    cells_of,
    cells_with_two,
    crowded_or_lacking,
    digits_of,
    lanes_of,
    layer_bit,
    layers_of,
    masks_of,
)
from ..board import Board
from ..cells import CELLS, DIGITS, HOUSES, cell_name, house_name
from ..formats import to_candidate_grid
from .patterns.conjugate_pairs import Cluster, StrongLinks, find_clusters, find_strong_links
from .patterns.rectangles import Rectangles, find_rectangles
from .step import Step

Knowledge = TypeVar("Knowledge")


class ContradictionError(ValueError):
    """The position cannot be finished: a cell without a candidate, or a house that lacks a place."""


@dataclass(frozen=True, repr=False)
class Position:
    """The digits of a grid and what is still a candidate where. Made by `from_board` or `from_notes`.

    It prints as a candidate grid; its `repr` names the candidates that are gone, as in `r1c2:34`.

    `layers` and `lanes` are the same candidates twice, by digit and by cell (see bitboards); `placed` are
    the layers of the digits on the grid. `givens` is a board. `is_unique` says that the puzzle is known to
    have one solution, which some techniques build on.
    """

    digits: tuple[int, ...]
    layers: int
    lanes: int
    placed: int
    givens: int
    is_unique: bool

    @classmethod
    def from_board(
        cls, board: Board, *, givens: Iterable[int] | None = None, is_unique: bool = False
    ) -> Position:
        """The position of a board: candidates are the digits no peer holds.

        Without `givens` (cells), every digit on the board counts as one.
        """
        layers, lanes, placed = ALL_LAYERS, ALL_LANES, 0
        for cell, digit in enumerate(board.digits):
            if digit:
                index = layer_bit(cell, digit)
                layers &= LAYERS_AFTER[index]
                lanes &= LANES_AFTER[index]
                placed |= 1 << index
        if givens is None:
            givens = (cell for cell in CELLS if board.digits[cell])
        return cls(board.digits, layers, lanes, placed, board_of(givens), is_unique)

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

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """For each digit the board of the cells it is a candidate in; index 0 is an empty board."""
        return boards_of(self.layers)

    @cached_property
    def placed_boards(self) -> tuple[int, ...]:
        """For each digit the board of the cells that hold it; index 0 is an empty board."""
        return boards_of(self.placed)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The candidates of each cell as bits (digit d is bit d - 1); 0 for a filled cell."""
        return masks_of(self.lanes)

    @cached_property
    def empty(self) -> int:
        """The board of the empty cells."""
        filled = 0
        for board in self.placed_boards:
            filled |= board
        return ALL_CELLS & ~filled

    @cached_property
    def bivalue(self) -> dict[int, int]:
        """The cells with two candidates: by these (a mask) the board of the cells that have just these."""
        boards: dict[int, int] = {}
        for cell in cells_of(cells_with_two(self.boards)):
            mask = self.masks[cell]
            boards[mask] = boards.get(mask, 0) | 1 << cell
        return boards

    @cached_property
    def strong_links(self) -> StrongLinks:
        """For each digit its strong links in rows, in columns and in boxes; index 0 has none."""
        return find_strong_links(self.boards)

    @cached_property
    def clusters(self) -> tuple[tuple[Cluster, ...], ...]:
        """For each digit what hangs together by strong links; index 0 has none."""
        return tuple(map(find_clusters, self.strong_links))

    @cached_property
    def rectangles(self) -> Rectangles:
        """The rectangles that two digits could still fill, though they must not."""
        return find_rectangles(self.boards, self.masks, self.bivalue)

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

    def candidates(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending; none for a filled cell."""
        return digits_of(self.masks[cell])

    def places(self, digit: int, house: int) -> tuple[int, ...]:
        """The cells of a house that have this digit as a candidate, ascending."""
        return cells_of(self.boards[digit] & HOUSE_BOARDS[house])

    def has_candidate(self, cell: int, digit: int) -> bool:
        """Whether the digit is a candidate of the cell."""
        return bool(self.layers >> layer_bit(cell, digit) & 1)

    def place(self, cell: int, digit: int) -> Position:
        """The position with this digit in this cell. Raises ValueError if it is no candidate there."""
        self._require(cell, digit)
        index = layer_bit(cell, digit)
        return Position(
            (*self.digits[:cell], digit, *self.digits[cell + 1 :]),
            self.layers & LAYERS_AFTER[index],
            self.lanes & LANES_AFTER[index],
            self.placed | 1 << index,
            self.givens,
            self.is_unique,
        )

    def eliminate(self, candidates: Iterable[Candidate | tuple[int, int]]) -> Position:
        """The position without these (cell, digit) candidates. Raises ValueError if one is not there."""
        layers, lanes = self.layers, self.lanes
        for cell, digit in candidates:
            self._require(cell, digit)
            layers &= ~(1 << layer_bit(cell, digit))
            lanes &= ~(1 << 16 * cell + digit - 1)
        return Position(self.digits, layers, lanes, self.placed, self.givens, self.is_unique)

    def apply(self, step: Step) -> Position:
        """The position after a step. Raises ValueError if the step does not belong to it."""
        position = self.eliminate(step.eliminations) if step.eliminations else self
        for cell, digit in step.placements:
            position = position.place(cell, digit)
        return position

    def require_consistent(self) -> None:
        """Raise ContradictionError if a cell has no candidate, or a house no place for a digit, or two."""
        with_candidates = 0
        for board in self.boards:
            with_candidates |= board
        if with_candidates != self.empty:
            cell = cells_of(self.empty & ~with_candidates)[0]
            raise ContradictionError(f"{cell_name(cell)} is empty and has no candidate")
        if crowded_or_lacking(self.layers, self.placed):
            raise ContradictionError(self._trouble_in_a_house())

    def _trouble_in_a_house(self) -> str:
        for house, cells in enumerate(HOUSES):
            held = [self.digits[cell] for cell in cells]
            for digit in DIGITS:
                if held.count(digit) > 1:
                    return f"{house_name(house)} holds {digit} twice"
                if digit not in held and not self.places(digit, house):
                    return f"{house_name(house)} has no place for {digit}"
        raise AssertionError("every house is in order")

    def _with_masks(self, masks: Sequence[int]) -> Position:
        return Position(
            self.digits, layers_of(masks), lanes_of(masks), self.placed, self.givens, self.is_unique
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
