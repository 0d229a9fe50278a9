"""Sentences for mistakes on the grid, the first hint."""

from ...translation import gettext_noop

NAMES = {
    "wrong_digit": gettext_noop("Wrong digit"),
}

SUMMARIES = {
    "wrong_digit": gettext_noop("A digit on the grid is not the one that belongs there."),
}

SENTENCES = {
    "wrong_digit": {
        "nudge": gettext_noop("There is a mistake on the grid: one of your digits is wrong."),
        "where": gettext_noop("One of your digits in box %(number)s is wrong."),
        "why": gettext_noop(
            "The digit in %(cell)s is wrong. No single step shows why: think again about what led you to it."
        ),
        "why.seen": gettext_noop("The digit in %(cell)s is wrong: it is already in %(cause_cells)s."),
        "why.step": gettext_noop(
            "The digit in %(cell)s is wrong. Once the mistakes are erased, one step shows that it cannot be "
            "there: %(technique)s (%(cause_cells)s)."
        ),
        "why.single": gettext_noop(
            "The digit in %(cell)s is wrong. Once the mistakes are erased, one step shows that another digit "
            "goes there: %(technique)s."
        ),
        "why.elsewhere": gettext_noop(
            "The digit in %(cell)s is wrong. Once the mistakes are erased, one step shows where it goes "
            "instead: %(technique)s."
        ),
        "do": gettext_noop("%(cell)s is now empty: think about this cell again."),
    },
}
