"""Lists of steps beside the board: all open ones, or the proof of a deduction. A click highlights a step."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.engine import PEERS, Board, Rung, Step
from puzzles.engine.techniques import Justification
from puzzles.engine.translation import cell_label
from puzzles.library.pages.difficulty import technique_name

from ..game import marks_from_text
from ..models import Attempt
from ..pictures.drawing import drawing
from ..pictures.highlights import highlights_of
from ..services.hints import MAX_LISTED, Claim, DeductionResult, RevealedHint, StepList
from .hints import HelpView, check_words, hint_view
from .sentences import step_sentence

Rungs = tuple[Rung, ...]


class Written(NamedTuple):
    """The digits on the board and the marks beside them: what is drawn above avoids and rings them."""

    digits: Sequence[int]
    marks: Sequence[int]


def listing_view(attempt: Attempt, listing: StepList) -> HelpView:
    """The open steps by technique; or the mistake that comes first, or that there is no step."""
    if mistake := listing.mistake:
        return HelpView(
            technique_name(mistake.technique), step_sentence(mistake, "why"), highlights_of(mistake, "why")
        )
    count = len(listing.steps)
    if not count:
        return hint_view(attempt, RevealedHint(None, 0, is_deepest=True))
    text = ngettext("%(count)d step is possible.", "%(count)d steps are possible.", count)
    if count == MAX_LISTED:
        text = _("The %(count)d easiest of the possible steps.")
    rungs: Rungs = ("why", "do") if listing.shows_results else ("why",)
    board = Written(Board.from_line(attempt.digits).digits, marks_from_text(attempt.marks))
    return HelpView(
        _("All steps here"), text % {"count": count}, {}, groups=_groups(listing.steps, rungs, board)
    )


def _groups(
    steps: Iterable[Step], rungs: Rungs, board: Written
) -> tuple[tuple[str, tuple[HelpView, ...]], ...]:
    """(technique, its steps) in their order."""
    return tuple(
        (technique_name(technique), tuple(step_view(step, rungs, board) for step in members))
        for technique, members in groupby(steps, key=lambda step: step.technique)
    )


def step_view(step: Step, rungs: Rungs, board: Written) -> HelpView:
    """A step with a sentence for each of these rungs, highlighted as at the last."""
    drawn = drawing(step, rungs[-1], digits=board.digits, marks=board.marks)
    return HelpView("", step_sentence(step, *rungs), highlights_of(step, rungs[-1]), drawing=drawn)


# Is my deduction sound?


def verdict_view(verdict: DeductionResult) -> HelpView:
    """What a player's deduction is worth, by what can be shown here in a few steps."""
    title = _("Your deduction")
    if verdict.wrong:
        sentence = _("Correct your mistakes first: nothing can be deduced from them. %(found)s")
        found = check_words(verdict.wrong)
        return HelpView(title, sentence % {"found": found}, {"wrong": verdict.wrong})
    if verdict.opposite:
        words = [
            _follows(
                verdict.opposite,
                _("No: the opposite follows from one step: %(technique)s."),
                _("No: the opposite follows, in %(count)d steps; the hardest is: %(technique)s."),
            )
        ]
        return _proof_view(title, verdict, verdict.opposite.steps, words)
    if verdict.justification is None:
        return _open_view(title, verdict)
    if not verdict.justification.steps:
        return HelpView(title, _("Yes: %(seen)s.") % {"seen": _seen_words(verdict.claim)}, {})
    steps = verdict.justification.steps
    follows = _follows(
        verdict.justification,
        _("Yes, it follows: %(technique)s."),
        _("Yes, it follows, in %(count)d steps; the hardest is: %(technique)s."),
    )
    return _proof_view(title, verdict, steps, [follows, *_named_words(verdict)])


def _follows(proof: Justification, from_one: str, from_several: str) -> str:
    count = len(proof.steps)
    words = {"count": count, "technique": technique_name(proof.technique)}
    return (from_one if count == 1 else from_several) % words


def _open_view(title: str, verdict: DeductionResult) -> HelpView:
    claim, position = verdict.claim, verdict.position
    if not position.has_candidate(claim.cell, claim.digit):
        return HelpView(title, _("No: %(seen)s.") % {"seen": _seen_words(claim)}, {"target": (claim.cell,)})
    words = [
        _("A few steps at this grid’s level do not prove that %(claim)s. It may be true or not.")
        % {"claim": claim_words(claim)},
        _("Still open in %(cell)s: %(digits)s.")
        % {
            "cell": cell_label(claim.cell, translation),
            "digits": ", ".join(map(str, position.candidates(claim.cell))),
        },
    ]
    lit: dict[str, tuple[int, ...]] = {"target": (claim.cell,)}
    if claim.is_placement:
        lit["area"] = tuple(cell for cell in PEERS[claim.cell] if position.has_candidate(cell, claim.digit))
        others = {"digit": claim.digit, "cells": _cells_words(lit["area"])}
        words.append(_("%(digit)d is also open in %(cells)s.") % others)
    return HelpView(title, " ".join(words), lit)


def _proof_view(title: str, verdict: DeductionResult, steps: tuple[Step, ...], words: list[str]) -> HelpView:
    """A proof of the claim or of its opposite after these words, as far as the policy reveals it."""
    if not verdict.shows_proof:
        return HelpView(title, words[0], {"target": (verdict.claim.cell,)})
    board = Written(verdict.position.digits, verdict.marks)
    proof = step_view(steps[-1], ("why",), board)
    if len(steps) == 1:
        text = " ".join([words[0], proof.text, *words[1:]])
        return HelpView(title, text, proof.lit, drawing=proof.drawing)
    rungs: Rungs = ("why", "do") if verdict.shows_results else ("why",)
    return HelpView(
        title, " ".join(words), proof.lit, groups=_groups(steps, rungs, board), are_groups_open=True
    )


def _named_words(verdict: DeductionResult) -> list[str]:
    """How the cells that the player has named compare with those of the proof."""
    named = verdict.claim.cells - {verdict.claim.cell}
    if not named or not verdict.rests_on:
        return []
    missing = tuple(cell for cell in verdict.rests_on if cell not in named)
    words = [
        _("Besides the cells you named, it depends on %(cells)s.") % {"cells": _cells_words(missing)}
        if missing
        else _("The cells you named are enough.")
    ]
    unrelated = sorted(named.difference(verdict.rests_on))
    if unrelated:
        sentence = ngettext("%(cells)s is not needed.", "%(cells)s are not needed.", len(unrelated))
        words.append(sentence % {"cells": _cells_words(unrelated)})
    return words


def claim_words(claim: Claim) -> str:
    """`5 goes into r3c4`, or that it does not."""
    words = {"digit": claim.digit, "cell": cell_label(claim.cell, translation)}
    if claim.is_placement:
        return _("%(digit)d goes into %(cell)s") % words
    return _("%(digit)d does not go into %(cell)s") % words


def _seen_words(claim: Claim) -> str:
    words = {"digit": claim.digit, "cell": cell_label(claim.cell, translation)}
    return _("%(cell)s sees a %(digit)d already") % words


def _cells_words(cells: Iterable[int]) -> str:
    return ", ".join(cell_label(cell, translation) for cell in cells)
