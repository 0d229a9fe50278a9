"""The fifth worksheet as a notebook: cells to fill, made from its starter; and the program in a notebook.

Not part of what browsers load.
"""

import ast
import doctest
import json
import re
import textwrap

from .starters import starter_of

# Cell magics whose cell is Python nevertheless.
PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun")
# What a line of Python may leave open: quotes, brackets, a backslash at its end. Elsewhere that hides a sign.
SIGNS = re.compile(r"\\\Z|\\.|\"\"\"|'''|[\"'()\[\]{}#]")
HEADING = re.compile(r"^# (Exercice \d+)\n", re.MULTILINE)
SCRIPT = 'if __name__ == "__main__":\n'
ANSWER = "*Ta réponse :*"
SECTIONS = {
    "Exercice 1": "## 1) Modélisation",
    "Exercice 2": "## 2) Fonctions auxiliaires",
    "Exercice 7": "## 3) Résolution",
}
ALGORITHM = """\
Pour résoudre une grille à partir de la case (i, j) :

- si i vaut 9, toutes les cases ont été vues : la grille est résolue ;
- si la case (i, j) est remplie, il reste à résoudre à partir de la case suivante ;
- sinon, on essaie dans la case chaque chiffre possible, et on résout à partir de la case suivante ;
  dès que cela réussit, la grille est résolue ; si aucun chiffre ne convient, on vide la case, et la
  grille n'est pas résolue."""
QUESTIONS = (
    "Quel est le type du résultat de resoudre(S, i, j) ?",
    "Par quel appel commence-t-on pour résoudre la grille S ?",
    "À quels endroits de l'algorithme la fonction s'appelle-t-elle elle-même ?",
    "Quel est le cas de base, et pourquoi l'algorithme s'arrête-t-il toujours ?",
)


def notebook() -> dict:
    """The notebook of worksheet 5 as nbformat 4 describes it."""
    head, *parts = HEADING.split(starter_of("mini_projet"))
    title, _, imports = head.strip().removeprefix('"""').partition('"""')
    cells = [markdown("titre", "# " + introduction(title)), code("imports", imports)]
    functions = list(zip(parts[::2], parts[1::2], strict=True))
    for heading, text in functions:
        text, _, script = text.partition(SCRIPT)
        key = heading.lower().replace(" ", "-")
        if heading == "Exercice 8":
            cells += questions()
        cells.append(markdown(key, "\n\n".join([*filter(None, [SECTIONS.get(heading)]), f"### {heading}"])))
        cells += [code(f"{key}-code", text), code(f"{key}-essai", docstring_examples(text))]
        if script:
            cells.append(code("script", textwrap.dedent(script)))
    cells.append(markdown("exemples", "Cette cellule vérifie les exemples de toutes les fonctions."))
    cells.append(code("verification", "import doctest\n\ndoctest.testmod()"))
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def notebook_text() -> str:
    """The notebook as the text of an `.ipynb` file."""
    return json.dumps(notebook(), ensure_ascii=False, indent=1) + "\n"


class NotebookError(Exception):
    """No program can be taken from a notebook: `code` is that of the note with the reason (wording.py)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def is_notebook(text: str) -> bool:
    """Whether the text of a file is that of a notebook, whole or damaged, and so no Python."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and '"cells"' in text


def program_of(text: str) -> tuple[str, int]:
    """The code cells of a notebook in their order as one program, and how many there are.

    What is for the notebook alone (`%matplotlib`, `!pip`) becomes a comment. Raises NotebookError.
    """
    try:
        found = json.loads(text.lstrip("\ufeff"))
        cells = [source_of_cell(cell) for cell in found["cells"] if cell["cell_type"] == "code"]
    except (ValueError, RecursionError, TypeError, KeyError):
        raise NotebookError("notebook_broken") from None
    cells = [without_magics(cell) for cell in cells if cell.strip()]
    if not cells:
        raise NotebookError("notebook_empty")
    return "\n\n\n".join(cells) + "\n", len(cells)


def source_of_cell(cell: dict) -> str:
    """The text of a cell, which a file has whole or in lines. Raises TypeError for anything else."""
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)
    return text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")


def without_magics(cell: str) -> str:
    """A cell with its magics (`%`), shell commands (`!`) and questions (`?`) as comments.

    They begin a statement: a `%` at the start of a line inside brackets or a string is Python.
    """
    lines = cell.split("\n")
    head = lines[0].split()[0] if lines[0].strip() else ""
    if head.startswith("%%") and head not in PYTHON_MAGICS:
        return "\n".join(f"# {line}" for line in lines)
    kept, open_text = [], OpenText()
    for line in lines:
        code = line.lstrip(" \t")
        if not open_text and code.startswith(("%", "!", "?")):
            # Alone in its block, a comment would be no statement.
            indentation = line[: len(line) - len(code)]
            line = f"{indentation}pass  # {code}" if indentation else f"# {code}"
        else:
            open_text.read(line)
        kept.append(line)
    return "\n".join(kept)


class OpenText:
    """What continues on the next line: brackets, a long string, a backslash. False if nothing does."""

    def __init__(self) -> None:
        self.depth, self.quotes, self.is_continued = 0, "", False

    def __bool__(self) -> bool:
        return self.depth > 0 or bool(self.quotes) or self.is_continued

    def read(self, line: str) -> None:
        """Go on by one line."""
        self.is_continued = False
        for sign in SIGNS.findall(line):
            if self.quotes:
                self.quotes = "" if sign == self.quotes else self.quotes
            elif sign.startswith("#"):
                break
            elif sign[0] in "\"'":
                self.quotes = sign
            elif sign == "\\":
                self.is_continued = True
            else:
                self.depth = max(0, self.depth + (1 if sign in "([{" else -1))
        # A string in single quotes ends with its line, unless a backslash goes on with it.
        if len(self.quotes) == 1 and not line.endswith("\\"):
            self.quotes = ""


def introduction(title: str) -> str:
    """The starter's first line; what it says about files does not hold for a notebook."""
    return (
        f"{title.strip().splitlines()[0]}\n\nRemplace chaque `...` par ton code, et exécute chaque cellule."
    )


def docstring_examples(text: str) -> str:
    """The examples of a function's docstring as statements to run."""
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    docstring = ast.get_docstring(functions[-1]) or ""
    return "".join(example.source for example in doctest.DocTestParser().get_examples(docstring))


def questions() -> list[dict]:
    """The text cells of exercise 7, each followed by one for the answer."""
    cells = [markdown("exercice-7", f"{SECTIONS['Exercice 7']}\n\n{ALGORITHM}\n\n### Exercice 7")]
    for number, question in enumerate(QUESTIONS, 1):
        cells.append(markdown(f"question-{number}", f"{number}) {question}"))
        cells.append(markdown(f"reponse-{number}", ANSWER))
    return cells


def markdown(key: str, text: str) -> dict:
    return {"cell_type": "markdown", "id": key, "metadata": {}, "source": lines_of(text)}


def code(key: str, text: str) -> dict:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": key,
        "metadata": {},
        "outputs": [],
        "source": lines_of(text),
    }


def lines_of(text: str) -> list[str]:
    return text.strip().splitlines(keepends=True)
