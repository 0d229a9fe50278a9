"""Text to grids and back: lines of 81, nine-line grids plain or drawn, CSV, `.sdk`, `.sdm`, `.ss`."""

from .candidates import CandidateGrid, read_candidate_grid, to_candidate_grid
from .faults import (
    Fault,
    NotAPuzzleFileError,
    PuzzleFormatError,
    describe_expected,
    describe_fault,
    describe_file_fault,
    describe_found,
)
from .judging import reject_repeat
from .reader import PuzzleReader, read_puzzles
from .records import PuzzleRecord, RejectedRecord
from .single import read_puzzle
from .writers import to_csv, to_fpuzzles, to_grid, to_line, to_sdk, to_sdm, to_ss

__all__ = [
    "CandidateGrid",
    "Fault",
    "NotAPuzzleFileError",
    "PuzzleFormatError",
    "PuzzleReader",
    "PuzzleRecord",
    "RejectedRecord",
    "describe_expected",
    "describe_fault",
    "describe_file_fault",
    "describe_found",
    "read_candidate_grid",
    "read_puzzle",
    "read_puzzles",
    "reject_repeat",
    "to_candidate_grid",
    "to_csv",
    "to_fpuzzles",
    "to_grid",
    "to_line",
    "to_sdk",
    "to_sdm",
    "to_ss",
]
