"""Singles: a house or a cell that leaves one possibility, and so gives a digit at once.

Full house: one empty cell in a house. Hidden single: one place for a digit in a house. Naked single: one
digit for a cell. Described in HoDoKu's "Singles" and in SudokuWiki's "Getting Started".
"""

from collections.abc import Iterable, Iterator

from ..bits import (
    BOXES_FIRST,
    HOUSE_CELLS,
    PEER_CELLS,
    Candidate,
    cells_of,
    cells_with_one,
    first_of,
    hidden_singles_in,
    union,
)
from ..cells import DIGITS, HOUSES, HOUSES_OF, PEERS
from .position import Position
from .step import Step, by_role

FULL_HOUSE = "full_house"
HIDDEN_SINGLE = "hidden_single"
NAKED_SINGLE = "naked_single"


def find_full_houses(position: Position) -> Iterator[Step]:
    """Each house with one empty cell: boxes, then rows, then columns."""
    empty = position.empty
    for house in BOXES_FIRST:
        left = empty & HOUSE_CELLS[house]
        if left and not left & left - 1:
            cell = first_of(left)
            # Where the other eight digits contradict each other, the cell has none or two.
            digits = position.candidates(cell)
            if len(digits) == 1:
                yield _full_house(house, cell, digits[0])


def find_hidden_singles(position: Position) -> Iterator[Step]:
    """Each digit with one place in a house: boxes before lines, the house with fewest empty cells first.

    A house with one empty cell is a full house, not looked at here.
    """
    found = []
    for house, digit, cell in hidden_singles_in(position.candidate_set):
        empty_count = (position.empty & HOUSE_CELLS[house]).bit_count()
        if empty_count > 1:
            # False sorts before True: boxes first. A box is taken in at a glance, a line must be followed.
            found.append((house < 18, empty_count, house, cell, digit))
    for _, _, house, cell, digit in sorted(found):
        causes, ruled_out = _blockers(position, house, cell, digit)
        yield _hidden_single(house, cell, digit, causes, ruled_out)


def find_naked_singles(position: Position) -> Iterator[Step]:
    """Each cell with one candidate, cells ascending."""
    for cell in cells_of(cells_with_one(position.cells_with)):
        digit = position.masks[cell].bit_length()
        houses = sorted(HOUSES_OF[cell], key=lambda house: _fullest_first(position, house))
        causes, ruled_out = _holders(position, houses, digit)
        yield _naked_single(houses[0], cell, digit, causes, ruled_out)


def single_at(cell: int, digit: int, position: Position) -> Step | None:
    """The easiest single that gives this digit to this cell. None if there is none."""
    for house in sorted(HOUSES_OF[cell], reverse=True):
        if position.empty & HOUSE_CELLS[house] == 1 << cell:
            return _full_house(house, cell, digit)
    for house in sorted(HOUSES_OF[cell], reverse=True):
        if position.cells_with[digit] & HOUSE_CELLS[house] == 1 << cell:
            return _hidden_single(house, cell, digit, *_blockers(position, house, cell, digit))
    if position.candidates(cell) == (digit,):
        houses = sorted(HOUSES_OF[cell], key=lambda house: _fullest_first(position, house))
        return _naked_single(houses[0], cell, digit, *_holders(position, houses, digit))
    return None


def verify_full_house(step: Step, position: Position) -> bool:
    """Whether the step's cell is the only empty one of its house, and its digit the missing one."""
    if not _is_one_placement_in_one_house(step):
        return False
    (house,), ((cell, digit),) = step.houses_as("house"), step.placements
    held = {position.digits[member] for member in HOUSES[house] if member != cell}
    return step == _full_house(house, cell, digit) and cell in HOUSES[house] and held == set(DIGITS) - {digit}


