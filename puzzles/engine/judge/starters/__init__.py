"""Starter code: the functions a worksheet asks for, with signature, examples and an empty body."""

from pathlib import Path

WORKSHEETS = ("projet_insa", "n_valide", "td_iteratif", "tutoriel", "mini_projet")
# The names that two worksheets give to the file that is to be written.
FILE_NAMES = {"projet_insa": "sudoku_nom_prenom.py", "tutoriel": "sudoku.py"}


def program_name_of(worksheet: str) -> str:
    """The name under which a student keeps their program for a worksheet."""
    return FILE_NAMES.get(worksheet, f"{worksheet}.py")


def starter_of(worksheet: str) -> str:
    """The text of a worksheet's starter. Raises KeyError for an unknown worksheet."""
    if worksheet not in WORKSHEETS:
        raise KeyError(worksheet)
    return Path(__file__).with_name(f"{worksheet}.py").read_text("utf-8")
