"""What can be counted in the source: lines by part, names, comments, imports in circles."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

WORD = re.compile(r"[A-Za-z_]\w*")
# Worked with bits or with locks: where a reader needs the reasons most.
CLEVER = (
    "puzzles/engine/search.py",
    "puzzles/engine/techniques",
    "puzzles/play/services/group_commit.py",
    "accounts/prepared.py",
    "sudokusite/serving",
)


def figures_of(root: Path) -> dict[str, str]:
    """The figures of the tree at `root`, in the order in which they are shown."""
    server = [path for path in python_of(root) if "migrations" not in path.parts]
    engine = [path for path in server if is_in(path, root, "puzzles/engine")]
    site = [path for path in server if path not in set(engine)]
    kernel = [*root.glob("puzzles/engine/*.c"), *root.glob("puzzles/engine/kernel/*")]
    clever = [path for path in server if any(is_in(path, root, part) for part in CLEVER)]
    once, named = names_used_once(root, server)
    return {
        "server Python without migrations and engine": size_of(site),
        **{f"  {part}": size_of(paths) for part, paths in parts_of(root, site)},
        "comments per 100 lines, server": f"{comments_per_100(site):.1f}",
        "comments per 100 lines, engine": f"{comments_per_100(engine):.1f}",
        "comments per 100 lines, clever modules": f"{comments_per_100(clever):.1f}",
        "names that exist once outside tests": f"{once} of {named} ({100 * once / named:.0f} %)",
        "engine Python": size_of(engine),
        "engine C": size_of(kernel),
        "CSS": size_of(sources(root, "css")),
        "JavaScript": size_of(sources(root, "js")),
        "templates": size_of([*root.glob("templates/**/*.html")]),
        "import circles between modules": described(circles(imports_of(root, server))),
        "import circles between rooms": described(circles(by_room(imports_of(root, server)))),
    }


def python_of(root: Path) -> list[Path]:
    """The Python files of the site and the engine, tests not among them."""
    parts = ("accounts", "puzzles", "sudokusite")
    return sorted(path for part in parts for path in root.glob(f"{part}/**/*.py"))


def sources(root: Path, kind: str) -> list[Path]:
    """The style sheets or scripts of the site, not what others wrote."""
    paths = root.glob(f"*/static/**/*.{kind}")
    return [path for path in paths if "vendor" not in path.parts and ".min." not in path.name]


def parts_of(root: Path, paths: Iterable[Path]) -> Iterator[tuple[str, list[Path]]]:
    """The files by their first two folders, the largest part first."""
    rooms: dict[str, list[Path]] = {}
    for path in paths:
        folders = path.relative_to(root).parts[:-1][:2]
        rooms.setdefault("/".join(folders), []).append(path)
    yield from sorted(rooms.items(), key=lambda room: -sum(map(line_count, room[1])))


def is_in(path: Path, root: Path, part: str) -> bool:
    """Whether a file is, or lies in, this part of the tree."""
    name = path.relative_to(root).as_posix()
    return name == part or name.startswith(f"{part}/")


def line_count(path: Path) -> int:
    """All lines of a file, empty ones too."""
    return len(path.read_text("utf-8").splitlines())


def size_of(paths: Iterable[Path]) -> str:
    """Lines and files."""
    counts = [line_count(path) for path in paths]
    return f"{sum(counts):,} lines, {len(counts)} files"


def comments_per_100(paths: list[Path]) -> float:
    """Lines with a comment among a hundred lines; directives to tools do not count."""
    comments = lines = 0
    for path in paths:
        text = path.read_text("utf-8")
        lines += len(text.splitlines())
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and not re.match(r"# (noqa|type:|nosec|fmt:)", token.string):
                comments += 1
    return 100 * comments / max(lines, 1)


def names_used_once(root: Path, paths: Iterable[Path]) -> tuple[int, int]:
    """How many functions, methods and classes are mentioned at most once outside their definition.

    Words in Python, templates and scripts outside tests are mentions, those of imports are not.
    """
    words: Counter[str] = Counter()
    names: set[str] = set()
    for path in paths:
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        words.update(WORD.findall(without_imports(text, tree)))
        kinds = (ast.FunctionDef, ast.ClassDef)
        names.update(node.name for node in ast.walk(tree) if isinstance(node, kinds))
    for path in [*root.glob("templates/**/*.html"), *sources(root, "js")]:
        words.update(WORD.findall(path.read_text("utf-8")))
    names = {name for name in names if not name.startswith("__")}
    return sum(words[name] <= 2 for name in names), len(names)


def without_imports(text: str, tree: ast.Module) -> str:
    """The source without the lines of its import statements."""
    lines = text.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or 0) - node.lineno + 1)
    return "\n".join(lines)


def imports_of(root: Path, paths: Iterable[Path]) -> dict[str, set[str]]:
    """Which modules each module imports when it is loaded; TYPE_CHECKING and functions count too."""
    modules = {module_name(root, path): path for path in paths}
    return {name: set(imported(name, path, set(modules))) for name, path in modules.items()}


def module_name(root: Path, path: Path) -> str:
    """`accounts.models` for accounts/models.py; a package has the name of its folder."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(name: str, path: Path, modules: set[str]) -> Iterator[str]:
    """The modules of the tree that a module names in its imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                target = inner if inner in modules else base
                if target in modules and target != name:
                    yield target


def by_room(imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """The same between rooms: the first three names of a module, so `puzzles.play.services.hints` is one."""
    rooms: dict[str, set[str]] = {}
    for name, targets in imports.items():
        room = ".".join(name.split(".")[:3])
        others = {".".join(target.split(".")[:3]) for target in targets}
        # A package that gathers what is in it is no circle.
        rooms.setdefault(room, set()).update(
            other for other in others if other != room and not room.startswith(f"{other}.")
        )
    return rooms


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for target in sorted(imports.get(name, ())):
            if target not in index:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in stack:
                low[name] = min(low[name], index[target])
        if low[name] == index[name]:
            start = stack.index(name)
            component = stack[start:]
            del stack[start:]
            if len(component) > 1:
                found.append(sorted(component))

    for name in sorted(imports):
        if name not in index:
            visit(name)
    return found


def described(found: list[list[str]]) -> str:
    """How many circles, and of what."""
    if not found:
        return "0"
    sizes = "; ".join(
        " - ".join(circle) if len(circle) < 4 else f"{len(circle)} from {circle[0]}" for circle in found
    )
    return f"{len(found)} ({sizes})"
