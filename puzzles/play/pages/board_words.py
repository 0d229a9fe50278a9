"""The words the script of the board speaks with, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def board_words() -> dict[str, str | dict[str, str]]:
    """Every sentence of the script, with its places for numbers; two where a number decides."""
    return {
        # A cell
        "place": _("Row %(row)d, column %(column)d"),
        "given": _("given %(digit)d"),
        "notes": _("notes %(digits)s"),
        "centre": _("centre %(digits)s"),
        "empty": _("empty"),
        "colour": _("colour %(number)d"),
        "repeats": _("repeats in %(houses)s"),
        "hint": _("hint"),
        "wrong": _("wrong"),
        "cellName": _("r%(row)dc%(column)d"),
        "row": _("row %(number)d"),
        "column": _("column %(number)d"),
        "box": _("box %(number)d"),
        "and": _("%(first)s and %(last)s"),
        # What a key did
        "placed": _("%(digit)d placed"),
        "placedRepeats": _("%(digit)d repeats in %(houses)s"),
        "cleared": _("cleared"),
        "noteOn": _("note %(digit)d"),
        "noteOff": _("note %(digit)d taken away"),
        "centreOn": _("centre mark %(digit)d"),
        "centreOff": _("centre mark %(digit)d taken away"),
        "coloured": _("colour %(digit)d"),
        "colourOff": _("colour taken away"),
        "remembered": _("This point is remembered."),
        "wentBack": _("Back at the remembered point."),
        "nothingToGoBackTo": _("No point is remembered."),
        "notesCleared": _("notes cleared"),
        "notesFilled": _("all notes filled in"),
        "undone": _("undone"),
        "redone": _("made again"),
        "nothingToUndo": _("nothing to undo"),
        "nothingToRedo": _("nothing to make again"),
        "nothingToClear": _("nothing to clear"),
        "chooseCell": _("Choose a cell first."),
        "notesModeOn": _("notes on"),
        "notesModeOff": _("notes off"),
        "centreMode": _("centre marks on"),
        "colourMode": _("colours on"),
        "noMoreMarks": _(
            "Centre marks and colours are switched on under “My board”, in the menu of the tools."
        ),
        # Several cells, and what is lit
        "chosen": _("%(count)d cells chosen"),
        "inCells": {
            "one": ngettext("%(said)s in %(count)d cell", "%(said)s in %(count)d cells", 1),
            "other": ngettext("%(said)s in %(count)d cell", "%(said)s in %(count)d cells", 2),
        },
        "held": _("%(digit)d is held: choose the cells for it."),
        "notHeld": _("%(digit)d is no longer held."),
        "lit": _("%(digit)d lit"),
        "litNoCell": _("%(digit)d lit. To write, choose a cell first."),
        "litNone": _("no digit lit"),
        "pairsLit": _("cells with two notes lit: %(count)d"),
        "pairsNotLit": _("cells with two notes no longer lit"),
        "full": _("The grid is full, but something repeats."),
        "fullToHandIn": _("The grid is full."),
        # Why a key did nothing
        "refusedGiven": _("That digit is given: it stays."),
        "refusedFilled": _("That cell holds a digit: it takes no notes."),
        "refusedFinished": _("This grid is finished: it takes no more moves."),
        "refusedHint": _("Hints are not allowed on this grid."),
        "refusedForbidden": _("Automatic notes are not allowed on this grid."),
        # Spoken on request
        "list": _("%(name)s: %(cells)s"),
        "missing": _("missing in %(name)s: %(digits)s"),
        "missingNothing": _("missing in %(name)s: nothing"),
        # The counts under the keys
        "left": _("%(digit)d, %(count)d left"),
        # The time that is left
        "minutesLeft": _("%(count)d min left"),
        "timeUp": _("The time is up."),
        "late": _("The due date has passed: what you do now counts as late."),
        # Help
        "keysFailed": _("The list of keys could not be fetched. Try again."),
        "helpFailed": _("Help could not be asked for. Try again."),
        # Saving
        "saved": _("saved"),
        "saving": _("saving"),
        "waiting": {
            "one": ngettext("%(count)d move waiting", "%(count)d moves waiting", 1),
            "other": ngettext("%(count)d move waiting", "%(count)d moves waiting", 2),
        },
        "offline": _("No connection. Your moves are kept here and sent as soon as it is back."),
        "siteTrouble": _("The site is in trouble. Your moves are kept here and sent as soon as it is back."),
        "tooFast": _("The site takes your moves more slowly now. They are kept here and sent in time."),
        "paused": _("Your teacher has paused the class. Your moves are kept here and sent when it goes on."),
        "backOnline": _("Connected again."),
        "sessionEnded": _("Your session has ended. Your moves are kept here."),
        "logIn": _("Log in again"),
        "otherAccount": _("Somebody else is logged in here now. Your moves are kept until you are back."),
        "moved": _("The grid has changed on another page."),
        "notStored": _("These moves could not be read by the site. Load the page again."),
    }
