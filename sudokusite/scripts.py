"""Our scripts: the modules that they import, and the messages that they use, as JavaScript catalogues.

`js/catalog/play.fr.js` has what Django's JavaScriptCatalog gives for French, of one page's messages only: a
board must be light. It is a static file like the scripts beside it, compressed when it is collected, with a
hash of its content in its name.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.i18n import JavaScriptCatalog

IMPORTED = re.compile(r"""(?:from |import\()"(\.{1,2}/[\w./]+\.js)\"""")
LITERAL = r'("(?:[^"\\\n]|\\.)*")'
MESSAGE = re.compile(rf"\b(?:n?gettext\(|pgettext\(\s*{LITERAL},)\s*{LITERAL}")

# The scripts of each catalogue; the modules they import are found by reading them.
CATALOGS = {
    "play": ("js/board.js", "js/help.js"),
    "own_grids": ("js/own_grid.js", "js/copying.js"),
    "copying": ("js/copying.js",),
    "shared_grid": ("js/shared_grid.js",),
    "challenge": ("js/copying.js",),
    "drill": ("js/drill.js",),
    "first_game": ("js/first_game.js",),
    "storm": ("js/storm.js",),
    "relay": ("js/relay.js",),
    "viewer": ("js/viewer.js",),
    "own_run": ("js/course/own_run.js",),
    "exercise": ("js/course/exercise.js",),
    "bug": ("js/course/bug.js",),
    "upload": ("js/upload.js",),
}
# Django's functions, for places with names. Its own script is twice as large: it has formats besides.
SCRIPT = """(() => {
  const catalog = %(catalog)s;
  const plural = (n) => Number(%(plural)s);
  Object.assign(globalThis, {
    gettext: (message) => catalog[message] ?? message,
    ngettext: (singular, other, count) => (catalog[singular] ?? [singular, other])[plural(count)],
    pgettext: (context, message) => catalog[`${context}\\x04${message}`] ?? message,
    interpolate: (sentence, values) => sentence.replace(/%%\\((\\w+)\\)s/g, (_, name) => values[name]),
  });
})();
"""
CATALOG_FILE = re.compile(r"js/catalog/(\w+)\.(\w+)\.js")


def modules_of(names: Iterable[str]) -> tuple[str, ...]:
    """These scripts and all that they import, at once or later."""
    found = list(names)
    for name in found:
        imported = (normpath(join(dirname(name), path)) for path in IMPORTED.findall(source_of(name)))
        found += [other for other in dict.fromkeys(imported) if other not in found]
    return tuple(found)


def source_of(name: str) -> str:
    """The text of a script. Raises FileNotFoundError if it is not among the static files."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"The script {name} is not among the static files.")
    return Path(path).read_text(encoding="utf-8")


def catalog_file(name: str, language: str) -> str:
    """The static file of a catalogue in a language."""
    return f"js/catalog/{name}.{language}.js"


class ScriptCatalog(JavaScriptCatalog):
    """The messages of one source only."""

    source = ""

    def get_catalog(self) -> dict[str, Any]:
        """The translations by message."""
        used = messages_of(self.source)
        return {message: text for message, text in super().get_catalog().items() if message in used}

    def render_to_response(self, context: dict[str, Any], **response_kwargs: Any) -> HttpResponse:
        """The script of a page."""
        catalog = json.dumps(context["catalog"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        script = SCRIPT % {"catalog": catalog, "plural": context["plural"] or "n !== 1"}
        return HttpResponse(script, "text/javascript; charset=utf-8")


def messages_of(source: str) -> set[str]:
    """The messages of a script; a context comes before its message, with \\x04 between."""
    return {"\x04".join(map(json.loads, filter(None, found))) for found in MESSAGE.findall(source)}


def catalog_source(name: str, language: str) -> str:
    """The script that gives a page the translations of its scripts' messages."""
    source = "\n".join(map(source_of, modules_of(CATALOGS[name])))
    with translation.override(language):
        return ScriptCatalog(source=source).get(HttpRequest()).content.decode()


class CatalogFinder(BaseFinder):
    """Finds the catalogues, which are made when they are asked for."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Each catalogue in each language, with the storage that holds it."""
        storage = FileSystemStorage(settings.DATA_DIR / "catalogs")
        for name in CATALOGS:
            for language, _title in settings.LANGUAGES:
                path = catalog_file(name, language)
                if not matches_patterns(path, list(ignore_patterns or ())):
                    written_catalog(name, language)
                    yield path, storage

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        """Where the catalogue of this name lies."""
        wanted = CATALOG_FILE.fullmatch(path)
        if not wanted or wanted[1] not in CATALOGS or wanted[2] not in dict(settings.LANGUAGES):
            return []
        found = str(written_catalog(wanted[1], wanted[2]))
        return [found] if find_all else found


def written_catalog(name: str, language: str) -> Path:
    """The file with a catalogue, written if what it is made of has changed."""
    path = settings.DATA_DIR / "catalogs" / catalog_file(name, language)
    source = catalog_source(name, language)
    if not path.exists() or path.read_text(encoding="utf-8") != source:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: several processes may make it at once.
        with NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
            file.write(source)
        os.replace(file.name, path)
    return path