def verify_hidden_single(step: Step, position: Position) -> bool:
    """Whether the step's causes and what was ruled out before leave the digit one place in the house."""
    if not _is_one_placement_in_one_house(step):
        return False
    (house,), ((cell, digit),) = step.houses_as("house"), step.placements
    causes, ruled_out = step.cells_as("cause"), step.cells_as("ruled_out")
    others = [other for other in HOUSES[house] if other != cell and not position.digits[other]]
    seen = {other for other in others if any(cause in PEERS[other] for cause in causes)}
    return (
        step == _hidden_single(house, cell, digit, causes, ruled_out)
        and cell in HOUSES[house]
        and all(position.digits[cause] == digit for cause in causes)
        and all(any(other in PEERS[cause] for other in others) for cause in causes)
        and set(others) - seen == set(ruled_out)
        and all(_is_ruled_out(position, other, digit) for other in ruled_out)
    )


def verify_naked_single(step: Step, position: Position) -> bool:
    """Whether the step's causes and what was ruled out before leave the cell one digit."""
    if not _is_one_placement_in_one_house(step):
        return False
    (house,), ((cell, digit),) = step.houses_as("house"), step.placements
    causes, ruled_out = step.cells_as("cause"), step.digits_as("ruled_out")
    excluded = [position.digits[cause] for cause in causes] + list(ruled_out)
    return (
        step == _naked_single(house, cell, digit, causes, ruled_out)
        and cell in HOUSES[house]
        and all(cause in PEERS[cell] for cause in causes)
        and sorted([*excluded, digit]) == list(DIGITS)
        and all(_is_ruled_out(position, cell, other) for other in ruled_out)
    )


def _full_house(house: int, cell: int, digit: int) -> Step:
    return Step(FULL_HOUSE, (Candidate(cell, digit),), houses=by_role(house=[house]))


def _hidden_single(
    house: int, cell: int, digit: int, causes: Iterable[int], ruled_out: Iterable[int]
) -> Step:
    return Step(
        HIDDEN_SINGLE,
        (Candidate(cell, digit),),
        houses=by_role(house=[house]),
        cells=by_role(cause=causes, ruled_out=ruled_out),
    )


def _naked_single(house: int, cell: int, digit: int, causes: Iterable[int], ruled_out: Iterable[int]) -> Step:
    return Step(
        NAKED_SINGLE,
        (Candidate(cell, digit),),
        digits=by_role(ruled_out=ruled_out),
        houses=by_role(house=[house]),
        cells=by_role(cause=causes),
    )


def _blockers(
    position: Position, house: int, cell: int, digit: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Few cells that keep the digit out of the house's other empty cells, and the cells that need none.

    The next blocker is always the one that excludes most of the cells still open; none is superfluous.
    """
    others = position.empty & HOUSE_CELLS[house] & ~(1 << cell)
    holders = {holder: PEER_CELLS[holder] & others for holder in cells_of(position.cells_holding[digit])}
    # Greedy set cover; superfluous blockers are dropped below.
    chosen, open_cells = [], others
    while open_cells:
        best = max(holders, key=lambda holder: (holders[holder] & open_cells).bit_count(), default=None)
        if best is None or not holders[best] & open_cells:
            break
        chosen.append(best)
        open_cells &= ~holders[best]
    for holder in tuple(chosen):
        if not holders[holder] & ~union(holders[other] for other in chosen if other != holder):
            chosen.remove(holder)
    return tuple(chosen), cells_of(open_cells)


def _fullest_first(position: Position, house: int) -> tuple[int, bool, int]:
    return (position.empty & HOUSE_CELLS[house]).bit_count(), house < 18, house


def _holders(
    position: Position, houses: Iterable[int], digit: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A cell for each other digit in these houses, first house first, and the digits they lack."""
    # The fullest house comes first, so that most digits are read off in one look.
    missing = set(DIGITS) - {digit}
    chosen = []
    for house in houses:
        for peer in HOUSES[house]:
            if position.digits[peer] in missing:
                missing.remove(position.digits[peer])
                chosen.append(peer)
    return tuple(chosen), tuple(missing)


def _is_one_placement_in_one_house(step: Step) -> bool:
    return len(step.placements) == 1 and len(step.houses_as("house")) == 1


def _is_ruled_out(position: Position, cell: int, digit: int) -> bool:
    """Whether an earlier step or a note took the candidate away, and not a digit that could be shown."""
    held_by_a_peer = any(position.digits[peer] == digit for peer in PEERS[cell])
    return not held_by_a_peer and digit not in position.candidates(cell)
