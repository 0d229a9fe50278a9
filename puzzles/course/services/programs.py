"""Drafts of programs: saved while typed, from several pages at once, without losing a text.

A page names itself (`client`), counts its saves (`seq`) and says on which version its text is based. The text
is stored when it is based on the version the site has, or when that version came from the same page, whose
answer was then lost on the way. Any other text is a conflict: both are kept, and the student chooses.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal

from ..models import SOURCE_BYTES, Program, ProgramCopy


class ProgramError(Refusal):
    """Why a text is not stored, in a sentence for the student."""

    status = 400


class ProgramConflictError(ProgramError):
    """The site holds a newer text from another page: `program`."""

    sentence = _("This program was changed on another page. Both texts are kept.")

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program


@dataclass(frozen=True, slots=True)
class Draft:
    """A text to save: the page it comes from, the number of its save, and the version it is based on."""

    text: str
    client: str
    seq: int
    base: int


def program_of(student: User, worksheet: str) -> Program:
    """The student's program for a worksheet; an unsaved one where nothing was written yet."""
    found = Program.objects.written_by(student).filter(worksheet=worksheet).first()
    return found or Program(student=student, worksheet=worksheet)


def last_worksheet(student: User) -> str | None:
    """The worksheet whose program the student saved last."""
    programs = Program.objects.written_by(student).order_by("-saved_at")
    return programs.values_list("worksheet", flat=True).first()


@transaction.atomic
def save_program(*, student: User, worksheet: str, draft: Draft) -> Program:
    """Store a draft. Raises ProgramConflictError where another page has stored a text since its base."""
    program = _locked(student, worksheet, draft.text)
    if _is_stored(program, draft):
        return program
    if not _follows(program, draft):
        raise ProgramConflictError(program)
    return _stored(program, draft)


@transaction.atomic
def replace_program(*, student: User, worksheet: str, draft: Draft) -> Program:
    """Store a draft whatever the site holds; the text it replaces is set aside."""
    program = _locked(student, worksheet, draft.text)
    if _is_stored(program, draft):
        return program
    _set_aside(program, program.text)
    return _stored(program, draft)


@transaction.atomic
def save_over(*, student: User, worksheet: str, draft: Draft) -> bool:
    """Store a draft. Returns whether that was a conflict: then the text it replaces is set aside."""
    try:
        save_program(student=student, worksheet=worksheet, draft=draft)
    except ProgramConflictError:
        replace_program(student=student, worksheet=worksheet, draft=draft)
        return True
    return False


@transaction.atomic
def set_draft_aside(*, student: User, worksheet: str, draft: Draft) -> Program:
    """Store a draft if nothing is in its way; else set it aside, and leave the program as it is."""
    program = _locked(student, worksheet, draft.text)
    if _is_stored(program, draft):
        return program
    if _follows(program, draft):
        return _stored(program, draft)
    _set_aside(program, draft.text)
    return program


def _locked(student: User, worksheet: str, text: str) -> Program:
    if len(text.encode()) > SOURCE_BYTES:
        raise ProgramError(_("This program is longer than 100 KB."))
    Program.objects.get_or_create(student=student, worksheet=worksheet)
    return Program.objects.select_for_update().get(student=student, worksheet=worksheet)


def _is_stored(program: Program, draft: Draft) -> bool:
    is_old_news = program.client == draft.client and draft.seq <= program.seq
    return is_old_news or program.text == draft.text


def _follows(program: Program, draft: Draft) -> bool:
    """Whether the page of this draft has seen the text that the site holds, or has written it."""
    return draft.base == program.version or draft.client == program.client


def _stored(program: Program, draft: Draft) -> Program:
    program.text, program.client, program.seq = draft.text, draft.client, draft.seq
    program.version += 1
    program.saved_at = timezone.now()
    program.save(update_fields=["text", "client", "seq", "version", "saved_at"])
    return program


def _set_aside(program: Program, text: str) -> None:
    """Keep a text beside the program, once, and the newest twenty of them."""
    if not text.strip() or program.copies.filter(text=text).exists():
        return
    ProgramCopy.objects.create(program=program, text=text)
    kept = program.copies.values_list("pk", flat=True)[: ProgramCopy.MAX_KEPT]
    program.copies.exclude(pk__in=list(kept)).delete()
