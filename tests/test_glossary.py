"""The glossary in docs/glossary.md: no module and no class is named with a word that it replaces.

Some of these words mean something else as well; those uses are listed here with what they mean.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .test_architecture import PROJECT, own_files

GLOSSARY = PROJECT / "docs" / "glossary.md"
# Word -> its other meaning, in which it stays.
OTHER_MEANINGS = {
    "board": "the grid as people see it",
    "events": "what happens in a run of a solver",
    "give": "to give up",
    "given": "a printed digit",
    "grade": "the engine's verb: how hard a puzzle is",
    "kept": "stored for later: grids of one's own, static files, events of a run",
    "lanes": "of the background worker, one for each queue",
    "point": "of a chart",
    "rows": "of a table",
    "running": "exams that are being written; the judge's runs",
    "school": "the place",
    "slip": "of paper",
}


def replaced_words() -> set[str]:
    """The single words in the third column of the glossary."""
    table = [line.strip().strip("|").split("|") for line in GLOSSARY.read_text().splitlines() if "|" in line]
    parts = (part for row in table[2:] for part in re.sub(r"\(.*?\)", "", row[2]).split(","))
    return {word.lower() for part in parts if re.fullmatch(r"[A-Za-z]+", word := part.strip(" `"))}


def words_of(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def names_in(path: Path) -> Iterator[str]:
    """The module's own name and those of its classes."""
    yield path.stem
    yield from (node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef))


@cache
def old_names() -> dict[str, list[str]]:
    """Name with a replaced word -> the files that have it."""
    old = replaced_words() - set(OTHER_MEANINGS)
    found: dict[str, list[str]] = {}
    for path in own_files("accounts/*.py", "puzzles/*.py", "sudokusite/*.py"):
        if "migrations" in path.parts or "judge" in path.parts:
            continue
        for name in names_in(path):
            if words_of(name) & old:
                found.setdefault(name.lstrip("_"), []).append(str(path.relative_to(PROJECT)))
    return found


def test_the_glossary_is_read() -> None:
    assert {"doors", "tries", "allotment", "wish", "told"} <= replaced_words()


def test_no_new_name_has_a_word_that_the_glossary_replaces() -> None:
    assert old_names() == {}
