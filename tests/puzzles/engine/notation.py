"""How the tests of the engine write cells, houses, candidates, links and positions."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.cells import DIGITS, HOUSES, cell_name, house_name, parse_cell
from puzzles.engine.techniques import TECHNIQUES, Candidate, Link, Position, Step

# The grid of the course's fourth worksheet, and its solution.
TUTORIAL = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
TUTORIAL_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

EMPTY = Position.from_board(EMPTY_BOARD)

_HOUSE_OF_NAME = {house_name(house): house for house in range(27)}


def cells(*names: str) -> tuple[int, ...]:
    """The cells with these names, ascending: `cells("r1c1 r2c3")`."""
    return tuple(sorted(parse_cell(name) for part in names for name in part.split()))


def houses(*names: str) -> list[int]:
    """The houses with these names, ascending: `houses("row 2", "box 9")`."""
    return sorted(_HOUSE_OF_NAME[name] for name in names)


def candidates(names: str, *digits: int) -> tuple[Candidate, ...]:
    """These digits in these cells, by cell and digit."""
    return tuple(Candidate(cell, digit) for cell in cells(names) for digit in sorted(digits))


def candidate_names(candidates: Iterable[Candidate]) -> set[str]:
    """Candidates as digit and cell: `5r2c1`."""
    return {f"{digit}{cell_name(cell)}" for cell, digit in candidates}


def fives(names: str) -> tuple[Candidate, ...]:
    """The digit 5 in these cells."""
    return candidates(names, 5)


def chain(*nodes: tuple[int, str]) -> tuple[Link, ...]:
    """The links between these nodes (digit, cells), strong and weak by turns, a strong one first."""
    return tuple(
        Link(digit, cells(names), next_digit, cells(next_names), is_strong=index % 2 == 0)
        for index, ((digit, names), (next_digit, next_names)) in enumerate(pairwise(nodes))
    )


def position_of(line: str) -> Position:
    """The position at the beginning of a puzzle with one solution."""
    return Position.from_board(Board.from_line(line), is_unique=True)


def having_places(digit: int, places: Mapping[str, str]) -> Position:
    """An empty grid whose houses have the digit in these places only: `{"row 2": "r2c3 r2c7"}`."""

    def gone() -> Iterator[tuple[int, int]]:
        for house, names in places.items():
            kept = cells(names)
            yield from ((cell, digit) for cell in HOUSES[_HOUSE_OF_NAME[house]] if cell not in kept)

    return EMPTY.eliminate(set(gone()))


def having_candidates(**kept: str) -> Position:
    """An empty grid whose cells have these candidates only: `r5c5="27"`."""
    return EMPTY.eliminate(
        (parse_cell(name), digit)
        for name, digits in kept.items()
        for digit in DIGITS
        if str(digit) not in digits
    )


def found(technique: str, position: Position) -> list[Step]:
    """All steps of a technique in a position, in its order."""
    return list(TECHNIQUES[technique].find(position))


def found_in(technique: str, examples: Mapping[str, list[Position]]) -> Iterator[tuple[Step, Position]]:
    """Each step of a technique in its examples, with its position."""
    for position in examples[technique]:
        yield from ((step, position) for step in found(technique, position))


def agrees(step: Step, solution: Board) -> bool:
    """Whether the solution has what the step places, and not what it eliminates."""
    return all(solution[cell] == digit for cell, digit in step.placements) and not any(
        solution[cell] == digit for cell, digit in step.eliminations
    )
