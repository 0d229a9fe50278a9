"""Sentences for unique rectangles: four corners that two digits must not fill."""

from ...translation import gettext_noop

NAMES = {
    "unique_rectangle_1": gettext_noop("Unique rectangle type 1"),
    "unique_rectangle_2": gettext_noop("Unique rectangle type 2"),
    "unique_rectangle_3": gettext_noop("Unique rectangle type 3"),
    "unique_rectangle_4": gettext_noop("Unique rectangle type 4"),
    "unique_rectangle_5": gettext_noop("Unique rectangle type 5"),
    "unique_rectangle_6": gettext_noop("Unique rectangle type 6"),
    "hidden_rectangle": gettext_noop("Hidden rectangle"),
}

SUMMARIES = {
    "unique_rectangle_1": gettext_noop(
        "Three corners of a rectangle have the same two candidates and no other: the fourth corner cannot "
        "have them, or the puzzle would have two solutions."
    ),
    "unique_rectangle_2": gettext_noop(
        "Two corners of a rectangle have the same two candidates, and the two others, side by side, have one "
        "digit more: it is in one of these, or the puzzle would have two solutions."
    ),
    "unique_rectangle_3": gettext_noop(
        "Two corners of a rectangle have the same two candidates, and the two others, side by side, have "
        "more: with these digits they count as one cell of a naked subset."
    ),
    "unique_rectangle_4": gettext_noop(
        "Two corners of a rectangle have the same two candidates, and one of these digits must be in one of "
        "the two others: these cannot have the other digit, or the puzzle would have two solutions."
    ),
    "unique_rectangle_5": gettext_noop(
        "One corner of a rectangle has two candidates, or two opposite corners have the same two, and the "
        "others have one digit more: it is in one of these, or the puzzle would have two solutions."
    ),
    "unique_rectangle_6": gettext_noop(
        "Two opposite corners of a rectangle have the same two candidates, and all places of one of these "
        "digits in two lines are corners: the two others cannot have it, or the puzzle would have two "
        "solutions."
    ),
    "hidden_rectangle": gettext_noop(
        "One corner of a rectangle has two candidates, and around the opposite corner one of them has its "
        "places in the two other corners: the opposite corner cannot have the other digit, or the puzzle "
        "would have two solutions."
    ),
}

_TWO_CORNERS_JUST = gettext_noop(
    "Look at the digits %(digits)s: two corners of a rectangle have just these candidates."
)
_ONE_HOLDS_THE_EXTRA = gettext_noop(
    "If %(cells)s held only %(digits)s, these could be exchanged and the puzzle would have two solutions: so "
    "one of %(roof_cells)s holds %(extra_digits)s."
)
_SEEN_FROM_ALL = gettext_noop(
    "Remove %(eliminations)s: one of %(roof_cells)s holds %(extra_digits)s, so no cell that sees all these "
    "corners can hold it."
)
_ALL_IN_CORNERS = gettext_noop(
    "Remove %(eliminations)s: otherwise %(digits)s would fill the whole rectangle, and the puzzle would have "
    "two solutions."
)

SENTENCES = {
    "unique_rectangle_1": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: three of its corners have the same two candidates and no "
            "other."
        ),
        "where": gettext_noop(
            "Look at the digits %(digits)s: three corners of a rectangle have just these candidates."
        ),
        "why": gettext_noop(
            "If all of %(cells)s held only %(digits)s, these could be exchanged and the puzzle would have "
            "two solutions: only %(roof_cells)s can prevent that."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: %(roof_cells)s must hold another digit, because the puzzle has only "
            "one solution."
        ),
    },
    "unique_rectangle_2": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: two corners have the same two candidates, and the two "
            "others, side by side, also have a third one, the same."
        ),
        "where": _TWO_CORNERS_JUST,
        "why": _ONE_HOLDS_THE_EXTRA,
        "do": _SEEN_FROM_ALL,
    },
    "unique_rectangle_3": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: two corners have the same two candidates, and the two "
            "others, counted as one cell, make a naked subset with cells beside them."
        ),
        "where": _TWO_CORNERS_JUST,
        "why": gettext_noop(
            "If %(cells)s held only %(digits)s, these could be exchanged and the puzzle would have two "
            "solutions: so one of %(roof_cells)s holds another digit, and makes with %(subset_cells)s a "
            "naked subset of %(subset_digits)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: the digits %(subset_digits)s go to one of %(roof_cells)s and to "
            "%(subset_cells)s."
        ),
    },
    "unique_rectangle_4": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: two corners have the same two candidates, and one of these "
            "must be in one of the two others."
        ),
        "where": _TWO_CORNERS_JUST,
        "why": gettext_noop(
            "In %(house)s, one of %(roof_cells)s must hold %(locked_digits)s; if all of %(cells)s then held "
            "only %(digits)s, these could be exchanged and the puzzle would have two solutions."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: one of %(roof_cells)s holds %(locked_digits)s, and the rectangle must "
            "not hold only %(digits)s."
        ),
    },
    "unique_rectangle_5": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: one corner has two candidates, or two opposite corners have "
            "the same two, and the others also have a third one, the same."
        ),
        "where": gettext_noop(
            "Look at the digits %(digits)s: the corners of a rectangle have only one candidate besides these."
        ),
        "why": _ONE_HOLDS_THE_EXTRA,
        "do": _SEEN_FROM_ALL,
    },
    "unique_rectangle_6": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: two opposite corners have the same two candidates, and one "
            "of these has no place outside the corners in two rows, or in two columns."
        ),
        "where": gettext_noop(
            "Look at the digits %(digits)s: two opposite corners of a rectangle have just these candidates."
        ),
        "why.row": gettext_noop(
            "In rows %(numbers)s, the digit %(locked_digits)s must be in two opposite corners of %(cells)s; "
            "if all four held only %(digits)s, these could be exchanged and the puzzle would have two "
            "solutions."
        ),
        "why.column": gettext_noop(
            "In columns %(numbers)s, the digit %(locked_digits)s must be in two opposite corners of "
            "%(cells)s; if all four held only %(digits)s, these could be exchanged and the puzzle would have "
            "two solutions."
        ),
        "do": _ALL_IN_CORNERS,
    },
    "hidden_rectangle": {
        "nudge": gettext_noop(
            "Look for a rectangle in two boxes: one corner has just two candidates, and in the row and the "
            "column of the opposite corner one of these can only be in corners."
        ),
        "where": gettext_noop(
            "Look at the digits %(digits)s: one corner of a rectangle has just these candidates."
        ),
        "why": gettext_noop(
            "%(floor_cells)s has just %(digits)s, and in the row and the column of %(roof_cells)s, the digit "
            "%(locked_digits)s can only be in corners of the rectangle: if all of %(cells)s held only "
            "%(digits)s, these could be exchanged and the puzzle would have two solutions."
        ),
        "do": _ALL_IN_CORNERS,
    },
}
