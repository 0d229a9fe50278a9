"""Sentences for remote pairs: a chain of cells with the same two candidates."""

from ...translation import gettext_noop

NAMES = {
    "remote_pair": gettext_noop("Remote pair"),
}

SUMMARIES = {
    "remote_pair": gettext_noop(
        "Cells with the same two candidates, each seen by the next, hold the two digits alternately: a cell "
        "that sees one of each sees both digits."
    ),
}

SENTENCES = {
    "remote_pair": {
        "nudge": gettext_noop(
            "Look for a remote pair: a chain of at least four cells with the same two candidates, each seen "
            "by the next."
        ),
        "where": gettext_noop("Look at the cells with the candidates %(digits)s and no others."),
        "why": gettext_noop(
            "Along the chain, %(digits)s alternate: one of the two is in %(color_a_cells)s, the other in "
            "%(color_b_cells)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees one of %(color_a_cells)s and one of "
            "%(color_b_cells)s sees both digits."
        ),
    },
}
