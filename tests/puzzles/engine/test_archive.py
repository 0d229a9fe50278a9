"""The engine in one file: what is in it, and that its bytes are the same whenever it is made."""

import gettext
import io
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from puzzles.engine import archive
from puzzles.engine.archive import ARCHIVE_NAME, engine_archive
from puzzles.engine.translation import open_words
from puzzles.engine.worksheets import COURSE_MODULES
from puzzles.engine.worksheets.mutants import MUTANTS
from tests.threads import at_once


@pytest.fixture
def members() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(engine_archive()))


def run(folder: Path, *arguments: str, language: str = "fr") -> subprocess.CompletedProcess[str]:
    (folder / ARCHIVE_NAME).write_bytes(engine_archive())
    return subprocess.run(
        [sys.executable, "-I", "-S", ARCHIVE_NAME, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONUTF8": "1", "LANG": language},
        timeout=60,
    )


def test_another_process_makes_the_same_bytes() -> None:
    program = (
        "import sys; from puzzles.engine.archive import engine_archive;"
        "sys.stdout.buffer.write(engine_archive())"
    )
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    assert made == engine_archive()


def test_a_class_that_downloads_it_at_once_has_it_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[frozenset[str]] = []

    def pack(without: frozenset[str]) -> bytes:
        made.append(without)
        # Others come in meanwhile.
        threading.Event().wait(0.05)
        return b"PK" + ",".join(sorted(without)).encode()

    monkeypatch.setattr(archive, "_archives", {})
    monkeypatch.setattr(archive, "_packed", pack)
    assert set(at_once(8, archive.engine_archive)) == {b"PK"}
    assert archive.engine_archive(without=frozenset({"tutoriel"})) == b"PKtutoriel"
    assert made == [frozenset(), frozenset({"tutoriel"})]


def test_nothing_in_it_is_compiled_and_the_courses_texts_are_there(members: zipfile.ZipFile) -> None:
    names = members.namelist()
    assert names == sorted(names)
    assert {Path(name).suffix for name in names} == {".py", ".txt", ".mo"}
    assert {f"puzzles/engine/worksheets/{module}.py" for module in COURSE_MODULES} < set(names)


def test_the_wrong_versions_of_the_courses_functions_are_not_in_it(members: zipfile.ZipFile) -> None:
    texts = "\n".join(members.read(name).decode() for name in members.namelist() if name.endswith(".py"))
    mutants = [each for worksheet in MUTANTS.values() for each in worksheet]
    assert mutants
    assert [each.name for each in mutants if each.text.strip() in texts] == []
    assert not [name for name in members.namelist() if "/mutants/" in name]


def test_it_needs_nothing_of_the_site(members: zipfile.ZipFile) -> None:
    assert {name.split("/")[0] for name in members.namelist()} == {"__main__.py", "puzzles", "sudokusite"}
    assert [name for name in members.namelist() if name.startswith("sudokusite/")] == [
        "sudokusite/locale/fr/LC_MESSAGES/django.mo"
    ]


def test_its_words_are_those_of_the_site_and_no_more(members: zipfile.ZipFile) -> None:
    contents = members.read("sudokusite/locale/fr/LC_MESSAGES/django.mo")
    words = gettext.GNUTranslations(io.BytesIO(contents))
    site = open_words("fr")
    for sentence in ("draw a grid as in the course", "usage: ", "Solutions: %(count)s"):
        assert words.gettext(sentence) == site.gettext(sentence) != sentence
    assert site.gettext("The five worksheets, and beyond") != "The five worksheets, and beyond"
    assert words.gettext("The five worksheets, and beyond") == "The five worksheets, and beyond"
    singular, plural = "Complete: no, %(count)d cell is empty.", "Complete: no, %(count)d cells are empty."
    assert words.ngettext(singular, plural, 2) == site.ngettext(singular, plural, 2)


def test_its_help_is_french_to_the_last_word(tmp_path: Path) -> None:
    answer = run(tmp_path, "show", "--help")
    assert answer.stdout.startswith("utilisation\u00a0: python sudoku.pyz show")
    assert "affiche cette aide" in answer.stdout
    assert run(tmp_path, "show", "--help", language="en").stdout.startswith("usage: python sudoku.pyz show")


def test_a_refusal_names_the_file_that_was_called(tmp_path: Path) -> None:
    answer = run(tmp_path, "show", "absent.txt")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("python sudoku.pyz: ")


def test_an_older_python_is_refused_with_the_version_needed(members: zipfile.ZipFile) -> None:
    program = members.read("__main__.py").decode()
    before, _comma, _after = program.partition("\nfrom puzzles")
    told = subprocess.run(
        [sys.executable, "-c", before.replace("import sys\n", "import sys\nsys.version_info = (3, 8)\n")],
        capture_output=True,
        text=True,
        env={"PYTHONUTF8": "1"},
    )
    assert (told.returncode, "Python 3.11" in told.stderr) == (1, True)
