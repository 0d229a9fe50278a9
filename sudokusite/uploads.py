"""Upload limits: files are written to disk as they arrive, up to the limit of their sender."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.template.defaultfilters import filesizeformat
from django.utils import translation
from django.utils.translation import gettext as _

from sudokusite.serving.front import SMALL_BODY, BodyLimit


class LimitedFileUploadHandler(TemporaryFileUploadHandler):
    """Writes a request's files to temporary files, up to a limit for all together.

    The limit is PUZZLE_FILE_MAX_BYTES for teachers, OWN_GRID_FILE_MAX_BYTES for students and 0 without a
    login. A truncated file keeps its true `size`, so that a form can report it.
    """

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self.room = room_of(getattr(request, "user", None))

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        kept = raw_data[: self.room]
        self.room -= len(kept)
        super().receive_data_chunk(kept, start)

    def file_complete(self, file_size: int) -> UploadedFile | None:
        file: Any = super().file_complete(file_size)
        file.is_cut = file.seek(0, 2) < file_size
        file.seek(0)
        return file


def room_of(user: Any) -> int:
    """The number of bytes of files that a user may upload in a request."""
    if user is None or not user.is_authenticated:
        return 0
    return settings.PUZZLE_FILE_MAX_BYTES if user.is_staff else settings.OWN_GRID_FILE_MAX_BYTES


def body_limit(environ: dict[str, Any]) -> BodyLimit:
    """The largest body of a request, known before any of it is read.

    A little more than the largest file, so that a form can report a file that is too large.
    """
    request = WSGIRequest(environ)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    try:
        user = get_user(request)
    finally:
        close_old_connections()
    limit = SMALL_BODY
    if user.is_authenticated:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + room_of(user) * 11 // 10
    with translation.override(translation.get_language_from_request(request)):
        refusal = _("This is too large: you can send at most %(size)s.") % {"size": filesizeformat(limit)}
    return BodyLimit(limit, refusal, user.pk)
