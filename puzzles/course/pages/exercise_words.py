"""What the scripts of an exercise's page say."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ..models import JudgedExercise


def page_words() -> dict[str, Any]:
    """The sentences by name, in the reader's language; scripts fill in `%(name)s` and the like."""
    verdicts = {f"verdict_{code}": str(label) for code, label in JudgedExercise.Verdict.choices}
    verdicts |= legend_words()
    return verdicts | {
        # The draft
        "saved": _("Saved"),
        "saving": _("Saving…"),
        "waiting": _("Not saved yet: kept in this browser"),
        "conflict": _("Two texts: choose one"),
        "offline": _("No connection. What you type is kept in this browser and sent when it is back."),
        "sessionEnded": _(
            "Your session has ended. What you type is kept in this browser: log in again to save it."
        ),
        "otherAccount": _(
            "Another account is logged in here. What you type is kept in this browser for yours."
        ),
        "tooLong": _("This program is longer than 100 KB: it is not saved."),
        "logIn": _("Log in"),
        "savedAt": _("text of %(time)s"),
        "notHandedIn": _("Nothing was handed in: there is no connection."),
        "handInWaits": _(
            "Not handed in yet. Leave this page open: your program is handed in when the connection is back."
        ),
        "taken": _("This program was changed on another page. You now see the new text."),
        # Runs
        "loading": _("Python is loading…"),
        "running": _("The program runs…"),
        "judging": _("Judging %(name)s…"),
        "ran": _("The program has ended."),
        "ranError": _("The program stopped with an error."),
        "asks": _("The program waits for your answer."),
        "noPython": _("Python could not be loaded. Try again when there is a connection."),
        "noVerdict": _("There is no verdict."),
        "stopped": _("Stopped."),
        "tooSlow": _("The program was stopped after 10 seconds."),
        "cut": _("The program prints more than is shown here."),
        "nothing": _("nothing"),
        # What the judge says of the file
        "unusable": _("Nothing can be judged"),
        "summary": _("%(passed)d of %(count)d passed."),
        "ask": _("The program asks:"),
        # Verdicts
        "colon": _(": "),
        "said": _("%(verdict)s. %(sentence)s"),
        "sentence_too_slow": _("It took longer than 10 seconds: look for a loop that does not end."),
        "sentence_stopped": _("It was stopped."),
        "toLine": _("Go to line %(line)d"),
        "fact_call": pgettext("a call of a function", "Call"),
        "fact_answers": _("Typed answers"),
        "fact_value": _("It gave"),
        "fact_expected": _("Expected"),
        "fact_printed": _("It printed"),
        "fact_expectedPrinted": _("Expected output"),
        # The board
        "ownGrid": _("The worksheet’s grid"),
        "counterexample": {
            "one": _("Wrong on this grid of one digit"),
            "other": _("Wrong on this grid of %(count)d digits"),
        },
        "counterexampleEmpty": _("Wrong on an empty grid"),
        "gridOfCase": _("The grid of this case"),
        "gridEmpty": _("An empty grid."),
        "gridOf": {"one": _("Grid of one digit."), "other": _("Grid of %(count)d digits.")},
        "digitAt": _("Row %(row)d, column %(column)d: %(digit)d."),
    }


def legend_words() -> dict[str, Any]:
    """What the marks of a board mean."""
    return {
        "legend_asked": _("the cell of the call"),
        "legend_missing": _("in the grid, but missing from the value"),
        "legend_extra": _("in the value, but not in these cells"),
        "legend_against": _("conflicts with the digit"),
        "legend_left": _("digits that the program left in the grid"),
        "legend_differs": _("differs; the expected digit is in the corner"),
    }
