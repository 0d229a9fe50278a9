"""The exercises of worksheet 3."""

from typing import Any

import pytest

from puzzles.engine.judge import grids, oracle
from puzzles.engine.judge.exercises import exercise_of, exercises_of
from puzzles.engine.judge.exercises.td_iteratif import SOLUTION, matrix_text, sentences, shows_solution

from ..judging import verdict, verdict_of_script, verdicts

KEYS = (
    "test_ligne test_colonne test_carre test protection remplissage avance_case recule_case resolution lancer"
)
ROWS = grids.rows_of(SOLUTION)
LOOP = """
    i, j, sens = 0, 0, True
    while 0 <= i < 9:
        sens = remplissage(i, j, M, liste_protegee, sens)
        i, j = avance_case(i, j) if sens else recule_case(i, j)
"""
SOLVER = "def resolution(M):\n    liste_protegee = protection(M)" + LOOP


def test_the_ten_questions_have_an_exercise_each() -> None:
    exercises = exercises_of("td_iteratif")
    assert [exercise.key for exercise in exercises] == KEYS.split()
    assert [exercise.number for exercise in exercises] == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("key", ["test_ligne", "test_colonne", "test_carre", "test"])
def test_the_tests_are_called_with_every_cell_and_every_digit(key: str) -> None:
    cases = [case.arguments for case in exercise_of("td_iteratif", key).cases()]
    assert {(i, j) for i, j, _, _ in cases} == {(i, j) for i in range(9) for j in range(9)}
    assert {digit for _, _, digit, _ in cases} == set(range(1, 10))


def test_the_worksheets_matrix_has_one_solution() -> None:
    assert oracle.solutions(grids.TD_ITERATIF) == [SOLUTION]


def test_the_expected_answers_are_those_of_the_worksheet() -> None:
    def answers(key: str) -> list[Any]:
        exercise = exercise_of("td_iteratif", key)
        return [exercise.expected(case).value for case in exercise.examples]

    assert answers("test_ligne") == [True, False, True]
    assert answers("test_colonne") == [True, False, True]
    assert answers("test_carre") == [True, False, True]
    assert answers("test") == [True, False, False, False]
    assert answers("avance_case") == [(0, 1), (1, 0)]
    assert answers("recule_case") == [(0, 0), (0, 8)]
    assert answers("remplissage") == [True, False, True, False]
    assert len(answers("protection")[0]) == 28
    after = [
        exercise_of("td_iteratif", "remplissage").expected(case).grid_after
        for case in exercise_of("td_iteratif", "remplissage").examples
    ]
    assert [line and line[0] for line in after] == ["3", ".", None, None]


WRONG = {
    "test_ligne": "return all(M[i][k] != nombre for k in range(9))",
    "test_colonne": "return all(k == j or M[k][j] != nombre for k in range(9))",
    "test_carre": "a, b = 3 * (j // 3), 3 * (i // 3)\n"
    "    return all((k, l) == (i, j) or M[k][l] != nombre for k in range(a, a + 3) for l in range(b, b + 3))",
    "test": "return test_ligne(i, j, nombre, M) and test_colonne(i, j, nombre, M)",
}


@pytest.mark.parametrize("key", WRONG)
def test_a_wrong_test_has_a_counterexample_of_one_digit(key: str) -> None:
    found = verdict(f"def {key}(i, j, nombre, M):\n    {WRONG[key]}", "td_iteratif", key)
    assert (found["verdict"], found["digits"]) == ("wrong", 1)


def test_a_test_answers_true_and_false_not_1_and_0() -> None:
    code = "def test(i, j, nombre, M):\n    return int(test_ligne(i, j, nombre, M))"
    assert verdict(code, "td_iteratif", "test")["verdict"] == "wrong"


def test_the_order_of_the_protected_cells_does_not_count_but_they_are_tuples() -> None:
    code = "def protection(m):\n    return [{}i, j{} for j in range(9) for i in range(9) if m[i][j] != 0]"
    assert verdict(code.format("(", ")"), "td_iteratif", "protection")["verdict"] == "passed"
    assert verdict(code.format("[", "]"), "td_iteratif", "protection")["verdict"] == "wrong"


def test_a_call_of_remplissage_says_which_cells_are_protected() -> None:
    exercise = exercise_of("td_iteratif", "remplissage")
    texts = [
        exercise.call_text("remplissage", case.with_grid("6" + "." * 79 + "1")) for case in exercise.examples
    ]
    assert texts[1] == "remplissage(0, 0, M, [(8, 8)], True)"
    assert texts[2] == "remplissage(0, 3, M, protection(M), True)"


def test_a_number_that_stays_on_the_way_back_is_seen() -> None:
    code = """
def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    for nombre in range(M[i][j] + 1, 10):
        if test(i, j, nombre, M):
            M[i][j] = nombre
            return True
    return False
"""
    found = verdict(code, "td_iteratif", "remplissage")
    assert found["verdict"] in ("wrong", "changed")
    assert found["grid_after"] != found["expected_after"]


