"""Sentences for empty rectangles: a box that has a digit in one row and one column only."""

from ...translation import gettext_noop

NAMES = {
    "empty_rectangle": gettext_noop("Empty rectangle"),
    "dual_empty_rectangle": gettext_noop("Dual empty rectangle"),
}

SUMMARIES = {
    "empty_rectangle": gettext_noop(
        "In a box the places for a digit lie in one row and one column only, and a line that crosses one of "
        "these has only two places for it: the cell where its far place meets the other one cannot have the "
        "digit."
    ),
    "dual_empty_rectangle": gettext_noop("Two empty rectangles of a digit share the same box."),
}

_WHERE = gettext_noop(
    "Look at box %(number)s: the places for a digit lie there in one row and one column only."
)

SENTENCES = {
    "empty_rectangle": {
        "nudge": gettext_noop(
            "Look for an empty rectangle: a box in which the places for a digit lie in one row and one "
            "column only."
        ),
        "where": _WHERE,
        "why": gettext_noop(
            "In box %(number)s, all places for %(digit)s lie in %(entry_house)s or %(exit_house)s. If "
            "%(end_cell)s is not %(digit)s, then %(joint_cell)s is, the only other place in %(base_house)s. "
            "Then box %(number)s has its %(digit)s in %(exit_house)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: either %(end_cell)s is %(digit)s, or box %(number)s has its %(digit)s "
            "in %(exit_house)s."
        ),
    },
    "dual_empty_rectangle": {
        "nudge": gettext_noop(
            "Look for a double empty rectangle: a box in which the places for a digit lie in one row and "
            "one column only, and two lines that cross these and have only two places for it."
        ),
        "where": _WHERE,
        "why": gettext_noop(
            "In box %(number)s, the places for %(digit)s lie in one row and one column only; from there, "
            "%(joint_cells)s lead over the strong links in %(base_houses)s to the far ends %(end_cells)s: "
            "two empty rectangles at once."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: each of these cells sees a far end (%(end_cells)s) and the places of "
            "box %(number)s one of which holds %(digit)s if that end does not."
        ),
    },
}
