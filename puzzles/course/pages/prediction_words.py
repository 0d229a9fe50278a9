"""The words the script of the predictions speaks with, in the reader's language."""

from django.utils.translation import gettext as _

Sentences = dict[str, str | dict[str, str]]


def prediction_words() -> Sentences:
    """Every sentence of the script, with its places for numbers; two where a number decides."""
    return {**question_words(), **reason_words(), **storing_words()}


def question_words() -> Sentences:
    """What is asked and answered, and how a round ends."""
    return {
        "number": _("Question %(number)d of %(count)d"),
        "question": _("What does it do next? Choose a cell and a digit, or say that it goes back."),
        "questionTable": _(
            "Which digit does it write first? Several cells may have a single digit left: it takes the first "
            "of them in reading order. Choose a cell and a digit."
        ),
        "chosen": _("%(cell)s: now the digit."),
        "chooseCell": _("Choose a cell on the grid first."),
        "placement": _("%(digit)d in %(cell)s"),
        "back": _("it goes back"),
        "right": _("Right: %(truth)s."),
        "wrong": _("No: %(truth)s. You said: %(yours)s."),
        "score": _("%(right)d of %(asked)d right · %(streak)d in a row"),
        "next": _("Next question"),
        "toSummary": _("How did I do?"),
        "again": _("Another round"),
        "summary": {
            "one": _("%(right)d of %(count)d prediction was right."),
            "other": _("%(right)d of %(count)d predictions were right; the longest streak was %(longest)d."),
        },
        "result": {
            "one": _("%(right)d of %(count)d prediction was right."),
            "other": _("%(right)d of %(count)d predictions were right."),
        },
        "waysOn": _("Your history keeps this round."),
        "waysBack": _("They count for your assignment. The run can now be watched."),
        "toWork": _("Back to the assignment"),
        "runOver": _("The run has no more questions."),
        "nothing": _("There is nothing to predict in this run."),
        "allSeen": _(
            "You have seen this run already: load the page again, or choose another grid to predict."
        ),
    }


def reason_words() -> Sentences:
    """Why the solver did what it did."""
    return {
        "row": _("row %(number)d"),
        "column": _("column %(number)d"),
        "box": _("box %(number)d"),
        "testNo": _("%(digit)d no (%(house)s)"),
        "testYes": _("%(digit)d yes"),
        "whyTried": _("Tried in %(cell)s: %(tests)s."),
        "whyNone": _("No digit is left for %(cell)s."),
        "whyNine": _("In %(cell)s, 9 has been tried: no digit is left."),
        "whySolution": _("That was a solution: it goes back to look for another one."),
        "whyListed": _("Possible in %(cell)s: %(digits)s. The first one is tried."),
        "whyListNext": _("Possible in %(cell)s: %(digits)s. After what led nowhere comes %(digit)d."),
        "whyListEmpty": _("No digit is possible in %(cell)s."),
        "whyListOver": _("Possible in %(cell)s: %(digits)s. All of them have been tried."),
        "whyTable": _("%(cell)s is the first empty cell to which M forbids eight digits: %(digit)d is left."),
        "whyNaked": _("%(digit)d is the only candidate left in %(cell)s."),
        "whyHidden": _("In %(house)s, %(digit)d has no other place than %(cell)s."),
        "whyChoice": _("Nothing is forced. No cell has fewer candidates than %(cell)s: %(digits)s."),
        "whyStuck": _("%(cell)s has no candidate left."),
        "whyAllTried": _("All candidates of the choice after it have been tried."),
    }


def storing_words() -> Sentences:
    """What is said when the server does not store an answer."""
    return {
        "waiting": {
            "one": _("%(count)d answer is not stored yet."),
            "other": _("%(count)d answers are not stored yet."),
        },
        "offline": _("The server does not answer: they are sent again. Keep this page open."),
        "sessionEnded": _("Your session has ended: log in in another window. Keep this page open."),
        "heldBack": _("The server does not take them now: they are sent again. Keep this page open."),
        "refused": _("The server could not store this answer: it does not count."),
        "refusedHere": _("The server did not take this answer: load the page again."),
    }
