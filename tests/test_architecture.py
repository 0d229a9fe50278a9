"""The house as DESIGN draws it: which way imports go, and what no file may say."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
ENGINE = PROJECT / "puzzles" / "engine"


def own_files(*patterns: str) -> list[Path]:
    """The project's files of some kinds, as git knows them, kept or about to be."""
    answer = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [PROJECT / line for line in answer.stdout.splitlines() if (PROJECT / line).is_file()]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Each import of a module as its level (0 absolute, 1 and up relative) and the module's name."""
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""


def test_imports_only_go_down() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    answer = subprocess.run([lint, "--no-cache"], cwd=PROJECT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout


def test_the_engine_needs_only_the_standard_library() -> None:
    modules = list(ENGINE.rglob("*.py"))
    assert modules
    strange = [
        f"{path.relative_to(PROJECT)}: {name}"
        for path in modules
        # A starter is the beginning of a student's program, and is never imported.
        if path.parent.name != "starters" or path.name == "__init__.py"
        for level, name in imports(path)
        if level == 0 and name.split(".")[0] not in sys.stdlib_module_names
    ]
    assert strange == []


def test_the_engine_never_reaches_above_itself() -> None:
    outside = [
        f"{path.relative_to(PROJECT)}: {'.' * level}{name}"
        for path in ENGINE.rglob("*.py")
        for level, name in imports(path)
        if level > len(path.relative_to(ENGINE).parts)
    ]
    assert outside == []


def test_the_engine_runs_where_there_is_no_django() -> None:
    program = "import puzzles.engine, sys; sys.exit('django' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=PROJECT, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stderr


def lines_with(pattern: str, *kinds: str) -> list[str]:
    """The lines of the project's files of some kinds where a pattern is found, this file's own left out."""
    return [
        f"{path.relative_to(PROJECT)}:{number}: {line.strip()}"
        for path in own_files(*kinds)
        if path != Path(__file__)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_setting_up_names_no_place_that_packages_come_from() -> None:
    kinds = ["Makefile", ".ci/*", "requirements*", "*.toml", "*.cfg", "*.ini", "*.json", ".npmrc"]
    assert own_files(*kinds)
    assert lines_with(r"https?://", *kinds) == []
    assert lines_with(r"(?<!no-emit-)(index-url|find-links|trusted-host)|registry=", *kinds) == []


def test_no_file_names_a_path_of_one_machine() -> None:
    kinds = ["*.py", "*.toml", "*.md", "*.html", "*.js", "*.css", "*.txt", "Makefile", ".ci/*"]
    assert lines_with(r"(?<![\w.>])/(work|root|tmp|opt|home/\w+|Users/\w+)/", *kinds) == []


def test_every_requirement_is_pinned_with_a_hash() -> None:
    for path in PROJECT.glob("requirements*.txt"):
        entries = re.split(r"\n(?=\S)", path.read_text().strip())
        loose = [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry]
        assert entries, path.name
        assert loose == [], path.name


def test_the_shared_requirements_agree_in_their_versions() -> None:
    pins = [
        dict(re.findall(r"^([\w.-]+)==(\S+)", path.read_text(), re.MULTILINE))
        for path in PROJECT.glob("requirements*.txt")
    ]
    versions: dict[str, set[str]] = {}
    for name, version in (item for pin in pins for item in pin.items()):
        versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}
