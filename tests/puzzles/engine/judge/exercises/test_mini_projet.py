"""The fifth worksheet: its own text passes, and each plausible slip gets its verdict."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.judge.exercises import exercises_of
from puzzles.engine.worksheets.sources import source_of

REFERENCE = source_of("mini_projet")
KEYS = ["grille", "printsudoku", "ligne", "colonne", "bloc", "possibles", "suivante", "resoudre", "script"]


def test_the_reference_passes_everything(judged: Callable[..., Any]) -> None:
    found = judged(REFERENCE)
    assert {key: verdict["verdict"] for key, verdict in found.verdicts.items()} == dict.fromkeys(
        KEYS, "passed"
    )
    assert found.notes == []


def test_every_exercise_of_the_worksheet_is_there_in_its_order() -> None:
    exercises = exercises_of("mini_projet")
    assert [exercise.key for exercise in exercises if exercise.kind != "questions"] == KEYS
    assert "".join(exercise.number for exercise in exercises) == "1123456788"


@pytest.mark.parametrize(
    ("key", "right", "slip", "verdict"),
    [
        ("grille", "[0, 0, 0, 0, 0, 4, 0, 0, 0]", "[0, 0, 0, 0, 4, 0, 0, 0, 0]", "wrong"),
        ("grille", "S = [\n", "S = 3\nT = [\n", "wrong"),
        ("printsudoku", "print(S[i])", "print(*S[i])", "printed_wrong"),
        (
            "printsudoku",
            "for i in range(9):\n        print",
            "for i in range(8):\n        print",
            "printed_wrong",
        ),
        ("ligne", "S[i][j] for j in range(9)", "S[i][j] for j in range(8)", "wrong"),
        ("colonne", "S[i][j] for i in range(9)", "S[i][j] for i in range(10)", "raised"),
        ("bloc", "i - i % 3, j - j % 3", "j - j % 3, i - i % 3", "wrong"),
        ("bloc", "i - i % 3, j - j % 3", "i, j", "wrong"),
        ("possibles", " + bloc(S, i, j)", "", "wrong"),
        ("possibles", "range(1, 10)", "range(1, 9)", "wrong"),
        ("suivante", "return n // 9, n % 9", "return [n // 9, n % 9]", "wrong"),
        ("suivante", "9 * i + j + 1", "9 * i + j", "wrong"),
        ("resoudre", "    S[i][j] = 0\n    return False", "    return False", "wrong"),
        ("resoudre", "        return True\n    a, b", "        return 1\n    a, b", "wrong"),
        ("resoudre", "        S[i][j] = k\n", "", "wrong"),
        (
            "resoudre",
            "        if resoudre(S, a, b):\n            return True",
            "        return resoudre(S, a, b)",
            "wrong",
        ),
        ("script", "Sres = deepcopy(S)", "Sres = S", "printed_wrong"),
        ("script", "        printSudoku(Sres)", "        printSudoku(S)", "printed_wrong"),
        ("script", 'print("La grille n\'admet pas de solution.")', "pass", "printed_wrong"),
    ],
)
def test_a_small_error_is_found(
    judged: Callable[..., Any], key: str, right: str, slip: str, verdict: str
) -> None:
    assert right in REFERENCE
    source = REFERENCE.replace(right, slip)
    found = judged(source, key).verdicts[key]
    assert found["verdict"] == verdict


def test_any_solution_is_right(judged: Callable[..., Any]) -> None:
    source = REFERENCE.replace("for k in possibles(S, i, j)", "for k in reversed(possibles(S, i, j))")
    assert judged(source, "resoudre").verdicts["resoudre"]["verdict"] == "passed"


def test_the_own_digit_of_a_cell_may_count_or_not(judged: Callable[..., Any]) -> None:
    source = REFERENCE.replace("def possibles(S: list, i: int, j: int) -> list:\n", "").replace(
        "    pris = ligne", "def possibles(S, i, j):\n    S = deepcopy(S); S[i][j] = 0\n    pris = ligne"
    )
    source = source.replace('    """Les chiffres que la ligne', '"""Les chiffres que la ligne')
    assert judged(source, "possibles").verdicts["possibles"]["verdict"] == "passed"
