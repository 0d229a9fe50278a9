"""A game in the terminal: a grid being filled, and the help that can be asked for."""

from collections.abc import Iterator

from ..bits import Candidate
from ..board import Board
from ..cells import DIGITS
from ..rules import Conflict, conflicts
from ..search import search, solutions
from ..simple import simple_placements


class GivenCellError(ValueError):
    """A given digit can neither be replaced nor cleared."""


class Game:
    """The givens of a grid and the digits on it now."""

    def __init__(self, givens: Board) -> None:
        self.givens = givens
        self.board = givens

    def write(self, cell: int, digit: int) -> None:
        """Place a digit, or clear the cell with 0. Raises GivenCellError."""
        if self.givens[cell]:
            raise GivenCellError
        self.board = self.board.place(cell, digit) if digit in DIGITS else self.board.clear(cell)

    def conflicts_at(self, cell: int) -> list[Conflict]:
        """The conflicts this cell is part of."""
        return [conflict for conflict in conflicts(self.board) if cell in conflict.cells]

    def solution_count(self) -> int:
        """How many solutions the givens have: 0, 1, or 2 for two and more. May raise SearchLimitError."""
        return search(self.givens).count

    def solution(self) -> Board | None:
        """A solution that holds every digit on the grid, if there is one. May raise SearchLimitError."""
        return next(solutions(self.board, limit=1), None)

    def wrong_cells(self) -> list[int]:
        """The cells whose digit is not the solution's, where the givens have one solution only; else none."""
        found = search(self.givens)
        if found.count != 1 or found.solution is None:
            return []
        solution = found.solution
        return [cell for cell, digit in enumerate(self.board) if digit and digit != solution[cell]]

    def fill_simple(self) -> Iterator[Candidate]:
        """Fill cells as far as the simple method goes, one by one."""
        for placement in simple_placements(self.board):
            self.board = self.board.place(placement.cell, placement.digit)
            yield placement

    def fill_some(self, count: int) -> Iterator[Candidate]:
        """Fill `count` cells: those of the simple method first, then those with the fewest candidates."""
        solution = self.solution()
        for _ in range(count):
            if solution is None or self.board.is_complete:
                return
            placement = next(simple_placements(self.board), None)
            if placement is None:
                cell = min(self.board.empty_cells, key=lambda cell: len(self.board.candidates(cell)))
                placement = Candidate(cell, solution[cell])
            self.board = self.board.place(placement.cell, placement.digit)
            yield placement

    def fill_all(self) -> bool:
        """Fill the whole grid; False, and nothing changed, when no solution holds the digits on it."""
        solution = self.solution()
        if solution is not None:
            self.board = solution
        return solution is not None
