"""The notebook of the fifth worksheet."""

import json
from typing import Any

import pytest

from puzzles.engine.judge.notebook import NotebookError, is_notebook, notebook, notebook_text, program_of
from puzzles.engine.judge.starters import starter_of
from puzzles.engine.worksheets import source_of

CELLS = json.loads(notebook_text())["cells"]


def source(cell: dict) -> str:
    return "".join(cell["source"])


def test_the_file_is_a_notebook_of_format_4() -> None:
    assert json.loads(notebook_text()) == notebook()
    assert (notebook()["nbformat"], notebook()["nbformat_minor"]) == (4, 5)
    identifiers = [cell["id"] for cell in CELLS]
    assert len(set(identifiers)) == len(identifiers)
    assert {frozenset(cell) for cell in CELLS} == {
        frozenset({"cell_type", "id", "metadata", "source"}),
        frozenset({"cell_type", "execution_count", "id", "metadata", "outputs", "source"}),
    }
    assert all(cell["source"] for cell in CELLS)


def test_the_exercises_come_in_the_order_of_the_worksheet() -> None:
    headings = [
        line.removeprefix("### ")
        for cell in CELLS
        for line in source(cell).splitlines()
        if line.startswith("### ")
    ]
    assert headings == [f"Exercice {number}" for number in range(1, 9)]


def test_every_function_of_the_starter_has_a_cell_to_fill_and_one_to_try_it() -> None:
    code = [source(cell) for cell in CELLS if cell["cell_type"] == "code"]
    for name in ("printSudoku", "ligne", "colonne", "bloc", "possibles", "suivante", "resoudre"):
        (number,) = [number for number, text in enumerate(code) if f"def {name}(" in text]
        assert code[number].endswith("    ...")
        assert f"{name}(" in code[number + 1]
        assert code[number] in starter_of("mini_projet")


def test_the_four_questions_have_a_cell_for_the_answer() -> None:
    answers = [number for number, cell in enumerate(CELLS) if source(cell) == "*Ta réponse :*"]
    assert len(answers) == 4
    assert [source(CELLS[number - 1])[:2] for number in answers] == ["1)", "2)", "3)", "4)"]


def test_a_filled_notebook_runs_from_top_to_bottom() -> None:
    filled = source_of("mini_projet")
    names: dict = {"__name__": "right"}
    exec(filled, names)
    for cell in CELLS:
        if cell["cell_type"] == "code" and cell["id"].endswith("-essai"):
            exec(source(cell), names)
    assert names["grille"][0] == [9, 1, 6, 5, 7, 8, 2, 3, 4]


# The program in a notebook


def cells_of(*sources: str | list[str], **other: Any) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": source} for source in sources], **other})


def test_the_code_cells_become_one_program_in_their_order() -> None:
    text = json.dumps(
        {
            "cells": [
                {"cell_type": "code", "source": ["a = 1\r\n", "b = 2"]},
                {"cell_type": "markdown", "source": "# not code"},
                {"cell_type": "code", "source": " \n"},
                {"cell_type": "code", "source": "def f():\n    return a\n"},
            ]
        }
    )
    assert is_notebook(text)
    assert program_of(text) == ("a = 1\nb = 2\n\n\ndef f():\n    return a\n", 2)
    assert program_of("\ufeff" + text) == program_of(text)


@pytest.mark.parametrize(
    ("cell", "program"),
    [
        ("%matplotlib inline\nx = 1", "# %matplotlib inline\nx = 1\n"),
        ("!pip install numpy\n?print", "# !pip install numpy\n# ?print\n"),
        ("if True:\n    !ls", "if True:\n    pass  # !ls\n"),
        ("%%time\nx = 1", "# %%time\nx = 1\n"),
        ("%%html\n<b>it's</b>", "# %%html\n# <b>it's</b>\n"),
        ("x = (7\n%2)\n%ls", "x = (7\n%2)\n# %ls\n"),
        ("x = 7 \\\n% 2", "x = 7 \\\n% 2\n"),
        ('x = """(\n%s\n""" % 1\n%ls', 'x = """(\n%s\n""" % 1\n# %ls\n'),
        ("x = '('  # [\n%ls", "x = '('  # [\n# %ls\n"),
        ("x = 'a\\'('\n%ls", "x = 'a\\'('\n# %ls\n"),
        ("x = 'a\\\n%s'", "x = 'a\\\n%s'\n"),
    ],
)
def test_notebook_commands_become_comments(cell: str, program: str) -> None:
    assert program_of(cells_of(cell)) == (program, 1)
    compile(program, "program", "exec")


def test_the_starter_notebook_comes_back_as_a_program() -> None:
    text, count = program_of(notebook_text())
    assert count == sum(cell["cell_type"] == "code" for cell in CELLS)
    compile(text, "program", "exec")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (notebook_text()[:500], "notebook_broken"),
        ('{"worksheets": [{"cells": []}]}', "notebook_broken"),
        ('{"cells": [1]}', "notebook_broken"),
        ('{"cells": [{"cell_type": "code", "source": [1]}]}', "notebook_broken"),
        ('{"cells": [{"cell_type": "code"}]}', "notebook_broken"),
        ('{"cells": 1}', "notebook_broken"),
        ('{"cells": ' + "[" * 100_000, "notebook_broken"),
        ('{"cells": []}', "notebook_empty"),
        (cells_of(" \n", [""]), "notebook_empty"),
    ],
)
def test_a_damaged_notebook_is_refused_by_name(text: str, code: str) -> None:
    assert is_notebook(text)
    with pytest.raises(NotebookError) as refused:
        program_of(text)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "S = {}", "{1: 2}\n", '# {"cells"', 'x = 1  # {"cells": []}'])
def test_a_program_is_no_notebook(text: str) -> None:
    assert not is_notebook(text)
