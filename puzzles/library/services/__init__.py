"""The services of the library: uploads, imports, generation, grading, collections."""

from .batches import NOT_PUZZLES, TOO_MANY_REJECTED
from .collections import NAME_LENGTH, CollectionNameError, NewCollection, delete_collection, open_collection
from .entries import remove_entry
from .generation import GenerationError, continue_generation, order_puzzles, stop_generation
from .import_jobs import STUCK, continue_import
from .pasted import PastedGridError, check_pasted, keep_pasted, refuse_unplayable
from .similarity import SimilarEntry, similar_entries
from .tasks import import_samples, start_generation, start_import, start_imports
from .uploads import (
    HEAD_BYTES,
    ByteSource,
    UploadError,
    refuse_huge_files,
    refuse_other_files,
    store_upload,
    take_up_file,
)
from .validation import SEARCH_LIMIT

__all__ = [
    "HEAD_BYTES",
    "NAME_LENGTH",
    "NOT_PUZZLES",
    "SEARCH_LIMIT",
    "STUCK",
    "TOO_MANY_REJECTED",
    "ByteSource",
    "CollectionNameError",
    "GenerationError",
    "NewCollection",
    "PastedGridError",
    "SimilarEntry",
    "UploadError",
    "check_pasted",
    "continue_generation",
    "continue_import",
    "delete_collection",
    "import_samples",
    "keep_pasted",
    "open_collection",
    "order_puzzles",
    "refuse_huge_files",
    "refuse_other_files",
    "refuse_unplayable",
    "remove_entry",
    "similar_entries",
    "start_generation",
    "start_import",
    "start_imports",
    "stop_generation",
    "store_upload",
    "take_up_file",
]
