"""The words of the pictures beside the board of the viewer, in the reader's language."""

from django.utils.translation import gettext as _


def pane_words() -> dict[str, str]:
    """Every sentence of the panes: output, call stack, strip, layers of M, candidates, search tree."""
    return {
        # The output
        "outputTitle": _("Output of the program"),
        "outputEarlier": _("(%(count)d earlier solutions)"),
        "outputValue": _("Value of the call: %(value)s"),
        "outputTurns": _("M at each turn (the last five)"),
        # The call stack
        "stackTitle": _("Call stack"),
        "stackNone": _("No call is open: the run has not begun, or is over."),
        "stackOlder": _("Older calls: %(count)d"),
        "stackTower": _(
            "One bar for each open call, the first at the bottom: the longer, the higher its digit"
        ),
        "stackGiven": _("given digit"),
        "stackFull": _("grid full"),
        "stackClosed": _("popped"),
        "stackClosedMore": _("popped ×%(count)d"),
        # The strip
        "stripTitle": _("The 81 cells in reading order"),
        "stripForward": _("goes forward"),
        "stripBackward": _("goes back"),
        "stripLocks": _("Protected cells: %(count)d"),
        # The layers of M
        "layersTitle": _("Table M: a layer for each digit"),
        "layersCount": _("Forbidden: %(count)d of 729"),
        "layersForbidden": _("forbidden"),
        "layersUseful": _("new: 0 → 1"),
        "layersRepeated": _("repeated: 1 → 1"),
        "layersFilled": _("filled cell"),
        # The candidates
        "candidatesTitle": _("Candidates of each cell"),
        "candidatesCount": _("Candidates left: %(count)d"),
        "candidatesChosen": _("chosen digit"),
        "candidatesGone": _("just lost"),
        "candidatesEmpty": _("no candidate left in %(cell)s"),
        # The search tree
        "treeTitle": _("Search tree"),
        "treeCounts": _("Open choices: %(open)d. Dead ends: %(dead)s."),
        "treeNone": _("No choice is open: all digits so far were forced."),
        "treeEarlier": _("Earlier: %(count)d"),
        "treeOpen": _("open choice"),
        "treeDead": _("dead end (and its choices)"),
        "treeUntried": _("not tried yet"),
    }
