"""Positions of generated puzzles in which each technique can be watched at work: examples.txt."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ..bits import Candidate
from ..board import Board
from ..cells import CELLS, parse_cell
from ..files import ENGINE, read_bytes
from ..search import search
from .catalogue import TECHNIQUES
from .position import Position
from .step import Step

_FILE = ENGINE / "techniques" / "examples.txt"


@dataclass(frozen=True, slots=True)
class Example:
    """A position of a puzzle with one solution, and the technique's first step there."""

    position: Position
    step: Step


@cache
def example_of(technique: str) -> Example:
    """The example of a technique, by its id. Raises KeyError for an unknown one."""
    position = _parse_position(_lines()[technique][0])
    return Example(position, next(TECHNIQUES[technique].find(position)))


def example_positions() -> Iterator[tuple[str, Position]]:
    """All positions of the file, each with the id of its technique."""
    for technique, lines in _lines().items():
        yield from ((technique, _parse_position(line)) for line in lines)


@cache
def _lines() -> dict[str, list[str]]:
    """What follows the technique in each of its lines."""
    lines: dict[str, list[str]] = {}
    for line in read_bytes(_FILE).decode("ascii").splitlines():
        if not line.startswith("#"):
            technique, _, rest = line.partition(" ")
            lines.setdefault(technique, []).append(rest)
    return lines


def _parse_position(text: str) -> Position:
    grid, *options = text.split()
    known = dict(option.split("=") for option in options)
    givens = Board.from_line(known.get("givens", grid))
    start = Position.from_board(
        Board.from_line(grid),
        givens=[cell for cell in CELLS if givens[cell]],
        is_unique=search(givens).count == 1,
    )
    return start.eliminate(_parse_candidates(known.get("without", "")))


def _parse_candidates(text: str) -> Iterator[Candidate]:
    for part in filter(None, text.split(",")):
        name, digits = part.split(":")
        yield from (Candidate(parse_cell(name), int(digit)) for digit in digits)
