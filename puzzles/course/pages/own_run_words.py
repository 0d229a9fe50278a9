"""What the page of a student's own solver says."""

from typing import Any

from django.utils.translation import gettext as _

from puzzles.engine.judge import recording

from .viewer_words import viewer_words


def own_run_words() -> dict[str, Any]:
    """The words of the viewer's scripts, and those of what only one's own program does."""
    words = viewer_words()
    words["events"] |= {
        str(recording.RETURN): _("%(digit)d is taken out of %(cell)s"),
        str(recording.OVER): _("the program has ended without a solution"),
        str(recording.REPLACE): _("%(digit)d in %(cell)s, over another digit"),
        str(recording.RAISED): _("the program broke off"),
        str(recording.WRONG): _("the grid is full, but not valid"),
        str(recording.CUT): _("the program goes on, but is not followed any further"),
    }
    words["counters"] |= {
        "returns_own": _("taken back"),
        "calls": _("calls of your functions"),
    }
    words["notKept"] = _("The steps from %(head)s to %(tail)s are left out.")
    return words | {"own": _page_words(), "parting": _parting_words()}


def _page_words() -> dict[str, Any]:
    return {
        "loading": _("Python is loading…"),
        "running": _("Your program runs…"),
        "recorded": _("%(count)s steps so far"),
        "returned": _("Your program has ended. It gave %(value)s."),
        "raised": _("Your program broke off: %(error)s."),
        "raisedAt": _("Your program broke off on line %(line)d: %(error)s."),
        "cut": _("Your program writes more than %(count)s times: it was left there."),
        "stopped": _("Stopped after %(count)s steps."),
        "tooSlow": _("After %(seconds)d seconds your program was stopped, %(count)s steps in."),
        "late": _("After %(seconds)d seconds your program was left, %(count)s steps in."),
        "kept": _(
            "The first %(head)s steps and the last %(tail)s can be watched, the %(skipped)s between them are"
            " left out; the totals are those of the whole run."
        ),
        "syntax": _("Line %(line)d cannot be read: %(error)s."),
        "load": _("Your program cannot be started: %(error)s."),
        "not_defined": _("There is no function %(name)s in your program."),
        "noProgram": _("You have not written a program for this worksheet yet."),
        "noPython": _("Python could not be loaded. Try again when there is a connection."),
        "broken": _("What came back from your program could not be read. Load the page again."),
        "counting": _("Grid %(number)d of %(count)d…"),
        "countFailed": _("not to its end"),
        "mine": _("yours"),
        "moreThan": _("more than %(count)s"),
        "chart": _("Placements on each grid, on a scale on which each line is ten times the one before"),
    }


def _parting_words() -> dict[str, Any]:
    """Where one's own run and the other part: see parting.js."""
    return {
        "same": _("They do not part: %(count)s placements, all the same."),
        "unknown": _("They do not part as far as both are followed: %(count)s placements, all the same."),
        "kept": _(
            "They part at placement %(count)s: %(title)s has emptied %(cell)s, in yours the %(digit)d"
            " still stands there."
        ),
        "emptied": _(
            "They part at placement %(count)s: yours has emptied %(cell)s, where %(title)s still has the"
            " %(digit)d."
        ),
        "given": _(
            "They part at placement %(count)s: yours writes %(digit)d into %(cell)s, whose digit is given."
        ),
        "digit": _(
            "They part at placement %(count)s: in %(cell)s yours tries %(digit)d, and %(title)s"
            " %(otherDigit)d."
        ),
        "conflict": _(
            "They part at placement %(count)s: yours tries %(digit)d in %(cell)s, though %(holder)s holds"
            " it already; %(title)s tries %(otherDigit)d in %(otherCell)s."
        ),
        "cell": _(
            "They part at placement %(count)s: yours goes on with %(digit)d in %(cell)s, and %(title)s"
            " with %(otherDigit)d in %(otherCell)s."
        ),
        "ended": _(
            "They part at placement %(count)s: yours has ended, and %(title)s goes on with %(otherDigit)d"
            " in %(otherCell)s."
        ),
        "on": _(
            "They part at placement %(count)s: %(title)s has ended, and yours goes on with %(digit)d in"
            " %(cell)s."
        ),
        "result": _(
            "Their placements are the same, %(count)s of them, but only one of the two ends with a solution."
        ),
        "title": {
            "propagation": _("smallest choice first"),
            "worksheet": _("the worksheet’s"),
            "other": _("the other one"),
        },
    }
