"""The notebook of the fifth worksheet."""

import json

from puzzles.engine.course import source_of
from puzzles.engine.judge.notebook import notebook, notebook_text
from puzzles.engine.judge.starters import starter_of

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
