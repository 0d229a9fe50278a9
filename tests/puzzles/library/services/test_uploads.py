"""Files that come in, and files that are refused whole."""

import io
import random

import pytest
from django.utils import translation

from accounts.models import User
from puzzles.library import services as library
from puzzles.library.models import Collection, ImportChunk, PuzzleImport
from puzzles.library.services import uploads

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
ZIP = b"PK\x03\x04" + b"\x14\x00\x00\x00" * 100
NOISE = random.Random(1).randbytes(20_000).replace(b"\0", b"\x01\0")


@pytest.fixture
def collection(teacher: User) -> Collection:
    return library.open_collection(owner=teacher, name="sudoku")


def test_an_upload_is_kept_whole_in_chunks(uploaded) -> None:
    content = b"# a comment\n" * 30_000
    begun = uploaded(content)
    chunks = list(begun.chunks.order_by("number"))
    assert [len(chunk.data) for chunk in chunks] == [ImportChunk.SIZE, len(content) - ImportChunk.SIZE]
    assert b"".join(bytes(chunk.data) for chunk in chunks) == content
    assert begun.size == len(content)
    assert begun.state == PuzzleImport.State.WAITING


def test_a_file_that_trickles_in_makes_the_same_chunks() -> None:
    class Trickle(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(min(size or 0, 1000))

    sizes = [len(data) for data in uploads.slices(Trickle(b"x" * (ImportChunk.SIZE + 10)))]
    assert sizes == [ImportChunk.SIZE, 10]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\n\n# nothing\n\n", "The file holds no grid, only blank lines, comments or titles."),
        (PNG, "This is a picture, not a text file of grids."),
        (ZIP, "This is an archive"),
        (b"%PDF-1.7\n", "a formatted document"),
        (NOISE, "This is not a text file."),
    ],
    ids=["empty", "blank", "picture", "archive", "document", "noise"],
)
def test_a_file_without_grids_is_refused_with_a_sentence_and_nothing_stored(
    uploaded, collection, content, sentence
) -> None:
    with translation.override("en"), pytest.raises(library.UploadError, match=sentence):
        uploaded(content, collection)
    assert not PuzzleImport.objects.exists()
    assert not ImportChunk.objects.exists()


def test_a_huge_file_is_refused_before_it_is_read_to_its_end(teacher, collection, settings) -> None:
    settings.PUZZLE_FILE_MAX_BYTES = 1_000_000

    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            self.given += size
            return b"." * size

    source = Endless()
    with translation.override("en"), pytest.raises(library.UploadError, match="larger than 1 MB"):
        library.store_upload(owner=teacher, collection=collection, file=source, file_name="endless.txt")
    assert source.given < 1_500_000
    assert not PuzzleImport.objects.exists()


def test_the_same_file_begun_before_is_taken_up_again(teacher, grids, collection) -> None:
    def take_up(lines: list[str]) -> PuzzleImport:
        file = io.BufferedReader(io.BytesIO("\n".join(lines).encode()))  # type: ignore[arg-type]
        return library.take_up_file(
            owner=teacher, file=file, file_name="sudoku.txt", collection_name="sudoku"
        )

    begun = take_up(grids[:3])
    assert begun.collection == collection
    assert take_up(grids[:3]) == begun
    assert take_up(grids[:4]) != begun
    library.continue_import(import_id=begun.pk)
    assert take_up(grids[:3]) != begun


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("sudoku.txt", "sudoku.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\lea\\grilles d'été.txt", "grilles d'été.txt"),
        ("a\0b\nc.txt", "abc.txt"),
        ("", "sudoku.txt"),
        ("x" * 300, "x" * 200),
    ],
)
def test_a_file_name_is_kept_without_what_could_harm(given, kept) -> None:
    assert uploads.clean_name(given) == kept
