"""What a hint says: one sentence for each technique and rung, in English, marked for translation.

A sentence that names a row, a column or a box is written three times, since a language may decline or
contract around the noun. Only what reads alike everywhere is filled in: names of cells, digits, numbers.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .techniques import Hint, Mistake, Rung, Step
from .translation import Words, cell_label, gettext_noop

TECHNIQUE_NAMES = {
    "wrong_digit": gettext_noop("Wrong digit"),
    "wrong_notes": gettext_noop("Wrong notes"),
    "full_house": gettext_noop("Full house"),
    "hidden_single": gettext_noop("Hidden single"),
    "naked_single": gettext_noop("Naked single"),
}

TECHNIQUE_SUMMARIES = {
    "wrong_digit": gettext_noop("A digit on the grid is not the one that belongs there."),
    "wrong_notes": gettext_noop("The notes of a cell lack the digit that belongs there."),
    "full_house": gettext_noop(
        "A row, a column or a box has one empty cell left: it takes the missing digit."
    ),
    "hidden_single": gettext_noop("A digit has only one possible cell left in a row, a column or a box."),
    "naked_single": gettext_noop("A cell has only one possible digit left."),
}

# By technique, then by rung, house and, after "narrowed", for positions where earlier steps or notes have
# taken candidates away that no digit on the grid excludes. The most special sentence there is gets told.
SENTENCES: dict[str, dict[str, str]] = {
    "wrong_digit": {
        "nudge": gettext_noop("There is a mistake on the grid: one of your digits is wrong."),
        "where": gettext_noop("One of your digits in box %(number)s is wrong."),
        "why": gettext_noop("The digit in %(cell)s is wrong."),
        "do": gettext_noop("Clear %(cell)s and think that cell through again."),
    },
    "wrong_notes": {
        "nudge": gettext_noop("There is a mistake in your notes: a cell lacks the digit that belongs there."),
        "where": gettext_noop(
            "Check your notes in box %(number)s: a cell lacks the digit that belongs there."
        ),
        "why": gettext_noop("The notes of %(cell)s lack the digit that belongs there."),
        "do": gettext_noop("Clear the notes of %(cell)s and write them again."),
    },
    "full_house": {
        "nudge.row": gettext_noop("Look for a row with only one empty cell."),
        "nudge.column": gettext_noop("Look for a column with only one empty cell."),
        "nudge.box": gettext_noop("Look for a box with only one empty cell."),
        "where.row": gettext_noop("Look at row %(number)s: only one digit is missing."),
        "where.column": gettext_noop("Look at column %(number)s: only one digit is missing."),
        "where.box": gettext_noop("Look at box %(number)s: only one digit is missing."),
        "why.row": gettext_noop("Only %(cell)s is empty in row %(number)s: it takes the missing digit."),
        "why.column": gettext_noop(
            "Only %(cell)s is empty in column %(number)s: it takes the missing digit."
        ),
        "why.box": gettext_noop("Only %(cell)s is empty in box %(number)s: it takes the missing digit."),
        "do.row": gettext_noop(
            "Place %(digit)s in %(cell)s: it is the only digit missing from row %(number)s."
        ),
        "do.column": gettext_noop(
            "Place %(digit)s in %(cell)s: it is the only digit missing from column %(number)s."
        ),
        "do.box": gettext_noop(
            "Place %(digit)s in %(cell)s: it is the only digit missing from box %(number)s."
        ),
    },
    "hidden_single": {
        "nudge.row": gettext_noop("Look for a digit that has only one possible cell left in a row."),
        "nudge.column": gettext_noop("Look for a digit that has only one possible cell left in a column."),
        "nudge.box": gettext_noop("Look for a digit that has only one possible cell left in a box."),
        "where.row": gettext_noop("Look at row %(number)s: one digit has only one possible cell left there."),
        "where.column": gettext_noop(
            "Look at column %(number)s: one digit has only one possible cell left there."
        ),
        "where.box": gettext_noop("Look at box %(number)s: one digit has only one possible cell left there."),
        "why.row": gettext_noop(
            "In row %(number)s, every empty cell but %(cell)s already sees the digit %(digit)s "
            "(%(cells)s): it can go nowhere else."
        ),
        "why.column": gettext_noop(
            "In column %(number)s, every empty cell but %(cell)s already sees the digit %(digit)s "
            "(%(cells)s): it can go nowhere else."
        ),
        "why.box": gettext_noop(
            "In box %(number)s, every empty cell but %(cell)s already sees the digit %(digit)s "
            "(%(cells)s): it can go nowhere else."
        ),
        "why.row.narrowed": gettext_noop(
            "In row %(number)s, %(digit)s is a candidate in one cell only: %(cell)s."
        ),
        "why.column.narrowed": gettext_noop(
            "In column %(number)s, %(digit)s is a candidate in one cell only: %(cell)s."
        ),
        "why.box.narrowed": gettext_noop(
            "In box %(number)s, %(digit)s is a candidate in one cell only: %(cell)s."
        ),
        "do.row": gettext_noop("Place %(digit)s in %(cell)s, the only cell left for it in row %(number)s."),
        "do.column": gettext_noop(
            "Place %(digit)s in %(cell)s, the only cell left for it in column %(number)s."
        ),
        "do.box": gettext_noop("Place %(digit)s in %(cell)s, the only cell left for it in box %(number)s."),
    },
    "naked_single": {
        "nudge": gettext_noop("Look for a cell that has only one possible digit left."),
        "where.row": gettext_noop(
            "Look at row %(number)s: one of its cells has only one possible digit left."
        ),
        "where.column": gettext_noop(
            "Look at column %(number)s: one of its cells has only one possible digit left."
        ),
        "where.box": gettext_noop(
            "Look at box %(number)s: one of its cells has only one possible digit left."
        ),
        "why": gettext_noop(
            "%(cell)s already sees eight different digits in its row, column and box: only one is left."
        ),
        "why.narrowed": gettext_noop("%(cell)s has only one candidate left."),
        "do": gettext_noop("Place %(digit)s in %(cell)s: no other digit is possible there."),
    },
}

_HOUSE_KINDS = ("row", "column", "box")
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")

Fact = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence before it is told: its English text and what goes into it.

    `params` tells the facts by placeholder: `cell` is a cell (0-80), `cells` several, `digit` a digit,
    `number` the number of a house as people count, 1-9.
    """

    msgid: str
    params: Mapping[str, Fact] = field(default_factory=dict)


