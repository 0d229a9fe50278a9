"""What the worksheets of the course ask, in our own words, and where each part of them is on this site."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from puzzles.engine.worksheets import annex

from .exercises import SHEETS as EXERCISES

Words = str | Promise

# How a worksheet calls its parts.
QUESTION = _("Question %(number)d")
EXERCISE = _("Exercise %(number)d")

# Where else an answer is on this site: what the link says.
PLACES: dict[str, Words] = {
    "watch": _("Watch it at work"),
    "grids": _("Grids to watch it on"),
    "questions": _("Answer them here"),
    "play": _("Play a grid here"),
    "own_grid": _("Type a grid here"),
    "import": _("Import a file of grids"),
    "propagation": _("Watch a close relative"),
}

# Stands in a command for the worksheet's own grid.
GRID = "GRID"


@dataclass(frozen=True, slots=True)
class Trial:
    """A call to try in the explorer: a function for a cell and a digit, on the worksheet's own grid.

    `start` is what stands in the cell before, `sens` the direction: the third worksheet's. `demo` is the key
    of another grid of the worksheet to call it on.
    """

    function: str
    cell: int = 0
    digit: int = 1
    start: int = 0
    sens: bool = True
    demo: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A question of a worksheet: what it asks, the functions that answer it, what to try and where to go.

    `places` are keys of `PLACES`; `commands` are for a terminal, after the program's name. A part without a
    name of its own is numbered. `code` is text of Python to copy; `shows_figure_3` shows the steps of that
    figure. `exercises` are those that none of the functions answers.
    """

    asks: Words
    functions: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()
    commands: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    name: str = ""
    code: str = ""
    shows_figure_3: bool = False
    exercises: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A worksheet: its title, what it teaches, how its algorithm goes, what to look for, its parts.

    `numbering` is how it calls its numbered parts.
    """

    title: Words
    teaches: Words
    idea: Words
    look_for: tuple[Words, ...]
    parts: tuple[Part, ...]
    numbering: Words = QUESTION


PROJET_INSA = Worksheet(
    title=EXERCISES["projet_insa"].title,
    teaches=_("Write a class, read a file, answer wrong input with exceptions; then solve as a person does."),
    idea=_(
        "The table M remembers which digits are forbidden in which cell. A cell with one digit left is "
        "filled, M forbids that digit to the cells around, and so on. Where no such cell is found, the "
        "method fails: the grid is not simple."
    ),
    look_for=(
        _("On the simple grid, which writes to M are useful, and how many repeat what M already holds?"),
        _("On Figure 1 the method stops: look in M for a cell with two digits left. Could you go on?"),
    ),
    parts=(
        Part(_("A class that holds a grid, complete or not."), ("__init__",), (Trial("__init__"),)),
        Part(
            _(
                "Read grid number n from a file in which every line is a grid of 81 characters; blank lines "
                "and comments do not count."
            ),
            ("lire_fichier_sudoku", "lignes_du_fichier", "grille_de"),
            (Trial("lire_fichier_sudoku"), Trial("grille_de")),
            commands=("show sudoku.txt --line 1",),
            places=("import",),
        ),
        Part(
            _("Let the user type 81 characters, and answer every mistake with a sentence, not with a crash."),
            ("saisir_sudoku", "demander"),
            (Trial("saisir_sudoku"),),
            commands=("play",),
            places=("own_grid",),
        ),
        Part(
            _("Draw the grid with bars between the regions."),
            ("afficher_sudoku",),
            (Trial("afficher_sudoku"),),
            (f"show {GRID}",),
        ),
        Part(
            _(
                "Tell whether a full grid is valid, by three tests: regions, rows, columns. 1 is yes, 0 is "
                "no."
            ),
            ("est_valide", "test_region", "test_ligne", "test_colonne"),
            (Trial("est_valide"), Trial("est_valide", demo="full"), Trial("test_ligne", 4)),
            (f"check {GRID}",),
        ),
        Part(
            _("Fill a simple grid with the table M of forbidden digits, or fail if the grid is not simple."),
            ("memoriser", "interdire", "permis", "case_simple", "resoudre_simple"),
            (
                Trial("memoriser"),
                Trial("interdire", 40, 5),
                Trial("permis", 1),
                Trial("case_simple"),
                Trial("resoudre_simple"),
            ),
            (f"simple {GRID}", f"trace projet_insa {GRID}"),
            ("watch",),
            shows_figure_3=True,
        ),
        Part(
            _("Solve any grid, simple or not. Here the simple method goes as far as it can, then tries."),
            ("resoudre", "est_coherente"),
            (Trial("resoudre"),),
            commands=(f"solve {GRID}",),
            places=("propagation",),
        ),
        Part(
            _("A program with three choices: a grid at random, part of its solution, its whole solution."),
            ("programme", "grille_au_hasard", "solution_partielle", "solution_complete", "placer"),
            (Trial("programme"), Trial("grille_au_hasard"), Trial("solution_partielle")),
            commands=("play sudoku.txt",),
            places=("play",),
        ),
    ),
)

N_VALIDE = Worksheet(
    title=EXERCISES["n_valide"].title,
    teaches=_("A function that calls itself, tries, and goes back: recursion with backtracking."),
    idea=_(
        "solve() looks for the first empty cell, tries the digits 1 to 9 there, and after each that fits "
        "calls itself for the rest of the grid. Back from that call it empties the cell and tries the next "
        "digit. As it goes on after a solution, it finds them all."
    ),
    look_for=(
        _(
            "grid is defined outside the functions. What does the statement global grid say, and when could "
            "Python not do without it?"
        ),
        _("When does the second solution appear, and which cells did the run have to empty before?"),
        _("At the end the grid is what it was at the beginning. Which line makes sure of that?"),
    ),
    parts=(
        Part(
            _("Tell whether n may go in row y, column x: it must not stand in the row, column or sub-grid."),
            ("n_valide",),
            (Trial("n_valide", 0, 1), Trial("n_valide", 0, 4)),
            name="n_valide",
        ),
        Part(
            _(
                "Find the first empty cell, try each digit, call solve() again, and put back 0 on the way "
                "back."
            ),
            ("solve",),
            (Trial("solve"),),
            commands=(f"trace n_valide {GRID}",),
            places=("watch",),
            name="solve",
            exercises=("grid",),
        ),
        Part(
            _("When the double loop ends without an empty cell, the grid is complete: print it, then go on."),
            ("solve",),
            (Trial("solve"),),
            commands=(f"solve --all 10 {GRID}",),
            places=("grids",),
            name="print",
        ),
    ),
)

TD_ITERATIF = Worksheet(
    title=EXERCISES["td_iteratif"].title,
    teaches=_(
        "The same search with one loop: small functions, each tested alone, and a flag for the direction."
    ),
    idea=_(
        "One cell after the other receives the next digit that fits. If one is found, on to the next cell; "
        "if none is left, the cell is emptied and the run goes back a cell. Protected cells, those of the "
        "problem, are only passed through, in the direction of sens."
    ),
    look_for=(
        _("When the run arrives at a protected cell going backward, what does remplissage return?"),
        _("Compare with the fourth worksheet on one grid: which counters are the same, and why?"),
    ),
    parts=(
        Part(
            _("Is the number in no other cell of row i?"),
            ("test_ligne",),
            (Trial("test_ligne", 0, 1), Trial("test_ligne", 0, 3)),
        ),
        Part(
            _("Is the number in no other cell of column j?"),
            ("test_colonne",),
            (Trial("test_colonne", 0, 7),),
        ),
        Part(
            _(
                "Is the number in no other cell of the square of (i, j)? Its corner comes from a division "
                "by 3."
            ),
            ("test_carre",),
            (Trial("test_carre", 0, 3),),
        ),
        Part(_("The three tests in one."), ("test",), (Trial("test", 0, 3),)),
        Part(
            _(
                "The list of the cells that are filled in the problem, as pairs (i, j): they stay as they "
                "are."
            ),
            ("protection",),
            (Trial("protection"),),
        ),
        Part(
            _("Put the next possible number in a cell, or empty it; say whether to go forward or backward."),
            ("remplissage",),
            (
                Trial("remplissage", 0),
                Trial("remplissage", 0, start=9),
                Trial("remplissage", 3),
                Trial("remplissage", 3, sens=False),
            ),
        ),
        Part(
            _("The next cell, which after the end of a row is the first of the row below."),
            ("avance_case",),
            (Trial("avance_case", 0), Trial("avance_case", 8), Trial("avance_case", 80)),
        ),
        Part(
            _("The cell before, by the same rule."),
            ("recule_case",),
            (Trial("recule_case", 1), Trial("recule_case", 9), Trial("recule_case", 0)),
        ),
        Part(
            _(
                "The loop: fill, then forward or backward, until i is 9 (solved) or -1 (there is no "
                "solution)."
            ),
            ("resolution", "affiche"),
            (Trial("resolution"),),
            commands=(f"trace td_iteratif {GRID}", f"trace td_iteratif {GRID} --live"),
            places=("watch", "grids"),
        ),
        Part(
            _("Run resolution(M) on the grid of the annex, and check the solution that it shows."),
            places=("watch",),
            exercises=("lancer",),
            code=f"import numpy as np\n\n{annex()}",
        ),
    ),
)

TUTORIEL = Worksheet(
    title=EXERCISES["tutoriel"].title,
    teaches=_(
        "A whole script from the first line to the solved grid; a function that says whether it succeeded."
    ),
    idea=_(
        "solve() finds the first empty cell and tries the digits 1 to 9. It calls itself after each digit "
        "that is valid: True means solved, and the True travels back through all the calls; False means "
        "that the digit is taken back and the next one tried."
    ),
    look_for=(
        _("How high does the pile of calls grow, and how does that compare with the number of empty cells?"),
        _("What is different from the second worksheet once a solution is found? Look for the line."),
    ),
    parts=(
        Part(
            _("Store the grid in a list of lists, and print it with its thirds separated."),
            ("print_board",),
            (Trial("print_board"),),
            (f"show {GRID}",),
            name="print_board",
            exercises=("board",),
        ),
        Part(
            _("The place of the first 0 in reading order, or None when there is none left."),
            ("find_empty",),
            (Trial("find_empty"),),
            name="find_empty",
        ),
        Part(
            _("Does the number at this position break a rule: row, column, or 3 by 3 grid?"),
            ("is_valid",),
            (Trial("is_valid", 2, 1), Trial("is_valid", 2, 3)),
            name="is_valid",
        ),
        Part(
            _("Try 1 to 9 in the empty cell, call solve() again, and put back 0 if that led nowhere."),
            ("solve",),
            (Trial("solve"),),
            commands=(f"trace tutoriel {GRID}",),
            places=("watch",),
            name="solve",
            exercises=("script",),
        ),
    ),
)

MINI_PROJET = Worksheet(
    title=EXERCISES["mini_projet"].title,
    numbering=EXERCISE,
    teaches=_("Build small functions on one another, then reason about a recursion: its type, its end."),
    idea=_(
        "resoudre(S, i, j) fills the grid from cell (i, j) on. A filled cell is passed; in an empty one "
        "only the digits of possibles(S, i, j) are tried. Beyond the last row, at i = 9, the grid is "
        "solved. If every digit fails, the cell is emptied and the call answers False."
    ),
    look_for=(
        _(
            "possibles tests nine digits before one is tried. Is that more tests than in the fourth "
            "worksheet?"
        ),
        _("Why does the pile of calls hold the filled cells too, unlike in the fourth worksheet?"),
    ),
    parts=(
        Part(
            _("Write the grid as a list S of nine lists, and print it."),
            ("printSudoku",),
            (Trial("printSudoku"),),
            (f"show {GRID}",),
            exercises=("grille",),
        ),
        Part(_("The digits that stand in row i."), ("ligne",), (Trial("ligne", 0),)),
        Part(_("The digits that stand in column j."), ("colonne",), (Trial("colonne", 0),)),
        Part(_("The digits that stand in the block of (i, j)."), ("bloc",), (Trial("bloc", 31),)),
        Part(
            _("The digits that may be written in cell (i, j) by the rules of the game."),
            ("possibles",),
            (Trial("possibles", 0),),
        ),
        Part(
            _("The cell after (i, j), row by row."),
            ("suivante",),
            (Trial("suivante", 0), Trial("suivante", 8), Trial("suivante", 80)),
        ),
        Part(
            _("Questions about the algorithm before it is written: type, first call, calls, end."),
            places=("questions",),
            exercises=("questions",),
        ),
        Part(
            _(
                "Write resoudre(S, i, j), and say so when the grid has no solution. The original stays as "
                "it is."
            ),
            ("resoudre", "solution"),
            (Trial("resoudre"), Trial("solution")),
            commands=(f"trace mini_projet {GRID}", f"solve {GRID}"),
            places=("watch", "grids"),
        ),
    ),
)

PROPAGATION = Worksheet(
    title=_("Smallest choice first, with propagation"),
    teaches=_("Why the order of trying matters more than speed, and how reasoning makes a search small."),
    idea=_(
        "First everything that is forced is placed: a cell with one candidate, a digit with one place in a "
        "row, column or block. Each digit takes candidates from the cells around, which forces others. Only "
        "when nothing is forced is a digit tried, in the cell with the fewest candidates."
    ),
    look_for=(
        _(
            "On the worst grid for reading order, how many choices are made here? Then watch both side by "
            "side."
        ),
        _("On the grid without a solution, how does this run notice? How long do the others take?"),
    ),
    parts=(
        Part(
            _("For each empty cell the digits that none of its 20 linked cells holds."),
            ("liees", "candidats"),
            (Trial("liees", 40), Trial("candidats")),
            name="candidats",
        ),
        Part(
            _(
                "Place a digit and take it from the linked cells; a cell left without a candidate is a dead "
                "end."
            ),
            ("placer",),
            (Trial("placer", 0, 9),),
            name="placer",
        ),
        Part(
            _("Place all that is forced, by the last candidate of a cell or the last place of a digit."),
            ("chiffre_seul", "place_seule", "propager"),
            (Trial("chiffre_seul"), Trial("place_seule"), Trial("propager")),
            name="propager",
        ),
        Part(
            _("Propagate; if cells are still empty, try the candidates of the one that has the fewest."),
            ("chercher", "resoudre"),
            (Trial("resoudre"),),
            commands=(f"trace propagation {GRID}",),
            places=("watch", "grids"),
            name="chercher",
        ),
    ),
)

SHEETS: dict[str, Worksheet] = {
    "projet_insa": PROJET_INSA,
    "n_valide": N_VALIDE,
    "td_iteratif": TD_ITERATIF,
    "tutoriel": TUTORIEL,
    "mini_projet": MINI_PROJET,
    "propagation": PROPAGATION,
}
