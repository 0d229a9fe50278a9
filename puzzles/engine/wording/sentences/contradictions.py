"""Sentences for nishio and contradiction chains: a candidate that leads to a contradiction."""

from ...translation import gettext_noop

NAMES = {
    "nishio": gettext_noop("Nishio"),
    "contradiction_chain": gettext_noop("Contradiction chain"),
}

SUMMARIES = {
    "nishio": gettext_noop(
        "Suppose that a digit is in a cell and follow this digit alone from house to house: if a house has "
        "no place left for it, it is not in that cell."
    ),
    "contradiction_chain": gettext_noop(
        "Suppose that a candidate is right: if chains of singles lead from it to a cell without a candidate, "
        "or to a house without a place for a digit, it is wrong."
    ),
}

WHERE = gettext_noop("Look at the places of %(assumed_digit)s.")
DO_CELL = gettext_noop(
    "Remove %(eliminations)s: if this were right, %(gap_cell)s would be left without a candidate."
)
DO_HOUSE = gettext_noop(
    "Remove %(eliminations)s: if this were right, %(gap_house)s would be left without a place for "
    "%(gap_digit)s."
)

SENTENCES = {
    "nishio": {
        "nudge": gettext_noop(
            "Look for a digit that you can put in one of its places and follow from house to house until a "
            "house has no place left for it."
        ),
        "where": WHERE,
        "why": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s and follow this digit alone from house to "
            "house: %(gap_house)s has no place left for it."
        ),
        "do": DO_HOUSE,
    },
    "contradiction_chain": {
        "nudge": gettext_noop("Look for a candidate from which chains of singles lead to a contradiction."),
        "where": WHERE,
        "why.cell": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s: chains of singles lead from there until "
            "%(gap_cell)s has no candidate left."
        ),
        "why.house": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s: chains of singles lead from there until "
            "%(gap_house)s has no place left for %(gap_digit)s."
        ),
        "do.cell": DO_CELL,
        "do.house": DO_HOUSE,
    },
}
