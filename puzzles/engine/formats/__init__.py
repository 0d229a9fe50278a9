"""Text to grids and back: lines of 81, nine-line grids plain or drawn, CSV, `.sdk`, `.sdm`, `.ss`."""

from .candidates import CandidateGrid as CandidateGrid
from .candidates import read_candidate_grid as read_candidate_grid
from .candidates import to_candidate_grid as to_candidate_grid
from .faults import Fault as Fault
from .faults import NotAPuzzleFileError as NotAPuzzleFileError
from .faults import PuzzleFormatError as PuzzleFormatError
from .faults import describe_expected as describe_expected
from .faults import describe_fault as describe_fault
from .faults import describe_file_fault as describe_file_fault
from .faults import describe_found as describe_found
from .reader import PuzzleReader as PuzzleReader
from .reader import read_puzzles as read_puzzles
from .records import PuzzleRecord as PuzzleRecord
from .records import RejectedRecord as RejectedRecord
from .single import read_puzzle as read_puzzle
from .validation import reject_repeat as reject_repeat
from .writers import to_csv as to_csv
from .writers import to_fpuzzles as to_fpuzzles
from .writers import to_grid as to_grid
from .writers import to_line as to_line
from .writers import to_sdk as to_sdk
from .writers import to_sdm as to_sdm
from .writers import to_ss as to_ss
