"""Whether a player's deduction is sound: does it follow from the grid in a few steps of the grid's own level?

The answer says what can be proved, not what is true: that the claim follows, that its opposite follows, or
that neither does. It is worked out from the digits on the grid alone, once it is free of mistakes, without
the solution: a true placement that a few steps do not prove and a false one get the same answer, in words, in
what is recorded and in time.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import TIERS, Board, Position, Step, mistakes
from puzzles.engine.techniques import Justification, direct_proofs, short_proof
from puzzles.library.models import HelpPolicy

from ...models import Move
from ..play import Game, append_help
from ..techniques import techniques_for
from .bounds import HelpError, HelpLeft, game_for_help
from .reveal import require_checking

# The tier of a grid that has no difficulty yet.
_UNGRADED_TIER = max(TIERS)


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's claim: that a digit goes into an empty cell or, if not `is_placement`, that it does not.

    `cells` are those it rests on, if the player named any.
    """

    cell: int
    digit: int
    is_placement: bool
    cells: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DeductionResult:
    """A claim proved, refuted, or neither; or not judged because of mistakes (`wrong`).

    `position` is the grid it was judged on, `marks` are the player's marks there; `justification` is a short
    proof, `opposite` one of the opposite. `rests_on` are the cells that the proof uses or fills. The policy
    says how much of the proof is shown: its reasons (`shows_proof`), and what its steps change
    (`shows_results`).
    """

    claim: Claim
    position: Position
    marks: tuple[int, ...]
    wrong: tuple[int, ...] = ()
    justification: Justification | None = None
    opposite: Justification | None = None
    rests_on: tuple[int, ...] = ()
    shows_proof: bool = False
    shows_results: bool = False


# A proof of the claim, and one of its opposite.
_Proofs = tuple[Justification | None, Justification | None]


def judge_deduction(
    *, player: User, attempt_id: int, claim: Claim, ms: int | None = None
) -> tuple[Game, DeductionResult]:
    """The verdict on a claim, recorded and counted as a check.

    Asked again before anything else has happened, it is the same and costs nothing more. The proof is
    searched while the grid is not locked. Raises Attempt.DoesNotExist and HelpError.
    """
    techniques = techniques_for(player.pk)
    proofs: dict[Position, _Proofs] = {}
    while True:
        with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
            verdict = _judged(game, left, claim, proofs)
            if isinstance(verdict, DeductionResult):
                _record(game, verdict)
        if isinstance(verdict, DeductionResult):
            return game, verdict
        tier = game.attempt.puzzle.tier or _UNGRADED_TIER
        proofs[verdict] = _search_proofs(verdict, claim, tier, techniques)


def _record(game: Game, verdict: DeductionResult) -> None:
    """Append the check and count it, unless the last move was the same."""
    fields = _recorded(verdict)
    if game.attempt.moves.filter(number=game.state.version).values(*fields).first() != fields:
        append_help(game, **fields)
        game.attempt.checks += 1


def _judged(
    game: Game, left: HelpLeft, claim: Claim, proofs: dict[Position, _Proofs]
) -> DeductionResult | Position:
    """The verdict on a claim; on a grid with mistakes every claim is answered by these alone.

    Or the position, if its proofs are not known yet.
    """
    require_checking(left)
    if game.state.digits[claim.cell]:
        raise HelpError(_("That cell already has a digit."))
    # The grid by its digits alone: hints judge the notes, and would reveal them here.
    digits, givens = Board(game.state.digits), game.state.given_cells
    position = Position.from_board(digits, givens=givens, is_unique=True)
    solution = Board.from_line(game.attempt.puzzle.solution)
    wrong = mistakes(position.board, solution=solution)
    if wrong:
        return DeductionResult(
            claim, position, game.state.marks, wrong=tuple(mistake.cell for mistake in wrong)
        )
    if position not in proofs:
        return position
    proof, opposite = proofs[position]
    steps = proof.steps if proof else ()
    filled = {cell for step in steps for cell, _digit in step.placements}
    # Proofs, asked for one by one, reveal as much as hints: where these are counted, proofs are not shown.
    is_free = left.hints is None
    return DeductionResult(
        claim,
        position,
        game.state.marks,
        justification=proof,
        opposite=opposite,
        rests_on=tuple(sorted((_evidence(steps) | filled) - {claim.cell})),
        shows_proof=is_free and left.rung >= HelpPolicy.Rung.WHY,
        shows_results=is_free and left.rung == HelpPolicy.Rung.DO,
    )


def _search_proofs(
    position: Position, claim: Claim, tier: int, techniques: Collection[str] | None
) -> _Proofs:
    """A short proof of the claim, or else of its opposite."""

    def proof(*, is_placement: bool) -> Justification | None:
        return short_proof(
            position,
            cell=claim.cell,
            digit=claim.digit,
            is_placement=is_placement,
            hardest_tier=tier,
            techniques=techniques,
        )

    found = proof(is_placement=claim.is_placement)
    if found is None:
        opposite = proof(is_placement=not claim.is_placement)
        # That a peer has the digit needs no step.
        return None, opposite if opposite and opposite.steps else None
    if len(found.steps) != 1 or not claim.cells:
        return found, None
    # Prefer the proof that rests on most of the cells that the player has named.
    alike = direct_proofs(
        position,
        cell=claim.cell,
        digit=claim.digit,
        is_placement=claim.is_placement,
        techniques={found.technique},
    )
    best = min(alike, key=lambda step: len(_evidence([step]) - claim.cells))
    return Justification((best,)), None


def _evidence(steps: Collection[Step]) -> set[int]:
    """The cells that these steps rest on, except those where something was ruled out before."""
    roles = [members for step in steps for role, members in step.cells if role != "ruled_out"]
    return {cell for members in roles for cell in members}


def _recorded(verdict: DeductionResult) -> dict[str, Any]:
    """The fields of the move that records a claim and its verdict.

    The review reads in `hint` what the answer revealed: the technique that proves the opposite, and the cells
    that the proof fills.
    """
    claim, hint = verdict.claim, {"places": verdict.claim.is_placement, "cells": sorted(verdict.claim.cells)}
    if verdict.opposite:
        hint["opposite"] = verdict.opposite.technique
    proof = verdict.justification or verdict.opposite
    steps = proof.steps[:-1] if proof and verdict.shows_proof else ()
    if filled := sorted(cell for step in steps for cell, _digit in step.placements):
        hint["filled"] = filled
    return {
        "kind": Move.Kind.DEDUCTION,
        "cell": claim.cell,
        "digit": claim.digit,
        "technique": verdict.justification.technique if verdict.justification else "",
        "hint": hint,
    }
