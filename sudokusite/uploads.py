"""Uploaded files go to the disk as they come, and never more of them than the site takes."""

from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler


class LimitedFileUploadHandler(TemporaryFileUploadHandler):
    """Keeps the first PUZZLE_FILE_MAX_BYTES of a request's files in temporary files and drops what follows.

    A file that was cut keeps its true `size`, so that a form can say what is wrong with it.
    """

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self.room = settings.PUZZLE_FILE_MAX_BYTES

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        kept = raw_data[: self.room]
        self.room -= len(kept)
        super().receive_data_chunk(kept, start)

    def file_complete(self, file_size: int) -> UploadedFile | None:
        file: Any = super().file_complete(file_size)
        file.is_cut = file.seek(0, 2) < file_size
        file.seek(0)
        return file
