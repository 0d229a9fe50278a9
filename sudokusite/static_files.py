"""Static files under names that change with their content, our own without what only people read."""

from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.http import FileResponse, HttpRequest
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

# RFC 9111: no copy is kept for longer, and a proxy may keep one as well, for nobody logs in by a header.
FOR_A_YEAR = "max-age=31536000,immutable"

OWN_SCRIPTS, OWN_STYLES = "js/*.js", "css/*.css"


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Sends static files, those that never change with short heads.

    Nobody asks whether a file is still the same whose name changes with its content. A first visit fetches
    twenty of them: what only serves to ask would weigh as much as a script.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> FileResponse:
        """The answer with a file."""
        response = WhiteNoiseMiddleware.serve(static_file, request)
        if "immutable" in response.get("Cache-Control", ""):
            for name in ("ETag", "Last-Modified"):
                del response[name]
            response["Cache-Control"] = FOR_A_YEAR
        return response


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Our own scripts and styles are collected without comments and needless spaces.

    The imports between our scripts follow the new names too, so each module is fetched once and kept.
    Django's own switch for this reads every script there is, and stumbles over comments in others' scripts.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            OWN_SCRIPTS,
            (
                (r"""(?P<matched>from ?"(?P<url>\.{1,2}/[^"]+)")""", 'from"%(url)s"'),
                (r"""(?P<matched>import\("(?P<url>\.{1,2}/[^"]+)"\))""", 'import("%(url)s")'),
            ),
        ),
    )

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[tuple[str, Any, Any]]:
        """Name, new name and whether it was changed of each file of `paths` (name to storage and path)."""
        return super().post_process(
            {name: (minified(name, storage), path) for name, (storage, path) in paths.items()}, **options
        )


def minified(name: str, storage: Storage) -> "Storage | MinifiedFiles":
    """Where to read a collected file from, so that our own scripts and styles come short."""
    if fnmatch(name, OWN_SCRIPTS):
        return MinifiedFiles(storage, jsmin)
    if fnmatch(name, OWN_STYLES):
        return MinifiedFiles(storage, cssmin)
    return storage


class MinifiedFiles:
    """The files of a storage as `minify` leaves them."""

    def __init__(self, storage: Storage, minify: Callable[[str], str]) -> None:
        self.storage, self.minify = storage, minify

    def open(self, path: str) -> ContentFile:
        with self.storage.open(path) as file:
            return ContentFile(self.minify(file.read().decode()).encode())
