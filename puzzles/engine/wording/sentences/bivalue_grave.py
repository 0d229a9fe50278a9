"""Sentences for bivalue universal grave + 1: all open cells but one have two candidates."""

from ...translation import gettext_noop

NAMES = {"bug_plus_one": gettext_noop("BUG+1")}

SUMMARIES = {
    "bug_plus_one": gettext_noop(
        "All empty cells have two candidates except one, which has three: it holds the digit that has three "
        "places in its row, column and box, or the puzzle would not have exactly one solution."
    ),
}

SENTENCES = {
    "bug_plus_one": {
        "nudge": gettext_noop("Look at all the empty cells: only one of them has more than two candidates."),
        "where": gettext_noop(
            "Look at box %(number)s: it has the only cell of the grid with three candidates."
        ),
        "why": gettext_noop(
            "Only %(odd_cells)s has three candidates: without %(odd_digits)s there, each digit would have "
            "two places or none in every house, all cells could exchange their two candidates, and the "
            "puzzle would not have just one solution."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: %(odd_cells)s must hold %(odd_digits)s, because the puzzle has only "
            "one solution."
        ),
    },
}
