"""From a hint and a rung to a sentence, and from a sentence to text in a language.

A placeholder says what is filled in and how it is worded. `cell`, `cells`, `digit`, `digits`, `house`,
`houses`, `number`, `numbers` are what the step is about; after a role and an underscore (`fin_cells`,
`base_numbers`) for the members in that role, of which `places` are cells joined by "or"; `node_one`,
`node_two` and so on are the ends of the links in turn. `eliminations` are the eliminated candidates, digit by
digit; `sets` the almost locked sets, by letter.
Cells, digits and numbers of houses read alike everywhere. A house is written without an article ("row 3",
« ligne 3 »): a sentence brings its own where the language wants one (« la %(house)s »).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any, Literal

from ..techniques import Hint, Mistake, Rung, Step, WriteNotes
from ..translation import Words, cell_label, house_label
from .sentences import SENTENCES, TECHNIQUE_NAMES

_HOUSE_KINDS = ("row", "column", "box")
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")

Fact = tuple[Any, ...]
# Marks the name of a cell or house in a sentence: what it is, its number, its text.
Markup = Callable[[Literal["cell", "house"], int, str], str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence before it is rendered: its English text and what goes into it.

    `params` are the facts by placeholder: cells (0-80), digits, houses (0-26), or for `eliminations`
    pairs of cell and digit.
    """

    msgid: str
    params: Mapping[str, Fact] = field(default_factory=dict)


def describe(hint: Hint, rung: Rung) -> Sentence:
    """What a hint says at a rung."""
    sentences = SENTENCES[hint.technique]
    msgid = next(sentences[key] for key in _keys(hint, rung) if key in sentences)
    return Sentence(msgid, {name: _fact(hint, name) for name in placeholders(msgid)})


def unmarked(_kind: str, _number: int, text: str) -> str:
    """The name of a cell or house as it is."""
    return text


def render(sentence: Sentence, words: Words, mark: Markup = unmarked) -> str:
    """The sentence in the language of `words`, the names of its cells and houses marked by `mark`."""
    return words.gettext(sentence.msgid) % {
        name: _rendered(name, fact, words, mark) for name, fact in sentence.params.items()
    }


def placeholders(text: str) -> list[str]:
    """The names of what is filled into a text, ascending, each once."""
    return sorted(set(_PLACEHOLDER.findall(text)))


def _keys(hint: Hint, rung: Rung) -> Iterator[str]:
    """The keys a sentence may have, the most special first."""
    houses = _houses(hint)
    kind = f".{_HOUSE_KINDS[houses[0] // 9]}" if houses else ""
    if hint.form:
        yield f"{rung}.{hint.form}{kind}"
        yield f"{rung}.{hint.form}"
    if isinstance(hint, Step) and (hint.cells_as("ruled_out") or hint.digits_as("ruled_out")):
        yield f"{rung}{kind}.narrowed"
        yield f"{rung}.narrowed"
    yield f"{rung}{kind}"
    yield rung


def _houses(hint: Hint) -> tuple[int, ...]:
    if isinstance(hint, Mistake):
        return (hint.house,)
    if isinstance(hint, WriteNotes):
        return ()
    return hint.houses_as("house") or hint.houses_as("base")


def _fact(hint: Hint, name: str) -> Fact:
    if isinstance(hint, Mistake):
        return _fact_of_mistake(hint, name)
    if isinstance(hint, WriteNotes):
        return hint.cells
    if name == "eliminations":
        return tuple(sorted(hint.eliminations, key=lambda candidate: (candidate.digit, candidate.cell)))
    if name == "sets":
        return tuple(lettered_sets(hint).values())
    role, _, kind = name.rpartition("_")
    if not role:
        return _plain_fact(hint, name)
    if role in _NODES:
        digit, cells = _nodes(hint)[_NODES.index(role)]
        return (digit,) if kind == "digit" else cells
    members = _MEMBERS[kind.removesuffix("s")](hint, role)
    return members if kind.endswith("s") else members[:1]


# Names of the ends of links.
_NODES = ("node_one", "node_two", "node_three", "node_four", "node_five", "node_six")


def _nodes(step: Step) -> list[tuple[int, tuple[int, ...]]]:
    """The ends of the links in turn, each once: a digit and its cells."""
    ends = (((link.digit, link.cells), (link.next_digit, link.next_cells)) for link in step.links)
    return list(dict.fromkeys(end for both in ends for end in both))


