"""Chains and nice loops: what is told about strong and weak links in turn."""

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
        "Places of one digit are linked in turn by houses where it has only these two, and by houses that "
        "hold it only once: it is at one end of the chain or at the other."
    ),
    "xy_chain": gettext_noop(
        "Cells with two candidates see each other in turn and share a digit with the next: the first or "
        "the last holds the digit that both have over."
    ),
    "aic": gettext_noop(
        "Strong and weak links of any digits take turns, strong ones first and last: one end of the chain "
        "is right, and what both ends exclude falls."
    ),
    "continuous_nice_loop": gettext_noop(
        "Strong and weak links take turns all the way round: of each two candidates that the loop links "
        "just one is right, and what both exclude falls."
    ),
    "discontinuous_nice_loop": gettext_noop(
        "Strong and weak links take turns from a candidate back to it: between two weak links it is wrong, "
        "between two strong ones right."
    ),
}

WHERE = gettext_noop("Look at the cells with %(digits)s among their candidates.")

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
            "Look for an X-Chain: places of one digit, linked in turn by a house where it has only these "
            "two and by a house that two of them share."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "Follow the links from %(start_cells)s: if %(digit)s is not there, each link decides the next, "
            "and %(digit)s is in %(finish_cells)s; so one of %(end_cells)s holds it."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees both %(end_cells)s cannot hold %(digit)s, for one "
            "of them does."
        ),
    },
    "xy_chain": {
        "nudge": gettext_noop(
            "Look for an XY-Chain: cells with two candidates each, where each sees the next and shares a "
            "digit with it."
        ),
        "where": gettext_noop("Look at the cells with two candidates among %(digits)s."),
        "why": gettext_noop(
            "Follow the chain from %(start_cells)s: if it is not %(start_digit)s, each cell decides the "
            "next, and %(finish_cells)s is %(start_digit)s; so one of %(end_cells)s is."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees both %(end_cells)s cannot hold %(start_digit)s, for "
            "one of them does."
        ),
    },
    "aic": {
        "nudge": gettext_noop(
            "Look for a chain of strong and weak links in turn, with a strong one at either end: one of "
            "its ends must be right."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "Follow the links from %(start_cells)s: if %(start_digit)s is not there, each link decides the "
            "next, and %(finish_digit)s is in %(finish_cells)s; so one of the two is right."
        ),
        "do": DO_ENDS,
    },
    "continuous_nice_loop": {
        "nudge": gettext_noop("Look for a loop of strong and weak links that take turns all the way round."),
        "where": WHERE,
        "why": gettext_noop(
            "The links of the loop through %(cells)s take turns all the way round: going one way or the "
            "other, every second of its candidates is right, so of each two that are linked just one is."
        ),
        "do": DO_CLOSED,
    },
    "discontinuous_nice_loop": {
        "nudge": gettext_noop(
            "Look for a loop of strong and weak links that take turns, except at one candidate where two "
            "alike meet."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "The links of the loop through %(cells)s take turns, but at one candidate two weak ones meet: "
            "whoever takes that for right finds, once round, that it is wrong."
        ),
        "why.holds": gettext_noop(
            "The links of the loop through %(cells)s take turns, but at one candidate two strong ones "
            "meet: whoever takes that for wrong finds, once round, that it is right."
        ),
        "do": DO_FALLS,
        "do.holds": DO_HOLDS,
    },
}
