"""Sentences for trial: a candidate that is tried, and refuted."""

from ...translation import gettext_noop
from .contradictions import DO_CELL, DO_HOUSE

NAMES = {
    "trial": gettext_noop("Trial"),
    "nested_trial": gettext_noop("Trial within a trial"),
}

SUMMARIES = {
    "trial": gettext_noop(
        "Suppose that a candidate is right: if the singles that follow end in a contradiction, it is wrong. "
        "This is not guessing, because you keep nothing else."
    ),
    "nested_trial": gettext_noop(
        "Suppose that a candidate is right: where the singles that follow stop, smaller trials inside remove "
        "candidates until there is a contradiction. It is the last resort, and it always works."
    ),
}

WHERE = gettext_noop("Try the places of %(assumed_digit)s.")

SENTENCES = {
    "trial": {
        "nudge": gettext_noop(
            "Nothing simpler helps: suppose that a candidate is right, place the singles that follow, and "
            "see whether they end in a contradiction."
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
            "A trial by singles does not help either: suppose that a candidate is right, and where the "
            "singles that follow stop, try other candidates inside this trial."
        ),
        "where": WHERE,
        "why.cell": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s, place the singles that follow and remove what "
            "smaller trials disprove, until %(gap_cell)s has no candidate left."
        ),
        "why.house": gettext_noop(
            "Suppose %(assumed_cell)s were %(assumed_digit)s, place the singles that follow and remove what "
            "smaller trials disprove, until %(gap_house)s has no place left for %(gap_digit)s."
        ),
        "do.cell": DO_CELL,
        "do.house": DO_HOUSE,
    },
}
