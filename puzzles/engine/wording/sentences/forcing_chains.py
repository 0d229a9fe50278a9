"""Sentences for forcing chains: candidates that all lead to the same."""

from ...translation import gettext_noop

NAMES = {
    "cell_forcing_chain": gettext_noop("Cell forcing chain"),
    "house_forcing_chain": gettext_noop("House forcing chain"),
}

SUMMARIES = {
    "cell_forcing_chain": gettext_noop(
        "Follow each candidate of a cell separately, from single to single: what all of them force is true, "
        "whichever is right."
    ),
    "house_forcing_chain": gettext_noop(
        "Follow each place of a digit in a house separately, from single to single: what all of them force "
        "is true, whichever is right."
    ),
}

SENTENCES = {
    "cell_forcing_chain": {
        "nudge": gettext_noop(
            "Look for a cell where it makes no difference which candidate is right: followed from single to "
            "single, all of them lead to the same result."
        ),
        "where": gettext_noop("Look at the cells with the candidates %(stem_digits)s and no others."),
        "why": gettext_noop(
            "Follow each candidate of %(stem_cell)s separately, from single to single: whichever of "
            "%(stem_digits)s is right, all the chains agree."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: whichever of %(stem_digits)s is in %(stem_cell)s, this is wrong."
        ),
        "do.places": gettext_noop(
            "Place %(digit)s in %(cell)s: whichever of %(stem_digits)s is in %(stem_cell)s, this follows."
        ),
    },
    "house_forcing_chain": {
        "nudge": gettext_noop(
            "Look for a house where it makes no difference which place of a digit is right: followed from "
            "single to single, all of them lead to the same result."
        ),
        "where": gettext_noop(
            "Look at %(house)s: it has a digit all of whose places lead to the same result."
        ),
        "why": gettext_noop(
            "Follow each place of %(stem_digit)s in %(house)s separately, from single to single: whichever "
            "is right, all the chains agree."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: wherever %(stem_digit)s is in %(house)s, this is wrong."
        ),
        "do.places": gettext_noop(
            "Place %(digit)s in %(cell)s: wherever %(stem_digit)s is in %(house)s, this follows."
        ),
    },
}
