"""Whatever a file holds, each of its grids gets a verdict, nothing stumbles, and memory stays bounded.

300 files in the short run; LONG_TESTS=1 makes it 10,000.
"""

import io
import random
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import islice, repeat

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from accounts.models import User
from puzzles.engine.formats import NotAPuzzleFileError, PuzzleReader
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, ImportChunk, PuzzleImport
from puzzles.library.pages.imports import rejected_line, report_csv
from puzzles.library.services.policies import PRACTICE
from tests.lengths import IS_LONG

from .bad_files import BOMB, HEAVY, KINDS, bad_file, good_lines, gzip_bomb, zip_bomb

FILES = 10_000 if IS_LONG else 300
MIB = 1024 * 1024
RULES = {name: value for name, value in PRACTICE.items() if value not in (None, False)}


def taken_in(teacher: User, data: bytes, name: str) -> PuzzleImport | None:
    """The finished import of a file; None where it was refused whole."""
    place = library.open_collection(owner=teacher, name=name)
    try:
        begun = library.store_upload(owner=teacher, collection=place, file=io.BytesIO(data), file_name=name)
    except library.UploadError:
        return None
    while not begun.is_finished:
        assert library.continue_import(import_id=begun.pk)
        begun.refresh_from_db()
    return begun


def missing_verdicts(done: PuzzleImport) -> list[str]:
    """What is not told of a file: a grid without a verdict, or a verdict without words."""
    entries = Entry.objects.filter(collection=done.collection_id)
    numbers = [*entries.values_list("number", flat=True)]
    numbers += done.rejected_lines.values_list("number", flat=True)
    faults = [] if sorted(numbers) == list(range(1, done.grid_count + 1)) else [f"numbers {sorted(numbers)}"]
    if done.accepted + done.known + done.rejected != done.grid_count:
        faults.append("the counts do not add up")
    if not done.grid_count and not done.failure:
        faults.append("nothing was found and nothing said")
    told = [rejected_line(line) for line in done.rejected_lines.all()]
    faults += [f"line {line.line} has no words" for line in told if not (line.sentence and line.line)]
    lines = "".join(report_csv(done, "fr")).count("\r\n")
    if lines < 1 + len(told):
        faults.append("the report leaves something out")
    return faults


@pytest.mark.parametrize("part", range(10))
def test_each_grid_of_a_bad_file_gets_a_verdict(part: int, teacher: User) -> None:
    faults = []
    with translation.override("fr"):
        for seed in range(part, FILES, 10):
            kind, data = bad_file(seed)
            done = taken_in(teacher, data, f"{kind} {seed}")
            if done is not None:
                faults += [f"{kind} {seed}: {fault}" for fault in missing_verdicts(done)]
    assert faults == []


def test_every_kind_of_bad_file_is_made(teacher: User) -> None:
    made = {bad_file(seed)[0] for seed in range(300)}
    assert made == {make.__name__ for make in (*KINDS, *HEAVY)}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n"])
def test_good_grids_are_taken_in_in_every_encoding_that_is_promised(
    encoding: str, end: str, teacher: User
) -> None:
    text = end.join(["# élèves", *good_lines()[:4], ""])
    done = taken_in(teacher, text.encode(encoding), "x")
    assert done is not None
    assert (done.accepted, done.rejected) == (4, 0)


# Over http: pages, report and messages


@pytest.mark.parametrize("seed", [*range(100, 120), 99, 199, 299])
def test_a_bad_file_is_handed_in_and_reported_on_pages(
    seed: int,
    teacher: User,
    client_of: Callable[[User], Client],
    run_tasks: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client, (kind, data) = client_of(teacher), bad_file(seed)
    file = SimpleUploadedFile(f"{kind}.txt", data)
    answer = client.post(
        "/library/imports/new/", {"file": file, "name": kind, "audience": "everyone", **RULES}
    )
    assert answer.status_code in (200, 302)
    if answer.status_code == 200:
        assert "errorlist" in answer.content.decode()
        assert not PuzzleImport.objects.exists()
        return
    run_tasks()
    done = PuzzleImport.objects.get()
    assert done.is_finished
    for page in ("", "progress/", "report.csv"):
        assert client.get(f"/library/imports/{done.pk}/{page}").status_code in (200, 286)
    place = Collection.objects.get().pk
    assert client.get(f"/library/{place}/").status_code == 200


# Memory


def streams() -> dict[str, Iterator[bytes]]:
    """Files of up to 16 MB, in the pieces in which they are read."""
    size = ImportChunk.SIZE
    count = 16 * MIB // size
    return {
        "one line without end": islice(repeat(b"1" * size), count),
        "one comment without end": islice(repeat(b"#" * size), count),
        "nothing but line ends": islice(repeat(b"\n" * size), count // 32),
        "nothing but rows": islice(repeat(b"123456789\n" * (size // 10)), count // 32),
        "bars": islice(repeat(b"-|" * (size // 2)), count),
        "fields": islice(repeat(b"1," * (size // 2)), count),
        "letters without line ends": islice(repeat("é".encode() * (size // 2)), count),
    }


@pytest.mark.parametrize("name", streams())
def test_memory_does_not_grow_with_a_file(name: str) -> None:
    reader, peak_records = PuzzleReader(), 0
    tracemalloc.start()
    try:
        for piece in streams()[name]:
            peak_records = max(peak_records, len(reader.feed(piece)))
        reader.finish()
    except NotAPuzzleFileError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    # A piece, its lines, and the records they became; never the file.
    assert peak < 6 * MIB + 2_500 * peak_records, f"{peak / MIB:.1f} MiB for {peak_records} records"


@pytest.mark.parametrize("bomb", [zip_bomb, gzip_bomb])
def test_nothing_is_unpacked(bomb: Callable[..., bytes], teacher: User) -> None:
    data = bomb(random.Random(1))
    assert len(data) < BOMB / 100
    tracemalloc.start()
    assert taken_in(teacher, data, "bomb") is None
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * MIB
