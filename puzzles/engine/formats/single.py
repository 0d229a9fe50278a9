"""One grid given as text, as on a command line or in a field of a form."""

from .faults import LENGTH, SEVERAL, Fault, NotAPuzzleFileError, PuzzleFormatError
from .reader import read_puzzles
from .records import LocatedText, PuzzleRecord, RejectedRecord
from .validation import puzzle_fault


def read_puzzle(text: str) -> PuzzleRecord:
    """The one grid of a text, in any known form. Raises PuzzleFormatError for none and for several."""
    try:
        records = list(read_puzzles([text.encode("utf-8", "replace")]))
    except NotAPuzzleFileError:
        fault = puzzle_fault(LocatedText(1, 1, text)) or Fault(LENGTH, 1, 1, {"count": 0})
        raise PuzzleFormatError(fault) from None
    first = records[0]
    if isinstance(first, RejectedRecord):
        raise PuzzleFormatError(first.fault)
    if len(records) > 1:
        raise PuzzleFormatError(Fault(SEVERAL, records[1].line, 1, {"count": len(records)}))
    return first
