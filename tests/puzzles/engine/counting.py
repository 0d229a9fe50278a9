"""What techniques must find, counted from the rules alone: slow, plain, written apart from the engine.

They use a position's candidates and the geometry of the grid, and share nothing with the finders.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from puzzles.engine.cells import CELLS, DIGITS, HOUSES, PEERS
from puzzles.engine.techniques import Candidate, Position

HOUSE_SETS = [frozenset(house) for house in HOUSES]
PEER_SETS = [frozenset(peers) for peers in PEERS]


def singles_by_counting(position: Position) -> dict[str, set[Candidate]]:
    """Digits left alone: in a house with one empty cell, in a house at all, in a cell."""
    found: dict[str, set[Candidate]] = {"full_house": set(), "hidden_single": set(), "naked_single": set()}
    for cells in HOUSES:
        empty = [cell for cell in cells if not position.digits[cell]]
        for digit in DIGITS:
            places = [cell for cell in empty if position.has_candidate(cell, digit)]
            if len(places) == 1:
                found["full_house" if len(empty) == 1 else "hidden_single"].add(Candidate(places[0], digit))
    for cell in CELLS:
        if len(position.candidates(cell)) == 1:
            found["naked_single"].add(Candidate(cell, *position.candidates(cell)))
    return found


def intersections_by_counting(position: Position, digit: int, *, is_box: bool) -> list[tuple]:
    """House, cover, places and targets, where a digit has all its places of a house in a second one."""
    expected = []
    for house in range(18, 27) if is_box else range(18):
        for cover in range(18) if is_box else range(18, 27):
            places = position.cells_for(digit, house)
            beyond = tuple(cell for cell in position.cells_for(digit, cover) if cell not in HOUSE_SETS[house])
            if len(places) > 1 and set(places) <= set(HOUSES[cover]) and beyond:
                expected.append((house, cover, places, beyond))
    return expected


def wings_by_counting(position: Position, pivot_size: int) -> set[Candidate]:
    """What XY-Wings (a pivot with two candidates) or XYZ-Wings (with three) exclude."""
    excluded = set()
    for pivot in CELLS:
        pairs = [cell for cell in PEERS[pivot] if len(position.candidates(cell)) == 2]
        if len(position.candidates(pivot)) != pivot_size:
            continue
        for one, other in combinations(pairs, 2):
            shared = {*position.candidates(one)} & {*position.candidates(other)}
            union = {*position.candidates(one), *position.candidates(other)}
            if len(shared) != 1 or not {*position.candidates(pivot)} <= union:
                continue
            holders = (one, other) if pivot_size == 2 else (one, other, pivot)
            if pivot_size == 2 and shared & {*position.candidates(pivot)}:
                continue
            excluded |= {
                Candidate(cell, digit)
                for digit in shared
                for cell in CELLS
                if position.has_candidate(cell, digit) and all(cell in PEERS[holder] for holder in holders)
            }
    return excluded


def strong_pairs_by_counting(position: Position) -> set[Candidate]:
    """What turbot fish exclude: two strong links whose near ends see each other."""
    excluded = set()
    for digit in DIGITS:
        pairs = [places for house in range(27) if len(places := position.cells_for(digit, house)) == 2]
        for one, two in permutations(pairs, 2):
            for (end, joint), (other_joint, other_end) in (
                (first, second) for first in permutations(one) for second in permutations(two)
            ):
                if len({end, joint, other_joint, other_end}) == 4 and joint in PEERS[other_joint]:
                    common = {*PEERS[end]} & {*PEERS[other_end]}
                    excluded |= {
                        Candidate(cell, digit) for cell in common if position.has_candidate(cell, digit)
                    }
    return excluded


def simple_colors_by_counting(position: Position) -> set[Candidate]:
    """What sees both colours of a cluster, and the whole of a colour of which two cells see each other."""
    excluded = set()
    for digit in DIGITS:
        for cluster in clusters_by_counting(position, digit):
            for cell in CELLS:
                if position.has_candidate(cell, digit) and all({*PEERS[cell]} & color for color in cluster):
                    excluded.add(Candidate(cell, digit))
            for color in cluster:
                if any(one in PEERS[other] for one, other in combinations(color, 2)):
                    excluded |= {Candidate(cell, digit) for cell in color}
    return excluded


def naked_by_counting(position: Position, size: int) -> set[tuple[Candidate, ...]]:
    """What falls by any cells of a house with as many candidates, two or more each."""
    falling = set()
    for house in HOUSES:
        few = [cell for cell in house if 1 < len(position.candidates(cell)) <= size]
        for group in combinations(few, size):
            digits = {digit for cell in group for digit in position.candidates(cell)}
            seeing = [cell for cell in CELLS if all(cell in PEERS[one] for one in group)]
            if len(digits) == size:
                falling.add(_among(position, seeing, digits.__contains__))
    return falling - {()}


def hidden_by_counting(position: Position, size: int) -> set[tuple[Candidate, ...]]:
    """What falls by any digits of a house with as many places, two or more each."""
    falling = set()
    for house in range(27):
        few = [digit for digit in DIGITS if 1 < len(position.cells_for(digit, house)) <= size]
        for group in combinations(few, size):
            places = sorted({cell for digit in group for cell in position.cells_for(digit, house)})
            if len(places) == size:
                falling.add(_among(position, places, lambda digit, group=group: digit not in group))
    return falling - {()}


def _among(
    position: Position, of_cells: list[int], is_wanted: Callable[[int], bool]
) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(cell, digit) for cell in of_cells for digit in position.candidates(cell) if is_wanted(digit)
    )


def fish_by_counting(position: Position, size: int) -> set[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """The digit, base and targets of each choice of lines with all places in as many lines across."""
    expected = set()
    for digit in DIGITS:
        for first in (0, 9):
            lines = [line for line in range(first, first + 9) if len(position.cells_for(digit, line)) > 1]
            for base in combinations(lines, size):
                places = {cell for line in base for cell in position.cells_for(digit, line)}
                covers = [
                    line
                    for line in range(9 - first, 18 - first)
                    if any(cell in HOUSE_SETS[line] for cell in places)
                ]
                across = {cell for line in covers for cell in position.cells_for(digit, line)}
                if len(covers) == size and across - places:
                    expected.add((digit, base, tuple(sorted(across - places))))
    return expected


def finned_fish_by_counting(position: Position, size: int) -> set[Candidate]:
    """What any finned fish of this size excludes: each choice of lines, and of as many across.

    Left out is what less shows: a line seen whole, or places left in so few lines across that a smaller fish
    would do.
    """
    excluded = set()
    for digit in DIGITS:
        for first in (0, 9):
            lines = [line for line in range(first, first + 9) if position.cells_for(digit, line)]
            across = [line for line in range(9 - first, 18 - first) if position.cells_for(digit, line)]
            for base in combinations(lines, size):
                places = [set(position.cells_for(digit, line)) for line in base]
                for cover in combinations(across, size):
                    targets = _excluded_by_fish(digit, places, cover, position)
                    excluded |= {Candidate(cell, digit) for cell in targets}
    return excluded


def _excluded_by_fish(
    digit: int, places: list[set[int]], cover: tuple[int, ...], position: Position
) -> Iterator[int]:
    """What the fish excludes that has these places in its base lines."""
    in_base = set().union(*places)
    in_cover = {cell for line in cover for cell in position.cells_for(digit, line)}
    fins = in_base - in_cover
    for cell in in_cover - in_base:
        left = [line - PEER_SETS[cell] for line in places]
        taken = [line for line in cover if any(HOUSE_SETS[line] & one for one in left)]
        if fins and fins <= PEER_SETS[cell] and all(left) and len(taken) == len(cover) - 1:
            yield cell


def franken_fish_by_counting(position: Position, size: int) -> set[Candidate]:
    """What any fish of this size excludes in houses of two kinds: every choice of base and cover."""
    excluded = set()
    for digit in DIGITS:
        places = {cell for house in range(9) for cell in position.cells_for(digit, house)}
        for lines, across in ((range(9), range(9, 18)), (range(9, 18), range(9))):
            bases = [house for house in (*lines, *range(18, 27)) if places & HOUSE_SETS[house]]
            covers = [house for house in (*across, *range(18, 27)) if places & HOUSE_SETS[house]]
            for base in combinations(bases, size):
                for cover in combinations(sorted(set(covers) - set(base)), size):
                    if max(base + cover) >= 18:
                        excluded |= {Candidate(cell, digit) for cell in _found_fish(places, base, cover)}
    return excluded


def _found_fish(places: set[int], base: tuple[int, ...], cover: tuple[int, ...]) -> set[int]:
    in_base = {cell: sum(cell in HOUSE_SETS[house] for house in base) for cell in places}
    in_cover = {cell: sum(cell in HOUSE_SETS[house] for house in cover) for cell in places}
    fins = {cell for cell in places if in_base[cell] > 1 or in_base[cell] > in_cover[cell]}
    return {cell for cell in places if in_cover[cell] > in_base[cell] and fins <= PEER_SETS[cell]}


def clusters_by_counting(position: Position, digit: int) -> list[tuple[set[int], set[int]]]:
    """The cells linked by houses with just two places for the digit: those of even and of odd distance."""
    pairs = [places for house in range(len(HOUSES)) if len(places := position.cells_for(digit, house)) == 2]
    clusters: list[tuple[set[int], set[int]]] = []
    left = {cell for pair in pairs for cell in pair}
    while left:
        colors: tuple[set[int], set[int]] = ({min(left)}, set())
        while True:
            for color, other in permutations(colors):
                other |= {two for pair in pairs for one, two in permutations(pair) if one in color}
            reached = colors[0] | colors[1]
            if not reached & left:
                break
            left -= reached
        clusters.append(colors)
    return clusters


def multi_colors_by_counting(position: Position) -> tuple[set[tuple[Candidate, ...]], ...]:
    """What Multi Colours 1 and 2 exclude, each time a pair of clusters shows anything."""
    found_1, found_2 = set(), set()
    for digit in DIGITS:
        places = {cell for house in range(9) for cell in position.cells_for(digit, house)}
        clusters = clusters_by_counting(position, digit)
        for first, second in combinations(clusters, 2):
            fallen = {
                cell
                for (color, left), (other, other_left) in (
                    (one, two) for one in permutations(first) for two in permutations(second)
                )
                if any(cell in PEERS[there] for cell in color for there in other)
                for cell in places
                if {*PEERS[cell]} & left and {*PEERS[cell]} & other_left
            }
            if fallen:
                found_1.add(tuple(Candidate(cell, digit) for cell in sorted(fallen)))
        for first, second in permutations(clusters, 2):
            for color in first:
                seen = {there for cell in color for there in PEERS[cell]}
                if seen & second[0] and seen & second[1]:
                    found_2.add(tuple(Candidate(cell, digit) for cell in sorted(color)))
    return found_1, found_2


def _flat(found: set[tuple[Candidate, ...]]) -> set[Candidate]:
    return {candidate for result in found for candidate in result}


def _of_fish(position: Position, size: int) -> set[Candidate]:
    return {Candidate(cell, digit) for digit, _, cells in fish_by_counting(position, size) for cell in cells}


def _of_intersections(position: Position, *, is_box: bool) -> set[Candidate]:
    return {
        Candidate(cell, digit)
        for digit in DIGITS
        for *_, cells in intersections_by_counting(position, digit, is_box=is_box)
        for cell in cells
    }


Count = Callable[[Position], set[Candidate]]

# For each technique that can be counted: all that it may conclude in a position.
COUNTED: dict[str, Count] = {
    "full_house": lambda position: singles_by_counting(position)["full_house"],
    "hidden_single": lambda position: singles_by_counting(position)["hidden_single"],
    "naked_single": lambda position: singles_by_counting(position)["naked_single"],
    "pointing": lambda position: _of_intersections(position, is_box=True),
    "claiming": lambda position: _of_intersections(position, is_box=False),
    "locked_pair": lambda position: _flat(naked_by_counting(position, 2)),
    "locked_triple": lambda position: _flat(naked_by_counting(position, 3)),
    "naked_pair": lambda position: _flat(naked_by_counting(position, 2)),
    "naked_triple": lambda position: _flat(naked_by_counting(position, 3)),
    "naked_quad": lambda position: _flat(naked_by_counting(position, 4)),
    "hidden_pair": lambda position: _flat(hidden_by_counting(position, 2)),
    "hidden_triple": lambda position: _flat(hidden_by_counting(position, 3)),
    "hidden_quad": lambda position: _flat(hidden_by_counting(position, 4)),
    "x_wing": lambda position: _of_fish(position, 2),
    "swordfish": lambda position: _of_fish(position, 3),
    "jellyfish": lambda position: _of_fish(position, 4),
    "skyscraper": strong_pairs_by_counting,
    "two_string_kite": strong_pairs_by_counting,
    "turbot_fish": strong_pairs_by_counting,
    "dual_two_string_kite": strong_pairs_by_counting,
    "xy_wing": lambda position: wings_by_counting(position, 2),
    "xyz_wing": lambda position: wings_by_counting(position, 3),
    "simple_colors_trap": simple_colors_by_counting,
    "simple_colors_wrap": simple_colors_by_counting,
    "multi_colors_1": lambda position: _flat(multi_colors_by_counting(position)[0]),
    "multi_colors_2": lambda position: _flat(multi_colors_by_counting(position)[1]),
    "finned_x_wing": lambda position: finned_fish_by_counting(position, 2),
    "sashimi_x_wing": lambda position: finned_fish_by_counting(position, 2),
    "finned_swordfish": lambda position: finned_fish_by_counting(position, 3),
    "sashimi_swordfish": lambda position: finned_fish_by_counting(position, 3),
    "finned_franken_x_wing": lambda position: franken_fish_by_counting(position, 2),
}
