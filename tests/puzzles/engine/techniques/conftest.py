"""Positions made for one technique: an empty grid from which candidates are taken."""

from collections.abc import Callable, Iterator, Mapping

import pytest

from puzzles.engine.board import EMPTY_BOARD
from puzzles.engine.cells import DIGITS, HOUSES, house_name, parse_cell
from puzzles.engine.techniques.position import Position

EMPTY = Position.from_board(EMPTY_BOARD)
HOUSE_OF_NAME = {house_name(house): house for house in range(27)}


@pytest.fixture
def with_places() -> Callable[[int, Mapping[str, str]], Position]:
    """`with_places(5, {"row 2": "r2c3 r2c7"})`: in these houses the digit has these places only."""

    def gone(digit: int, places: Mapping[str, str]) -> Iterator[tuple[int, int]]:
        for house, names in places.items():
            kept = [parse_cell(name) for name in names.split()]
            yield from ((cell, digit) for cell in HOUSES[HOUSE_OF_NAME[house]] if cell not in kept)

    return lambda digit, places: EMPTY.eliminate(set(gone(digit, places)))


@pytest.fixture
def with_candidates() -> Callable[..., Position]:
    """`with_candidates(r5c5="27")`: these cells have these candidates only."""

    def make(**candidates: str) -> Position:
        return EMPTY.eliminate(
            (parse_cell(name), digit)
            for name, kept in candidates.items()
            for digit in DIGITS
            if str(digit) not in kept
        )

    return make
