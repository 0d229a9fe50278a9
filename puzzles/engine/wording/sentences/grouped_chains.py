"""Sentences for chains and nice loops with groups: cells that are linked together."""

from ...translation import gettext_noop
from .chains import DO_CLOSED, DO_ENDS, DO_FALLS, DO_HOLDS, WHERE

NAMES = {
    "grouped_continuous_nice_loop": gettext_noop("Grouped continuous nice loop"),
    "grouped_aic": gettext_noop("Grouped alternating inference chain (AIC)"),
    "grouped_discontinuous_nice_loop": gettext_noop("Grouped discontinuous nice loop"),
}

SUMMARIES = {
    "grouped_continuous_nice_loop": gettext_noop(
        "A continuous nice loop in which cells where a box and a line cross count as one place of a digit, "
        "or almost locked sets make strong links."
    ),
    "grouped_aic": gettext_noop(
        "An alternating inference chain in which cells where a box and a line cross count as one place of a "
        "digit, or almost locked sets make strong links."
    ),
    "grouped_discontinuous_nice_loop": gettext_noop(
        "A discontinuous nice loop in which cells where a box and a line cross count as one place of a "
        "digit, or almost locked sets make strong links."
    ),
}

_WHY_CLOSED = gettext_noop(
    "Go round the numbered links; the cells of a group count as one place. If the digit is not in the first "
    "place, each link decides the next one; if it is, the same happens going round the other way. So of any "
    "two linked places exactly one is right."
)
_WHY_CLOSED_WITH_SETS = gettext_noop(
    "An almost locked set, here %(sets)s, can lack only one of its digits. Go round the numbered links, one "
    "way and the other: each decides the next place. So of any two linked places exactly one is right, and "
    "the other digits of a set are in it."
)
_WHY_ENDS = gettext_noop(
    "Follow the links, with the cells of a group as one place: if %(start_digit)s is not in "
    "%(start_places)s, each link decides the next place, and the last one puts %(finish_digit)s in "
    "%(finish_places)s. So one of the two is right."
)
_WHY_ENDS_WITH_SETS = gettext_noop(
    "An almost locked set, here %(sets)s, can lack only one of its digits. If %(start_digit)s is not in "
    "%(start_places)s, each link decides the next place, and the last one puts %(finish_digit)s in "
    "%(finish_places)s: one of the two is right."
)
_WHY_FALLS = gettext_noop(
    "Suppose that %(start_digit)s is in %(start_cells)s and follow the numbered links, with the cells of a "
    "group as one place: each decides the next place, and the last one says that %(start_digit)s is not "
    "there."
)
_WHY_FALLS_WITH_SETS = gettext_noop(
    "An almost locked set, here %(sets)s, can lack only one of its digits. Suppose that %(start_digit)s is "
    "in %(start_cells)s and follow the numbered links: each decides the next place, and the last one says "
    "that %(start_digit)s is not there."
)
_WHY_HOLDS = gettext_noop(
    "Suppose that %(start_digit)s is not in %(start_cells)s and follow the numbered links, with the cells of "
    "a group as one place: each decides the next place, and the last one says that %(start_digit)s is there."
)
_WHY_HOLDS_WITH_SETS = gettext_noop(
    "An almost locked set, here %(sets)s, can lack only one of its digits. Suppose that %(start_digit)s is "
    "not in %(start_cells)s and follow the numbered links: each decides the next place, and the last one "
    "says that %(start_digit)s is there."
)

SENTENCES = {
    "grouped_continuous_nice_loop": {
        "nudge": gettext_noop(
            "Look for a loop of strong and weak links that alternate all the way round, where several cells "
            "may count as one place of a digit."
        ),
        "where": WHERE,
        "why": _WHY_CLOSED,
        "why.with_sets": _WHY_CLOSED_WITH_SETS,
        "do": DO_CLOSED,
    },
    "grouped_aic": {
        "nudge": gettext_noop(
            "Look for a chain of alternating strong and weak links, strong at either end, where several "
            "cells may count as one place of a digit."
        ),
        "where": WHERE,
        "why": _WHY_ENDS,
        "why.with_sets": _WHY_ENDS_WITH_SETS,
        "why.two_digits_with_sets": _WHY_ENDS_WITH_SETS,
        "do": DO_ENDS,
    },
    "grouped_discontinuous_nice_loop": {
        "nudge": gettext_noop(
            "Look for a loop of strong and weak links that alternate except at one candidate, where several "
            "cells may count as one place of a digit."
        ),
        "where": WHERE,
        "why": _WHY_FALLS,
        "why.with_sets": _WHY_FALLS_WITH_SETS,
        "why.holds": _WHY_HOLDS,
        "why.holds_with_sets": _WHY_HOLDS_WITH_SETS,
        "do": DO_FALLS,
        "do.holds": DO_HOLDS,
        "do.holds_with_sets": DO_HOLDS,
    },
}
