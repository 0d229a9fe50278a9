"""Trial: what is told about a candidate that is tried, and refuted."""

from ...translation import gettext_noop
from .contradictions import DO_CELL, DO_HOUSE

NAMES = {
    "trial": gettext_noop("Trial"),
    "nested_trial": gettext_noop("Trial within a trial"),
}

SUMMARIES = {
    "trial": gettext_noop(
        "A candidate is tried: the singles that follow end in a contradiction, and so it is wrong. It is "
        "no guess, as nothing is kept but this."
    ),
    "nested_trial": gettext_noop(
        "A candidate is tried, and where the singles that follow stop, smaller trials inside take "
        "candidates away until there is a contradiction. It is the last resort, which always leads on."
    ),
}

WHERE = gettext_noop("Try the places of %(assumed_digit)s.")

SENTENCES = {
    "trial": {
        "nudge": gettext_noop(
            "Nothing simpler leads on: suppose that a candidate is right, place the singles that follow, "
            "and see whether they end in a contradiction."
        ),
        "where": WHERE,
        "why.cell": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s and place the singles that follow, until "
            "%(gap_cell)s has no candidate left."
        ),
        "why.house": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s and place the singles that follow, until "
            "%(gap_house)s has no place left for %(gap_digit)s."
        ),
        "do.cell": DO_CELL,
        "do.house": DO_HOUSE,
    },
    "nested_trial": {
        "nudge": gettext_noop(
            "Not even a trial by singles leads on: suppose that a candidate is right, and where the "
            "singles that follow stop, try other candidates inside this trial."
        ),
        "where": WHERE,
        "why.cell": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s, place the singles that follow and take away "
            "what smaller trials refute, until %(gap_cell)s has no candidate left."
        ),
        "why.house": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s, place the singles that follow and take away "
            "what smaller trials refute, until %(gap_house)s has no place left for %(gap_digit)s."
        ),
        "do.cell": DO_CELL,
        "do.house": DO_HOUSE,
    },
}
