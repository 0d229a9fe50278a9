"""The engine in one file, `sudoku.pyz`: `python sudoku.pyz show sudoku.txt --line 1`, wherever that file is.

It holds the engine's own text, the words of the terminal, and the sample grids; nothing that is compiled, so
that it runs wherever Python does. Its bytes depend on nothing but these, so that a copy can be compared.
"""

import ast
import io
import struct
import zipfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from threading import Lock

from .files import CATALOGUE_FOLDER, ENGINE, SAMPLE_FILE, read_bytes
from .translation import LANGUAGES, catalogue_path

ARCHIVE_NAME = "sudoku.pyz"

MUTANTS = ENGINE / "worksheets" / "mutants"
# Single lines of the texts, with the events of a run.
STATEMENTS = ENGINE / "runs" / "statements"
_FIRST_LINE = b"#!/usr/bin/env python3\n"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_MO_MAGIC = 0x950412DE
_MO_HEADER = "<7I"

# Read by whatever Python there is, also by one that cannot read the rest.
_MAIN = '''\
"""Sudoku in a terminal."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Il faut Python 3.11 ou plus (Python 3.11 or newer is needed).")

from puzzles.engine.terminal import run

sys.exit(run())
'''


_archives: dict[frozenset[str], bytes] = {}
_MAKING = Lock()


def engine_archive(*, without: frozenset[str] = frozenset()) -> bytes:
    """The archive, `without` the texts of these modules of the course.

    Made once for each set of modules, and by one thread at a time: a class that downloads it at once waits
    for the first.
    """
    found = _archives.get(without)
    if found is None:
        with _MAKING:
            found = _archives.get(without) or _archives.setdefault(without, _packed(without))
    return found


def _packed(without: frozenset[str]) -> bytes:
    stream = io.BytesIO()
    stream.write(_FIRST_LINE)
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in sorted(_members(without)):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, contents)
    return stream.getvalue()


def _members(without: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Names and contents of what the archive holds."""
    yield "__main__.py", _MAIN.encode()
    yield "puzzles/__init__.py", b""
    yield "puzzles/samples/sudoku.txt", read_bytes(SAMPLE_FILE)
    closed = {folder / f"{module}.py" for folder in (ENGINE / "worksheets", STATEMENTS) for module in without}
    texts = {
        path: read_bytes(path)
        for path in ENGINE.rglob("*.py")
        # Wrong versions of the functions are nearly the right ones.
        if path not in closed and MUTANTS not in path.parents
    }
    examples = ENGINE / "techniques" / "examples.txt"
    for path, text in (*texts.items(), (examples, read_bytes(examples))):
        yield f"puzzles/engine/{path.relative_to(ENGINE).as_posix()}", text
    for name, contents in _catalogues(texts.values()):
        yield f"sudokusite/locale/{name}", contents


def engine_catalogues() -> dict[str, bytes]:
    """The engine's own sentences in each language, by the path of the catalogue in its folder."""
    return dict(_catalogues(read_bytes(path) for path in ENGINE.rglob("*.py")))


def _catalogues(texts: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    sentences = {sentence for text in texts for sentence in _sentences_in(text)}
    for language in LANGUAGES:
        path = CATALOGUE_FOLDER / catalogue_path(language)
        if path.is_file():
            yield catalogue_path(language), _catalogue(path, sentences)


def _sentences_in(text: bytes) -> Iterator[str]:
    """Every text in a module: its msgids are among them."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _catalogue(path: Path, sentences: Collection[str]) -> bytes:
    """A compiled catalogue of gettext, cut down to these sentences: the site's is half a megabyte."""
    kept = {
        original: translated
        for original, translated in _messages(read_bytes(path))
        # The empty one is the header; a plural follows its singular after a zero byte.
        if original.split(b"\0")[0].decode() in {"", *sentences}
    }
    originals, texts = sorted(kept), [kept[original] for original in sorted(kept)]
    start = struct.calcsize(_MO_HEADER) + 16 * len(kept)
    table, body = [], b""
    for text in [*originals, *texts]:
        table += [len(text), start + len(body)]
        body += text + b"\0"
    first = struct.calcsize(_MO_HEADER)
    header = struct.pack(_MO_HEADER, _MO_MAGIC, 0, len(kept), first, first + 8 * len(kept), 0, start)
    return header + struct.pack(f"<{len(table)}I", *table) + body


def _messages(contents: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The messages of a compiled catalogue: original and translation, as they are stored."""
    order = "<" if struct.unpack_from("<I", contents)[0] == _MO_MAGIC else ">"
    _revision, count, originals, translations = struct.unpack_from(f"{order}4I", contents, 4)
    for index in range(count):
        found = []
        for table in (originals, translations):
            length, at = struct.unpack_from(f"{order}2I", contents, table + 8 * index)
            found.append(contents[at : at + length])
        yield found[0], found[1]
