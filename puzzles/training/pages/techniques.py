"""The pages of the techniques: all of them in the order a person sees them, and each with an example."""

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from puzzles.engine import CATALOGUE, RUNGS, TECHNIQUES, Rung, describe, rate, render
from puzzles.engine.techniques import example_of
from puzzles.engine.wording import TECHNIQUE_NAMES, TECHNIQUE_SUMMARIES
from puzzles.library.models import Collection
from puzzles.library.pages.difficulty import technique_counts, tier_label
from puzzles.play.models import TechniqueUse
from puzzles.play.models.review import Mastery
from puzzles.play.pages.proof_trees import ProofTree, proof_tree
from puzzles.play.pictures.step_board import StepBoard, step_board
from puzzles.play.services.draws import Criteria, count_left

from .technique_words import LOOK_FOR

# What each rung of the example is called, and the key of what it adds to the picture.
RUNG_NAMES: dict[Rung, str] = {
    "nudge": gettext_noop("What?"),
    "where": gettext_noop("Where?"),
    "why": gettext_noop("Why?"),
    "do": gettext_noop("Do it"),
}

TIER_WORDS = {
    1: gettext_noop("Singles: a digit is placed at once, without any notes."),
    2: gettext_noop("Candidates fall inside one or two houses. From here on, notes help."),
    3: gettext_noop("Patterns across the whole grid: fish, wings, colours, rectangles."),
    4: gettext_noop("Chains and loops of links, fish with fins, almost locked sets."),
    5: gettext_noop(
        "What follows from an assumption: forcing chains, then trial, openly called so. It is the last "
        "resort, and never a guess: nothing is kept but what is proved."
    ),
}

# What the shapes on the picture mean, in the order of the legend.
LEGEND = {
    "area": gettext_noop("where to look"),
    "cover": gettext_noop("what it meets"),
    "cause": gettext_noop("a digit that excludes others"),
    "pattern": gettext_noop("the pattern"),
    "other": gettext_noop("cells that complete it"),
    "set_a": gettext_noop("set A"),
    "set_b": gettext_noop("set B"),
    "set_c": gettext_noop("set C"),
    "set_d": gettext_noop("set D"),
    "target": gettext_noop("what changes"),
    "color_a": gettext_noop("first colour"),
    "color_b": gettext_noop("second colour"),
    "color_c": gettext_noop("third colour"),
    "color_d": gettext_noop("fourth colour"),
    "strong": gettext_noop("strong link: one of the two holds"),
    "weak": gettext_noop("weak link: not both hold"),
    "struck": gettext_noop("removed"),
}


@dataclass(frozen=True)
class TechniqueCard:
    """A technique in the list; `mastery` is None where there was no chance to use it yet.

    `grids` is how many grids of the player's collections need it, None where that is not known.
    """

    id: str
    name: str
    summary: str
    mastery: Mastery | None
    grids: int | None = None


@dataclass(frozen=True)
class GridsLeft:
    """How many grids that need a technique the reader may still draw, None for many; why there is none."""

    count: int | None
    refusal: str


@dataclass(frozen=True)
class TierPart:
    """The techniques of a tier, and how many of them the reader has mastered."""

    tier: int
    label: str
    words: str
    cards: list[TechniqueCard]
    mastered: int


@dataclass(frozen=True)
class RungLink:
    rung: Rung
    name: str
    is_here: bool
    is_told: bool


@dataclass(frozen=True)
class ExampleView:
    """The example of a technique, told as far as one rung.

    `following` is the next rung, and after the last the first again; `is_whole` says that this is the last.
    """

    board: StepBoard
    sentence: str
    rungs: list[RungLink]
    following: RungLink
    is_whole: bool
    legend: list[tuple[str, str]]
    tree: ProofTree | None


def techniques_page(reader: User) -> dict[str, Any]:
    mastery = TechniqueUse.objects.mastery_of(reader)
    parts = [tier_part(tier, mastery) for tier in sorted({technique.tier for technique in CATALOGUE})]
    return {"parts": parts, "mastered": sum(part.mastered for part in parts), "count": len(CATALOGUE)}


