"""The reducer in the browser does what the one in Python does."""

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from zlib import adler32

import pytest

from puzzles.engine import (
    DIGITS,
    Board,
    GameState,
    Op,
    Outcome,
    apply_op,
    conflicts,
    marks_to_text,
    new_game,
)
from puzzles.models import Attempt

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "moves.json").read_text())

RUN = """async ({ givens, ops, cleanNotes = true, fillNotes = true, judges = true }) => {
  const { applyOp, checksum, newGame, readDigits, repeats } = await import("/static/js/reducer.js");
  let state = newGame(readDigits(givens));
  const outcomes = [];
  for (const [kind, cell, digit, more] of ops) {
    const outcome = applyOp(state, { kind, cell, digit, more }, { cleanNotes, fillNotes, judges });
    outcomes.push(outcome.refusal ?? (outcome.state.version > state.version ? "changed" : "nothing"));
    state = outcome.state;
  }
  return {
    outcomes,
    digits: state.digits,
    marks: state.marks,
    undo: state.undo.map(([number]) => number),
    redo: state.redo.map(([number]) => number),
    version: state.version,
    check: checksum(state),
    repeats: [...repeats(state.digits)].sort(([a], [b]) => a - b),
  };
}"""


@pytest.fixture
def board_page(open_board: Callable[..., Any], attempt: Attempt) -> Any:
    return open_board(attempt)


def parsed(text: str) -> list[Any]:
    cells, kind, digit = (*text.split("."), "0")[:3]
    cell, *more = [int(cell) for cell in cells.split("+")] if cells else [None]
    return [kind, cell, int(digit), more]


def word(outcome: Outcome, before: GameState) -> str:
    return outcome.refusal or ("changed" if outcome.state.version > before.version else "nothing")


def by_cell(masks: Iterable[int]) -> dict[str, list[int]]:
    found = enumerate(masks)
    return {str(cell): [digit for digit in DIGITS if mask >> digit - 1 & 1] for cell, mask in found if mask}


def told(state: GameState, outcomes: list[str]) -> dict[str, Any]:
    """What the script should tell of this state."""
    board = Board(state.digits)
    houses: dict[int, list[int]] = {}
    for conflict in conflicts(board):
        for cell in conflict.cells:
            houses.setdefault(cell, []).append(conflict.house)
    return {
        "outcomes": outcomes,
        "digits": list(state.digits),
        "marks": list(state.marks),
        "undo": [done.number for done in state.undo],
        "redo": [done.number for done in state.redo],
        "version": state.version,
        "check": adler32((board.to_line() + marks_to_text(state.marks)).encode()),
        "repeats": [[cell, houses[cell]] for cell in sorted(houses)],
    }


def test_the_vectors_hold_in_the_browser(board_page: Any) -> None:
    for vector in VECTORS["vectors"]:
        givens = VECTORS["grids"][vector["grid"]]
        rules = {
            "cleanNotes": vector.get("clean_notes", True),
            "fillNotes": vector.get("fill_notes", True),
            "judges": vector.get("judges", True),
        }
        ops = [parsed(text) for text in vector["ops"]]
        found = board_page.evaluate(RUN, {"givens": givens, "ops": ops, **rules})
        given = Board.from_line(givens).digits
        changed = {str(cell): digit for cell, digit in enumerate(found["digits"]) if digit != given[cell]}
        notes = by_cell(marks & 511 for marks in found["marks"])
        centre = by_cell(marks >> 9 & 511 for marks in found["marks"])
        colours = {str(cell): marks >> 18 for cell, marks in enumerate(found["marks"]) if marks >> 18}
        assert (vector["name"], found["outcomes"]) == (vector["name"], vector["outcomes"])
        assert (vector["name"], changed, notes) == (vector["name"], vector["digits"], vector["notes"])
        assert (vector["name"], centre) == (vector["name"], vector.get("centre", {}))
        assert (vector["name"], colours) == (vector["name"], vector.get("colours", {}))
        for name in ("undo", "redo", "version"):
            assert (vector["name"], found[name]) == (vector["name"], vector[name])


def test_both_reducers_agree_on_random_games(board_page: Any, attempt: Attempt) -> None:
    rng = random.Random(81)
    for _game in range(40):
        cells = rng.sample(range(81), 12)
        ops = [
            [
                kind,
                None if kind in "urfgb" else rng.choice(cells),
                rng.randint(1, 9),
                [] if kind in "diurfgb" else rng.choice([[], [], cells[:3]]),
            ]
            for kind in rng.choices(
                "dinocelxurfgbq", weights=(9, 2, 6, 3, 4, 2, 3, 2, 5, 3, 1, 1, 1, 1), k=50
            )
        ]
        state, outcomes = new_game(Board.from_line(attempt.puzzle.givens).digits), []
        for kind, cell, digit, more in ops:
            outcome = apply_op(state, Op(kind, cell, digit, tuple(more)))
            outcomes.append(word(outcome, state))
            state = outcome.state
        found = board_page.evaluate(RUN, {"givens": attempt.puzzle.givens, "ops": ops})
        assert found == told(state, outcomes)
