"""The built-in packs: one for each worksheet of the course, a first hour, and first techniques.

Key -> title, summary, activities. The notes are for teachers: what to project, what to ask, usual mistakes.
"""

from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from puzzles.course.pages.worksheets import SHEETS, sheet_name
from puzzles.engine.worksheets import DEMOS

from .activities import Activity, Kind, Words

# A simple grid that no other activity uses: solvers are off on it while a run is to be predicted.
PREDICTED = "2...3.....56.7...89..6.4.3.....176.94.83.91.51.928.....1.5.3..68...2.41.....9...7"


def demo(worksheet: str, key: str = "worksheet") -> str:
    """A grid of a worksheet."""
    return next(each.puzzle for each in DEMOS[worksheet] if each.key == key)


def read(worksheet: str, minutes: int, notes: Words) -> Activity:
    return Activity(
        kind=Kind.READ, title=_("Read the worksheet"), worksheet=worksheet, minutes=minutes, notes=notes
    )


def watch(algorithm: str, grid: str, minutes: int, notes: Words) -> Activity:
    return Activity(
        kind=Kind.WATCH,
        title=_("Watch the algorithm together"),
        algorithm=algorithm,
        grid=grid,
        minutes=minutes,
        notes=notes,
    )


def predict(title: Words, algorithm: str, count: int, notes: Words) -> Activity:
    return Activity(
        kind=Kind.PREDICT,
        title=title,
        algorithm=algorithm,
        grid=PREDICTED,
        count=count,
        minutes=10,
        notes=notes,
    )


def exercises(title: Words, worksheet: str, keys: str, minutes: int, notes: Words, **fields: Any) -> Activity:
    return Activity(
        kind=Kind.EXERCISES,
        title=title,
        worksheet=worksheet,
        exercises=tuple(keys.split()),
        minutes=minutes,
        notes=notes,
        **fields,
    )


def ask(question: Words, choices: tuple[Words, ...], right: int, notes: Words, minutes: int = 5) -> Activity:
    return Activity(
        kind=Kind.QUESTION,
        title=_("Ask the class"),
        question=question,
        choices=choices,
        right=right,
        minutes=minutes,
        notes=notes,
    )


PROJET_INSA = (
    read(
        "projet_insa",
        5,
        _(
            "Project the worksheet. Ask: what does M[i][j][k] say? Usual mistake: students read M as "
            "a table of the possible digits, but it holds the forbidden ones."
        ),
    ),
    watch(
        "projet_insa",
        demo("projet_insa", "easy"),
        10,
        _(
            "Project the run on Figure 2, step by step to the first three digits. The worksheet "
            "begins with r8c5 = 1, r8c7 = 5 and r7c7 = 3. Ask: could it begin elsewhere? Yes, other "
            "orders are right too."
        ),
    ),
    ask(
        _("When does the simple method stop on a grid that is not full?"),
        (
            _("When a digit is wrong"),
            _("When every empty cell still has at least two digits left"),
            _("When it has tried all digits"),
        ),
        2,
        _(
            "Project Figure 1 after the answers: the run stops with 50 empty cells. Usual mistake: "
            "students believe that it tries digits. It never does, so it never goes back."
        ),
    ),
    predict(
        _("Predict the simple method"),
        "projet_insa",
        8,
        _(
            "Each student predicts alone. Help those who look for the next digit in reading order: M "
            "decides, not the order."
        ),
    ),
    exercises(
        _("Write the first functions of the class"),
        "projet_insa",
        "sudoku lire_fichier_sudoku est_valide",
        25,
        _(
            "Two students may share a screen. Usual mistakes: the line number is counted from 0, "
            "blank lines and comments are counted, est_valide accepts a 0."
        ),
    ),
    exercises(
        _("Write resoudre_simple"),
        "projet_insa",
        "resoudre_simple",
        45,
        _("Usual mistake: only row and column are forbidden, and the region is forgotten."),
        is_homework=True,
    ),
)

N_VALIDE = (
    read(
        "n_valide",
        5,
        _(
            "Project the worksheet. Ask: how will the function know that the grid is full, if nobody "
            "counts the cells?"
        ),
    ),
    watch(
        "n_valide",
        demo("n_valide"),
        10,
        _(
            "Project the grid with two solutions. Stop at the first solution and ask: is the run "
            "over? It goes on, and empties cells before it finds the second one."
        ),
    ),
    ask(
        _("What is in the grid when solve() has ended?"),
        (_("The last solution"), _("The first solution"), _("The grid as it was at the beginning")),
        3,
        _(
            "Look for the line that writes 0 on the way back. Usual mistake: students expect the "
            "solution to stay in the grid, and print it after the call."
        ),
    ),
    predict(
        _("Predict the search for every solution"),
        "n_valide",
        10,
        _(
            "Usual mistake: after a dead end students try the same digit again. The run goes on with "
            "the next one."
        ),
    ),
    exercises(
        _("Write n_valide"),
        "n_valide",
        "grid n_valide",
        25,
        _(
            "Ask for the corner of the sub-grid of (4, 7) before anybody writes it. Usual mistake: x "
            "and y are exchanged; a test on one symmetric cell does not show it."
        ),
    ),
    exercises(
        _("Write solve"),
        "n_valide",
        "solve",
        45,
        _(
            "Usual mistakes: the 0 is not put back, or a return stands too early, so that only one "
            "cell is tried."
        ),
        is_homework=True,
    ),
)

