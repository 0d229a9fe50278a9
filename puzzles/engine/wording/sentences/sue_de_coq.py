"""Sentences for sue de coq: cells where a line and a box cross, and some beside them."""

from ...translation import gettext_noop

NAMES = {"sue_de_coq": gettext_noop("Sue de Coq")}

SUMMARIES = {
    "sue_de_coq": gettext_noop(
        "Some cells where a line and a box cross, with a few others in each, have exactly as many digits as "
        "cells: the rest of the line or of the box cannot have these digits."
    ),
}

SENTENCES = {
    "sue_de_coq": {
        "nudge": gettext_noop(
            "Look where a row or a column crosses a box for cells that, with a few others in each, have "
            "exactly as many digits as cells."
        ),
        "where": gettext_noop("Look where %(houses)s cross."),
        "why": gettext_noop(
            "%(cells)s have only the digits %(digits)s, as many as there are cells, and no digit can be "
            "there twice: so each is there once."
        ),
        "why.twice": gettext_noop(
            "%(cells)s have only the digits %(digits)s, and only %(twice_digits)s can be there twice, in "
            "%(line_cells)s and in %(box_cells)s: that is just enough to fill the cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: %(cells)s use up these digits in %(houses)s."),
    },
}
