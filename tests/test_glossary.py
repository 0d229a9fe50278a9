"""The glossary in docs/glossary.md: nothing is named with a word that it replaces.

In names of modules, classes and model fields a replaced word is allowed only in another meaning, listed
below. Names of functions, tests, variables, CSS classes and data attributes have several words, so some plain
English is allowed in them too.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from django.apps import apps

from .test_architecture import PROJECT, own_files

GLOSSARY = PROJECT / "docs" / "glossary.md"
# Word -> its other meaning, in which it stays.
OTHER_MEANINGS = {
    "board": "the grid as people see it",
    "checking": "of a help policy: whether digits may be checked",
    "events": "what happens in a run of a solver",
    "give": "to give up",
    "given": "a printed digit",
    "grade": "the engine's verb: how hard a puzzle is",
    "kept": "stored for later: grids of one's own, static files, events of a run",
    "lanes": "of the background worker, one for each queue",
    "part": "of an assignment of several kinds of work",
    "point": "of a chart",
    "rows": "of a table",
    "running": "exams that are being written; the judge's runs",
    "school": "the place",
    "slip": "of paper",
    "turn": "of a relay: who places digits now",
    "tries": "at an exercise; of the generator",
}
# Words that mean nothing special in a name of several words: "part of", "hands in", "side by side", "later".
PLAIN_ENGLISH = (
    {"hands", "later", "looks", "making", "mark", "partners", "passage", "places", "register"}
    | {"against", "demands", "ending", "layers", "listing", "showing", "side", "storing"}
    | {"turn", "turned", "turns", "way", "ways"}
)
# Variables are not checked yet in these.
FREE_VARIABLES = ("puzzles/engine/", "puzzles/home/pages/home.py", "puzzles/training/", "tests/")
# All-purpose verbs that hide what is meant; no test and no function is named with them.
RIDDLES = {"tell", "tells", "stands", "whoever", "wished"}


def replaced_words() -> set[str]:
    """The single words in the third column of the glossary."""
    table = [line.strip().strip("|").split("|") for line in GLOSSARY.read_text().splitlines() if "|" in line]
    parts = (part for row in table[2:] for part in re.sub(r"\(.*?\)", "", row[2]).split(","))
    return {word.lower() for part in parts if re.fullmatch(r"[A-Za-z]+", word := part.strip(" `"))}


def words_of(name: str) -> set[str]:
    """The words of a name in any case: snake, camel or kebab."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def python_files() -> list[Path]:
    """The site's modules and the tests, but for migrations, the judge and made-up versions of the site."""
    files = own_files("accounts/*.py", "puzzles/*.py", "sudokusite/*.py", "tests/*.py")
    return [path for path in files if not {"migrations", "judge", "variants"} & set(path.parts)]


@cache
def nodes(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions, methods and classes of a module."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, kinds)]


def modules_and_classes(path: Path) -> Iterator[str]:
    """The module's name and those of its classes."""
    yield path.stem
    yield from (node.name for node in nodes(path) if isinstance(node, ast.ClassDef))


def functions(path: Path) -> Iterator[str]:
    """The names of the module's functions, methods and tests."""
    yield from (node.name for node in nodes(path) if not isinstance(node, ast.ClassDef))


def variables(path: Path) -> Iterator[str]:
    """The names that a module assigns: constants, variables, parameters, fields of dataclasses."""
    if not str(path.relative_to(PROJECT)).startswith(FREE_VARIABLES):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
            elif isinstance(node, ast.arg):
                yield node.arg


def css_classes(path: Path) -> Iterator[str]:
    """The classes that a style sheet has rules for."""
    yield from re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL))


def data_attributes(path: Path) -> Iterator[str]:
    """The data attributes of a template, style sheet or script."""
    yield from re.findall(r"\bdata-[a-z][\w-]*", path.read_text())


def model_fields() -> Iterator[tuple[str, str]]:
    """Each field of our models, with its model."""
    for model in apps.get_models():
        if model.__module__.split(".")[0] in ("accounts", "puzzles"):
            yield from ((field.name, model.__name__) for field in model._meta.get_fields())


@cache
def old_names() -> dict[str, list[str]]:
    """Name with a replaced word -> where it is used."""
    names = replaced_words() - set(OTHER_MEANINGS)
    sentences = names - PLAIN_ENGLISH | RIDDLES
    code = python_files()
    pages = own_files("templates/*.html", "sudokusite/static/*.css", "sudokusite/static/*.js")
    sheets = [path for path in pages if path.suffix == ".css"]
    kinds: list[tuple[Callable[[Path], Iterator[str]], list[Path], set[str]]] = [
        (modules_and_classes, code, names),
        (functions, code, sentences),
        (variables, code, sentences),
        (css_classes, sheets, sentences),
        (data_attributes, pages, sentences),
    ]
    uses = [
        (name, str(path.relative_to(PROJECT)), old)
        for names_of, paths, old in kinds
        for path in paths
        for name in names_of(path)
    ]
    uses += [(name, model, names) for name, model in model_fields()]
    found: dict[str, list[str]] = {}
    for name, where, old in uses:
        if words_of(name) & old:
            found.setdefault(name.lstrip("_"), []).append(where)
    return found


def test_no_two_classes_of_the_engine_have_one_name() -> None:
    # Exercises and starters have the names of their worksheets.
    files = own_files("puzzles/engine/*.py")
    modules = [path for path in files if not {"exercises", "starters"} & set(path.parts)]
    names = Counter(
        node.name
        for path in modules
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []


def test_the_glossary_is_read() -> None:
    assert {"doors", "tries", "allotment", "wish", "told"} <= replaced_words()


def test_constants_parameters_and_fields_of_dataclasses_are_checked() -> None:
    names = set(variables(PROJECT / "accounts" / "fair_queue.py"))
    assert {"MAX_EACH", "thread_slots", "is_working"} <= names


def test_no_name_has_a_word_that_the_glossary_replaces() -> None:
    assert old_names() == {}
