"""The words the scripts of the viewer speak with, in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _

from puzzles.engine.runs import EVENT_SENTENCES, Operation

from .pane_words import pane_words
from .prediction_words import prediction_words


def viewer_words() -> dict[str, Any]:
    """Every sentence of the viewer's scripts, with its places for numbers.

    `events` tells an event by the number of its operation, `outside` a move beyond the grid.
    """
    return {
        "cell": _("r%(row)dc%(column)d"),
        "events": {str(operation.value): _(text) for operation, text in EVENT_SENTENCES.items()},
        "outside": {
            str(Operation.ADVANCE.value): _("forward beyond the last cell"),
            str(Operation.RETREAT.value): _("backward beyond the first cell"),
        },
        "overSimple": _("no empty cell has a single digit left: the simple method stops"),
        **_page_words(),
        **_board_words(),
        **_test_words(),
        **pane_words(),
        "counters": _counter_words(),
        "predict": prediction_words(),
    }


def _page_words() -> dict[str, str]:
    return {
        "play": _("Play"),
        "pause": _("Pause"),
        "start": _("The grid as given"),
        "count": _("Step %(number)s of %(total)s"),
        "countMore": _("Step %(number)s"),
        "changeOf": _("change of %(cell)s"),
        "chooseCell": _("Choose a cell of the grid first."),
        "noneAhead": _("There is none further on."),
        "noneBehind": _("There is none before."),
        "notKept": _(
            "The steps from %(head)s to %(tail)s are not kept, only snapshots: from one to the next many"
            " steps pass."
        ),
        "failed": _("The run could not be fetched. Load the page again."),
        "refused": _("This grid cannot be watched now. Load the page again."),
        "busy": _("Many solvers are at work just now. Load the page again in a moment."),
    }


def _board_words() -> dict[str, str]:
    return {
        "board": _("The grid at this step"),
        "place": _("Row %(row)d, column %(column)d"),
        "given": _("given %(digit)d"),
        "empty": _("empty"),
    }


def _test_words() -> dict[str, Any]:
    """Which digits are tried before the next step, and what became of them."""
    return {
        "houses": {"row": _("row"), "column": _("column"), "box": _("box")},
        "fits": _("fits"),
        "possible": _("possible"),
        "tried": _("tried"),
        "testsNone": _("None: the next step follows at once."),
        "testsOver": _("The run is at its end."),
        "testsCut": _("The solver is not at its end: it is followed only up to here."),
        "testsUnknown": _("The next step is not kept."),
        "testsTried": _("Digits tried in %(cell)s"),
        "testsListed": _("Possible digits looked for in %(cell)s"),
        "testsLooked": _("Empty cells looked at: %(count)d. In %(cell)s, M leaves one digit."),
        "testsLookedAll": _("Empty cells looked at: %(count)d. In none does M leave one digit."),
        "testsChosen": _("Nothing is certain; in %(cell)s the choice is smallest"),
        "testsHidden": _("They are told after your prediction."),
    }


def _counter_words() -> dict[str, str]:
    """The counters, some with another name for one way of solving."""
    return {
        "tests": _("tests"),
        "tests_C": _("cells looked at"),
        "tests_D": _("digits looked for"),
        "tests_E": _("digits tried"),
        "placements": _("placements"),
        "returns": _("returns"),
        "forward": _("forward"),
        "backward": _("backward"),
        "writes": _("writes to M"),
        "writes_E": _("candidates removed"),
        "useful_writes": _("useful writes"),
        "solutions": _("solutions"),
        "depth": _("open calls"),
        "total": _("of %(total)s"),
        "totalMore": _("of more than %(total)s"),
    }
