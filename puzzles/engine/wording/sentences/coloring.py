"""Sentences for colouring: the two colours of what hangs together by strong links."""

from ...translation import gettext_noop

NAMES = {
    "simple_colors_trap": gettext_noop("Simple colours, trap"),
    "simple_colors_wrap": gettext_noop("Simple colours, wrap"),
    "multi_colors_1": gettext_noop("Multi-colours 1"),
    "multi_colors_2": gettext_noop("Multi-colours 2"),
}

SUMMARIES = {
    "simple_colors_trap": gettext_noop(
        "Wherever a house has only two places for a digit, give them two alternating colours: one colour is "
        "right everywhere, so a candidate that sees both is wrong."
    ),
    "simple_colors_wrap": gettext_noop(
        "Wherever a house has only two places for a digit, give them two alternating colours: one colour is "
        "right everywhere, and a colour that is twice in a house is wrong."
    ),
    "multi_colors_1": gettext_noop(
        "Two groups of places for a digit have two colours each, and a colour of one sees a colour of the "
        "other: one of the other two colours is right."
    ),
    "multi_colors_2": gettext_noop(
        "Two groups of places for a digit have two colours each: a colour that sees both colours of the "
        "other group is wrong."
    ),
}

_WHERE = gettext_noop("Look at the cells with %(digits)s among their candidates.")

SENTENCES = {
    "simple_colors_trap": {
        "nudge": gettext_noop(
            "Colour the places for a digit alternately wherever a house has only two of them, and look for a "
            "candidate that sees both colours."
        ),
        "where": _WHERE,
        "why": gettext_noop(
            "Colour alternately wherever a house has only two places for %(digit)s: it is in all cells of "
            "one colour, %(color_a_cells)s, or in all of the other, %(color_b_cells)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees both colours cannot hold %(digit)s, because one of "
            "the two is right."
        ),
    },
    "simple_colors_wrap": {
        "nudge": gettext_noop(
            "Colour the places for a digit alternately wherever a house has only two of them, and look for a "
            "colour that is twice in a house."
        ),
        "where": _WHERE,
        "why": gettext_noop(
            "Colour alternately wherever a house has only two places for %(digit)s: one colour is "
            "%(color_a_cells)s, the other %(color_b_cells)s; but %(clash_cells)s, of one colour, are both in "
            "%(clash_house)s."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: if their colour were right, %(clash_house)s would hold %(digit)s "
            "twice, in %(clash_cells)s."
        ),
    },
    "multi_colors_1": {
        "nudge": gettext_noop(
            "Colour the places for a digit alternately wherever a house has only two of them, each group "
            "with its own two colours, and look for two groups that see each other."
        ),
        "where": _WHERE,
        "why": gettext_noop(
            "Strong links join the cells into two groups. In the first, %(digit)s is either in "
            "%(color_a_cells)s or in %(color_b_cells)s; in the second, either in %(color_c_cells)s or in "
            "%(color_d_cells)s. %(clash_cells)s see each other and do not both hold it: so it is in "
            "%(color_b_cells)s, or in %(color_d_cells)s, or in all of them."
        ),
        "why.twice": gettext_noop(
            "Each group has two colours: the digit %(digit)s is in %(color_a_cells)s or in "
            "%(color_b_cells)s, and in %(color_c_cells)s or in %(color_d_cells)s; each colour sees one of "
            "the other group, so of the first and the third exactly one is right, and of the second and the "
            "fourth too."
        ),
        "why.several": gettext_noop(
            "Each group has two colours: the digit %(digit)s is in %(color_a_cells)s or in "
            "%(color_b_cells)s, and in %(color_c_cells)s or in %(color_d_cells)s. A colour of one group sees "
            "both colours of the other (%(clash_cells)s): each time two colours see each other, they are not "
            "both right, so one of the other two is."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: a cell that sees two colours of which one must be right cannot hold "
            "%(digit)s."
        ),
    },
    "multi_colors_2": {
        "nudge": gettext_noop(
            "Colour the places for a digit alternately wherever a house has only two of them, each group "
            "with its own two colours, and look for a colour that sees both colours of another group."
        ),
        "where": _WHERE,
        "why": gettext_noop(
            "Each group has two colours: in one, the digit %(digit)s is in %(color_c_cells)s or in "
            "%(color_d_cells)s; in the other, the colour of %(color_a_cells)s sees cells of both."
        ),
        "do": gettext_noop(
            "Remove %(eliminations)s: whichever colour of the other group is right, it excludes this one."
        ),
    },
}
