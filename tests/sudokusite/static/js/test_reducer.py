"""The reducer in the browser does what the one in Python does."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zlib import adler32

from puzzles.engine import DIGITS, Board, conflicts
from puzzles.play.game import NoteRules, Op, OpKind, apply_op, marks_to_text, new_game

from .running import evaluate

VECTORS = json.loads((Path(__file__).parents[3] / "vectors" / "moves.json").read_text())

RUN = """async (games) => {
  const { applyOp, checksum, newGame, readDigits, readGame, repeats, writeGame } =
    await import("/static/js/reducer.js");
  return games.map(({ givens, ops, rules }) => {
    let state = newGame(readDigits(givens));
    const outcomes = [];
    for (const [kind, cell, digit, more] of ops) {
      const outcome = applyOp(state, { kind, cell, digit, more }, rules);
      const word = outcome.refusal ?? (outcome.state.version > state.version ? "changed" : "nothing");
      outcomes.push([word, outcome.effect, outcome.target ?? null]);
      // Now and then the game comes from the server.
      const { state: after } = outcome;
      state = outcomes.length % 7 ? after : readGame(JSON.parse(JSON.stringify(writeGame(after))));
    }
    const { digits, marks, undo, redo, version, checkpoint } = state;
    const doubled = [...repeats(digits)].sort(([a], [b]) => a - b);
    const check = checksum(state);
    return { outcomes, digits, marks, undo, redo, version, checkpoint, check, repeats: doubled };
  });
}"""

KINDS = {
    "d": 9,
    "i": 2,
    "n": 6,
    "o": 3,
    "c": 4,
    "e": 2,
    "l": 3,
    "x": 3,
    "u": 6,
    "r": 4,
    "f": 1,
    "g": 1,
    "b": 2,
    "q": 1,
}
WHOLE = "urfgb"
SINGLE = "di" + WHOLE
GAMES = 200


def parsed(text: str) -> list[Any]:
    cells, kind, digit = (*text.split("."), "0")[:3]
    cell, *more = [int(cell) for cell in cells.split("+")] if cells else [None]
    return [kind, cell, int(digit), more]


def by_cell(masks: Iterable[int]) -> dict[str, list[int]]:
    found = enumerate(masks)
    return {str(cell): [digit for digit in DIGITS if mask >> digit - 1 & 1] for cell, mask in found if mask}


def expected_report(givens: str, ops: list[list[Any]], rules: NoteRules) -> dict[str, Any]:
    """What the script should tell of a game after these ops."""
    state, outcomes = new_game(Board.from_line(givens).digits), []
    for kind, cell, digit, more in ops:
        outcome = apply_op(state, Op(kind, cell, digit, tuple(more)), rules)
        word = outcome.refusal or ("changed" if outcome.state.version > state.version else "nothing")
        outcomes.append((word, outcome.effect, outcome.target))
        state = outcome.state
    board = Board(state.digits)
    houses: dict[int, list[int]] = {}
    for conflict in conflicts(board):
        for cell in conflict.cells:
            houses.setdefault(cell, []).append(conflict.house)
    found = {
        "outcomes": outcomes,
        "digits": state.digits,
        "marks": state.marks,
        "undo": state.undo,
        "redo": state.redo,
        "version": state.version,
        "checkpoint": state.checkpoint and state.checkpoint._asdict(),
        "check": adler32((board.to_line() + marks_to_text(state.marks)).encode()),
        "repeats": [[cell, houses[cell]] for cell in sorted(houses)],
    }
    return json.loads(json.dumps(found))


def random_ops(rng: random.Random, count: int) -> list[list[Any]]:
    """Ops of every kind on a few cells, which meet often; some of them are nonsense."""
    cells = rng.sample(range(81), 10)
    return [
        [
            kind,
            None if kind in WHOLE else rng.choice([*cells, *cells, 81]),
            rng.randint(0, 5) if kind == "l" else rng.randint(1, 5),
            [] if kind in SINGLE else rng.choice([[], [], cells[:3], cells[5:7]]),
        ]
        for kind in rng.choices(list(KINDS), weights=list(KINDS.values()), k=count)
    ]


def test_the_vectors_hold_in_the_browser() -> None:
    vectors = VECTORS["vectors"]
    games = [
        {
            "givens": VECTORS["grids"][vector["grid"]],
            "ops": [parsed(text) for text in vector["ops"]],
            "rules": script_rules(vector_rules(vector)),
        }
        for vector in vectors
    ]
    for vector, game, found in zip(vectors, games, evaluate(RUN, games), strict=True):
        given = Board.from_line(game["givens"]).digits
        changed = {str(cell): digit for cell, digit in enumerate(found["digits"]) if digit != given[cell]}
        notes = by_cell(marks & 511 for marks in found["marks"])
        centre = by_cell(marks >> 9 & 511 for marks in found["marks"])
        colours = {str(cell): marks >> 18 for cell, marks in enumerate(found["marks"]) if marks >> 18}
        outcomes = [word for word, _effect, _target in found["outcomes"]]
        numbers = {name: [number for number, _effect in found[name]] for name in ("undo", "redo")}
        assert (vector["name"], outcomes) == (vector["name"], vector["outcomes"])
        assert (vector["name"], changed, notes) == (vector["name"], vector["digits"], vector["notes"])
        assert (vector["name"], centre) == (vector["name"], vector.get("centre", {}))
        assert (vector["name"], colours) == (vector["name"], vector.get("colours", {}))
        assert (vector["name"], numbers["undo"]) == (vector["name"], vector["undo"])
        assert (vector["name"], numbers["redo"]) == (vector["name"], vector["redo"])
        assert (vector["name"], found["version"]) == (vector["name"], vector["version"])


def vector_rules(vector: dict[str, Any]) -> NoteRules:
    return NoteRules(
        **{name: vector[name] for name in ("clean_notes", "fill_notes", "judges") if name in vector}
    )


def script_rules(rules: NoteRules) -> dict[str, bool]:
    return {"cleanNotes": rules.clean_notes, "fillNotes": rules.fill_notes, "judges": rules.judges}


def test_the_vectors_and_the_random_games_know_every_kind() -> None:
    kinds = {parsed(text)[0] for vector in VECTORS["vectors"] for text in vector["ops"]}
    assert kinds >= set(OpKind)
    assert set(KINDS) >= set(OpKind)


def test_both_reducers_agree_on_random_games() -> None:
    """Grid, marks, remembered point, every effect, all that can be undone and made again."""
    rng = random.Random(81)
    games: list[tuple[str, list[list[Any]], NoteRules]] = []
    for number in range(GAMES):
        grid = VECTORS["grids"][["tutorial", "nearly", "empty"][number % 3]]
        rules = NoteRules(*[rng.random() < 0.8 for _ in range(3)])
        games.append((grid, random_ops(rng, 40), rules))
    sent = [{"givens": grid, "ops": ops, "rules": script_rules(rules)} for grid, ops, rules in games]
    wanted = [expected_report(*game) for game in games]
    for number, (found, known) in enumerate(zip(evaluate(RUN, sent), wanted, strict=True)):
        assert (number, found) == (number, known)
    # They were games, and not a row of refusals.
    assert sum(game["version"] for game in wanted) > 10 * GAMES
    assert sum(bool(game["redo"]) for game in wanted) > GAMES // 20
    assert sum(game["checkpoint"] is not None for game in wanted) > GAMES // 4
