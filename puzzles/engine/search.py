"""Search: solve a grid, and count its solutions, by forced placements and trial.

The state of a search is one integer with a field for each of the 324 constraints (see constraints.py). The
guard bit of a field is set while its constraint is open:

    field of the constraint "row 1 takes a 4":    1 001000010     open, the 4 can go to two cells
    field of a constraint that is met:            0 000000000

    state & _KEEP[bit]    places a candidate: its four fields become 0, its rivals vanish from all others

Singles, naked (fields of cells) and hidden (fields of houses) alike, are placed until none is left; then a
constraint with the fewest candidates is chosen, and each of them is tried in turn, depth first. Exactly one
of them is right in any solution, so every solution is found, and found once.

This is the reference. Where `_search.c` could be compiled, all but `solutions` use that: the same answers in
other ways, only its nodes are its own. The environment variable SUDOKU_SEARCH=python keeps to the reference.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

from . import compiled
from .bits import EXCLUDED, candidate_number, cells_of, numbers_in
from .board import Board, format_line, parse_line
from .constraints import BITS, CANDIDATE_AT, CELL_FIELDS, CONSTRAINTS, GUARDS, WIDTH, bits_of, singles

DEFAULT_NODE_LIMIT = 100_000

# All that `solution_lines` returns are in memory at once.
MOST_SOLUTIONS = 100_000

# The count that the compiled search returns in place of an error.
_GIVEN_UP = -1


class SearchLimitError(RuntimeError):
    """The search was given up after its limit of nodes; what it would have found is not known."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """How many solutions there are (no more are counted than asked for), the only one, and the nodes visited.

    `solution` is None unless there is exactly one.
    """

    count: int
    solution: Board | None
    nodes: int


def search_implementation() -> Literal["compiled", "python"]:
    """Which search is in use in this process."""
    return "compiled" if compiled.IS_USED else "python"


def search(board: Board, *, limit: int = 2, node_limit: int = DEFAULT_NODE_LIMIT) -> SearchResult:
    """Count the solutions of a board up to `limit`. Raises SearchLimitError past `node_limit` nodes."""
    # The compiled search takes no limit below 1; with one the reference answers 0.
    if compiled.IS_USED and limit > 0:
        count, only, nodes = compiled.search(bytes(board.digits), limit, node_limit)
        if count == _GIVEN_UP:
            raise _given_up(node_limit)
    else:
        walk = _Walk(node_limit)
        count, only = walk.count(board.digits, limit)
        nodes = walk.nodes
    return SearchResult(count=count, solution=Board(tuple(only)) if only else None, nodes=nodes)


def search_line(line: str, *, limit: int = 2, node_limit: int = DEFAULT_NODE_LIMIT) -> tuple[int, str | None]:
    """Count the solutions of 81 characters up to `limit`; return the only one as 81 digits, too.

    The same as `search`, without making boards: for files of many thousand lines. Raises BoardError, too.
    """
    if compiled.IS_USED and limit > 0:
        answer = compiled.search_line(line, limit, node_limit)
        if answer is not None:
            if answer[0] == _GIVEN_UP:
                raise _given_up(node_limit)
            return answer
    count, only = _Walk(node_limit).count(parse_line(line), limit)
    return count, format_line(only) if only else None


def solutions(board: Board, *, limit: int, node_limit: int = DEFAULT_NODE_LIMIT) -> Iterator[Board]:
    """The solutions of a board, each once, up to `limit` of them.

    Raises SearchLimitError when `node_limit` nodes go by without another solution.
    """
    walk = _Walk(node_limit)
    for solution in islice(walk.solutions(board.digits), limit):
        yield Board(tuple(solution))
        walk.nodes = 0


def solution_lines(line: str, *, limit: int, node_limit: int = DEFAULT_NODE_LIMIT) -> list[str]:
    """Solutions of 81 characters as 81 digits each, ascending.

    All of them, or `limit` of them (100,000 at most), or those found in `node_limit` nodes.
    Raises BoardError.
    """
    if not 1 <= limit <= MOST_SOLUTIONS:
        raise ValueError(f"the limit is {limit}: expected 1 to {MOST_SOLUTIONS}")
    digits = parse_line(line)
    if compiled.IS_USED:
        found = compiled.find_solutions(digits, limit, node_limit)
        return sorted(format_line(found[start : start + 81]) for start in range(0, len(found), 81))
    lines: list[str] = []
    with suppress(SearchLimitError):
        lines.extend(map(format_line, islice(_Walk(node_limit).solutions(digits), limit)))
    return sorted(lines)


def _given_up(node_limit: int) -> SearchLimitError:
    return SearchLimitError(f"given up after {node_limit} nodes")


class _Walk:
    """One walk through the tree of trials; a node is a state reached by a trial, the first one included."""

    def __init__(self, node_limit: int) -> None:
        self.node_limit = node_limit
        self.nodes = 0

    def count(self, digits: Iterable[int], limit: int) -> tuple[int, bytes | None]:
        """The number of solutions up to the limit, and the only one; two are looked for to know that."""
        found = islice(self.solutions(digits), max(limit, 2))
        first = next(found, None)
        others = sum(1 for _ in found)
        return min(limit, others + (first is not None)), None if others else first

    def solutions(self, digits: Iterable[int]) -> Iterator[bytes]:
        """The digits of every solution, each once."""
        givens = bytes(digits)
        state = _state_of(givens)
        if state is None:
            return
        for placed in self._completions(state, []):
            solution = bytearray(givens)
            for bit in placed:
                solution[_CELL_AT[bit]] = _DIGIT_AT[bit]
            yield bytes(solution)

    def _completions(self, state: int, placed: list[int]) -> Iterator[list[int]]:
        self.nodes += 1
        if self.nodes > self.node_limit:
            raise _given_up(self.node_limit)
        settled = _place_singles(state, placed)
        if settled is None:
            return
        if settled == 0:
            yield placed
            return
        # No explicit undo: integers are values, so that a branch cannot disturb its siblings.
        for bit in _smallest_choice(settled):
            yield from self._completions(settled & _KEEP[bit], [*placed, bit])


def _state_of(digits: bytes) -> int | None:
    """The state with these digits placed; None when equal digits meet in a house."""
    state = _EVERYTHING
    count = 0
    for cell, digit in enumerate(digits):
        if digit:
            state &= _KEEP[BITS[candidate_number(cell, digit)].bit_length()]
            count += 1
    # Each digit meets four constraints of its own, unless it has its equal in a house.
    return state if (state & GUARDS).bit_count() == len(CONSTRAINTS) - 4 * count else None


def _place_singles(state: int, placed: list[int]) -> int | None:
    """The state when no single is left, 0 if solved, None if a constraint cannot be met; `placed` grows."""
    while state:
        found = singles(state, state & GUARDS)
        if not found:
            return state if found == 0 else None
        while found:
            bit = found.bit_length()
            placed.append(bit)
            keep = _KEEP[bit]
            # A single found in two fields is placed once. One that contradicts it vanishes with it: its own
            # field is then empty, and the next round finds that gap.
            found &= keep
            state &= keep
    return state


def _smallest_choice(state: int) -> list[int]:
    """The candidates of the open constraint that has the fewest; among equals, cells come before houses."""
    # Knuth's rule for the column to branch on: the constraint with the fewest candidates keeps the tree
    # narrow. Each round takes the lowest candidate from every open field at once; the first fields to run
    # empty borrow their guard away, and show so. Singles are placed already: no field has fewer than two.
    guards = state & GUARDS
    ones = guards >> WIDTH - 1
    others = state & (state - ones)
    fewest = 0
    while not fewest:
        others &= others - ones
        fewest = (others - ones) & guards ^ guards
    base = (fewest & CELL_FIELDS or fewest).bit_length() - WIDTH
    return [base + bit + 1 for bit in range(9) if state >> base + bit & 1]


# Tables by the bit length of an integer with one bit of the state: that is how the topmost single is found.
# Indices that are guards, and index 0, keep their neutral values: no single is ever there.
def _fill_tables() -> None:
    for field in range(len(CONSTRAINTS)):
        for bit in range(WIDTH * field, WIDTH * field + 9):
            candidate = CANDIDATE_AT[bit]
            digit, cell = divmod(candidate, 81)
            _CELL_AT[bit + 1], _DIGIT_AT[bit + 1], _KEEP[bit + 1] = cell, digit + 1, _kept_by(candidate)


@cache
def _kept_by(candidate: int) -> int:
    """What a placement leaves of the state."""
    gone = bits_of(numbers_in(EXCLUDED[candidate]))
    for bit in cells_of(BITS[candidate]):
        gone |= (1 << WIDTH) - 1 << bit // WIDTH * WIDTH
    return _EVERYTHING ^ gone


_EVERYTHING = (1 << WIDTH * len(CONSTRAINTS)) - 1
_BIT_LENGTHS = WIDTH * len(CONSTRAINTS) + 1
_CELL_AT = [0] * _BIT_LENGTHS
_DIGIT_AT = [0] * _BIT_LENGTHS
_KEEP = [_EVERYTHING] * _BIT_LENGTHS
_fill_tables()
