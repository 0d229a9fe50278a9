"""How puzzles come in: a file is stored, taken in batch by batch, and reported on."""

from .checking import SEARCH_LIMIT
from .collections import (
    NAME_LENGTH,
    CollectionNameError,
    NewCollection,
    delete_collection,
    open_collection,
)
from .running import STUCK, continue_import
from .storing import NOT_PUZZLES, TOO_MANY_REJECTED
from .uploads import (
    HEAD_BYTES,
    ByteSource,
    UploadError,
    refuse_huge_files,
    refuse_other_files,
    store_upload,
    take_up_file,
)

__all__ = [
    "HEAD_BYTES",
    "NAME_LENGTH",
    "NOT_PUZZLES",
    "SEARCH_LIMIT",
    "STUCK",
    "TOO_MANY_REJECTED",
    "ByteSource",
    "CollectionNameError",
    "NewCollection",
    "UploadError",
    "continue_import",
    "delete_collection",
    "open_collection",
    "refuse_huge_files",
    "refuse_other_files",
    "store_upload",
    "take_up_file",
]
