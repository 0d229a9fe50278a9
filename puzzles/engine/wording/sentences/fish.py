"""Sentences for fish: a digit that some lines have only in as many lines across."""

from ...translation import gettext_noop

NAMES = {
    "x_wing": gettext_noop("X-Wing"),
    "swordfish": gettext_noop("Swordfish"),
    "jellyfish": gettext_noop("Jellyfish"),
}

SUMMARIES = {
    "x_wing": gettext_noop(
        "The places for a digit in two rows lie in the same two columns, or in two columns in the same two "
        "rows: the rest of the lines they share cannot have it."
    ),
    "swordfish": gettext_noop(
        "The places for a digit in three rows all lie in three columns, or in three columns in three rows: "
        "the rest of the lines they share cannot have it."
    ),
    "jellyfish": gettext_noop(
        "The places for a digit in four rows all lie in four columns, or in four columns in four rows: "
        "the rest of the lines they share cannot have it."
    ),
}

_REASON = {
    "why.row": gettext_noop(
        "In rows %(base_numbers)s, the digit %(digit)s is only possible in columns %(cover_numbers)s "
        "(%(cells)s): each of these rows takes one of these columns."
    ),
    "why.column": gettext_noop(
        "In columns %(base_numbers)s, the digit %(digit)s is only possible in rows %(cover_numbers)s "
        "(%(cells)s): each of these columns takes one of these rows."
    ),
    "do.row": gettext_noop(
        "Remove %(eliminations)s: in columns %(cover_numbers)s, "
        "the digit %(digit)s goes in rows %(base_numbers)s."
    ),
    "do.column": gettext_noop(
        "Remove %(eliminations)s: in rows %(cover_numbers)s, "
        "the digit %(digit)s goes in columns %(base_numbers)s."
    ),
}

SENTENCES = {
    "x_wing": {
        "nudge.row": gettext_noop(
            "Look for a digit with two places in each of two rows, in the same two columns."
        ),
        "nudge.column": gettext_noop(
            "Look for a digit with two places in each of two columns, in the same two rows."
        ),
        "where.row": gettext_noop(
            "Look at the digit %(digit)s: its places in two rows lie in the same two columns."
        ),
        "where.column": gettext_noop(
            "Look at the digit %(digit)s: its places in two columns lie in the same two rows."
        ),
        **_REASON,
    },
    "swordfish": {
        "nudge.row": gettext_noop(
            "Look for a digit whose places in three rows all lie in the same three columns."
        ),
        "nudge.column": gettext_noop(
            "Look for a digit whose places in three columns all lie in the same three rows."
        ),
        "where.row": gettext_noop(
            "Look at the digit %(digit)s: its places in three rows all lie in the same three columns."
        ),
        "where.column": gettext_noop(
            "Look at the digit %(digit)s: its places in three columns all lie in the same three rows."
        ),
        **_REASON,
    },
    "jellyfish": {
        "nudge.row": gettext_noop(
            "Look for a digit whose places in four rows all lie in the same four columns."
        ),
        "nudge.column": gettext_noop(
            "Look for a digit whose places in four columns all lie in the same four rows."
        ),
        "where.row": gettext_noop(
            "Look at the digit %(digit)s: its places in four rows all lie in the same four columns."
        ),
        "where.column": gettext_noop(
            "Look at the digit %(digit)s: its places in four columns all lie in the same four rows."
        ),
        **_REASON,
    },
}
