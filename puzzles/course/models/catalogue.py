"""The exercises of the worksheets by name, each with the functions of the reference that answer it."""

from collections.abc import Iterable

from puzzles.engine.worksheets import EXERCISE_7, Question

# Worksheet -> exercise -> names in the worksheet's reference text. "" is what stands outside its functions.
EXERCISES: dict[str, dict[str, tuple[str, ...]]] = {
    "projet_insa": {
        "sudoku": ("__init__",),
        "lire_fichier_sudoku": ("grille_de", "lignes_du_fichier", "lire_fichier_sudoku"),
        "saisir_sudoku": ("saisir_sudoku", "demander"),
        "afficher_sudoku": ("afficher_sudoku",),
        "est_valide": ("test_region", "test_ligne", "test_colonne", "est_valide"),
        "resoudre_simple": ("interdire", "memoriser", "permis", "case_simple", "resoudre_simple"),
        "resoudre": ("est_coherente", "resoudre"),
        "programme": ("grille_au_hasard", "solution_partielle", "solution_complete", "placer", "programme"),
    },
    "n_valide": {"grid": (), "n_valide": ("n_valide",), "solve": ("solve",)},
    "td_iteratif": {
        "test_ligne": ("test_ligne",),
        "test_colonne": ("test_colonne",),
        "test_carre": ("test_carre",),
        "test": ("test",),
        "protection": ("protection",),
        "remplissage": ("remplissage",),
        "avance_case": ("avance_case",),
        "recule_case": ("recule_case",),
        "resolution": ("affiche", "resolution"),
        "lancer": ("",),
    },
    "tutoriel": {
        "board": (),
        "print_board": ("print_board",),
        "find_empty": ("find_empty",),
        "is_valid": ("is_valid",),
        "solve": ("solve",),
        "script": ("",),
    },
    "mini_projet": {
        "grille": (),
        "printsudoku": ("printSudoku",),
        "ligne": ("ligne",),
        "colonne": ("colonne",),
        "bloc": ("bloc",),
        "possibles": ("possibles",),
        "suivante": ("suivante",),
        "questions": (),
        "resoudre": ("resoudre",),
        "script": ("solution", ""),
    },
}
# Exercises that are questions: the server marks their answers, no browser judges them.
QUESTIONS: dict[tuple[str, str], tuple[Question, ...]] = {("mini_projet", "questions"): EXERCISE_7}
# The longest name of a worksheet or an exercise that a row holds.
NAME_LENGTH = 30


def is_exercise(worksheet: str, key: str) -> bool:
    return key in EXERCISES.get(worksheet, {})


def is_judged_by_browser(worksheet: str, key: str) -> bool:
    """Whether a browser judges this exercise by a program."""
    return is_exercise(worksheet, key) and (worksheet, key) not in QUESTIONS


def exercise_of(worksheet: str, function: str) -> str | None:
    """The exercise that a function of the reference text answers; None where there is none."""
    exercises = EXERCISES.get(worksheet, {})
    return next((key for key, functions in exercises.items() if function in functions), None)


def in_order(worksheet: str, keys: Iterable[str]) -> list[str]:
    """The exercises among these names, in the worksheet's order."""
    wanted = set(keys)
    return [key for key in EXERCISES.get(worksheet, {}) if key in wanted]
