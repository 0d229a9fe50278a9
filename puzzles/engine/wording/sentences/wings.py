"""Sentences for wings: two cells with two candidates, one of which holds the digit they share."""

from ...translation import gettext_noop

NAMES = {
    "xy_wing": gettext_noop("XY-Wing"),
    "xyz_wing": gettext_noop("XYZ-Wing"),
    "w_wing": gettext_noop("W-Wing"),
}

SUMMARIES = {
    "xy_wing": gettext_noop(
        "A cell with two candidates sees two others with two candidates, and any two of the three share one "
        "digit: one of the outer cells holds the digit they share."
    ),
    "xyz_wing": gettext_noop(
        "A cell with three candidates sees two cells with two of these each: one of the three holds the "
        "digit they all share."
    ),
    "w_wing": gettext_noop(
        "Two cells with the same two candidates see the two ends of a strong link of one of them: one of "
        "the two cells holds the other digit."
    ),
}

_DO = gettext_noop(
    "Remove %(eliminations)s: a cell that sees both %(wing_cells)s cannot hold %(shared_digit)s, because one "
    "of them does."
)

SENTENCES = {
    "xy_wing": {
        "nudge": gettext_noop(
            "Look for an XY-Wing: three cells with two candidates each, three digits in all, one of the "
            "cells seeing the other two."
        ),
        "where": gettext_noop("Look at the cells with two candidates among %(digits)s."),
        "why": gettext_noop(
            "%(pivot_cell)s is %(node_three_digit)s or %(node_four_digit)s. If it is %(node_three_digit)s, "
            "%(node_one_cell)s is %(shared_digit)s; if it is %(node_four_digit)s, %(node_six_cell)s is "
            "%(shared_digit)s."
        ),
        "do": _DO,
    },
    "xyz_wing": {
        "nudge": gettext_noop(
            "Look for an XYZ-Wing: a cell with three candidates that sees two cells with two of them each."
        ),
        "where": gettext_noop("Look at the cells with two or three candidates among %(digits)s."),
        "why": gettext_noop(
            "%(pivot_cell)s has the candidates %(digits)s. If it is %(node_one_digit)s, %(node_two_cell)s "
            "is %(shared_digit)s; if it is %(node_three_digit)s, %(node_four_cell)s is %(shared_digit)s; "
            "otherwise %(pivot_cell)s is %(shared_digit)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees all of %(cells)s cannot hold %(shared_digit)s, "
            "because one of them does."
        ),
    },
    "w_wing": {
        "nudge": gettext_noop(
            "Look for a W-Wing: two cells with the same two candidates, and a house in which one of these "
            "has only two places, one seen by each cell."
        ),
        "where": gettext_noop("Look at the cells with the candidates %(digits)s and no others."),
        "why": gettext_noop(
            "In %(base_house)s, one of %(bridge_cells)s must be %(bridge_digit)s. %(wing_cells)s see one of "
            "them each, so they cannot both be %(bridge_digit)s: at least one is %(shared_digit)s."
        ),
        "do": _DO,
    },
}
