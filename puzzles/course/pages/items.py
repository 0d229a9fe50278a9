"""The items of a worksheet's page: the functions that answer each, calls to try, commands and links.

What an item asks for is said in `templates/course/worksheets/`.
"""

from dataclasses import dataclass

# In a command, this is replaced by the worksheet's own grid.
GRID = "GRID"


@dataclass(frozen=True, slots=True)
class Trial:
    """A call to try in the explorer: a function for a cell and a digit, on the worksheet's own grid.

    `start` is the digit in the cell before the call, `sens` the direction: the third worksheet's. `demo` is
    the key of another grid of the worksheet.
    """

    function: str
    cell: int = 0
    digit: int = 1
    start: int = 0
    sens: bool = True
    demo: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a worksheet. `commands` follow the terminal program's name; `_item.html` knows `links`.

    `exercises` are those that none of the functions answers.
    """

    functions: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()
    commands: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    exercises: tuple[str, ...] = ()


# Worksheet -> key -> item. Where the worksheet numbers its questions, the key is that of an exercise.
ITEMS: dict[str, dict[str, Item]] = {
    "projet_insa": {
        "sudoku": Item(("__init__",), (Trial("__init__"),)),
        "lire_fichier_sudoku": Item(
            ("lire_fichier_sudoku", "lignes_du_fichier", "grille_de"),
            (Trial("lire_fichier_sudoku"), Trial("grille_de")),
            commands=("show sudoku.txt --line 1",),
            links=("import",),
        ),
        "saisir_sudoku": Item(
            ("saisir_sudoku", "demander"), (Trial("saisir_sudoku"),), commands=("play",), links=("own_grid",)
        ),
        "afficher_sudoku": Item(
            ("afficher_sudoku",), (Trial("afficher_sudoku"),), commands=(f"show {GRID}",)
        ),
        "est_valide": Item(
            ("est_valide", "test_region", "test_ligne", "test_colonne"),
            (Trial("est_valide"), Trial("est_valide", demo="full"), Trial("test_ligne", 4)),
            commands=(f"check {GRID}",),
        ),
        "resoudre_simple": Item(
            ("memoriser", "interdire", "permis", "case_simple", "resoudre_simple"),
            (
                Trial("memoriser"),
                Trial("interdire", 40, 5),
                Trial("permis", 1),
                Trial("case_simple"),
                Trial("resoudre_simple"),
            ),
            commands=(f"simple {GRID}", f"trace projet_insa {GRID}"),
            links=("watch",),
        ),
        "resoudre": Item(
            ("resoudre", "est_coherente"),
            (Trial("resoudre"),),
            commands=(f"solve {GRID}",),
            links=("propagation",),
        ),
        "programme": Item(
            ("programme", "grille_au_hasard", "solution_partielle", "solution_complete", "placer"),
            (Trial("programme"), Trial("grille_au_hasard"), Trial("solution_partielle")),
            commands=("play sudoku.txt",),
            links=("play",),
        ),
    },
    "n_valide": {
        "n_valide": Item(("n_valide",), (Trial("n_valide", 0, 1), Trial("n_valide", 0, 4))),
        "solve": Item(
            ("solve",),
            (Trial("solve"),),
            commands=(f"trace n_valide {GRID}",),
            links=("watch",),
            exercises=("grid",),
        ),
        "print": Item(("solve",), (Trial("solve"),), commands=(f"solve --all 10 {GRID}",), links=("grids",)),
    },
    "td_iteratif": {
        "test_ligne": Item(("test_ligne",), (Trial("test_ligne", 0, 1), Trial("test_ligne", 0, 3))),
        "test_colonne": Item(("test_colonne",), (Trial("test_colonne", 0, 7),)),
        "test_carre": Item(("test_carre",), (Trial("test_carre", 0, 3),)),
        "test": Item(("test",), (Trial("test", 0, 3),)),
        "protection": Item(("protection",), (Trial("protection"),)),
        "remplissage": Item(
            ("remplissage",),
            (
                Trial("remplissage", 0),
                Trial("remplissage", 0, start=9),
                Trial("remplissage", 3),
                Trial("remplissage", 3, sens=False),
            ),
        ),
        "avance_case": Item(
            ("avance_case",), (Trial("avance_case", 0), Trial("avance_case", 8), Trial("avance_case", 80))
        ),
        "recule_case": Item(
            ("recule_case",), (Trial("recule_case", 1), Trial("recule_case", 9), Trial("recule_case", 0))
        ),
        "resolution": Item(
            ("resolution", "affiche"),
            (Trial("resolution"),),
            commands=(f"trace td_iteratif {GRID}", f"trace td_iteratif {GRID} --live"),
            links=("watch", "grids"),
        ),
        "lancer": Item(links=("watch",), exercises=("lancer",)),
    },
    "tutoriel": {
        "print_board": Item(
            ("print_board",), (Trial("print_board"),), commands=(f"show {GRID}",), exercises=("board",)
        ),
        "find_empty": Item(("find_empty",), (Trial("find_empty"),)),
        "is_valid": Item(("is_valid",), (Trial("is_valid", 2, 1), Trial("is_valid", 2, 3))),
        "solve": Item(
            ("solve",),
            (Trial("solve"),),
            commands=(f"trace tutoriel {GRID}",),
            links=("watch",),
            exercises=("script",),
        ),
    },
    "mini_projet": {
        "printsudoku": Item(
            ("printSudoku",), (Trial("printSudoku"),), commands=(f"show {GRID}",), exercises=("grille",)
        ),
        "ligne": Item(("ligne",), (Trial("ligne", 0),)),
        "colonne": Item(("colonne",), (Trial("colonne", 0),)),
        "bloc": Item(("bloc",), (Trial("bloc", 31),)),
        "possibles": Item(("possibles",), (Trial("possibles", 0),)),
        "suivante": Item(("suivante",), (Trial("suivante", 0), Trial("suivante", 8), Trial("suivante", 80))),
        "questions": Item(links=("questions",), exercises=("questions",)),
        "resoudre": Item(
            ("resoudre", "solution"),
            (Trial("resoudre"), Trial("solution")),
            commands=(f"trace mini_projet {GRID}", f"solve {GRID}"),
            links=("watch", "grids"),
        ),
    },
    "propagation": {
        "candidats": Item(("liees", "candidats"), (Trial("liees", 40), Trial("candidats"))),
        "placer": Item(("placer",), (Trial("placer", 0, 9),)),
        "propager": Item(
            ("chiffre_seul", "place_seule", "propager"),
            (Trial("chiffre_seul"), Trial("place_seule"), Trial("propager")),
        ),
        "chercher": Item(
            ("chercher", "resoudre"),
            (Trial("resoudre"),),
            commands=(f"trace propagation {GRID}",),
            links=("watch", "grids"),
        ),
    },
}
