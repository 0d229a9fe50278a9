"""The fifth worksheet as a notebook: cells to fill, made from its starter. Not part of what browsers load."""

import ast
import doctest
import json
import re
import textwrap

from .starters import starter_of

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
        cells += [code(f"{key}-code", text), code(f"{key}-essai", trial_of(text))]
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


def is_notebook(text: str) -> bool:
    """Whether the text of a file is that of a notebook, which is no Python."""
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return False
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and isinstance(found.get("cells"), list)


def introduction(title: str) -> str:
    """The starter's first line; what it says about files does not hold for a notebook."""
    return (
        f"{title.strip().splitlines()[0]}\n\nRemplace chaque `...` par ton code, et exécute chaque cellule."
    )


def trial_of(text: str) -> str:
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
