"""A teacher sends a hint or a sentence to the board of a student. The attempt records both."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal

from ..models import Attempt, BoardNote
from .hints import HelpError, RevealedHint, give_hint, open_hint

# A teacher writes a sentence at most this often to one board.
PAUSE = timedelta(seconds=2)
# A page that is opened later than this does not repeat the note.
SHOWN_FOR = timedelta(minutes=10)


class BoardNoteError(Refusal):
    """Nothing is sent; the reason is for the teacher."""


def send_sentence(
    *, teacher: User, attempt: Attempt, text: str, is_exam_meant: bool = False, now: datetime | None = None
) -> BoardNote:
    """Send a sentence. In an exam only if the teacher says that it is meant: others get none.

    The attempt is one that the teacher may read. The same sentence sent twice at once is one.
    """
    now = now or timezone.now()
    text = " ".join(text.split())
    if not text:
        raise BoardNoteError(_("Write a sentence first."))
    with transaction.atomic():
        locked = Attempt.objects.select_for_update().select_related("policy").get(pk=attempt.pk)
        if not locked.is_open:
            raise BoardNoteError(_("This grid is finished: the student no longer sees its board."))
        if locked.policy.is_exam and not is_exam_meant:
            raise BoardNoteError(
                _("This is an exam. Tick the box to send the sentence all the same: it is recorded.")
            )
        same = locked.board_notes.filter(author=teacher, text=text, sent_at__gt=now - PAUSE).first()
        return same or BoardNote.objects.create(
            attempt=locked, author=teacher, kind=BoardNote.Kind.SENTENCE, text=text, sent_at=now
        )


def send_hint(*, teacher: User, attempt: Attempt, now: datetime | None = None) -> RevealedHint:
    """Press for the next hint in the student's place: it counts as their help.

    It is the first rung of a hint; one that is open already is sent as far as it was revealed. The rules of
    the grid hold: none in an exam. Raises BoardNoteError.
    """
    revealed = open_hint(attempt) or _pressed(attempt)
    if revealed.is_searching:
        raise BoardNoteError(_("The hint is still being searched. Send it again in a moment."))
    if revealed.hint is None:
        raise BoardNoteError(_("No known step applies here: there is no hint to send."))
    BoardNote.objects.create(
        attempt=attempt, author=teacher, kind=BoardNote.Kind.HINT, sent_at=now or timezone.now()
    )
    return revealed


def _pressed(attempt: Attempt) -> RevealedHint:
    try:
        _game, revealed = give_hint(
            player=attempt.player, attempt_id=attempt.pk, seen_version=max(0, attempt.version - 1)
        )
    except HelpError as refusal:
        # Its own text is for the student.
        raise BoardNoteError(
            _("No hint can be sent now: the rules of this grid allow none, or no more.")
        ) from refusal
    return revealed


def latest_note(attempt: Attempt, now: datetime) -> BoardNote | None:
    """The note that the board shows."""
    notes = attempt.board_notes.filter(sent_at__gt=now - SHOWN_FOR).select_related("author")
    return notes.order_by("-pk").first()
