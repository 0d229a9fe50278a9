"""New puzzles with exactly one solution.

A full grid is drawn at random, then its cells are emptied in random order, each only where the puzzle keeps
its one solution and stays within the wanted class. The hardest kinds are too rare for random puzzles: hill
climbing by small changes finds them. The same random numbers give the same puzzle.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain

from .board import EMPTY_BOARD, Board
from .cells import CELLS
from .search import SearchLimitError, search
from .techniques import SolvingClass, solving_class

DEFAULT_TRIES = 500

# How often a puzzle is changed, and how many clues (if symmetric, pairs of clues) are taken away each time.
_CHANGES = 250
_TAKEN_AWAY = 3

_CLASSES: tuple[SolvingClass, ...] = ("simple", "singles", "harder")


class GeneratorError(RuntimeError):
    """No puzzle that meets the criteria was found within the allowed number of tries."""


def generate(
    rng: random.Random,
    *,
    wanted: SolvingClass | None = None,
    clue_count: int | None = None,
    is_symmetric: bool = False,
    accept: Callable[[Board], bool] | None = None,
    weigh: Callable[[Board], float] | None = None,
    tries: int = DEFAULT_TRIES,
) -> Board:
    """A new puzzle with exactly one solution, of the wanted class if one is named.

    Without `clue_count` the puzzle is minimal: without any one of its clues (if symmetric, pair of clues) it
    would no longer meet the criteria. A symmetric puzzle looks the same when turned upside down. `accept`
    filters puzzles. A rejected puzzle is improved by hill climbing on `weigh`, if that is given and
    `clue_count` is not. Raises GeneratorError after `tries` full grids without such a puzzle.
    """
    # No puzzle with 16 clues has one solution (McGuire, Tugemann and Civario, "There Is No 16-Clue Sudoku",
    # 2012).
    if clue_count is not None and not 17 <= clue_count <= 81:
        raise ValueError(f"{clue_count} clues: expected 17 to 81")
    hardest = wanted or "harder"
    for _ in range(tries):
        # A puzzle of few digits can take very long to search.
        with suppress(SearchLimitError):
            puzzle = _emptied(rng, _full_grid(rng), hardest, clue_count or 0, is_symmetric)
            puzzles: Iterator[Board] = iter([puzzle])
            if weigh is not None and clue_count is None:
                puzzles = chain(puzzles, _changed(rng, puzzle, hardest, is_symmetric, weigh))
            for puzzle in puzzles:
                if (
                    clue_count in (None, puzzle.clue_count)
                    and wanted in (None, solving_class(puzzle))
                    and (accept is None or accept(puzzle))
                ):
                    return puzzle
    raise GeneratorError(f"no such puzzle found in {tries} tries")


def _full_grid(rng: random.Random) -> Board:
    """A solved grid: random digits in random cells, each checked to leave a solution, until one is left."""
    board = EMPTY_BOARD
    # Random placements until the solution is unique give every solution grid a chance, unlike shuffling one
    # grid.
    for cell in rng.sample(CELLS, 81):
        candidates = board.candidates(cell)
        for digit in rng.sample(candidates, len(candidates)):
            result = search(board.place(cell, digit))
            if result.count == 1 and result.solution:
                return result.solution
            if result.count:
                board = board.place(cell, digit)
                break
    return board


def _emptied(
    rng: random.Random, board: Board, hardest: SolvingClass, least_clues: int, is_symmetric: bool
) -> Board:
    """The grid with cells emptied, alone or in pairs, as long as the puzzle is no harder than that."""
    # One pass is enough: a clue that could not go while more were left cannot go when fewer are.
    for cells in rng.sample(groups := _groups(is_symmetric), len(groups)):
        emptied = board
        for cell in cells:
            emptied = emptied.clear(cell)
        if emptied != board and emptied.clue_count >= least_clues and _is_within(emptied, hardest):
            board = emptied
    return board


def _changed(
    rng: random.Random,
    puzzle: Board,
    hardest: SolvingClass,
    is_symmetric: bool,
    weigh: Callable[[Board], float],
) -> Iterator[Board]:
    """The puzzle changed again and again, each time into one that weighs no less."""
    solution, weight = search(puzzle).solution or puzzle, weigh(puzzle)
    for _ in range(_CHANGES):
        other = _emptied(rng, _refilled(rng, puzzle, solution, is_symmetric), hardest, 0, is_symmetric)
        # Equal weights are taken too: a strict climb would stop on the first plateau.
        if (its_weight := weigh(other)) >= weight:
            puzzle, weight = other, its_weight
            yield puzzle


def _refilled(rng: random.Random, puzzle: Board, solution: Board, is_symmetric: bool) -> Board:
    """The puzzle with some clues gone, and others of its solution in their place until it is the only one."""
    groups = _groups(is_symmetric)
    for cells in rng.sample([cells for cells in groups if puzzle[cells[0]]], _TAKEN_AWAY):
        for cell in cells:
            puzzle = puzzle.clear(cell)
    for cells in rng.sample(groups, len(groups)):
        if search(puzzle).count == 1:
            break
        for cell in cells:
            if not puzzle[cell]:
                puzzle = puzzle.place(cell, solution[cell])
    return puzzle


def _groups(is_symmetric: bool) -> list[tuple[int, ...]]:
    """The cells that are emptied together: each alone, or with the one across the centre."""
    if not is_symmetric:
        return [(cell,) for cell in CELLS]
    return [(cell, 80 - cell) for cell in range(40)] + [(40,)]


def _is_within(puzzle: Board, hardest: SolvingClass) -> bool:
    # Whatever singles solve has one solution, so only a harder puzzle needs the search.
    if hardest == "harder":
        return search(puzzle).count == 1
    return _CLASSES.index(solving_class(puzzle)) <= _CLASSES.index(hardest)