@pytest.mark.parametrize(
    "text",
    [
        matrix_text(SOLUTION),
        str(ROWS),
        "\n".join(" ".join(map(str, row)) for row in ROWS),
        "\n".join(f"| {row} |" for row in ROWS),
        matrix_text(grids.EMPTY) + "Voici la solution :\n" + matrix_text(SOLUTION) + "en 12 s",
    ],
)
def test_a_solution_may_be_shown_in_any_layout(text: str) -> None:
    assert shows_solution(text, grids.TD_ITERATIF)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Résolu !",
        matrix_text(grids.TD_ITERATIF),
        matrix_text(SOLUTION[:80] + "."),
        matrix_text(grids.FULL),
    ],
)
def test_an_unfinished_matrix_is_no_solution(text: str) -> None:
    assert not shows_solution(text, grids.TD_ITERATIF)


def test_a_sentence_has_a_word() -> None:
    assert sentences("[[1 2 3]\n [4 5 6]]\n Pas résolu \n-- i = 0\n") == ["Pas résolu"]


@pytest.mark.parametrize("words", ["Pas de solution", "le problème n'a pas été résolu", "Échec"])
def test_no_solution_is_said_in_the_programs_own_words(words: str) -> None:
    code = SOLVER + f'    print(M if i == 9 else "{words}")'
    assert verdict(code, "td_iteratif", "resolution")["verdict"] == "passed"


@pytest.mark.parametrize(
    "end",
    [
        "if i == 9:\n        print(M)",
        "print('Voici M :')\n    print(M)",
        "print(M)",
        "print(M if i == -1 else 'Pas de solution')",
        "return M if i == 9 else 'Pas de solution'",
    ],
)
def test_silence_or_the_same_words_for_both_ends_are_wrong(end: str) -> None:
    found = verdict(f"{SOLVER}    {end}", "td_iteratif", "resolution")
    assert found["verdict"] == "printed_wrong"
    assert found["expected_printed"]


def test_the_matrix_may_be_shown_at_each_iteration() -> None:
    code = (
        SOLVER.replace("        sens =", "        print(M)\n        sens =")
        + "    print(M if i == 9 else 'Raté')"
    )
    assert verdict(code, "td_iteratif", "resolution")["verdict"] == "passed"


def test_a_given_must_not_be_changed() -> None:
    code = "def resolution(M):\n    M[0][0] = 5\n    print('Pas de solution')"
    assert verdict(code, "td_iteratif", "resolution")["verdict"] != "passed"


def test_an_error_in_resolution_is_reported() -> None:
    found = verdict("def resolution(M):\n    return M[9][9]", "td_iteratif", "resolution")
    assert found["verdict"] == "raised"
    assert found["error"].startswith("IndexError")


@pytest.mark.parametrize(
    "script",
    [
        "resolution(M)",
        "if __name__ == '__main__':\n    resolution([row[:] for row in M])",
        "def resolution(M):\n    liste_protegee = protection(M)\n    "
        "turns = 0" + LOOP.replace("        sens =", "        turns += 1\n        sens =") + "    print(M)\n"
        "    assert turns < 1000\nresolution(M)",
    ],
)
def test_question_10_runs_resolution_on_the_worksheets_matrix_in_few_steps(script: str) -> None:
    assert verdict_of_script(script, "td_iteratif", "lancer")["verdict"] == "passed"


def test_question_10_passes_without_help_too() -> None:
    script = (
        "LISTE = protection(M)\ndef resolution(M, liste_protegee=LISTE):"
        + LOOP
        + "    print(M)\nresolution(M)"
    )
    assert verdict_of_script(script, "td_iteratif", "lancer")["verdict"] == "passed"


@pytest.mark.parametrize(
    "script", ["", "print(resolution)", "resolution([[0] * 9 for _ in range(9)])", "print(M)"]
)
def test_question_10_needs_the_solution_of_the_worksheets_matrix(script: str) -> None:
    assert verdict_of_script(script, "td_iteratif", "lancer")["verdict"] == "printed_wrong"


def test_an_error_in_the_script_has_its_own_line() -> None:
    found = verdicts("def resolution(M):\n    return M\n\nresolution(1 / 0)\n", "td_iteratif", "lancer")[
        "lancer"
    ]
    assert (found["verdict"], found["line"]) == ("raised", 4)


def test_a_matrix_is_written_as_numpy_writes_it() -> None:
    assert matrix_text(SOLUTION).startswith("[[6 3 9 1 2 5 4 7 8]\n [7 1 4")
    assert matrix_text(SOLUTION).endswith("[4 6 8 7 5 2 9 1 3]]\n")
