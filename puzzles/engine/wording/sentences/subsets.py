"""Sentences for subsets: as many cells as digits that have only each other."""

from ...translation import gettext_noop

NAMES = {
    "locked_pair": gettext_noop("Locked pair"),
    "locked_triple": gettext_noop("Locked triple"),
    "naked_pair": gettext_noop("Naked pair"),
    "naked_triple": gettext_noop("Naked triple"),
    "naked_quad": gettext_noop("Naked quad"),
    "hidden_pair": gettext_noop("Hidden pair"),
    "hidden_triple": gettext_noop("Hidden triple"),
    "hidden_quad": gettext_noop("Hidden quad"),
}

SUMMARIES = {
    "locked_pair": gettext_noop(
        "Two cells where a box and a line cross have the same two candidates only: "
        "the rest of the box and of the line cannot have them."
    ),
    "locked_triple": gettext_noop(
        "The three cells where a box and a line cross have only three candidates between them: "
        "the rest of the box and of the line cannot have them."
    ),
    "naked_pair": gettext_noop(
        "Two cells of a house have the same two candidates only: the rest of the house cannot have them."
    ),
    "naked_triple": gettext_noop(
        "Three cells of a house have only three candidates between them: "
        "the rest of the house cannot have them."
    ),
    "naked_quad": gettext_noop(
        "Four cells of a house have only four candidates between them: "
        "the rest of the house cannot have them."
    ),
    "hidden_pair": gettext_noop(
        "Two digits have only the same two places in a house: these two cells can have no other digit."
    ),
    "hidden_triple": gettext_noop(
        "Three digits have only three places between them in a house: these cells can have no other digit."
    ),
    "hidden_quad": gettext_noop(
        "Four digits have only four places between them in a house: these cells can have no other digit."
    ),
}

SENTENCES = {
    "locked_pair": {
        "nudge": gettext_noop(
            "Look for a box with two cells in one line that have the same two candidates and no other."
        ),
        "where": gettext_noop(
            "Look at box %(number)s: two of its cells in one line have the same two candidates and no other."
        ),
        "why": gettext_noop(
            "%(cells)s have only the candidates %(digits)s: these two digits go in these two cells, "
            "in box %(number)s and in %(cover_house)s alike."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: in box %(number)s and in %(cover_house)s, "
            "the digits %(digits)s go in %(cells)s."
        ),
    },
    "locked_triple": {
        "nudge": gettext_noop(
            "Look for a box with three cells in one line that have only three candidates between them."
        ),
        "where": gettext_noop(
            "Look at box %(number)s: three of its cells in one line have only three candidates between them."
        ),
        "why": gettext_noop(
            "%(cells)s have only the candidates %(digits)s between them: these three digits go in these "
            "three cells, in box %(number)s and in %(cover_house)s alike."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: in box %(number)s and in %(cover_house)s, "
            "the digits %(digits)s go in %(cells)s."
        ),
    },
    "naked_pair": {
        "nudge": gettext_noop(
            "Look for two cells of a row, a column or a box that have the same two candidates and no other."
        ),
        "where": gettext_noop(
            "Look at %(house)s: two of its cells have the same two candidates and no other."
        ),
        "why": gettext_noop(
            "In %(house)s, %(cells)s have only the candidates %(digits)s: "
            "these two digits go in these two cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: in %(house)s, the digits %(digits)s go in %(cells)s."),
    },
    "naked_triple": {
        "nudge": gettext_noop(
            "Look for three cells of a row, a column or a box that have only three candidates between them."
        ),
        "where": gettext_noop(
            "Look at %(house)s: three of its cells have only three candidates between them."
        ),
        "why": gettext_noop(
            "In %(house)s, %(cells)s have only the candidates %(digits)s between them: "
            "these three digits go in these three cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: in %(house)s, the digits %(digits)s go in %(cells)s."),
    },
    "naked_quad": {
        "nudge": gettext_noop(
            "Look for four cells of a row, a column or a box that have only four candidates between them."
        ),
        "where": gettext_noop("Look at %(house)s: four of its cells have only four candidates between them."),
        "why": gettext_noop(
            "In %(house)s, %(cells)s have only the candidates %(digits)s between them: "
            "these four digits go in these four cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: in %(house)s, the digits %(digits)s go in %(cells)s."),
    },
    "hidden_pair": {
        "nudge": gettext_noop(
            "Look for two digits that have the same two places in a row, a column or a box, and no other."
        ),
        "where": gettext_noop("Look at %(house)s: two digits have the same two places there, and no other."),
        "why": gettext_noop(
            "In %(house)s, the digits %(digits)s are only possible in %(cells)s: "
            "these two digits fill these two cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: in %(house)s, the digits %(digits)s fill %(cells)s."),
    },
    "hidden_triple": {
        "nudge": gettext_noop(
            "Look for three digits that have only three places between them in a row, a column or a box."
        ),
        "where": gettext_noop("Look at %(house)s: three digits have only three places between them there."),
        "why": gettext_noop(
            "In %(house)s, the digits %(digits)s are only possible in %(cells)s: "
            "these three digits fill these three cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: in %(house)s, the digits %(digits)s fill %(cells)s."),
    },
    "hidden_quad": {
        "nudge": gettext_noop(
            "Look for four digits that have only four places between them in a row, a column or a box."
        ),
        "where": gettext_noop("Look at %(house)s: four digits have only four places between them there."),
        "why": gettext_noop(
            "In %(house)s, the digits %(digits)s are only possible in %(cells)s: "
            "these four digits fill these four cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: in %(house)s, the digits %(digits)s fill %(cells)s."),
    },
}
