"""Sue de Coq: what is told about cells where a line and a box cross, and some beside them."""

from ...translation import gettext_noop

NAMES = {"sue_de_coq": gettext_noop("Sue de Coq")}

SUMMARIES = {
    "sue_de_coq": gettext_noop(
        "Where a line and a box cross, some cells and a few beside them in each have just as many digits as "
        "they are cells: these digits fall in the rest of the line or of the box."
    ),
}

SENTENCES = {
    "sue_de_coq": {
        "nudge": gettext_noop(
            "Look where a row or a column crosses a box for cells that have, together with a few beside "
            "them in each, just as many digits as they are cells."
        ),
        "where": gettext_noop("Look where %(houses)s cross."),
        "why": gettext_noop(
            "%(cells)s have only the digits %(digits)s, as many as they are cells, and no digit can stand "
            "there twice: so each stands there once."
        ),
        "why.twice": gettext_noop(
            "%(cells)s have only the digits %(digits)s, and only %(twice_digits)s can stand there twice, in "
            "%(line_cells)s and in %(box_cells)s: that is just enough to fill the cells."
        ),
        "do": gettext_noop("Remove %(eliminations)s: %(cells)s use up these digits in %(houses)s."),
    },
}
