"""Uploads: a file is checked and stored in chunks in the database, so that any worker can read it."""

import hashlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import PurePath
from typing import Protocol

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.audit_log import Action, log_action
from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine.formats import NotAPuzzleFileError, PuzzleReader, describe_file_fault

from ..models import Collection, ImportChunk, PuzzleImport
from .collections import NAME_LENGTH, open_collection

# Enough for the reader to recognise text; a file of one grid is not longer.
HEAD_BYTES = 8192


class UploadError(Refusal):
    """A file cannot be imported; the reason is for the person who sent it."""


class ByteSource(Protocol):
    """A source of bytes: an upload, an open file, standard input."""

    def read(self, size: int, /) -> bytes: ...


@transaction.atomic
def store_upload(*, owner: User, collection: Collection, file: ByteSource, file_name: str) -> PuzzleImport:
    """Store a file for import into a collection. Raises UploadError if it is not a file of grids."""
    puzzle_import = PuzzleImport.objects.create(
        owner=owner, collection=collection, file_name=clean_name(file_name), size=0
    )
    digest = hashlib.sha256()
    head = b""
    for number, data in enumerate(slices(file)):
        head = head or data[:HEAD_BYTES]
        digest.update(data)
        puzzle_import.size += len(data)
        refuse_huge_files(puzzle_import.size)
        ImportChunk.objects.create(puzzle_import=puzzle_import, number=number, data=data)
    refuse_other_files(head, size=puzzle_import.size)
    puzzle_import.sha256 = digest.hexdigest()
    puzzle_import.save(update_fields=["size", "sha256"])
    log_action(Action.IMPORT, by=owner.pk, collection=collection.pk, file=puzzle_import.pk)
    return puzzle_import


@transaction.atomic
def take_up_file(*, owner: User, file: BufferedReader, file_name: str, collection_name: str) -> PuzzleImport:
    """The unfinished import of this file, else a new one; creates the collection if it does not exist.

    Raises UploadError.
    """
    collection = Collection.objects.owned_by(owner).filter(name=collection_name[:NAME_LENGTH]).first()
    if collection is None:
        collection = open_collection(owner=owner, name=collection_name[:NAME_LENGTH])
    sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    begun = collection.imports.unfinished().filter(sha256=sha256).first()
    file.seek(0)
    return begun or store_upload(owner=owner, collection=collection, file=file, file_name=file_name)


def slices(file: ByteSource) -> Iterator[bytes]:
    """The bytes of a file in slices of ImportChunk.SIZE, the last one shorter."""
    data = b""
    while more := file.read(ImportChunk.SIZE - len(data)):
        data += more
        if len(data) == ImportChunk.SIZE:
            yield data
            data = b""
    if data:
        yield data


def refuse_other_files(head: bytes, *, size: int) -> None:
    """Raise UploadError if the first bytes of a file of `size` bytes show that it has no grids."""
    reader = PuzzleReader()
    try:
        reader.feed(head[:HEAD_BYTES])
        if size <= HEAD_BYTES:
            reader.finish()
    except NotAPuzzleFileError as error:
        raise UploadError(describe_file_fault(error.reason, translation)) from error


def refuse_huge_files(size: int, *, is_cut: bool = False) -> None:
    """Raise UploadError if a file is too large, or was cut because all files together are."""
    megabytes = settings.PUZZLE_FILE_MAX_BYTES // 1_000_000
    if size > settings.PUZZLE_FILE_MAX_BYTES:
        raise UploadError(_("The file is larger than %(megabytes)d MB.") % {"megabytes": megabytes})
    if is_cut:
        raise UploadError(
            _("The files together are larger than %(megabytes)d MB.") % {"megabytes": megabytes}
        )


def clean_name(file_name: str) -> str:
    """The last part of a path, printable characters only."""
    name = PurePath(file_name.replace("\\", "/")).name
    return "".join(sign for sign in name if sign.isprintable())[:200] or "sudoku.txt"
