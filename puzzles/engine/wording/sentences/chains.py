"""Sentences for chains and nice loops: strong and weak links in turn."""

from ...translation import gettext_noop

NAMES = {
    "x_chain": gettext_noop("X-Chain"),
    "xy_chain": gettext_noop("XY-Chain"),
    "aic": gettext_noop("Alternating inference chain (AIC)"),
    "continuous_nice_loop": gettext_noop("Continuous nice loop"),
    "discontinuous_nice_loop": gettext_noop("Discontinuous nice loop"),
}

SUMMARIES = {
    "x_chain": gettext_noop(
        "Places of one digit form a chain, linked alternately by a house where it has only these two and by "
        "a house that both share: one end of the chain holds the digit."
    ),
    "xy_chain": gettext_noop(
        "Cells with two candidates, each of which sees the next and shares a digit with it: the first or the "
        "last holds the digit that both have left."
    ),
    "aic": gettext_noop(
        "Strong and weak links of any digits alternate, strong ones first and last: one end of the chain is "
        "right, so what both ends exclude can be removed."
    ),
    "continuous_nice_loop": gettext_noop(
        "Strong and weak links alternate all the way round: of any two linked candidates exactly one is "
        "right, so what both exclude can be removed."
    ),
    "discontinuous_nice_loop": gettext_noop(
        "Strong and weak links alternate from a candidate back to itself: between two weak links it is "
        "wrong, between two strong ones it is right."
    ),
}

WHERE = gettext_noop("Look at %(begin_house)s: the links begin there.")

DO_ENDS = gettext_noop(
    "Remove %(eliminations)s: both ends of the chain exclude this, and one of them is right."
)
DO_CLOSED = gettext_noop(
    "Remove %(eliminations)s: of any two candidates linked in the loop one is right, which leaves no room "
    "for this."
)
DO_FALLS = gettext_noop("Remove %(eliminations)s: if this were right, the loop would show it to be wrong.")
DO_HOLDS = gettext_noop(
    "Remove %(eliminations)s: if %(start_digit)s were not in %(start_cells)s, the loop would show that it is."
)

SENTENCES = {
    "x_chain": {
        "nudge": gettext_noop(
            "Look for an X-Chain: places of one digit, linked alternately by a house where it has only these "
            "two and by a house that two of them share."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "Follow the links from %(start_cells)s: if %(digit)s is not there, each link decides the next, "
            "and %(digit)s is in %(finish_cells)s; so one of %(end_cells)s holds it."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees both %(end_cells)s cannot hold %(digit)s, because one "
            "of them does."
        ),
    },
    "xy_chain": {
        "nudge": gettext_noop(
            "Look for an XY-Chain: cells with two candidates each, where each sees the next and shares a "
            "digit with it."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "Follow the chain from %(start_cells)s: if it is not %(start_digit)s, each cell decides the "
            "next, and %(finish_cells)s is %(start_digit)s; so one of %(end_cells)s is."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees both %(end_cells)s cannot hold %(start_digit)s, "
            "because one of them does."
        ),
    },
    "aic": {
        "nudge": gettext_noop(
            "Look for a chain of alternating strong and weak links, with a strong one at either end: one of "
            "its ends must be right."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "Follow the links from %(start_cells)s: if %(start_digit)s is not there, each link decides the "
            "next candidate, and the last one puts %(finish_digit)s in %(finish_cells)s. So one of these "
            "two candidates is right."
        ),
        "do": DO_ENDS,
    },
    "continuous_nice_loop": {
        "nudge": gettext_noop("Look for a loop of strong and weak links that alternate all the way round."),
        "where": WHERE,
        "why": gettext_noop(
            "Go round the numbered links. If the first candidate is wrong, each link decides the next one. "
            "If it is right, they do so the other way round. Either way, exactly one of any two linked "
            "candidates is right."
        ),
        "do": DO_CLOSED,
    },
    "discontinuous_nice_loop": {
        "nudge": gettext_noop(
            "Look for a loop of strong and weak links that alternate, except at one candidate where two "
            "links of the same kind meet."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "Suppose that %(start_digit)s is in %(start_cells)s and follow the numbered links: each decides "
            "the next candidate, and the last one says that %(start_digit)s is not there."
        ),
        "why.holds": gettext_noop(
            "Suppose that %(start_digit)s is not in %(start_cells)s and follow the numbered links: each "
            "decides the next candidate, and the last one says that %(start_digit)s is there."
        ),
        "do": DO_FALLS,
        "do.holds": DO_HOLDS,
    },
}
