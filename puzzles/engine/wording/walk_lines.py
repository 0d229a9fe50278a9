"""Sentences for the lines of a walk: assumptions, inferences with their reasons, eliminations."""

from collections.abc import Callable

from ..techniques.solving.walks import Line
from ..translation import gettext_noop
from .rendering import Fact, Sentence, placeholders

# By reason; then, where the sentence depends on it, whether the line holds ("yes", "no"), whether its
# premise is a group of cells ("from_group"), and whether it is about several cells itself ("group").
LINES = {
    "supposed.yes": gettext_noop("Suppose that %(digit)s is in %(cell)s."),
    "supposed.yes.group": gettext_noop("Suppose that %(digit)s is in one of %(cells)s."),
    "supposed.no": gettext_noop("Suppose that %(digit)s is not in %(cell)s."),
    "supposed.no.group": gettext_noop("Suppose that %(digit)s is in none of %(cells)s."),
    "supposed.digits.yes": gettext_noop("Suppose that %(cell)s holds one of %(digits)s."),
    "supposed.digits.yes.group": gettext_noop("Suppose that one of %(cells)s holds one of %(digits)s."),
    "supposed.digits.no.group": gettext_noop("Suppose that %(cells)s hold none of %(digits)s."),
    "house.no": gettext_noop("%(cause_cell)s is %(digit)s, so %(cell)s is not: both are in %(house)s."),
    "house.no.group": gettext_noop(
        "%(cause_cell)s is %(digit)s, so none of %(cells)s is: all are in %(house)s."
    ),
    "house.no.from_group": gettext_noop(
        "One of %(cause_cells)s is %(digit)s, so %(cell)s is not: all are in %(house)s."
    ),
    "house.no.from_group.group": gettext_noop(
        "One of %(cause_cells)s is %(digit)s, so none of %(cells)s is: all are in %(house)s."
    ),
    "sight.no.group": gettext_noop(
        "%(cause_cell)s is %(digit)s, so none of %(cells)s is: %(cause_cell)s sees them all."
    ),
    "sight.no.from_group": gettext_noop(
        "One of %(cause_cells)s is %(digit)s, so %(cell)s is not: it sees them all."
    ),
    "sight.no.from_group.group": gettext_noop(
        "One of %(cause_cells)s is %(digit)s, so none of %(cells)s is: each of these sees them all."
    ),
    "cell.no": gettext_noop("%(cell)s is %(cause_digit)s, so it is not %(digit)s."),
    "cell.yes": gettext_noop("So %(cell)s is %(digit)s: it has no other candidate left."),
    "house.yes": gettext_noop("So %(digit)s is in %(cell)s: no other place is left in %(house)s."),
    "house.yes.group": gettext_noop(
        "So %(digit)s is in one of %(cells)s: no other place is left in %(house)s."
    ),
    "set.yes": gettext_noop(
        "%(over_cells)s have one candidate more than cells: without %(cause_digit)s they hold all the "
        "others, so %(digit)s is in %(cell)s."
    ),
    "set.yes.group": gettext_noop(
        "%(over_cells)s have one candidate more than cells: without %(cause_digit)s they hold all the "
        "others, so %(digit)s is in one of %(cells)s."
    ),
    "locked": gettext_noop(
        "So %(cells)s and one of %(over_cells)s hold %(digits)s among them. That removes %(eliminations)s."
    ),
    "fish": gettext_noop(
        "So the marked places fill %(houses)s: each of these has its %(digit)s at one of them."
    ),
    "once": gettext_noop("%(digits)s can be in only one of %(over_cells)s: all are in %(house)s."),
    "once.digits": gettext_noop(
        "Each of %(digits)s can be in only one of %(over_cells)s: all are in %(house)s."
    ),
    "room": gettext_noop("Together these are too few digits for %(cells)s: a contradiction."),
    "crowded": gettext_noop(
        "But all these places are in %(houses)s, which takes one %(digit)s: a contradiction."
    ),
    "crowded.several": gettext_noop(
        "But all these places are in %(houses)s, and each of these takes one %(digit)s: one place is "
        "missing. A contradiction."
    ),
    "deadly": gettext_noop(
        "So the four corners hold only %(digits)s: swapped, these would make a second solution. A "
        "contradiction."
    ),
    "grave": gettext_noop(
        "So every empty cell has two candidates, each twice in its houses: no grid with one solution is "
        "like that. A contradiction."
    ),
    "both": gettext_noop("%(digit)s would be in %(cell)s and not be there: a contradiction."),
    "both.group": gettext_noop(
        "%(digit)s would be in one of %(cells)s and in none of them: a contradiction."
    ),
    "twice": gettext_noop("%(digit)s would be twice in %(house)s, in %(cells)s: a contradiction."),
    "excluded": gettext_noop("That removes %(eliminations)s."),
}

# More depend on no more than the reason.
_ON_WHAT_HOLDS = ("supposed", "house", "sight", "cell", "set")


def describe_line(line: Line) -> Sentence:
    """What a line of a walk says."""
    msgid = LINES[_key(line)]
    return Sentence(msgid, {name: _FACTS[name](line) for name in placeholders(msgid)})


def _key(line: Line) -> str:
    parts: list[str] = [line.reason]
    if line.reason == "set" and len(line.over) == 1:
        parts = ["cell"]
    if line.reason == "supposed" and line.digits:
        parts.append("digits")
    if line.reason == "once" and len(line.digits) > 1:
        parts.append("digits")
    if line.reason == "crowded" and len(line.houses) > 1:
        parts.append("several")
    if line.reason in _ON_WHAT_HOLDS:
        parts.append("yes" if line.holds else "no")
    if not line.holds and line.cause and len(line.cause[1]) > 1:
        parts.append("from_group")
    if len(line.cells) > 1 and (line.reason in _ON_WHAT_HOLDS or line.reason == "both"):
        parts.append("group")
    return ".".join(parts)


_FACTS: dict[str, Callable[[Line], Fact]] = {
    "digit": lambda line: (line.digit,),
    "digits": lambda line: line.digits,
    "cell": lambda line: line.cells[:1],
    "cells": lambda line: line.cells,
    "cause_cell": lambda line: line.cause[1][:1] if line.cause else (),
    "cause_cells": lambda line: line.cause[1] if line.cause else (),
    "cause_digit": lambda line: (line.cause[0],) if line.cause else (),
    "over_cells": lambda line: line.over,
    "house": lambda line: () if line.house is None else (line.house,),
    "houses": lambda line: line.houses,
    "eliminations": lambda line: line.eliminations,
}
