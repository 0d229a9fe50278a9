"""Sentences for singles: a cell or a house that leaves one possibility."""

from ...translation import gettext_noop

NAMES = {
    "full_house": gettext_noop("Full house"),
    "hidden_single": gettext_noop("Hidden single"),
    "naked_single": gettext_noop("Naked single"),
}

SUMMARIES = {
    "full_house": gettext_noop(
        "A row, a column or a box has one empty cell left: it takes the missing digit."
    ),
    "hidden_single": gettext_noop("A digit has only one possible cell left in a row, a column or a box."),
    "naked_single": gettext_noop("A cell has only one possible digit left."),
}

SENTENCES = {
    "full_house": {
        "nudge.row": gettext_noop("Look for a row with only one empty cell."),
        "nudge.column": gettext_noop("Look for a column with only one empty cell."),
        "nudge.box": gettext_noop("Look for a box with only one empty cell."),
        "where.row": gettext_noop("Look at row %(number)s: only one digit is missing."),
        "where.column": gettext_noop("Look at column %(number)s: only one digit is missing."),
        "where.box": gettext_noop("Look at box %(number)s: only one digit is missing."),
        "why.row": gettext_noop("Only %(cell)s is empty in row %(number)s: it takes the missing digit."),
        "why.column": gettext_noop(
            "Only %(cell)s is empty in column %(number)s: it takes the missing digit."
        ),
        "why.box": gettext_noop("Only %(cell)s is empty in box %(number)s: it takes the missing digit."),
        "do.row": gettext_noop(
            "Place %(digit)s in %(cell)s: it is the only digit missing from row %(number)s."
        ),
        "do.column": gettext_noop(
            "Place %(digit)s in %(cell)s: it is the only digit missing from column %(number)s."
        ),
        "do.box": gettext_noop(
            "Place %(digit)s in %(cell)s: it is the only digit missing from box %(number)s."
        ),
    },
    "hidden_single": {
        "nudge.row": gettext_noop("Look for a digit that has only one possible cell left in a row."),
        "nudge.column": gettext_noop("Look for a digit that has only one possible cell left in a column."),
        "nudge.box": gettext_noop("Look for a digit that has only one possible cell left in a box."),
        "where.row": gettext_noop("Look at row %(number)s: one digit has only one possible cell left there."),
        "where.column": gettext_noop(
            "Look at column %(number)s: one digit has only one possible cell left there."
        ),
        "where.box": gettext_noop("Look at box %(number)s: one digit has only one possible cell left there."),
        "why.row": gettext_noop(
            "In row %(number)s, every empty cell but %(cell)s already sees the digit %(digit)s "
            "(%(cells)s): it can go nowhere else."
        ),
        "why.column": gettext_noop(
            "In column %(number)s, every empty cell but %(cell)s already sees the digit %(digit)s "
            "(%(cells)s): it can go nowhere else."
        ),
        "why.box": gettext_noop(
            "In box %(number)s, every empty cell but %(cell)s already sees the digit %(digit)s "
            "(%(cells)s): it can go nowhere else."
        ),
        "why.row.narrowed": gettext_noop(
            "In row %(number)s, %(digit)s is a candidate in one cell only: %(cell)s."
        ),
        "why.column.narrowed": gettext_noop(
            "In column %(number)s, %(digit)s is a candidate in one cell only: %(cell)s."
        ),
        "why.box.narrowed": gettext_noop(
            "In box %(number)s, %(digit)s is a candidate in one cell only: %(cell)s."
        ),
        "do.row": gettext_noop("Place %(digit)s in %(cell)s, the only cell left for it in row %(number)s."),
        "do.column": gettext_noop(
            "Place %(digit)s in %(cell)s, the only cell left for it in column %(number)s."
        ),
        "do.box": gettext_noop("Place %(digit)s in %(cell)s, the only cell left for it in box %(number)s."),
    },
    "naked_single": {
        "nudge": gettext_noop("Look for a cell that has only one possible digit left."),
        "where.row": gettext_noop(
            "Look at row %(number)s: one of its cells has only one possible digit left."
        ),
        "where.column": gettext_noop(
            "Look at column %(number)s: one of its cells has only one possible digit left."
        ),
        "where.box": gettext_noop(
            "Look at box %(number)s: one of its cells has only one possible digit left."
        ),
        "why": gettext_noop(
            "%(cell)s already sees eight different digits in its row, column and box: only one is left."
        ),
        "why.narrowed": gettext_noop("%(cell)s has only one candidate left."),
        "do": gettext_noop("Place %(digit)s in %(cell)s: no other digit is possible there."),
    },
}
