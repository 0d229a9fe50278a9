"""Whether a player's deduction is sound: does it follow from the grid by the techniques known here?

What is true and what can be shown are two things, and only the second is told. The answer is worked out from
the digits on the grid alone, once it is free of mistakes, without a look at the solution: a true placement
that no technique proves and a false one are answered alike, in words, in what is recorded and in time.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User

from ...engine import Board, GameState, Justification, Position, Step, direct_proofs, justify, mistakes
from ...models import HelpPolicy, Move
from ..play import Game, append_help, lock_game, save_game
from ..preferences import techniques_for
from .bounds import HelpError, require_open
from .seeking import UnsoughtError, ask_off_the_lock


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player has found: that a digit goes into an empty cell, or (`places` false) that it does not.

    `cells` are those it rests on, as far as the player has named them.
    """

    cell: int
    digit: int
    places: bool
    cells: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a claim stands: proved, or not by what is known here, or not judged because of mistakes.

    `position` is the grid it was judged on. `rests_on` are the cells the proof takes, none where they need no
    naming. The policy says how far the proof may be told: its reasons (`tells_proof`), and what its steps
    remove on the way (`tells_results`).
    """

    claim: Claim
    position: Position
    wrong: tuple[int, ...] = ()
    justification: Justification | None = None
    rests_on: tuple[int, ...] = ()
    tells_proof: bool = False
    tells_results: bool = False


def judge_deduction(
    *, player: User, attempt_id: int, claim: Claim, ms: int | None = None
) -> tuple[Game, Verdict]:
    """The verdict on a claim, recorded and counted as a check.

    Asked again before anything else has happened, it tells the same and costs nothing more. It is proved
    while the grid is not locked. Raises Attempt.DoesNotExist and HelpError.
    """
    techniques = techniques_for(player.pk)
    proofs: dict[Position, Justification | None] = {}

    def ask() -> tuple[Game, Verdict]:
        game = lock_game(player=player, attempt_id=attempt_id, ms=ms)
        verdict = _judged(game, claim, proofs)
        _record(game, verdict)
        return game, verdict

    def seek(position: Position) -> None:
        proofs[position] = _best_justification(position, claim, techniques)

    return ask_off_the_lock(ask, seek)


def _record(game: Game, verdict: Verdict) -> None:
    """Append the check, unless it is what happened last."""
    asked = _asked(verdict)
    if game.attempt.moves.filter(number=game.state.version).values(*asked).first() != asked:
        append_help(game, **asked)
        game.attempt.checks += 1
        save_game(game)


def _judged(game: Game, claim: Claim, proofs: dict[Position, Justification | None]) -> Verdict:
    """The verdict on a claim; on a grid with mistakes every claim is answered by these alone.

    Raises UnsoughtError where nobody has looked for a proof in its position.
    """
    left = require_open(game)
    if not left.checking:
        raise HelpError(_("This grid is not checked before it is solved."))
    if game.state.digits[claim.cell]:
        raise HelpError(_("That cell holds a digit already."))
    position = _position(game.state)
    solution = Board.from_line(game.attempt.puzzle.solution)
    wrong = mistakes(position.board, solution=solution)
    if wrong:
        return Verdict(claim, position, wrong=tuple(mistake.cell for mistake in wrong))
    if position not in proofs:
        raise UnsoughtError(position)
    justification = proofs[position]
    # Proofs, asked for one by one, tell as much as hints: where these are counted, they stay untold.
    is_free = left.hints is None
    return Verdict(
        claim,
        position,
        justification=justification,
        rests_on=_evidence(justification.steps) if justification else (),
        tells_proof=is_free and left.rung >= HelpPolicy.Rung.WHY,
        tells_results=is_free and left.rung == HelpPolicy.Rung.DO,
    )


def _position(state: GameState) -> Position:
    """The grid by its digits alone: the notes are judged by hints, and would tell of themselves here."""
    return Position.from_board(Board(state.digits), givens=state.given_cells, is_unique=True)


def _best_justification(
    position: Position, claim: Claim, techniques: Collection[str] | None
) -> Justification | None:
    """The easiest proof; of several alike, the one that rests on most of what the player has named."""
    target = {"cell": claim.cell, "digit": claim.digit}
    found = justify(position, **target, places=claim.places, techniques=techniques)
    if found is None or len(found.steps) != 1 or not claim.cells:
        return found
    alike = direct_proofs(position, **target, places=claim.places, techniques={found.technique})
    return Justification((min(alike, key=lambda step: len({*_evidence([step])} - claim.cells)),))


def _evidence(steps: Collection[Step]) -> tuple[int, ...]:
    """The cells that these steps rest on; a cell where something was ruled out before is none of them."""
    roles = [members for step in steps for role, members in step.cells if role != "ruled_out"]
    return tuple(sorted({cell for members in roles for cell in members}))


def _asked(verdict: Verdict) -> dict[str, Any]:
    """What is recorded of a claim and its verdict."""
    claim = verdict.claim
    return {
        "kind": Move.Kind.DEDUCTION,
        "cell": claim.cell,
        "digit": claim.digit,
        "technique": verdict.justification.technique if verdict.justification else "",
        "hint": {"places": claim.places, "cells": sorted(claim.cells)},
    }
