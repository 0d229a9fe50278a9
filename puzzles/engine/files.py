"""Files that come with the engine, also where all of it is one archive: `python sudoku.pyz`."""

from pathlib import Path
from typing import Any
from zipimport import zipimporter

# Not resolved: in an archive these are places as its importer names them.
ENGINE = Path(__file__).parent
SAMPLE_FILE = ENGINE.parent / "samples" / "sudoku.txt"
# An installed engine has a catalogue of its own (see setup.py); in the project it shares the site's.
OWN_CATALOGUE = ENGINE / "locale"
CATALOGUE_FOLDER = OWN_CATALOGUE if OWN_CATALOGUE.is_dir() else ENGINE.parents[1] / "sudokusite" / "locale"


_LOADER: Any = __spec__.loader

IS_ARCHIVE = isinstance(_LOADER, zipimporter)


def read_bytes(path: Path) -> bytes:
    """The contents of a file beside the engine's modules. Raises OSError."""
    contents: bytes = _LOADER.get_data(str(path))
    return contents
