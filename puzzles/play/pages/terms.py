"""The words of hints: what each means, for the glossary and for a bubble at its first use in a sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy


@dataclass(frozen=True, slots=True)
class Term:
    """A word with its meaning. `forms`, separated by "|", are marked in sentences."""

    id: str
    name: str | Promise
    meaning: str | Promise
    forms: str | Promise = ""


# In the order of a first lesson.
TERMS = (
    Term(
        "cell",
        gettext_lazy("cell"),
        gettext_lazy("One of the 81 squares of the grid. r3c5 is the cell in row 3, column 5."),
    ),
    Term(
        "box",
        gettext_lazy("box"),
        gettext_lazy(
            "Nine cells, three by three, within the thick lines. Box 1 is top left, box 9 bottom right."
        ),
    ),
    Term(
        "house",
        gettext_lazy("house"),
        gettext_lazy("A row, a column or a box: nine cells that hold each digit once."),
        gettext_lazy("house|houses"),
    ),
    Term(
        "given",
        gettext_lazy("given digit"),
        gettext_lazy("A digit that is on the grid from the beginning."),
    ),
    Term(
        "sees",
        gettext_lazy("to see"),
        gettext_lazy("Two cells see each other if they share a house: they never hold the same digit."),
        gettext_lazy("sees|see|seeing|seen"),
    ),
    Term(
        "candidate",
        gettext_lazy("candidate"),
        gettext_lazy(
            "A digit that may still go into a cell: no cell it sees holds it, and no step has excluded it."
        ),
        gettext_lazy("candidate|candidates"),
    ),
    Term(
        "note",
        gettext_lazy("note"),
        gettext_lazy("A small digit that you write into a cell to remember a candidate."),
        gettext_lazy("notes"),
    ),
    Term(
        "place",
        gettext_lazy("place"),
        gettext_lazy("A cell of a house in which a digit can still go."),
        gettext_lazy("place of a digit|places"),
    ),
    Term(
        "naked",
        gettext_lazy("naked"),
        gettext_lazy(
            "Cells that have only so many candidates: one cell with one, two cells with the same two."
        ),
    ),
    Term(
        "hidden",
        gettext_lazy("hidden"),
        gettext_lazy(
            "Digits that have only so many places in a house: one digit with one, two digits with the same "
            "two."
        ),
    ),
    Term(
        "strong-link",
        gettext_lazy("strong link"),
        gettext_lazy(
            "Two candidates of which at least one is right: the only two places of a digit in a house, or "
            "the only two candidates of a cell."
        ),
        gettext_lazy("strong link|strong links|strong"),
    ),
    Term(
        "weak-link",
        gettext_lazy("weak link"),
        gettext_lazy(
            "Two candidates that are not both right: the same digit in cells that see each other, or two "
            "digits in one cell."
        ),
        gettext_lazy("weak link|weak links|weak"),
    ),
    Term(
        "chain",
        gettext_lazy("chain"),
        gettext_lazy("Candidates linked by strong and weak links in turn: each decides the next."),
        gettext_lazy("chain|chains"),
    ),
    Term(
        "loop",
        gettext_lazy("loop"),
        gettext_lazy("A chain that comes back to where it began."),
        gettext_lazy("loop|loops"),
    ),
    Term(
        "group",
        gettext_lazy("group"),
        gettext_lazy("Cells of a box that lie in one row or column and count as one place of a digit."),
        gettext_lazy("group|groups"),
    ),
    Term(
        "almost-locked-set",
        gettext_lazy("almost locked set"),
        gettext_lazy(
            "Cells of a house that have one candidate more than cells. Without one of these digits they hold "
            "all the others."
        ),
        gettext_lazy("almost locked set|almost locked sets"),
    ),
    Term(
        "fin",
        gettext_lazy("fin"),
        gettext_lazy(
            "A place of the digit outside the pattern of a fish. Without the fins the fish would be whole."
        ),
        gettext_lazy("fin|fins"),
    ),
    Term(
        "contradiction",
        gettext_lazy("contradiction"),
        gettext_lazy(
            "A cell without a candidate, a house without a place for a digit, or a digit twice in a house: "
            "what was supposed is wrong."
        ),
        gettext_lazy("contradiction"),
    ),
    Term(
        "two-solutions",
        gettext_lazy("unique solution"),
        gettext_lazy("A grid has exactly one solution. So a step that would leave two of them is wrong."),
        gettext_lazy("two solutions"),
    ),
    Term(
        "tier",
        gettext_lazy("tier"),
        gettext_lazy("How hard the hardest step of a grid is: from 1, singles only, to 5, assumptions."),
    ),
)

# Text between tags, of a sentence whose names are marked.
_OUTSIDE_TAGS = re.compile(r"(<[^>]*>)")


def terms_in(marked: SafeString) -> tuple[SafeString, list[Term]]:
    """A sentence in which each term is, at its first use, a button for its bubble; and these terms."""
    found: list[Term] = []
    by_form = {form: term for term in TERMS for form in str(term.forms).split("|") if form}
    # The longest first: a strong link is more than a link.
    forms = sorted(by_form, key=len, reverse=True)
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b")

    def button(match: re.Match[str]) -> str:
        term = by_form[match[0]]
        if term in found:
            return match[0]
        found.append(term)
        return format_html(
            '<button type="button" class="term" popovertarget="term-{}">{}</button>', term.id, match[0]
        )

    parts = [
        part if part.startswith("<") else words.sub(button, part) for part in _OUTSIDE_TAGS.split(marked)
    ]
    # The sentence is safe, and so is what it was changed into.
    return SafeString("".join(parts)), found  # nosec B703


def glossary() -> Iterator[Term]:
    """The terms in the alphabetical order of the reader's language."""
    return iter(sorted(TERMS, key=lambda term: _plain(str(term.name))))


def _plain(name: str) -> str:
    return name.casefold().translate(str.maketrans("àâçéèêëîïôùûü", "aaceeeeiiouuu"))
