"""The source of the course's modules: the text students read, its functions, and the lines of statements."""

import ast
import re
from functools import cache

from ..files import ENGINE, read_bytes
from ..judge.exercises import WORKSHEETS as WORKSHEETS

# The module beyond the five worksheets.
BEYOND = "propagation"
COURSE_MODULES = (*WORKSHEETS, BEYOND)

_FOLDER = ENGINE / "worksheets"


class UnknownSourceError(LookupError):
    """No module of the course has what was asked for."""


@cache
def source_of(module: str) -> str:
    """The text of a module of the course. Raises UnknownSourceError; a copy may come without some texts."""
    if module not in COURSE_MODULES:
        raise UnknownSourceError(
            f"{module!r} is no module of the course: expected one of {', '.join(COURSE_MODULES)}"
        )
    try:
        return read_bytes(_FOLDER / f"{module}.py").decode("utf-8")
    except OSError:
        raise UnknownSourceError(f"this copy comes without {module}.py") from None


@cache
def functions_of(module: str) -> dict[str, range]:
    """The functions and methods of a module, each with the numbers of its lines, in their order."""
    return functions_in(source_of(module))


def functions_in(text: str) -> dict[str, range]:
    """The same for any text of Python."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    nodes.sort(key=lambda node: node.lineno)
    return {node.name: range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in nodes}


@cache
def bodies_of(module: str) -> dict[str, range]:
    """The body of each function without its heading and docstring, as line numbers.

    "" has the lines that run when the module is started as a program.
    """
    bodies = {}
    for node in ast.walk(ast.parse(source_of(module))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            bodies[node.name] = _lines_of(body)
        elif isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
            bodies[""] = _lines_of(node.body)
    return bodies


def _lines_of(body: list[ast.stmt]) -> range:
    return range(body[0].lineno, (body[-1].end_lineno or body[-1].lineno) + 1) if body else range(0)


def line_of(module: str, function: str, statement: str, *, nth: int = 1) -> int:
    """The line number of the nth such statement in a function. Raises UnknownSourceError."""
    lines = source_of(module).splitlines()
    numbers = functions_of(module).get(function, range(0))
    found = [number for number in numbers if lines[number - 1].strip() == statement]
    if len(found) < nth:
        raise UnknownSourceError(f"{module}.{function} has no {statement!r} number {nth}")
    return found[nth - 1]


@cache
def numpy_source() -> str:
    """The text of the third worksheet for a numpy matrix, as in the worksheet: `M[i, j]`, `M.copy()`.

    It is generated from the text for lists, so that both stay alike.
    """
    text = _replaced_once(
        source_of("td_iteratif"),
        (r"\n\nM = \[\n.*?\n\]\n", f"\n\nimport numpy as np\n\n{annex()}"),
        (
            r"# M\.copy\(\) copierait [^\n]*\n",
            "# Toute la matrice est copiée : changer M ne change pas la copie.\n",
        ),
        (r"\nmatrice_originale = \[ligne\.copy\(\) for ligne in M\]", "\nmatrice_originale = M.copy()"),
        (r" {4}matrice_originale = \[ligne\.copy\(\) for ligne in M\]", "    matrice_originale = M.copy()"),
        (r'"""Affiche la matrice, une ligne par ligne\."""', '"""Affiche la matrice."""'),
        (r" {4}for ligne in M:\n {8}print\(ligne\)", "    print(M)"),
    )
    text = re.sub(r"\b(M|matrice_originale)\[(\w+)\]\[(\w+)\]", r"\1[\2, \3]", text)
    return re.sub(r"\b(M|matrice_originale): list", r"\1: np.ndarray", text)


@cache
def annex() -> str:
    """The matrix of the third worksheet's annex, written as there: empty, then one given digit a line."""
    tree = ast.parse(source_of("td_iteratif"))
    rows = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "M"
    )
    digits = [
        f"M[{i}, {j}] = {digit}\n" for i, row in enumerate(rows) for j, digit in enumerate(row) if digit
    ]
    return f"M = np.zeros((9, 9), int)\n{''.join(digits)}"


def _replaced_once(text: str, *changes: tuple[str, str]) -> str:
    for pattern, replacement in changes:
        text, count = re.subn(pattern, replacement.replace("\\", r"\\"), text, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"expected {pattern!r} once in the text, got it {count} times")
    return text