def lettered_sets(step: Step) -> dict[str, tuple[int, ...]]:
    """The cells of each almost locked set by its letter: those of its roles, or of its links."""
    named = {role[-1].upper(): cells for role, cells in step.cells if role.startswith(("set_", "petal_"))}
    rests_on = dict.fromkeys(link.through for link in step.links if link.through)
    return named or dict(zip(ascii_uppercase, rests_on, strict=False))


def _fact_of_mistake(mistake: Mistake, name: str) -> Fact:
    facts: dict[str, Fact] = {
        "cell": (mistake.cell,),
        "number": (mistake.house,),
        "cause_cells": mistake.causes,
        "technique": (mistake.shown_by,),
    }
    return facts[name]


def _plain_fact(step: Step, name: str) -> Fact:
    results = step.placements + step.eliminations
    digits = step.digits_as("pattern") or tuple(sorted({digit for _, digit in results}))
    houses = _houses(step)
    facts: dict[str, Fact] = {
        "cell": step.targets[:1],
        "cells": step.cells_as("pattern") or step.cells_as("cause"),
        "targets": step.targets,
        "digit": digits[:1],
        "digits": digits,
        "house": houses[:1],
        "houses": houses,
        "number": houses[:1],
        "numbers": houses,
    }
    return facts[name]


_MEMBERS: dict[str, Callable[[Step, Any], tuple[int, ...]]] = {
    "cell": Step.cells_as,
    "place": Step.cells_as,
    "digit": Step.digits_as,
    "house": Step.houses_as,
    "number": Step.houses_as,
}


def _rendered(name: str, fact: Fact, words: Words, mark: Markup) -> str:
    if name == "eliminations":
        return candidates_text(fact, words, mark)
    if name == "sets":
        return _sets_text(fact, words, mark)
    kind = name.rpartition("_")[2].removesuffix("s")
    names = [_RENDERERS[kind](member, words, mark) for member in fact]
    return _choice_of(names, words) if kind == "place" else _list_of(names, words)


def _cell(cell: int, words: Words, mark: Markup) -> str:
    return mark("cell", cell, cell_label(cell, words))


_RENDERERS: dict[str, Callable[[Any, Words, Markup], str]] = {
    "cell": _cell,
    "place": _cell,
    "target": _cell,
    "digit": lambda digit, words, mark: str(digit),
    "house": lambda house, words, mark: mark("house", house, house_label(house, words)),
    "number": lambda house, words, mark: mark("house", house, str(house % 9 + 1)),
    "technique": lambda name, words, mark: words.gettext(TECHNIQUE_NAMES[name]),
}


def candidates_text(candidates: Iterable[tuple[int, int]], words: Words, mark: Markup = unmarked) -> str:
    """`5 from r3c4 and r3c6; 2 and 7 from r2c1`, for pairs of cell and digit."""
    cells_by_digit: dict[int, tuple[int, ...]] = {}
    for cell, digit in sorted(candidates, key=lambda candidate: (candidate[1], candidate[0])):
        cells_by_digit[digit] = (*cells_by_digit.get(digit, ()), cell)
    digits_by_cells: dict[tuple[int, ...], list[int]] = {}
    for digit, cells in cells_by_digit.items():
        digits_by_cells.setdefault(cells, []).append(digit)
    first, *others = [
        _eliminations_text(digits, cells, words, mark) for cells, digits in digits_by_cells.items()
    ]
    for other in others:
        first = words.gettext("%(first)s; %(last)s") % {"first": first, "last": other}
    return first


def _eliminations_text(digits: list[int], cells: tuple[int, ...], words: Words, mark: Markup) -> str:
    names = _list_of([_cell(cell, words, mark) for cell in cells], words)
    if len(digits) == 1:
        return words.gettext("%(digit)s from %(cells)s") % {"digit": digits[0], "cells": names}
    names_of_digits = _list_of([str(digit) for digit in digits], words)
    return words.gettext("%(digits)s from %(cells)s") % {"digits": names_of_digits, "cells": names}


def _sets_text(sets: Iterable[tuple[int, ...]], words: Words, mark: Markup) -> str:
    """`A (r1c1 and r1c2) and B (r3c4)`."""
    texts = []
    for letter, cells in zip(ascii_uppercase, sets, strict=False):
        texts.append(f"{letter} ({_list_of([_cell(cell, words, mark) for cell in cells], words)})")
    return _list_of(texts, words)


def _choice_of(names: list[str], words: Words) -> str:
    if len(names) == 1:
        return names[0]
    return words.gettext("%(first)s or %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def _list_of(names: list[str], words: Words) -> str:
    if len(names) == 1:
        return names[0]
    return words.gettext("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
