"""Sentences for single-digit patterns: two strong links of a digit that meet in a house."""

from ...translation import gettext_noop

NAMES = {
    "skyscraper": gettext_noop("Skyscraper"),
    "two_string_kite": gettext_noop("2-string kite"),
    "dual_two_string_kite": gettext_noop("Dual 2-string kite"),
    "turbot_fish": gettext_noop("Turbot fish"),
}

SUMMARIES = {
    "skyscraper": gettext_noop(
        "A digit has only two places in each of two rows, and one place of each row is in the same column "
        "(or with rows and columns exchanged): one of the other two places holds the digit."
    ),
    "two_string_kite": gettext_noop(
        "A digit has only two places in a row and in a column, and one place of each is in the same box: "
        "one of the other two places holds the digit."
    ),
    "dual_two_string_kite": gettext_noop("Two 2-string kites meet in the same two cells of a box."),
    "turbot_fish": gettext_noop(
        "A digit has only two places in a box and in a row or a column, and one place of each is in the "
        "same line across: one of the other two places holds the digit."
    ),
}

_WHERE = gettext_noop("Look at the cells with %(digits)s among their candidates.")
_WHY = gettext_noop(
    "In %(base_houses)s, the digit %(digit)s has only two places each. At most one of %(joint_cells)s is "
    "%(digit)s, since both lie in %(cover_house)s. So at least one of the other two, %(end_cells)s, is."
)
_DO = gettext_noop(
    "Remove %(eliminations)s: a cell that sees both %(end_cells)s cannot hold %(digit)s, because one of them "
    "does."
)

SENTENCES = {
    "skyscraper": {
        "nudge.row": gettext_noop(
            "Look for a skyscraper: two rows in which a digit has only two places, one of them in the same "
            "column in both."
        ),
        "nudge.column": gettext_noop(
            "Look for a skyscraper: two columns in which a digit has only two places, one of them in the "
            "same row in both."
        ),
        "where": _WHERE,
        "why": _WHY,
        "do": _DO,
    },
    "two_string_kite": {
        "nudge": gettext_noop(
            "Look for a kite: a row and a column in which a digit has only two places, one place of each in "
            "the same box."
        ),
        "where": _WHERE,
        "why": _WHY,
        "do": _DO,
    },
    "dual_two_string_kite": {
        "nudge": gettext_noop("Look for a double kite: two kites that meet in the same two cells of a box."),
        "where": _WHERE,
        "why": gettext_noop(
            "In %(cover_house)s, %(joint_cells)s tie two kites: at least one of %(end_cells)s is "
            "%(end_digit)s, and at least one of %(other_end_cells)s is %(other_end_digit)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: one of %(end_cells)s is %(end_digit)s, one of %(other_end_cells)s is "
            "%(other_end_digit)s, and a cell that sees both ends of a kite cannot hold its digit."
        ),
    },
    "turbot_fish": {
        "nudge": gettext_noop(
            "Look for a turbot fish: a box and a row or column in which a digit has only two places, one "
            "place of each in the same line."
        ),
        "where": _WHERE,
        "why": _WHY,
        "do": _DO,
    },
}
