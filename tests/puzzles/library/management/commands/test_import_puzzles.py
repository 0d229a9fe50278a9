"""`manage.py import_puzzles`, as somebody at a terminal meets it."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from puzzles.library import services as library
from puzzles.library.management.commands import import_puzzles
from puzzles.library.models import Collection, Entry, PuzzleImport

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path: Path, grids: list[str]) -> Path:
    """Twenty grids and a line that is none."""
    path = tmp_path / "sudoku.txt"
    path.write_text("\n".join([*grids[:20], "oops"]))
    return path


def run(*arguments: object, **options: object) -> tuple[str, str]:
    """What the command says on standard output and on standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command("import_puzzles", *map(str, arguments), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def test_a_file_becomes_a_collection_of_its_name(teacher, file) -> None:
    out, err = run(file)
    collection = Collection.objects.get()
    assert (collection.name, collection.owner, collection.entry_count) == ("sudoku", teacher, 20)
    assert "20  new grids" in out
    assert "line 21: rejected: found “o”" in out
    assert "21 grids read, 100 %" in err


def test_a_second_run_finds_everything_there(teacher, file) -> None:
    run(file, collection="Easter")
    out, _err = run(file, collection="Easter")
    assert "0  new grids" in out
    assert "20  already there" in out
    assert Entry.objects.count() == 20


def test_json_is_one_document_with_every_line(teacher, file) -> None:
    out, err = run(file, json=True)
    report = json.loads(out)
    assert (report["accepted"], report["known"], report["rejected"]) == (20, 0, 1)
    assert (report["collection"], report["file"], report["state"]) == ("sudoku", "sudoku.txt", "done")
    assert [line["line"] for line in report["lines"]] == [21]
    assert "21 grids read" in err


def test_silence_is_kept_where_it_is_asked_for(teacher, file) -> None:
    assert run(file, verbosity=0) == ("", "")


def test_grids_come_from_standard_input(teacher, file, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    run("-", collection="Piped")
    assert Collection.objects.get(name="Piped").entry_count == 20


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "The file is empty."), (b"\x89PNG\r\n\x1a\n", "a picture"), (None, "No such file")],
)
def test_a_file_that_cannot_be_taken_in_is_a_sentence_and_exit_code_2(
    teacher, tmp_path, content, sentence
) -> None:
    path = tmp_path / "sudoku.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=sentence) as error:
        run(path)
    assert error.value.returncode == 2
    assert not Collection.objects.exists()


def test_a_folder_is_a_sentence_and_exit_code_2(teacher, tmp_path) -> None:
    with pytest.raises(CommandError) as error:
        run(tmp_path)
    assert error.value.returncode == 2


def test_a_file_without_any_grid_ends_with_exit_code_2(teacher, tmp_path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("somebody\n" * 30_000)
    with pytest.raises(CommandError, match="contain no grid") as error:
        run(path)
    assert error.value.returncode == 2
    assert PuzzleImport.objects.get().state == PuzzleImport.State.FAILED


def test_an_interrupted_import_continues_with_the_same_command(teacher, file, grids, monkeypatch) -> None:
    def interrupt(self: object, puzzle_import: PuzzleImport, **options: object) -> None:
        raise KeyboardInterrupt

    file.write_text("\n".join(grids * 3))
    with monkeypatch.context() as patched:
        patched.setattr(import_puzzles.Progress, "show", interrupt)
        with pytest.raises(CommandError, match="Run the same command again") as error:
            run(file)
    assert error.value.returncode == 130
    assert 0 < Entry.objects.count() < len(grids) * 3
    run(file)
    done = PuzzleImport.objects.get()
    assert (done.state, done.accepted) == (PuzzleImport.State.DONE, len(set(grids)))
    assert Entry.objects.count() == len(grids) * 3


def test_a_worker_that_has_the_file_in_hand_is_watched(teacher, file, monkeypatch) -> None:
    run(file, verbosity=0)
    begun = PuzzleImport.objects.get()
    waits = []

    def wait(seconds: float) -> None:
        """While the command waits, the other worker goes on and ends."""
        waits.append(seconds)
        PuzzleImport.objects.filter(pk=begun.pk).update(state="done", finished_at=begun.finished_at)

    PuzzleImport.objects.update(state="running", finished_at=None)
    monkeypatch.setattr(library, "continue_import", lambda **options: None)
    monkeypatch.setattr(import_puzzles.time, "sleep", wait)
    run(file, verbosity=0)
    assert len(waits) == 1


def test_the_owner_is_the_one_who_can_be_meant(teacher, file) -> None:
    run(file)
    assert Collection.objects.get().owner == teacher


def test_an_owner_must_be_named_when_several_can_be_meant(teacher, other_teacher, file) -> None:
    with pytest.raises(CommandError, match="add --owner") as error:
        run(file)
    assert error.value.returncode == 2
    run(file, owner="M.Durand")
    assert Collection.objects.get().owner == other_teacher


@pytest.mark.parametrize("name", ["lea", "nobody"])
def test_a_student_owns_no_collection(student, file, name) -> None:
    with pytest.raises(CommandError, match=name) as error:
        run(file, owner=name)
    assert error.value.returncode == 2
    assert not Collection.objects.exists()
