"""Forms that read a player's own grid from text in any known format, a file or an address."""

import re
from dataclasses import replace
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from puzzles.engine import TIERS, Board, PuzzleRecord, describe_fault, read_puzzles
from puzzles.engine.formats import NotAPuzzleFileError, describe_file_fault, read_candidate_grid

from ..game import marks_from_text, notes_of
from ..services.own_grids import Reading
from .boards import read_board

MAX_TEXT_LENGTH = 4000

_LINE = re.compile(r"\A[0-9.]{81}\Z")
_NOTES = re.compile(r"\A[0-9a-f]{243}\Z")
_MARKS = re.compile(r"\A[0-9a-f]{486}\Z")
_SUDOKUPAD = re.compile(
    r"\A\s*https?://(?:[\w-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/", re.IGNORECASE
)
_LINE_IN_ADDRESS = re.compile(r"\A\s*https?://\S*?(?<![0-9.])([0-9.]{81})(?![0-9.])")


class OwnGridForm(forms.Form):
    """A grid, typed or in a file; of a file with several grids the one of this number.

    `notes` belong to a text that has no candidates itself.
    """

    grid = forms.CharField(
        max_length=MAX_TEXT_LENGTH,
        required=False,
        strip=False,
        label=gettext_lazy("Grid"),
        widget=forms.Textarea,
    )
    file = forms.FileField(required=False, label=gettext_lazy("From a file"))
    number = forms.IntegerField(
        min_value=1, max_value=10**6, required=False, label=gettext_lazy("Grid of the file")
    )
    name = forms.CharField(max_length=80, required=False, label=gettext_lazy("Name"))
    notes = forms.RegexField(_NOTES, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        file, text = data.get("file"), data.get("grid") or ""
        if file:
            data["reading"] = read_file(file, data.get("number") or 1)
        elif text.strip():
            data["reading"] = with_notes(read_text(text), data.get("notes") or "")
        else:
            raise forms.ValidationError(_("Type or paste a grid first."), code="empty")
        return data

    @property
    def reading(self) -> Reading:
        """The grid that was read."""
        return self.cleaned_data["reading"]


class PlayOwnGridForm(OwnGridForm):
    """A grid to play, with the digits and marks of a game that was begun without an account."""

    digits = forms.RegexField(_LINE, required=False)
    marks = forms.RegexField(_MARKS, required=False)

    @property
    def marks_brought(self) -> tuple[int, ...]:
        """All marks of that game; without one, the notes that were read with the grid."""
        text: str = self.cleaned_data["marks"]
        return marks_from_text(text) if text else self.reading.notes


class MakeGridForm(forms.Form):
    """The difficulty of a grid to generate; empty for any."""

    tier = forms.TypedChoiceField(
        choices=[(tier, str(tier)) for tier in TIERS], coerce=int, required=False, empty_value=None
    )


def read_text(text: str) -> Reading:
    """The grid of a text. Raises ValidationError."""
    candidates = read_candidate_grid(text)
    if candidates:
        return Reading(candidates.board, candidates.masks)
    address = _LINE_IN_ADDRESS.match(text)
    if not address and _SUDOKUPAD.match(text):
        raise forms.ValidationError(_("A link to SudokuPad cannot be read here: type the digits instead."))
    return Reading(read_board(address[1] if address else text))


def with_notes(reading: Reading, text: str) -> Reading:
    """A grid with these notes in its empty cells; one with candidates keeps them."""
    if reading.notes or not text:
        return reading
    pairs = zip(reading.board, marks_from_text(text), strict=True)
    return replace(reading, notes=tuple([0 if digit else notes_of(mask) for digit, mask in pairs]))


def read_file(file: UploadedFile, number: int) -> Reading:
    """Grid `number` of a file. Raises ValidationError."""
    if (file.size or 0) > settings.OWN_GRID_FILE_MAX_BYTES:
        raise forms.ValidationError(_("This file is too large for one grid: a teacher can import it."))
    content = file.read()
    candidates = read_candidate_grid(content.decode("utf-8", "replace"))
    if candidates:
        return Reading(candidates.board, candidates.masks)
    try:
        records = list(read_puzzles([content]))
    except NotAPuzzleFileError as error:
        raise forms.ValidationError(describe_file_fault(error.reason, translation)) from None
    if number > len(records):
        raise forms.ValidationError(
            _("There is no grid %(number)d in this file: it holds %(total)d."),
            params={"number": number, "total": len(records)},
        )
    record = records[number - 1]
    if isinstance(record, PuzzleRecord):
        return Reading(Board.from_line(record.puzzle), (), number, len(records))
    raise forms.ValidationError(
        _("This cannot be read as a grid (%(found)s)."),
        params={"found": describe_fault(record.fault, translation)},
    )
