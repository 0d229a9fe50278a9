"""Sentences for franken fish: a fish with boxes among its lines."""

from ...translation import gettext_noop
from .finned_fish import DO_SIAMESE

NAMES = {
    "franken_swordfish": gettext_noop("Franken Swordfish"),
    "franken_jellyfish": gettext_noop("Franken Jellyfish"),
    "finned_franken_x_wing": gettext_noop("Finned Franken X-Wing"),
    "finned_franken_swordfish": gettext_noop("Finned Franken Swordfish"),
    "finned_franken_jellyfish": gettext_noop("Finned Franken Jellyfish"),
}

SUMMARIES = {
    "franken_swordfish": gettext_noop(
        "A Swordfish of lines and boxes: the places for a digit in three houses all lie in three others."
    ),
    "franken_jellyfish": gettext_noop(
        "A Jellyfish of lines and boxes: the places for a digit in four houses all lie in four others."
    ),
    "finned_franken_x_wing": gettext_noop(
        "An X-Wing of lines and boxes with fins: except for these, the places for a digit in two houses lie "
        "in two others."
    ),
    "finned_franken_swordfish": gettext_noop(
        "A Swordfish of lines and boxes with fins: except for these, the places for a digit in three houses "
        "lie in three others."
    ),
    "finned_franken_jellyfish": gettext_noop(
        "A Jellyfish of lines and boxes with fins: except for these, the places for a digit in four houses "
        "lie in four others."
    ),
}

_REASON = {
    "why": gettext_noop(
        "In %(base_houses)s, the digit %(digit)s is only possible in %(cover_houses)s (%(cells)s): each of "
        "the first houses takes one of the second."
    ),
    "do": gettext_noop(
        "Remove %(eliminations)s: the digit %(digit)s of %(base_houses)s uses up %(cover_houses)s."
    ),
}

_REASON_WITH_FINS = {
    "why": gettext_noop(
        "In %(base_houses)s, the digit %(digit)s is possible only in %(cover_houses)s (%(cells)s) and in the "
        "fins (%(fin_cells)s): either a fin holds it, or each of the first houses takes one of the second."
    ),
    "do": gettext_noop(
        "Remove %(eliminations)s: with %(digit)s there, %(fin_cells)s could not hold it, and %(base_houses)s "
        "would have one house too few."
    ),
    "why.siamese": gettext_noop(
        "These are two fish in one: in %(base_houses)s, the digit %(digit)s is possible only in "
        "%(cover_houses)s and in %(fin_cells)s, but also only in %(other_cover_houses)s and in "
        "%(other_fin_cells)s."
    ),
    "do.siamese": DO_SIAMESE,
}

SENTENCES = {
    "franken_swordfish": {
        "nudge": gettext_noop("Look for a Swordfish with boxes among its lines."),
        "where": gettext_noop(
            "Look at the digit %(digit)s: its places in three houses all lie in three others, "
            "boxes among them."
        ),
        **_REASON,
    },
    "franken_jellyfish": {
        "nudge": gettext_noop("Look for a Jellyfish with boxes among its lines."),
        "where": gettext_noop(
            "Look at the digit %(digit)s: its places in four houses all lie in four others, boxes among them."
        ),
        **_REASON,
    },
    "finned_franken_x_wing": {
        "nudge": gettext_noop("Look for an X-Wing with boxes among its lines, and with fins."),
        "where": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in two houses lie in two others."
        ),
        **_REASON_WITH_FINS,
    },
    "finned_franken_swordfish": {
        "nudge": gettext_noop("Look for a Swordfish with boxes among its lines, and with fins."),
        "where": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in three houses lie in three "
            "others."
        ),
        **_REASON_WITH_FINS,
    },
    "finned_franken_jellyfish": {
        "nudge": gettext_noop("Look for a Jellyfish with boxes among its lines, and with fins."),
        "where": gettext_noop(
            "Look at the digit %(digit)s: except for the fins, its places in four houses lie in four others."
        ),
        **_REASON_WITH_FINS,
    },
}