def tier_part(tier: int, mastery: dict[str, Mastery]) -> TierPart:
    cards = [technique_card(each.id, mastery) for each in CATALOGUE if each.tier == tier]
    mastered = sum(card.mastery is not None and card.mastery.is_mastered for card in cards)
    return TierPart(
        tier, capfirst(tier_label(tier)), _(TIER_WORDS[tier]) if tier in TIER_WORDS else "", cards, mastered
    )


def technique_card(name: str, mastery: dict[str, Mastery]) -> TechniqueCard:
    return TechniqueCard(name, _(TECHNIQUE_NAMES[name]), _(TECHNIQUE_SUMMARIES[name]), mastery.get(name))


def mastery_cards(player: User) -> list[TechniqueCard]:
    """The techniques that somebody had a chance to use, the easiest first."""
    mastery = TechniqueUse.objects.mastery_of(player)
    if not mastery:
        return []
    counts = technique_counts(Collection.objects.drawable_by(player))
    return [
        replace(technique_card(technique.id, mastery), grids=counts[technique.id])
        for technique in CATALOGUE
        if technique.id in mastery
    ]


def grids_left(name: str, reader: User) -> GridsLeft:
    """The grids needing a technique that the reader has not played; no refusal while grades are missing."""
    count = count_left(player=reader, criteria=Criteria(technique=name))
    if count:
        return GridsLeft(count, "")
    collections = Collection.objects.drawable_by(reader)
    if count is None or collections.counted_in_part().exists():
        return GridsLeft(None, "")
    if technique_counts(collections)[name]:
        return GridsLeft(0, _("No grid that needs it is left for you."))
    return GridsLeft(0, _("No grid you can draw needs it."))


def technique_page(name: str, rung: Rung, reader: User) -> dict[str, Any]:
    """The page of a technique. Raises KeyError for an unknown one."""
    technique = TECHNIQUES[name]
    place = CATALOGUE.index(technique)
    return {
        "technique": technique,
        "tier": capfirst(tier_label(technique.tier)),
        "name": _(TECHNIQUE_NAMES[name]),
        "summary": _(TECHNIQUE_SUMMARIES[name]),
        "look_for": _(LOOK_FOR[name]),
        "rating": rate(example_of(name).step),
        "mastery": TechniqueUse.objects.mastery_of(reader).get(name),
        "left": grids_left(name, reader),
        "before": link_to(place - 1) if place else None,
        "after": link_to(place + 1) if place + 1 < len(CATALOGUE) else None,
    } | example_page(name, rung)


def example_page(name: str, rung: Rung) -> dict[str, Any]:
    """The example alone. Raises KeyError for an unknown technique."""
    return {"technique": TECHNIQUES[name], "example": example_view(name, rung)}


def link_to(place: int) -> dict[str, str]:
    name = CATALOGUE[place].id
    return {"name": _(TECHNIQUE_NAMES[name]), "url": reverse("training:technique", args=[name])}


def example_view(name: str, rung: Rung) -> ExampleView:
    example = example_of(name)
    # Singles are seen without notes; all others are about them.
    board = step_board(example.position, example.step, rung, with_notes=TECHNIQUES[name].tier > 1)
    told = RUNGS.index(rung)
    links = [
        RungLink(each, _(RUNG_NAMES[each]), each == rung, place <= told) for place, each in enumerate(RUNGS)
    ]
    return ExampleView(
        board=board,
        sentence=render(describe(example.step, rung), translation),
        rungs=links,
        following=links[(told + 1) % len(links)],
        is_whole=told + 1 == len(links),
        legend=legend(board),
        tree=proof_tree(example.step, rung),
    )


def legend(board: StepBoard) -> list[tuple[str, str]]:
    """(part, words) of each shape that is on the picture."""
    seen = set(board.paths)
    seen |= {"strong" if line.is_strong else "weak" for line in board.lines}
    return [(part, _(words)) for part, words in LEGEND.items() if part in seen]
