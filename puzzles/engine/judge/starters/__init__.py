"""Starter code: the functions a worksheet asks for, with signature, examples and an empty body."""

from pathlib import Path

from ..exercises import WORKSHEETS as WORKSHEETS


def starter_of(worksheet: str) -> str:
    """The text of a worksheet's starter. Raises KeyError for an unknown worksheet."""
    if worksheet not in WORKSHEETS:
        raise KeyError(worksheet)
    return Path(__file__).with_name(f"{worksheet}.py").read_text("utf-8")
