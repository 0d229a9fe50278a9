"""The lesson on an open board: the raised hand, and the notes of the teacher."""

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ..models import Attempt, BoardNote
from ..services.board_news import BoardNews
from ..services.board_notes import latest_note
from ..services.hints import open_hint
from .hints import hint_view


def lesson_data(found: BoardNews) -> dict[str, Any]:
    """What js/board_lesson.js shows, words included: its own would be in the first load of every board."""
    note = latest_note(found.attempt, found.now)
    return {
        "state": found.lesson,
        "hand": found.is_hand_raised,
        "url": reverse("accounts:hand"),
        "down": _("I need help"),
        "up": _("Hand raised"),
        "note": note.pk if note else 0,
        "text": note_words(note, found.attempt) if note else "",
    }


def note_words(note: BoardNote, attempt: Attempt) -> str:
    """The note in a sentence; "" for a hint that is no longer open."""
    teacher = note.author.display_name if note.author else ""
    if note.kind == BoardNote.Kind.SENTENCE:
        words = _("%(teacher)s: %(text)s") if teacher else _("Your teacher: %(text)s")
        return words % {"teacher": teacher, "text": note.text}
    revealed = open_hint(attempt)
    if revealed is None:
        return ""
    words = _("A hint from %(teacher)s: %(text)s") if teacher else _("A hint from your teacher: %(text)s")
    return words % {"teacher": teacher, "text": hint_view(attempt, revealed).text}


def sent_words(note: BoardNote) -> str:
    """The note for the teacher who sent it."""
    return note.text or _("A hint")


def notes_of(attempt: Attempt) -> list[tuple[datetime, str]]:
    """The notes to a board, in order: when and what."""
    return [(note.sent_at, sent_words(note)) for note in attempt.board_notes.all()]
