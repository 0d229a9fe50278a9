"""Uploaded files go to the disk as they come, of those who may import, and never more than the site takes."""

from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler


class LimitedFileUploadHandler(TemporaryFileUploadHandler):
    """Keeps the first PUZZLE_FILE_MAX_BYTES of a request's files in temporary files and drops what follows.

    A file that was cut keeps its true `size`, so that a form can say what is wrong with it. Of somebody who
    may not import nothing is kept at all: no stranger fills the disk.
    """

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        user = getattr(request, "user", None)
        self.room = settings.PUZZLE_FILE_MAX_BYTES if user is not None and user.is_staff else 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        kept = raw_data[: self.room]
        self.room -= len(kept)
        super().receive_data_chunk(kept, start)

    def file_complete(self, file_size: int) -> UploadedFile | None:
        file: Any = super().file_complete(file_size)
        file.is_cut = file.seek(0, 2) < file_size
        file.seek(0)
        return file
