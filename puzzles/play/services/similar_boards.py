"""Boards whose solver run would leak a puzzle's solution.

The refusal must not become an oracle: if only boards that agree with the solution were refused, a player
could test a digit by adding it and seeing whether the board is refused. So there are two tests, and a board
that meets either is refused:

-   Without the solution, from the grid that everybody sees. The board repeats at least half as many digits
    of the player's grid as the puzzle has givens; or it could have the same solution: the givens of the
    puzzle exclude one of its digits in four at most. For a board that is not transposed or permuted, right
    and wrong guesses are refused alike.
-   With the solution: some solution of the board is equivalent to that of the puzzle. Then the board is the
    puzzle transposed, permuted or relabelled, perhaps with a clue more or less. A shuffled puzzle with a
    right guess has this solution; with a wrong guess it has another or none. So the test also drops any one
    digit of the board, and any two digits if it has no solution. One or two wrong guesses are then refused
    like right ones.

The second test misses a shuffled board with three digits known to be wrong, and one without so many givens
that it has more than `MAX_COMPARED` solutions. A student who makes such boards by program could also solve
the puzzle by program. Solvers are off during an exam, so an exam does not depend on these tests.

For a puzzle that the student has not begun, a board that could have the same solution must also repeat one
given in four. Otherwise an attacker could find unseen givens one by one from refusals. Nobody meets an
equivalent of an unseen solution by chance: there are 5,472,730,538 equivalence classes.
"""

from functools import lru_cache
from itertools import combinations

from puzzles.engine import PEERS, Board, SearchLimitError, search, search_implementation
from puzzles.engine.search import solution_lines
from puzzles.engine.similarity import canonical_key
from puzzles.library.models import Puzzle

FEW_DIGITS = 7
ONE_IN = 4
# No board of fewer digits has only one solution.
_FEWEST_CLUES = 17
# Boards with more solutions are not compared. The second limit is for boards with a digit dropped, because
# there are many of them. A solution takes about 0.1 ms.
MAX_COMPARED = 1000
MAX_OF_A_PART = 100
# A search that visits more nodes is given up: its board is one of too many solutions.
_NODE_LIMIT = 20_000


def leaks(board: Board, puzzle: Puzzle, digits: str = "") -> bool:
    """Whether a run on this board could reveal something of the solution of a puzzle to a player.

    `digits` are the player's own grid, empty for a player who may not have seen the puzzle yet.
    """
    placed = [(cell, digit) for cell, digit in enumerate(board) if digit]
    if len(placed) <= FEW_DIGITS:
        return False
    givens, own = Board.from_line(puzzle.givens), Board.from_line(digits or puzzle.givens)
    repeated = sum(own[cell] == digit for cell, digit in placed)
    is_of_it = bool(digits) or ONE_IN * repeated >= givens.clue_count
    return (
        2 * repeated >= givens.clue_count
        or (is_of_it and ONE_IN * _clashes(placed, givens) <= len(placed))
        or puzzle.canonical_key in similar_keys(board)
    )


# About 20 ms, and 300 at worst; predictions come with the same board time and again.
@lru_cache(maxsize=4096)
def similar_keys(board: Board) -> frozenset[int]:
    """The canonical keys of the solutions of a board, and of the board with a few digits dropped.

    One digit, or, where there is no solution, two. (The search in Python takes a hundred times as long:
    there, one.)
    """
    if board.clue_count < _FEWEST_CLUES - 1:
        return frozenset()
    placed = [cell for cell, digit in enumerate(board) if digit]
    keys, count = _keys_of(board, MAX_COMPARED)
    most_dropped = 2 if count == 0 and search_implementation() == "compiled" else 1
    for dropped in range(1, most_dropped + 1):
        for cells in combinations(placed, dropped):
            part = Board(tuple(0 if cell in cells else digit for cell, digit in enumerate(board)))
            keys |= _keys_of(part, MAX_OF_A_PART)[0]
    return frozenset(keys)


def _keys_of(board: Board, most: int) -> tuple[set[int], int]:
    """The canonical keys of the solutions of a board (none where they are too many), and their number."""
    try:
        found = search(board, limit=most + 1, node_limit=_NODE_LIMIT)
        if not 1 <= found.count <= most:
            return set(), found.count
        every = solution_lines(board.to_line(), limit=most, node_limit=_NODE_LIMIT)
        return {canonical_key(each) for each in every}, found.count
    except SearchLimitError:
        return set(), most + 1


def _clashes(placed: list[tuple[int, int]], givens: Board) -> int:
    """The number of these digits that the givens exclude, in the same cell or in a peer."""
    return sum(
        givens[cell] not in (0, digit) or any(givens[peer] == digit for peer in PEERS[cell])
        for cell, digit in placed
    )
