"""A sentence for each event, for the log and for screen readers."""

from ..cells import CELLS
from ..translation import Words, cell_label, gettext_noop
from .events import Event, Operation

EVENT_SENTENCES = {
    Operation.START: gettext_noop("The grid as given"),
    Operation.PLACE: gettext_noop("%(digit)s in %(cell)s"),
    Operation.RETURN: gettext_noop("back to %(cell)s, where %(digit)s is done with"),
    Operation.ADVANCE: gettext_noop("forward to %(cell)s"),
    Operation.RETREAT: gettext_noop("backward to %(cell)s"),
    Operation.SOLUTION: gettext_noop("a solution"),
    Operation.OVER: gettext_noop("nothing is left to try"),
    Operation.WRITE_ROW: gettext_noop("M forbids %(digit)s to %(cell)s, in the same row"),
    Operation.WRITE_ROW_AGAIN: gettext_noop("M forbids %(digit)s to %(cell)s once more, in the same row"),
    Operation.WRITE_COLUMN: gettext_noop("M forbids %(digit)s to %(cell)s, in the same column"),
    Operation.WRITE_COLUMN_AGAIN: gettext_noop(
        "M forbids %(digit)s to %(cell)s once more, in the same column"
    ),
    Operation.WRITE_BOX: gettext_noop("M forbids %(digit)s to %(cell)s, in the same box"),
    Operation.WRITE_BOX_AGAIN: gettext_noop("M forbids %(digit)s to %(cell)s once more, in the same box"),
    Operation.REMOVE_GIVEN: gettext_noop("a given takes the candidate %(digit)s from %(cell)s"),
    Operation.REMOVE: gettext_noop("%(cell)s loses the candidate %(digit)s"),
    Operation.PLACE_NAKED: gettext_noop("%(digit)s in %(cell)s, its only candidate"),
    Operation.PLACE_HIDDEN: gettext_noop("%(digit)s in %(cell)s, its only place in a row, column or box"),
    Operation.CHOOSE: gettext_noop("%(digit)s is tried in %(cell)s, where the choice is smallest"),
}

OUTSIDE_SENTENCES = {
    Operation.ADVANCE: gettext_noop("forward beyond the last cell"),
    Operation.RETREAT: gettext_noop("backward beyond the first cell"),
}


def describe_event(event: Event, words: Words) -> str:
    """What an event did, without a full stop."""
    if event.cell not in CELLS:
        return words.gettext(OUTSIDE_SENTENCES.get(event.operation) or EVENT_SENTENCES[event.operation])
    place = {"cell": cell_label(event.cell, words), "digit": event.digit}
    return words.gettext(EVENT_SENTENCES[event.operation]) % place
