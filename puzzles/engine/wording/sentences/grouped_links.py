"""Sentences for grouped single-digit patterns: two strong links of a digit with a group of cells."""

from ...translation import gettext_noop

NAMES = {
    "grouped_skyscraper": gettext_noop("Grouped skyscraper"),
    "grouped_two_string_kite": gettext_noop("Grouped 2-string kite"),
}

SUMMARIES = {
    "grouped_skyscraper": gettext_noop(
        "In each of two rows a digit has one place in the same column, and its other places in one box (or "
        "with rows and columns exchanged): one of these other places holds the digit."
    ),
    "grouped_two_string_kite": gettext_noop(
        "A row and a column have a digit in the same box, in different cells, and in one cell each beyond "
        "it: one of these two cells holds the digit."
    ),
}

_WHERE = gettext_noop("Look at the cells with %(digits)s among their candidates.")
_WHY = gettext_noop(
    "In %(base_houses)s, the digit %(digit)s has only the marked places. At most one of %(joint_cells)s is "
    "%(digit)s, since all lie in %(cover_house)s. So at least one of the others, %(end_cells)s, is."
)

SENTENCES = {
    "grouped_skyscraper": {
        "nudge.row": gettext_noop(
            "Look for a skyscraper with a group: two rows in which a digit has a place in the same column, "
            "and all its other places in one box."
        ),
        "nudge.column": gettext_noop(
            "Look for a skyscraper with a group: two columns in which a digit has a place in the same row, "
            "and all its other places in one box."
        ),
        "where": _WHERE,
        "why": _WHY,
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees all of %(end_cells)s cannot hold %(digit)s, because "
            "one of them does."
        ),
    },
    "grouped_two_string_kite": {
        "nudge": gettext_noop(
            "Look for a kite with a group: a row and a column in which a digit has a single place beyond "
            "the box where they meet."
        ),
        "where": _WHERE,
        "why": _WHY,
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees both %(end_cells)s cannot hold %(digit)s, because one "
            "of them does."
        ),
    },
}
