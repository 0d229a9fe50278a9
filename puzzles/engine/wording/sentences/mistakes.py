"""Mistakes on the grid, told as the first hint."""

from ...translation import gettext_noop

NAMES = {
    "wrong_digit": gettext_noop("Wrong digit"),
    "wrong_notes": gettext_noop("Wrong notes"),
}

SUMMARIES = {
    "wrong_digit": gettext_noop("A digit on the grid is not the one that belongs there."),
    "wrong_notes": gettext_noop("The notes of a cell lack the digit that belongs there."),
}

SENTENCES = {
    "wrong_digit": {
        "nudge": gettext_noop("There is a mistake on the grid: one of your digits is wrong."),
        "where": gettext_noop("One of your digits in box %(number)s is wrong."),
        "why": gettext_noop("The digit in %(cell)s is wrong."),
        "do": gettext_noop("Clear %(cell)s and think that cell through again."),
    },
    "wrong_notes": {
        "nudge": gettext_noop("There is a mistake in your notes: a cell lacks the digit that belongs there."),
        "where": gettext_noop(
            "Check your notes in box %(number)s: a cell lacks the digit that belongs there."
        ),
        "why": gettext_noop("The notes of %(cell)s lack the digit that belongs there."),
        "do": gettext_noop("Clear the notes of %(cell)s and write them again."),
    },
}
