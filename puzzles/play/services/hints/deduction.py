"""Whether a player's deduction is sound: does it follow from the grid in a few steps of the grid's own level?

What is true and what can be shown are two things, and only the second is answered: that the claim follows,
that its opposite follows, or that neither does. The answer is worked out from the digits on the
grid alone, once it is free of mistakes, without a look at the solution: a true placement that a few steps do
not show and a false one are answered alike, in words, in what is recorded and in time.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import TIERS, Board, Position, Step, mistakes
from puzzles.engine.techniques import Justification, direct_proofs, short_proof
from puzzles.library.models import HelpPolicy

from ...game import GameState
from ...models import Move
from ..play import Game, append_help
from ..preferences import techniques_for
from .bounds import HelpError, HelpLeft, game_for_help

# The tier of a grid that has no difficulty yet.
_UNGRADED_TIER = max(TIERS)


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
    """How a claim stands: proved, refuted, or neither; or not judged because of mistakes.

    `position` is the grid it was judged on. `opposite` is a short proof of the opposite.
    `rests_on` are the cells that the proof takes or fills, none where they need no naming. The policy says
    how far the proof may be told: its reasons (`tells_proof`), and what its steps change (`tells_results`).
    """

    claim: Claim
    position: Position
    wrong: tuple[int, ...] = ()
    justification: Justification | None = None
    opposite: Justification | None = None
    rests_on: tuple[int, ...] = ()
    tells_proof: bool = False
    tells_results: bool = False


@dataclass(frozen=True, slots=True)
class _Findings:
    """What the search for a proof has found: one of the claim, or one of its opposite."""

    justification: Justification | None = None
    opposite: Justification | None = None


def judge_deduction(
    *, player: User, attempt_id: int, claim: Claim, ms: int | None = None
) -> tuple[Game, Verdict]:
    """The verdict on a claim, recorded and counted as a check.

    Asked again before anything else has happened, it tells the same and costs nothing more. It is proved
    while the grid is not locked. Raises Attempt.DoesNotExist and HelpError.
    """
    techniques = techniques_for(player.pk)
    findings: dict[Position, _Findings] = {}
    while True:
        with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
            verdict = _judged(game, left, claim, findings)
            if isinstance(verdict, Verdict):
                _record(game, verdict)
        if isinstance(verdict, Verdict):
            return game, verdict
        tier = game.attempt.puzzle.tier or _UNGRADED_TIER
        findings[verdict] = _find(verdict, claim, tier, techniques)


def _record(game: Game, verdict: Verdict) -> None:
    """Append the check, unless it is what happened last."""
    asked = _asked(verdict)
    if game.attempt.moves.filter(number=game.state.version).values(*asked).first() != asked:
        append_help(game, **asked)
        game.attempt.checks += 1


def _judged(
    game: Game, left: HelpLeft, claim: Claim, findings: dict[Position, _Findings]
) -> Verdict | Position:
    """The verdict on a claim; on a grid with mistakes every claim is answered by these alone.

    The position where nobody has looked for a proof in it yet.
    """
    if not left.checking:
        raise HelpError(_("This grid is not checked before it is solved."))
    if game.state.digits[claim.cell]:
        raise HelpError(_("That cell holds a digit already."))
    position = _position(game.state)
    solution = Board.from_line(game.attempt.puzzle.solution)
    wrong = mistakes(position.board, solution=solution)
    if wrong:
        return Verdict(claim, position, wrong=tuple(mistake.cell for mistake in wrong))
    if position not in findings:
        return position
    found = findings[position]
    steps = found.justification.steps if found.justification else ()
    # Proofs, asked for one by one, tell as much as hints: where these are counted, they stay untold.
    is_free = left.hints is None
    return Verdict(
        claim,
        position,
        justification=found.justification,
        opposite=found.opposite,
        rests_on=_cells_of_proof(steps, claim),
        tells_proof=is_free and left.rung >= HelpPolicy.Rung.WHY,
        tells_results=is_free and left.rung == HelpPolicy.Rung.DO,
    )


def _position(state: GameState) -> Position:
    """The grid by its digits alone: the notes are judged by hints, and would tell of themselves here."""
    return Position.from_board(Board(state.digits), givens=state.given_cells, is_unique=True)


def _find(position: Position, claim: Claim, tier: int, techniques: Collection[str] | None) -> _Findings:
    """A short proof of the claim, or else of its opposite."""

    def proof(*, places: bool) -> Justification | None:
        return short_proof(
            position,
            cell=claim.cell,
            digit=claim.digit,
            places=places,
            hardest_tier=tier,
            techniques=techniques,
        )

    found = proof(places=claim.places)
    if found is None:
        opposite = proof(places=not claim.places)
        # That a digit is seen needs no step.
        return _Findings(opposite=opposite if opposite and opposite.steps else None)
    if len(found.steps) != 1 or not claim.cells:
        return _Findings(found)
    # Of several proofs alike, the one that rests on most of what the player has named.
    alike = direct_proofs(
        position, cell=claim.cell, digit=claim.digit, places=claim.places, techniques={found.technique}
    )
    best = min(alike, key=lambda step: len({*_evidence([step])} - claim.cells))
    return _Findings(Justification((best,)))


def _cells_of_proof(steps: Sequence[Step], claim: Claim) -> tuple[int, ...]:
    """The cells that a proof rests on and those that it fills on the way, without the claim's own."""
    filled = {cell for step in steps for cell, _digit in step.placements}
    return tuple(sorted({*_evidence(steps), *filled} - {claim.cell}))


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
        "hint": {"places": claim.places, "cells": sorted(claim.cells)} | _told(verdict),
    }


def _told(verdict: Verdict) -> dict[str, Any]:
    """What the answer tells beside the claim: what shows its opposite, and which cells the proof fills."""
    told: dict[str, Any] = {"opposite": verdict.opposite.technique} if verdict.opposite else {}
    proof = verdict.justification or verdict.opposite
    steps = proof.steps[:-1] if proof and verdict.tells_proof else ()
    filled = sorted(cell for step in steps for cell, _digit in step.placements)
    return told | {"filled": filled} if filled else told
