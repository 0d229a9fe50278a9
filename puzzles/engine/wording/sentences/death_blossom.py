"""Sentences for death blossom: a cell and the almost locked sets around it."""

from ...translation import gettext_noop

NAMES = {"death_blossom": gettext_noop("Death Blossom")}

SUMMARIES = {
    "death_blossom": gettext_noop(
        "Each candidate of a cell would take its digit from an almost locked set, which then holds all its "
        "other digits: one of the sets holds the digit they share."
    ),
}

SENTENCES = {
    "death_blossom": {
        "nudge": gettext_noop(
            "Look for a cell each of whose candidates would take its digit from an almost locked set, which "
            "then holds all its other digits."
        ),
        "where": gettext_noop("Look at the cells with the candidates %(stem_digits)s and no others."),
        "why": gettext_noop(
            "Whichever of %(stem_digits)s is right in %(stem_cell)s, it takes its digit from one almost "
            "locked set, in this order: %(sets)s. A set that has lost one digit holds all its others, "
            "among them %(shared_digits)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees all the places of a digit in the sets around "
            "%(stem_cell)s cannot hold it, because one of the sets does."
        ),
    },
}
