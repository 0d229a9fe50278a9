"""How a hint highlights the board: the looks of its cells, and what is drawn above them."""

import json
from dataclasses import asdict, dataclass
from string import ascii_uppercase

from puzzles.engine import Candidate, Hint, Link, Rung, Step
from puzzles.engine.techniques import lights

# Role of a cell -> its look; each look has its own shape and colour (board.css). A role that is not named
# here gets the second look, which differs from the pattern.
_LOOKS = {
    "area": "area",
    "cover": "cover",
    "cause": "cause",
    "pattern": "pattern",
    "wing": "pattern",
    "floor": "pattern",
    "end": "pattern",
    "box": "pattern",
    "color_a": "pattern",
    "color_b": "second",
    "other_end": "third",
    "subset": "third",
    "stem": "third",
    "cross": "third",
    "color_c": "third",
    "color_d": "fourth",
    "target": "target",
}
# Almost locked sets take these in turn; each has its own letter beside.
_SETS = ("set_", "petal_")
_LOOKS_OF_SETS = ("pattern", "second", "third", "fourth")
# A cell may have these beneath another look; of the others it has the last.
_GROUNDS = ("area", "cover", "target")
# Cells that another role highlights as well.
_UNSEEN = ("clash",)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Links, candidates and letters above the cells, for the script (links.js).

    Links are [digit, cells, next digit, next cells, strong or not]; candidates are [cell, digit]: `ringed`
    those of the pattern, where the player has noted them, `removed` the eliminations. `letters` name sets of
    cells: [cell, letter]. `has_tree`: the proof is a tree to step through.
    """

    links: tuple[tuple[int, tuple[int, ...], int, tuple[int, ...], bool], ...] = ()
    ringed: tuple[Candidate, ...] = ()
    removed: tuple[Candidate, ...] = ()
    letters: tuple[tuple[int, str], ...] = ()
    has_tree: bool = False

    def __bool__(self) -> bool:
        return any(asdict(self).values())

    def to_json(self) -> str:
        """The drawing as text; nothing where nothing is drawn."""
        return json.dumps({name: value for name, value in asdict(self).items() if value}) if self else ""


NO_DRAWING = Drawing()


def looks(hint: Hint, rung: Rung) -> dict[str, tuple[int, ...]]:
    """The cells a hint highlights at a rung, by look."""
    grounds: dict[str, set[int]] = {}
    look_of: dict[int, str] = {}
    for role, cells in lights(hint, rung).items():
        look = _look_of(role)
        if look in _GROUNDS:
            grounds.setdefault(look, set()).update(cells)
        elif role not in _UNSEEN:
            look_of |= dict.fromkeys(cells, look)
    for cell, look in look_of.items():
        grounds.setdefault(look, set()).add(cell)
    return {look: tuple(sorted(cells)) for look, cells in grounds.items()}


def _look_of(role: str) -> str:
    letter = letter_of(role)
    if letter:
        return _LOOKS_OF_SETS[(ord(letter) - ord("A")) % len(_LOOKS_OF_SETS)]
    return _LOOKS.get(role, "second")


def letter_of(role: str) -> str:
    """The letter of a set of cells, by its role; nothing for any other role."""
    return role[-1].upper() if role.startswith(_SETS) else ""


def lettered_sets(step: Step) -> dict[str, tuple[int, ...]]:
    """The cells of each almost locked set by its letter: those of its roles, or of its links."""
    named = {letter: cells for role, cells in step.cells if (letter := letter_of(role))}
    rests_on = dict.fromkeys(link.through for link in step.links if link.through)
    return named or dict(zip(ascii_uppercase, rests_on, strict=False))


def letters(step: Step) -> tuple[tuple[int, str], ...]:
    """Each cell of an almost locked set with the letter of the set; of several sets, of the first."""
    found: dict[int, str] = {}
    for letter, cells in lettered_sets(step).items():
        for cell in cells:
            found.setdefault(cell, letter)
    return tuple(sorted(found.items()))


def drawing(hint: Hint, rung: Rung) -> Drawing:
    """What a rung draws above the cells: the pattern from "why" on, the eliminations with "do"."""
    if not isinstance(hint, Step) or rung in ("nudge", "where"):
        return NO_DRAWING
    return Drawing(
        links=tuple(_link(link) for link in hint.links),
        ringed=_ringed(hint),
        removed=hint.eliminations if rung == "do" else (),
        letters=letters(hint),
        has_tree=bool(hint.branches),
    )


def _link(link: Link) -> tuple[int, tuple[int, ...], int, tuple[int, ...], bool]:
    return (link.digit, link.cells, link.next_digit, link.next_cells, link.is_strong)


def _ringed(step: Step) -> tuple[Candidate, ...]:
    """The candidates of a pattern without links; the ends of links are drawn with them."""
    if step.links or step.placements:
        return ()
    removed = set(step.eliminations)
    pairs = [
        Candidate(cell, digit) for cell in step.cells_as("pattern") for digit in step.digits_as("pattern")
    ]
    return tuple(pair for pair in pairs if pair not in removed)
