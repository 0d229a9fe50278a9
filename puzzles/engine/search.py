"""Search: solve a grid, and count its solutions, by forced placements and trial.

To solve a grid is to choose among 729 candidates ("this digit in this cell") so that 324 demands are met:
each cell takes one digit (81 demands), and each row, each column and each box takes each digit in one cell
(3 x 81). A candidate serves four demands, so it stands in four places.

The state of a search is ONE integer of 3240 bits: a field of ten bits for each demand. Nine bits are the
candidates that can still meet the demand; above them stands the guard bit, set while the demand is open.

    field of the demand "row 1 takes a 4":    1 001000010     open, the 4 can go to two cells
    field of a demand that is met:            0 000000000

Python's integers have no width, so `&` and `-` work on all 324 fields at once:

    state & KEEP[place]     places a candidate: its four fields become 0, its rivals vanish from all others
    state - ones            takes 1 from each open field; the guard bit stops the borrow, so that
    state & (state - ones)  is each field without its lowest candidate. A guard bit lost here betrays a demand
                            that nobody can meet; a field with only its guard left had a single candidate.

Those singles, naked (cell demands) and hidden (house demands) alike, are placed until none is left; then a
demand with the fewest candidates is chosen, and each of them is tried in turn. Exactly one of them is right
in any solution, so every solution is found, and found once.

This is the reference. Where `_search.c` could be compiled, all but `solutions` use that: the same answers in
other ways, only its nodes are its own. The environment variable SUDOKU_SEARCH=python keeps to the reference.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from . import compiled
from .board import Board, format_line, parse_line
from .cells import CELLS, DIGITS, HOUSES, HOUSES_OF

DEFAULT_NODE_LIMIT = 100_000

# All that `solution_lines` returns are in memory at once.
MOST_SOLUTIONS = 100_000

# The count that the compiled search returns in place of an error.
_GIVEN_UP = -1
_WIDTH = 10
_DEMANDS = 324


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
            for place in placed:
                solution[_CELL_AT[place]] = _DIGIT_AT[place]
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
        for place in _smallest_choice(settled):
            yield from self._completions(settled & _KEEP[place], [*placed, place])


def _state_of(digits: bytes) -> int | None:
    """The state with these digits placed; None when equal digits meet in a house."""
    state = _EVERYTHING
    count = 0
    for cell, digit in enumerate(digits):
        if digit:
            state &= _KEEP[_PLACE_OF[cell][digit]]
            count += 1
    # Each digit meets four demands of its own, unless it has its equal in a house.
    return state if (state & _GUARDS).bit_count() == _DEMANDS - 4 * count else None


def _place_singles(state: int, placed: list[int]) -> int | None:
    """The state when no single is left, 0 if solved, None if some demand cannot be met; `placed` grows."""
    while state:
        guards = state & _GUARDS
        ones = guards >> 9
        others = state & (state - ones)
        if others & _GUARDS != guards:
            return None
        single_guards = (others - ones) & guards ^ guards
        if not single_guards:
            return state
        singles = state & (single_guards - (single_guards >> 9))
        while singles:
            place = singles.bit_length()
            placed.append(place)
            keep = _KEEP[place]
            singles &= keep
            state &= keep
    return state


def _smallest_choice(state: int) -> list[int]:
    """The candidates of the open demand that has the fewest; among equals, cells come before houses."""
    guards = state & _GUARDS
    ones = guards >> 9
    others = state & (state - ones)
    fewest = 0
    while not fewest:
        others &= others - ones
        fewest = (others - ones) & guards ^ guards
    base = fewest.bit_length() - _WIDTH
    return [base + bit + 1 for bit in range(9) if state >> base + bit & 1]


# The tables. A place in the state is called by the bit length of the integer with that bit alone, because
# `int.bit_length` is how the topmost single is found; it is one more than the bit's own position.


def _places_of(cell: int, digit: int) -> list[int]:
    """The four places of a candidate: for its row, column and box, and above these for its cell."""
    fields = [9 * house + digit - 1 for house in HOUSES_OF[cell]]
    positions = [HOUSES[house].index(cell) for house in HOUSES_OF[cell]]
    fields.append(9 * len(HOUSES) + cell)
    positions.append(digit - 1)
    return [_WIDTH * field + position + 1 for field, position in zip(fields, positions, strict=True)]


def _fill_tables() -> None:
    places_of = {(cell, digit): _places_of(cell, digit) for cell in CELLS for digit in DIGITS}
    ends_with_demand = [1 << _WIDTH * demand + 9 for demand in range(_DEMANDS)]
    for places in places_of.values():
        own_bits = sum(1 << place - 1 for place in places)
        for place in places:
            ends_with_demand[place // _WIDTH] |= own_bits
    for (cell, digit), places in places_of.items():
        gone = 0
        for place in places:
            gone |= ends_with_demand[place // _WIDTH]
        for place in places:
            _CELL_AT[place], _DIGIT_AT[place], _KEEP[place] = cell, digit, _EVERYTHING ^ gone


_PLACES = _WIDTH * _DEMANDS + 1
_EVERYTHING = (1 << _WIDTH * _DEMANDS) - 1
_GUARDS = sum(1 << _WIDTH * demand + 9 for demand in range(_DEMANDS))
_PLACE_OF = [[0, *(_places_of(cell, digit)[-1] for digit in DIGITS)] for cell in CELLS]
_CELL_AT = [0] * _PLACES
_DIGIT_AT = [0] * _PLACES
_KEEP = [_EVERYTHING] * _PLACES
_fill_tables()
