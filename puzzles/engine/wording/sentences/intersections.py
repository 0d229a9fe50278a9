"""Sentences for intersections: a digit that a box or a line has only where they cross."""

from ...translation import gettext_noop

NAMES = {
    "pointing": gettext_noop("Locked candidates (pointing)"),
    "claiming": gettext_noop("Locked candidates (claiming)"),
}

SUMMARIES = {
    "pointing": gettext_noop(
        "All the places for a digit in a box lie in one row or column: the rest of that line cannot have it."
    ),
    "claiming": gettext_noop(
        "All the places for a digit in a row or a column lie in one box: the rest of that box cannot have it."
    ),
}

SENTENCES = {
    "pointing": {
        "nudge": gettext_noop("Look for a box where all the places for one digit lie in one row or column."),
        "where": gettext_noop("Look at box %(number)s: all its places for one digit lie in one line."),
        "why": gettext_noop(
            "In box %(number)s, the digit %(digit)s is only possible in %(cells)s, which lie in "
            "%(cover_house)s: one of them takes it."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: in %(cover_house)s, the digit %(digit)s goes in box %(number)s."
        ),
    },
    "claiming": {
        "nudge": gettext_noop(
            "Look for a row or a column where all the places for one digit lie in one box."
        ),
        "where": gettext_noop("Look at %(house)s: all its places for one digit lie in one box."),
        "why": gettext_noop(
            "In %(house)s, the digit %(digit)s is only possible in %(cells)s, which lie in box "
            "%(cover_number)s: one of them takes it."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: in box %(cover_number)s, the digit %(digit)s goes in %(house)s."
        ),
    },
}
