"""Sentences for finned fish: a fish that a few places in one box spoil."""

from ...translation import gettext_noop

NAMES = {
    "finned_x_wing": gettext_noop("Finned X-Wing"),
    "sashimi_x_wing": gettext_noop("Sashimi X-Wing"),
    "finned_swordfish": gettext_noop("Finned Swordfish"),
    "sashimi_swordfish": gettext_noop("Sashimi Swordfish"),
    "finned_jellyfish": gettext_noop("Finned Jellyfish"),
    "sashimi_jellyfish": gettext_noop("Sashimi Jellyfish"),
}

SUMMARIES = {
    "finned_x_wing": gettext_noop(
        "An X-Wing with a few extra places in one box, the fins: either a fin holds the digit or the X-Wing "
        "is complete, so what both exclude can be removed."
    ),
    "sashimi_x_wing": gettext_noop(
        "A finned X-Wing with a corner missing: one of its lines has only one place besides the fins."
    ),
    "finned_swordfish": gettext_noop(
        "A Swordfish with a few extra places in one box, the fins: either a fin holds the digit or the "
        "Swordfish is complete, so what both exclude can be removed."
    ),
    "sashimi_swordfish": gettext_noop(
        "A finned Swordfish in which one line has only one place besides the fins."
    ),
    "finned_jellyfish": gettext_noop(
        "A Jellyfish with a few extra places in one box, the fins: either a fin holds the digit or the "
        "Jellyfish is complete, so what both exclude can be removed."
    ),
    "sashimi_jellyfish": gettext_noop(
        "A finned Jellyfish in which one line has only one place besides the fins."
    ),
}

_WHERE = {
    "x_wing": {
        "where.row": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in two rows lie in two columns."
        ),
        "where.column": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in two columns lie in two rows."
        ),
    },
    "swordfish": {
        "where.row": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in three rows lie in three columns."
        ),
        "where.column": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in three columns lie in three rows."
        ),
    },
    "jellyfish": {
        "where.row": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in four rows lie in four columns."
        ),
        "where.column": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in four columns lie in four rows."
        ),
    },
}

DO_SIAMESE = gettext_noop("Remove %(eliminations)s: one of the two fish excludes each of these.")

_REASON = {
    "why.row": gettext_noop(
        "In rows %(base_numbers)s, the digit %(digit)s is possible only in columns %(cover_numbers)s "
        "(%(cells)s) and in the fins (%(fin_cells)s): either a fin holds it, or each of these rows takes a "
        "different one of these columns."
    ),
    "why.column": gettext_noop(
        "In columns %(base_numbers)s, the digit %(digit)s is possible only in rows %(cover_numbers)s "
        "(%(cells)s) and in the fins (%(fin_cells)s): either a fin holds it, or each of these columns takes "
        "a different one of these rows."
    ),
    "do.row": gettext_noop(
        "Remove %(eliminations)s: with %(digit)s there, %(fin_cells)s could not hold it, and rows "
        "%(base_numbers)s would have one column too few."
    ),
    "do.column": gettext_noop(
        "Remove %(eliminations)s: with %(digit)s there, %(fin_cells)s could not hold it, and columns "
        "%(base_numbers)s would have one row too few."
    ),
    "why.siamese.row": gettext_noop(
        "These are two fish in one: in rows %(base_numbers)s, the digit %(digit)s is possible only in "
        "columns %(cover_numbers)s and in %(fin_cells)s, but also only in columns %(other_cover_numbers)s "
        "and in %(other_fin_cells)s."
    ),
    "why.siamese.column": gettext_noop(
        "These are two fish in one: in columns %(base_numbers)s, the digit %(digit)s is possible only in "
        "rows %(cover_numbers)s and in %(fin_cells)s, but also only in rows %(other_cover_numbers)s and in "
        "%(other_fin_cells)s."
    ),
    "do.siamese": DO_SIAMESE,
}

SENTENCES = {
    "finned_x_wing": {
        "nudge": gettext_noop("Look for an X-Wing spoilt only by a few places in one box: its fins."),
        **_WHERE["x_wing"],
        **_REASON,
    },
    "sashimi_x_wing": {
        "nudge": gettext_noop("Look for an X-Wing with a corner missing, and fins in one box instead."),
        **_WHERE["x_wing"],
        **_REASON,
    },
    "finned_swordfish": {
        "nudge": gettext_noop("Look for a Swordfish spoilt only by a few places in one box: its fins."),
        **_WHERE["swordfish"],
        **_REASON,
    },
    "sashimi_swordfish": {
        "nudge": gettext_noop(
            "Look for a Swordfish with only one place in one of its lines, and fins in one box."
        ),
        **_WHERE["swordfish"],
        **_REASON,
    },
    "finned_jellyfish": {
        "nudge": gettext_noop("Look for a Jellyfish spoilt only by a few places in one box: its fins."),
        **_WHERE["jellyfish"],
        **_REASON,
    },
    "sashimi_jellyfish": {
        "nudge": gettext_noop(
            "Look for a Jellyfish with only one place in one of its lines, and fins in one box."
        ),
        **_WHERE["jellyfish"],
        **_REASON,
    },
}
