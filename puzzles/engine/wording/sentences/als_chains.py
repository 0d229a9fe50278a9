"""Sentences for chains of almost locked sets: two, three and more of them."""

from ...translation import gettext_noop

NAMES = {
    "als_xz": gettext_noop("ALS-XZ"),
    "als_xy_wing": gettext_noop("ALS-XY-Wing"),
    "als_chain": gettext_noop("ALS chain"),
}

SUMMARIES = {
    "als_xz": gettext_noop(
        "Two sets of cells each have one digit more than cells, and share a digit that only one of them can "
        "hold: the other one holds all its other digits."
    ),
    "als_xy_wing": gettext_noop(
        "Two almost locked sets would each take a digit from a third one, which can do without only one "
        "digit: one of the two holds the digit they share."
    ),
    "als_chain": gettext_noop(
        "A chain of almost locked sets, each of which would take a digit from the next: the first or the "
        "last holds the digit they share."
    ),
}

SENTENCES = {
    "als_xz": {
        "nudge": gettext_noop(
            "Look for two almost locked sets, that is, cells of a house with one digit more than cells, and "
            "for a digit that only one of the two sets can hold."
        ),
        "where": gettext_noop(
            "Look for two almost locked sets that share %(common_digits)s, which only one of them can hold."
        ),
        "where.doubly_linked": gettext_noop(
            "Look for two almost locked sets that share %(common_digits)s, each of which only one of them "
            "can hold."
        ),
        "why": gettext_noop(
            "The sets %(set_a_cells)s (digits %(set_a_digits)s) and %(set_b_cells)s (digits "
            "%(set_b_digits)s) cannot both hold %(common_digits)s. A set without it holds all its other "
            "digits, so %(shared_digits)s cannot be missing from both."
        ),
        "why.doubly_linked": gettext_noop(
            "The sets %(set_a_cells)s (digits %(set_a_digits)s) and %(set_b_cells)s (digits "
            "%(set_b_digits)s) cannot both hold the same one of %(common_digits)s: so each holds one of "
            "these, and all its other digits."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees all the places of a digit in both sets cannot hold "
            "it, because one of the sets does."
        ),
        "do.doubly_linked": gettext_noop(
            "Remove %(eliminations)s: the two sets use up these digits for the cells that see all their "
            "places."
        ),
    },
    "als_xy_wing": {
        "nudge": gettext_noop(
            "Look for three almost locked sets: two of them each share with the third a digit that only one "
            "of the two can hold."
        ),
        "where": gettext_noop(
            "Look for three almost locked sets, two of which would take %(common_digits)s from the third."
        ),
        "why": gettext_noop(
            "Suppose that %(shared_digits)s is in neither %(set_a_cells)s nor %(set_c_cells)s. Then the "
            "first hold %(node_one_digit)s and the second %(node_three_digit)s, so %(set_b_cells)s (digits "
            "%(set_b_digits)s) lose both: too few digits are left for these cells."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees all the places of a digit in %(set_a_cells)s and "
            "%(set_c_cells)s cannot hold it, because one of the two sets does."
        ),
    },
    "als_chain": {
        "nudge": gettext_noop(
            "Look for a chain of almost locked sets: each shares with the next a digit that only one of the "
            "two can hold."
        ),
        "where": gettext_noop("Look for a chain of almost locked sets that are linked by %(common_digits)s."),
        "why": gettext_noop(
            "If %(shared_digits)s were missing from %(first_cells)s and from %(last_cells)s, each set would "
            "take a digit from the next one along the chain, and %(last_cells)s would lack two digits."
        ),
        "why.closed": gettext_noop(
            "If %(shared_digits)s were missing from %(first_cells)s, each set would take a digit from the "
            "next one along the chain, which comes back: %(last_cells)s would lack two digits."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees all the places of a digit in %(first_cells)s and "
            "%(last_cells)s cannot hold it, because one of the two sets does."
        ),
        "do.closed": gettext_noop(
            "Remove %(eliminations)s: a cell that sees all the places of a digit in %(first_cells)s cannot "
            "hold it, because this set does."
        ),
    },
}
