"""Sentences for avoidable rectangles: solved corners that two digits must not complete."""

from ...translation import gettext_noop

NAMES = {
    "avoidable_rectangle_1": gettext_noop("Avoidable rectangle type 1"),
    "avoidable_rectangle_2": gettext_noop("Avoidable rectangle type 2"),
}

SUMMARIES = {
    "avoidable_rectangle_1": gettext_noop(
        "Three corners of a rectangle, none of them given, hold two digits: the fourth cannot complete it, "
        "or the puzzle would have two solutions."
    ),
    "avoidable_rectangle_2": gettext_noop(
        "Two corners of a rectangle, neither of them given, hold two digits, and the two others have the "
        "candidates to complete it and one digit more: one of them holds that digit, or the puzzle would "
        "have two solutions."
    ),
}

SENTENCES = {
    "avoidable_rectangle_1": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: three of its corners are filled, none of them is given, and "
            "two of them hold the same digit."
        ),
        "where": gettext_noop("Look at the digits %(digits)s: they fill three corners of a rectangle."),
        "why": gettext_noop(
            "None of %(cells)s is given: if they held only %(digits)s, these could be exchanged and the "
            "puzzle would have two solutions; only %(roof_cells)s can prevent that."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: %(roof_cells)s must hold another digit, because the puzzle has only "
            "one solution."
        ),
    },
    "avoidable_rectangle_2": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: two corners are filled, neither of them is given, and the "
            "two others have two candidates each, one of them the same."
        ),
        "where": gettext_noop("Look at the digits %(digits)s: they fill two corners of a rectangle."),
        "why": gettext_noop(
            "None of %(cells)s is given: if they held only %(digits)s, these could be exchanged and the "
            "puzzle would have two solutions; so one of %(roof_cells)s holds %(extra_digits)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: one of %(roof_cells)s holds %(extra_digits)s, so no cell that sees all "
            "these corners can hold it."
        ),
    },
}
