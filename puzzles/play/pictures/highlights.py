"""How a hint highlights the board: the looks of its cells, and the letters of its sets."""

from puzzles.engine import Hint, Rung, Step
from puzzles.engine.techniques import highlights
from puzzles.engine.wording import lettered_sets

# Role of a cell -> its look; each look has its own shape and colour (board.css, hint.css). A role that is not
# named here gets the second look, which differs from the pattern.
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


def highlights_of(hint: Hint, rung: Rung) -> dict[str, tuple[int, ...]]:
    """The cells a hint highlights at a rung, by look."""
    grounds: dict[str, set[int]] = {}
    look_of: dict[int, str] = {}
    for role, cells in highlights(hint, rung).items():
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


def letters(step: Step) -> tuple[tuple[int, str], ...]:
    """Each cell of an almost locked set with the letter of the set; of several sets, of the first."""
    found: dict[int, str] = {}
    for letter, cells in lettered_sets(step).items():
        for cell in cells:
            found.setdefault(cell, letter)
    return tuple(sorted(found.items()))
