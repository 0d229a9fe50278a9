"""The scripts with which programs run in a browser: what is in them, and that they are made anew."""

import ast
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from puzzles.course.services import bundle
from tests.threads import at_once

# First visit to an exercise: Brython is 286 kB of it.
MOST_COMPRESSED_BYTES = 450_000


def imported(source: str) -> Iterator[str]:
    """The modules that a source of the judge imports by their full names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def test_the_scripts_are_static_files() -> None:
    for name in ("brython.js", "modules.js"):
        path = finders.find(f"brython/{name}")
        assert path is not None
        assert Path(path).name == name
    assert finders.find("brython/brython_stdlib.js") is None
    assert finders.find("brython/../settings.py") is None


def test_the_bundle_has_the_judge_and_the_stand_ins_under_the_replaced_names() -> None:
    modules = bundle.judge_modules()
    assert {"judge", "judge.verdicts", "judge.tasks", "judge.exercises", "copy", "random", "time"} <= set(
        modules
    )
    assert [name for name in modules if "standins" in name or name == "judge.child_process"] == []
    assert modules["judge"][3] == modules["judge.exercises"][3] == 1


def test_whatever_the_judge_imports_is_in_the_bundle() -> None:
    modules = bundle.judge_modules()
    # numpy has a stand-in once the judge has arrays.
    there = {*bundle.STANDARD_MODULES, *modules, "numpy"}
    missing = {
        f"{name}: {wanted}"
        for name, (_ending, source, *_rest) in modules.items()
        for wanted in imported(source)
        if wanted not in there
    }
    assert missing == set()


def test_no_reference_text_is_in_the_bundle() -> None:
    text = bundle.bundle()
    for path in (Path(bundle.JUDGE).parent / "course").glob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and len(node.body) > 2:
                assert ast.unparse(node) not in text


SOURCE = '''
"""Doc."""
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from collections.abc import Missing
# Comment.
class Grid:
    """Doc."""
    size: int
class Line(Grid):
    """Doc."""
    size: int = 9
    def cells(self, *more: "Missing", start: int = 0) -> "list[Missing]":
        """Doc."""
        found: list[Missing] = [start, *more]
        return found
def nothing() -> None:
    """Doc."""
'''


def test_a_source_keeps_its_meaning_without_comments_docstrings_and_annotations() -> None:
    short = bundle.shortened(SOURCE)
    assert not [
        word for word in ("Doc", "Comment", "Missing", "int", "typing", "__future__") if word in short
    ]
    namespace: dict[str, Any] = {}
    exec(short, namespace)
    assert namespace["Line"]().cells(1, 2) == [0, 1, 2]
    assert namespace["Line"].size == 9
    assert namespace["nothing"]() is None


def test_the_bundle_is_written_again_only_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    path = bundle.made_bundle()
    before = path.stat().st_mtime_ns
    assert bundle.made_bundle().stat().st_mtime_ns == before
    monkeypatch.setattr(bundle, "bundle", lambda: "changed")
    assert bundle.made_bundle().read_text() != "changed"
    monkeypatch.setattr(bundle, "sources", lambda: (("judge.py", 2, 3),))
    assert bundle.made_bundle().read_text() == "changed"
    monkeypatch.undo()
    assert bundle.made_bundle().read_text() == bundle.bundle()


def test_a_class_that_asks_at_once_has_the_bundle_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    monkeypatch.setattr(bundle, "sources", lambda: (("judge.py", 4, 5),))
    monkeypatch.setattr(bundle, "bundle", lambda: made.append(1) or "made")
    at_once(8, bundle.made_bundle)
    assert made == [1]


def test_all_that_a_first_run_fetches_stays_small() -> None:
    brython = (bundle.brython_folder() / "brython.js").read_bytes()
    fetched = [brython, bundle.bundle().encode()]
    assert sum(len(gzip.compress(part, 9)) for part in fetched) < MOST_COMPRESSED_BYTES
