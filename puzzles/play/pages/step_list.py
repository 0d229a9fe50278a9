"""Steps beside the board: all that are open, and those that prove a deduction. Each is lit on a click."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.engine import PEERS, Board, Mistake, Rung, Step, describe, render
from puzzles.engine.techniques import Justification
from puzzles.engine.translation import cell_label
from puzzles.engine.wording import TECHNIQUE_NAMES

from ..game import GameState, marks_to_text
from ..models import Attempt
from ..pictures.highlights import NO_DRAWING, Drawing, drawing, looks
from ..pictures.small_board import small_board
from ..services.hints import MAX_LISTED, Claim, RevealedHint, StepList, Verdict
from .hints import HelpView, check_words, told_view


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step of a list: what it says, and how it is lit on the board, as a hint is."""

    text: str
    lit: dict[str, tuple[int, ...]]
    drawing: Drawing

    @property
    def lights(self) -> str:
        """The lit cells for the script."""
        return json.dumps(self.lit)


@dataclass(frozen=True, slots=True)
class StepGroup:
    """The steps of one technique; `is_open` where they are read at once."""

    title: str
    lines: tuple[StepLine, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class ListView(HelpView):
    """A help that tells of several steps; drawn by `_steps.html` inside `_hint.html`."""

    groups: tuple[StepGroup, ...] = ()


def steps_page(attempt: Attempt, state: GameState, view: ListView) -> dict[str, Any]:
    """A list of steps on a page of its own, where no script can put it beside the board."""
    board = small_board(attempt.puzzle.givens, Board(state.digits).to_line(), marks_to_text(state.notes))
    return {"attempt": attempt, "hint": view, "board": board}


# All steps here


def listing_view(attempt: Attempt, listing: StepList) -> HelpView:
    """The open steps by technique; or the mistake that comes first, or that there is no step."""
    if listing.mistake:
        return _mistake_view(listing.mistake)
    if not listing.steps:
        return told_view(attempt, RevealedHint(None, 0, is_deepest=True))
    rungs: tuple[Rung, ...] = ("why", "do") if listing.tells_results else ("why",)
    return ListView(
        _("All steps here"), _count_words(len(listing.steps)), {}, groups=_groups(listing.steps, rungs)
    )


def _mistake_view(mistake: Mistake) -> HelpView:
    return HelpView(
        title=_(TECHNIQUE_NAMES[mistake.technique]),
        text=render(describe(mistake, "why"), translation),
        lit=looks(mistake, "why"),
    )


def _count_words(count: int) -> str:
    if count == MAX_LISTED:
        return _("The %(count)d easiest of the steps that are open.") % {"count": count}
    sentence = ngettext("%(count)d step is open.", "%(count)d steps are open.", count)
    return sentence % {"count": count}


def _groups(steps: Iterable[Step], rungs: tuple[Rung, ...]) -> tuple[StepGroup, ...]:
    return tuple(
        StepGroup(_(TECHNIQUE_NAMES[technique]), tuple(step_line(step, rungs) for step in members))
        for technique, members in groupby(steps, key=lambda step: step.technique)
    )


def step_line(step: Step, rungs: tuple[Rung, ...]) -> StepLine:
    """A step told at these rungs, one sentence each, and lit as at the last."""
    words = " ".join(render(describe(step, rung), translation) for rung in rungs)
    return StepLine(words, looks(step, rungs[-1]), drawing(step, rungs[-1]))


# Is my deduction sound?


def verdict_view(verdict: Verdict) -> HelpView:
    """What a player's deduction is worth, by what can be shown here in a few steps."""
    title = _("Your deduction")
    if verdict.wrong:
        sentence = _("Mistakes first: nothing can be concluded from them. %(found)s")
        found = check_words(verdict.wrong)
        return HelpView(title, sentence % {"found": found}, {"wrong": verdict.wrong})
    if verdict.opposite:
        words = [_opposite_words(_technique_name(verdict.opposite), len(verdict.opposite.steps))]
        return _proof_view(title, verdict, verdict.opposite.steps, words)
    if verdict.justification is None:
        return _open_view(title, verdict)
    if not verdict.justification.steps:
        return HelpView(title, _("Yes: %(seen)s.") % {"seen": _seen_words(verdict.claim)}, {})
    steps = verdict.justification.steps
    words = [_proof_words(_technique_name(verdict.justification), len(steps)), *_named_words(verdict)]
    return _proof_view(title, verdict, steps, words)


def _open_view(title: str, verdict: Verdict) -> HelpView:
    claim, position = verdict.claim, verdict.position
    if not position.has_candidate(claim.cell, claim.digit):
        return HelpView(title, _("No: %(seen)s.") % {"seen": _seen_words(claim)}, {"target": (claim.cell,)})
    words = [
        _("A few steps at this grid’s level do not show that %(claim)s. It may be true or not.")
        % {"claim": claim_words(claim)},
        _("Still open in %(cell)s: %(digits)s.")
        % {
            "cell": cell_label(claim.cell, translation),
            "digits": ", ".join(map(str, position.candidates(claim.cell))),
        },
    ]
    lit: dict[str, tuple[int, ...]] = {"target": (claim.cell,)}
    if claim.places:
        lit["area"] = tuple(cell for cell in PEERS[claim.cell] if position.has_candidate(cell, claim.digit))
        others = {"digit": claim.digit, "cells": _cells_words(lit["area"])}
        words.append(_("%(digit)d is also open in %(cells)s.") % others)
    return HelpView(title, " ".join(words), lit)


def _proof_view(title: str, verdict: Verdict, steps: tuple[Step, ...], words: list[str]) -> HelpView:
    """A proof of the claim or of its opposite after these words, as far as it may be told."""
    if not verdict.tells_proof:
        return HelpView(title, words[0], {"target": (verdict.claim.cell,)})
    proof = step_line(steps[-1], ("why",))
    if len(steps) == 1:
        text = " ".join([words[0], proof.text, *words[1:]])
        return HelpView(title, text, proof.lit, drawing=proof.drawing)
    rungs: tuple[Rung, ...] = ("why", "do") if verdict.tells_results else ("why",)
    groups = tuple(replace(group, is_open=True) for group in _groups(steps, rungs))
    return ListView(title, " ".join(words), proof.lit, drawing=NO_DRAWING, groups=groups)


def _technique_name(proof: Justification) -> str:
    return _(TECHNIQUE_NAMES[proof.technique])


def _opposite_words(technique: str, count: int) -> str:
    if count == 1:
        return _("No: the opposite follows from one step: %(technique)s.") % {"technique": technique}
    sentence = ngettext(
        "No: the opposite follows, in %(count)d step; the hardest is: %(technique)s.",
        "No: the opposite follows, in %(count)d steps; the hardest is: %(technique)s.",
        count,
    )
    return sentence % {"count": count, "technique": technique}


def _proof_words(technique: str, count: int) -> str:
    if count == 1:
        return _("Yes, it follows: %(technique)s.") % {"technique": technique}
    sentence = ngettext(
        "Yes, it follows, in %(count)d step; the hardest is: %(technique)s.",
        "Yes, it follows, in %(count)d steps; the hardest is: %(technique)s.",
        count,
    )
    return sentence % {"count": count, "technique": technique}


def _named_words(verdict: Verdict) -> list[str]:
    """How the cells that the player has named compare with those of the proof."""
    named = verdict.claim.cells - {verdict.claim.cell}
    if not named or not verdict.rests_on:
        return []
    missing = tuple(cell for cell in verdict.rests_on if cell not in named)
    words = [
        _("Beside the cells you have named, it rests on %(cells)s.") % {"cells": _cells_words(missing)}
        if missing
        else _("The cells you have named are enough.")
    ]
    unrelated = sorted(named.difference(verdict.rests_on))
    if unrelated:
        sentence = ngettext("%(cells)s is not needed.", "%(cells)s are not needed.", len(unrelated))
        words.append(sentence % {"cells": _cells_words(unrelated)})
    return words


def claim_words(claim: Claim) -> str:
    """`5 goes into r3c4`, or that it does not."""
    words = {"digit": claim.digit, "cell": cell_label(claim.cell, translation)}
    if claim.places:
        return _("%(digit)d goes into %(cell)s") % words
    return _("%(digit)d does not go into %(cell)s") % words


def _seen_words(claim: Claim) -> str:
    words = {"digit": claim.digit, "cell": cell_label(claim.cell, translation)}
    return _("%(cell)s sees a %(digit)d already") % words


def _cells_words(cells: Iterable[int]) -> str:
    return ", ".join(cell_label(cell, translation) for cell in cells)
