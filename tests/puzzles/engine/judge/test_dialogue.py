"""Answers are found in what an interactive program asks."""

import pytest

from puzzles.engine.judge import dialogue, oracle
from puzzles.engine.judge.dialogue import DRAWS, FULL, PARTIAL, Talk, plain
from puzzles.engine.judge.exercises.projet_insa.solvers import simply_filled

MENU = "1. Nouvelle grille\n2. Solution partielle\n3. Solution complète\n4. Quitter\nVotre choix : \n"
LETTERS = "p : solution partielle, c : solution complète, q : quitter\n"


def reply(goal: str, text: str) -> str:
    return Talk(goal).reply(plain(text), text)


@pytest.mark.parametrize(
    ("goal", "text", "answer"),
    [
        (PARTIAL, MENU, "2"),
        (FULL, MENU, "3"),
        (DRAWS, MENU, "1"),
        (PARTIAL, LETTERS, "p"),
        (FULL, LETTERS, "c"),
        (PARTIAL, "Voulez-vous une solution partielle (o/n) ? ", "o"),
        (FULL, "Voulez-vous une solution partielle (o/n) ? ", "n"),
        (PARTIAL, "Solution complète ? (O/N)", "N"),
        (FULL, "Voulez-vous la solution complète (oui/non) ?", "oui"),
        (FULL, "Que voulez-vous ? (partielle/complete)", "complete"),
        (FULL, "Solution partielle ou complète ?", "complète"),
        (PARTIAL, "Tapez i pour un indice, s pour la solution", "i"),
        (PARTIAL, "Écrire « partie » ou « tout » :", "partie"),
        (PARTIAL, "Combien de cases ?", "3"),
        (DRAWS, "Nom du fichier ?", "sudoku.txt"),
    ],
)
def test_the_answer_is_the_key_of_the_word_that_is_wanted(goal: str, text: str, answer: str) -> None:
    assert reply(goal, text) == answer


def test_the_simple_method_gives_a_partial_solution_of_each_grid_of_the_file() -> None:
    for puzzle in dialogue.PUZZLES:
        assert len(oracle.solutions(puzzle)) == 1
        assert dialogue.is_partial(puzzle, simply_filled(puzzle), dialogue.solution_of(puzzle))


def test_neither_the_grid_nor_its_solution_nor_a_wrong_digit_is_a_partial_solution() -> None:
    puzzle = dialogue.PUZZLES[0]
    solution = dialogue.solution_of(puzzle)
    cell = puzzle.index(".")
    false = "1" if solution[cell] != "1" else "2"
    for line in (puzzle, solution, puzzle[:cell] + false + puzzle[cell + 1 :]):
        assert not dialogue.is_partial(puzzle, line, solution)
