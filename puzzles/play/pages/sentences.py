"""What a hint says, as text and as HTML in which its coordinates are marked."""

from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.engine import Hint, Rung, column_of, describe, render, row_of

from .terms import Term, terms_in


class StepSentence(str):
    """A sentence as plain text; `marked` is the same in HTML, the names of its cells and houses marked.

    `explained` has a button at the first use of each of its `terms`, for a bubble with the meaning.
    """

    marked: SafeString
    explained: SafeString
    terms: list[Term]


class _EscapedWords:
    """The catalogue with its messages escaped for HTML."""

    def gettext(self, message: str, /) -> str:
        return escape(_(message))

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return escape(ngettext(singular, plural, number))


def step_sentence(hint: Hint, *rungs: Rung) -> StepSentence:
    """What a hint says at these rungs."""
    sentences = [describe(hint, rung) for rung in rungs]
    text = StepSentence(" ".join(render(each, translation) for each in sentences))
    marked = [render(each, _EscapedWords(), _marked) for each in sentences]
    # All but the marks comes from the escaped catalogue or is a number.
    text.marked = SafeString(" ".join(marked))  # nosec B703
    text.explained, text.terms = terms_in(text.marked)
    return text


def _marked(kind: str, number: int, text: str) -> str:
    """The name of a cell or house, with its frame for the script (refs.js)."""
    frame = house_frame(number) if kind == "house" else cell_frame(number)
    return f'<span class="ref" data-frame="{frame}">{text}</span>'


def cell_frame(cell: int) -> str:
    """Where a cell is on the board: left, top, width and height, in cells."""
    return f"{column_of(cell)} {row_of(cell)} 1 1"


def house_frame(house: int) -> str:
    """Where a house is on the board: left, top, width and height, in cells."""
    kind, number = divmod(house, 9)
    if kind == 0:
        return f"0 {number} 9 1"
    if kind == 1:
        return f"{number} 0 1 9"
    return f"{number % 3 * 3} {number // 3 * 3} 3 3"
