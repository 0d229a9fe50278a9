"""The pages of the techniques: the list, easiest first, and a page for each with an example."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Classroom, User
from puzzles.engine import CATALOGUE, RUNGS, TECHNIQUES, Position, Rung, Step, rate
from puzzles.engine.techniques import example_of
from puzzles.engine.techniques.technique import Family
from puzzles.engine.wording import TECHNIQUE_NAMES, TECHNIQUE_SUMMARIES
from puzzles.library.models import Collection
from puzzles.library.pages.difficulty import technique_counts
from puzzles.play.models import TechniqueProgress
from puzzles.play.models.review import Mastery
from puzzles.play.pages.hints import notation
from puzzles.play.pages.proof_trees import proof_tree
from puzzles.play.pages.sentences import step_sentence
from puzzles.play.pictures.step_board import StepBoard, step_board
from puzzles.play.services.draws import Criteria, count_left

from ..models import DrillAnswer, TrainingPosition, drill_sums
from ..services.bank import DRILLED
from ..services.switches import switches_of

RUNG_NAMES = {
    "nudge": gettext_lazy("What?"),
    "where": gettext_lazy("Where?"),
    "why": gettext_lazy("Why?"),
    "do": gettext_lazy("Do it"),
}

# The shapes of a step board in the order of the legend; training/_legend_sign.html draws and explains each.
LEGEND = (
    *("area", "cover", "cause", "pattern", "second", "third", "fourth", "target"),
    *("letter", "strong", "weak", "chain", "falling", "removed"),
)


# Each family has a glyph in training/_family_glyphs.html.
FAMILIES: dict[Family, Promise] = {
    "singles": gettext_lazy("singles"),
    "intersections": gettext_lazy("intersections"),
    "subsets": gettext_lazy("pairs, triples, quads"),
    "fish": gettext_lazy("fish"),
    "links": gettext_lazy("links of one digit"),
    "wings": gettext_lazy("wings"),
    "uniqueness": gettext_lazy("unique solution"),
    "chains": gettext_lazy("chains and loops"),
    "sets": gettext_lazy("almost locked sets"),
    "trials": gettext_lazy("assumptions"),
}


@dataclass(frozen=True)
class TechniqueCard:
    """A technique in a list. `mastery` is None if the player has had no chance to use it yet.

    `grids` counts the grids of the player's collections that need it, None if that is not known.
    """

    id: str
    name: str
    summary: str
    mastery: Mastery | None
    grids: int | None = None

    @property
    def family_name(self) -> Promise:
        return FAMILIES[TECHNIQUES[self.id].family]

    @property
    def is_drilled(self) -> bool:
        """Whether there are positions to practise it in."""
        return self.id in DRILLED


def techniques_page(reader: User) -> dict[str, Any]:
    """The techniques by tier and family; families in the order of their easiest technique."""
    mastery = TechniqueProgress.objects.mastery_of(reader)
    tiers: dict[int, dict[Family, list[TechniqueCard]]] = {}
    for technique in CATALOGUE:
        cards = tiers.setdefault(technique.tier, {}).setdefault(technique.family, [])
        cards.append(technique_card(technique.id, mastery))
    mastered = sum(each.is_mastered for name, each in mastery.items() if name in TECHNIQUES)
    return {
        "tiers": tiers,
        "mastered": mastered,
        "count": len(CATALOGUE),
        "switches": switches_of(reader),
    }


def technique_card(
    name: str, mastery: dict[str, Mastery] | None = None, grids: int | None = None
) -> TechniqueCard:
    summary = _(TECHNIQUE_SUMMARIES[name])
    return TechniqueCard(name, _(TECHNIQUE_NAMES[name]), summary, (mastery or {}).get(name), grids)


def mastery_cards(player: User) -> list[TechniqueCard]:
    """The techniques that the player has had a chance to use, easiest first."""
    mastery = TechniqueProgress.objects.mastery_of(player)
    if not mastery:
        return []
    counts = technique_counts(Collection.objects.drawable_by(player))
    return [technique_card(each.id, mastery, counts[each.id]) for each in CATALOGUE if each.id in mastery]


def technique_page(name: str, rung: Rung, reader: User) -> dict[str, Any]:
    """The page of a technique. Raises KeyError for an unknown one."""
    order = list(TECHNIQUES)
    index = order.index(name)
    return {
        "card": technique_card(name, TechniqueProgress.objects.mastery_of(reader)),
        "look_for": f"training/look_for/_{name}.html",
        "rating": rate(example_of(name).step),
        "before": technique_card(order[index - 1]) if index else None,
        "after": technique_card(order[index + 1]) if index + 1 < len(order) else None,
        **practice_of(name, reader),
        **grids_left(name, reader),
        **example_page(name, rung),
    }


def practice_of(name: str, reader: User) -> dict[str, Any]:
    """How many positions there are to find the technique in, and how the reader's own drills went."""
    if name not in DRILLED:
        return {"positions": 0}
    rows = DrillAnswer.objects.of(reader).filter(technique=name)
    positions = TrainingPosition.objects.filter(technique=name).count()
    return {
        "positions": positions,
        "drills": drill_sums(rows),
        "classrooms": Classroom.objects.taught_by(reader).current()
        if positions and reader.is_teacher
        else (),
    }


def grids_left(name: str, reader: User) -> dict[str, int | None]:
    """How many grids that need a technique the reader may still draw, and how many there are.

    `grids_left` is None if there are many, or if some grids have no grade yet: then nothing is refused.
    """
    left = count_left(player=reader, criteria=Criteria(technique=name))
    if left:
        return {"grids_left": left}
    collections = Collection.objects.drawable_by(reader)
    if left is None or collections.counted_in_part().exists():
        return {"grids_left": None}
    return {"grids_left": 0, "grids": technique_counts(collections)[name]}


def example_page(name: str, rung: Rung) -> dict[str, Any]:
    """The example of a technique, revealed as far as a rung. Raises KeyError for an unknown technique."""
    example = example_of(name)
    address = reverse("training:technique", args=[name])
    return {"technique": TECHNIQUES[name], **step_page(example.position, example.step, rung, address)}


def step_page(position: Position, step: Step, rung: Rung, address: str) -> dict[str, Any]:
    """A step in its position, revealed as far as a rung; `address` is where the other rungs are."""
    # Singles are seen without notes; all other techniques are about notes.
    board = step_board(position, step, rung, with_notes=TECHNIQUES[step.technique].tier > 1)
    index = RUNGS.index(rung)
    return {
        "address": address,
        "board": board,
        "sentence": step_sentence(step, rung),
        "eureka": notation(step, rung),
        "rungs": RUNG_NAMES,
        "rung": rung,
        "revealed": RUNGS[: index + 1],
        "next_rung": RUNGS[(index + 1) % len(RUNGS)],
        "legend": legend(board),
        "tree": proof_tree(step, rung, position),
    }


def legend(board: StepBoard) -> list[str]:
    """The shapes that are on the picture, in the order of the legend."""
    drawing = board.drawing
    drawn = {*board.fills, *("strong" if curve.is_strong else "weak" for curve in drawing.curves)}
    named = {
        "letter": drawing.letters,
        "chain": drawing.is_chain,
        "falling": drawing.falling,
        "removed": drawing.removed,
    }
    drawn.update(name for name, signs in named.items() if signs)
    return [shape for shape in LEGEND if shape in drawn]