TD_ITERATIF = (
    read(
        "td_iteratif",
        5,
        _(
            "Project the worksheet. Ask: which two things does the loop have to remember? The cell, "
            "and the direction."
        ),
    ),
    watch(
        "td_iteratif",
        demo("td_iteratif"),
        10,
        _(
            "Project the run up to the first step back. Ask: in which direction does it pass a "
            "protected cell? In the one it came with."
        ),
    ),
    ask(
        _("The run goes backward and comes to a protected cell. What does remplissage return?"),
        ("True", "False", _("The number in the cell")),
        2,
        _(
            "A protected cell returns sens, so False here. Usual mistake: True, because the cell is "
            "filled. Then the run would go forward and backward for ever."
        ),
    ),
    predict(
        _("Predict the run forward and backward"),
        "td_iteratif",
        10,
        _("Students who know recursion find this easy: ask them what plays the part of the call stack here."),
    ),
    exercises(
        _("Write the four tests"),
        "td_iteratif",
        "test_ligne test_colonne test_carre test",
        25,
        _(
            "Usual mistakes: the cell is compared with itself, so that every test fails; i and j are "
            "exchanged in test_colonne; the corner of the square is i % 3 instead of 3 * (i // 3)."
        ),
    ),
    exercises(
        _("Write the moves from cell to cell"),
        "td_iteratif",
        "protection remplissage avance_case recule_case",
        45,
        _(
            "Usual mistake: remplissage begins again at 1 in place of the number after the one in the "
            "cell, and the run never ends."
        ),
        is_homework=True,
    ),
)

TUTORIEL = (
    read(
        "tutoriel",
        5,
        _(
            "Project the worksheet. Ask: what does find_empty return when no cell is empty? None, and "
            "that is the end."
        ),
    ),
    watch(
        "tutoriel",
        demo("tutoriel"),
        10,
        _(
            "Project the run with its call stack. Ask after each step back: which call returns False, "
            "and to whom? Let a student show the line."
        ),
    ),
    ask(
        _("How deep does the call stack grow before the grid is solved?"),
        (_("81 calls"), _("One call for each empty cell, and one more"), _("9 calls")),
        2,
        _(
            "The last call finds no empty cell and returns True. Usual mistake: 81, because students "
            "count the filled cells too."
        ),
    ),
    predict(
        _("Predict the recursion"),
        "tutoriel",
        10,
        _("Usual mistake: students look at the row and the column, and forget the box."),
    ),
    exercises(
        _("Write print_board, find_empty and is_valid"),
        "tutoriel",
        "print_board find_empty is_valid",
        25,
        _(
            "Usual mistakes: find_empty returns (column, row); is_valid compares the position with "
            "itself; the box is tested with the indices of the whole board."
        ),
    ),
    exercises(
        _("Write solve"),
        "tutoriel",
        "solve",
        45,
        _("Usual mistake: solve() is called, but its answer is not tested, so True never travels back."),
        is_homework=True,
    ),
)

MINI_PROJET = (
    read(
        "mini_projet",
        5,
        _(
            "Project the worksheet. Ask: which function uses which? Draw the arrows on the board "
            "before anybody writes."
        ),
    ),
    Activity(
        kind=Kind.CALL,
        title=_("Call bloc and possibles"),
        function="mini_projet.possibles",
        grid=demo("mini_projet"),
        minutes=10,
        notes=_(
            "Project the explorer. First ask for the value, then call: bloc(S, 3, 4) gives [6, 9, 1, "
            "5, 8], and possibles(S, 0, 0) gives [2, 3, 4, 6, 9]."
        ),
    ),
    ask(
        _("What does suivante(0, 8) return?"),
        ("(0, 9)", "(1, 0)", "(1, 8)"),
        2,
        _(
            "After the last column comes the next row. Ask then for suivante(8, 8): (9, 0), beyond "
            "the grid, which is how resoudre knows that it has finished."
        ),
    ),
    predict(
        _("Predict the recursion over possible digits"),
        "mini_projet",
        10,
        _("Here only possible digits are tried. Ask: why is there no test between two digits?"),
    ),
    exercises(
        _("Write ligne, colonne, bloc and possibles"),
        "mini_projet",
        "ligne colonne bloc possibles",
        25,
        _(
            "Usual mistakes: the 0 of an empty cell is in the list; bloc works for blocks of the "
            "first row only; possibles answers for a filled cell as if it were empty."
        ),
    ),
    exercises(
        _("Answer the questions, then write suivante and resoudre"),
        "mini_projet",
        "suivante questions resoudre",
        60,
        _("Usual mistake: the cell is not emptied when every digit has failed."),
        is_homework=True,
    ),
)

