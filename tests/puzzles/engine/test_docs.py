"""The recipes of docs/engine.md, run as they stand there, and the library that `pip install .` gives."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]
GUIDE = PROJECT / "docs" / "engine.md"


def test_each_recipe_of_the_guide_gives_what_it_shows() -> None:
    answer = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert answer.attempted > 30
    assert answer.failed == 0


def test_the_built_documentation_is_self_contained_and_has_french(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", reason="what builds the engine is not installed")
    library = tmp_path / "library"
    build = ["egg_info", "--egg-base", str(tmp_path), "build_py", "--build-lib", str(library)]
    subprocess.run([sys.executable, "setup.py", "-q", *build], cwd=PROJECT, check=True, capture_output=True)
    program = (
        "from puzzles.engine.files import SAMPLE_FILE\n"
        "from puzzles.engine.translation import house_label, open_words\n"
        "print(SAMPLE_FILE.exists(), house_label(0, open_words('fr')))"
    )
    # -P and -S: neither the project's folder nor what is installed beside Python.
    command = [sys.executable, "-P", "-S", "-c", program]
    environment = {"PYTHONPATH": str(library), "PYTHONIOENCODING": "utf-8"}
    answer = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (answer.stdout.split(), answer.stderr) == (["True", "ligne", "1"], "")
    assert (library / "puzzles" / "engine" / "py.typed").exists()
