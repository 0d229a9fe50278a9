"""Mutants: every one runs as a program, and the judge catches every one."""

from collections import Counter
from typing import Any

import pytest

from puzzles.engine.judge.child_process import judge_in_child
from puzzles.engine.judge.verdicts import judge
from puzzles.engine.worksheets.mutants import MUTANTS, Mutant

ALL = [mutant for mutants in MUTANTS.values() for mutant in mutants]
# These never end: a process of their own is killed.
ENDLESS = {"direction-forgotten"}
# Reading a file and a dialogue are judged by what is asked and read, a printed board by its text.
WORTH_MEETING = {
    "projet_insa": {"sudoku", "lire_fichier_sudoku", "saisir_sudoku", "afficher_sudoku"}
    | {"est_valide", "resoudre_simple", "resoudre"},
    "n_valide": {"n_valide", "solve"},
    "td_iteratif": {"test_ligne", "test_colonne", "test_carre", "test", "protection", "remplissage"}
    | {"avance_case", "recule_case", "resolution"},
    "tutoriel": {"print_board", "find_empty", "is_valid", "solve"},
    "mini_projet": {"printsudoku", "ligne", "colonne", "bloc", "possibles", "suivante", "resoudre"},
}


def verdict_on(mutant: Mutant) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    run = judge_in_child if mutant.name in ENDLESS else judge
    run(mutant.program(), mutant.worksheet, [mutant.key], messages.append)
    (verdict,) = [message for message in messages if message["kind"] == "verdict"]
    return verdict


@pytest.mark.parametrize("worksheet", MUTANTS)
def test_each_function_has_at_least_three(worksheet: str) -> None:
    counts = Counter(mutant.key for mutant in MUTANTS[worksheet])
    assert set(counts) == WORTH_MEETING[worksheet]
    assert min(counts.values()) >= 3
    assert len({(mutant.key, mutant.name) for mutant in MUTANTS[worksheet]}) == len(MUTANTS[worksheet])


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: f"{mutant.worksheet}-{mutant.key}-{mutant.name}")
def test_the_judge_catches_it(mutant: Mutant) -> None:
    verdict = verdict_on(mutant)
    assert verdict["verdict"] in {"wrong", "raised", "printed_wrong", "changed", "too_slow", "stopped"}
    assert verdict["verdict"] == "too_slow" or verdict["call"]
