"""The scripts with which students' programs run in a browser: Brython, and the modules that it finds there.

Brython comes from its package as it is. Of its standard library, five megabytes, only the modules are taken
that students and the judge import; stand-ins for the heaviest are in `judge/standins`. The package `judge`
comes along as source, without comments and docstrings. All are static files with a hash in their names.

Measured in Chromium with Brython 3.15, on two busy cores: a worker is ready after 1.5 to 2 seconds, half of
them for the modules; list code is about ten times slower than CPython 3.11, with a trace function about twice
that. A plain function calls itself 870 times, one with generators in between 500, with lambdas 300. compile,
exec, tracebacks with lines, settrace and compile(..., flags=ast.PyCF_ONLY_AST) work; what had to be mended is
in sandbox_worker.js.
"""

import ast
import json
import os
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import FileSystemStorage

PREFIX = "brython"
JUDGE = Path(__file__).resolve().parents[2] / "engine" / "judge"
# Not shipped: what starts processes, what only type checkers read, and what is shipped under other names.
LEFT_OUT = {"audit_hook.py", "child_process.py", "messages.py", "notebook.py", "standins", "starters"}
# What students' programs and the judge import, and what these modules import.
STANDARD_MODULES = [
    "__future__",
    "_collections",
    "_collections_abc",
    "_functools",
    "_operator",
    "_py_abc",
    "_string",
    "_thread",
    "_weakref",
    "_weakrefset",
    "abc",
    "bisect",
    "builtins",
    "collections",
    "copyreg",
    "functools",
    "heapq",
    "itertools",
    "keyword",
    "math",
    "operator",
    "reprlib",
    "string",
    "sys",
    "types",
    "weakref",
]

# `any`, `sum` and the like are no names of judge.arrays itself.
NUMPY = """from judge.arrays import NAMES, _grid_of
globals().update(NAMES)
__all__ = list(NAMES)
"""

# As in brython_stdlib.js: the ending, source and imports of a module, and 1 for a package.
Module = list[Any]


def brython_folder() -> Path:
    """Where the package keeps its scripts."""
    spec = find_spec("brython")
    if spec is None or spec.origin is None:
        raise ImproperlyConfigured("The package brython is not installed.")
    return Path(spec.origin).parent / "data"


@cache
def standard_modules() -> dict[str, Module]:
    """The modules of Brython's standard library that are shipped."""
    text = (brython_folder() / "brython_stdlib.js").read_text()
    start = text.index("{", text.index("var scripts"))
    found, _end = json.JSONDecoder().raw_decode(text, start)
    return {name: found[name] for name in STANDARD_MODULES}


def judge_modules() -> dict[str, Module]:
    """The package `judge`, and the stand-ins under the names that they stand for."""
    found = {}
    for path in sorted(JUDGE.rglob("*.py")):
        parts = path.relative_to(JUDGE).with_suffix("").parts
        if parts[0] == "standins" and parts[-1] != "__init__":
            found[parts[-1]] = module(path)
        elif parts[0] not in LEFT_OUT and path.name not in LEFT_OUT:
            is_package = parts[-1] == "__init__"
            name = ".".join(("judge", *(parts[:-1] if is_package else parts)))
            found[name] = module(path, is_package=is_package)
    if "judge.arrays" in found:
        found["numpy"] = [".py", NUMPY, ["judge.arrays"]]
    return found


def module(path: Path, *, is_package: bool = False) -> Module:
    """One of our own modules."""
    return [".py", shortened(path.read_text()), [], *([1] if is_package else [])]


def shortened(source: str) -> str:
    """A source without comments, docstrings and annotations, which would be parsed before each run."""
    tree = Shortener().visit(ast.parse(source))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class Shortener(ast.NodeTransformer):
    """Removes what only readers and type checkers need."""

    def visit(self, node: ast.AST) -> Any:
        """The node without docstring, and what is in it."""
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
            super().visit(node)
            if not (node.body or isinstance(node, ast.Module)):
                node.body = [ast.Pass()]
            return node
        return super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function without the annotation of its result."""
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """A parameter without its annotation."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """An assignment; nothing where only a type was declared."""
        if node.value is None:
            return None
        return self.generic_visit(ast.Assign([node.target], node.value))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """An import, unless only annotations need it."""
        if node.module == "__future__":
            return None
        node.names = [alias for alias in node.names if alias.name != "TYPE_CHECKING"]
        return node if node.names else None

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """An `if`, unless it is for type checkers."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)


def bundle() -> str:
    """The script that gives Brython its modules."""
    modules = {"$timestamp": 0, **standard_modules(), **judge_modules()}
    text = json.dumps(modules, ensure_ascii=False, separators=(",", ":"))
    return f"__BRYTHON__.use_VFS = true;\n__BRYTHON__.update_VFS({text});\n"


_MAKING = Lock()


class BrythonFinder(BaseFinder):
    """Finds `brython/brython.js` in the package of Brython, and `brython/modules.js`, which is made here."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """The two files, each with the storage that holds it."""
        for name, path in self.files().items():
            if not matches_patterns(name, list(ignore_patterns or ())):
                storage = FileSystemStorage(path.parent)
                storage.prefix = PREFIX  # type: ignore[attr-defined]
                yield name, storage

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        """Where the file of this name lies."""
        folder, _slash, name = path.partition("/")
        # Django asks every finder for every static file: answer others at once.
        if folder != PREFIX or name not in {"brython.js", "modules.js"}:
            return []
        found = str(self.files()[name])
        return [found] if find_all else found

    def files(self) -> dict[str, Path]:
        """The files by name."""
        return {"brython.js": brython_folder() / "brython.js", "modules.js": made_bundle()}


def made_bundle() -> Path:
    """The file with the modules, written again when a source has changed."""
    folder = settings.DATA_DIR / "brython"
    folder.mkdir(exist_ok=True)
    # Two threads cannot make syntax trees at once in Python 3.11 ("recursion depth mismatch").
    with _MAKING:
        path, text = folder / "modules.js", _bundle_of(sources())
    if not path.exists() or path.read_text() != text:
        # Whole or not at all: several processes may make it at once.
        with NamedTemporaryFile("w", dir=folder, delete=False) as file:
            file.write(text)
        os.replace(file.name, path)
    return path


def sources() -> tuple[tuple[str, int, int], ...]:
    """Our own modules that are in the bundle: path, time of the last change in ns, and size of each."""
    found = ((path, path.stat()) for path in sorted(JUDGE.rglob("*.py")))
    return tuple((str(path), facts.st_mtime_ns, facts.st_size) for path, facts in found)


@lru_cache(maxsize=1)
def _bundle_of(_sources: tuple[tuple[str, int, int], ...]) -> str:
    """The bundle of these files. A development server asks for it with every page that runs programs."""
    return bundle()
