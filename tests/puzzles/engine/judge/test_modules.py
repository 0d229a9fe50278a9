"""What the judge takes from outside: a browser has to ship it."""

import ast
from pathlib import Path

import puzzles.engine.judge
from puzzles.course.services.bundle import shortened

FOLDER = Path(puzzles.engine.judge.__file__).parent
CORE = (
    "cases",
    "comparison",
    "environment",
    "exercise",
    "function_calls",
    "function_lookup",
    "grid_forms",
    "grid_reader",
    "grids",
    "limits",
    "oracle",
    "program_loader",
    "shrinking",
    "source_text",
    "statements",
    "student_program",
    "values",
    "verdicts",
    "wording",
    "exercises/__init__",
    "exercises/mini_projet",
)


def imported(path: Path) -> set[str]:
    """What a module takes from elsewhere in a browser: without what only type checkers ask for."""
    found = set()
    for node in ast.walk(ast.parse(shortened(path.read_text("utf-8")))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                found.add(node.module or "")
            else:
                depth = len(path.relative_to(FOLDER).parts)
                assert node.level <= depth, f"{path.name} imports from outside the judge"
    return found


def test_the_judges_core_needs_two_modules_of_the_standard_library() -> None:
    found = set().union(*(imported(FOLDER / f"{name}.py") for name in CORE))
    assert found == {"sys", "time"}
