"""A file comes in: judged as a whole, then stored in slices that any worker can read."""

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

# The reader knows by then whether it reads text, and a file of one grid ends here.
HEAD_BYTES = 8192


class UploadError(Refusal):
    """Why nothing of a file was stored, in a sentence for the one who sent it."""


class ByteSource(Protocol):
    """Anything that bytes are read from: an upload, an open file, standard input."""

    def read(self, size: int, /) -> bytes: ...


@transaction.atomic
def store_upload(*, owner: User, collection: Collection, file: ByteSource, file_name: str) -> PuzzleImport:
    """Store a file that waits to be taken into a collection. Raises UploadError if it is no file of grids."""
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
    """The import of a file that was begun and not ended, else a new one; its collection is opened if need be.

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
    """Raise UploadError when the beginning of a file of `size` bytes shows that it is no file of grids."""
    reader = PuzzleReader()
    try:
        reader.feed(head[:HEAD_BYTES])
        if size <= HEAD_BYTES:
            reader.finish()
    except NotAPuzzleFileError as error:
        raise UploadError(describe_file_fault(error.reason, translation)) from error


def refuse_huge_files(size: int, *, is_cut: bool = False) -> None:
    """Raise UploadError when a file is larger than this site takes, or was cut for others beside it."""
    megabytes = settings.PUZZLE_FILE_MAX_BYTES // 1_000_000
    if size > settings.PUZZLE_FILE_MAX_BYTES:
        raise UploadError(_("The file is larger than %(megabytes)d MB.") % {"megabytes": megabytes})
    if is_cut:
        raise UploadError(
            _("The files together are larger than %(megabytes)d MB.") % {"megabytes": megabytes}
        )


def clean_name(file_name: str) -> str:
    """The last part of a path, without what a database cannot hold."""
    name = PurePath(file_name.replace("\\", "/")).name
    return "".join(sign for sign in name if sign.isprintable())[:200] or "sudoku.txt"
