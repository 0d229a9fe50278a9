"""Every technique finds what the common regression library says it finds, and not what it says is none."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, ROWS
from puzzles.engine.techniques import CATALOGUE, Position, Technique, verify
from tests.puzzles.engine.conftest import DATA

# Forcing chains and nets have codes, but the library has no position of theirs.
WITHOUT_POSITIONS = {"1301", "1302", "1303"}
Case = dict[str, Any]
Results = tuple[tuple[Candidate, ...], tuple[Candidate, ...]]

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the shared positions are not beside the project")


@cache
def cases_by_code(name: str) -> dict[str, list[Case]]:
    cases: dict[str, list[Case]] = {}
    for line in (DATA / "techniques" / name).read_text().splitlines():
        case = json.loads(line)
        if case.get("active", True):
            cases.setdefault(case["code"], []).append(case)
    return cases


def cases_of(technique: Technique) -> Iterator[Case]:
    for name in ("technique_cases.jsonl", "path_cases.jsonl"):
        yield from cases_by_code(name).get(technique.code, [])


def position_of(case: Case) -> Position:
    givens, board = Board.from_line(case["givens"]), Board.from_line(case["grid"])
    start = Position.from_board(board, givens=set(CELLS) - set(givens.empty_cells), is_unique=True)
    return start.eliminate(candidates(case["removed"]))


def candidates(triples: list[list[int]]) -> tuple[Candidate, ...]:
    return tuple(sorted(Candidate(ROWS[row - 1][column - 1], digit) for digit, row, column in triples))


def results_of(case: Case) -> Results:
    return candidates(case["placements"]), candidates(case["eliminations"])


@pytest.mark.parametrize(
    "technique",
    [one for one in CATALOGUE if one.code and one.code not in WITHOUT_POSITIONS],
    ids=lambda technique: technique.id,
)
def test_each_position_of_the_library_shows_its_step(technique: Technique) -> None:
    cases = list(cases_of(technique))
    assert cases
    for case in cases:
        position = position_of(case)
        steps = list(technique.find(position))
        found = {(step.placements, step.eliminations) for step in steps}
        assert (results_of(case) in found) != case.get("fail", False), case["id"]
        assert all(verify(step, position) for step in steps), case["id"]


def test_the_library_has_no_position_of_forcing_chains_and_nets() -> None:
    for name in ("technique_cases.jsonl", "path_cases.jsonl"):
        assert not WITHOUT_POSITIONS & set(cases_by_code(name))


def test_the_positions_have_the_candidates_of_the_library() -> None:
    for name in ("technique_cases.jsonl", "path_cases.jsonl"):
        for technique in CATALOGUE:
            for case in cases_by_code(name).get(technique.code, []):
                position = position_of(case)
                told = ["".join(map(str, position.candidates(cell))) for cell in CELLS]
                assert told == case["candidates"], case["id"]
