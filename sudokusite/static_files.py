"""Static files: names with a hash of the content, our own scripts and styles minified."""

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

# RFC 9111: at most a year; proxies may cache it too, as nobody logs in with a header.
FOR_A_YEAR = "max-age=31536000,immutable"

OWN_SCRIPTS, OWN_STYLES = "js/*.js", "css/*.css"


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves static files, immutable ones with short headers.

    A file whose name changes with its content is never revalidated. A first visit fetches twenty of them:
    headers for revalidation would be as large as a script.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> FileResponse:
        """The answer with a file."""
        response = WhiteNoiseMiddleware.serve(static_file, request)
        if "immutable" in response.get("Cache-Control", ""):
            for name in ("ETag", "Last-Modified"):
                del response[name]
            response["Cache-Control"] = FOR_A_YEAR
            # Modules are UTF-8, and so are styles and other scripts of a page in UTF-8.
            response["Content-Type"] = response["Content-Type"].partition(";")[0]
        return response


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Minifies our own scripts and styles when they are collected.

    Imports between our scripts are rewritten to the hashed names, so that each module is fetched once.
    Django's own option for this reads every script and fails on comments in third-party scripts.
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
        """Name, new name and whether it changed, for each file of `paths` (name -> storage and path)."""
        return super().post_process(
            {name: (minified(name, storage), path) for name, (storage, path) in paths.items()}, **options
        )


def minified(name: str, storage: Storage) -> "Storage | MinifiedFiles":
    """The storage to read a collected file from: our own scripts and styles are minified."""
    if fnmatch(name, OWN_SCRIPTS):
        return MinifiedFiles(storage, jsmin)
    if fnmatch(name, OWN_STYLES):
        return MinifiedFiles(storage, cssmin)
    return storage


class MinifiedFiles:
    """The minified files of a storage."""

    def __init__(self, storage: Storage, minify: Callable[[str], str]) -> None:
        self.storage, self.minify = storage, minify

    def open(self, path: str) -> ContentFile:
        with self.storage.open(path) as file:
            return ContentFile(self.minify(file.read().decode()).encode())
