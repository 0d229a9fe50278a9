"""Grids as files bring them, and the way they come in."""

import io
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from accounts.models import User
from puzzles.models import Collection, PuzzleImport
from puzzles.services import library

SAMPLES = Path(__file__).parents[2] / "puzzles" / "samples" / "sudoku.txt"


@pytest.fixture(scope="session")
def grids() -> list[str]:
    """Grids with exactly one solution, `.` for an empty cell."""
    lines = SAMPLES.read_text().splitlines()
    return [line.replace("0", ".") for line in lines if len(line) == 81]


@pytest.fixture
def empty_grid() -> str:
    """A grid with more solutions than anybody has counted one by one."""
    return "." * 81


@pytest.fixture
def dead_grid() -> str:
    """A grid without a repeated digit and without a solution: r1c9 needs the 9 that stands below it."""
    return "12345678." + "." * 35 + "9" + "." * 36


@pytest.fixture
def bring_in(teacher: User) -> Callable[..., PuzzleImport]:
    """`bring_in(lines or bytes, collection=, owner=, name=)`: the finished import of a file."""

    def run(
        content: Iterable[str] | bytes,
        *,
        collection: Collection | None = None,
        owner: User = teacher,
        name: str = "sudoku",
    ) -> PuzzleImport:
        data = content if isinstance(content, bytes) else "".join(f"{line}\n" for line in content).encode()
        place = collection or library.open_collection(owner=owner, name=name)
        begun = library.store_upload(
            owner=owner, collection=place, file=io.BytesIO(data), file_name=f"{name}.txt"
        )
        while not begun.is_finished:
            assert library.continue_import(import_id=begun.pk, breath_seconds=0)
            begun.refresh_from_db()
        return begun

    return run