FIRST_HOUR = (
    Activity(
        kind=Kind.GAME,
        title=_("A first game in five minutes"),
        minutes=10,
        notes=_(
            "Each student plays alone. Project the same game and play the first two cells together. "
            "Ask: why is this digit the only one?"
        ),
    ),
    ask(
        _("A row has eight digits. What do you know about its last cell?"),
        (_("Nothing yet"), _("Its digit: the one that is missing"), _("That it has two possible digits")),
        2,
        _("This is a full house. Usual mistake: students look at the box alone and forget rows and columns."),
    ),
    Activity(
        kind=Kind.DRILL,
        title=_("Find the hidden single"),
        technique="hidden_single",
        count=5,
        minutes=10,
        notes=_(
            "Project one position first. Ask for a digit, not for a cell: where in this box can the 7 "
            "still go?"
        ),
    ),
    Activity(
        kind=Kind.GRIDS,
        title=_("Two easy grids"),
        tier=1,
        count=2,
        minutes=25,
        notes=_(
            "Open the live board. Students who are stuck ask for a hint: its first step only says "
            "what to look for. Usual mistake: guessing. Ask for the reason of a digit."
        ),
    ),
    ask(
        _("Two students have filled the same grid in two ways, both without a conflict. Can that be?"),
        (_("Yes, often"), _("No: a sudoku has one solution"), _("Only on hard grids")),
        2,
        _(
            "One solution makes it possible to reason instead of guessing. Every grid given here has "
            "exactly one."
        ),
    ),
    Activity(
        kind=Kind.GRIDS,
        title=_("Three grids at home"),
        tier=1,
        count=3,
        minutes=30,
        is_homework=True,
        notes=_(
            "The table of the class shows who has begun. Nothing is marked: look at the hints that "
            "were needed."
        ),
    ),
)

TECHNIQUES_1 = (
    Activity(
        kind=Kind.READ,
        title=_("Naked single: one digit left in a cell"),
        technique="naked_single",
        minutes=5,
        notes=_("Project the example. Count aloud the digits that the cell sees in its row, column and box."),
    ),
    Activity(
        kind=Kind.DRILL,
        title=_("Find naked singles"),
        technique="naked_single",
        count=5,
        minutes=10,
        notes=_(
            "Usual mistake: one of the three houses is forgotten. Let students name the digits they rule out."
        ),
    ),
    Activity(
        kind=Kind.READ,
        title=_("Pointing: a box speaks to a row"),
        technique="pointing",
        minutes=10,
        notes=_(
            "Project the example and hide the solution. Ask: in which cells of the box can the digit "
            "still go? All lie in one row, so the rest of the row loses the digit."
        ),
    ),
    ask(
        _("In a box, the 4 can only go in two cells of one row. What follows?"),
        (
            _("One of the two cells holds the 4: one tries the first"),
            _("The 4 is in no other cell of that row"),
            _("The 4 is in no other cell of the box’s columns"),
        ),
        2,
        _("Usual mistake: students remove the 4 inside the box. It leaves the row, outside the box."),
    ),
    Activity(
        kind=Kind.DRILL,
        title=_("Find pointing cells"),
        technique="pointing",
        count=5,
        minutes=10,
        notes=_("Notes are needed here. Show how to have them written: the grids of this lesson allow it."),
    ),
    Activity(
        kind=Kind.GRIDS,
        title=_("A grid that needs both"),
        tier=2,
        count=1,
        minutes=15,
        notes=_("Open the live board and look for those who place digits without notes."),
    ),
    Activity(
        kind=Kind.GRIDS,
        title=_("Two grids at home"),
        tier=2,
        count=2,
        minutes=30,
        is_homework=True,
        notes=_("The techniques tab of the class shows afterwards which technique each student has used."),
    ),
)

BUILT_IN: dict[str, tuple[Words, Words, tuple[Activity, ...]]] = {
    "first_hour": (
        _("First hour"),
        _("The rules, a first technique and first grids; nothing has to be known before."),
        FIRST_HOUR,
    ),
    "techniques_1": (
        _("Techniques 1: naked singles and pointing"),
        _("Two techniques from the example to a grid that needs both."),
        TECHNIQUES_1,
    ),
    **{
        name: (lazy(sheet_name, str)(name), SHEETS[name].teaches, activities)
        for name, activities in (
            ("projet_insa", PROJET_INSA),
            ("n_valide", N_VALIDE),
            ("td_iteratif", TD_ITERATIF),
            ("tutoriel", TUTORIEL),
            ("mini_projet", MINI_PROJET),
        )
    },
}
