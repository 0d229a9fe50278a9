"""Remote Pair: a chain of cells with the same two candidates, each seen by the next.

The digits alternate along the chain, so that of two cells an odd number of links apart one holds the one
digit and one the other: both digits are eliminated in every cell that sees two such cells. Described in
HoDoKu's "Chains and Loops" and in SudokuWiki's "Remote Pairs".
"""

from collections.abc import Iterable, Iterator

from ..bits import PEER_CELLS, Candidate, CellSet, DigitMask, candidates_of, cells_of, digits_of, union
from ..cells import CELLS, PEERS
from .evidence.links import chain_through, is_chain, nodes_of, sees
from .position import Position
from .step import Step, by_role

REMOTE_PAIR = "remote_pair"

# A chain of two is a naked pair; one of more than eight is nothing a person follows.
_SHORTEST = 4
_LONGEST = 8


def find_remote_pairs(position: Position) -> Iterator[Step]:
    """Each chain whose ends exclude something, pair by pair, the shortest first; no two with one result."""
    for mask, cell_set in sorted(position.bivalue.items()):
        if cell_set.bit_count() >= _SHORTEST:
            yielded = set()
            for chain in _chains(cell_set):
                eliminations = _seen_by_both_sides(mask, chain, position)
                if eliminations and eliminations not in yielded:
                    yielded.add(eliminations)
                    yield _step(digits_of(mask), chain, eliminations)


def verify_remote_pair(step: Step, position: Position) -> bool:
    """Whether the step's chain leads through cells with its two digits, and excludes just what it says."""
    nodes = nodes_of(step.links)
    chain = tuple(cell for _, members in nodes[::2] for cell in members)
    digits = step.digits_as("pattern")
    if len(digits) != 2 or len(set(chain)) < _SHORTEST or len(set(chain)) != len(chain):
        return False
    excluded = [cell for cell in CELLS if sees(cell, chain[::2]) and sees(cell, chain[1::2])]
    eliminations = [
        Candidate(cell, digit)
        for cell in excluded
        for digit in digits
        if cell not in chain and position.has_candidate(cell, digit)
    ]
    return (
        is_chain(step.links, position)
        and len(chain) % 2 == 0
        and any(chain[0] in PEERS[cell] and chain[-1] in PEERS[cell] for cell, _ in eliminations)
        and step == _step(digits, chain, eliminations)
    )


def _chains(cell_set: CellSet) -> Iterator[tuple[int, ...]]:
    """Each path from one of these cells to another, seen by seen, over an even number of cells in all."""
    near = {cell: cells_of(PEER_CELLS[cell] & cell_set) for cell in cells_of(cell_set)}
    chains: list[tuple[int, ...]] = [(cell,) for cell in near]
    for length in range(2, _LONGEST + 1):
        chains = [(*chain, cell) for chain in chains for cell in near[chain[-1]] if cell not in chain]
        if length >= _SHORTEST and length % 2 == 0:
            # Each chain is found from both ends: it counts from the lower.
            yield from (chain for chain in chains if chain[0] < chain[-1])


def _seen_by_both_sides(mask: DigitMask, chain: tuple[int, ...], position: Position) -> tuple[Candidate, ...]:
    """What the chain excludes; nothing where its ends exclude nothing, for then a shorter chain will do."""
    first, second = digits_of(mask)
    open_cells = position.cells_with[first] | position.cells_with[second]
    # What inner cells exclude belongs to a shorter chain between these.
    if not open_cells & PEER_CELLS[chain[0]] & PEER_CELLS[chain[-1]]:
        return ()
    targets = open_cells
    for side in (chain[::2], chain[1::2]):
        targets &= union(PEER_CELLS[cell] for cell in side)
    for cell in chain:
        targets &= ~(1 << cell)
    found = (candidates_of(digit, position.cells_with[digit] & targets) for digit in (first, second))
    return tuple(sorted(candidate for candidates in found for candidate in candidates))


def _step(digits: tuple[int, ...], chain: tuple[int, ...], eliminations: Iterable[Candidate]) -> Step:
    nodes = [
        (digit, (cell,))
        for index, cell in enumerate(chain)
        for digit in (digits if index % 2 == 0 else reversed(digits))
    ]
    return Step(
        REMOTE_PAIR,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=digits),
        cells=by_role(pattern=chain, color_a=chain[::2], color_b=chain[1::2]),
        links=chain_through(*nodes),
    )