def describe(hint: Hint, rung: Rung) -> Sentence:
    """What a hint says at a rung."""
    facts = _facts(hint)
    house = hint.house if isinstance(hint, Mistake) else hint.houses_as("house")[0]
    msgid = _sentence_for(hint, rung, _HOUSE_KINDS[house // 9])
    return Sentence(msgid, {name: facts[name] for name in placeholders(msgid)})


def render(sentence: Sentence, words: Words) -> str:
    """The sentence in the language of `words`."""
    return words.gettext(sentence.msgid) % {
        name: _told(name, fact, words) for name, fact in sentence.params.items()
    }


def placeholders(text: str) -> list[str]:
    """The names of what is filled into a text, ascending, each once."""
    return sorted(set(_PLACEHOLDER.findall(text)))


def _sentence_for(hint: Hint, rung: Rung, kind: str) -> str:
    sentences = SENTENCES[hint.technique]
    keys = [f"{rung}.{kind}", rung]
    if isinstance(hint, Step) and (hint.cells_as("ruled_out") or hint.digits_as("ruled_out")):
        keys = [f"{rung}.{kind}.narrowed", f"{rung}.narrowed", *keys]
    return next(sentences[key] for key in keys if key in sentences)


def _facts(hint: Hint) -> dict[str, Fact]:
    if isinstance(hint, Mistake):
        return {"cell": hint.cell, "number": hint.house % 9 + 1}
    return {
        "cell": hint.targets[0],
        "cells": hint.cells_as("cause"),
        "digit": hint.placements[0].digit,
        "number": hint.houses_as("house")[0] % 9 + 1,
    }


def _told(name: str, fact: Fact, words: Words) -> str:
    if name == "cell" and isinstance(fact, int):
        return cell_label(fact, words)
    if isinstance(fact, tuple):
        return _list_of([cell_label(cell, words) for cell in fact], words)
    return str(fact)


def _list_of(names: list[str], words: Words) -> str:
    if len(names) == 1:
        return names[0]
    return words.gettext("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
