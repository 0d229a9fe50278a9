"""A file that was handed in and waits."""

import io
from collections.abc import Callable, Iterable

import pytest

from accounts.models import User
from puzzles.library import services as library
from puzzles.library.models import Collection, PuzzleImport


@pytest.fixture
def uploaded(teacher: User) -> Callable[..., PuzzleImport]:
    """`uploaded(lines or bytes, collection=)`: an import that nobody has begun."""

    def store(content: Iterable[str] | bytes, collection: Collection | None = None) -> PuzzleImport:
        data = content if isinstance(content, bytes) else "".join(f"{line}\n" for line in content).encode()
        place = collection or library.open_collection(owner=teacher, name="sudoku")
        return library.store_upload(
            owner=teacher, collection=place, file=io.BytesIO(data), file_name="sudoku.txt"
        )

    return store
