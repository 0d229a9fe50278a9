"""Names of the files that programs are handed in as: safe in every file system."""

import re
import unicodedata

from ..models.submissions import FILE_NAME_LENGTH

NOT_IN_A_FILE_NAME = re.compile(r"[^A-Za-z0-9_-]+")


# Windows takes these for devices, whatever ending follows.
DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\Z", re.IGNORECASE)


def clean_file_name(name: str) -> str:
    """A name that is safe in every file system, without its folder; "" for one of which nothing is left."""
    stem = _plain_letters(
        name.replace("\\", "/").rpartition("/")[2].removesuffix(".py").removesuffix(".ipynb")
    )
    if DEVICE.match(stem):
        stem += "_"
    return f"{stem[: FILE_NAME_LENGTH - 3]}.py" if stem else ""


def file_name_of(name: str) -> str:
    """`sudoku_nom_prenom.py` for the name Prénom Nom: the family name comes first, as schools file it."""
    first, _space, family = name.strip().partition(" ")
    stem = "_".join(filter(None, (_plain_letters(each).lower() for each in (family, first))))
    name = f"sudoku_{stem or 'programme'}"
    return f"{name[: FILE_NAME_LENGTH - 3]}.py"


def _plain_letters(text: str) -> str:
    """The text in ASCII letters, digits, `_` and `-`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return NOT_IN_A_FILE_NAME.sub("_", plain).strip("_-")
